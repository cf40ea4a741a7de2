"""What was derived, on disk: where each fact belongs and how long it holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg.graph.place import Place
from tkg.kg.graph.told import Interval, Stand
from tkg.kg.model import Basis
from tkg.temporal.span import Grain

Row = tuple[
    str,  # fact
    str,  # session
    str,  # entity
    str,  # relation
    str,  # slot
    datetime | None,  # begins
    datetime | None,  # ends
    str,  # basis
    str | None,  # grain
    str,  # stand
    str,  # lead
    str | None,  # closed_by
    str,  # closed_rule
    str | None,  # end_grain
]
"""A row of the table, its columns in order."""

OF_FACTS = """
select fact, entity, relation, slot from reading
where session in (select unnest($sessions::text[])) or fact in (select unnest($facts::text[]))
"""
OF_SLOTS = "select * from reading where slot in (select unnest($slots::text[]))"
OF_RELATIONS = """
select fact, entity, relation, slot from reading
where (entity, relation) in (select (unnest($entities::text[]), unnest($relations::text[])))
"""
OF_SWAPS = """
select r.fact, r.entity, r.relation, r.slot, f.value, f.instead_of from reading r, fact f
where f.instead_of is not null and f.key = r.fact
    and r.entity in (select unnest($entities::text[]))
"""
CLOSED = "select slot from reading where closed_by in (select unnest($facts::text[]))"
AROUND = """
select fact, entity, relation, slot from reading
where entity in (select unnest($entities::text[])) and regexp_matches(slot, $pattern)
"""
EVERY = "select * from reading order by entity, relation, slot, begins nulls first, fact"
SELECTED = """
select * from reading where entity = any($entities::text[])
order by entity, relation, slot, begins nulls first, fact
"""
DELETE = "delete from reading where fact in (select unnest($facts::text[]))"
INSERT = """
insert into reading
select
    unnest($fact::text[]), unnest($session::text[]), unnest($entity::text[]),
    unnest($relation::text[]), unnest($slot::text[]), unnest($begins::timestamp[]),
    unnest($ends::timestamp[]), unnest($basis::text[]), unnest($grain::text[]),
    unnest($stand::text[]), unnest($lead::text[]), unnest($closed_by::text[]),
    unnest($closed_rule::text[]), unnest($end_grain::text[])
"""
COLUMNS = (
    "fact",
    "session",
    "entity",
    "relation",
    "slot",
    "begins",
    "ends",
    "basis",
    "grain",
    "stand",
    "lead",
    "closed_by",
    "closed_rule",
    "end_grain",
)


def of_facts(
    db: duckdb.DuckDBPyConnection, sessions: Sequence[str], facts: Sequence[str]
) -> list[Place]:
    """Return where the facts of sessions, and other facts, belonged."""
    if not sessions and not facts:
        return []
    rows = db.execute(OF_FACTS, {"sessions": list(sessions), "facts": list(facts)}).fetchall()
    return [Place(*row) for row in rows]


def of_slots(db: duckdb.DuckDBPyConnection, slots: Collection[str]) -> list[Row]:
    """Return every row of these slots."""
    return db.execute(OF_SLOTS, {"slots": sorted(slots)}).fetchall() if slots else []


def of_relations(db: duckdb.DuckDBPyConnection, pairs: Collection[tuple[str, str]]) -> list[Place]:
    """Return what is known of each entity in the relation beside it."""
    if not pairs:
        return []
    entities, relations = zip(*sorted(pairs), strict=True)
    rows = db.execute(
        OF_RELATIONS, {"entities": list(entities), "relations": list(relations)}
    ).fetchall()
    return [Place(*row) for row in rows]


def swaps(db: duckdb.DuckDBPyConnection, entities: Collection[str]) -> list[tuple[Place, str, str]]:
    """Return what stands instead of something with these entities: place, value, old value."""
    if not entities:
        return []
    rows = db.execute(OF_SWAPS, {"entities": sorted(entities)}).fetchall()
    return [(Place(*row[:4]), row[4], row[5]) for row in rows]


def closed_by(db: duckdb.DuckDBPyConnection, facts: Collection[str]) -> set[str]:
    """Return the slots in which these facts close or take back something."""
    if not facts:
        return set()
    return {slot for (slot,) in db.execute(CLOSED, {"facts": sorted(facts)}).fetchall()}


def around(
    db: duckdb.DuckDBPyConnection, entities: Collection[str], stems: Collection[str]
) -> list[Place]:
    """Return what these entities hold in slots of one value, or of one that has such a stem."""
    words = "|".join(map(re.escape, sorted(stems)))
    given = {"entities": sorted(entities), "pattern": rf"^[^|]*\|[^|]*$|\b({words})\b"}
    return [Place(*row) for row in db.execute(AROUND, given).fetchall()]


def selected(
    db: duckdb.DuckDBPyConnection, entities: Sequence[str] | None
) -> list[tuple[Place, Interval]]:
    """Return what is known of some entities; None is of everybody."""
    asked = db.execute(EVERY) if entities is None else _of(db, entities)
    return [(place(row), interval(row)) for row in asked.fetchall()]


def _of(db: duckdb.DuckDBPyConnection, entities: Sequence[str]) -> duckdb.DuckDBPyConnection:
    return db.execute(SELECTED, {"entities": list(entities)})


def cluster(written: Row) -> tuple[str, str]:
    """Return the order of rows on disk: those of one slot lie side by side."""
    return written[4], written[0]


def delete(db: duckdb.DuckDBPyConnection, facts: Collection[str]) -> None:
    """Delete the rows of these facts. The caller holds the transaction."""
    if facts:
        db.execute(DELETE, {"facts": sorted(facts)})


def insert(db: duckdb.DuckDBPyConnection, rows: Sequence[Row]) -> None:
    """Append rows. The caller holds the transaction."""
    if rows:
        columns: Iterable[tuple[Any, ...]] = zip(*rows, strict=True)
        db.execute(INSERT, {n: list(c) for n, c in zip(COLUMNS, columns, strict=True)})


def row(place: Place, session: str, found: Interval) -> Row:
    """Return what is written of an interval."""
    return (
        found.fact,
        session,
        place.entity,
        place.relation,
        place.slot,
        found.begins,
        found.ends,
        found.basis.value,
        found.grain.value if found.grain else None,
        found.stand.value,
        found.lead,
        found.closed_by,
        found.closed_rule,
        found.end_grain.value if found.end_grain else None,
    )


def place(written: Row) -> Place:
    """Return where the fact of a row belongs."""
    return Place(written[0], written[2], written[3], written[4])


def interval(written: Row) -> Interval:
    """Return what a row says was derived."""
    fact, _, _, _, _, begins, ends, basis, grain, stand, lead, closed_by, rule, end_grain = written
    return Interval(
        fact=fact,
        lead=lead,
        stand=Stand(stand),
        begins=begins,
        ends=ends,
        basis=Basis(basis),
        grain=Grain(grain) if grain else None,
        closed_by=closed_by,
        closed_rule=rule,
        end_grain=Grain(end_grain) if end_grain else None,
    )
