"""A session is known by what it says: files are renamed, copied, share names and grow."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.histories import NOW
from tkg.extract.session import ingest
from tkg.kg.memory import Memory
from tkg.kg.store.archive import lines

PORTO = ("s1", "2024-01-01", ["I live in Porto.", "I own a kayak."])
REX = ("s2", "2024-02-01", ["I have a dog called Rex."])
GROWN = ("s2", "2024-02-01", ["I have a dog called Rex.", "Rex is three."])
ACME = ("s1", "2024-01-05", ["I work at Acme."])


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as made:
        yield made


def write(path: Path, *sessions: tuple[str, str, list[str]]) -> Path:
    path.parent.mkdir(exist_ok=True)
    rows = [
        {"session_id": i, "date": d, "messages": [{"role": "user", "content": w} for w in said]}
        for i, d, said in sessions
    ]
    path.write_text(json.dumps(rows), encoding="utf-8")
    return path


def said(memory: Memory) -> list[str]:
    return sorted(text for _, text in memory.said())


def test_a_renamed_file_that_grew_is_the_same_conversation(memory: Memory, tmp_path: Path) -> None:
    ingest(memory, write(tmp_path / "old.json", PORTO, REX))
    told = ingest(memory, write(tmp_path / "new.json", PORTO, GROWN))
    assert said(memory) == sorted([*PORTO[2], *GROWN[2]])
    assert (told.sessions, told.unchanged) == (1, 1)
    assert told.warnings == ["2 sessions known already from a file of another name (old)."]
    assert memory.stats()["sessions"] == 2


def test_two_files_of_one_name_keep_what_each_says(memory: Memory, tmp_path: Path) -> None:
    first, second = tmp_path / "a" / "chat.json", tmp_path / "b" / "chat.json"
    ingest(memory, write(first, PORTO))
    told = ingest(memory, write(second, ACME))
    assert "stored beside those" in told.warnings[0]
    assert said(memory) == sorted([*PORTO[2], *ACME[2]])
    again = [ingest(memory, file) for file in (first, second)]
    assert [(r.unchanged, r.warnings) for r in again] == [(1, []), (1, [])]
    edited = ("s1", "2024-01-05", ["I work at Umbra."])
    ingest(memory, write(second, edited))
    assert said(memory) == sorted([*PORTO[2], *edited[2]])


def test_a_file_that_grew_where_it_is_says_nothing_of_it(memory: Memory, tmp_path: Path) -> None:
    ingest(memory, write(tmp_path / "chat.json", PORTO, REX))
    told = ingest(memory, write(tmp_path / "chat.json", PORTO, GROWN))
    assert (told.sessions, told.unchanged, told.warnings) == (1, 1, [])
    assert said(memory) == sorted([*PORTO[2], *GROWN[2]])


def test_an_older_copy_takes_nothing_away(memory: Memory, tmp_path: Path) -> None:
    ingest(memory, write(tmp_path / "chat.json", GROWN))
    told = ingest(memory, write(tmp_path / "backup" / "chat.json", REX))
    assert said(memory) == sorted(GROWN[2])
    assert "more of it is stored already" in told.warnings[0]


def test_a_store_that_knows_no_places_takes_an_edit_as_before_and_tells_of_it(
    memory: Memory, tmp_path: Path
) -> None:
    ingest(memory, write(tmp_path / "chat.json", PORTO, REX))
    memory.db.execute("update session set place = ''")
    told = ingest(memory, write(tmp_path / "chat.json", ACME, GROWN))
    assert said(memory) == sorted([*ACME[2], *GROWN[2]])
    assert told.warnings == ["1 session stored until now with other words under this name (chat)."]


def test_an_export_says_nothing_of_the_machine(memory: Memory, tmp_path: Path) -> None:
    first = write(tmp_path / "chat.json", PORTO, REX)
    ingest(memory, first)
    (tmp_path / "elsewhere").mkdir()
    second = shutil.copy(first, tmp_path / "elsewhere" / "chat.json")
    with Memory(":memory:", clock=lambda: NOW, embedder=None) as other:
        ingest(other, second)
        assert list(lines(other.db)) == list(lines(memory.db))
