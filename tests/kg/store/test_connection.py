"""The file: one holder at a time, typed errors, nothing else on the disk within reach."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from tkg.kg.errors import StoreBusy, StoreError, StoreMissing, StoreNewer
from tkg.kg.migrate import migrate
from tkg.kg.store import shared
from tkg.kg.store.connection import connect

HOLD = """
import sys
from tkg.kg.store.connection import connect
db = connect(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


def test_a_reader_neither_makes_a_store_nor_its_folder(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing):
        connect(tmp_path / "no" / "a.duckdb", read_only=True)
    assert not (tmp_path / "no").exists()


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    file.write_text("hello " * 1000, encoding="utf-8")
    with pytest.raises(StoreError, match="is not a store"):
        connect(file)


def test_another_process_gets_one_line_that_says_who_holds_it(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    command = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreBusy, match=f"process {holder.pid}"):
            connect(file, read_only=True)
        holder.communicate()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    with connect(file) as db:
        db.execute("insert into migration values ('9999_future')")
    with pytest.raises(StoreNewer, match="9999_future"):
        connect(file)
    with pytest.raises(StoreNewer):
        connect(file, read_only=True)


def test_migrations_run_once() -> None:
    db = duckdb.connect(":memory:")
    assert migrate(db)[0] == "0001_words"
    assert migrate(db) == []


def test_a_store_in_one_process_is_shared(tmp_path: Path) -> None:
    file = tmp_path / "a.duckdb"
    first = shared.acquire(file, read_only=False)
    second = shared.acquire(file, read_only=True)
    first.execute("insert into setting values ('a', 'b')")
    assert second.execute("select value from setting").fetchall() == [("b",)]
    shared.release(file, first)
    shared.release(file, second)
    assert connect(file, read_only=True) is not None


@pytest.mark.parametrize(
    "sql", ["select * from read_text('/etc/hostname')", "attach '/tmp/x.duckdb' as x"]
)
def test_no_text_makes_sql_read_another_file(tmp_path: Path, sql: str) -> None:
    db = connect(tmp_path / "a.duckdb")
    with pytest.raises(duckdb.PermissionException):
        db.execute(sql)
