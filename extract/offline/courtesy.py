"""Small talk: clauses that say nothing that anybody could ask for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.people import People
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit

if TYPE_CHECKING:
    from spacy.tokens import Token

CONTENT = ("NOUN", "PROPN", "NUM", "ADJ", "VERB")


WISHES = ("hope", "glad", "happy", "sorry", "excited", "proud")


def says_something(unit: Unit, people: People, times: frozenset[int]) -> bool:
    """Say whether a clause holds more than courtesy: a name, a thing, a place, a number, a deed."""
    head = unit.head
    able = any(c.lower_ in ("can", "ca", "could") for c in head.children)
    if able and head.lemma_ in ("imagine", "see", "picture", "tell", "believe", "hear", "wait"):
        return False
    if head.lemma_ == "happen" and unit.subject is not None and _hollow(unit.subject):
        return False
    if among(head.lemma_.lower(), "courtesy_verbs") or _shown(unit) or _met_last(unit):
        return False
    words = [t for t in head.subtree if t.i not in _subject(unit) and t.pos_ in CONTENT]
    words = [t for t in words if not _hollow(t) and not called_out(t, people)]
    if _wished(unit) or (_named(unit, ("you", "u")) and _praised(unit)):
        return False
    if head.lemma_ in ("do", "go") and unit.subject is not None and unit.subject.pos_ != "PRON":
        return True
    if head.lemma_ == "be" or head.pos_ == "ADJ" or among(head.lemma_.lower(), "seeming"):
        return any(t != head or head.pos_ == "NOUN" for t in words)
    if among(head.lemma_.lower(), "empty_verbs"):
        return any(t != head for t in words)
    return bool(words) or any(t.i in times for t in unit.words)


def weighty(words: Iterable[Token], least: int = 1) -> bool:
    """Say whether words hold at least so many that are worth telling."""
    words = list(words)
    if any(
        t.lower_ in ("yes", "no") and t.head.lemma_ in ("say", "answer", "reply") for t in words
    ):
        return True
    content = [t for t in words if t.pos_ in CONTENT and not _hollow(t)]
    return len(content) >= least and any(t.pos_ != "VERB" for t in content)


def _hollow(token: Token) -> bool:
    return among(token.lemma_.lower(), "praise", "empty_nouns")


def _subject(unit: Unit) -> set[int]:
    return {t.i for t in unit.subject.subtree} if unit.subject is not None else set()


def _shown(unit: Unit) -> bool:
    """Say whether a clause only points: "here's a pic", "there you go"."""
    first = next((t.lower_ for t in unit.words if not t.is_punct and t.pos_ != "INTJ"), "")
    return unit.head.lemma_ == "be" and first in ("here", "heres")


def _named(unit: Unit, words: tuple[str, ...]) -> bool:
    return unit.subject is not None and unit.subject.lower_ in words


def _wished(unit: Unit) -> bool:
    """Say whether somebody hopes or is glad that the other is well: "hope you're doing good"."""
    feeling = [unit.head, *(c for c in unit.head.children if c.dep_ == "acomp")]
    wishing = [t for t in feeling if t.lemma_.lower() in WISHES]
    below = [c for t in wishing for c in t.children if c.dep_ in ("ccomp", "prep", "xcomp")]
    return any(t.lower_ in ("you", "your", "u", "hear") for c in below for t in c.subtree)


def parting(unit: Unit) -> bool:
    """Say whether a clause takes leave: "see you tomorrow", "talk soon"."""
    low = {t.lower_ for t in unit.words}
    leaving = unit.head.lemma_ in ("see", "talk", "chat", "catch") and unit.subject is None
    return leaving and bool(low & {"you", "ya", "soon", "later"})


def _met_last(unit: Unit) -> bool:
    """Say whether a clause only recalls the last talk, or crosses its fingers."""
    low = {t.lower_ for t in unit.words}
    if "yourself" in low and unit.head.tag_ in ("VB", "VBP") and unit.subject is None:
        return True
    if unit.head.lemma_ == "take" and any(c.lower_ == "care" for c in unit.head.children):
        return not any(c.dep_ == "prep" for t in unit.head.subtree for c in t.children)
    if parting(unit):
        return True
    talked = bool(low & {"spoke", "talked", "chatted", "spoken", "caught"}) and "last" in low
    return talked or {"fingers", "crossed"} <= low or {"long", "time", "no"} <= low


def _praised(unit: Unit) -> bool:
    """Say whether the addressee is told how well they do: it is no fact about them."""
    nouns = [t for t in unit.words if t.pos_ in ("NOUN", "PROPN", "NUM") and not _hollow(t)]
    return not nouns or among(unit.head.lemma_.lower(), "empty_verbs")
