"""From a clause to facts: who, what relation, what value, and of what kind.

A predicate is written by one convention (`verbs.predicate`): what happened stands in the past
tense as it was said ("moved to"), all else in the third person of the present ("lives in", "has",
"is allergic to"), with its particle, and with its preposition where that comes first. A plan keeps
the verb that is planned. A value is the rest of the clause without the words that say when; a
length or a rhythm of time ("for four years", "every week") is no date and stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.extract.offline import courtesy
from tkg.extract.offline.arguments import verbs
from tkg.extract.offline.deeds import deed, sequence
from tkg.extract.offline.doubt import doubtful
from tkg.extract.offline.kinds import kind
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.mood import change, polarity
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.relations import relations
from tkg.extract.offline.relative import relative
from tkg.extract.offline.said import Said, Times
from tkg.extract.offline.slips import owned
from tkg.extract.offline.statements import called_out, statement
from tkg.extract.offline.subjects import subject_of
from tkg.extract.offline.subordinate import subordinate
from tkg.extract.offline.swaps import swapped
from tkg.extract.offline.units import Unit
from tkg.extract.offline.unnamed import unnamed
from tkg.extract.offline.values import (
    alone,
    complement,
    listed,
    lowered,
    pointing,
    shortened,
    trimmed,
)
from tkg.kg.model import FactKind, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

TOLD = (Mood.REAL, Mood.HABIT, Mood.PLANNED)


def said(unit: Unit, mood: Mood, people: People, times: Times) -> Iterator[Said]:
    """Give the facts of a clause, one for each member of a list that it holds."""
    if mood not in TOLD or _believed(unit) or _announces(unit) or subordinate(unit):
        return
    if owned(unit):
        return
    if not courtesy.says_something(unit, people, times.dates) or doubtful(unit, people):
        return
    main, chain = deed(unit, mood)
    rest = _rest(unit, main, chain, people, times.dates)
    subject = subject_of(unit, people)
    if not subject or subject.lower() in ("who", "which", "that"):
        yield from unnamed(unit, main, rest, people, times)
        return
    base = _base(unit, mood, subject, main)
    yield from sequence(base, unit, people, times.dates)
    if unit.link == "relcl" and unit.subject != unit.head.head:
        yield from relative(base, unit, main, chain, rest, people, times)
        return
    found = _in_relations(base, unit, main, chain, rest, people, times)
    yield from swapped(found, main, people, times.dates)


def _in_relations(
    base: Said,
    unit: Unit,
    main: Token,
    chain: list[Token],
    rest: list[Token],
    people: People,
    times: Times,
) -> Iterator[Said]:
    """Give the facts of each relation that a clause tells of."""
    for name, words, whole in relations(main, chain, rest, base.kind is FactKind.EVENT):
        text = statement(unit, main, whole, base.subject, people, times.own)
        yield from _told(
            replace(base, predicate=name, statement=text),
            unit,
            main,
            words,
            people,
            bool(times.own),
            [t for t in whole if t not in words],
        )


def _believed(unit: Unit) -> bool:
    """Say whether the clause above tells it as an opinion: "I think that ..."."""
    above = unit.parent
    if above is None or unit.link != "ccomp" or unit.head.i < above.head.i:
        return False
    return among(above.head.lemma_.lower(), "opinion", "unreal")


def _announces(unit: Unit) -> bool:
    """Say whether a clause only says that something will be said: "wanted to let you know"."""
    chain = {t.lemma_.lower() for t in verbs(unit)}
    told = any(c.dep_ == "ccomp" for v in verbs(unit) for c in v.children)
    return told and bool(chain & {"let", "tell", "say", "mention", "mean", "guess"})


def _rest(
    unit: Unit, main: Token, chain: Sequence[Token], people: People, dates: frozenset[int]
) -> list[Token]:
    words = complement(unit, main, chain, dates)
    words = trimmed([t for t in words if not called_out(t, people)], dates)
    if unit.head.pos_ == "ADJ" and unit.link == "ROOT":
        words = [unit.head, *words]
    return shortened(words)


def _base(unit: Unit, mood: Mood, subject: str, main: Token) -> Said:
    return Said(subject, "", "", "", kind(unit, mood), change(unit), polarity(unit))


def _told(
    base: Said,
    unit: Unit,
    main: Token,
    words: list[Token],
    people: People,
    dated: bool,
    before: list[Token],
) -> Iterator[Said]:
    """Give the fact of one relation, and of each member where its value is a list."""
    value = written(words, people)
    if words[:1] == [main] and not dated and unit.link != "ROOT":
        return  # "... and replied": a bare deed in passing
    if not value or value.lower() == base.subject.lower() or pointing(value, dated):
        return
    yield replace(base, value=lowered(value, words))
    for head in listed(words, main):
        member = alone(head, words)
        one = written(member, people)
        if one and one != value:
            part = [*before, *member]
            text = statement(unit, main, part, base.subject, people, ())
            denied = base.polarity is Polarity.NO or base.kind is FactKind.PLAN
            yield replace(base, value=one, statement=base.statement if denied else text)
