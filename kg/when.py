"""Times that a person gives with a question: ISO, or any words for a time."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from tkg.kg.errors import UsageError
from tkg.temporal.query import window
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain, Span

HINT = 'Write it as 2023-05-08, 2023-05-08T13:56+02:00, or in words: "last March".'
FINE = (Grain.SECOND, Grain.MINUTE, Grain.HOUR, Grain.DAY)
"""Grains of a time that is a moment, a day counting as its midnight."""
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def moment(text: str) -> datetime:
    """Return the aware instant that a text names, UTC where it has no zone.

    ISO 8601, or any whole date as people and programs write it, alone in the text.

    >>> moment("2023/05/20 (Sat) 02:21").isoformat()
    '2023-05-20T02:21:00+00:00'

    Raises:
        UsageError: It is not one.
    """
    try:
        value = datetime.fromisoformat(text.strip())
    except ValueError:
        value = _written(text)
    return value if value.tzinfo else value.replace(tzinfo=UTC)


def _written(text: str) -> datetime:
    spans = resolve(text, None)
    rest = text
    for span in spans:
        rest = rest.replace(span.expr, "", 1)
    whole = [s.start for s in spans if s.start is not None and s.grain in FINE]
    if len(whole) != 1 or any(c.isalnum() for c in rest):
        raise UsageError(f"{text!r} is not a date.", hint=HINT)
    return whole[0]


def period(text: str, now: datetime) -> datetime | Span:
    """Return an instant for an ISO time, and the whole stretch for anything coarser or in words.

    Raises:
        UsageError: The words name no time.
    """
    words = text.strip()
    try:
        exact = datetime.fromisoformat(words)
    except ValueError:
        exact = None
    if exact is not None and not DAY.fullmatch(words):
        return exact if exact.tzinfo else exact.replace(tzinfo=UTC)
    found = window(words, now)
    if found is None or (found.start is None and found.end is None):
        raise UsageError(f"{text!r} is not a time.", hint=HINT)
    return found


def start_of(text: str, now: datetime) -> datetime:
    """Return the first instant of a time: the bound of `--after` and `--before`."""
    value = period(text, now)
    if isinstance(value, datetime):
        return value
    edge = value.start or value.end
    assert edge is not None  # `period` refuses a span that is open on both sides
    return edge.replace(tzinfo=now.tzinfo or UTC)


def end_of(text: str, now: datetime) -> datetime:
    """Return the last instant of a time: what was known by a day includes that day."""
    value = period(text, now)
    if isinstance(value, datetime):
        return value
    edge = value.end or value.start
    assert edge is not None  # `period` refuses a span that is open on both sides
    return edge.replace(tzinfo=now.tzinfo or UTC) - timedelta(microseconds=1)
