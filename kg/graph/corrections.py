"""Rule 7: a correction takes back what was told before, and adds what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tkg.kg.graph.predicates import Relation
from tkg.kg.graph.runs import runs_of
from tkg.kg.graph.told import Told
from tkg.kg.graph.values import agree
from tkg.kg.model import Change, FactKind

Taken = tuple[Told, str]
"""A fact that was taken back, and the key of the one that did."""


def settle(facts: Sequence[Told], relation: Relation) -> tuple[list[Told], list[Taken]]:
    """Return what stands after all corrections, and what was taken back.

    Args:
        facts: Of one slot, in the order of telling.
        relation: What the slot is about.
    """
    alive: list[Told] = []
    taken: list[Taken] = []
    for fact in facts:
        if fact.change not in (Change.CORRECTION, Change.NEVER):
            alive.append(fact)
            continue
        wrong = _wrong(fact, alive, relation)
        taken += [(f, fact.key) for f in wrong]
        gone = {f.key for f in wrong}
        alive = [f for f in alive if f.key not in gone]
        if _only_takes_back(fact):
            taken.append((fact, fact.key))
        else:
            alive.append(_inheriting(fact, wrong))
    return alive, taken


def _only_takes_back(fact: Told) -> bool:
    """Say whether a correction says what was not so, and not what was: "not June"."""
    return fact.change is Change.NEVER or fact.denies


def _wrong(fact: Told, alive: Sequence[Told], relation: Relation) -> list[Told]:
    """Return the facts that a correction takes back; a plan is not taken for what was so."""
    known = [f for f in alive if f.kind is not FactKind.PLAN and f.voice >= fact.voice]
    if fact.instead_of is not None:
        named = [f for f in known if agree(f.value, fact.instead_of)]
        if named:
            return named
    if _only_takes_back(fact):
        return [f for f in known if agree(f.value, fact.value)]
    same = [f for f in known if agree(f.value, fact.value)]
    if same:
        return _last_run(_contradicted(fact, same), known)
    return _believed(fact, known, relation) or _last_run(known, known)


def _contradicted(fact: Told, same: Sequence[Told]) -> list[Told]:
    """Return what of a value a correction speaks against: "I do live there" only that it ended.

    One that tells of the beginning ("I moved in March") puts that right, and no end.
    """
    over = _says_no(same[-1]) and not fact.starts
    return [f for f in same if _says_no(f) == over] or list(same)


def _says_no(fact: Told) -> bool:
    """Say whether a fact denies its value, or tells of its end."""
    return fact.denies or fact.change is Change.END


def _believed(fact: Told, known: Sequence[Told], relation: Relation) -> list[Told]:
    """Return the facts of the run that was believed to hold when a correction was told.

    What was told last may be of another time: who puts a present home right does not mean that
    of 2010, which came up since.
    """
    if relation.constant or fact.said is None:
        return []
    at = fact.said
    runs = runs_of([f for f in known if f.said is not None or f.start is not None], relation)
    open_ = [r for r in runs if r.holds(at) and (r.begins is None or r.begins <= at)]
    return max(open_, key=lambda r: r.begins or datetime.min).facts if open_ else []


def _last_run(facts: Sequence[Told], known: Sequence[Told]) -> list[Told]:
    """Return the facts of the value told last, back to where another, or its end, was told."""
    if not facts:
        return []
    last = facts[-1]
    run: list[Told] = []
    for fact in reversed(known[: list(known).index(last) + 1]):
        if not agree(fact.value, last.value) or _says_no(fact) != _says_no(last):
            break
        run.append(fact)
    return run


def _inheriting(fact: Told, wrong: Sequence[Told]) -> Told:
    """Return the correction with the date it does not restate."""
    if fact.start is not None:
        return fact
    dated = next((f for f in wrong if f.start is not None), None)
    if dated is not None:
        return replace(fact, start=dated.start, grain=dated.grain, end=fact.end or dated.end)
    return fact
