"""Bring a database up to date: run kg/migrations/NNNN_name.sql once each, in order."""

from __future__ import annotations

from importlib.resources import files

import duckdb

from tkg.kg.errors import StoreNewer


def migrate(db: duckdb.DuckDBPyConnection) -> list[str]:
    """Apply the migrations this file has not seen.

    Each runs in one transaction with the row that records it, so a failed one leaves nothing.

    Returns:
        Names of the migrations applied now, oldest first.

    Raises:
        StoreNewer: The file was written by a newer version.
    """
    db.execute("create table if not exists migration (name text primary key)")
    pending = unseen(db)
    for name, sql in pending:
        db.begin()
        try:
            db.execute(sql)
            db.execute("insert into migration values (?)", [name])
        except duckdb.Error:
            db.rollback()
            raise
        db.commit()
    return [name for name, _ in pending]


def unseen(db: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """Return (name, sql) of the migrations that the file lacks, oldest first.

    Raises:
        StoreNewer: The file has a migration that this version does not know.
    """
    done = {name for (name,) in db.execute("select name from migration").fetchall()}
    known = _migrations()
    if newer := sorted(done - known.keys()):
        raise StoreNewer(f"The store has migration {newer[-1]}, which this version does not know.")
    return [(name, known[name]) for name in sorted(known.keys() - done)]


def _migrations() -> dict[str, str]:
    return {
        entry.name.removesuffix(".sql"): entry.read_text(encoding="utf-8")
        for entry in files("tkg.kg").joinpath("migrations").iterdir()
        if entry.name.endswith(".sql")
    }
