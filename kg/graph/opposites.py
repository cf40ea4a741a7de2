"""Relations that are never one, however alike their words: contraries, wishes, the other side."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import product

from tkg.kg.graph.kinship import kin_words
from tkg.kg.graph.lemmas import bare, lemma


def opposed(one: str, other: str) -> bool:
    """Say whether two predicates differ by what makes them two.

    >>> opposed("opened", "has closed"), opposed("was taught by", "taught")
    (True, True)
    >>> opposed("picks", "gathered")
    False
    """
    mine, theirs = (frozenset(bare(said).split()) for said in (one, other))
    only, others = mine - theirs, theirs - mine
    return (
        any(_contrary(a, b) or _two_kin(a, b) for a, b in product(only, others))
        or not _apart().isdisjoint(only ^ others)
        or _digits(one) != _digits(other)
        or _turned_round(bare(one), bare(other))
    )


def _contrary(one: str, other: str) -> bool:
    if other in _opposites().get(one, ()) or one in _opposites().get(other, ()):
        return True
    short, long = sorted((one, other), key=len)
    return long.endswith(short) and long.removesuffix(short) in _prefixes()


def _two_kin(one: str, other: str) -> bool:
    """Say whether two words name different kin: a sister is no brother."""
    return {one, other} <= _kin()


def _digits(said: str) -> list[str]:
    return re.findall(r"\d+", said)


def _turned_round(one: str, other: str) -> bool:
    """Say whether one is the other seen from the value: "has pupil" and "is pupil of"."""
    first, second = one.split(), other.split()
    shared = set(first) & set(second) - {"be", "have"}
    return bool(shared) and (first[-1] == "of") != (second[-1] == "of")


@cache
def _opposites() -> dict[str, frozenset[str]]:
    rows = _table()["opposite"]
    return {lemma(word): frozenset(map(lemma, others)) for word, others in rows.items()}


@cache
def _kin() -> frozenset[str]:
    return frozenset(map(lemma, kin_words()))


@cache
def _apart() -> frozenset[str]:
    return frozenset(lemma(word) for words in _table()["apart"].values() for word in words)


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(_table()["prefix"]["contrary"])


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    text = files("tkg.kg.graph").joinpath("opposites.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
