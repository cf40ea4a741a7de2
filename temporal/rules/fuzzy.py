"""Parts of a stretch and vague words: `early May`, `the end of last year`, `the other day`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tkg.temporal import civil
from tkg.temporal.context import Context
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.thirds import CUTS, cut
from tkg.temporal.value import Cycle, Known, Number, Part


def third(one: Known, place: int) -> Known | None:
    """Return the early, middle or late third of a stretch."""
    if one.start is None or one.end is None or one.grain not in CUTS:
        return None
    if one.tag in ("stretch", "away") and one.grain is not Grain.YEAR:
        return None
    start, end = cut(one.start, one.end, one.grain, place)
    grain = Grain.DAY if one.grain is Grain.WEEK else one.grain
    return Known(start, end, grain, approximate=True, deictic=one.deictic, tag="third")


def thirds(place: int, edge: str = "") -> Callable[[Context, Known | Cycle], Known | Cycle | None]:
    """Make the reader of `early`, `mid`, `late`; `edge` says what `before` counts from."""

    def take(one: Known) -> Known | None:
        part = third(one, place)
        if part and edge:
            return replace(part, edge=one.start if edge == "start" else one.end)
        return part

    def read(context: Context, time: Known | Cycle) -> Known | Cycle | None:
        if isinstance(time, Known):
            return take(time)
        if time.grain not in CUTS:
            return None
        return time.mapped(take, tag="third", approximate=True)

    return read


def unit_third(place: int, edge: str) -> Callable[[Context, Number], Known | None]:
    """Make the reader of `end of month`: this one."""

    def read(context: Context, unit: Number) -> Known | None:
        if unit.grain not in CUTS:
            return None
        start, end = civil.unit(context.said, unit.grain)
        whole = Known(start, end, unit.grain, deictic=True)
        return thirds(place, edge)(context, whole)  # type: ignore[return-value]

    return read


def short(place: int, grain: Grain, edge: str) -> Callable[[Context], Known | None]:
    """Make the reader of `EOM`."""

    def read(context: Context) -> Known | None:
        return unit_third(place, edge)(context, Number(0, (), grain=grain))

    return read


def half_of(place: int) -> Callable[[Context, Known | Cycle], Known | Cycle | None]:
    """Make the reader of `the second half of the year`."""

    def take(one: Known) -> Known | None:
        if one.start is None or one.end is None:
            return None
        middle = civil.midnight(one.start + (one.end - one.start) / 2)
        if one.grain in civil.MONTHS and one.grain is not Grain.MONTH:
            middle = civil.add_months(one.start, civil.MONTHS[one.grain] // 2)
        start, end = (one.start, middle) if place == 0 else (middle, one.end)
        grain = Grain.HALF if one.grain is Grain.YEAR else one.grain
        return Known(
            start, end, grain, deictic=one.deictic, approximate=one.grain is not Grain.YEAR
        )

    def read(context: Context, time: Known | Cycle) -> Known | Cycle | None:
        if isinstance(time, Known):
            return take(time) if time.grain in CUTS else None
        return time.mapped(take, tag="third") if time.grain in CUTS else None

    return read


def earlier_in(context: Context, one: Known) -> Known | None:
    """Read `earlier this week`: up to today, or its first half."""
    if one.start is None or one.end is None or one.grain not in CUTS:
        return None
    if not one.start <= context.said < one.end:
        return third(one, 0)
    end = min(context.today, halfway(one))
    if end <= one.start or one.grain is not Grain.WEEK:
        return replace(one, approximate=True)
    return replace(one, end=end, approximate=True, alternatives=((one.start, one.end),))


def later_in(context: Context, one: Known) -> Known | None:
    """Read `later this week`: from today, or its second half."""
    if one.start is None or one.end is None or one.grain not in CUTS:
        return None
    if not one.start <= context.said < one.end:
        return third(one, 2)
    start = max(context.today, halfway(one))
    return replace(one, start=start, approximate=True, alternatives=((one.start, one.end),))


def halfway(one: Known) -> datetime:
    """Return the middle day of a stretch."""
    assert one.start and one.end
    if one.grain is Grain.MONTH:
        return civil.add(one.start, 15, Grain.DAY)
    if one.grain in civil.MONTHS:
        return civil.add_months(one.start, civil.MONTHS[one.grain] // 2)
    return civil.add(one.start, 3, Grain.DAY)


def rest_of(context: Context, one: Known) -> Known | None:
    """Read `the rest of the week`: from today."""
    if one.start is None or one.end is None or not one.start <= context.said < one.end:
        return None
    return replace(one, start=context.today, tag="")


def other_day(context: Context) -> Known:
    """Read `the other day`: within the week before today."""
    start = civil.add(context.today, -1, Grain.WEEK)
    return Known(start, context.today, Grain.DAY, approximate=True, deictic=True)


def other_part(context: Context, part: Part) -> Known:
    """Read `the other night`."""
    return other_day(context)


def other_unit(context: Context, unit: Number) -> Known | None:
    """Read `the other week`: within the month before this week."""
    if unit.grain is not Grain.WEEK:
        return None
    end = civil.floor(context.said, Grain.WEEK)
    start = civil.add(end, -3, Grain.WEEK)
    return Known(start, end, Grain.WEEK, approximate=True, deictic=True)


def turn_of(context: Context, one: Known) -> Known | None:
    """Read `the turn of the century`: a few years around its beginning."""
    if one.start is None or one.grain is not Grain.CENTURY:
        return None
    start, end = civil.add(one.start, -5, Grain.YEAR), civil.add(one.start, 5, Grain.YEAR)
    return Known(start, end, Grain.DECADE, approximate=True, deictic=one.deictic)


def around(context: Context, time: Known | Cycle) -> Known | Cycle:
    """Read `around Christmas`."""
    if isinstance(time, Known):
        return replace(time, approximate=True, tag="" if time.tag == "digits" else time.tag)
    return replace(time, approximate=True)


def end_of_day(context: Context, time: Known | Cycle) -> Known | Cycle | None:
    """Read `the end of Sunday`: its last second."""

    def take(one: Known) -> Known | None:
        if one.end is None:
            return None
        return Known(
            civil.add(one.end, -1, Grain.SECOND), one.end, Grain.SECOND, deictic=one.deictic
        )

    if isinstance(time, Known):
        return take(time) if time.grain is Grain.DAY else None
    return time.mapped(take, tag="timed", grain=Grain.SECOND) if time.grain is Grain.DAY else None


def end_of_the_day(context: Context, unit: Number) -> Known | None:
    """Read `end of the day` where it is a time and not a figure of speech."""
    if unit.grain is not Grain.DAY:
        return None
    today = Known(context.today, context.tomorrow, Grain.DAY, deictic=True)
    return end_of_day(context, today)  # type: ignore[return-value]


def midweek(context: Context) -> Known:
    """Read `midweek`."""
    monday = civil.floor(context.said, Grain.WEEK)
    start, end = civil.add(monday, 2, Grain.DAY), civil.add(monday, 4, Grain.DAY)
    return Known(start, end, Grain.DAY, approximate=True, deictic=True)


def work(step: int) -> Callable[[Context], Known]:
    """Make the reader of `next workweek`: Monday to Friday."""

    def read(context: Context) -> Known:
        start, _ = civil.unit(context.said, Grain.WEEK, step)
        return Known(start, civil.add(start, 5, Grain.DAY), Grain.WEEK, deictic=True)

    return read


EARLY = "beginning|start|outset|top|dawn"
END = "end|close|tail"
RULES = (
    Rule("early", "the? early -|in|on? the? TIME", thirds(0)),
    Rule("early", "the? early part of the? TIME", thirds(0)),
    Rule("early", "early|earlier on? in TIME", thirds(0)),
    Rule("mid", "the? mid|middle|midway -|of|in|through? the? TIME", thirds(1)),
    Rule("mid", "the? middle part of the? TIME", thirds(1)),
    Rule("late", "the? late -|in|on? the? TIME", thirds(2)),
    Rule("late", "the? latter|later|late part of the? TIME", thirds(2)),
    Rule("late", "later|late on? in TIME", thirds(2)),
    Rule("beginning", f"the? very? {EARLY} of TIME", thirds(0, "start")),
    Rule("beginning", f"the? {EARLY} of around TIME", thirds(0, "start")),
    Rule("beginning", f"the? {EARLY} of UNIT", unit_third(0, "start")),
    Rule("end", f"the? very? {END} of TIME", thirds(2, "end")),
    Rule("end", f"the? {END} of UNIT", unit_third(2, "end")),
    Rule("end", "TIME end", thirds(2, "end")),
    Rule("end", "UNIT - end", unit_third(2, "end")),
    Rule("end", "the? eom", short(2, Grain.MONTH, "end")),
    Rule("end", "the? eoy", short(2, Grain.YEAR, "end")),
    Rule("end", "the? eow", short(2, Grain.WEEK, "end")),
    Rule("beginning", "the? bom", short(0, Grain.MONTH, "start")),
    Rule("half", "the? first half of TIME", half_of(0)),
    Rule("half", "the? second|last|latter|back|other half of TIME", half_of(1)),
    Rule("earlier", "earlier ERA", earlier_in),
    Rule("earlier", "earlier on? in|during|on ERA", earlier_in),
    Rule("earlier", "earlier on ERA", earlier_in),
    Rule("later", "later ERA", later_in),
    Rule("later", "later on? in|during|on ERA", later_in),
    Rule("later", "later on ERA", later_in),
    Rule("rest", "the? rest|remainder|remaining|balance of ERA", rest_of),
    Rule("other-day", "the other day", other_day),
    Rule("other-day", "the other PART", other_part),
    Rule("other-day", "the other UNIT", other_unit),
    Rule("turn", "the? turn of ERA", turn_of),
    Rule("around", "around|about|circa|approximately|roughly|sometime|maybe|probably TIME", around),
    Rule("around", "some time in|during|around|on|over? TIME", around),
    Rule("around", "sometime in|during|around|on|over TIME", around),
    Rule("around", "right|just? around|about TIME", around),
    Rule("around", "any time|day? in|during|on TIME", around),
    Rule("around", "TIME or so|thereabouts", around),
    Rule("around", "TIME - ish", around),
    Rule("end-of-day", "the? end of the? TIME", end_of_day),
    Rule("end-of-day", "the? end of the? UNIT", end_of_the_day),
    Rule("end-of-day", "eod", lambda c: end_of_the_day(c, Number(0, (), grain=Grain.DAY))),
    Rule("midweek", "midweek", midweek),
    Rule("workweek", "next workweek", work(1)),
    Rule("workweek", "last workweek", work(-1)),
    Rule("workweek", "this workweek", work(0)),
    Rule("workweek", "next work|working|business week", work(1)),
    Rule("workweek", "last work|working|business week", work(-1)),
    Rule("workweek", "this work|working|business week", work(0)),
)  # fmt: skip
