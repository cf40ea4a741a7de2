"""The roots of a text's content words: irregular forms and both spellings are one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tkg.answer.offline.tokens import tokens
from tkg.kg.graph.lemmas import lemma


@lru_cache(maxsize=8192)
def roots(text: str) -> frozenset[str]:
    """Return what the content words of a text have in common with their other forms.

    >>> roots("bought the bikes") == roots("buys a bike")
    True
    >>> roots("favourite colours") == roots("favorite color")
    True
    """
    return frozenset(_spelt(lemma(t.low)) for t in tokens(text) if t.stem)


def respelt(found: Iterable[str]) -> frozenset[str]:
    """Return roots in one spelling."""
    return frozenset(map(_spelt, found))


def _spelt(root: str) -> str:
    """Return one spelling of two ("colour", "color"), where the word is long enough to have two."""
    if root == "goe":  # what the stemmer leaves of "goes"
        return "go"
    return root.replace("our", "or") if len(root) > LONG else root


LONG = 4
"""Letters of "four" and "hour", which have one spelling."""
