"""The rules, family by family. Overlaps: the longer reading wins, then the earlier family."""

from __future__ import annotations

from tkg.temporal.grammar import Rule
from tkg.temporal.rules import (
    ago,
    clock,
    clock_range,
    dates,
    era,
    fuzzy,
    holiday,
    length,
    loose,
    named,
    opened,
    ranges,
    repeat,
)

RULES: tuple[Rule, ...] = (
    *named.RULES,
    *repeat.RULES,
    *holiday.RULES,
    *dates.RULES,
    *era.RULES,
    *opened.RULES,
    *clock.RULES,
    *clock_range.RULES,
    *ranges.RULES,
    *ago.RULES,
    *fuzzy.RULES,
    *loose.RULES,
    *length.RULES,
)
