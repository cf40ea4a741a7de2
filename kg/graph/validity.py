"""Derived validity: the facts of one slot in, an interval for each out. Pure, and of no order.

The rules are numbered; every closure names its rule. `order` is the order of telling; nothing here
depends on the order in which facts arrive.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tkg.kg.graph.births import births
from tkg.kg.graph.corrections import settle
from tkg.kg.graph.predicates import Relation
from tkg.kg.graph.runs import Run, runs_of, same, stop
from tkg.kg.graph.told import OTHER, PERSON, Interval, Stand, Told
from tkg.kg.graph.values import agree, words_of
from tkg.kg.model import Basis, Change, FactKind
from tkg.temporal.span import Grain

RETRACTED = "7: it was corrected"


def derive(facts: Iterable[Told], relation: Relation) -> list[Interval]:
    """Return one interval a fact, in the order of telling."""
    ordered = sorted(_heard(facts), key=lambda f: f.order)
    if relation.ages:
        return _sorted(births(ordered, RETRACTED), ordered)
    alive, retracted = settle(ordered, relation)
    out = [
        Interval(
            f.key, f.key, Stand.RETRACTED, f.start, f.start, closed_by=by, closed_rule=RETRACTED
        )
        for f, by in retracted
    ]
    if relation.constant:
        return _sorted(out + _constants(alive), ordered)
    plans = [f for f in alive if f.kind is FactKind.PLAN]
    rest = [f for f in alive if f.kind is not FactKind.PLAN]
    events = [f for f in rest if _happens(f, relation)]
    states = [f for f in rest if not _happens(f, relation)]
    own, lesser = _voices(states)
    dated = [f for f in own if f.said is not None or f.start is not None]
    undated = [f for f in own if f.said is None and f.start is None]
    runs = runs_of(_with_plans(dated, plans), relation)
    out += _intervals(runs)
    out += _lesser(lesser, runs)
    out += _undated(undated, runs)
    out += _plans(plans, alive)
    out += _events(events)
    return _sorted(out, ordered)


def _sorted(out: Sequence[Interval], ordered: Sequence[Told]) -> list[Interval]:
    by_fact = {i.fact: i for i in out}
    return [by_fact[f.key] for f in ordered if f.key in by_fact]


def _happens(fact: Told, relation: Relation) -> bool:
    """Say whether a fact is an event; one that begins or ends a state is not ("moved to Lisbon").

    What ends something else ("sold the car") happens, too, but not in the slot that it ends.
    """
    if fact.ends and not fact.elsewhere and not fact.starts:  # "married" ends an engagement, too
        return True
    if fact.change is Change.END:
        return fact.kind is FactKind.EVENT and not relation.known
    if relation.event or _done(fact, relation):
        return True
    return fact.kind is FactKind.EVENT and not relation.single and not fact.starts


def _done(fact: Told, relation: Relation) -> bool:
    """Say whether a fact in the simple past tells what was so once, without a word of its end."""
    if not fact.was or fact.end is not None or not (fact.start is None or fact.past):
        return False
    nowhen = fact.said is None and fact.start is None
    return nowhen or not relation.single


# -- rule 8: whose voice -------------------------------------------------------------------------


def _heard(facts: Iterable[Told]) -> list[Told]:
    """Return facts, the words of somebody on their own kin trusted like those on themselves.

    Who once said "my sister" speaks so of Kate, too, where both are one and this is about both.
    """
    found = list(facts)
    near = {f.teller for f in found if f.kin}
    return [replace(f, voice=PERSON) if f.voice == OTHER and f.teller in near else f for f in found]


def _voices(states: Sequence[Told]) -> tuple[list[Told], list[Told]]:
    """Split states into those of the most trusted voice that speaks, and the rest."""
    best = min((f.voice for f in states), default=0)
    return [f for f in states if f.voice == best], [f for f in states if f.voice > best]


def _lesser(facts: Sequence[Told], runs: Sequence[Run]) -> list[Interval]:
    out = []
    for fact in facts:
        run = next((r for r in reversed(runs) if same(fact, r.facts[0])), None)
        if run is None:
            out.append(Interval(fact.key, fact.key, Stand.CONTESTED, fact.start or fact.said))
        else:
            out.append(_interval(fact, run))
    return out


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
        end_grain=run.end_grain,
    )


def _lead(facts: Sequence[Told]) -> Told:
    """Return the fact with the fullest wording that tells a value; of equals, the first told."""
    tells = [f for f in facts if f.change is not Change.END]
    tells = tells or [f for f in facts if not f.elsewhere] or list(facts)
    return min(tells, key=lambda f: (-len(words_of(f.value)), f.order))


# -- the other kinds -----------------------------------------------------------------------------


def _undated(facts: Sequence[Told], runs: Sequence[Run]) -> list[Interval]:
    """Give facts of an unknown time: they confirm, or stand alone (rule 10)."""
    out = []
    for fact in facts:
        run = next((r for r in runs if same(fact, r.facts[0])), None)
        out.append(_interval(fact, run) if run else Interval(fact.key, fact.key, Stand.UNDATED))
    return out


def _constants(facts: Sequence[Told]) -> list[Interval]:
    """Give what is true for good: the first told holds, another value is contested (rule 1)."""
    out: list[Interval] = []
    best: dict[bool, Told] = {}
    for fact in sorted(facts, key=lambda f: (f.voice, f.order)):
        best.setdefault(fact.denies, fact)
    for fact in facts:
        first = best[fact.denies]
        yes = best.get(False)
        clash = fact.denies and yes is not None and agree(yes.value, fact.value)
        if clash or not (same(first, fact) or fact.denies):
            out.append(Interval(fact.key, fact.key, Stand.CONTESTED))
        else:
            out.append(Interval(fact.key, (first if same(first, fact) else fact).key, Stand.HELD))
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
    if not same(first, fact):
        return False
    if first.start is None or fact.start is None:
        return True
    return first.start < stop(fact) and fact.start < stop(first)


def _event(fact: Told, group: Sequence[Told], lead: Told) -> Interval:
    dated = next((f for f in group if f.start is not None), None)
    basis = Basis.STATED if dated else Basis.SEEN
    begins = dated.start if dated else None
    ends = stop(dated) if dated else fact.said
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
        ends = plan.end or (stop(plan) if plan.start else None)
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
                Grain.DAY if ends else None,
            )
        )
    return out


def _plan_rule(off: Told | None, done: Told | None) -> str:
    if off is not None:
        return "9: it was called off"
    return "9: it was carried out" if done is not None else ""
