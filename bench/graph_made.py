"""A made history of facts that are at hand: people tell of themselves over three years."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tkg.kg.graph.predicates import relations
from tkg.kg.model import Extraction, Fact, Role, Session, Turn, digest

FIRST = datetime(2021, 1, 1, 9, tzinfo=UTC)
NOW = FIRST + timedelta(days=3 * 365)
PEOPLE, PREDICATES, VALUES, TURNS = 200, 50, 6, 50
SHARE_OF_CHANGES = 0.5
"""How often a telling is another value; else it confirms."""


@dataclass(slots=True)
class History:
    """Sessions, and an extractor that has read them already."""

    sessions: list[Session]
    read: dict[str, tuple[Fact, ...]]
    people: list[str]
    name: str = "made"
    workers: int = 1
    values: dict[tuple[str, str], str] = field(default_factory=dict)

    def extract(self, session: Session) -> Extraction:
        """Return the facts of a session."""
        return Extraction(facts=self.read[session.key], extractor=self.name)


def predicates() -> list[str]:
    """Return relations that hold one value at a time."""
    single = [r.name for r in relations() if r.single and not (r.constant or r.event)]
    return [*single, *(f"favourite thing {n}" for n in range(PREDICATES))][:PREDICATES]


def made(size: int, seed: int) -> History:
    """Return a history of so many facts; the same for the same seed."""
    drawn = random.Random(seed)
    history = History([], {}, [f"Person {n:03}" for n in range(PEOPLE)])
    names = predicates()
    step = (NOW - FIRST) / size
    for number, first in enumerate(range(0, size, TURNS)):
        who = drawn.choice(history.people)
        told = [
            (FIRST + step * n, who, drawn.choice(names))
            for n in range(first, min(first + TURNS, size))
        ]
        _session(history, number, told, drawn)
    return history


def _session(
    history: History,
    number: int,
    told: Sequence[tuple[datetime, str, str]],
    drawn: random.Random,
) -> None:
    key = digest("made", number)
    turns, facts = [], []
    for index, (said, who, predicate) in enumerate(told):
        value = _value(history, who, predicate, drawn)
        text = f"{who} {predicate} {value}."
        turn = Turn(
            digest(key, index), f"M{number}:{index}", key, index, who, Role.USER, text, said
        )
        turns.append(turn)
        facts.append(
            Fact(key, index, (turn.key,), who, predicate, value, text, who, said, extractor="made")
        )
    session = Session(key, "made", "", f"M{number}", told[0][0], tuple(turns))
    history.sessions.append(session)
    history.read[key] = tuple(facts)


def _value(history: History, who: str, predicate: str, drawn: random.Random) -> str:
    held = history.values.get((who, predicate))
    if held is None or drawn.random() < SHARE_OF_CHANGES:
        held = f"value{drawn.randrange(VALUES)}"
        history.values[who, predicate] = held
    return held


def slots(history: History) -> Iterator[tuple[str, str]]:
    """Give every person with every relation that was told of them."""
    yield from sorted(history.values)
