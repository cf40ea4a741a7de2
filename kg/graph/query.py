"""Facts as they stand: of an entity, of a relation, at a time in the world, as told by a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import duckdb

from tkg.kg.graph import shelf as shelves
from tkg.kg.graph.age import at
from tkg.kg.graph.calendar_reach import floor, reach
from tkg.kg.graph.closers import closers, derived
from tkg.kg.graph.held import Held
from tkg.kg.graph.instead import settled
from tkg.kg.graph.names import leads, owner_of
from tkg.kg.graph.names_then import NamesThen
from tkg.kg.graph.place import Place, place
from tkg.kg.graph.seen import seen
from tkg.kg.graph.shelf import Entry, Pair, Shelf
from tkg.kg.graph.told import Interval, Stand, Told
from tkg.kg.model import Known, Status
from tkg.kg.store.instant import civil
from tkg.temporal.span import Span

ORDER = {
    status: place
    for place, status in enumerate(
        (
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
    )
}
PAST = frozenset((Status.ENDED, Status.LAPSED, Status.CANCELLED, Status.RETRACTED))
FIXED = {
    Stand.RETRACTED: Status.RETRACTED,
    Stand.CONTESTED: Status.CONTESTED,
    Stand.CANCELLED: Status.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of world time that is asked about, civil and half-open.

    Attributes:
        coarse: It is a stretch, not a moment: what ended at some time in it is part of the answer.
    """

    start: datetime
    end: datetime
    coarse: bool = False


def facts(
    db: duckdb.DuckDBPyConnection,
    *,
    subject: str | None,
    predicate: str | None,
    as_of: datetime | Span | Window,
    known_at: datetime | None,
    past: bool,
    held: Held | None = None,
) -> list[Known]:
    """Return facts as they stand; those that tell the same are one, with all their sources.

    Args:
        db: Where they are stored.
        subject: Any name of the one they are about; None for everybody.
        predicate: Any wording of the relation; None for all.
        as_of: World time.
        known_at: Leave out what was told later.
        past: Also what is over.
        held: What was read before, and is read from again.
    """
    keep = held or Held()
    keep.check(db)
    name = keep.relation(db, predicate) if predicate else None
    then = keep.then(db, known_at, subject) if known_at is not None else None
    if then is not None and known_at is not None:
        entries: Sequence[Entry] = _named_then(db, subject, known_at, then, keep)
    else:
        shelf = keep.shelf(db, subject) if subject is not None else shelves.read(db, None)
        entries = shelf.entries if known_at is None else _as_told(db, shelf, known_at)
    return _standing([e for e in entries if name in (None, e.relation)], as_of, past=past)


def changed(
    db: duckdb.DuckDBPyConnection,
    since: datetime,
    now: datetime,
    *,
    subject: str | None,
    predicate: str | None,
    held: Held | None = None,
) -> list[Known]:
    """Return what stands otherwise now than it did at a moment of the past.

    What began, ended, happened or lapsed since, and what was retracted since then.
    """
    keep = held or Held()
    keep.check(db)
    shelf = keep.shelf(db, subject) if subject is not None else shelves.read(db, None)
    name = keep.relation(db, predicate) if predicate else None
    then, present = window_of(since), window_of(now)
    found = []
    for entry in shelf.entries:
        status = status_of(entry.interval, present, alone=entry.alone)
        before = status_of(entry.interval, then, alone=entry.alone)
        by = shelf.facts.get(entry.interval.closed_by or "")
        taken = entry.interval.stand is Stand.RETRACTED and by is not None
        late = taken and by is not None and by.said_at is not None and by.said_at >= since
        if status is not None and (late or status != before) and name in (None, entry.relation):
            found.append(entry.standing(status))
    return sorted(found, key=_shown)


def _standing(
    entries: Sequence[Entry], as_of: datetime | Span | Window, *, past: bool
) -> list[Known]:
    window = window_of(as_of)
    found = []
    for entry in entries:
        status = status_of(entry.interval, window, alone=entry.alone)
        if status is not None and (past or status not in PAST):
            found.append(_aged(entry.standing(status), window))
    return sorted(found, key=_shown)


def _aged(known: Known, window: Window) -> Known:
    """Return an age as it is at the time asked about."""
    return replace(known, age=at(known.born, window.start, window.end)) if known.born else known


def _shown(known: Known) -> tuple[str, str, int, datetime, str]:
    begins = known.valid_from or datetime.min
    return known.entity, known.relation, ORDER[known.status], begins, known.id


def between(first: datetime | None, last: datetime | None) -> Window:
    """Return the stretch from one moment to another; None is without a bound."""
    start, end = civil(first), civil(last)
    return Window(start or datetime.min, end or datetime.max, coarse=True)


def window_of(as_of: datetime | Span | Window) -> Window:
    """Return the stretch that a time names; an instant is the shortest one there is."""
    if isinstance(as_of, Window):
        return as_of
    if isinstance(as_of, Span):
        return Window(as_of.start or datetime.min, as_of.end or datetime.max, coarse=True)
    moment = civil(as_of)
    assert moment is not None  # `civil` gives None for None only
    return Window(moment, moment + datetime.resolution)


def _as_told(db: duckdb.DuckDBPyConnection, shelf: Shelf, known_at: datetime) -> list[Entry]:
    """Derive again from what had been told by then; what was told at no known time is left out."""
    by_then = set(_told_by(shelf, known_at))
    places = [place for place, _ in shelf.pairs if place.fact in by_then]
    return _derived(shelf, places, shelf.told(db))


def _named_then(
    db: duckdb.DuckDBPyConnection,
    subject: str | None,
    known_at: datetime,
    then: NamesThen,
    keep: Held,
) -> list[Entry]:
    """The same, where names meant others then."""
    who = None if subject is None else set(then.means(subject, owner_of(db, subject)))
    shelf = shelves.read(db, None) if who is None else keep.held(db, then.today(db, who))
    told = {key: shelf.facts[key] for key in _told_by(shelf, known_at)}
    one, names = keep.groups(db), then.names
    called, known = leads(db, told, names), seen(db, told, names)
    placed = [place(k, f, names.of(f), one, called.get(k, "")) for k, f in told.items()]
    places = [p for p in placed if who is None or p.entity in who]
    return _derived(shelf, settled(places, told, known, one), known)


def _told_by(shelf: Shelf, known_at: datetime) -> list[str]:
    return [
        key
        for key, fact in shelf.facts.items()
        if fact.said_at is not None and fact.said_at <= known_at
    ]


def _derived(shelf: Shelf, places: Sequence[Place], known: Mapping[str, Told]) -> list[Entry]:
    ending = closers(places, known)
    slots: dict[str, list[Place]] = defaultdict(list)
    for found in places:
        slots[found.slot].append(found)
    where = {found.fact: found for found in places}
    pairs: list[Pair] = [
        (where[i.fact], i) for members in slots.values() for i in derived(members, ending, known)
    ]
    return shelf.entries_of(pairs)


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
    if interval.stand is Stand.BORN:
        unborn = interval.begins is not None and interval.begins >= window.end
        return None if unborn else Status.CURRENT
    if interval.stand is Stand.UNDATED:
        return Status.CURRENT if alone else Status.UNDATED
    over = interval.ends is not None and _last(interval.ends, interval, window) <= window.start
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
    if over:
        return Status.ENDED
    # Since when it held is unknown, so whether it did then is, too.
    return Status.UNDATED if interval.begins is None and interval.ends else Status.CURRENT


def _last(ends: datetime, interval: Interval, window: Window) -> datetime:
    """Return until when something may have held, as a window sees it."""
    if not window.coarse or interval.end_grain is None or interval.stand is not Stand.HELD:
        return ends
    return reach(floor(ends, interval.end_grain), interval.end_grain)
