"""Which facts say what a question asks for, in whatever words their relation has."""

from __future__ import annotations

from functools import lru_cache

from tkg.answer.offline.roots import roots
from tkg.kg.graph.predicates import endings, meaning, wordings
from tkg.kg.model import Known


@lru_cache(maxsize=4096)
def vocabulary(relation: str, predicate: str) -> frozenset[str]:
    """Return the roots of every way to say a relation.

    >>> vocabulary("lives in", "moved to") >= roots("lived moved resides")
    True
    """
    return roots(" ".join((relation, predicate, *wordings(relation))))


def says(known: Known, wanted: frozenset[str], *, having: bool = False) -> bool:
    """Say whether a fact says all of these words, and its relation some of them.

    Args:
        known: The fact.
        wanted: Roots of what is asked.
        having: Whether "have" is the verb, which is no content word: any possession fits.
    """
    relation = vocabulary(known.relation, known.fact.predicate)
    if not wanted <= relation | roots(f"{known.fact.value} {known.fact.subject}"):
        return False
    return bool(wanted & relation) or (having and possesses(known.relation))


@lru_cache(maxsize=1024)
def possesses(relation: str) -> bool:
    """Say whether a relation may be told with "have"."""
    return any(phrase.split()[0] in ("have", "own") for phrase in wordings(relation))


@lru_cache(maxsize=1024)
def starting(relation: str) -> frozenset[str]:
    """Return the roots of what tells that a relation begins, and never that it holds."""
    begins = roots(" ".join(wordings(relation, starts=True)))
    holds = (p for p in wordings(relation) if p not in wordings(relation, starts=True))
    return begins - roots(" ".join(holds))


@lru_cache(maxsize=1024)
def ended_by(predicate: str) -> frozenset[str]:
    """Return the roots of every way to tell the same end: "quit" of "left".

    >>> "leav" in ended_by("quit"), ended_by("bought")
    (True, frozenset())
    """
    return roots(" ".join(p for name in meaning(predicate).ends for p in endings(name)))
