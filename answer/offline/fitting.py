"""Which facts say what a question asks for, in whatever words their relation has."""

from __future__ import annotations

from functools import lru_cache

from tkg.answer.offline.roots import roots
from tkg.kg.graph.predicates import wordings
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
