"""A clause as it is kept for readers that have no parser."""

from __future__ import annotations

from tkg.extract.offline.arguments import arguments
from tkg.extract.offline.mood import polarity
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Times
from tkg.extract.offline.subjects import subject_of
from tkg.extract.offline.units import Unit
from tkg.extract.offline.verbs import particle
from tkg.kg.model import Clause, Mood, Turn
from tkg.temporal.span import Span


def clause_of(
    turn: Turn, unit: Unit, mood: Mood, people: People, times: Times, span: Span | None
) -> Clause:
    """Return a clause with its subject, verb, mood and arguments."""
    first, last = unit.words[0], unit.words[-1]
    return Clause(
        turn=turn.key,
        start=first.idx,
        end=last.idx + len(last),
        subject=subject_of(unit, people),
        verb=f"{unit.head.lemma_.lower()}{particle(unit.head)}",
        mood=mood,
        polarity=polarity(unit),
        arguments=arguments(unit, people, times.dates),
        text=written(unit.words, people),
        time=span.offset if span else None,
    )
