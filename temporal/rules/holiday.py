"""Feasts by name: `Christmas Eve`, `last Memorial Day`, `Easter 2013`."""

from __future__ import annotations

from collections.abc import Callable

from tkg.temporal.context import Context
from tkg.temporal.feasts import FEASTS, cycle
from tkg.temporal.grammar import Rule
from tkg.temporal.rules.dates import with_year
from tkg.temporal.value import Cycle, Known


def feast(value: Cycle) -> Callable[[Context], Cycle]:
    """Make the reader of a feast's name."""
    return lambda context: value


def named(context: Context, value: Known | Cycle) -> Known | Cycle:
    """Read `the Fourth of July`."""
    return value


RULES = (
    *(
        Rule("holiday", name, feast(cycle(name, find, days)))
        for name, (find, days) in FEASTS.items()
    ),
    Rule("holiday", "the HOLIDAY", named),
    Rule("holiday-year", "HOLIDAY ,|of|in|day? YEAR|SHORT", with_year),
    Rule("holiday-year", "YEAR HOLIDAY", lambda c, y, h: with_year(c, h, y)),
)  # fmt: skip
