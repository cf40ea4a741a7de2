"""One connection a file and process: opening a store twice shares it, as DuckDB requires."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import duckdb

from tkg.kg.errors import StoreBusy
from tkg.kg.store.connection import MEMORY, connect


@dataclass(slots=True)
class _Open:
    db: duckdb.DuckDBPyConnection
    read_only: bool
    users: int


_open: dict[str, _Open] = {}
_guard = threading.Lock()


def acquire(path: str | Path, *, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Return a connection to the file, shared with whoever has it open in this process.

    A store that is open for reading here cannot be opened for writing as well.
    """
    if str(path) == MEMORY:
        return connect(path)
    place = str(Path(path).resolve())
    with _guard:
        held = _open.get(place)
        if held is None:
            held = _open[place] = _Open(connect(place, read_only=read_only), read_only, 0)
        elif held.read_only and not read_only:
            raise StoreBusy(
                f"{place} is open for reading in this process.", hint="Close that Memory first."
            )
        held.users += 1
        return held.db.cursor()


def release(path: str | Path, db: duckdb.DuckDBPyConnection) -> None:
    """Give a connection back; the file is let go with the last one."""
    db.close()
    if str(path) == MEMORY:
        return
    place = str(Path(path).resolve())
    with _guard:
        held = _open[place]
        held.users -= 1
        if held.users == 0:
            held.db.close()
            del _open[place]
