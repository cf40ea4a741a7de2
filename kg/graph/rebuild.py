"""Keep what is derived up to date: entities, slots and intervals of what a session touches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from tkg.kg.graph.names import Names, known
from tkg.kg.graph.predicates import Relation, enders, meaning, named
from tkg.kg.graph.told import ASSISTANT, OTHER, PERSON, Interval, Told, told
from tkg.kg.graph.values import agree, stems
from tkg.kg.model import Change, Fact, Polarity
from tkg.kg.store import facts as words
from tkg.kg.store import spans
from tkg.temporal.span import Span

GONE = "select fact, slot from reading where session in (select unnest($sessions::text[]))"
OF_SESSIONS = "select key from fact where session in (select unnest($sessions::text[]))"
IN_SLOTS = (
    "select fact, entity, relation, slot from reading where slot in (select unnest($slots::text[]))"
)
ENDING = """
select fact, entity, relation, slot from reading
where entity in (select unnest($entities::text[]))
    and relation in (select unnest($relations::text[]))
"""
INSERT = """
insert into reading
select
    unnest($fact::text[]), unnest($session::text[]), unnest($entity::text[]),
    unnest($relation::text[]), unnest($slot::text[]), unnest($begins::timestamp[]),
    unnest($ends::timestamp[]), unnest($basis::text[]), unnest($grain::text[]),
    unnest($stand::text[]), unnest($lead::text[]), unnest($closed_by::text[]),
    unnest($closed_rule::text[])
"""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact belongs."""

    fact: str
    entity: str
    relation: str
    slot: str


def update(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> None:
    """Derive again whatever these sessions touch, now or before. The caller holds the transaction.

    A name learned late moves the facts that used its other form, however old.
    """
    from tkg.kg.graph.refresh import refresh

    derive_again(db, sessions, refresh(db, sessions))


def derive_again(
    db: duckdb.DuckDBPyConnection, sessions: Sequence[str], moved: Sequence[str] = ()
) -> None:
    """Derive again the slots of these sessions, and of facts that belong to others now."""
    stale = dict(db.execute(GONE, {"sessions": list(sessions)}).fetchall())
    keys = _column(db, OF_SESSIONS, {"sessions": list(sessions)})
    fresh = list(dict.fromkeys((*keys, *moved)))
    slots = set(stale.values()) | _slots_of(db, fresh)
    db.execute(
        "delete from reading where fact in (select unnest($facts::text[]))",
        {"facts": [*stale, *fresh]},
    )
    placed = _places(db, fresh)
    slots |= {p.slot for p in placed}
    slots |= _ended_slots(db, placed, slots)
    _derive(db, slots, placed)


def _slots_of(db: duckdb.DuckDBPyConnection, facts: Sequence[str]) -> set[str]:
    sql = "select slot from reading where fact in (select unnest($facts::text[]))"
    return set(_column(db, sql, {"facts": list(facts)}))


def _places(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> list[Place]:
    found = words.by_key(db, keys)
    of = known(db, found.values())
    return [place(key, fact, of) for key, fact in found.items()]


def place(key: str, fact: Fact, of: Names) -> Place:
    """Return the slot of a fact: one value at a time, or one slot a value."""
    means = meaning(fact.predicate).relation
    who = of.of(fact)
    return Place(key, who, means.name, slot(who, means, fact.value))


def slot(entity: str, means: Relation, value: str) -> str:
    """Return the name of the slot of a value."""
    if means.single:
        return f"{entity}|{means.name}"
    return f"{entity}|{means.name}|{' '.join(sorted(stems(value)))}"


def _ended_slots(
    db: duckdb.DuckDBPyConnection, placed: Iterable[Place], touched: Iterable[str]
) -> set[str]:
    """Return the slots that a leaving or a sale may end."""
    names = {(p.entity, name) for p in placed for name in meaning(p.relation).ends}
    for touched_slot in touched:
        who, relation_, *_ = touched_slot.split("|")
        names |= {(who, name) for name in meaning(relation_).ends}
    found: set[str] = set()
    for who, name in sorted(names):
        sql = "select slot from reading where entity = $entity and relation = $relation"
        found |= set(_column(db, sql, {"entity": who, "relation": name}))
    return found


def _derive(db: duckdb.DuckDBPyConnection, slots: set[str], placed: Sequence[Place]) -> None:
    """Write the intervals of whole slots anew."""
    rows = db.execute(IN_SLOTS, {"slots": sorted(slots)}).fetchall()
    places = [*(Place(*row) for row in rows), *placed]
    if not places:
        return
    closers = _closers(db, places)
    known = _told(db, [p.fact for p in (*places, *closers)])
    by_slot: dict[str, list[Place]] = defaultdict(list)
    for p in places:
        by_slot[p.slot].append(p)
    out: list[tuple[Place, Interval, str]] = []
    for members in by_slot.values():
        intervals = derived(members, closers, {k: t for k, (t, _) in known.items()})
        where = {p.fact: p for p in members}
        out += [(where[i.fact], i, known[i.fact][1]) for i in intervals if i.fact in where]
    db.execute(
        "delete from reading where slot in (select unnest($slots::text[]))",
        {"slots": sorted(slots)},
    )
    _insert(db, out)


def derived(
    members: Sequence[Place], closers: Sequence[Place], known: dict[str, Told]
) -> list[Interval]:
    """Return the intervals of one slot, told endings in other words ("left Acme") included."""
    from tkg.kg.graph.validity import derive

    first = members[0]
    means = named(first.relation)
    facts = [known[p.fact] for p in members if p.fact in known]
    for closer in closers:
        ends = first.relation in meaning(closer.relation).ends and closer.entity == first.entity
        if ends and closer.fact in known:
            fact = known[closer.fact]
            if not fact.denies and any(agree(f.value, fact.value) for f in facts):
                facts.append(replace(fact, change=Change.END))
    return derive(facts, means)


def _closers(db: duckdb.DuckDBPyConnection, places: Sequence[Place]) -> list[Place]:
    relations = {name for p in places for name in enders(p.relation)}
    if not relations:
        return []
    ended = sorted({p.entity for p in places if enders(p.relation)})
    rows = db.execute(ENDING, {"entities": ended, "relations": sorted(relations)}).fetchall()
    stored = [Place(*row) for row in rows]
    fresh = [p for p in places if p.relation in relations]
    return list({p.fact: p for p in (*stored, *fresh)}.values())


def _told(db: duckdb.DuckDBPyConnection, keys: Sequence[str]) -> dict[str, tuple[Told, str]]:
    """Return what the derivation sees of each fact, and the key of its session."""
    found = words.by_key(db, list(dict.fromkeys(keys)))
    return {key: (t, found[key].session) for key, t in seen(db, found).items()}


def seen(db: duckdb.DuckDBPyConnection, found: dict[str, Fact]) -> dict[str, Told]:
    """Return what the derivation sees of facts, their spans looked up."""
    turns = {w.turn for f in found.values() for w in (f.time, f.end_time) if w}
    placed = spans.of_turns(db, sorted(turns))
    of = known(db, found.values())
    out = {}
    for key, fact in found.items():
        means = meaning(fact.predicate)
        if means.denies:
            flipped = Polarity.NO if fact.polarity is Polarity.YES else Polarity.YES
            fact = replace(fact, polarity=flipped)
        own = of.teller(fact) == of.of(fact)
        own = own or fact.subject.startswith(f"{fact.said_by}'s ")
        voice = ASSISTANT if fact.by_assistant else PERSON if own else OTHER
        out[key] = told(
            fact, key, span_of(fact, placed), end_of(fact, placed), voice, starts=means.starts
        )
    return out


def span_of(fact: Fact, placed: dict[str, list[Span]]) -> Span | None:
    """Return the span at a fact's time words."""
    return _at(placed, fact.time.turn, fact.time.offset) if fact.time else None


def end_of(fact: Fact, placed: dict[str, list[Span]]) -> Span | None:
    """Return the span at the words for a fact's end."""
    return _at(placed, fact.end_time.turn, fact.end_time.offset) if fact.end_time else None


def _at(placed: dict[str, list[Span]], turn: str, offset: int) -> Span | None:
    near = [s for s in placed.get(turn, ()) if s.offset <= offset < s.until]
    near = near or [s for s in placed.get(turn, ()) if offset <= s.offset < offset + 12]
    return near[0] if near else None


def _insert(db: duckdb.DuckDBPyConnection, rows: Sequence[tuple[Place, Interval, str]]) -> None:
    if not rows:
        return
    columns: dict[str, list[Any]] = {
        "fact": [i.fact for _, i, _ in rows],
        "session": [s for _, _, s in rows],
        "entity": [p.entity for p, _, _ in rows],
        "relation": [p.relation for p, _, _ in rows],
        "slot": [p.slot for p, _, _ in rows],
        "begins": [i.begins for _, i, _ in rows],
        "ends": [i.ends for _, i, _ in rows],
        "basis": [str(i.basis) for _, i, _ in rows],
        "grain": [i.grain and str(i.grain) for _, i, _ in rows],
        "stand": [str(i.stand) for _, i, _ in rows],
        "lead": [i.lead for _, i, _ in rows],
        "closed_by": [i.closed_by for _, i, _ in rows],
        "closed_rule": [i.closed_rule for _, i, _ in rows],
    }
    db.execute(INSERT, columns)


def _column(db: duckdb.DuckDBPyConnection, sql: str, values: dict[str, Any]) -> list[str]:
    return [row[0] for row in db.execute(sql, values).fetchall()]
