"""The bare form of a predicate: lemmas, without helping verbs and adverbs."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import snowballstemmer

PARTICIPLE = ("ed", "een", "wn")
NOT_VERBS = frozenset(("children", "kids", "favorite", "color", "labor"))


@lru_cache(maxsize=20_000)
def bare(predicate: str) -> str:
    """Return the lemmas of a predicate, so that every inflection of it is one.

    >>> bare("has been living in") == bare("lived in") == bare("live in")
    True
    """
    words = re.sub(r"[_\s]+", " ", predicate.casefold()).split()
    words = [w for w in words if w not in _table()["adverbs"] and w not in ARTICLES] or words
    return " ".join(lemma(w) for w in _without_helpers(words))


def spelled(words: str) -> str:
    """Return words in British spelling: one relation has one name.

    >>> spelled("favorite color")
    'favourite colour'
    """
    spelling: dict[str, str] = _table()["spelling"]
    return " ".join(spelling.get(word, word) for word in words.split())


ARTICLES = frozenset(("a", "an", "the", "my", "his", "her", "their", "our"))


def _without_helpers(words: list[str]) -> list[str]:
    """Return the words behind "has been", "is ...ing", "used to" and "will"."""
    if words[:2] == ["used", "to"] and len(words) > 2:
        words = words[2:]
    if len(words) > 1 and words[0] in _table()["helpers"] and _verb_form(words[0], words[1]):
        words = words[1:]
    if (
        len(words) > 1
        and lemma(words[0]) == "be"
        and words[1].endswith("ing")
        and len(words[1]) > 5
    ):
        words = words[1:]
    return words


def _verb_form(helper: str, word: str) -> bool:
    if helper not in ("has", "have", "had", "'s", "'ve"):
        return True
    return word.endswith(PARTICIPLE) or (word in _table()["lemma"] and word not in NOT_VERBS)


PAST_BE = frozenset(("was", "were", "had", "did"))


def past(predicate: str) -> bool:
    """Say whether a predicate is in the simple past.

    >>> past("lived in"), past("lives in"), past("has lived in"), past("needs")
    (True, False, False, False)
    >>> past("were"), past("are"), past("employed at"), past("favorite book")
    (True, False, False, False)
    """
    first = predicate.casefold().split()[0] if predicate.strip() else ""
    if first in PAST_BE:
        return True
    if first in NOT_VERBS or first in _table()["not_past"]:
        return False
    irregular = _table()["lemma"].get(first, first) != first
    return (irregular and not first.endswith(("s", "ing"))) or (
        first.endswith("ed") and stem(first) != first
    )


def lemma(word: str) -> str:
    """Return the dictionary form of a word, or its stem."""
    known: dict[str, str] = _table()["lemma"]
    return stem(known.get(word, word))


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return the stem of a word."""
    return word if word in _table()["whole"] else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")


@cache
def _table() -> dict[str, Any]:
    text = files("tkg.kg.graph").joinpath("irregular.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
