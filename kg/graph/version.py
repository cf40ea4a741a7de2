"""A number that changes whenever what is derived does: what is held in memory is as old as it."""

from __future__ import annotations

import duckdb

NAME = "derived"
"""Name of the setting."""


def version(db: duckdb.DuckDBPyConnection) -> int:
    """Return the number."""
    row = db.execute("select value from setting where name = $n", {"n": NAME}).fetchone()
    return int(row[0]) if row else 0


def touch(db: duckdb.DuckDBPyConnection) -> None:
    """Count on. The caller holds the transaction."""
    now = version(db) + 1
    db.execute("delete from setting where name = $n", {"n": NAME})
    db.execute("insert into setting values ($n, $v)", {"n": NAME, "v": str(now)})
