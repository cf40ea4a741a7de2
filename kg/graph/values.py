"""When two values say the same."""

from __future__ import annotations

import re
from functools import lru_cache

from tkg.kg.graph.lemmas import stem

DETERMINERS = frozenset(
    ("a", "an", "the", "my", "his", "her", "their", "our", "your", "its", "s", "this", "that"),
)
PARTNERS = frozenset(stem(w) for w in ("husband", "wife", "spouse", "partner"))
"""Words for the same person beside somebody: a change between them is no news."""
SHORTEST_ROOT = 5
"""Letters that two words must share from their first: "trans" and "transgender"."""


@lru_cache(maxsize=200_000)
def stems(text: str) -> frozenset[str]:
    """Return the stems of a value, determiners and remarks in brackets aside.

    >>> sorted(stems("the two dogs (brown)"))
    ['dog', 'two']
    """
    folded = text.casefold()
    bare = re.sub(r"\([^)]*\)", " ", folded)
    words = re.findall(r"[^\W_]+", bare) or re.findall(r"[^\W_]+", folded) or [folded.strip()]
    kept = [w for w in words if w not in DETERMINERS] or words
    return frozenset(stem(w) for w in kept)


ENTITY = "="
"""Begins the member of a value that says which entity it names."""


def naming(value: frozenset[str], entity: str) -> frozenset[str]:
    """Return a value that names an entity: it agrees with every other name of that one."""
    return value | {f"{ENTITY}{entity}"} if entity else value


@lru_cache(maxsize=200_000)
def words_of(value: frozenset[str]) -> frozenset[str]:
    """Return the stems of a value alone."""
    return frozenset(word for word in value if not word.startswith(ENTITY))


@lru_cache(maxsize=200_000)
def agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two values mean the same: one entity, or one holds the other's words."""
    if any(word.startswith(ENTITY) for word in one & other):
        return True
    one, other = words_of(one), words_of(other)
    if not one or not other:
        return False
    if one & PARTNERS and other & PARTNERS:
        return True
    few, many = (one, other) if len(one) <= len(other) else (other, one)
    return few <= many or all(s in many or any(_rooted(s, m) for m in many) for s in few)


def _rooted(one: str, other: str) -> bool:
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return len(short) >= SHORTEST_ROOT and short.isalpha() and long.startswith(short)
