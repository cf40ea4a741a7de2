"""What stands instead of what, though it was told in other words (rules 6 and 7).

"From Atlas to Borealis" ends Atlas and opens Borealis where Atlas was held, whether that was told
as "is on the Atlas project" or as "is assigned to Atlas". A correction that names a value which
its own relation does not hold takes back the fact that was told last with that value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tkg.kg.graph.groups import Groups
from tkg.kg.graph.lemmas import stem
from tkg.kg.graph.place import Place, moved, place
from tkg.kg.graph.predicates import named
from tkg.kg.graph.told import Told
from tkg.kg.graph.values import words_of
from tkg.kg.model import Change, Fact, FactKind

SORTS = frozenset(
    stem(word)
    for word in (
        "project", "team", "squad", "group", "department", "office", "branch", "division",
        "company", "job", "role", "position", "post", "class", "course", "school", "diet",
        "language", "brand", "plan", "account", "phone", "app", "car",
    )
)  # fmt: skip
"""What may stand beside a name and says only of what sort it is: "the Atlas project"."""

PLACES = frozenset(("in", "at", "near", "from", "around"))
"""Last words of relations to a place."""

Held = Sequence[tuple[Place, Told]]
"""Facts of one entity, with where they belong."""


def by_entity(places: Iterable[Place], known: Mapping[str, Told]) -> dict[str, Held]:
    """Return what is known of each entity of which something stands instead of something."""
    asked = {p.entity for p in places if p.fact in known and known[p.fact].instead_of}
    found: dict[str, list[tuple[Place, Told]]] = defaultdict(list)
    for one in places if asked else ():
        if one.entity in asked and one.fact in known:
            found[one.entity].append((one, known[one.fact]))
    return dict(found)


def settled(
    places: Sequence[Place],
    facts: Mapping[str, Fact],
    known: Mapping[str, Told],
    groups: Groups,
) -> list[Place]:
    """Return places, what stands instead of something put where that was held.

    Each is looked at in the order of telling, so that a chain "from A to B", "from B to C" ends
    where it began.
    """
    now = {p.fact: p for p in places}
    for entity, held in by_entity(places, known).items():
        for one, told in sorted(held, key=lambda pair: pair[1].order):
            if told.replaces:
                own = place(one.fact, facts[one.fact], entity, groups)
                around = [(now[p.fact], t) for p, t in held]
                old = replaced(told, around)
                now[one.fact] = moved(own, old[0].relation, facts[one.fact].value) if old else own
    return [now[p.fact] for p in places]


def replaced(fact: Told, held: Held) -> tuple[Place, Told] | None:
    """Return the fact that another stands instead of, though told in other words; None for none.

    Of several, that of the same relation, else the one told last.
    """
    if fact.instead_of is None or fact.denies:
        return None
    before = [(p, t) for p, t in held if t.order < fact.order and _named(t.value, fact.instead_of)]
    before = [(p, t) for p, t in before if t.voice >= fact.voice]
    if fact.change is Change.CORRECTION:
        if any(p.relation == fact.relation for p, _ in before):
            return None  # a correction of its own relation is settled there
        fitting = [pair for pair in before if _happened(*pair) == _happens(fact)]
    elif fact.replaces:
        fitting = [pair for pair in before if _may_end(*pair)]
        own = [pair for pair in fitting if pair[0].relation == fact.relation]
        fitting = own or [pair for pair in fitting if not _beside(fact, pair[0])]
    else:
        return None
    return max(fitting, key=lambda pair: pair[1].order, default=None)


def ending(fact: Told, old: Told) -> Told:
    """Return a fact as the slot sees it of which it ends or takes back a value."""
    change = Change.NEVER if fact.change is Change.CORRECTION else Change.END
    return replace(fact, change=change, elsewhere=True, value=old.value, kind=FactKind.STATE)


def _beside(fact: Told, where: Place) -> bool:
    """Say whether a fact leaves a relation alone: who moves from Porto may still work there."""
    return named(fact.relation).stays and where.relation.rsplit(" ", 1)[-1] in PLACES


def _named(value: frozenset[str], said: frozenset[str]) -> bool:
    """Say whether a value is the one named: the same but for a word of what sort it is."""
    few, many = sorted((words_of(value), words_of(said)), key=len)
    return bool(few) and few <= many and many - few <= SORTS


def _may_end(where: Place, fact: Told) -> bool:
    """Say whether what a fact tells can end when something else takes its place."""
    relation = named(where.relation)
    if relation.event or relation.constant or relation.lasting or fact.was or fact.ends:
        return False
    tells = fact.kind is not FactKind.PLAN and fact.change not in (Change.END, Change.NEVER)
    return tells and not fact.denies and not _happened(where, fact)


def _happened(where: Place, fact: Told) -> bool:
    relation = named(where.relation)
    return relation.event or (_happens(fact) and not relation.single)


def _happens(fact: Told) -> bool:
    return fact.kind is FactKind.EVENT and not fact.starts
