"""Answers that only make sense with the question before them: "Which one?" "The blue one."."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.courtesy import weighty
from tkg.extract.offline.facts import Said
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit, own_subject
from tkg.extract.offline.values import shortened, trimmed
from tkg.kg.model import FactKind

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

WH = ("what", "which", "who", "where", "how", "why")
LONGEST_QUESTION = 14


def answer(unit: Unit, asked: Doc, people: People) -> Iterator[Said]:
    """Give what a turn answers in a phrase, where the turn before ended with such a question."""
    question = _question(asked)
    if unit.link != "ROOT" or own_subject(unit.head) is not None or not question:
        return
    if unit.head.pos_ not in ("NOUN", "PROPN", "NUM", "VERB", "ADP", "ADJ"):
        return
    if unit.head.pos_ in ("VERB", "ADJ") and unit.words[0].tag_ not in ("TO", "IN", "VBG"):
        return
    words = [t for t in unit.head.subtree if not called_out(t, people) and t.dep_ != "intj"]
    words = shortened(trimmed([t for t in words if not t.is_space], frozenset()))
    value = written(words, people)
    if weighty(words) and value:
        text = f'Asked "{question}", {people.speaker} answered: {value}.'
        yield Said(people.speaker, "answers", value, text, FactKind.OPINION)


def _question(doc: Doc) -> str:
    """Return the question that a turn ends with, if it asks for more than yes or no."""
    sentences = list(doc.sents)
    last = sentences[-1] if sentences else None
    if last is None or "?" not in last.text:
        return ""
    words: list[Token] = [t for t in last if not t.is_space]
    wh = any(t.lower_ in WH for t in words[:4])
    return last.text.strip() if wh and len(words) <= LONGEST_QUESTION else ""
