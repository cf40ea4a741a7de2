"""Answer how much time lies between two things, or between one and now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from tkg.answer.offline import times
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.found import Found
from tkg.answer.offline.look import look
from tkg.answer.offline.scorer import Weights
from tkg.answer.offline.tokens import stems
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
LIKELY = 20
"""Times that may be meant; the one in the turn that says most of the thing is."""
ENOUGH = 0.5
"""Share of a thing that the turn must say which dates it."""
PROPER = re.compile(r"[A-Z]\w+(?: (?:of |the |and )?[A-Z]\w+)+")
"""A name of several words: one that is written so is meant, not its words anywhere."""
VAGUE = (Grain.DECADE, Grain.CENTURY)
ARTICLE = 4
"""Letters of "the " before a date."""
GRAIN_UNIT = {Grain.YEAR: "year", Grain.MONTH: "month", Grain.WEEK: "week", Grain.SEASON: "month"}


def wanted(question: Question) -> bool:
    """Say whether a question asks how much time lies between two things."""
    return BETWEEN.search(question.text) is not None


def found(memory: Memory, question: Question, weights: Weights) -> Found | None:
    """Return the time between the two things that a question names; None where it names none."""
    match = BETWEEN.search(question.text)
    if match is None:
        return None
    dated = [event(memory, question, match[side], weights) for side in ("a", "b")]
    if not all(d is not None and d.span is not None and d.span.start for d in dated):
        return None
    first, second = (d for d in dated if d is not None)
    days = abs((_start(second) - _start(first)).days)
    unit = (match["unit"] or unit_of(days)).casefold()
    return Found(
        text=_whole(first, second, unit) or counted(days, unit),
        passages=(*first.passages, *second.passages),
        near="",
        why=f"{first.text} to {second.text} is {days} days",
    )


def event(memory: Memory, question: Question, thing: str, weights: Weights) -> Found | None:
    """Return when a thing happened; a date that is written out says so itself."""
    span = window(thing, question.now)
    if span is not None and span.start and len(span.expr) >= len(thing.strip()) - ARTICLE:
        return Found(text=render(span), passages=(), span=span, why=f"the date {span.expr!r}")
    evidence = look(memory, question, f"When was {thing.removeprefix('when ')}?")
    best = [(s, d) for s, d in times.ranked(evidence, weights) if d.span.grain not in VAGUE]
    names = PROPER.findall(thing)
    held = [(_named(d.passage, names), _share(evidence, d.passage), s, d) for s, d in best[:LIKELY]]
    named, share, _, dated = max(held, key=lambda h: h[:3], default=(0, 0.0, 0.0, None))
    return times.told(dated) if dated is not None and (named or share >= ENOUGH) else None


def _named(passage: Passage, names: Sequence[str]) -> int:
    """Return how many of the names stand in a turn as they are written."""
    return sum(name in passage.turn.words for name in names)


def _share(evidence: Evidence, passage: Passage) -> float:
    return evidence.weight(stems(passage.turn.words))


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
    unit = GRAIN_UNIT.get(span.grain) or unit_of(days)
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


def unit_of(days: int) -> str:
    """Return the unit in which people would give a number of days."""
    if days < 14:
        return "day"
    if days < 60:
        return "week"
    return "month" if days < 730 else "year"
