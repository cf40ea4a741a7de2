"""What a predicate means beside its value: "is 35 years old", "moved to the search team"."""

from __future__ import annotations

from functools import lru_cache

from tkg.kg.graph import age
from tkg.kg.graph.lemmas import bare
from tkg.kg.graph.predicates import Meaning, meaning, named

TURNING = frozenset(("turn", "turn age"))
MOVING = {"move to": "be moved to", "move from": "be moved from"}
"""Who moves to a group of people is put there, and does not live in it."""
GROUPS = frozenset(("team", "project", "squad", "department", "group", "division"))


@lru_cache(maxsize=50_000)
def meaning_of(predicate: str, value: str) -> Meaning:
    """Return what a predicate means beside a value.

    >>> meaning_of("turned", "40").relation.name, meaning_of("turned", "vegan").relation.name
    ('age', 'turn')
    >>> meaning_of("moved to", "the search team").relation.name
    'is assigned to'
    """
    words = bare(predicate)
    last = value.casefold().rsplit(maxsplit=1)[-1:]
    if words in MOVING and GROUPS.intersection(last):
        return meaning(MOVING[words])
    if words != "be" and words not in TURNING:
        return meaning(predicate)
    told = age.read(value)
    if told is None or not (told.old or words in TURNING):
        return meaning(predicate)
    return Meaning(named("age"), starts=words in TURNING)
