"""Where a stretch of a grain begins, and how long it is."""

from __future__ import annotations

from datetime import datetime, timedelta

from dateutil.relativedelta import relativedelta

from tkg.temporal.span import Grain

LENGTHS: dict[Grain, timedelta | relativedelta] = {
    Grain.SECOND: timedelta(seconds=1),
    Grain.MINUTE: timedelta(minutes=1),
    Grain.HOUR: timedelta(hours=1),
    Grain.PART_OF_DAY: timedelta(hours=6),
    Grain.DAY: timedelta(days=1),
    Grain.WEEKEND: timedelta(days=2),
    Grain.WEEK: timedelta(weeks=1),
    Grain.MONTH: relativedelta(months=1),
    Grain.SEASON: relativedelta(months=3),
    Grain.QUARTER: relativedelta(months=3),
    Grain.HALF: relativedelta(months=6),
    Grain.YEAR: relativedelta(years=1),
    Grain.DECADE: relativedelta(years=10),
    Grain.CENTURY: relativedelta(years=100),
}


def floor(moment: datetime, grain: Grain | None) -> datetime:
    """Return the first instant of the stretch of a grain that a moment lies in."""
    day = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if grain is Grain.MONTH:
        return day.replace(day=1)
    if grain in (Grain.QUARTER, Grain.HALF):
        months = 3 if grain is Grain.QUARTER else 6
        return day.replace(day=1, month=(day.month - 1) // months * months + 1)
    years = {Grain.YEAR: 1, Grain.DECADE: 10, Grain.CENTURY: 100}.get(grain or Grain.DAY)
    if years is None:
        return day
    return day.replace(day=1, month=1, year=max(1, day.year // years * years))


def reach(start: datetime, grain: Grain | None) -> datetime:
    """Return the end of the stretch that starts here; the last instant there is, past year 9999."""
    try:
        return start + LENGTHS[grain or Grain.DAY]
    except (OverflowError, ValueError):
        return datetime.max
