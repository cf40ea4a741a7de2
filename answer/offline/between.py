"""Answer how much time lies between two things, or between one and now."""

from __future__ import annotations

import re
from datetime import datetime

from tkg.answer.offline import times
from tkg.answer.offline.found import Found
from tkg.answer.offline.look import look
from tkg.answer.offline.scorer import Weights
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.temporal.calculate import difference
from tkg.temporal.query import window
from tkg.temporal.render import render
from tkg.temporal.span import Grain

UNITS = {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}
BETWEEN = re.compile(
    r"\bhow (?:many (?P<unit>day|week|month|year)s?|long|much time)\b.*?\bbetween (?P<a>.+?) and "
    r"(?P<b>(?:my|the|when|our|his|her|their|\w+'s|\d+) .+?)\?*$",
    re.IGNORECASE,
)
ARTICLE = 4
"""Letters of "the " before a date."""
GRAIN_UNIT = {Grain.YEAR: "year", Grain.MONTH: "month", Grain.WEEK: "week", Grain.SEASON: "month"}


def found(memory: Memory, question: Question, weights: Weights) -> Found | None:
    """Return the time between the two things that a question names; None where it names none."""
    match = BETWEEN.search(question.text)
    if match is None:
        return None
    dated = [_event(memory, question, match[side], weights) for side in ("a", "b")]
    if not all(d is not None and d.span is not None and d.span.start for d in dated):
        return None
    first, second = (d for d in dated if d is not None)
    days = abs((_start(second) - _start(first)).days)
    unit = (match["unit"] or _unit(days)).casefold()
    return Found(
        text=_whole(first, second, unit) or counted(days, unit),
        passages=(*first.passages, *second.passages),
        near="",
        why=f"{first.text} to {second.text} is {days} days",
    )


def _event(memory: Memory, question: Question, thing: str, weights: Weights) -> Found | None:
    """Return when one of the two happened; a date that is written out says so itself."""
    span = window(thing, question.now)
    if span is not None and span.start and len(span.expr) >= len(thing.strip()) - ARTICLE:
        return Found(text=render(span), passages=(), span=span, why=f"the date {span.expr!r}")
    evidence = look(memory, question, f"When was {thing.removeprefix('when ')}?")
    return times.found(evidence, weights) if evidence.passages else None


def _whole(first: Found, second: Found, unit: str) -> str:
    """Return the whole units between two days; "" where one is known less precisely."""
    assert first.span is not None and second.span is not None
    apart = difference(first.span, second.span)
    exact = {first.span.grain, second.span.grain} == {Grain.DAY}
    if apart is None or not exact:
        return ""
    ranges = {"day": apart.days, "week": apart.weeks, "month": apart.months, "year": apart.years}
    return str(ranges[unit])


def _start(found: Found) -> datetime:
    assert found.span is not None and found.span.start is not None
    return found.span.start


def ago(found: Found, now: datetime) -> Found:
    """Return how long before now the thing that was found happened."""
    span = found.span
    if span is None or span.start is None:
        return found
    days = (now.replace(tzinfo=None) - span.start).days
    if days < 0:
        return found
    unit = GRAIN_UNIT.get(span.grain) or _unit(days)
    text = f"{counted(days, unit)} ago" if days >= UNITS[unit] / 2 else f"less than a {unit} ago"
    return Found(
        text=text,
        passages=found.passages,
        span=span,
        scores=found.scores,
        near=found.near,
        why=f"{found.text} is {days} days before {now:%Y-%m-%d}",
    )


def counted(days: int, unit: str) -> str:
    """Return a number of days in a unit, rounded.

    >>> counted(365, "year")
    '1 year'
    """
    count = round(days / UNITS[unit])
    return f"{count} {unit}" + ("" if count == 1 else "s")


def _unit(days: int) -> str:
    if days < 14:
        return "day"
    if days < 60:
        return "week"
    return "month" if days < 730 else "year"
