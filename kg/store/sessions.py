"""Whole sessions: which are lacking, and writing one with all that was read in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

import duckdb

from tkg.kg.model import Extraction, Session
from tkg.kg.store import clauses, facts, spans, turns

if TYPE_CHECKING:
    from tkg.kg.search.index import Prepared

OF_TURNS = (
    """
    delete from span where turn in
        (select key from turn where session in (select unnest($keys::text[])))
    """,
    """
    delete from clause where turn in
        (select key from turn where session in (select unnest($keys::text[])))
    """,
)
OF_SESSION = (
    "delete from fact where session in (select unnest($keys::text[]))",
    "delete from same_as where session in (select unnest($keys::text[]))",
    "delete from turn where session in (select unnest($keys::text[]))",
    "delete from session where key in (select unnest($keys::text[]))",
)


NAMESAKES = """
select source, id, key, conversation, hash, place from session
where id in (select unnest($ids::text[])) order by source, id, key
"""


@dataclass(frozen=True, slots=True)
class Namesake:
    """A stored session, as far as it tells which one it is.

    Attributes:
        hash: Of all that was said.
        place: Of the file it was read from; "" where that is not known.
    """

    key: str
    conversation: str
    hash: str
    place: str


def namesakes(
    db: duckdb.DuckDBPyConnection, sessions: Sequence[Session]
) -> dict[tuple[str, str], list[Namesake]]:
    """Return the stored sessions of the same source and id as any of these, by source and id."""
    found: dict[tuple[str, str], list[Namesake]] = {}
    for source, name, *row in db.execute(NAMESAKES, {"ids": [s.id for s in sessions]}).fetchall():
        found.setdefault((source, name), []).append(Namesake(*row))
    return found


def lacking(
    db: duckdb.DuckDBPyConnection, sessions: Sequence[Session], extractor: str
) -> list[Session]:
    """Return those whose content is not stored, or was not read whole by this extractor."""
    stored = turns.stored(db, [s.key for s in sessions])
    new = [s for s in sessions if s.key not in stored]
    known = turns.same_content(db, [s.hash for s in new]) if new else set()
    return [
        s
        for s in sessions
        if (stored[s.key] != (s.hash, extractor, True) if s.key in stored else s.hash not in known)
    ]


def write(
    db: duckdb.DuckDBPyConnection,
    read: Sequence[tuple[Session, Extraction, Prepared]],
    recorded_at: datetime,
) -> None:
    """Write sessions with all that was read in them, and derive what follows from it.

    The caller holds the transaction. Of two with one key the later counts; what is stored under a
    key already is replaced.
    """
    from tkg.kg.graph.rebuild import update
    from tkg.kg.search import index

    lot = list({item[0].key: item for item in read}.values())
    if not lot:
        return
    keys = [session.key for session, _, _ in lot]
    lot = [(s, replace(e, facts=facts.in_place(e.facts)), p) for s, e, p in lot]
    extractions = [extraction for _, extraction, _ in lot]
    placed = spans.read(turn for session, _, _ in lot for turn in session.turns)
    replaced = remove(db, keys)
    turns.insert(db, [(s, e) for s, e, _ in lot], recorded_at=recorded_at)
    spans.insert(db, placed)
    facts.insert(db, [f for e in extractions for f in e.facts])
    clauses.insert(db, [c for e in extractions for c in e.clauses])
    clauses.insert_aliases(db, [a for e in extractions for a in e.aliases])
    index.write(db, index.joined([prepared for _, _, prepared in lot]))
    update(db, keys, [(s, e) for s, e, _ in lot], replaced)


def remove(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> list[str]:
    """Delete the rows of sessions, so that they can be written again; return which had any."""
    known = list(turns.stored(db, sessions))
    if not known:
        return []
    from tkg.kg.search import index

    index.remove(db, turns.numbers(db, known))
    for sql in (*OF_TURNS, *OF_SESSION):
        db.execute(sql, {"keys": known})
    return known
