"""Amounts of time: `three weeks`, `a couple of months`, `a year and a half`, `2h 30m`."""

from __future__ import annotations

from dataclasses import replace

from tkg.temporal.civil import FINENESS
from tkg.temporal.context import Context
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Length, Number

LONG = frozenset({Grain.DAY, Grain.WEEK, Grain.MONTH, Grain.YEAR, Grain.WEEKEND})


def counted(context: Context, count: Number, unit: Number) -> Length | None:
    """Read a number and a unit."""
    if "HHMM" in count.names and 1900 <= count.value <= 2100 and unit.grain is not Grain.DAY:
        return None
    if "GLUED" in unit.names and "FIGURE" not in count.names:
        return None
    return Length(((count.value, unit.grain),), bool(count.spread), count.spread)


def vague(count: float, spread: float) -> Number:
    """Make a number that was not said exactly."""
    return Number(count, ("SOME",), spread)


def a_few(context: Context) -> Number:
    """Read `a few`: around three."""
    return vague(3, 1)


def a_couple(context: Context) -> Number:
    """Read `a couple of`: around two."""
    return vague(2, 0.5)


def several(context: Context) -> Number:
    """Read `several`: some four or five."""
    return vague(4, 2)


def dozen(context: Context) -> Number:
    """Read `a dozen`."""
    return Number(12, ("NUM",))


def one(context: Context, unit: Number) -> Length | None:
    """Read `a week`."""
    return None if "GLUED" in unit.names else Length(((1, unit.grain),), bare=True)


def half_a(context: Context, unit: Number) -> Length:
    """Read `half a year`."""
    if unit.grain is Grain.YEAR:
        return Length(((6, Grain.MONTH),))
    if unit.grain is Grain.HOUR:
        return Length(((30, Grain.MINUTE),))
    if unit.grain is Grain.CENTURY:
        return Length(((50, Grain.YEAR),))
    if unit.grain is Grain.DECADE:
        return Length(((5, Grain.YEAR),))
    return Length(((0.5, unit.grain),))


def and_a_half(context: Context, length: Length) -> Length | None:
    """Read `a year and a half`."""
    count, grain = length.parts[0]
    if len(length.parts) > 1:
        return None
    return replace(length, parts=((count + 0.5, grain),), bare=False)


def number_and_a_half(context: Context, count: Number, unit: Number) -> Length:
    """Read `two and a half years`."""
    return Length(((count.value + 0.5, unit.grain),))


def one_and_a_half(context: Context, unit: Number) -> Length:
    """Read `one and a half hours`."""
    return Length(((1.5, unit.grain),))


def and_a_quarter(context: Context, length: Length) -> Length | None:
    """Read `one year and a quarter`."""
    count, grain = length.parts[0]
    return replace(length, parts=((count + 0.25, grain),), bare=False)


def joined(context: Context, first: Length, second: Length) -> Length | None:
    """Read `2 years, 3 months`: units get smaller."""
    smaller = FINENESS[second.parts[0][1]] < FINENESS[first.grain]
    decades = first.grain is Grain.DECADE and second.grain is Grain.YEAR
    if (not smaller and not decades) or first.adjective or second.adjective:
        return None
    if second.bare or second.approximate:
        return None
    return Length((*first.parts, *second.parts), first.approximate or second.approximate)


def between(context: Context, low: Number, high: Number, unit: Number) -> Length | None:
    """Read `two or three weeks`, `5-6 years`."""
    if not low.value < high.value <= low.value * 4 + 10:
        return None
    middle = (low.value + high.value) / 2
    return Length(((middle, unit.grain),), True, high.value - middle)


def roughly(context: Context, length: Length) -> Length:
    """Read `about three weeks`."""
    return replace(length, approximate=True, bare=False)


def or_two(context: Context, unit: Number) -> Length:
    """Read `a week or two`."""
    return Length(((1.5, unit.grain),), True, 0.5)


def at_least(context: Context, count: Number, unit: Number) -> Length:
    """Read `10+ years`."""
    return Length(((count.value, unit.grain),), True)


def exactly(context: Context, length: Length) -> Length:
    """Read `exactly three weeks`."""
    return replace(length, bare=False)


def adjective(context: Context, count: Number, unit: Number) -> Length:
    """Read `two-day`."""
    return Length(((count.value, unit.grain),), adjective=True)


def fortnight(context: Context) -> Length:
    """Read `a fortnight`."""
    return Length(((2, Grain.WEEK),))


def clock_like(context: Context) -> Length:
    """Read `quarter of an hour`."""
    return Length(((15, Grain.MINUTE),))


def all_of(context: Context, unit: Number) -> Length | None:
    """Read `all day`, `the whole week`."""
    return Length(((1, unit.grain),)) if unit.grain in LONG else None


ABOUT = (
    "about|around|roughly|approximately|nearly|almost|over|under|circa|maybe|some|"
    "barely|perhaps|approx|give"
)
RULES = (
    Rule("few", "a? few|handful", a_few),
    Rule("few", "a handful of", a_few),
    Rule("few", "a? good|quite few", a_few),
    Rule("few", "quite a few", several),
    Rule("couple", "a? couple of?", a_couple),
    Rule("couple", "a? couple more|dozen", a_couple),
    Rule("several", "several|multiple|many", several),
    Rule("dozen", "a dozen", dozen),
    Rule("length", "NUM|SOME UNIT", counted),
    Rule("length", "NUM|SOME more|full|whole|long|short|solid|straight|consecutive UNIT", counted),
    Rule("length", "a|an|another|one|1 UNIT", one),
    Rule("length", "a|an|one|another full|whole|entire|solid UNIT", one),
    Rule("half", "half a|an UNIT", half_a),
    Rule("half", "a half UNIT", half_a),
    Rule("half", "a? half - UNIT", half_a),
    Rule("half", "LENGTH and a? half", and_a_half),
    Rule("half", "NUM and a? half UNIT", number_and_a_half),
    Rule("half", "a|one and a? half UNIT", one_and_a_half),
    Rule("half", "LENGTH and a quarter", and_a_quarter),
    Rule("joined", "LENGTH and|,|+? LENGTH", joined),
    Rule("joined", "LENGTH , and LENGTH", joined),
    Rule("between", "NUM or|to|-|and NUM UNIT", between),
    Rule("about", f"{ABOUT} LENGTH", roughly),
    Rule("about", "like NLENGTH", roughly),
    Rule("about", "more|less than LENGTH", roughly),
    Rule("about", "at least|most LENGTH", roughly),
    Rule("about", "up|close to LENGTH", roughly),
    Rule("about", "just|well over|under LENGTH", roughly),
    Rule("about", "a little over|under LENGTH", roughly),
    Rule("about", "no|not more|less than LENGTH", roughly),
    Rule("about", "NLENGTH or so|more", roughly),
    Rule("about", "exactly|just|only|precisely LENGTH", exactly),
    Rule("between", "a|an UNIT or two|so", or_two),
    Rule("between", "NUM + UNIT", at_least),
    Rule("between", "NUM - odd|some UNIT", at_least),
    Rule("adjective", "NUM - UNIT", adjective),
    Rule("fortnight", "a|one fortnight", fortnight),
    Rule("all", "all UNIT", all_of),
    Rule("all", "all UNIT long", all_of),
    Rule("all", "the whole|entire UNIT", all_of),
    Rule("quarter-hour", "a? quarter of an hour", clock_like),
)  # fmt: skip
