"""Rules 3 to 6: the stretches in which the values of one slot hold.

Facts are put in their place in world time and gone through once; what is open and does not agree
with the next value is closed by it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tkg.kg.graph.calendar_reach import reach
from tkg.kg.graph.one_value import one_value
from tkg.kg.graph.predicates import Relation
from tkg.kg.graph.told import Order, Told
from tkg.kg.graph.values import agree
from tkg.kg.model import Basis, Change
from tkg.temporal.span import Grain

NEXT_VALUE = "6: the next value began"
STATED_END = "6: its end was stated"
TOLD_END = "6: it was said to have ended"
DENIED = "6: it was denied"
LATE_NEWS = "5: news told later overrides the sighting"
TOLD_AS_PAST = "6: it was told of as past"
BAD_END = "6: a stated end before the start was dropped"
SAID = (STATED_END, TOLD_END)
SIZE = {grain: place for place, grain in enumerate(Grain)}

Point = tuple[datetime, Told]
"""A fact and its place in world time."""


@dataclass(slots=True)
class Run:
    """A stretch in which one value holds.

    Attributes:
        facts: Those that tell of it, in world order.
        begins: Where it starts; None where unknown.
        ends: Where it no longer holds; None while open.
        end_grain: Precision of that; None where it is only known to be over by then.
    """

    facts: list[Told]
    begins: datetime | None
    basis: Basis = Basis.SEEN
    grain: Grain | None = None
    ends: datetime | None = None
    closed_by: str | None = None
    closed_rule: str = ""
    end_grain: Grain | None = None

    def close(self, at: datetime, fact: Told, rule: str) -> None:
        """End it at an instant, as a fact says, as precisely as that is dated."""
        self.ends, self.closed_by, self.closed_rule = at, fact.key, rule
        self.end_grain = fact.grain or Grain.DAY if fact.start is not None else None

    def holds(self, at: datetime) -> bool:
        """Say whether it is open at an instant."""
        return self.ends is None or self.ends > at


def same(one: Told, other: Told) -> bool:
    """Say whether two facts tell of one value: the words agree, and both affirm or both deny."""
    return one.denies == other.denies and one_value(one, other)


def _against(one: Told, other: Told) -> bool:
    """Say whether two facts of a slot cannot both be so: two values, or a yes and a no of one."""
    if one.denies and other.denies:
        return False
    return one_value(one, other) != (one.denies == other.denies)


def stop(fact: Told) -> datetime:
    """Return the end of the stretch in which a coarse start may lie."""
    assert fact.start is not None  # only stated starts are coarse
    return reach(fact.start, fact.grain)


def runs_of(facts: Sequence[Told], relation: Relation) -> list[Run]:
    """Return the runs of a slot.

    Args:
        facts: States of one voice, each with a time, in the order of telling.
        relation: What the slot is about.
    """
    moments = _moments(facts)
    placed = [(_place(f, moments), f) for f in facts]
    late = _overridden(placed)
    kept = sorted(
        (p for p in placed if p[1].key not in late), key=lambda point: (point[0], point[1].order)
    )
    runs: list[Run] = []
    live: list[Run] = []
    for at, fact in kept:
        live = [r for r in live if r.holds(at) or r.ends == at]
        _take(runs, live, fact, at, relation)
    for _, fact in placed:
        if fact.key in late:
            _take_late(runs, fact, late[fact.key])
    return runs


# -- rule 4 --------------------------------------------------------------------------------------


Moment = tuple[datetime, int, Told]
"""An instant at which a fact was so, and how finely it is known."""


def _place(fact: Told, moments: Sequence[Moment]) -> datetime:
    """Return where a fact lies: a coarse date follows what was told earlier and lies within it."""
    if fact.start is None:
        assert fact.said is not None  # a fact without both is undated, and is not placed
        return fact.said
    first = bisect_right(moments, fact.start, key=_at)
    last = bisect_left(moments, stop(fact), key=_at)
    for at, size, other in reversed(moments[first:last]):
        if other.order < fact.order and size < _size(fact) and _precedes(other, fact, at):
            return at
    return fact.start


def _at(moment: Moment) -> datetime:
    return moment[0]


def _precedes(other: Told, fact: Told, at: datetime) -> bool:
    """Say whether what was so at an instant was so before a change of that stretch."""
    if at == fact.said:
        return False
    if fact.change is Change.END:
        return True
    return other.change is not Change.END and not same(other, fact)


def _moments(facts: Sequence[Told]) -> list[Moment]:
    """Return when each fact was so: at its start, and when it was told if it still held."""
    found: list[Moment] = []
    for fact in facts:
        if fact.start is not None:
            found.append((fact.start, _size(fact), fact))
        if fact.said is not None and fact.end is None and not _tells_no_now(fact):
            found.append((fact.said, -1, fact))
    return sorted(found, key=_at)


def _tells_no_now(fact: Told) -> bool:
    """Say whether a fact does not tell how things stood when it was told."""
    return fact.change is Change.END or fact.was


def _size(fact: Told) -> int:
    return SIZE[fact.grain or Grain.SECOND]


# -- rule 5 --------------------------------------------------------------------------------------


def _overridden(placed: Sequence[Point]) -> dict[str, Point]:
    """Return the sightings that later news makes worthless, each with that news."""
    world = sorted(placed, key=_in_world)
    sightings = [p for p in world if p[1].start is None and not _tells_no_now(p[1])]
    found: dict[str, Point] = {}
    for began, news in placed:
        if (
            news.start is None
            or news.past
            or (news.end is not None and news.change is not Change.END)
        ):
            continue
        last = bisect_right(sightings, news.said or datetime.max, key=_when)
        seen = sightings[bisect_right(sightings, began, key=_when) : last]  # it was so until then
        after = [f for _, f in seen if f.order < news.order and f.key not in found]
        place = bisect_left(world, began, key=_when)
        before = world[place - 1] if place else None
        for fact in after:
            inside = before is not None and same(before[1], fact)
            if _ended(fact, news) and (news.deictic or inside):
                found[fact.key] = (began, news)
    return found


def _ended(fact: Told, news: Told) -> bool:
    if news.change is Change.END:
        return not fact.denies and _about(fact, news)
    return _against(fact, news)


def _about(fact: Told, end: Told) -> bool:
    """Say whether an end is about the value of a fact; one that names none is about any."""
    return end.alone or agree(fact.value, end.value)


def _when(point: Point) -> datetime:
    return point[0]


def _in_world(point: Point) -> tuple[datetime, Order]:
    return (point[0], point[1].order)


def _take_late(runs: list[Run], fact: Told, news: Point) -> None:
    """Let an overridden sighting be a source of the run that the news ended."""
    at, by = news
    about = [r for r in runs if same(r.facts[0], fact) and (r.begins is None or r.begins <= at)]
    if about:
        about[-1].facts.append(fact)
    else:
        run = Run([fact], None)
        run.close(at, by, LATE_NEWS)
        runs.append(run)


# -- rule 6 --------------------------------------------------------------------------------------


def _take(runs: list[Run], live: list[Run], fact: Told, at: datetime, relation: Relation) -> None:
    if _was_once(fact):
        _remember(runs, fact, at)
        return
    if fact.change is Change.END and not (fact.start and fact.end and fact.end > fact.start):
        if not fact.denies or relation.single:
            _close(runs, fact, at)
            return
        run = _open(live, fact, at, relation, TOLD_END)
    else:
        run = _open(live, fact, at, relation, DENIED if fact.denies else NEXT_VALUE)
    if run is not None:
        runs.append(run)
        live.append(run)


def _was_once(fact: Told) -> bool:
    """Say whether a fact only tells that something was so at some time: "I worked at Acme"."""
    return fact.was and fact.start is None and fact.end is None


def _remember(runs: list[Run], fact: Told, at: datetime) -> None:
    """Let what was so once be a source of its value; a new one was over when it was told."""
    about = [r for r in runs if same(r.facts[0], fact)]
    if about:
        about[-1].facts.append(fact)
        return
    run = Run([fact], None)
    run.close(at, fact, TOLD_AS_PAST)
    runs.append(run)


def _open(
    live: Sequence[Run], fact: Told, at: datetime, relation: Relation, rule: str
) -> Run | None:
    """Let a fact go on with a run, or return a new one and close what cannot be so beside it.

    Args:
        live: The runs that hold at this instant, or end at it.
        fact: What is told.
        at: Its place in world time.
        relation: What the slot is about.
        rule: Why it closes what it closes.
    """
    going = next((r for r in reversed(live) if same(r.facts[0], fact)), None)
    if going is not None:
        going.facts.append(fact)
        _go_on(going, fact)
        return None
    basis = Basis.STATED if fact.start is not None else Basis.SEEN
    run = Run([fact], at, basis, fact.grain)
    _state_end(run, fact)
    if fact.past and run.ends is None:
        _end_as_past(run, fact)
    if not (relation.resumes and run.closed_rule == STATED_END):
        for other in live:
            ended = other.ends is not None and (other.closed_rule != TOLD_AS_PAST or fact.past)
            if not ended and _against(other.facts[0], fact) and not _told_after(other, run.ends):
                other.close(at, fact, rule)
    return run


def _told_after(run: Run, end: datetime | None) -> bool:
    """Say whether a run was told to hold after a stretch beside it was over."""
    return end is not None and any(
        f.said is not None and f.said >= end and f.end is None and not _tells_no_now(f)
        for f in run.facts
    )


def _end_as_past(run: Run, fact: Told) -> None:
    """End a run with the date that tells it as past: "in 2012" says nothing of a later year."""
    run.ends, run.closed_by, run.closed_rule = stop(fact), fact.key, TOLD_AS_PAST


def _go_on(run: Run, fact: Told) -> None:
    """Let a run last as long as a fact says that goes on with it."""
    if run.closed_rule == TOLD_AS_PAST and run.ends is not None:
        if fact.past and stop(fact) > run.ends:
            _end_as_past(run, fact)
        if not _tells_no_now(fact):
            run.ends, run.closed_by, run.closed_rule = None, None, ""
    _state_end(run, fact)


def _state_end(run: Run, fact: Told) -> None:
    if fact.end is None or run.ends is not None:
        return
    if run.begins is not None and fact.end <= run.begins:
        run.closed_rule = BAD_END
        return
    run.ends, run.closed_by, run.closed_rule = fact.end, fact.key, STATED_END
    run.end_grain = Grain.DAY


def _close(runs: list[Run], fact: Told, at: datetime) -> None:
    """End the run that an end is about; one that matches none is kept as [unknown, end)."""
    about = [r for r in runs if not r.facts[0].denies and _about(r.facts[0], fact)]
    run = next((r for r in reversed(about) if r.holds(at)), None)
    if run is None and about and about[-1].ends == at and about[-1].closed_rule in SAID:
        about[-1].facts.append(fact)  # told twice
        return
    if run is None and about and (fact.start is None or about[-1].closed_rule == NEXT_VALUE):
        # It had ended by then for another reason; a stated date is the better one.
        run = about[-1]
        if fact.start is None:
            run.facts.append(fact)
            return
    if run is None:
        run = Run([fact], None)
        run.close(at, fact, TOLD_END)
        runs.append(run)
        return
    run.facts.append(fact)
    run.close(at, fact, TOLD_END)
