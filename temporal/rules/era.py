"""Seasons, quarters, halves, decades and centuries: `spring 2019`, `Q3`, `the 90s`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tkg.temporal import civil, cycles
from tkg.temporal.context import Context
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Cycle, Known, Number


def season_year(context: Context, season: Cycle, year: Known) -> Known | None:
    """Read `spring 2019`."""
    return season.make(year.start.year) if year.start and year.grain is Grain.YEAR else None


def named_quarter(context: Context, rank: Number, unit: Number) -> Cycle | None:
    """Read `the third quarter`."""
    return cycles.quarter(int(rank.value)) if unit.grain is Grain.QUARTER else None


def nth_half(context: Context, year: Known, rank: Number) -> Known | None:
    """Read `2019 second half`."""
    half = cycles.half(int(rank.value))
    return half.make(year.start.year) if half and year.start else None


def century(context: Context, rank: Number, unit: Number) -> Known | None:
    """Read `the 15th century`: from its year 00."""
    if unit.grain is not Grain.CENTURY or not 1 <= rank.value <= 99:
        return None
    first = max(1, (int(rank.value) - 1) * 100)
    start = civil.day(first, 1, 1)
    stop = civil.day(int(rank.value) * 100, 1, 1)
    return Known(start, stop, Grain.CENTURY) if start and stop else None


def in_century(hundreds: int) -> Callable[[Context, Known], Known | None]:
    """Make the reader of `nineteen fifties`."""

    def read(context: Context, decade: Known) -> Known | None:
        if decade.grain is not Grain.DECADE or decade.start is None:
            return None
        start = civil.day(hundreds * 100 + decade.start.year % 100, 1, 1)
        return (
            None if start is None else Known(start, civil.add(start, 10, Grain.YEAR), Grain.DECADE)
        )

    return read


def the_decade(context: Context, decade: Known) -> Known:
    """Read `the 90s`."""
    return replace(decade, tag="")


def season_step(step: int) -> Callable[[Context], Known]:
    """Make the reader of `last season`."""

    def read(context: Context) -> Known:
        start, end = civil.unit(context.said, Grain.SEASON, step)
        return Known(start, end, Grain.SEASON, deictic=True)

    return read


RULES = (
    Rule("season-year", "the? SEASON ,|of|in? YEAR|SHORT", season_year),
    Rule("season-year", "the? QUARTER|HALF ,|of|in|/|-? YEAR|SHORT", season_year),
    Rule("season", "the? whole|entire SEASON|WEEKEND", lambda c, s: s),
    Rule("season", "all SEASON|WEEKEND long?", lambda c, s: replace(s, placed=True)),
    Rule("season", "the SEASON|QUARTER|HALF", lambda c, s: s),
    Rule("quarter", "the? ORD UNIT", named_quarter),
    Rule("half-year", "YEAR ,? ORD half", nth_half),
    Rule("century", "the? ORD -? UNIT", century),
    Rule("decade", "the DECADE", the_decade),
    Rule("decade", "nineteen DECADE", in_century(19)),
    Rule("decade", "eighteen DECADE", in_century(18)),
    Rule("decade", "in? the nineteen|19 DECADE", in_century(19)),
    Rule("season-step", "last|past|previous season", season_step(-1)),
    Rule("season-step", "next|coming season", season_step(1)),
)  # fmt: skip
