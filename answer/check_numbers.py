"""Every number of an answer must stand in the evidence, count a list, or lie between two dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from tkg.answer.check_words import table
from tkg.answer.cited import cited
from tkg.answer.offline.tokens import Token, tokens
from tkg.answer.seen import Seen
from tkg.temporal.calculate import months_between
from tkg.temporal.civil import floor
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Span

FREE = frozenset({"0", "1"})
"""Numbers too common to ask for evidence of ("one of them")."""
MOST_DATES = 60
"""Dates between which distances are worked out."""


def unheld(answer: str, plain: str, seen: Seen, now: datetime) -> Iterable[str]:
    """Give the numbers in an answer that the evidence does not hold.

    Args:
        answer: With its ids, which may be what it counts.
        plain: Without them.
        seen: The evidence.
        now: When the question was asked.
    """
    dates = [s for s in resolve(plain, now.replace(tzinfo=None)) if s.start is not None]
    held, listed = numbers(seen.text), _listed(answer, plain)
    found = tokens(plain)
    for place, token in enumerate(found):
        value = number(token.low)
        if not value or value in FREE or value in held or value in listed:
            continue
        if any(s.offset <= token.start < s.until for s in dates):
            continue
        if not _follows(value, found[place + 1 : place + 3], seen.spans, now):
            yield f"the number {token.text!r}"


def _listed(answer: str, plain: str) -> set[str]:
    """Return the numbers that count the answer's own list: its ids, its items."""
    items = len(re.findall(r",| and |;", plain)) + 1
    lines = len(re.findall(r"^\s*(?:[-*]|\d+[.)])\s", plain, re.M))
    return {str(len(cited(answer))), str(items), str(lines), *map(str, range(1, lines + 1))}


def _follows(value: str, after: Sequence[Token], spans: Sequence[Span], now: datetime) -> bool:
    """Say whether a number of days, weeks, months or years lies between two known dates."""
    unit = next((table("units")[t.low] for t in after if t.low in table("units")), None)
    if unit is None or not value.isdigit():
        return False
    days = sorted({day for span in spans for day in _edges(span)})
    known = [*days[:MOST_DATES], now.replace(tzinfo=None)]
    return any(int(value) in _distances(a, b, unit) for a in known for b in known if a < b)


def _edges(span: Span) -> Iterable[datetime]:
    """Give where a span begins and ends, and its last unit begins: "2015 to 2018" is 3 years."""
    if span.start:
        yield span.start
    if span.end:
        yield span.end
        yield floor(span.end - timedelta(microseconds=1), span.grain)


def _distances(first: datetime, last: datetime, unit: str) -> tuple[int, ...]:
    """Return how far two moments lie apart, rounded down and to the nearest."""
    days = (last - first) / timedelta(days=1)
    if unit in ("day", "week"):
        exact = days / (1 if unit == "day" else 7)
        return int(exact), round(exact)
    months = months_between(first, last)
    return (months, round(days / 30.44)) if unit == "month" else (months // 12, round(days / 365.2))


def numbers(text: str) -> frozenset[str]:
    """Return the numbers in a text as digits, words of number included.

    >>> sorted(numbers("two cats and 1,500 dogs"))
    ['1500', '2']
    """
    return frozenset(value for t in tokens(text) if (value := number(t.low)))


def number(low: str) -> str:
    """Return the digits that a word means; "" where it is no number."""
    counted = table("counting").get(low) or table("numbers").get(low)
    if counted:
        return counted
    digits = re.sub(r"(?<=\d),(?=\d{3})", "", low).strip("$€£%")
    digits = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", digits)
    return digits if digits[:1].isdigit() else ""
