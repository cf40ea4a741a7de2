"""What is said of something that no name is certain for, kept as the speaker's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline import courtesy
from tkg.extract.offline.deeds import all_deeds, deeds
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import phrase_words, written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said, Times
from tkg.extract.offline.subjects import dropped, expletive, vague
from tkg.extract.offline.units import Unit
from tkg.extract.offline.values import agrees
from tkg.kg.model import FactKind

if TYPE_CHECKING:
    from spacy.tokens import Token


def unnamed(
    unit: Unit, main: Token, rest: list[Token], people: People, times: Times
) -> Iterator[Said]:
    """Give what was said of something that no name is certain for, as the speaker's words."""
    if len(deeds(unit)) > 1 and unit.head.tag_ != "VB":
        rest = all_deeds(unit, main, times.dates)
    if (
        not vague(unit)
        or not courtesy.weighty(rest, _least(unit, rest))
        or _judges(unit, rest)
        or any(t.lower_ in ("you", "your", "yourself") for t in rest)
        or unit.link == "relcl"
        or dropped(unit)
        or unit.subject not in unit.words
        or (unit.subject.lower_ == "there" and unit.subject.dep_ != "expl")
        or (unit.subject is not None and unit.subject.tag_ in ("WDT", "WP"))
    ):
        return
    subject = unit.subject
    named = phrase_words(subject) if subject is not None else []
    text = written([*named, *_verbal(unit, main), *rest], people)
    text = text if subject is not None and subject.pos_ == "PROPN" else text[:1].lower() + text[1:]
    short = " ".join(text.split()[:16])
    full = f"{people.speaker} says that {text}."
    yield Said(people.speaker, "says", short, full, FactKind.OPINION)


def _least(unit: Unit, rest: list[Token]) -> int:
    """Return how many words of weight the saying of something unnamed must hold."""
    return 2 if unit.head.lemma_ == "be" and not any(t.pos_ == "PROPN" for t in rest) else 1


def _judges(unit: Unit, rest: list[Token]) -> bool:
    """Say whether something unnamed is only judged: "it's great to hear", "that sounds fun"."""
    if among(unit.head.lemma_.lower(), "seeming"):
        return True
    things = [t for t in rest if t.pos_ in ("NOUN", "PROPN", "NUM")]
    things = [t for t in things if not among(t.lemma_.lower(), "empty_nouns", "light_nouns")]
    judged = next((t for t in rest if t.pos_ not in ("ADV", "DET", "PUNCT")), None)
    praise = judged is not None and judged.pos_ == "ADJ" and expletive(unit)
    agreed = any(agrees(t) for t in rest)
    return (not things and not agreed) or praise


def _verbal(unit: Unit, main: Token) -> list[Token]:
    own = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    helping = ("aux", "auxpass", "neg", "prt")
    return [
        t
        for t in unit.words
        if t.i not in own and (t == main or t == unit.head or (t.dep_ in helping and t.i < main.i))
    ]
