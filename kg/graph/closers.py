"""Facts that end what another slot holds: "left Acme" ends "works at Acme"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tkg.kg.graph import instead
from tkg.kg.graph.corrections import settle
from tkg.kg.graph.place import Place
from tkg.kg.graph.predicates import named
from tkg.kg.graph.told import Interval, Told
from tkg.kg.graph.validity import derive
from tkg.kg.graph.values import agree
from tkg.kg.model import Change

Closers = Mapping[tuple[str, str], Sequence[Told]]
"""What was told to end, by the entity and the relation that it ends."""


def closers(places: Sequence[Place], known: Mapping[str, Told]) -> Closers:
    """Return what these facts end, those aside that were taken back or deny that it ended."""
    slots: dict[tuple[str, str, str], list[Told]] = defaultdict(list)
    for place in places:
        if place.fact in known:
            slots[place.entity, place.relation, place.slot].append(known[place.fact])
    held = instead.by_entity(places, known)
    found: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for (entity, name, _), facts in slots.items():
        if not any(fact.ends or fact.instead_of for fact in facts):
            continue
        alive, _ = settle(sorted(facts, key=lambda f: f.order), named(name))
        for fact in alive:
            if fact.denies:
                continue
            for relation in fact.ends:
                found[entity, relation].append(_ending(fact))
            if old := instead.replaced(fact, held.get(entity, ())):
                found[entity, old[0].relation].append(instead.ending(fact, old[1]))
    return found


def _ending(fact: Told) -> Told:
    """Return a fact as the slot sees it that it ends; one that names no value has none."""
    value = frozenset[str]() if fact.alone else fact.value
    return replace(fact, change=Change.END, elsewhere=True, value=value)


def derived(members: Sequence[Place], ending: Closers, known: Mapping[str, Told]) -> list[Interval]:
    """Return the intervals of one slot, told endings in other words included."""
    first = members[0]
    facts = [known[p.fact] for p in members]
    ends = ending.get((first.entity, first.relation), ())
    own = {p.fact for p in members}
    about = [e for e in ends if e.alone or any(agree(f.value, e.value) for f in facts)]
    about = [e for e in about if e.key not in own]
    intervals = derive([*facts, *about], named(first.relation))
    if not about:
        return intervals
    return [i for i in intervals if i.fact in own]
