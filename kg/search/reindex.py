"""Make the whole index again: after a new tokenizer, another embedder, or a loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import duckdb

from tkg.kg.embed.embedder import Embedder
from tkg.kg.model import Turn
from tkg.kg.search.index import DIMENSIONS, EMBEDDER, TOKENIZER, prepare, touch, write
from tkg.kg.store import turns

Progress = Callable[[int, int], None]
"""Told (turns done, turns in all) after every few sessions."""
AT_ONCE = 32
"""Sessions that are written together."""
EMPTY = ("delete from posting", "delete from indexed", "delete from vector")
SESSIONS = "select session from turn group by session order by min(number)"


def reindex(
    db: duckdb.DuckDBPyConnection, embedder: Embedder | None, progress: Progress | None = None
) -> int:
    """Write every posting and vector anew, in one transaction; return how many turns there are.

    Whatever stops it leaves the old index whole.
    """
    total = sum(row[0] for row in db.execute("select count(*) from turn").fetchall())
    done = 0
    db.begin()
    try:
        for table in EMPTY:
            db.execute(table)
        names = [EMBEDDER, DIMENSIONS, TOKENIZER]
        db.execute("delete from setting where name in (select unnest($n))", {"n": names})
        touch(db, removed=True)
        for said in _lots(db):
            write(db, prepare(said, embedder))
            done += len(said)
            if progress:
                progress(done, total)
    except BaseException:
        db.rollback()
        raise
    db.commit()
    return done


def _lots(db: duckdb.DuckDBPyConnection) -> Iterator[Sequence[Turn]]:
    sessions = [key for (key,) in db.execute(SESSIONS).fetchall()]
    for start in range(0, len(sessions), AT_ONCE):
        yield turns.of_sessions(db, sessions[start : start + AT_ONCE])
