"""Arithmetic on spans: differences, shifts, ages, order. Coarse dates give honest ranges."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from tkg.temporal import civil
from tkg.temporal.span import Grain, Kind, Span

DAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
DAY = timedelta(days=1)


class Order(StrEnum):
    """How two spans lie."""

    BEFORE = "before"
    AFTER = "after"
    SAME = "same"
    CONTAINS = "contains"
    WITHIN = "within"
    OVERLAPS = "overlaps"


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number that is known, or known to lie between two.

    Attributes:
        low: Least it can be.
        high: Most it can be.
        unit: What is counted ("day").
        why: Why it is no single number; empty where it is.
    """

    low: int
    high: int
    unit: str
    why: str = ""

    def __str__(self) -> str:
        """Write it: "3 weeks", "between 27 and 34 days"."""
        if self.low == self.high:
            return counted(self.low, self.unit)
        return f"between {self.low} and {counted(self.high, self.unit)}"


@dataclass(frozen=True, slots=True)
class Difference:
    """How far the second time lies from the first, in several units.

    Attributes:
        days: In days.
        weeks: In whole weeks.
        months: In whole calendar months.
        years: In whole calendar years.
        words: As a person would say it.
        why: Why it is a range; empty where it is exact.
    """

    days: Range
    weeks: Range
    months: Range
    years: Range
    words: str
    why: str


def counted(number: int, unit: str) -> str:
    """Write a count with its unit."""
    return f"{number} {unit}" if abs(number) == 1 else f"{number} {unit}s"


def at_day(moment: date | datetime) -> Span:
    """Return the span of a day, so that a plain date can be reckoned with."""
    start = datetime(moment.year, moment.month, moment.day)
    end = civil.add(start, 1, Grain.DAY)
    return Span(start.date().isoformat(), 0, start, end, Grain.DAY, Kind.POINT)


def difference(first: Span, second: Span) -> Difference | None:
    """Return how long it is from one time to another, whichever came first.

    >>> str(difference(at_day(date(2023, 5, 7)), at_day(date(2023, 6, 14))).days)
    '38 days'

    Returns:
        None where either time has an open end.
    """
    if not (closed(first) and closed(second)):
        return None
    if days_of(second)[0] < days_of(first)[0]:
        first, second = second, first
    (a, b), (c, d) = days_of(first), days_of(second)
    near, far = (b, c) if c >= b else (c, c), (a, d)
    why = reason(first, second)
    pairs = (near, far)
    return Difference(
        bounds([(y - x).days for x, y in pairs], "day", why),
        bounds([(y - x).days // 7 for x, y in pairs], "week", why),
        bounds([months_between(x, y) for x, y in pairs], "month", why),
        bounds([months_between(x, y) // 12 for x, y in pairs], "year", why),
        said(near, far),
        why,
    )


def closed(span: Span) -> bool:
    """Say whether a span has both ends."""
    return span.start is not None and span.end is not None


def days_of(span: Span) -> tuple[datetime, datetime]:
    """Return the first and last day a span touches."""
    assert span.start is not None and span.end is not None
    last = civil.midnight(civil.plus(span.end, -1, timedelta(microseconds=1)))
    return civil.midnight(span.start), max(last, civil.midnight(span.start))


def reason(first: Span, second: Span) -> str:
    """Say which of two times is no single day."""
    vague = [span for span in (first, second) if days_of(span)[0] != days_of(span)[1]]
    return "; ".join(f"'{span.expr}' is known only to the {span.grain}" for span in vague)


def bounds(values: list[int], unit: str, why: str) -> Range:
    """Make a range of the numbers it may be."""
    low, high = min(values), max(values)
    return Range(low, high, unit, why if low != high else "")


def months_between(first: datetime, second: datetime) -> int:
    """Return whole calendar months from one day to a later one.

    A month is whole when its day of the month has come, as `dateutil` and `java.time` count: from
    29 February to 28 February it is 11 months and 30 days.

    >>> months_between(datetime(2024, 2, 29), datetime(2025, 2, 28))
    11
    """
    months = (second.year - first.year) * 12 + second.month - first.month
    return months - 1 if second.day < first.day else months


def said(near: tuple[datetime, datetime], far: tuple[datetime, datetime]) -> str:
    """Write a distance in the two largest units that fit, as a range where it is one."""
    low, high = apart(*near), apart(*far)
    return low if low == high else f"between {low} and {high}"


def apart(first: datetime, second: datetime) -> str:
    """Write the distance between two days.

    >>> apart(datetime(2021, 3, 1), datetime(2023, 6, 14))
    '2 years and 3 months'
    """
    months = months_between(first, second)
    days = (second - civil.add_months(first, months)).days
    if months >= 12:
        pieces = [counted(months // 12, "year")]
        pieces += [counted(months % 12, "month")] if months % 12 else []
    elif months:
        pieces = [counted(months, "month")]
        pieces += [counted(days, "day")] if days else []
    else:
        weeks, rest = divmod(days, 7)
        pieces = [counted(weeks, "week")] if weeks and not rest else [counted(days, "day")]
    return " and ".join(pieces)


def add(span: Span, count: float, grain: Grain) -> Span:
    """Return the span moved later by so many units; minus goes back."""
    start = span.start and civil.add(span.start, count, grain)
    end = span.end and moved_end(span, start, count, grain)
    return Span(span.expr, span.offset, start, end, span.grain, span.kind, span.approximate)


def moved_end(span: Span, start: datetime | None, count: float, grain: Grain) -> datetime:
    """Move an end so that one day stays one day, one month one month."""
    assert span.end is not None
    if start is not None and span.start is not None:
        if (span.start, span.end) == civil.unit(span.start, span.grain):
            return max(civil.unit(start, span.grain)[1], start)
        return civil.plus(start, 1, span.end - span.start)
    return civil.add(span.end, count, grain)


def subtract(span: Span, count: float, grain: Grain) -> Span:
    """Return the span moved earlier by so many units."""
    return add(span, -count, grain)


def weekday(span: Span) -> str | None:
    """Return the name of the day; None where the span is no single day."""
    if not closed(span):
        return None
    first, last = days_of(span)
    return DAY_NAMES[first.weekday()] if first == last else None


def age(born: Span, on: Span) -> Range | None:
    """Return the age in years on a day, between two where either is coarse.

    >>> str(age(at_day(date(1990, 6, 15)), at_day(date(2023, 6, 14))))
    '32 years'
    """
    if not (closed(born) and closed(on)):
        return None
    (first, last), (early, late) = days_of(born), days_of(on)
    if late < first:
        return None
    low = months_between(last, early) // 12 if early >= last else 0
    high = months_between(first, late) // 12
    return Range(low, high, "year", reason(born, on) if low != high else "")


def order(first: Span, second: Span) -> Order:
    """Say how two spans lie to each other."""
    a, b = first.start or civil.FIRST, first.end or civil.LAST
    c, d = second.start or civil.FIRST, second.end or civil.LAST
    if b <= c:
        return Order.BEFORE
    if d <= a:
        return Order.AFTER
    if (a, b) == (c, d):
        return Order.SAME
    if a <= c and d <= b:
        return Order.CONTAINS
    return Order.WITHIN if c <= a and b <= d else Order.OVERLAPS


def overlap(first: Span, second: Span) -> tuple[datetime | None, datetime | None] | None:
    """Return the stretch two spans share; None where they share nothing."""
    if order(first, second) in (Order.BEFORE, Order.AFTER):
        return None
    starts = [one for one in (first.start, second.start) if one]
    ends = [one for one in (first.end, second.end) if one]
    return max(starts, default=None), min(ends, default=None)
