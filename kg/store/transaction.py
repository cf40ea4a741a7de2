"""All of a block or none of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from tkg.kg.errors import StoreError


@contextmanager
def transaction(
    db: duckdb.DuckDBPyConnection, path: str | Path
) -> Iterator[duckdb.DuckDBPyConnection]:
    """Do all of a block or none of it.

    Raises:
        StoreError: The file at this path takes no more; the block is undone.
    """
    db.begin()
    try:
        yield db
    except BaseException:
        db.rollback()
        raise
    try:
        db.commit()
    except (duckdb.TransactionException, duckdb.IOException) as error:
        # A full disk: DuckDB has undone the block already.
        raise StoreError(
            f"{path} cannot be written: {str(error).splitlines()[0]}",
            hint="What was stored before is kept. Make room, and run it again.",
        ) from error
