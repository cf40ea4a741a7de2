"""Calendar arithmetic on naive datetimes that stops at the edges of the calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

from tkg.temporal.span import Grain

FIRST = datetime.min
LAST = datetime.max
DELTAS = {
    Grain.SECOND: timedelta(seconds=1),
    Grain.MINUTE: timedelta(minutes=1),
    Grain.HOUR: timedelta(hours=1),
    Grain.PART_OF_DAY: timedelta(hours=6),
    Grain.DAY: timedelta(days=1),
    Grain.WEEKEND: timedelta(weeks=1),
    Grain.WEEK: timedelta(weeks=1),
}
MONTHS = {
    Grain.MONTH: 1,
    Grain.SEASON: 3,
    Grain.QUARTER: 3,
    Grain.HALF: 6,
    Grain.YEAR: 12,
    Grain.DECADE: 120,
    Grain.CENTURY: 1200,
}
FINENESS = {grain: rank for rank, grain in enumerate(Grain)}


def finest(first: Grain, second: Grain) -> Grain:
    """Return the more precise of two grains."""
    return first if FINENESS[first] <= FINENESS[second] else second


def midnight(moment: datetime) -> datetime:
    """Return the start of the day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day(year: int, month: int, number: int) -> datetime | None:
    """Return that day, or None where the calendar has none.

    >>> day(2023, 2, 29) is None
    True
    """
    try:
        return datetime(year, month, number)
    except (ValueError, OverflowError):
        return None


def add(moment: datetime, count: float, grain: Grain) -> datetime:
    """Move by whole or broken units; a month that is too short ends on its last day.

    >>> add(datetime(2024, 1, 31), 1, Grain.MONTH)
    datetime.datetime(2024, 2, 29, 0, 0)
    """
    if grain in DELTAS:
        return plus(moment, count, DELTAS[grain])
    months = count * MONTHS[grain]
    whole = int(months)
    moved = add_months(moment, whole)
    return plus(moved, months - whole, timedelta(days=30)) if months != whole else moved


def plus(moment: datetime, count: float, delta: timedelta) -> datetime:
    """Add `count` deltas, kept within the calendar."""
    try:
        return moment + delta * count
    except OverflowError:
        return LAST if count > 0 else FIRST


def add_months(moment: datetime, count: int) -> datetime:
    """Move by whole months, kept within the calendar."""
    years, month = divmod(moment.month - 1 + count, 12)
    year = moment.year + years
    if not 1 <= year <= 9999:
        return LAST if count > 0 else FIRST
    last = month_length(year, month + 1)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, last))


def month_length(year: int, month: int) -> int:
    """Return the number of days in a month."""
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def floor(moment: datetime, grain: Grain) -> datetime:
    """Return the first instant of the unit that holds the moment (a decade: 2020, a week: Monday).

    >>> floor(datetime(2023, 6, 14, 19, 20), Grain.WEEK)
    datetime.datetime(2023, 6, 12, 0, 0)
    """
    if grain is Grain.SECOND:
        return moment.replace(microsecond=0)
    if grain is Grain.MINUTE:
        return moment.replace(second=0, microsecond=0)
    if grain is Grain.HOUR:
        return moment.replace(minute=0, second=0, microsecond=0)
    start = midnight(moment)
    if grain in (Grain.DAY, Grain.PART_OF_DAY):
        return start
    if grain is Grain.WEEK:
        return add(start, -start.weekday(), Grain.DAY)
    if grain is Grain.WEEKEND:
        return add(floor(moment, Grain.WEEK), 5, Grain.DAY)
    return floor_months(start, grain)


def floor_months(start: datetime, grain: Grain) -> datetime:
    """Floor to a unit made of months."""
    first = start.replace(day=1)
    if grain is Grain.MONTH:
        return first
    if grain is Grain.SEASON:
        return add_months(first, -(first.month % 3))
    if grain in (Grain.QUARTER, Grain.HALF):
        size = MONTHS[grain]
        return first.replace(month=(first.month - 1) // size * size + 1)
    years = MONTHS[grain] // 12
    return first.replace(month=1, year=max(1, first.year // years * years))


def unit(moment: datetime, grain: Grain, step: int = 0) -> tuple[datetime, datetime]:
    """Return the unit `step` units away from the one that holds the moment, half-open."""
    start = add(floor(moment, grain), step, grain)
    if grain is Grain.WEEKEND:
        return start, add(start, 2, Grain.DAY)
    return start, add(start, 1, grain)
