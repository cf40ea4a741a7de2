"""Facts as they stand: of an entity, of a relation, at a time in the world, as told by a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from tkg.kg.graph.names import means
from tkg.kg.graph.predicates import relation
from tkg.kg.graph.rebuild import Place, derived, seen, span_of
from tkg.kg.graph.told import Interval, Stand
from tkg.kg.model import Basis, Fact, Known, Status
from tkg.kg.store import facts as words
from tkg.kg.store import spans
from tkg.kg.store.instant import civil, to_row
from tkg.temporal.span import Grain, Span

READINGS = """
select fact, entity, relation, slot, begins, ends, basis, grain, stand, lead, closed_by, closed_rule
from reading
where ($entities::text[] is null or list_contains($entities, entity))
    and ($relation::text is null or relation = $relation)
order by entity, relation, slot, begins nulls first, fact
"""
KNOWN_BY = "select key from fact where said_at <= $until and key in (select unnest($keys::text[]))"
ORDER = (
    Status.CURRENT,
    Status.PLANNED,
    Status.HAPPENED,
    Status.UNDATED,
    Status.CONTESTED,
    Status.ENDED,
    Status.LAPSED,
    Status.CANCELLED,
    Status.RETRACTED,
)
PAST = (Status.ENDED, Status.LAPSED, Status.CANCELLED, Status.RETRACTED)


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of world time that is asked about, civil and half-open."""

    start: datetime
    end: datetime


def facts(
    db: duckdb.DuckDBPyConnection,
    *,
    subject: str | None,
    predicate: str | None,
    as_of: datetime | Span,
    known_at: datetime | None,
    past: bool,
) -> list[Known]:
    """Return facts as they stand; those that tell the same are one, with all their sources."""
    who = means(db, subject) if subject is not None else None
    if who == []:
        return []
    name = relation(predicate).name if predicate else None
    rows = db.execute(READINGS, {"entities": who, "relation": name}).fetchall()
    pairs = [(Place(*row[:4]), _interval(row)) for row in rows]
    if known_at is not None:
        pairs = _as_told(db, [p for p, _ in pairs], known_at)
    window = window_of(as_of)
    found = _known(db, pairs, window)
    return sorted(
        (k for k in found if past or k.status not in PAST),
        key=lambda k: (
            k.entity,
            k.relation,
            ORDER.index(k.status),
            k.valid_from or datetime.min,
            k.id,
        ),
    )


def window_of(as_of: datetime | Span) -> Window:
    """Return the stretch that a time names; an instant is the shortest one there is."""
    if isinstance(as_of, Span):
        return Window(as_of.start or datetime.min, as_of.end or datetime.max)
    moment = civil(as_of)
    assert moment is not None  # `civil` gives None for None only
    return Window(moment, moment + datetime.resolution)


def _interval(row: Sequence[Any]) -> Interval:
    fact, _, _, _, begins, ends, basis, grain, stand, lead, closed_by, closed_rule = row
    return Interval(
        fact=fact,
        lead=lead,
        stand=Stand(stand),
        begins=begins,
        ends=ends,
        basis=Basis(basis),
        grain=Grain(grain) if grain else None,
        closed_by=closed_by,
        closed_rule=closed_rule,
    )


def _as_told(
    db: duckdb.DuckDBPyConnection, places: Sequence[Place], known_at: datetime
) -> list[tuple[Place, Interval]]:
    """Derive again from what had been told by then; what was told at no known time is left out."""
    until, _ = to_row(known_at)
    keys = [p.fact for p in places]
    rows = db.execute(KNOWN_BY, {"until": until, "keys": keys}).fetchall()
    by_then = {key for (key,) in rows}
    known = seen(db, words.by_key(db, sorted(by_then)))
    slots: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        if place.fact in by_then:
            slots[place.slot].append(place)
    out = []
    for members in slots.values():
        of = {p.fact: p for p in members}
        out += [(of[i.fact], i) for i in derived(members, (), known)]
    return out


def _known(
    db: duckdb.DuckDBPyConnection, pairs: Sequence[tuple[Place, Interval]], window: Window
) -> list[Known]:
    """Return one fact for all that tell the same, where it stands in the window."""
    stored = words.by_key(db, [i.fact for _, i in pairs])
    groups: dict[str, list[tuple[Place, Interval]]] = defaultdict(list)
    for place, interval in pairs:
        if interval.fact in stored:
            groups[interval.lead if interval.stand in MERGED else interval.fact].append(
                (place, interval)
            )
    turns = _shown_turns(db, stored)
    placed = spans.of_turns(db, sorted({f.time.turn for f in stored.values() if f.time}))
    alone = {slot: n for slot, n in _sizes(groups).items()}
    out = []
    for lead, group in sorted(groups.items()):
        place, interval = next(((p, i) for p, i in group if i.fact == lead), group[0])
        status = status_of(interval, window, alone=alone[place.slot] == 1)
        if status is not None:
            out.append(_one(place, interval, status, group, stored, turns, placed))
    return out


MERGED = (Stand.HELD, Stand.EVENT)


def _sizes(groups: Mapping[str, list[tuple[Place, Interval]]]) -> dict[str, int]:
    sizes: dict[str, int] = defaultdict(int)
    for group in groups.values():
        sizes[group[0][0].slot] += 1
    return sizes


def _one(
    place: Place,
    interval: Interval,
    status: Status,
    group: Sequence[tuple[Place, Interval]],
    stored: Mapping[str, Fact],
    turns: Mapping[str, str],
    placed: dict[str, list[Span]],
) -> Known:
    fact = stored[interval.fact]
    told = sorted((stored[i.fact] for _, i in group), key=lambda f: (str(f.said_at), f.index))
    sources = dict.fromkeys(turns[t] for f in (fact, *told) for t in f.turns if t in turns)
    event = span_of(fact, placed) or next((s for f in told if (s := span_of(f, placed))), None)
    return Known(
        id=interval.fact,
        fact=fact,
        entity=place.entity,
        slot=place.slot,
        relation=place.relation,
        status=status,
        event=event,
        valid_from=interval.begins,
        valid_to=interval.ends,
        basis=interval.basis,
        grain=interval.grain,
        closed_by=interval.closed_by,
        closed_rule=interval.closed_rule,
        sources=tuple(sources),
    )


def status_of(interval: Interval, window: Window, *, alone: bool) -> Status | None:
    """Return where a fact stands in a window; None where it had not begun.

    Args:
        interval: What was derived.
        window: The stretch that is asked about; several values may overlap it.
        alone: Whether nothing else is known in its slot.
    """
    fixed = FIXED.get(interval.stand)
    if fixed is not None:
        return fixed
    if interval.stand is Stand.UNDATED:
        return Status.CURRENT if alone else Status.UNDATED
    over = interval.ends is not None and interval.ends <= window.start
    ahead = interval.begins is not None and interval.begins >= window.end
    if interval.stand is Stand.PLAN:
        if interval.closed_by:
            return Status.HAPPENED
        return Status.LAPSED if over else Status.PLANNED
    if ahead:
        return None
    if interval.stand is Stand.EVENT:
        untold = interval.begins is None and interval.ends and interval.ends >= window.end
        if untold:
            return None  # it happened at some time before it was told, perhaps after this window
        return Status.HAPPENED
    return Status.ENDED if over else Status.CURRENT


FIXED = {
    Stand.RETRACTED: Status.RETRACTED,
    Stand.CONTESTED: Status.CONTESTED,
    Stand.CANCELLED: Status.CANCELLED,
}


def _shown_turns(db: duckdb.DuckDBPyConnection, stored: Mapping[str, Fact]) -> dict[str, str]:
    keys = sorted({t for f in stored.values() for t in f.turns})
    rows = db.execute(
        "select key, id from turn where key in (select unnest($k::text[]))", {"k": keys}
    ).fetchall()
    return dict(rows)
