"""Rule 1, ages: each telling says when somebody was born, and those that agree narrow it.

An age never ends and closes nothing: the next one is the same birth, seen a year later. A
correction takes back every earlier age that it does not agree with, or names as wrong; without
one, the first told by the most trusted voice stands, and another that fits no birth with it is
contested.
"""

from __future__ import annotations

from collections.abc import Sequence

from tkg.kg.graph.age import DAY, Birth, birth, read
from tkg.kg.graph.calendar_reach import reach
from tkg.kg.graph.told import Interval, Stand, Told
from tkg.kg.graph.values import agree
from tkg.kg.model import Basis, Change
from tkg.temporal.civil import midnight
from tkg.temporal.span import Grain

Taken = tuple[Told, str]
"""A fact that was taken back, and the key of the one that did."""


def born(fact: Told) -> Birth | None:
    """Return when the one was born whose age a fact tells; None where it does not say."""
    age = read(fact.words)
    start = fact.start if fact.start is not None else fact.said
    if age is None or start is None or fact.denies or fact.change is Change.END:
        return None
    if fact.was and fact.start is None:
        return None  # "I was 20": nobody knows when
    end = reach(start, fact.grain) if fact.start is not None else midnight(start) + DAY
    return birth(age, start, end, turned=fact.starts and fact.start is not None)


def births(facts: Sequence[Told], rule: str) -> list[Interval]:
    """Return an interval for each age told: the days on which its owner may have been born.

    Args:
        facts: Of one slot, in the order of telling.
        rule: What a correction is said to go by.
    """
    alive, taken = _settle(facts)
    first, held, contested = _agreed(alive)
    gone = Stand.RETRACTED
    out = [Interval(f.key, f.key, gone, closed_by=by, closed_rule=rule) for f, by in taken]
    out += [Interval(f.key, f.key, Stand.CONTESTED) for f in contested]
    if first is not None:
        lead = max(held, key=lambda f: (-f.voice, f.order)).key
        out += [
            Interval(f.key, lead, Stand.BORN, *first, basis=Basis.SEEN, grain=Grain.DAY)
            for f in held
        ]
    silent = {f.key for f in alive} - {i.fact for i in out}
    return [*out, *(Interval(key, key, Stand.UNDATED) for key in sorted(silent))]


def _settle(facts: Sequence[Told]) -> tuple[list[Told], list[Taken]]:
    """Return the ages that stand after all corrections, and what was taken back."""
    alive: list[Told] = []
    taken: list[Taken] = []
    for fact in facts:
        if fact.change in (Change.CORRECTION, Change.NEVER):
            wrong = [f for f in alive if f.voice >= fact.voice and _wrong(fact, f)]
            taken += [(f, fact.key) for f in wrong]
            alive = [f for f in alive if f not in wrong]
        if fact.change is Change.NEVER:
            taken.append((fact, fact.key))
        else:
            alive.append(fact)
    return alive, taken


def _wrong(correction: Told, fact: Told) -> bool:
    """Say whether a correction takes an age back."""
    if correction.change is Change.NEVER or correction.denies:
        return agree(fact.value, correction.value)
    if correction.instead_of is not None and agree(fact.value, correction.instead_of):
        return True
    right, old = born(correction), born(fact)
    return right is not None and old is not None and _overlap(right, old) is None


def _agreed(facts: Sequence[Told]) -> tuple[Birth | None, list[Told], list[Told]]:
    """Return the birth on which the most trusted tellings agree, those, and those against it."""
    days: Birth | None = None
    held: list[Told] = []
    contested: list[Told] = []
    for fact in sorted(facts, key=lambda f: (f.voice, f.order)):
        said = born(fact)
        if said is None:
            continue
        common = said if days is None else _overlap(days, said)
        if common is None:
            contested.append(fact)
        else:
            days = common
            held.append(fact)
    return days, held, contested


def _overlap(one: Birth, other: Birth) -> Birth | None:
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return (start, end) if start < end else None
