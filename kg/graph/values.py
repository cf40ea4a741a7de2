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
NAME = "^"
"""Begins the member of a value that says of a stem that it is written as a name."""
SAME_NAME = frozenset(
    stem(w)
    for w in (
        "corp", "corporation", "inc", "incorporated", "ltd", "limited", "llc", "plc", "gmbh", "ag",
        "co", "company", "group", "city", "town", "county", "state", "province",
    )
)  # fmt: skip
"""Words that a name is said with and without: "Acme Corp", "New York City"."""


@lru_cache(maxsize=200_000)
def worded(text: str) -> frozenset[str]:
    """Return the stems of a value, those marked that are written with a capital.

    >>> sorted(worded("the York flat"))
    ['^york', 'flat', 'york']
    """
    found = stems(text)
    written = {stem(w.casefold()) for w in re.findall(r"[^\W_]+", text) if w[0].isupper()}
    return found | {f"{NAME}{word}" for word in written & found}


def naming(value: frozenset[str], entity: str) -> frozenset[str]:
    """Return a value that names an entity: it agrees with every other name of that one."""
    return value | {f"{ENTITY}{entity}"} if entity else value


@lru_cache(maxsize=200_000)
def words_of(value: frozenset[str]) -> frozenset[str]:
    """Return the stems of a value alone."""
    return frozenset(word for word in value if not word.startswith((ENTITY, NAME)))


@lru_cache(maxsize=200_000)
def names_in(value: frozenset[str]) -> frozenset[str]:
    """Return the stems of a value that are written as names."""
    return frozenset(word[len(NAME) :] for word in value if word.startswith(NAME))


@lru_cache(maxsize=200_000)
def longer_name(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether one of two values is a name, and the other a longer one: York and New York.

    What is one entity, or differs by a word that says only of what sort it is, is one name.
    """
    if any(word.startswith(ENTITY) for word in one & other):
        return False
    few, many = sorted((one, other), key=lambda value: len(words_of(value)))
    more = (words_of(many) - words_of(few)) & names_in(many)
    return words_of(few) <= names_in(few) & names_in(many) and bool(more - SAME_NAME)


@lru_cache(maxsize=200_000)
def agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two values mean the same: one entity, or one holds the other's words.

    Two names are compared whole: Niger is not Nigeria.
    """
    if any(word.startswith(ENTITY) for word in one & other):
        return True
    named = (names_in(one), names_in(other))
    one, other = words_of(one), words_of(other)
    if not one or not other:
        return False
    if one & PARTNERS and other & PARTNERS:
        return True
    few, many = (one, other) if len(one) <= len(other) else (other, one)
    if few <= many:
        return True
    in_few, in_many = named if few is one else named[::-1]
    return all(
        s in many or any(_rooted(s, m) and not (s in in_few and m in in_many) for m in many)
        for s in few
    )


def _rooted(one: str, other: str) -> bool:
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return len(short) >= SHORTEST_ROOT and short.isalpha() and long.startswith(short)
