"""From one time of day to another: `from 3 to 5pm`, `tomorrow 10-4`."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from dataclasses import replace

from tkg.temporal import civil
from tkg.temporal.context import Context, pin
from tkg.temporal.grammar import Rule
from tkg.temporal.rules.clock import on_day
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Clock, Cycle, Known, Number


def hundred(context: Context, face: Number) -> Clock | None:
    """Read `0930` where a clock must stand."""
    hour, minute = divmod(int(face.value), 100)
    if hour in (19, 20):  # rather the years 1930 and 2015
        return None
    return Clock(hour, minute, certain=True) if hour < 24 and minute < 60 else None


def clock_range(context: Context, first: Clock, second: Clock) -> Known | None:
    """Read `from 3pm to 5pm`, `10-4`."""
    return day_clock_range(
        context, Known(context.today, context.tomorrow, Grain.DAY, deictic=True), first, second
    )


def day_clock_range(
    context: Context, day: Known | Cycle, first: Clock, second: Clock
) -> Known | None:
    """Read `tomorrow from 3 to 5`."""
    base = pin(context, day)
    if (
        base is None
        or base.start is None
        or (first.bare and second.bare and isinstance(day, Known) and day.grain is not Grain.DAY)
    ):
        return None
    first, second = agree(first, second)
    start, end = on_day(first)(base), on_day(second)(base)
    if start is None or end is None or start.start is None or end.start is None:
        return None
    stop = end.start
    if stop <= start.start:
        stop = civil.add(stop, 12 if not second.certain and second.hour <= 12 else 24, Grain.HOUR)
    if stop <= start.start:
        stop = civil.add(stop, 12, Grain.HOUR)
    grain = civil.finest(start.grain, end.grain)
    return Known(start.start, stop, grain, Kind.RANGE, deictic=base.deictic)


def agree(first: Clock, second: Clock) -> tuple[Clock, Clock]:
    """Let `3-5pm` and `1pm-3` share their half of the day."""
    if second.certain and not first.certain and first.hour <= 12 <= second.hour:
        moved = first.hour % 12 + 12
        if moved < second.hour or (
            moved == second.hour and (first.minute or 0) < (second.minute or 0)
        ):
            first = replace(first, hour=moved)
    elif first.certain and not second.certain and first.hour >= 12 and second.hour <= 12:
        moved = second.hour % 12 + 12
        if moved > first.hour:
            second = replace(second, hour=moved)
    return first, second


def range_day(context: Context, first: Clock, second: Clock, day: Known | Cycle) -> Known | None:
    """Read `3:00 to 4:00 tomorrow`."""
    return day_clock_range(context, day, first, second)


def bare_range_day(
    context: Context, first: Number, second: Number, day: Known | Cycle
) -> Known | None:
    """Read `between 3 and 5 on 1/1/2015`."""
    if not (first.value <= 24 and second.value <= 24):
        return None
    return day_clock_range(
        context, day, Clock(int(first.value), bare=True), Clock(int(second.value), bare=True)
    )


def day_bare_range(
    context: Context, day: Known | Cycle, first: Number, second: Number
) -> Known | None:
    """Read `tomorrow from 10 to 4`."""
    return bare_range_day(context, first, second, day)


def half_bare(context: Context, first: Number, second: Clock) -> Known | None:
    """Read `from 3 to 5pm`."""
    if first.value > 24:
        return None
    return clock_range(context, Clock(int(first.value), bare=True), second)


def half_bare_day(
    context: Context, first: Number, second: Clock, day: Known | Cycle
) -> Known | None:
    """Read `from 3 to 5pm yesterday`."""
    if first.value > 24:
        return None
    return day_clock_range(context, day, Clock(int(first.value), bare=True), second)


def bare_half(context: Context, first: Clock, second: Number) -> Known | None:
    """Read `1pm-3`."""
    if second.value > 12 or not first.certain:
        return None
    return clock_range(context, first, Clock(int(second.value), bare=True))


TO = "-|to|until|till|through"
RULES = (
    Rule("clock-range", f"from? CLOCK {TO} CLOCK", clock_range),
    Rule("clock-range", "between CLOCK and|- CLOCK", clock_range),
    Rule("clock-range", f"from? HOUR|SPELLED {TO} CLOCK", half_bare),
    Rule("clock-range", "between HOUR|SPELLED and CLOCK", half_bare),
    Rule("clock-range", f"from? CLOCK {TO} HOUR|SPELLED", bare_half),
    Rule("clock-range", f"TIME ,|from|between? CLOCK {TO}|and CLOCK", day_clock_range),
    Rule("clock-range", f"TIME , from? CLOCK {TO}|and CLOCK", day_clock_range),
    Rule("clock-range", f"TIME from|between HOUR {TO}|and HOUR", day_bare_range),
    Rule("clock-range", f"from|between? CLOCK {TO}|and CLOCK on? TIME", range_day),
    Rule("clock-range", f"from|between HOUR {TO}|and HOUR on? TIME", bare_range_day),
    Rule("clock-range", f"from|between? HOUR {TO}|and CLOCK on? TIME", half_bare_day),
    Rule("hundred", "between HHMM -|and HHMM", lambda c, a, b: clock_range(c, x, y) if (x := hundred(c, a)) and (y := hundred(c, b)) else None),
)  # fmt: skip
