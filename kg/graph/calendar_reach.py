"""How long a stretch of a grain is, from its first instant."""

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


def reach(start: datetime, grain: Grain | None) -> datetime:
    """Return the end of the stretch that starts here; the last instant there is, past year 9999."""
    try:
        return start + LENGTHS[grain or Grain.DAY]
    except (OverflowError, ValueError):
        return datetime.max
