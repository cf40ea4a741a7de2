"""What somebody's own is to them: "sister", "guinea pig"; which words mean the same."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any


@cache
def _table() -> dict[str, dict[str, Any]]:
    text = files("tkg.kg.graph").joinpath("kinship.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _same() -> dict[str, str]:
    return {other: word for word, others in _table()["same"].items() for other in others}


@cache
def _sorts() -> dict[str, str]:
    return {word: sort for sort, words in _table()["sort"].items() for word in words}


@lru_cache(maxsize=10_000)
def canonical(word: str) -> str:
    """Return the usual word for a relation, given folded.

    >>> canonical("younger sis")
    'younger sister'
    """
    bare = word.removeprefix("own ") or word
    if bare in _same():
        return _same()[bare]
    *before, head = bare.split(" ")
    return " ".join([*before, _same().get(head, head)])


def sort(word: str) -> str:
    """Return what sort of kin a canonical word names: "male", "animal", ...; "" for other things.

    >>> sort("older brother"), sort("guinea pig"), sort("dance studio")
    ('male', 'animal', '')
    """
    head = head_of(word)
    for part in _table()["part"]["before"]:
        head = head.removeprefix(part)
    return _sorts().get(word) or _sorts().get(head, "")


def head_of(word: str) -> str:
    """Return the noun of a word for kin, without what is said of it: "older sister" is one."""
    return word.rpartition(" ")[2]


def tells_which(word: str) -> bool:
    """Say whether a word tells which of several somebody is: "older", "other"."""
    return word in _which()


@cache
def _which() -> frozenset[str]:
    pairs = (word for pair in _table()["several"]["pairs"] for word in pair)
    return frozenset((*_table()["several"]["alone"], *pairs))


def several(words: Iterable[str]) -> bool:
    """Say whether words for one owner's kin, all of one noun, are told of more than one.

    >>> several(["sister", "other sister"]), several(["sister", "little sister"])
    (True, False)
    """
    told = {part for word in words for part in word.split(" ")[:-1]}
    table = _table()["several"]
    return not told.isdisjoint(table["alone"]) or any(told >= set(pair) for pair in table["pairs"])


def kin_words() -> frozenset[str]:
    """Return every word for kin, as it is usual."""
    return frozenset(_sorts())


def called(word: str) -> str:
    """Return the relation that a word names when it stands for somebody by itself, or ""."""
    usual = _same().get(word, word)
    return usual if usual in _table()["called"]["own"] else ""


def pronouns(name: str) -> frozenset[str]:
    """Return the pronouns of this list: "speaker" or "nobody"."""
    return frozenset(_table()["pronouns"][name])


def clash(one: str, other: str) -> bool:
    """Say whether nobody can be of both sorts."""
    if not one or not other or one == other:
        return False
    if "animal" in (one, other):
        return True
    group = "people" in (one, other)
    return group or {one, other} == {"male", "female"}
