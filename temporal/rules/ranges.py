"""From one time to another: `3 to 5 May`, `between May and July 2022`, `2012-2016`."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from dataclasses import replace

from tkg.temporal import civil, cycles
from tkg.temporal.context import Context, Tense, pin
from tkg.temporal.grammar import Rule
from tkg.temporal.rules.dates import month_number
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Cycle, Known, Length, Number

WIDEST = 3
"""How many times coarser one end may be than the other, in steps of grain."""


def span(first: Known, last: Known) -> Known | None:
    """Join two known times, both included."""
    if first.start is None or last.end is None or last.start is None or last.start < first.start:
        return None
    if last.start == first.start:
        return None
    clock = last.tag == "timed"
    end = last.start if clock else last.end
    grain = civil.finest(first.grain, last.grain)
    return Known(
        first.start,
        end,
        grain,
        Kind.RANGE,
        first.approximate or last.approximate,
        first.deictic or last.deictic,
        alternatives=() if clock else ((first.start, last.start),),
    )


def times(context: Context, first: Known | Cycle, last: Known | Cycle) -> Known | None:
    """Read `March to May`, `Monday - Friday`, `8 Aug to 12 Aug 2013`: the later end leans on the first."""
    if isinstance(first, Cycle) and isinstance(last, Cycle) and not alike(first, last):
        return None
    if isinstance(first, Cycle) and isinstance(last, Known):
        return leaning_back(context, first, last)
    if isinstance(first, Cycle) and isinstance(last, Cycle) and first.period is Grain.YEAR:
        begun = next(first.backward(context.tomorrow), None)
        running = begun and leaning_on(begun, last)
        if running and running.end and running.end > context.said:
            return replace(running, deictic=True)
    start = pin(context, first)
    if start is None or start.start is None or start.kind not in (Kind.POINT, Kind.RANGE):
        return None
    if isinstance(last, Cycle):
        return leaning_on(start, last)
    if not comparable(start, last):
        return None
    return span(start, last)


def alike(first: Cycle, last: Cycle) -> bool:
    """Say whether two cycles may be the ends of one range."""
    sort = {"date": 1, "holiday": 1, "slash": 1, "dom": 2, "weekday": 3, "month": 4, "season": 5,
            "quarter": 6, "timed": 7, "third": 4, "half": 6}  # fmt: skip
    return sort.get(first.tag) == sort.get(last.tag) is not None


def comparable(first: Known, last: Known) -> bool:
    """Refuse `today to 2024`-like pairs unless one end is that much finer on purpose."""
    return abs(civil.FINENESS[first.grain] - civil.FINENESS[last.grain]) <= 9


def leaning_on(start: Known, last: Cycle) -> Known | None:
    """Find the end that comes next after the start."""
    assert start.start
    if last.tag in ("third",) or last.period is Grain.DAY:
        return None
    for one in last.forward(start.start):
        if one.start and one.start > start.start:
            return span(start, replace(one, deictic=start.deictic))
    return None


def leaning_back(context: Context, first: Cycle, last: Known) -> Known | None:
    """Find the start that comes last before a known end (`May to July 2022`)."""
    if last.start is None:
        return None
    if last.grain is Grain.YEAR and first.grain is not Grain.YEAR:
        return None
    for one in first.backward(last.start):
        return span(replace(one, deictic=last.deictic), last)
    return None


def next_after(context: Context, first: Known | Cycle, last: Cycle) -> Known | None:
    """Read `this Tuesday - next Friday`: the Friday of the week after."""
    start = pin(context, first)
    if (
        start is None
        or start.start is None
        or last.tag != "weekday"
        or start.grain is not Grain.DAY
    ):
        return None
    monday = civil.add(civil.floor(start.start, Grain.WEEK), 1, Grain.WEEK)
    if start.start == context.today and isinstance(first, Known) and first.tag == "named":
        return None
    end = next(last.forward(monday), None)
    return end and span(start, replace(end, deictic=True))


def days_month(context: Context, first: Number, last: Number, month: Cycle) -> Cycle | None:
    """Read `3 to 5 May`."""
    number = month_number(month)
    start, end = (
        cycles.date(number, int(min(first.value, 32))),
        cycles.date(number, int(min(last.value, 32))),
    )
    if start is None or end is None or first.value >= last.value:
        return None

    def make(year: int) -> Known | None:
        begin, stop = start.make(year), end.make(year)
        return span(begin, stop) if begin and stop else None

    return replace(start, make=make, tag="date", rrule="", timex="")


def month_days(context: Context, month: Cycle, first: Number, last: Number) -> Cycle | None:
    """Read `May 3-5`."""
    return days_month(context, first, last, month)


def month_to_dom(context: Context, date: Known | Cycle, last: Number) -> Known | None:
    """Read `from April 27th to the 3rd`."""
    end = cycles.dom(int(last.value)) if last.value <= 31 else None
    start = pin(context, date)
    if end is None or start is None:
        return None
    return leaning_on(start, end)


def years(context: Context, first: Known, last: Known) -> Known | None:
    """Read `2012-2016`."""
    return span(first, last)


def short_years(context: Context, first: Known, last: Number) -> Known | None:
    """Read `2012-16`."""
    if first.start is None or first.tag != "digits":
        return None
    year = first.start.year // 100 * 100 + int(last.value)
    made = cycles.year(year)
    return span(first, made) if made and year > first.start.year else None


def doms(context: Context, first: Number, last: Number) -> Cycle | None:
    """Read `from the 3rd to the 5th`."""
    start, end = cycles.dom(int(min(first.value, 32))), cycles.dom(int(min(last.value, 32)))
    if start is None or end is None:
        return None

    def take(one: Known) -> Known | None:
        return leaning_on(one, end)

    return start.mapped(take, tag="dom", rrule="", timex="")


def length_from(context: Context, length: Length, time: Known | Cycle) -> Known | None:
    """Read `ten days from 18 December`, `a day starting Friday at 5pm`."""
    start = pin(context, time, None if context.tense is not Tense.NONE else Tense.FUTURE)
    if start is None or start.start is None:
        return None
    end = length.shift(start.start, 1)
    if start.tag != "timed":
        end = civil.add(end, 1, Grain.DAY) if length.grain is Grain.DAY else end
    return Known(
        start.start, end, civil.finest(length.grain, start.grain), Kind.RANGE, deictic=start.deictic
    )


def from_now(context: Context, last: Known | Cycle) -> Known | None:
    """Read `from now until Friday`."""
    end = pin(context, last, Tense.FUTURE)
    if end is None or end.start is None:
        return None
    return Known(context.today, end.end, end.grain, Kind.RANGE, deictic=True)


def to_now(context: Context, first: Known | Cycle) -> Known | None:
    """Read `from May until now`: today included."""
    start = pin(context, first, Tense.PAST)
    if start is None or start.start is None:
        return None
    return Known(start.start, context.tomorrow, start.grain, Kind.RANGE, deictic=True)


TO = "-|to|until|till|til|through|thru|~"
RULES = (
    Rule("range", f"from? TIME {TO} the? TIME", times),
    Rule("range", "between TIME and|- the? TIME", times),
    Rule("range", f"from? TIME {TO} next CYCLE", next_after),
    Rule("days-month", f"from? the? DAYNUM|ORD {TO} the? DAYNUM|ORD of? MONTH", days_month),
    Rule("days-month", "between? the? DAYNUM|ORD and the? DAYNUM|ORD of? MONTH", days_month),
    Rule("month-days", f"from? MONTH the? DAYNUM|ORD {TO} the? DAYNUM|ORD", month_days),
    Rule("month-days", "between? MONTH the? DAYNUM|ORD and the? DAYNUM|ORD", month_days),
    Rule("date-dom", f"from? DATE {TO} the? ORD|DAYNUM", month_to_dom),
    Rule("years", f"from? YEAR {TO} YY", short_years),
    Rule("years", "between YEAR and YY", short_years),
    Rule("doms", f"from? the ORD|DAYNUM {TO} the? ORD|DAYNUM", doms),
    Rule("doms", f"from ORD {TO} ORD", doms),
    Rule("doms", "between the? ORD and the? ORD", doms),
    Rule("length-from", "for LENGTH from|starting|beginning from|on|at? TIME", length_from),
    Rule("length-from", "for? LENGTH starting|beginning from|on|at? TIME", length_from),
    Rule("from-now", f"from|between? NOW {TO}|and TIME", lambda c, n, t: from_now(c, t)),
    Rule("to-now", f"from|between? TIME {TO}|and NOW", lambda c, t, n: to_now(c, t)),
)  # fmt: skip
