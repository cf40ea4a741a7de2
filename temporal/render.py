"""Write a span in the words a person would use, needing no date of speaking."""

from __future__ import annotations

from datetime import datetime

from tkg.temporal import civil
from tkg.temporal.span import Grain, Kind, Span
from tkg.temporal.thirds import place_of

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
SEASONS = {3: "spring", 6: "summer", 9: "autumn", 12: "winter"}
PARTS: dict[tuple[int, float], str] = {
    (6, 6): "morning",
    (12, 6): "afternoon",
    (18, 4): "evening",
    (18, 12): "night",
}
PLACES = ("early", "mid", "late")
EDGES = {
    Kind.SINCE: "since",
    Kind.UNTIL: "until",
    Kind.BEFORE: "before",
    Kind.AFTER: "after",
}


def render(span: Span) -> str:
    """Write a span: "7 May 2023", "the week of 29 May 2023", "since 2016".

    A span without dates is written in its own words.
    """
    if span.start is None and span.end is None:
        return span.expr
    return words(span.start, span.end, span.grain, span.kind, span.approximate)


def words(
    start: datetime | None,
    end: datetime | None,
    grain: Grain,
    kind: Kind = Kind.POINT,
    approximate: bool = False,
) -> str:
    """Write a stretch of the calendar.

    >>> words(datetime(2023, 6, 10), datetime(2023, 6, 12), Grain.WEEKEND)
    'the weekend of 10-11 June 2023'
    >>> words(datetime(2016, 1, 1), None, Grain.YEAR, Kind.SINCE)
    'since 2016'

    Args:
        start: First instant, or None where open.
        end: First instant after it, or None where open.
        grain: How precisely it is known.
        kind: What sort of time it is; only an open one changes the words.
        approximate: Whether it was said with a fuzzy word.
    """
    if start is None and end is None:
        return "at some time"
    if start is None or end is None:
        return opened(start, end, grain, kind, approximate)
    third = place_of(start, end, grain)
    if third is not None:
        whole_start, whole_end, place = third
        whole = exact(whole_start, whole_end, grain)
        early = PLACES[place] + ("-" if place == 1 else " ")
        if whole.startswith("the "):
            return f"the {early}{whole[4:]}"
        return f"{early}{whole}"
    text = exact(start, end, grain)
    return f"around {text}" if approximate and not text.startswith("from") else text


def opened(
    start: datetime | None, end: datetime | None, grain: Grain, kind: Kind, approximate: bool
) -> str:
    """Write a stretch with one end."""
    if kind not in EDGES:
        kind = Kind.SINCE if end is None else Kind.UNTIL
    edge = start if start is not None else end
    assert edge is not None
    step = -1 if kind is Kind.AFTER else 0
    for fit in (grain, Grain.DAY, Grain.MINUTE, Grain.SECOND):
        first, last = civil.unit(civil.add(edge, step, fit), fit)
        if (last if kind is Kind.AFTER else first) == edge:
            about = "around " if approximate and kind is Kind.SINCE else ""
            return f"{EDGES[kind]} {about}{exact(first, last, fit)}"
    return f"{EDGES[kind]} {day(edge)}"


def exact(start: datetime, end: datetime, grain: Grain) -> str:
    """Write a closed stretch: one unit by its name, several by the first and last."""
    if (start, end) == civil.unit(start, grain) and grain in UNITS:
        return UNITS[grain](start)
    if grain is Grain.PART_OF_DAY:
        hours = (start.hour, (end - start).total_seconds() / 3600)
        if hours in PARTS:
            return f"the {PARTS[hours]} of {day(start)}"
    if civil.FINENESS[grain] < civil.FINENESS[Grain.DAY]:
        return clock_range(start, end)
    return several(start, end, grain)


def several(start: datetime, end: datetime, grain: Grain) -> str:
    """Write several units."""
    aligned = civil.floor(start, grain) == start and civil.floor(end, grain) == end
    if aligned and grain in (Grain.YEAR, Grain.MONTH):
        last = civil.add(end, -1, grain)
        if grain is Grain.YEAR:
            return f"{start.year:04} to {last.year:04}"
        if start.year == last.year:
            return f"{MONTHS[start.month - 1]} to {month(last)}"
        return f"{month(start)} to {month(last)}"
    if start.time() != end.time() or start != civil.midnight(start):
        return clock_range(start, end)
    return days(start, civil.add(end, -1, Grain.DAY))


def days(first: datetime, last: datetime) -> str:
    """Write the first and last day of a stretch."""
    if last <= first:
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}-{last.day} {month(first)}"
    if first.year == last.year:
        return f"{first.day} {MONTHS[first.month - 1]} to {day(last)}"
    return f"{day(first)} to {day(last)}"


def clock_range(start: datetime, end: datetime) -> str:
    """Write two instants."""
    if civil.midnight(start) == civil.midnight(end):
        return f"from {clock(start)} to {clock(end)} on {day(start)}"
    return f"from {clock(start)} on {day(start)} to {clock(end)} on {day(end)}"


def clock(moment: datetime) -> str:
    """Write a time of day."""
    seconds = f":{moment.second:02}" if moment.second else ""
    return f"{moment.hour:02}:{moment.minute:02}{seconds}"


def second(moment: datetime) -> str:
    """Write a second."""
    return f"{moment.hour:02}:{moment.minute:02}:{moment.second:02} on {day(moment)}"


def minute(moment: datetime) -> str:
    """Write a minute."""
    return f"{moment.hour:02}:{moment.minute:02} on {day(moment)}"


def hour(moment: datetime) -> str:
    """Write an hour."""
    return f"{moment.hour % 12 or 12} {'am' if moment.hour < 12 else 'pm'} on {day(moment)}"


def day(moment: datetime) -> str:
    """Write a day."""
    return f"{moment.day} {month(moment)}"


def month(moment: datetime) -> str:
    """Write a month."""
    return f"{MONTHS[moment.month - 1]} {moment.year:04}"


def week(moment: datetime) -> str:
    """Write a week by its Monday."""
    return f"the week of {day(moment)}"


def weekend(moment: datetime) -> str:
    """Write a weekend by its two days."""
    return f"the weekend of {days(moment, civil.add(moment, 1, Grain.DAY))}"


def season(moment: datetime) -> str:
    """Write a season; a winter has the year of its December."""
    return f"{SEASONS[moment.month]} {moment.year:04}"


def quarter(moment: datetime) -> str:
    """Write a quarter."""
    return f"Q{(moment.month + 2) // 3} {moment.year:04}"


def half(moment: datetime) -> str:
    """Write half a year."""
    return f"the {'first' if moment.month < 7 else 'second'} half of {moment.year:04}"


def year(moment: datetime) -> str:
    """Write a year."""
    return f"{moment.year:04}"


def decade(moment: datetime) -> str:
    """Write a decade."""
    return f"the {moment.year:04}s"


def century(moment: datetime) -> str:
    """Write a century."""
    number = moment.year // 100 + 1
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"the {number}{ending} century"


UNITS = {
    Grain.SECOND: second,
    Grain.MINUTE: minute,
    Grain.HOUR: hour,
    Grain.DAY: day,
    Grain.WEEKEND: weekend,
    Grain.WEEK: week,
    Grain.MONTH: month,
    Grain.SEASON: season,
    Grain.QUARTER: quarter,
    Grain.HALF: half,
    Grain.YEAR: year,
    Grain.DECADE: decade,
    Grain.CENTURY: century,
}
