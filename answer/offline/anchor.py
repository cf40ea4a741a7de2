"""What a question sets its time by ("before I quit", "while I lived in Oslo"), and when it was."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.fitting import ended_by, starting, vocabulary
from tkg.answer.offline.look import understood
from tkg.answer.offline.roots import roots
from tkg.answer.offline.slots import ASKING
from tkg.answer.offline.told import when_told
from tkg.answer.offline.whom import Whom, facts_of, whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status
from tkg.temporal import civil
from tkg.temporal.query import window
from tkg.temporal.span import Grain, Span
from tkg.temporal.span import Kind as SpanKind

EDGE = re.compile(
    r"\b(?P<edge>before|after|since|until|till|while|during|when|prior to|following|as soon as)\s+"
    r"(?P<thing>[^,?]+)",
    re.IGNORECASE,
)
PAST = re.compile(
    r"\b(?:did|was|were|had|(?:has|have) (?!(?:after|before|since|when|while|during)\b)\w+)\b",
    re.IGNORECASE,
)
"""Asks for what was; what somebody usually does after something lies in no stretch of time."""
BEFORE = frozenset({"before", "prior to", "until", "till"})
THROUGH = frozenset({"while", "during", "when"})
TIMED = frozenset({Kind.WHEN, Kind.HOW_LONG, Kind.HOW_LONG_AGO, Kind.HOW_OFTEN})
"""Kinds that ask for a time themselves."""
WAS = frozenset({Status.CURRENT, Status.HAPPENED, Status.ENDED, Status.UNDATED})
PLAIN = ASKING | roots("moment job period stay")
ARTICLE = 4
"""Letters of "the " before a date."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The words that set the time of a question.

    Attributes:
        edge: Which side of the thing is meant, lower case.
        thing: The thing, in the words of the question.
        start: Where these words begin in the question.
        end: Where they end.
    """

    edge: str
    thing: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """When something was.

    Attributes:
        start: Its first moment, or None.
        end: The first moment after it; None where it goes on.
        lasting: Whether it was so for a while, and did not just happen.
        known: The fact that tells of it, or None.
    """

    start: datetime | None
    end: datetime | None
    lasting: bool
    known: Known | None = None


def anchor(asked: Asked, now: datetime) -> Anchor | None:
    """Return what a question sets its time by; None where it names a date, or nothing."""
    if asked.kind in TIMED or not PAST.search(asked.text):
        return None
    for match in EDGE.finditer(asked.text):
        thing = match["thing"].strip(" .!\"'")
        named = window(thing, now)
        date = named is not None and len(named.expr) >= len(thing) - ARTICLE
        if roots(thing) and not date and (match.start() or match["edge"].casefold() != "when"):
            return Anchor(match["edge"].casefold(), thing, match.start(), match.end())
    return None


def rest(asked: Asked, found: Anchor) -> str:
    """Return a question without what sets its time."""
    return f"{asked.text[: found.start]}{asked.text[found.end :]}".strip(" ,")


def bounds(found: Anchor, stretch: Stretch) -> Span:
    """Return the time on the meant side of a thing."""
    start, end = stretch.start, stretch.end
    if found.edge in BEFORE:
        first, last = None, (end if stretch.lasting and found.edge in ("until", "till") else start)
    elif found.edge in THROUGH:
        first, last = start, end
    else:
        first, last = (start if stretch.lasting and found.edge == "since" else end or start), None
    expr = f"{found.edge} {found.thing}"
    return Span(expr, found.start, first, last, Grain.DAY, SpanKind.RANGE)


def dated(
    memory: Memory, thing: str, question: Question, about: Whom | None, more: frozenset[str]
) -> Stretch | None:
    """Return when a thing was, from the facts; None where none tells of it.

    Args:
        memory: Where facts are.
        thing: In the words of the question.
        question: Its frame.
        about: Whom the question is about: "he" in the thing.
        more: Roots of the question's own verb, which the thing may leave out.
    """
    one = whom(memory, understood(memory, thing, question.now)) or about
    if one is None:
        return None
    wanted = roots(thing) - one.roots - PLAIN - (about.roots if about else frozenset())
    facts = facts_of(memory, one, question.now, question.known_at)
    sure = [k for k in facts if k.fact.polarity is Polarity.YES and k.status in WAS]
    for needed in (wanted | more, wanted) if more else (wanted,):
        telling = [k for k in sure if needed and needed <= _said(k)]
        if telling:
            return _stretch(telling, wanted)
    return None


def _said(known: Known) -> frozenset[str]:
    fact = known.fact
    return _relation(known) | roots(f"{fact.value} {fact.subject}")


def _relation(known: Known) -> frozenset[str]:
    said = known.fact.predicate
    return vocabulary(known.relation, said) | ended_by(said)


def _stretch(telling: Sequence[Known], wanted: frozenset[str]) -> Stretch:
    """Return when the fact was that says least besides, the last one of several."""

    def fit(known: Known) -> tuple[bool, int, tuple[datetime, str]]:
        beside = len(roots(known.fact.value) - wanted)
        return bool(wanted & _relation(known)), -beside, when_told(known)

    best = max(telling, key=fit)
    lasts = best.status in (Status.CURRENT, Status.ENDED) and not wanted & starting(best.relation)
    if lasts and best.valid_from is not None:
        return Stretch(best.valid_from, best.valid_to, True, best)
    if best.event and best.event.start:
        return Stretch(best.event.start, best.event.end, False, best)
    start = best.valid_from if best.grain else None
    if start is not None and best.grain:
        return Stretch(start, civil.unit(start, best.grain)[1], False, best)
    said = when_told(best)[0]
    return Stretch(*civil.unit(said, Grain.DAY), False, best)
