"""Distances from now or from another time: `three weeks ago`, `in two days`, `a week from Friday`."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from itertools import islice

from tkg.temporal import civil
from tkg.temporal.context import Context, Tense, pin
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain, Kind
from tkg.temporal.value import Cycle, Known, Length, Loose, Number

KEPT = {
    Grain.HOUR: Grain.MINUTE,
    Grain.DECADE: Grain.YEAR,
    Grain.CENTURY: Grain.DECADE,
    Grain.HALF: Grain.MONTH,
    Grain.QUARTER: Grain.MONTH,
}
"""Whoever says `two decades ago` means the year; other units stay what they are."""
FINER = {
    Grain.YEAR: Grain.MONTH,
    Grain.DECADE: Grain.YEAR,
    Grain.CENTURY: Grain.DECADE,
    Grain.MONTH: Grain.DAY,
    Grain.WEEK: Grain.DAY,
    Grain.DAY: Grain.DAY,
    Grain.HOUR: Grain.MINUTE,
    Grain.MINUTE: Grain.SECOND,
}
"""Half a unit is told in the next smaller one."""


def away(said: datetime, length: Length, sign: int) -> Known | None:
    """Return the unit that lies a length away, as wide as the length is vague."""
    grain = KEPT.get(length.grain, length.grain)
    if any(count % 1 for count, _ in length.parts) and not length.spread:
        grain = FINER.get(length.grain, grain)
    moment = length.shift(said, sign)
    start, end = civil.unit(moment, grain)
    if length.spread >= 1:
        near, far = (
            civil.add(moment, edge * length.spread, length.grain) for edge in (-sign, sign)
        )
        start, end = civil.unit(min(near, far), grain)[0], civil.unit(max(near, far), grain)[1]
    exact = civil.unit(moment, Grain.DAY)
    coarse = civil.FINENESS[grain] > civil.FINENESS[Grain.DAY]
    return Known(
        start,
        end,
        grain,
        approximate=length.approximate,
        deictic=True,
        alternatives=(exact,) if coarse and not length.spread else (),
        tag="away",
    )


def ago(context: Context, length: Length) -> Known | None:
    """Read `three weeks ago`."""
    return None if length.adjective else away(context.said, length, -1)


def within(context: Context, length: Length) -> Known | Length | None:
    """Read `in three weeks`; after a past verb it says how long it took."""
    if context.tense is Tense.PAST and not context.whole:
        return replace(length, bare=False)
    return ahead(context, length)


def ahead(context: Context, length: Length) -> Known | None:
    """Read `in three weeks from now`."""
    return None if length.adjective else away(context.said, length, 1)


def later(context: Context, length: Length) -> Known | Loose | None:
    """Read `three days later`: from now, unless a story is told; then nobody says from when."""
    if context.tense is Tense.PAST or length.adjective:
        return Loose(length.grain)
    return away(context.said, length, 1)


def earlier(context: Context, length: Length) -> Known | Loose | None:
    """Read `a year earlier`."""
    return Loose(length.grain)


def exact(context: Context, length: Length, day: Known | Cycle, sign: int) -> Known | None:
    """Return the day a length away from a day, or the unit away from a coarser time."""
    base = pin(context, day)
    if base is None or base.start is None or length.adjective:
        return None
    moment = length.shift(base.start, sign)
    grain = civil.finest(base.grain, length.grain)
    if base.grain is Grain.DAY and civil.FINENESS[length.grain] > civil.FINENESS[Grain.DAY]:
        grain = Grain.DAY
    if grain is Grain.PART_OF_DAY:
        grain = Grain.DAY
    start, end = civil.unit(moment, grain)
    return Known(
        start, end, grain, approximate=length.approximate, deictic=base.deictic, tag="offset"
    )


def before(context: Context, length: Length, day: Known | Cycle) -> Known | None:
    """Read `two days before Christmas`."""
    return exact(context, length, day, -1)


def after(context: Context, length: Length, day: Known | Cycle) -> Known | None:
    """Read `two weeks from Friday`."""
    return exact(context, length, day, 1)


def week_on(context: Context, length: Length, day: Known | Cycle) -> Known | None:
    """Read the British `a week on Friday`."""
    return after(context, length, day) if length.grain is Grain.WEEK else None


def ago_from(context: Context, length: Length, day: Known | Cycle) -> Known | None:
    """Read `a week ago Tuesday`, `a year ago today`."""
    past = replace(context, tense=Tense.PAST)
    base = pin(past, day)
    return base and exact(past, length, base, -1)


def weekday_away(sign: int) -> Callable[[Context, Cycle, Length], Known | None]:
    """Make the reader of `Monday two weeks from now`: that day of the week landed in."""

    def read(context: Context, cycle: Cycle, length: Length) -> Known | None:
        monday = civil.floor(length.shift(context.said, sign), Grain.WEEK)
        found = next(cycle.within(monday, civil.add(monday, 1, Grain.WEEK)), None)
        return found and replace(found, deictic=True)

    return read


def nth_back(context: Context, count: Number, cycle: Cycle) -> Known | None:
    """Read `two Thursdays ago`."""
    return nth(cycle.backward(context.today), count)


def nth_ahead(context: Context, count: Number, cycle: Cycle) -> Known | None:
    """Read `three Fridays from now`."""
    return nth(cycle.forward(context.tomorrow), count)


def nth(times: object, count: Number) -> Known | None:
    """Return the n-th of a series."""
    if not 1 <= count.value <= 40:
        return None
    found = next(islice(times, int(count.value) - 1, None), None)  # type: ignore[call-overload]
    return found and replace(found, deictic=True, approximate=bool(count.spread))


def more_than(kind: Kind) -> Callable[[Context, Length, Known | Cycle], Known | None]:
    """Make the reader of `more than two days before yesterday`."""
    sign = -1 if kind is Kind.BEFORE else 1

    def read(context: Context, length: Length, day: Known | Cycle) -> Known | None:
        found = exact(context, length, day, sign)
        if found is None:
            return None
        edge = found.start
        start, end = (None, edge) if kind is Kind.BEFORE else (edge, None)
        return Known(start, end, found.grain, kind, deictic=found.deictic)

    return read


def less_after(context: Context, length: Length, day: Known | Cycle) -> Known | None:
    """Read `less than 3 days after tomorrow`."""
    base = pin(context, day)
    if base is None or base.start is None:
        return None
    return Known(
        base.start, length.shift(base.start, 1), base.grain, Kind.RANGE, deictic=base.deictic
    )


def beside(sign: int) -> Callable[[Context, Number, Known | Cycle], Known | None]:
    """Make the reader of `the day before Christmas`, `the week after Easter`."""

    def read(context: Context, unit: Number, day: Known | Cycle) -> Known | None:
        base = pin(context, day)
        if base is None or base.start is None or base.end is None:
            return None
        if civil.FINENESS[unit.grain] < civil.FINENESS[base.grain]:
            edge = base.start if sign < 0 else civil.add(base.end, -1, Grain.SECOND)
            start, end = civil.unit(edge, unit.grain, sign)
        else:
            start, end = civil.unit(base.start, unit.grain, sign)
        return Known(start, end, unit.grain, deictic=base.deictic, tag="offset")

    return read


def only_alone(context: Context, length: Length) -> Known | None:
    """Read `after four days` where nothing else is said."""
    return ahead(context, length) if context.whole else None


def week_from(context: Context, day: Known | Cycle) -> Known | None:
    """Read the British `Friday week`, `tomorrow week`."""
    future = replace(context, tense=Tense.FUTURE)
    return exact(future, Length(((1, Grain.WEEK),)), day, 1)


BACK = "before|preceding"
AHEAD = "after|from|following|past|since"
RULES = (
    Rule("more-than", "more than LENGTH before TIME", more_than(Kind.BEFORE)),
    Rule("more-than", "more than LENGTH after TIME", more_than(Kind.AFTER)),
    Rule("less-than", "less than LENGTH after TIME", less_after),
    Rule("next-to", "the UNIT before TIME", beside(-1)),
    Rule("next-to", "the UNIT after|following TIME", beside(1)),
    Rule("ago", "LENGTH ago|back|bak|prior", ago),
    Rule("ago", "LENGTH before now", ago),
    Rule("ago", "LENGTH ago now", ago),
    Rule("in", "in|within|inside LENGTH", within),
    Rule("in", "LENGTH from|after now", ahead),
    Rule("in", "LENGTH hence|away", ahead),
    Rule("in", "in LENGTH ' s? time", ahead),
    Rule("in", "in another LENGTH", ahead),
    Rule("in", "in LENGTH from now", ahead),
    Rule("in", "after LENGTH", only_alone),
    Rule("in", "NOW + LENGTH", lambda c, n, x: ahead(c, x)),
    Rule("in", "LENGTH from|after NOW", lambda c, x, n: ahead(c, x)),
    Rule("later", "LENGTH later", later),
    Rule("earlier", "LENGTH earlier|beforehand", earlier),
    Rule("offset", f"in? LENGTH {BACK} TIME", before),
    Rule("offset", "LENGTH prior to TIME", before),
    Rule("offset", f"in? LENGTH {AHEAD} TIME", after),
    Rule("offset", "LENGTH on WEEKDAY|DAY", week_on),
    Rule("ago", "LENGTH ago from? on|this|last? TIME", ago_from),
    Rule("weekday-away", "WEEKDAY|WEEKEND ,? in? LENGTH from now", weekday_away(1)),
    Rule("weekday-away", "WEEKDAY|WEEKEND ,? in LENGTH", weekday_away(1)),
    Rule("weekday-away", "WEEKDAY|WEEKEND ,? LENGTH ago", weekday_away(-1)),
    Rule("weekdays-ago", "NUM|SOME WEEKDAY|WEEKDAYS|WEEKEND|WEEKENDS|MONTH|SEASON|HOLIDAY ago|back", nth_back),
    Rule("weekdays-ago", "NUM|SOME WEEKDAY|WEEKDAYS|WEEKEND|WEEKENDS from now", nth_ahead),
    Rule("weekdays-ago", "in NUM|SOME WEEKDAYS|WEEKENDS|WEEKEND", nth_ahead),
    Rule("friday-week", "WEEKDAY|DAY week", week_from),
)  # fmt: skip
