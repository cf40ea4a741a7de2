"""Text to index terms: one way for turns and questions."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

# A code or number with its punctuation stays whole ("v2.0", "340.50", "x-12"), an emoji is a term.
WORD = re.compile(
    r"\d+(?:[.,:/-]\d+)+"
    r"|[^\W_]+(?:['\u2019][^\W_]+)?"
    r"|[\U0001F300-\U0001FAFF\u2600-\u27BF]"
)
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def terms(text: str, language: str = "english") -> list[str]:
    """Return the index terms of a text in their order, stop words left out.

    >>> terms("She's running to the Lakes!")
    ['run', 'lake']
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    found: list[str] = []
    for match in WORD.finditer(folded):
        found += _terms(match[0], language)
    return found


def _terms(word: str, language: str) -> list[str]:
    if CJK.fullmatch(word):
        return [word[i : i + 2] for i in range(len(word) - 1)] or [word]
    bare = re.sub(r"['\u2019]\w{0,2}$", "", word)
    if bare in _stop_words():
        return []
    return [_stem(bare, language)] if bare.isalpha() else [bare]


@lru_cache(maxsize=100_000)
def _stem(word: str, language: str) -> str:
    return str(_stemmer(language).stemWord(word))


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)


@cache
def _stop_words() -> frozenset[str]:
    """Return the words that say nothing about what a text is about."""
    text = files("tkg.kg.search").joinpath("stop.txt").read_text(encoding="utf-8")
    return frozenset(text.split())
