"""TIMEX3 values of spans: 2023-05-07, 2023-W18, 2023-05, P3D, PXM."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from datetime import datetime

from tkg.temporal import civil
from tkg.temporal.span import Grain
from tkg.temporal.value import Length

LETTERS = {
    Grain.SECOND: "S", Grain.MINUTE: "M", Grain.HOUR: "H", Grain.DAY: "D", Grain.WEEK: "W",
    Grain.WEEKEND: "WE", Grain.MONTH: "M", Grain.QUARTER: "Q", Grain.HALF: "H", Grain.YEAR: "Y",
    Grain.CENTURY: "C",
}  # fmt: skip
PART_CODES = {6: "MO", 12: "AF", 18: "NI", 5: "DAWN", 21: "NI"}


def length_value(length: Length) -> str:
    """Write an amount of time; vague counts are X.

    >>> length_value(Length(((2, Grain.HOUR), (30, Grain.MINUTE))))
    'PT2H30M'
    """
    date, time = "", ""
    for count, grain in length.parts:
        if grain is Grain.DECADE:
            count, grain = count * 10, Grain.YEAR
        number = "X" if length.spread >= 1 and length.approximate else f"{count:g}"
        piece = f"{number}{LETTERS.get(grain, 'D')}"
        if grain in (Grain.SECOND, Grain.MINUTE, Grain.HOUR):
            time += piece
        else:
            date += piece
    return f"P{date}" + (f"T{time}" if time else "")


def point_value(start: datetime, grain: Grain) -> str:
    """Write the unit that starts there.

    >>> point_value(datetime(2023, 5, 29), Grain.WEEK)
    '2023-W22'
    """
    date = f"{start.year:04}-{start.month:02}-{start.day:02}"
    if grain in (Grain.WEEK, Grain.WEEKEND):
        year, week, _ = start.isocalendar()
        return f"{year:04}-W{week:02}" + ("-WE" if grain is Grain.WEEKEND else "")
    values = {
        Grain.SECOND: f"{date}T{start.hour:02}:{start.minute:02}:{start.second:02}",
        Grain.MINUTE: f"{date}T{start.hour:02}:{start.minute:02}",
        Grain.HOUR: f"{date}T{start.hour:02}",
        Grain.PART_OF_DAY: f"{date}T{PART_CODES.get(start.hour, 'DT')}",
        Grain.DAY: date,
        Grain.MONTH: date[:7],
        Grain.SEASON: f"{date[:4]}-{ {3: 'SP', 6: 'SU', 9: 'FA', 12: 'WI'}.get(start.month, 'SP') }",
        Grain.QUARTER: f"{date[:4]}-Q{(start.month + 2) // 3}",
        Grain.HALF: f"{date[:4]}-H{1 if start.month < 7 else 2}",
        Grain.YEAR: date[:4],
        Grain.DECADE: date[:3],
        Grain.CENTURY: date[:2],
    }
    return values[grain]


def interval_value(start: datetime | None, end: datetime | None, grain: Grain) -> str:
    """Write a stretch as its first and last unit; an open end is `..`."""
    first = point_value(start, grain) if start else ".."
    last = point_value(civil.add(end, -1, Grain.SECOND), grain) if end else ".."
    return f"{first}/{last}"
