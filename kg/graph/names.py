"""The stored map from names to entities: read without the graph library, written with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import duckdb

from tkg.kg.graph.surface import surface
from tkg.kg.model import digest

SUBJECTS = "select subject, min(said_at) from fact group by subject"
ALIASES = """
select mention, name, evidence, min(session), min(turn) from same_as
group by mention, name, evidence order by all
"""
INSERT = "insert into node select unnest($surface), unnest($entity), unnest($shown)"


def refresh(db: duckdb.DuckDBPyConnection) -> list[str]:
    """Work out the entities again, and return the subjects that belong to another one now."""
    from tkg.kg.graph.entities import Evidence, entities

    rows = db.execute(SUBJECTS).fetchall()
    said: dict[str, datetime | None] = {}
    shown: dict[str, str] = {}
    for subject, first in sorted(rows, key=lambda r: (r[1] is None, r[1], r[0])):
        said.setdefault(surface(subject), first)
        shown.setdefault(surface(subject), subject)
    evidence = [
        Evidence(mention, name, kind, (session, turn))
        for mention, name, kind, session, turn in db.execute(ALIASES).fetchall()
    ]
    for item in evidence:
        for name in (item.mention, item.name):
            said.setdefault(surface(name), None)
            shown.setdefault(surface(name), name)
    speakers = [s for (s,) in db.execute("select distinct speaker from turn").fetchall()]
    now = entities(said, evidence, speakers)
    before = entity_map(db)
    if now == before:
        return []
    db.execute("delete from node")
    names = sorted(now)
    db.execute(
        INSERT,
        {
            "surface": names,
            "entity": [now[n] for n in names],
            "shown": [shown.get(n, n) for n in names],
        },
    )
    changed = {n for n in now if now[n] != before.get(n, alone(n))}
    changed |= {n for n in before if n in now and before[n] != now[n]}
    return [subject for subject, _ in rows if surface(subject) in changed]


def entity_map(db: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """Return the entity of every surface that is known."""
    return dict(db.execute("select surface, entity from node").fetchall())


def entity(name: str, known: Mapping[str, str]) -> str:
    """Return the entity that a name means; one that is not known is its own."""
    folded = surface(name)
    return known.get(folded) or alone(folded)


def alone(folded: str) -> str:
    """Return the id of an entity that has no other name."""
    return digest("entity", folded)


def resolve(db: duckdb.DuckDBPyConnection, name: str) -> str | None:
    """Return the entity that a name means, or None where nobody is called so."""
    row = db.execute("select entity from node where surface = $s", {"s": surface(name)}).fetchone()
    return row[0] if row else None


def shown(db: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the names of every entity as they were written, by entity."""
    found: dict[str, list[str]] = {}
    for who, name in db.execute("select entity, shown from node order by entity, shown").fetchall():
        found.setdefault(who, []).append(name)
    return found
