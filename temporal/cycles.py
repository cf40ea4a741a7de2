"""Times that come round: weekdays, months, seasons, quarters, days of the month."""

from __future__ import annotations

from datetime import datetime

from tkg.temporal import civil
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Cycle, Known
from tkg.temporal.words import DAY_CODES, SEASON_CODES


def whole(start: datetime | None, grain: Grain, count: int = 1) -> Known | None:
    """Return the unit that starts there."""
    if start is None:
        return None
    return Known(start, civil.add(start, count, grain), grain)


def from_ordinal(number: int) -> datetime | None:
    """Return the day with that proleptic ordinal."""
    try:
        return datetime.fromordinal(number)
    except (ValueError, OverflowError):
        return None


def weekday(number: int) -> Cycle:
    """Return a day of the week, Monday 0."""

    def make(week: int) -> Known | None:
        return whole(from_ordinal(week * 7 + number + 1), Grain.DAY)

    code = DAY_CODES[number]
    rrule = f"FREQ=WEEKLY;BYDAY={code}"
    return Cycle("weekday", Grain.WEEK, make, Grain.DAY, rrule, f"XXXX-WXX-{number + 1}")


def weekend() -> Cycle:
    """Return Saturday and Sunday."""

    def make(week: int) -> Known | None:
        start = from_ordinal(week * 7 + 6)
        return (
            None if start is None else Known(start, civil.add(start, 2, Grain.DAY), Grain.WEEKEND)
        )

    return Cycle(
        "weekend", Grain.WEEK, make, Grain.WEEKEND, "FREQ=WEEKLY;BYDAY=SA,SU", "XXXX-WXX-WE"
    )


def month(number: int) -> Cycle:
    """Return a month of the year."""

    def make(year: int) -> Known | None:
        return whole(civil.day(year, number, 1), Grain.MONTH)

    rrule = f"FREQ=YEARLY;BYMONTH={number}"
    return Cycle("month", Grain.YEAR, make, Grain.MONTH, rrule, f"XXXX-{number:02}")


def date(number: int, day: int) -> Cycle | None:
    """Return a day of a month; None where no year has it."""
    if not (1 <= number <= 12 and 1 <= day <= civil.month_length(2024, number)):
        return None

    def make(year: int) -> Known | None:
        return whole(civil.day(year, number, day), Grain.DAY)

    rrule = f"FREQ=YEARLY;BYMONTH={number};BYMONTHDAY={day}"
    return Cycle("date", Grain.YEAR, make, Grain.DAY, rrule, f"XXXX-{number:02}-{day:02}")


def dom(day: int) -> Cycle | None:
    """Return a day of the month."""
    if not 1 <= day <= 31:
        return None

    def make(count: int) -> Known | None:
        return whole(civil.day(count // 12, count % 12 + 1, day), Grain.DAY)

    rrule = f"FREQ=MONTHLY;BYMONTHDAY={day}"
    return Cycle("dom", Grain.MONTH, make, Grain.DAY, rrule, f"XXXX-XX-{day:02}")


def season(number: int, south: bool = False) -> Cycle:
    """Return a meteorological season by its first month in the north."""
    first = (number + 5) % 12 + 1 if south else number

    def make(year: int) -> Known | None:
        start = civil.day(year, first, 1)
        return (
            None if start is None else Known(start, civil.add(start, 3, Grain.MONTH), Grain.SEASON)
        )

    rrule = f"FREQ=YEARLY;BYMONTH={','.join(str((first - 1 + k) % 12 + 1) for k in range(3))}"
    return Cycle("season", Grain.YEAR, make, Grain.SEASON, rrule, f"XXXX-{SEASON_CODES[number]}")


def stretch(tag: str, grain: Grain, first: int, months: int, code: str) -> Cycle:
    """Return a quarter or half of the year."""

    def make(year: int) -> Known | None:
        start = civil.day(year, first, 1)
        return None if start is None else Known(start, civil.add(start, months, Grain.MONTH), grain)

    return Cycle(tag, Grain.YEAR, make, grain, f"FREQ=YEARLY;BYMONTH={first}", f"XXXX-{code}")


def quarter(number: int) -> Cycle | None:
    """Return a quarter of the calendar year."""
    if not 1 <= number <= 4:
        return None
    return stretch("quarter", Grain.QUARTER, number * 3 - 2, 3, f"Q{number}")


def half(number: int) -> Cycle | None:
    """Return a half of the calendar year."""
    return (
        stretch("half", Grain.HALF, number * 6 - 5, 6, f"H{number}") if number in (1, 2) else None
    )


def year(number: int) -> Known | None:
    """Return a calendar year.

    >>> year(2023).end
    datetime.datetime(2024, 1, 1, 0, 0)
    """
    return whole(civil.day(number, 1, 1), Grain.YEAR)


def full_year(number: int, said: datetime) -> int:
    """Complete a year of two digits: the century that puts it nearest, at most 20 years ahead."""
    if number >= 100:
        return number
    century = said.year // 100 * 100
    chosen = century + number
    return chosen - 100 if chosen > said.year + 20 else chosen


def pinned_weekday(number: int, cycle: Cycle) -> Cycle:
    """Keep the occurrences that fall on a weekday (Monday the 21st)."""

    def keep(one: Known) -> Known | None:
        return one if one.start and one.start.weekday() == number else None

    return cycle.mapped(keep)


def open_since(one: Known) -> Known:
    """Turn a time into everything from its start."""
    return Known(one.edge or one.start, None, one.grain, Kind.SINCE, one.approximate, one.deictic)
