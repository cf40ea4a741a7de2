"""Why an answer was wrong: one stage for every miss, decided by rules from the store and trace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tkg.answer.answer import Answer
from tkg.bench.capture import ENOUGH, short
from tkg.bench.datasets.case import Question
from tkg.bench.result import Row
from tkg.bench.words import content
from tkg.kg.model import Hit, Known, Status
from tkg.temporal.resolve import resolve

WRONG_BELOW = 0.5
"""A token F1 under this counts as wrong where nobody judges."""
READ = 30
"""Turns a reader looks at; evidence below is not retrieved."""
NAME = re.compile(r"[A-Z][\w-]*(?:'s)?")
CLOSED = (Status.ENDED, Status.RETRACTED, Status.CANCELLED, Status.LAPSED)


class Stage(StrEnum):
    """Where an answer was lost."""

    NEVER_EXTRACTED = "never extracted"
    WRONGLY_CLOSED = "wrongly closed"
    WRONG_ENTITY = "wrong entity"
    WRONG_DATE = "wrong date"
    NOT_RETRIEVED = "not retrieved"
    ANSWERED_WRONG = "answered wrong"
    WRONGLY_DECLINED = "wrongly declined"
    DISPUTED = "gold disputed"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the store and the trace show about a question.

    Attributes:
        facts: Of the turns that hold the answer, as they stood when it was asked.
        retrieved: Shown ids of the turns that search found, best first.
        people: First words of all that facts are about, and of all who speak.
    """

    facts: tuple[Known, ...]
    retrieved: tuple[str, ...]
    captured: float
    people: frozenset[str] = frozenset()


def look(
    question: Question, known: Sequence[Known], hits: Sequence[Hit], captured: float | None
) -> Seen:
    """Collect what is needed to stage one question."""
    of_turns = tuple(k for k in known if question.turns & set(k.sources))
    people = frozenset(w for k in known for w in (_head(k.fact.subject), k.fact.said_by) if w)
    return Seen(of_turns, tuple(h.turn_id for h in hits[:READ]), captured or 0.0, people)


def stage(question: Question, answer: Answer, seen: Seen) -> Stage:
    """Return where a wrong answer was lost; the first rule that fits decides."""
    if question.disputed:
        return Stage.DISPUTED
    if not question.answerable:
        return Stage.ANSWERED_WRONG
    if _wrong_date(question, seen):
        return Stage.WRONG_DATE
    if seen.captured < 1:
        return Stage.NEVER_EXTRACTED
    holding = [k for k in seen.facts if _holds(question, k)]
    if holding and _of_now(question) and all(k.status in CLOSED for k in holding):
        return Stage.WRONGLY_CLOSED
    if holding and not any(_about(question, k, seen.people) for k in holding):
        return Stage.WRONG_ENTITY
    if question.turns and not question.turns & set(seen.retrieved):
        return Stage.NOT_RETRIEVED
    return Stage.WRONGLY_DECLINED if answer.abstained else Stage.ANSWERED_WRONG


def settled(row: Row) -> Row:
    """Return a row with its stage if its answer counts as wrong, without one if it does not.

    A judge's verdict decides where there is one, else the score.
    """
    wrong = row.score < WRONG_BELOW if row.right is None else not row.right
    return row if wrong else row.model_copy(update={"stage": "", "facts": (), "evidence": ()})


def _wrong_date(question: Question, seen: Seen) -> bool:
    """Say whether the gold is a date and the facts of its turns carry other dates only."""
    wanted = {(s.start, s.end) for s in resolve(question.gold, question.asked_at) if s.start}
    found = {(k.event.start, k.event.end) for k in seen.facts if k.event and k.event.start}
    return question.kind.startswith("temporal") and bool(wanted and found) and not wanted & found


def _holds(question: Question, known: Known) -> bool:
    bag = content(short(known))
    parts = (content(part) for part in question.parts)
    return any(part and len(part & bag) >= ENOUGH * len(part) for part in parts)


def _of_now(question: Question) -> bool:
    """Say whether a question names no time: of a past day a closed fact may be the right one."""
    return not resolve(question.text, question.asked_at)


def _about(question: Question, known: Known, people: frozenset[str]) -> bool:
    """Say whether a fact is about somebody the question names, or the question names nobody."""
    words = {w.removesuffix("'s") for w in NAME.findall(question.text.replace("\u2019", "'"))}
    named = words & people
    return not named or _head(known.fact.subject) in named or known.fact.said_by in named


def _head(subject: str) -> str:
    """Return the first word of a subject where it is a name."""
    first = subject.split()[0].removesuffix("'s") if subject.split() else ""
    return first if first[:1].isupper() else ""
