"""What is done: the verb that says it, and several told in one breath."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.extract.offline.arguments import verbs
from tkg.extract.offline.mood import used_to
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit, own_subject
from tkg.extract.offline.values import shortened, to_aside, trimmed
from tkg.kg.model import FactKind, Mood

if TYPE_CHECKING:
    from spacy.tokens import Token

SEQUENCE = 18
"""Words of a fact that tells several deeds."""
CARRIED = (
    "have",
    "need",
    "get",
    "try",
    "manage",
    "use",
    "go",
    "start",
    "begin",
    "continue",
    "help",
)
"""Verbs whose infinitive is the deed: "had to take"."""


def deed(unit: Unit, mood: Mood) -> tuple[Token, list[Token]]:
    """Return the verb that says what is done, and the verbs before it that stay with it."""
    line = [v for v in verbs(unit) if v.i >= unit.head.i]
    if mood is Mood.PLANNED or used_to(unit):
        return _planned(line)
    if len(line) > 1 and line[1].tag_ == "VB" and _carried(line[0]) and line[1].head == line[0]:
        return line[1], [line[0]]
    return unit.head, []


def _planned(line: list[Token]) -> tuple[Token, list[Token]]:
    direct = [line[0]]
    for verb in line[1:]:
        takes = any(c.dep_ in ("dobj", "attr", "acomp") for c in direct[-1].children)
        if takes or not (verb.head == direct[-1] or verb.head.head == direct[-1]):
            break
        direct.append(verb)
    return direct[-1], []


def _carried(verb: Token) -> bool:
    """Say whether a verb hands its sense on to the infinitive behind it."""
    return verb.lemma_.lower() in CARRIED and not any(c.dep_ == "dobj" for c in verb.children)


def sequence(base: Said, unit: Unit, people: People, dates: frozenset[int]) -> Iterator[Said]:
    """Give several deeds told in one breath as one fact beside their own: they belong together."""
    told_of = deeds(unit)
    if (
        len(told_of) < 2
        or unit.head.pos_ != "VERB"
        or unit.link == "conj"
        or base.kind is FactKind.CONSTANT
        or any(c.dep_ == "auxpass" and c.lower_ != "got" for c in unit.head.children)
    ):
        return
    own = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    start = min(t.i for t in unit.words if t.i not in own and not t.is_punct and t.dep_ != "cc")
    start = max(start, unit.head.i)
    words = [t for t in unit.head.subtree if t.i >= start and t.i not in own | dates]
    words = trimmed([t for t in words if not called_out(t, people) and t.dep_ != "intj"], dates)
    words = trimmed(to_aside(words, unit.head), dates)
    value = written(words, people)
    told = unit.head.tag_ in ("VBD", "VBP", "VBZ", "VBG", "VBN")
    if told and len(value.split()) <= SEQUENCE:
        text = f"{base.subject} {_helped(unit, people)}{value}."
        yield replace(
            base,
            predicate="did" if base.kind is FactKind.EVENT else "does",
            value=value,
            statement=text,
        )


def _helped(unit: Unit, people: People) -> str:
    """Return the helping words before a verb, with a space behind them."""
    helpers = [c for c in unit.head.children if c.dep_ in ("aux", "auxpass") and c.i < unit.head.i]
    if helpers and helpers[0].lower_ == "been":
        return "has been "
    if not helpers and unit.head.tag_ == "VBG":
        return "is "
    return f"{written(helpers, people)} ".lstrip()


def deeds(unit: Unit) -> list[Token]:
    """Return the verbs that share a subject: "hiked, swam and slept"."""
    found = [unit.head]
    for verb in found:
        found += [
            c
            for c in verb.children
            if c.dep_ == "conj"
            and c.pos_ == "VERB"
            and (c.tag_ == "VB") == (unit.head.tag_ == "VB")
            and own_subject(c) is None
            and _alike(c)
        ]
    return found


def _alike(verb: Token) -> bool:
    """Say whether a verb is neither denied nor helped: its sense is that of the first."""
    return not any(c.dep_ in ("neg", "aux", "auxpass") for c in verb.children)


def all_deeds(unit: Unit, main: Token, dates: frozenset[int]) -> list[Token]:
    """Return what stands behind the first of several deeds, the others included."""
    behind = [t for t in unit.head.subtree if t.i > main.i and t.i not in dates and not t.is_space]
    joint = behind[:1] if behind and behind[0].dep_ == "cc" else []
    return [*joint, *shortened(trimmed(to_aside(behind, main), dates))]
