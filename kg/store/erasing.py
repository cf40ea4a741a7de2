"""Carry an erasure out: delete, derive again, write the file anew and read back that it is gone."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import duckdb

from tkg.kg.store import erase, shared
from tkg.kg.store.connection import MEMORY, connect
from tkg.kg.store.erase import Erased
from tkg.kg.store.transaction import transaction


def carry_out(
    db: duckdb.DuckDBPyConnection, path: str | Path, erased: Erased
) -> duckdb.DuckDBPyConnection:
    """Erase, and return the connection to go on with: that of the new file.

    Raises:
        StoreError: An erased text is still in the new file; the old file is left as it was.
        StoreBusy: The store is open elsewhere in this process.
    """
    from tkg.kg.search import ann

    _delete(db, path, erased)
    if path == MEMORY:
        erase.check(db, erased)
        return db
    place = Path(path)
    had_graph = ann.drop(place.resolve())
    new = _anew(db, place, erased)
    if had_graph:
        ann.keep(new)
    return new


def _delete(db: duckdb.DuckDBPyConnection, path: str | Path, erased: Erased) -> None:
    """Delete the rows, and derive what they had touched again."""
    from tkg.kg.graph.rebuild import update
    from tkg.kg.graph.regroup import forget
    from tkg.kg.search.index import remove

    touched = erase.sessions_of(db, erased)
    numbers = erase.numbers_of(db, erased)
    with transaction(db, path):
        remove(db, numbers)
        erase.delete(db, erased)
        update(db, touched)
        forget(db)


def _anew(db: duckdb.DuckDBPyConnection, place: Path, erased: Erased) -> duckdb.DuckDBPyConnection:
    """Put a new file in the place of the old one, read back before it takes it."""
    new = erase.rewrite(db, place)
    with closing(connect(new)) as copy:
        erase.check(copy, erased)
    shared.release(place, db)
    erase.put_in_place(new, place)
    return shared.acquire(place, read_only=False)
