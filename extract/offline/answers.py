"""Answers that only make sense with the question before them: "Which one?" "The blue one."."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.extract.offline.courtesy import weighty
from tkg.extract.offline.facts import said
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said, Times
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit, own_subject, units
from tkg.extract.offline.values import shortened, trimmed
from tkg.kg.model import FactKind, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

WH = ("what", "which", "who", "where", "how", "why")
TITLE = re.compile(r'\s*["\u201c]([^"\u201d]{2,60})["\u201d]')
YES = ("yes", "yeah", "yep", "yup", "definitely", "absolutely")
NO = ("no", "nope", "nah")
AUXILIARY = ("did", "do", "are", "were", "have", "had")
LONGEST_QUESTION = 14


def answer(unit: Unit, asked: Doc, people: People) -> Iterator[Said]:
    """Give what a turn answers in a phrase, where the turn before ended with such a question."""
    question = _question(asked)
    if unit.link != "ROOT" or not question:
        return
    if title := TITLE.match(unit.head.doc.text):
        text = f'Asked "{question}", {people.speaker} answered: {title[1]}.'
        yield Said(people.speaker, "answers", title[1], text, FactKind.OPINION)
        return
    if own_subject(unit.head) is not None:
        return
    if unit.head.pos_ not in ("NOUN", "PROPN", "NUM", "VERB", "ADP", "ADJ"):
        return
    if unit.head.pos_ in ("VERB", "ADJ") and unit.words[0].tag_ not in ("TO", "IN", "VBG"):
        return
    if any(among(t.lower_, "greeting") for t in unit.words):
        return
    words = [t for t in unit.head.subtree if not called_out(t, people) and t.dep_ != "intj"]
    words = shortened(trimmed([t for t in words if not t.is_space], frozenset()))
    value = written(words, people)
    if weighty(words) and value:
        text = f'Asked "{question}", {people.speaker} answered: {value}.'
        yield Said(people.speaker, "answers", value, text, FactKind.OPINION)


def _question(doc: Doc) -> str:
    """Return the last question of a turn, if it asks for more than yes or no."""
    last = _last_question(doc)
    if last is None:
        return ""
    words: list[Token] = [t for t in last if not t.is_space]
    wh = any(t.lower_ in WH for t in words[:4])
    return last.text.strip() if wh and len(words) <= LONGEST_QUESTION else ""


def _last_question(doc: Doc) -> Span | None:
    """Return the question that a turn ends with; one short remark may stand behind it."""
    sentences = list(doc.sents)[-2:]
    return next((s for s in reversed(sentences) if s.text.strip().endswith("?")), None)


def confirmed(doc: Doc, asked: Doc, people: People) -> Iterator[Said]:
    """Give what "yes" or "no" says: what was asked, as told by whoever answers."""
    first = next((t.lower_ for t in doc if not t.is_punct and not t.is_space), "")
    question = _last_question(asked)
    if first not in (*YES, *NO) or question is None or not _yes_or_no(question):
        return
    asker = replace(people, speaker=people.addressee, addressee=people.speaker)
    unit = next((u for u in units(asked) if u.head == question.root), None)
    if unit is None or any(t.ent_type_ in ("DATE", "TIME") for t in question):
        return
    word = "yes" if first in YES else "no"
    text = f'Asked "{question.text.strip()}", {people.speaker} answered {word}.'
    told = said(unit, Mood.REAL, asker, Times(frozenset(), frozenset()))
    for one in told:
        vague = word == "yes" and "any" in one.value.lower()
        if one.subject == people.speaker and one.polarity is Polarity.YES and not vague:
            yield replace(one, statement=text, polarity=Polarity(word), dated=False)


def _yes_or_no(question: Span) -> bool:
    """Say whether somebody is asked if they do, did or are something."""
    words = [t.lower_ for t in question if not t.is_punct and not t.is_space]
    while words and words[0] in ("so", "and", "but", "oh", "hey", "wow"):
        words = words[1:]
    asks = len(words) > 2 and words[0] in AUXILIARY and words[1] == "you"
    return asks and words[2] not in ("think", "know", "mind", "remember", "mean", "see")
