"""Keep what is derived up to date: entities, slots and intervals of what a session touches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

import duckdb

from tkg.kg.graph import readings
from tkg.kg.graph.closers import closers, derived
from tkg.kg.graph.groups import Groups, groups
from tkg.kg.graph.instead import settled
from tkg.kg.graph.names import known, leads
from tkg.kg.graph.place import Place, place, slot
from tkg.kg.graph.predicates import enders, may_end, named
from tkg.kg.graph.seen import seen
from tkg.kg.graph.values import stems
from tkg.kg.graph.version import touch
from tkg.kg.model import Extraction, Fact, Session
from tkg.kg.store import facts as words


def update(
    db: duckdb.DuckDBPyConnection,
    sessions: Sequence[str],
    read: Sequence[tuple[Session, Extraction]] = (),
    replaced: Sequence[str] | None = None,
) -> None:
    """Derive again whatever these sessions touch, now or before. The caller holds the transaction.

    A name learned late moves the facts that used its other form, however old.

    Args:
        db: Where they are stored.
        sessions: Keys of the sessions that came, changed or went.
        read: The same sessions, where they are at hand: that spares reading them back.
        replaced: Those that were stored before, where that is known: likewise.
    """
    from tkg.kg.graph.refresh import refresh

    moved = refresh(db, sessions, read, replaced)
    at_hand = {fact.key: fact for _, extraction in read for fact in extraction.facts}
    told = at_hand if read else words.told(db, sessions)
    derive_again(db, moved, told, sessions if replaced is None else replaced)


def derive_again(
    db: duckdb.DuckDBPyConnection,
    moved: Sequence[str],
    told: Mapping[str, Fact] = MappingProxyType({}),
    replaced: Sequence[str] = (),
) -> None:
    """Derive again the slots of facts that are others' now, of what is told and of what was.

    Args:
        db: Where they are stored.
        moved: Keys of facts that belong to others now.
        told: Facts of the sessions that came or changed, as they are now, by key.
        replaced: Sessions of which something may have been derived before.
    """
    fresh = {**told, **words.by_key(db, [key for key in moved if key not in told])}
    who = known(db, fresh.values())
    one = groups(db)
    called = leads(db, fresh, who)
    placed = [place(k, f, who.of(f), one, called.get(k, "")) for k, f in fresh.items()]
    before = readings.of_facts(db, replaced, moved)
    places = [*before, *placed]
    slots = _touched(db, places) | _swapped(db, places, fresh)
    slots |= readings.closed_by(db, {p.fact for p in before})
    stored = {row[0]: row for row in readings.of_slots(db, slots)}
    gone = {p.fact for p in before} - fresh.keys()
    other = fresh.keys() | gone
    kept = [readings.place(row) for key, row in stored.items() if key not in other]
    now = _derived(db, [*kept, *placed], fresh, gone, one)
    changed = {key for key in stored.keys() | now.keys() if stored.get(key) != now.get(key)}
    readings.delete(db, changed & stored.keys())
    readings.insert(db, sorted((now[key] for key in changed & now.keys()), key=readings.cluster))
    touch(db)


def _touched(db: duckdb.DuckDBPyConnection, places: Iterable[Place]) -> set[str]:
    """Return the slots of places, and those that a leaving or a sale among them may end."""
    slots = set()
    pairs: set[tuple[str, str]] = set()
    for p in places:
        slots.add(p.slot)
        pairs.update((p.entity, name) for name in may_end(p.relation))
    return slots | {p.slot for p in readings.of_relations(db, pairs)}


def _swapped(
    db: duckdb.DuckDBPyConnection, places: Sequence[Place], fresh: Mapping[str, Fact]
) -> set[str]:
    """Return the slots in which something may stand instead of something else: "from A to B"."""
    told = [(p, fresh[p.fact]) for p in places if p.fact in fresh]
    swaps = [(p, f.value, f.instead_of) for p, f in told if f.instead_of]
    swaps += readings.swaps(db, {p.entity for p in places})
    if not swaps:
        return set()
    slots = {p.slot for p, _, _ in swaps}
    stored = readings.around(
        db, {p.entity for p, _, _ in swaps}, {s for _, _, old in swaps for s in stems(old)}
    )
    for held in (*stored, *places):
        new = (value for p, value, _ in swaps if p.entity == held.entity)
        slots.add(held.slot)
        slots.update(slot(held.entity, named(held.relation), value) for value in new)
    return slots


def _derived(
    db: duckdb.DuckDBPyConnection,
    places: Sequence[Place],
    fresh: Mapping[str, Fact],
    gone: Collection[str],
    one: Groups,
) -> dict[str, readings.Row]:
    """Return the rows of whole slots, derived anew."""
    ending = _ending(db, places, gone)
    wanted = dict.fromkeys(p.fact for p in (*places, *ending))
    facts = {**words.by_key(db, [key for key in wanted if key not in fresh]), **fresh}
    told = seen(db, facts)
    places = settled(places, facts, told, one)
    ends = closers(list({p.fact: p for p in (*ending, *places)}.values()), told)
    by_slot: dict[str, list[Place]] = defaultdict(list)
    for p in places:
        by_slot[p.slot].append(p)
    where = {p.fact: p for p in places}
    return {
        i.fact: readings.row(where[i.fact], facts[i.fact].session, i)
        for members in by_slot.values()
        for i in derived(members, ends, told)
    }


def _ending(
    db: duckdb.DuckDBPyConnection, places: Sequence[Place], gone: Collection[str]
) -> list[Place]:
    """Return what may end these places: stored, or among them."""
    pairs = {(p.entity, name) for p in places for name in enders(p.relation)}
    stored = readings.of_relations(db, pairs)
    fresh = [p for p in places if (p.entity, p.relation) in pairs]
    found = {p.fact: p for p in (*stored, *fresh) if p.fact not in gone}
    return list(found.values())
