"""Where early, mid and late are cut in a month, a year, a decade."""

from __future__ import annotations

from datetime import datetime

from tkg.temporal import civil
from tkg.temporal.span import Grain

INNER = {
    Grain.WEEK: Grain.DAY,
    Grain.MONTH: Grain.DAY,
    Grain.QUARTER: Grain.MONTH,
    Grain.SEASON: Grain.MONTH,
    Grain.HALF: Grain.MONTH,
    Grain.YEAR: Grain.MONTH,
    Grain.DECADE: Grain.YEAR,
    Grain.CENTURY: Grain.DECADE,
}
"""The unit in which the thirds of a stretch are counted."""
CUTS = {
    Grain.WEEK: (0, 2, 4),
    Grain.MONTH: (0, 10, 20),
    Grain.QUARTER: (0, 1, 2),
    Grain.SEASON: (0, 1, 2),
    Grain.HALF: (0, 2, 4),
    Grain.YEAR: (0, 4, 8),
    Grain.DECADE: (0, 4, 7),
    Grain.CENTURY: (0, 3, 7),
}
"""Where each third begins."""


def cut(start: datetime, end: datetime, grain: Grain, place: int) -> tuple[datetime, datetime]:
    """Return the early (0), middle (1) or late (2) third of a unit.

    >>> cut(datetime(2023, 5, 1), datetime(2023, 6, 1), Grain.MONTH, 2)
    (datetime.datetime(2023, 5, 21, 0, 0), datetime.datetime(2023, 6, 1, 0, 0))
    """
    first = civil.add(start, CUTS[grain][place], INNER[grain])
    return first, end if place == 2 else civil.add(start, CUTS[grain][place + 1], INNER[grain])


def place_of(start: datetime, end: datetime, grain: Grain) -> tuple[datetime, datetime, int] | None:
    """Return the unit of which a stretch is a third, and which third."""
    if grain not in CUTS or grain is Grain.WEEK:
        return None
    whole = civil.unit(start, grain)
    for place in range(3):
        if cut(*whole, grain, place) == (start, end):
            return (*whole, place)
    return None
