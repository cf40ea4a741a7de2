"""Derived validity: the facts of one slot in, an interval for each out. Pure, and of no order.

The rules are numbered; every closure names its rule. `order` is the order of telling; nothing here
depends on the order in which facts arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tkg.kg.graph.corrections import settle
from tkg.kg.graph.predicates import Relation
from tkg.kg.graph.told import Interval, Stand, Told
from tkg.kg.graph.values import agree
from tkg.kg.model import Basis, Change, FactKind
from tkg.temporal.span import Grain

NEXT_VALUE = "6: the next value began"
STATED_END = "6: its end was stated"
TOLD_END = "6: it was said to have ended"
RETRACTED = "7: it was corrected"
FINE = (Grain.SECOND, Grain.MINUTE, Grain.HOUR, Grain.PART_OF_DAY)


@dataclass(slots=True)
class Run:
    """A stretch in which one value holds.

    Attributes:
        facts: Those that tell of it, first told first.
        begins: Where it starts in world time; None where unknown.
    """

    facts: list[Told]
    begins: datetime | None
    basis: Basis
    grain: Grain | None
    ends: datetime | None = None
    closed_by: str | None = None
    closed_rule: str = ""
    aside: bool = field(default=False)


def derive(facts: Iterable[Told], relation: Relation) -> list[Interval]:
    """Return one interval a fact, in the order of telling."""
    ordered = sorted(facts, key=lambda f: f.order)
    alive, retracted = settle(ordered)
    out = [
        Interval(
            f.key, f.key, Stand.RETRACTED, f.start, f.start, closed_by=by, closed_rule=RETRACTED
        )
        for f, by in retracted
    ]
    if relation.constant:
        return _sorted(out + _constants(alive), ordered)
    plans = [f for f in alive if f.kind is FactKind.PLAN]
    events = [f for f in alive if f.kind is FactKind.EVENT and not _holds(f, relation)]
    states = [f for f in alive if f not in plans and f not in events]
    own, lesser = _voices(states)
    dated = [f for f in own if f.said is not None or f.start is not None]
    undated = [f for f in own if f not in dated]
    runs = _runs(_with_plans(dated, plans), relation)
    out += _intervals(runs)
    out += _lesser(lesser, runs)
    out += _undated(undated, runs)
    out += _plans(plans, alive)
    out += _events(events)
    return _sorted(out, ordered)


def _sorted(out: Sequence[Interval], ordered: Sequence[Told]) -> list[Interval]:
    by_fact = {i.fact: i for i in out}
    return [by_fact[f.key] for f in ordered if f.key in by_fact]


def _holds(fact: Told, relation: Relation) -> bool:
    """Say whether an event starts a state: "moved to Lisbon" begins living there."""
    return relation.single and not relation.event


# -- rule 8: whose voice -------------------------------------------------------------------------


def _voices(states: Sequence[Told]) -> tuple[list[Told], list[Told]]:
    """Split states into those of the most trusted voice that speaks, and the rest."""
    best = min((f.voice for f in states), default=0)
    return [f for f in states if f.voice == best], [f for f in states if f.voice > best]


def _lesser(facts: Sequence[Told], runs: Sequence[Run]) -> list[Interval]:
    out = []
    for fact in facts:
        run = next((r for r in reversed(runs) if _same(fact, r.facts[0])), None)
        if run is None:
            out.append(Interval(fact.key, fact.key, Stand.CONTESTED, fact.start or fact.said))
        else:
            out.append(_interval(fact, run))
    return out


# -- rules 3 to 6: runs of a value ---------------------------------------------------------------


def _same(one: Told, other: Told) -> bool:
    """Say whether two facts tell of one value: the words agree, and both affirm or both deny."""
    return one.denies == other.denies and agree(one.value, other.value)


def _runs(facts: Sequence[Told], relation: Relation) -> list[Run]:
    closers = [f for f in facts if f.change is Change.END]
    points = _points([f for f in facts if f.change is not Change.END])
    runs: list[Run] = []
    for begins, fact in points:
        _open(runs, fact, begins, relation)
    for fact in closers:
        _close(runs, fact, relation)
    return runs


def _points(facts: Sequence[Told]) -> list[tuple[datetime, Told]]:
    """Return facts with their place in world time, in that order; overridden sightings fall out."""
    placed = [(_place(f, facts), f) for f in facts]
    news = [(at, f) for at, f in placed if f.start is not None]
    kept = [(at, f) for at, f in placed if not _overridden(at, f, news, placed)]
    return sorted(kept, key=lambda pair: (pair[0], pair[1].order))


def _place(fact: Told, facts: Sequence[Told]) -> datetime:
    """Return where a fact lies: a coarse date follows what was told earlier and lies within it."""
    if fact.start is None:
        assert fact.said is not None  # a fact without both is undated, and is not placed
        return fact.said
    stop = _stop(fact)
    inside = [
        f.start or f.said
        for f in facts
        if f.order < fact.order and not _same(f, fact) and _finer(f, fact)
    ]
    within = [at for at in inside if at is not None and fact.start <= at < stop]
    return max([fact.start, *within])


def _finer(one: Told, other: Told) -> bool:
    """Say whether a date is finer than another: a moment of telling is the finest."""
    if one.start is None:
        return True
    return _size(one.grain) < _size(other.grain)


def _size(grain: Grain | None) -> int:
    return list(Grain).index(grain) if grain is not None else 0


def _stop(fact: Told) -> datetime:
    """Return the end of the stretch in which a coarse start may lie."""
    from tkg.kg.graph.calendar_reach import reach

    assert fact.start is not None  # only stated starts are coarse
    return reach(fact.start, fact.grain)


def _overridden(
    at: datetime,
    sighting: Told,
    news: Sequence[tuple[datetime, Told]],
    placed: Sequence[tuple[datetime, Told]],
) -> bool:
    """Say whether news told later makes a sighting of an old value worthless (rule 5)."""
    if sighting.start is not None:
        return False
    for began, fact in news:
        if _same(fact, sighting) or fact.order <= sighting.order or began > at:
            continue
        in_run = any(_same(f, sighting) and start < began for start, f in placed)
        if fact.deictic or in_run:
            return True
    return False


def _open(runs: list[Run], fact: Told, begins: datetime, relation: Relation) -> None:
    """Let a fact go on with a run, or open one and close the run before it."""
    last = next((r for r in reversed(runs) if not r.aside), None)
    open_ = last is not None and (last.ends is None or last.ends > begins)
    if last is not None and _same(last.facts[0], fact) and (open_ or last.ends == begins):
        last.facts.append(fact)
        _stated(last, fact, begins)
        return
    run = Run([fact], begins, _basis(fact), fact.grain)
    if fact.end is not None and fact.end > begins:
        run.ends, run.closed_rule = fact.end, STATED_END
        run.aside = relation.resumes and open_
    runs.append(run)
    if last is not None and last.ends is None and not run.aside:
        last.ends, last.closed_by, last.closed_rule = begins, fact.key, NEXT_VALUE


def _stated(run: Run, fact: Told, begins: datetime) -> None:
    """Take over a stated start or end from a confirmation."""
    if fact.start is not None and run.basis is Basis.SEEN:
        run.basis, run.grain = Basis.STATED, fact.grain
        run.begins = min(begins, run.begins) if run.begins else begins
    if fact.end is not None and run.ends is None and run.begins and fact.end > run.begins:
        run.ends, run.closed_rule = fact.end, STATED_END


def _basis(fact: Told) -> Basis:
    return Basis.STATED if fact.start is not None else Basis.SEEN


def _close(runs: list[Run], fact: Told, relation: Relation) -> None:
    """End the run that an end is about; one that matches none is kept as [unknown, end)."""
    at = fact.start or fact.said
    about = [r for r in runs if agree(r.facts[0].value, fact.value) and not r.facts[0].denies]
    run = next((r for r in reversed(about) if _ends_run(r, fact, at)), None)
    told_already = next((r for r in reversed(about) if r.closed_rule == TOLD_END), None)
    if run is None and told_already is not None:
        told_already.facts.append(fact)
        return
    if run is None:
        runs.append(Run([fact], None, Basis.SEEN, None, at, None, TOLD_END))
        return
    run.facts.append(fact)
    if at is not None and (run.begins is None or at >= run.begins):
        run.ends, run.closed_by, run.closed_rule = at, fact.key, TOLD_END


def _ends_run(run: Run, fact: Told, at: datetime | None) -> bool:
    if at is None or (run.begins is not None and run.begins > at and run.basis is Basis.STATED):
        return False
    told_before = run.facts[0].order < fact.order or run.begins is None or run.begins <= at
    return told_before and (run.ends is None or run.ends >= at)


def _intervals(runs: Sequence[Run]) -> list[Interval]:
    return [_interval(fact, run) for run in runs for fact in run.facts]


def _interval(fact: Told, run: Run) -> Interval:
    begins = run.begins
    if begins is not None and run.ends is not None and run.ends < begins:
        begins = run.ends
    return Interval(
        fact=fact.key,
        lead=_lead(run.facts).key,
        stand=Stand.HELD,
        begins=begins,
        ends=run.ends,
        basis=run.basis,
        grain=run.grain,
        closed_by=run.closed_by,
        closed_rule=run.closed_rule,
    )


def _lead(facts: Sequence[Told]) -> Told:
    """Return the fact with the fullest wording that tells a value; of equals, the first told."""
    tells = [f for f in facts if f.change is not Change.END] or list(facts)
    return min(tells, key=lambda f: (-len(f.value), f.order))


# -- the other kinds -----------------------------------------------------------------------------


def _undated(facts: Sequence[Told], runs: Sequence[Run]) -> list[Interval]:
    """Give facts of an unknown time: they confirm, or stand alone (rule 10)."""
    out = []
    for fact in facts:
        run = next((r for r in runs if _same(fact, r.facts[0])), None)
        out.append(_interval(fact, run) if run else Interval(fact.key, fact.key, Stand.UNDATED))
    return out


def _constants(facts: Sequence[Told]) -> list[Interval]:
    """Give what is true for good: the first told holds, another value is contested (rule 1)."""
    out: list[Interval] = []
    told = [f for f in facts if not f.denies and f.change is not Change.NEVER]
    best = min(told, key=lambda f: (f.voice, f.order), default=None)
    for fact in facts:
        same = best is not None and _same(best, fact)
        lead = best.key if best is not None and same else fact.key
        out.append(Interval(fact.key, lead, Stand.HELD if same else Stand.CONTESTED))
    return out


def _events(facts: Sequence[Told]) -> list[Interval]:
    """Give what happened; two tellings are one event when values agree and times allow it."""
    groups: list[list[Told]] = []
    for fact in sorted(facts, key=lambda f: (f.start is None, f.order)):
        group = next((g for g in groups if _one_event(g, fact)), None)
        if group is None:
            groups.append([fact])
        else:
            group.append(fact)
    return [_event(fact, group, _lead(group)) for group in groups for fact in group]


def _one_event(group: Sequence[Told], fact: Told) -> bool:
    first = group[0]
    if not _same(first, fact):
        return False
    if first.start is None or fact.start is None:
        return True
    return first.start < _stop(fact) and fact.start < _stop(first)


def _event(fact: Told, group: Sequence[Told], lead: Told) -> Interval:
    dated = next((f for f in group if f.start is not None), None)
    basis = Basis.STATED if dated else Basis.SEEN
    begins = dated.start if dated else None
    ends = _stop(dated) if dated else fact.said
    grain = dated.grain if dated else None
    return Interval(fact.key, lead.key, Stand.EVENT, begins, ends, basis, grain)


# -- rule 9: plans -------------------------------------------------------------------------------


def _with_plans(states: Sequence[Told], plans: Sequence[Told]) -> list[Told]:
    """Give an undated state that carries out a plan the planned start, where that had come."""
    out = []
    for fact in states:
        plan = next(
            (p for p in reversed(plans) if p.order < fact.order and agree(p.value, fact.value)),
            None,
        )
        if plan is not None and _came_due(plan, fact):
            fact = replace(fact, start=plan.start, grain=plan.grain, deictic=True)
        out.append(fact)
    return out


def _came_due(plan: Told, fact: Told) -> bool:
    """Say whether a fact without a date of its own carries out a plan whose time had come."""
    if plan.start is None or fact.said is None or fact.start is not None or fact.denies:
        return False
    return plan.start <= fact.said


def _plans(plans: Sequence[Told], facts: Sequence[Told]) -> list[Interval]:
    out = []
    for plan in plans:
        later = [f for f in facts if f.order > plan.order and agree(f.value, plan.value)]
        off = next((f for f in later if f.denies or f.change is Change.END), None)
        done = next((f for f in later if f.kind is not FactKind.PLAN and not f.denies), None)
        stand = Stand.CANCELLED if off or plan.denies else Stand.PLAN
        ends = plan.end or (_stop(plan) if plan.start else None)
        closer = off or done
        out.append(
            Interval(
                plan.key,
                done.key if done and not off else plan.key,
                stand,
                plan.start,
                ends,
                Basis.STATED if plan.start else Basis.SEEN,
                plan.grain,
                closer.key if closer else None,
                _plan_rule(off, done),
            )
        )
    return out


def _plan_rule(off: Told | None, done: Told | None) -> str:
    if off is not None:
        return "9: it was called off"
    return "9: it was carried out" if done is not None else ""
