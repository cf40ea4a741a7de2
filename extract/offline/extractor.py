"""The offline extractor: parse, split, name, date. No model, no network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tkg.extract.offline.aliases import aliases
from tkg.extract.offline.arguments import arguments
from tkg.extract.offline.facts import Said, said, subject_of
from tkg.extract.offline.mood import mood, polarity
from tkg.extract.offline.naming import remember, written
from tkg.extract.offline.parser import parsed
from tkg.extract.offline.people import People, spoken_by_assistant
from tkg.extract.offline.times import dating, ending, time_words, words_of
from tkg.extract.offline.units import Unit, units
from tkg.kg.model import (
    Change,
    Clause,
    Extraction,
    Fact,
    FactKind,
    Polarity,
    SameAs,
    Session,
    Turn,
)
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "offline"


class Offline:
    """Reads facts with a parser and rules."""

    name = NAME
    workers = 1

    def extract(self, session: Session) -> Extraction:
        """Read one session, turn by turn, so that pronouns can look back."""
        speakers = list(dict.fromkeys(turn.speaker for turn in session.turns))
        people = People(speaker="", addressee="")
        facts: list[Fact] = []
        clauses: list[Clause] = []
        found: list[SameAs] = []
        docs = parsed(turn.text for turn in session.turns)
        for turn, doc in zip(session.turns, docs, strict=True):
            people.enter(turn, speakers)
            for fact, clause in _read(turn, doc, people):
                facts += fact
                clauses.append(clause)
            found += aliases(doc, turn, people)
            facts += _photo(turn)
        return Extraction(
            facts=tuple({f.key: f for f in facts}.values()),
            clauses=tuple(clauses),
            aliases=tuple(dict.fromkeys(found)),
            extractor=NAME,
            characters_sent=sum(len(t.text) for t in session.turns),
        )


def _read(turn: Turn, doc: Doc, people: People) -> list[tuple[list[Fact], Clause]]:
    spans = resolve(turn.text, turn.said_at)
    times = time_words(doc, spans)
    read = []
    for unit in units(doc):
        how = mood(unit)
        span = dating(unit, spans)
        clause = _clause(turn, unit, people, times, span)
        told = [_fact(turn, s, span, ending(unit, spans)) for s in said(unit, how, people, times)]
        read.append((told, clause))
        _remember(unit, people)
    return read


def _remember(unit: Unit, people: People) -> None:
    """Note whom a clause names: its subject last, for it is the likeliest to be meant next."""
    for token in unit.words:
        # A place or a purpose ("at the shelter") is named, but is hardly ever "it".
        if token.dep_ in ("dobj", "attr", "appos") or (token.dep_ == "pobj" and token.ent_type_):
            remember(token, people)
    if unit.subject is not None:
        remember(unit.subject, people)


def _fact(turn: Turn, what: Said, span: Span | None, end: Span | None) -> Fact:
    return Fact(
        session=turn.session,
        index=turn.index,
        turns=(turn.key,),
        subject=what.subject,
        predicate=what.predicate,
        value=what.value,
        statement=what.statement,
        said_by=turn.speaker,
        said_at=turn.said_at,
        kind=what.kind,
        change=what.change,
        polarity=what.polarity,
        time=words_of(span, turn.key),
        end_time=words_of(end, turn.key),
        by_assistant=spoken_by_assistant(turn),
        extractor=NAME,
    )


def _clause(
    turn: Turn, unit: Unit, people: People, times: frozenset[int], span: Span | None
) -> Clause:
    first, last = unit.words[0], unit.words[-1]
    particle = next((c.lower_ for c in unit.head.children if c.dep_ == "prt"), "")
    return Clause(
        turn=turn.key,
        start=min(t.idx for t in (first, last)),
        end=last.idx + len(last),
        subject=subject_of(unit, people),
        verb=f"{unit.head.lemma_.lower()} {particle}".strip(),
        mood=mood(unit),
        polarity=polarity(unit),
        arguments=arguments(unit, people, times),
        text=written(unit.words, people, unit.subject),
        time=span.offset if span else None,
    )


def _photo(turn: Turn) -> Sequence[Fact]:
    """Return what a shared photo shows as a fact of whoever shared it."""
    if not turn.caption:
        return ()
    shows = " ".join(turn.caption.split()[:12])
    what = Said(
        subject=turn.speaker,
        predicate="share photo of",
        value=shows,
        statement=f"{turn.speaker} shared a photo of {shows}.",
        kind=FactKind.EVENT,
        change=Change.NEW,
        polarity=Polarity.YES,
    )
    return (_fact(turn, what, None, None),)
