"""Which relation a predicate means, and how its values stand to each other."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import snowballstemmer

SINGLE_PREFIXES = ("favourite ", "favorite ", "current ")
AUXILIARIES = frozenset(
    ("is", "are", "was", "were", "am", "been", "being", "be"),
)
IRREGULAR = {
    "has": "have",
    "had": "have",
    "bought": "buy",
    "sold": "sell",
    "went": "go",
    "gone": "go",
    "met": "meet",
    "left": "leave",
    "got": "get",
    "ate": "eat",
    "drank": "drink",
    "drove": "drive",
    "wrote": "write",
    "made": "make",
    "took": "take",
    "gave": "give",
    "saw": "see",
    "seen": "see",
    "came": "come",
    "became": "become",
    "began": "begin",
    "spoke": "speak",
    "grew": "grow",
    "taught": "teach",
    "thought": "think",
    "found": "find",
    "lost": "lose",
    "won": "win",
    "built": "build",
    "sang": "sing",
    "ran": "run",
    "knew": "know",
    "told": "tell",
    "felt": "feel",
    "kept": "keep",
    "held": "hold",
    "paid": "pay",
    "wore": "wear",
    "flew": "fly",
    "wed": "wed",
    "children": "child",
    "dating": "date",
    "does": "do",
    "did": "do",
    "done": "do",
    "born": "born",
    "based": "based",
    "married": "married",
    "named": "named",
    "called": "called",
}


@dataclass(frozen=True, slots=True)
class Relation:
    """A canonical predicate.

    Attributes:
        single: A new value closes the old one.
        constant: True for good.
        resumes: A value with a stated end leaves the old one open beside it.
        event: Happens rather than holds, whatever an extractor says.
        opposite: The relation that this one denies.
        ends: The relation that telling this one ends.
        known: In the table.
    """

    name: str
    single: bool = False
    constant: bool = False
    resumes: bool = False
    event: bool = False
    opposite: str = ""
    ends: str = ""
    known: bool = True


@lru_cache(maxsize=10_000)
def relation(predicate: str) -> Relation:
    """Return the relation that a predicate means, in any inflection.

    >>> relation("moved to").name, relation("has lived in").name
    ('lives in', 'lives in')
    >>> relation("juggles with").single
    False
    """
    words = re.sub(r"[_\s]+", " ", predicate.casefold()).strip()
    table, by_words = _table()
    if words in table:
        return table[words]
    key = _key(words)
    if key in by_words:
        return table[by_words[key]]
    favourite = words.startswith(SINGLE_PREFIXES)
    name = words.replace("favorite", "favourite")
    return Relation(name if favourite else key or words, single=favourite, known=False)


@cache
def relations_that_end(name: str) -> tuple[str, ...]:
    """Return the relations whose telling ends this one: "left" ends "works at"."""
    table, _ = _table()
    return tuple(sorted(r.name for r in table.values() if r.ends == name))


def _key(words: str) -> str:
    """Return the lemmas of a predicate; a helping "be" or "have" before a verb falls away."""
    lemmas = [_lemma(w) for w in words.split()]
    if len(lemmas) > 1 and lemmas[0] == "have" and words.split()[1].endswith(("ed", "en", "een")):
        lemmas = lemmas[1:]
    return " ".join(lemmas)


def _lemma(word: str) -> str:
    if word in AUXILIARIES:
        return "be"
    return IRREGULAR.get(word) or _stem(word)


@lru_cache(maxsize=100_000)
def _stem(word: str) -> str:
    return str(_stemmer().stemWord(word))


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")


@cache
def _table() -> tuple[dict[str, Relation], dict[str, str]]:
    text = files("tkg.kg.graph").joinpath("predicates.toml").read_text(encoding="utf-8")
    table: dict[str, Relation] = {}
    by_words: dict[str, str] = {}
    for name, row in tomllib.loads(text).items():
        words = row.pop("words")
        table[name] = Relation(name, **row)
        for word in (name, *words):
            by_words.setdefault(_key(word), name)
    return table, by_words


def stems(text: str) -> frozenset[str]:
    """Return the stems of a value, determiners and remarks in brackets aside.

    >>> sorted(stems("the two dogs (brown)"))
    ['dog', 'two']
    """
    bare = re.sub(r"\([^)]*\)", " ", text.casefold())
    words = re.findall(r"[^\W_]+", bare)
    kept = [w for w in words if w not in DETERMINERS] or words
    return frozenset(_stem(w) for w in kept)


DETERMINERS = frozenset(
    ("a", "an", "the", "my", "his", "her", "their", "our", "your", "its", "s", "this", "that"),
)


def agree(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether two values, given as stems, mean the same: one holds the other's words."""
    return bool(one and other) and (one <= other or other <= one)
