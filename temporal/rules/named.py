"""Days and units named from the speaker's own: `yesterday`, `last year`, `this coming month`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tkg.temporal import civil, cycles
from tkg.temporal.context import Context
from tkg.temporal.grammar import Reader, Rule
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Cycle, Known, Length, Number, Part

LAST = "last|past|previous|prior|preceding|lst"
NEXT = "next|following|coming|upcoming|nxt"
THIS = "this|current"
NO_STEP = {Grain.DAY, Grain.SECOND, Grain.HALF, Grain.PART_OF_DAY}
NIGHT = Part("night", 18, 12)


def day(step: int) -> Reader:
    """Make the reader of a named day."""

    def read(context: Context) -> Known:
        start, end = civil.unit(context.said, Grain.DAY, step)
        return Known(start, end, Grain.DAY, deictic=True, tag="named")

    return read


def night(step: int) -> Reader:
    """Make the reader of `last night`, `tonight`."""

    def read(context: Context) -> Known:
        start, _ = civil.unit(context.said, Grain.DAY, step)
        return replace(NIGHT.on(start), deictic=True)

    return read


def unit_step(step: int) -> Callable[[Context, Number], Known | None]:
    """Make the reader of `last week`, `this month`, `next year`."""

    def read(context: Context, unit: Number) -> Known | None:
        if unit.grain in NO_STEP or "GLUED" in unit.names or unit.grain is Grain.WEEKEND:
            return None
        start, end = civil.unit(context.said, unit.grain, step)
        return Known(start, end, unit.grain, deictic=True)

    return read


def fortnight(step: int) -> Reader:
    """Make the reader of `last fortnight`: the two weeks up to today or from it."""

    def read(context: Context) -> Known:
        other = civil.add(context.today, 2 * step, Grain.WEEK)
        start, end = min(context.today, other), max(context.today, other)
        return Known(start, end, Grain.WEEK, Kind.RANGE, deictic=True)

    return read


def before_last(context: Context, unit: Number) -> Known | None:
    """Read `the week before last`."""
    if unit.grain is Grain.DAY:
        return None
    start, end = civil.unit(context.said, unit.grain, -2)
    if unit.grain is Grain.WEEKEND:
        return weekends(context)[1]
    return Known(start, end, unit.grain, deictic=True)


def weekends(context: Context) -> tuple[Known, Known]:
    """Return the last weekend and the one before it."""
    ended = cycles.weekend().backward(context.today)
    found = [one for one in ended if one.end and one.end <= context.tomorrow][:2]
    first, second = (replace(one, deictic=True) for one in found)
    return first, second


def after_next(context: Context, unit: Number) -> Known | None:
    """Read `the week after next`."""
    if unit.grain is Grain.DAY:
        return None
    start, end = civil.unit(context.said, unit.grain, 2)
    return Known(start, end, unit.grain, deictic=True)


def rolling_back(context: Context, length: Length) -> Known | None:
    """Read `the last three years`: up to today."""
    if length.adjective or length.bare:
        return None
    if length.grain is Grain.WEEKEND:
        return past_weekends(context, length)
    if length.grain is Grain.QUARTER:
        end = civil.floor(context.said, Grain.QUARTER)
        return Known(length.shift(end, -1), end, length.grain, Kind.RANGE, length.approximate, True)
    small = civil.FINENESS[length.grain] < civil.FINENESS[Grain.DAY]
    end = civil.floor(context.said, Grain.MINUTE) if small else context.today
    return Known(length.shift(end, -1), end, length.grain, Kind.RANGE, length.approximate, True)


def past_weekends(context: Context, length: Length) -> Known | None:
    """Read `the past two weekends`: from the first to the last of them."""
    last = weekends(context)[0]
    first = last.start and civil.add(last.start, 1 - length.parts[0][0], Grain.WEEK)
    return Known(first, last.end, Grain.WEEKEND, Kind.RANGE, length.approximate, True)


def rolling_on(context: Context, length: Length) -> Known | None:
    """Read `the next three days`: from tomorrow."""
    if length.adjective or length.bare:
        return None
    small = civil.FINENESS[length.grain] < civil.FINENESS[Grain.DAY]
    aligned = small or length.grain is Grain.QUARTER
    start = civil.unit(context.said, length.grain, 1)[0] if aligned else context.tomorrow
    return Known(start, length.shift(start, 1), length.grain, Kind.RANGE, length.approximate, True)


def within_next(context: Context, length: Length) -> Known | None:
    """Read `within the next ten months`: from today."""
    if length.bare:
        length = replace(length, bare=False)
    start = context.today
    return Known(start, length.shift(start, 1), length.grain, Kind.RANGE, length.approximate, True)


def one_length(count: Number, unit: Number) -> Length:
    """Make a length of a number and a unit said apart."""
    return Length(((count.value, unit.grain),), bool(count.spread))


def split_back(context: Context, count: Number, unit: Number) -> Known | None:
    """Read `the 5 past minutes`."""
    return rolling_back(context, one_length(count, unit))


def split_on(context: Context, count: Number, unit: Number) -> Known | None:
    """Read `the 5 upcoming years`."""
    return rolling_on(context, one_length(count, unit))


def current(context: Context, unit: Number) -> Known | None:
    """Read `the year` where something is said of a part of it."""
    known = unit_step(0)(context, unit)
    return known and replace(known, tag="current")


def now(context: Context) -> Known:
    """Read `now`."""
    start, end = civil.unit(context.said, Grain.SECOND)
    return Known(start, end, Grain.SECOND, deictic=True, tag="now", timex="PRESENT_REF")


def last_cycle(context: Context, cycle: Cycle) -> Known | None:
    """Read `last Friday`: the nearest one that is over."""
    over = (one for one in cycle.backward(context.today) if one.end and one.end <= context.tomorrow)
    if cycle.tag not in ("weekday", "weekend", "daypart"):
        over = (
            one for one in cycle.backward(context.today) if one.end and one.end <= context.today
        )
    found = next(over, None)
    other = next(over, None)
    if found is None:
        return None
    if cycle.tag in ("date", "slash", "holiday"):
        other = None
    return replace(found, deictic=True, alternatives=((other.start, other.end),) if other else ())


def next_cycle(context: Context, cycle: Cycle) -> Known | None:
    """Read `next Friday`: the nearest one that has not begun."""
    coming = cycle.forward(context.tomorrow)
    found = next(coming, None)
    other = next(coming, None)
    if found is None:
        return None
    if cycle.tag == "slash":
        other = None
    return replace(found, deictic=True, alternatives=((other.start, other.end),) if other else ())


def second_next(context: Context, cycle: Cycle) -> Known | None:
    """Read `Friday after next`."""
    coming = cycle.forward(context.tomorrow)
    next(coming, None)
    found = next(coming, None)
    return found and replace(found, deictic=True)


def second_last(context: Context, cycle: Cycle) -> Known | None:
    """Read `the Friday before last`."""
    if cycle.tag == "weekend":
        return weekends(context)[1]
    past = cycle.backward(context.today)
    next(past, None)
    found = next(past, None)
    return found and replace(found, deictic=True)


def this_cycle(context: Context, cycle: Cycle) -> Known | None:
    """Read `this Friday`: the coming one, or in a past clause the one just gone."""
    if cycle.period is Grain.YEAR:
        return this_year(context, cycle)
    running = next(cycle.backward(context.tomorrow), None)
    if running and running.end and running.end > context.said:
        return replace(running, deictic=True)
    if context.tense == "past":
        return last_cycle(context, cycle)
    found = next(cycle.forward(context.today), None)
    return found and replace(found, deictic=True)


def this_year(context: Context, cycle: Cycle) -> Known | None:
    """Read `this summer`: the one going on, else the calendar year's."""
    begun = next(cycle.backward(context.tomorrow), None)
    if begun and begun.end and begun.end > context.today:
        return replace(begun, deictic=True)
    found = cycle.make(context.said.year)
    return found and replace(found, deictic=True)


def coming_cycle(context: Context, cycle: Cycle) -> Known | None:
    """Read `this coming Friday`."""
    found = next(cycle.forward(context.tomorrow), None)
    return found and replace(found, deictic=True)


def next_next(context: Context, cycle: Cycle) -> Known | None:
    """Read `next next Monday`."""
    return second_next(context, cycle)


RULES = (
    Rule("today", "today|2day|tday|otd", day(0)),
    Rule("tomorrow", "tomorrow|tomorrows|tmrw|tmr|tomorow|tommorow|tommorrow|tomorro", day(1)),
    Rule("yesterday", "yesterday|yday|yest|yesturday|ystrday|yesterdays", day(-1)),
    Rule("today", "the day before yesterday", day(-2)),
    Rule("today", "day before yesterday", day(-2)),
    Rule("today", "the? day after tomorrow|tmrw", day(2)),
    Rule("today", "earlier|later today", day(0)),
    Rule("yesterday", "earlier yesterday", day(-1)),
    Rule("today", "till|to|this date", day(0)),
    Rule("today", "this very? day", day(0)),
    Rule("tonight", "tonight|tonite|2nite", night(0)),
    Rule("tonight", "later tonight", night(0)),
    Rule("last-night", "last|yesterday night|nite", night(-1)),
    Rule("last-night", "the night before last", night(-2)),
    Rule("last-unit", f"the? {LAST} UNIT", unit_step(-1)),
    Rule("last-unit", "the|this past|last UNIT", unit_step(-1)),
    Rule("this-unit", "this UNIT", unit_step(0)),
    Rule("this-unit", "the? current|present|same|calendar UNIT", unit_step(0)),
    Rule("this-unit", "this calendar UNIT", unit_step(0)),
    Rule("next-unit", f"the? {NEXT} UNIT", unit_step(1)),
    Rule("next-unit", "this coming|upcoming|next UNIT", unit_step(1)),
    Rule("last-unit", "lastmonth", lambda c: unit_step(-1)(c, Number(0, (), grain=Grain.MONTH))),
    Rule("last-unit", "lastweek", lambda c: unit_step(-1)(c, Number(0, (), grain=Grain.WEEK))),
    Rule("last-unit", "lastyear", lambda c: unit_step(-1)(c, Number(0, (), grain=Grain.YEAR))),
    Rule("next-unit", "the? next UNIT or so", unit_step(1)),
    Rule("fortnight", "the? last|past|previous fortnight", fortnight(-1)),
    Rule("fortnight", "the? next|coming fortnight", fortnight(1)),
    Rule("fortnight", "this coming? fortnight", fortnight(1)),
    Rule("before-last", "the? UNIT before last", before_last),
    Rule("after-next", "the? UNIT after next", after_next),
    Rule("rolling", f"in|over|for|during|within? the? {LAST} LENGTH", rolling_back),
    Rule("rolling", f"in|over|for|during? the? {NEXT} LENGTH", rolling_on),
    Rule("rolling", "these past|last LENGTH", rolling_back),
    Rule("rolling", "these next LENGTH", rolling_on),
    Rule("rolling", "within the? next|coming LENGTH", within_next),
    # Of one unit the number counts nothing: "I turned 36 last week".
    Rule("rolling", "the? NUM|SOME past|last|previous UNITS", split_back),
    Rule("rolling", "the? NUM|SOME next|upcoming|coming|following UNITS", split_on),
    Rule("current", "the UNIT", current),
    Rule("now", "right|just? now", now),
    Rule("last-cycle", f"on|in? the? {LAST} CYCLE", last_cycle),
    Rule("last-cycle", "on|in? the|this past|last CYCLE", last_cycle),
    Rule("next-cycle", f"on|in? the? {NEXT} CYCLE", next_cycle),
    Rule("coming-cycle", "this|the coming|upcoming|next CYCLE", coming_cycle),
    Rule("this-cycle", f"on|in? {THIS} CYCLE", this_cycle),
    Rule("next-next", "next next CYCLE", next_next),
    Rule("after-next", "the? CYCLE after next", second_next),
    Rule("before-last", "the? CYCLE before last", second_last),
)  # fmt: skip
