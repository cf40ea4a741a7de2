"""The offline extractor: parse, split, name, date. No model, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tkg.extract.offline.advice import advice
from tkg.extract.offline.ages import ages, in_place
from tkg.extract.offline.aliases import aliases
from tkg.extract.offline.answers import answer, confirmed
from tkg.extract.offline.clauses import clause_of
from tkg.extract.offline.contrast import blanked, contrasts, corrected
from tkg.extract.offline.facts import said
from tkg.extract.offline.kin import Kin, kin
from tkg.extract.offline.lists import items
from tkg.extract.offline.mend import mended
from tkg.extract.offline.mentions import remember
from tkg.extract.offline.mood import mood
from tkg.extract.offline.parser import parsed
from tkg.extract.offline.people import People
from tkg.extract.offline.personal import personal
from tkg.extract.offline.photos import photo
from tkg.extract.offline.placed import placed
from tkg.extract.offline.plain import readable
from tkg.extract.offline.record import NAME, fact
from tkg.extract.offline.said import Said, Times
from tkg.extract.offline.shown import shown
from tkg.extract.offline.times import coming, dates, dating, ending, things
from tkg.extract.offline.units import Unit, units
from tkg.kg.model import Clause, Extraction, Fact, Mood, Role, SameAs, Session, Turn
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)
"""For a turn without a date: only the words that say when are taken from it, never a day."""


class Offline:
    """Reads facts with a parser and rules."""

    name = NAME
    workers = 1

    def extract(self, session: Session) -> Extraction:
        """Read one session, turn by turn, so that pronouns can look back."""
        reading = Reading(session)
        texts = [readable(turn) for turn in session.turns]
        docs = parsed(blanked(text, contrasts(text)) for text in texts)
        for turn, doc in zip(session.turns, docs, strict=True):
            reading.read(turn, mended(doc))
        return Extraction(
            facts=tuple({f.key: f for f in reading.facts}.values()),
            clauses=tuple(reading.clauses),
            aliases=tuple(dict.fromkeys(reading.aliases)),
            extractor=NAME,
            characters_sent=sum(len(t.text) for t in session.turns),
        )


class Reading:
    """What has been read of a session so far."""

    def __init__(self, session: Session) -> None:
        """Start with nobody named."""
        talking = (t for t in session.turns if t.role in (Role.USER, Role.ASSISTANT))
        self.speakers = list(dict.fromkeys(turn.speaker for turn in talking))
        # Between people: an assistant is given orders, not advice.
        self.human = all(t.role is Role.USER for t in session.turns)
        self.people = People(speaker="", addressee="")
        self.asked: Doc | None = None
        self.asked_in = ""
        self.facts: list[Fact] = []
        self.clauses: list[Clause] = []
        self.aliases: list[SameAs] = []

    def read(self, turn: Turn, doc: Doc) -> None:
        """Read one turn."""
        self.people.enter(turn, self.speakers)
        found = resolve(turn.text, turn.said_at or ANY_DAY)
        spans = [s for s in found if not things(doc, s)]
        when = dates(doc, spans)
        own = list(kin(doc, self.people))
        told: list[Fact] = []
        clauses = units(doc)
        apart = contrasts(readable(turn))
        for number, unit in enumerate(clauses):
            what, span = self._unit(turn, unit, spans, when, own, first=number == 0)
            what = corrected(what, unit, clauses, apart)
            told += [fact(turn, one, span, ending(unit, spans)) for one in what]
        told += self._confirmed(turn, doc)
        told = placed(told, turn, clauses, spans, self.people)
        shown = photo(turn)
        told += [fact(turn, shown, None, None)] if shown else []
        told += [fact(turn, item, None, None) for item in items(turn)]
        self.facts += [f for f in told if _may_say(turn, f)]
        self.aliases += aliases(doc, turn, self.people, own)
        self.asked, self.asked_in = doc, turn.key

    def _confirmed(self, turn: Turn, doc: Doc) -> list[Fact]:
        """Return what a yes or no to the turn before says; both turns state it."""
        if not self.human or self.asked is None or not self.people.addressee:
            return []
        found = confirmed(doc, self.asked, self.people)
        both = (turn.key, self.asked_in)
        return [replace(fact(turn, what, None, None), turns=both) for what in found]

    def _unit(
        self,
        turn: Turn,
        unit: Unit,
        spans: list[Span],
        when: frozenset[int],
        own: list[Kin],
        first: bool,
    ) -> tuple[list[Said], Span | None]:
        self.people.sentence = _number(unit)
        span, how = dating(unit, spans), mood(unit)
        if how is Mood.REAL and coming(unit, span, turn.said_at):
            how = Mood.PLANNED
        times = Times(when, _indexes(unit, span))
        self.clauses.append(clause_of(turn, unit, how, self.people, times, span))
        found = list(self._facts(turn, unit, how, times, own, first))
        remember(unit, self.people)
        return found, span

    def _facts(
        self, turn: Turn, unit: Unit, how: Mood, times: Times, own: list[Kin], first: bool
    ) -> Iterator[Said]:
        old = list(ages(unit, how, self.people, dated=bool(times.own)))
        yield from in_place(said(unit, how, self.people, times), old)
        yield from personal(unit, how, self.people, own)
        if self.human and self.people.addressee:
            yield from advice(unit, how, self.people)
            yield from shown(unit, how, self.people)
        if first and self.human and self.asked is not None:
            yield from answer(unit, self.asked, self.people)


def _number(unit: Unit) -> int:
    """Return the place of a clause's sentence, as an index that only grows."""
    return sum(1 for t in unit.head.doc[: unit.sentence.start + 1] if t.is_sent_start)


def _indexes(unit: Unit, span: Span | None) -> frozenset[int]:
    if span is None:
        return frozenset()
    return frozenset(t.i for t in unit.words if span.offset < t.idx + len(t) and t.idx < span.until)


def _may_say(turn: Turn, fact: Fact) -> bool:
    """Say whether a fact may be kept.

    An assistant knows nothing of its user but by hearsay; of the world, what names or counts
    something is worth keeping as its word.
    """
    if turn.role is Role.USER or fact.predicate == "lists":
        return True
    told = f"{fact.subject} {fact.value}"
    about_user = re.search(r"\buser\b", told) is not None
    return not about_user and CONCRETE.search(told) is not None


CONCRETE = re.compile(r"\b[A-Z][a-z]|\d")
