"""Open the file: one writer, any number of readers, and one clear line when it is held."""

from __future__ import annotations

import re
import time
from pathlib import Path

import duckdb

from tkg.kg.errors import StoreBusy, StoreError, StoreMissing, UsageError
from tkg.kg.migrate import migrate, unseen

SETTINGS = {
    # Small blocks: a store of a few hundred turns would else be mostly empty blocks.
    "memory_limit": "512MB",
    "threads": "1",
    "preserve_insertion_order": "true",
}
WAIT_SECONDS = 2.0
"""How long a second process waits for the first before it gives up."""

DERIVED_ANEW = frozenset(("0004_aliases", "0006_kin"))
"""The migrations that empty derived tables: they are filled again from the words."""

MEMORY = ":memory:"
REWRITE = ".rewrite"
"""Ending of the new file that an erasure writes beside the old one."""
SIDE_FILES = ("", ".wal", ".wal.checkpoint", ".wal.recovery")
"""Endings of the files that DuckDB itself keeps beside a database."""


def connect(path: str | Path, *, read_only: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a store, making it where it is missing and may be written.

    A reading connection never changes the file: it refuses one that lacks a migration, after
    bringing it up to date with a short writing connection.

    Raises:
        StoreMissing: `read_only`, and there is no such file.
        StoreBusy: Another process holds it, and did not let go in two seconds.
        StoreNewer: A newer version wrote it.
        StoreError: It is not a store, or cannot be opened.
        UsageError: It is a folder.
    """
    place = str(path)
    if place != MEMORY:
        _check_place(Path(path), read_only)
    if not read_only or place == MEMORY:
        db = _open(place, read_only=False)
        if not DERIVED_ANEW.isdisjoint(migrate(db)):
            _derive(db)
        return db
    db = _open(place, read_only=True)
    if _pending(db):
        db.close()
        connect(place).close()
        db = _open(place, read_only=True)
    return db


def _derive(db: duckdb.DuckDBPyConnection) -> None:
    """Fill the derived tables of a store that an older version wrote."""
    from tkg.kg.graph.rebuild import update

    sessions = [key for (key,) in db.execute("select key from session order by key").fetchall()]
    if not sessions:
        return
    db.begin()
    try:
        update(db, sessions)
    except BaseException:
        db.rollback()
        raise
    db.commit()


def damage(place: str | Path, error: BaseException | None) -> StoreError | None:
    """Return what to raise where reading a store has shown that its file is damaged, else None."""
    broken = isinstance(error, duckdb.FatalException | duckdb.InternalException)
    if not isinstance(error, duckdb.Error) or not (broken or "corrupt" in str(error).lower()):
        return None
    return StoreError(
        f"{place} is damaged: {_first_line(error)[:160]}",
        hint="Put a copy of it back, or ingest the histories into a new store.",
    )


def expect(path: Path) -> None:
    """Refuse a place where there is no store yet.

    Raises:
        StoreMissing: There is none.
    """
    if not path.exists():
        raise StoreMissing(
            f"There is no store at {path}.", hint="Make one with `kg ingest FILE`, or name it: --db"
        )


def _check_place(path: Path, read_only: bool) -> None:
    if path.is_dir():
        raise UsageError(f"{path} is a folder, not a store.", hint="Name a file: --db PATH")
    if path.exists():
        return
    if read_only:
        expect(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be made: {error.strerror}.", hint="Name another: --db PATH"
        ) from error


def _pending(db: duckdb.DuckDBPyConnection) -> bool:
    tables = {name for (name,) in db.execute("select table_name from duckdb_tables()").fetchall()}
    return "migration" not in tables or bool(unseen(db))


def _open(place: str, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    give_up = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            db = duckdb.connect(place, read_only=read_only, config=_config(place))
        except duckdb.IOException as error:
            if "not a valid DuckDB" in str(error):
                raise StoreError(
                    f"{place} is not a store.", hint="Name another: --db PATH"
                ) from error
            if "lock" not in str(error).lower():
                raise StoreError(f"Cannot open {place}: {_first_line(error)}") from error
            if time.monotonic() > give_up:
                raise _busy(place, error) from error
            time.sleep(0.1)
        except duckdb.Error as error:
            if found := damage(place, error):
                raise found from error
            raise StoreError(
                f"{place} is not a store: {_first_line(error)}", hint="Name another: --db PATH"
            ) from error
        else:
            _shut_in(db, place)
            return db


def _shut_in(db: duckdb.DuckDBPyConnection, place: str) -> None:
    """Allow no file but the one that an erasure writes: no text may make SQL read another."""
    if place != MEMORY:
        target = str(Path(place).resolve()) + REWRITE
        db.execute("set allowed_paths = $paths", {"paths": [target + s for s in SIDE_FILES]})
    db.execute("set enable_external_access = false")


def _config(place: str) -> dict[str, str | bool | int | float | list[str]]:
    # The block size is fixed when a file is made, and is refused for a database in memory.
    sizes = {} if place == MEMORY else {"default_block_size": "16384"}
    return {**SETTINGS, **sizes}


def _busy(place: str, error: duckdb.Error) -> StoreBusy:
    holder = re.search(r"PID (\d+)", str(error))
    who = f"process {holder[1]}" if holder else "another process"
    return StoreBusy(
        f"{place} is in use by {who}.", hint="Wait until it is done, stop it, or use another --db."
    )


def _first_line(error: duckdb.Error) -> str:
    return str(error).splitlines()[0]
