"""Where a fact belongs: whose it is, what it is about, and the slot that it shares."""

from __future__ import annotations

from dataclasses import dataclass

from tkg.kg.graph.groups import Groups, meant
from tkg.kg.graph.predicates import Relation, named
from tkg.kg.graph.sense import meaning_of
from tkg.kg.graph.values import stems
from tkg.kg.model import Fact


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact belongs."""

    fact: str
    entity: str
    relation: str
    slot: str


def place(key: str, fact: Fact, entity: str, known: Groups, called: str = "") -> Place:
    """Return the slot of a fact: one value at a time, or one slot a value.

    Args:
        key: Of the fact.
        fact: Its words.
        entity: Whom it is about.
        known: Which relations go by another one's name.
        called: The first name of what its value names, where that is another.
    """
    means = meant(meaning_of(fact.predicate, fact.value).relation, known)
    return Place(key, entity, means.name, slot(entity, means, called or fact.value))


def moved(where: Place, relation: str, value: str) -> Place:
    """Return the place of a fact in another relation than its predicate says."""
    return Place(where.fact, where.entity, relation, slot(where.entity, named(relation), value))


def slot(entity: str, means: Relation, value: str) -> str:
    """Return the name of the slot of a value."""
    if means.single:
        return f"{entity}|{means.name}"
    return f"{entity}|{means.name}|{' '.join(sorted(stems(value)))}"
