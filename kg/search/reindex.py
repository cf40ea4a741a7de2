"""Make the whole index again: after a new tokenizer, another embedder, or a loss."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

from tkg.kg.embed.embedder import Embedder
from tkg.kg.search.index import EMBEDDER, prepare, touch, write
from tkg.kg.store import turns

Progress = Callable[[int, int], None]
"""Told (turns done, turns in all) after every session."""


def reindex(
    db: duckdb.DuckDBPyConnection, embedder: Embedder | None, progress: Progress | None = None
) -> int:
    """Write every posting and vector anew, in one transaction; return how many turns there are."""
    sessions = [key for (key,) in db.execute("select key from session order by key").fetchall()]
    total = sum(row[0] for row in db.execute("select count(*) from turn").fetchall())
    done = 0
    db.begin()
    try:
        for table in ("delete from posting", "delete from indexed", "delete from vector"):
            db.execute(table)
        db.execute("delete from setting where name = $n", {"n": EMBEDDER})
        touch(db, removed=True)
        for key in sessions:
            said = turns.of_sessions(db, [key])
            write(db, prepare(said, embedder))
            done += len(said)
            if progress:
                progress(done, total)
    except BaseException:
        db.rollback()
        raise
    db.commit()
    return done
