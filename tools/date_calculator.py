"""The tool that calculates with dates, so that a model never has to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel

from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.temporal import calculate
from tkg.temporal.calculate import Order
from tkg.temporal.render import render
from tkg.temporal.span import Grain, Span
from tkg.tools.phrase import date

Operation = Literal["difference", "add", "subtract", "weekday", "age", "compare"]
Unit = Literal["days", "weeks", "months", "years"]
WORDS = {
    Order.BEFORE: "is before",
    Order.AFTER: "is after",
    Order.SAME: "is the same as",
    Order.CONTAINS: "contains",
    Order.WITHIN: "lies within",
    Order.OVERLAPS: "overlaps",
}
FIRST, LAST = 1, 9999
"""Years at which reckoning stops: what would lie beyond is set to the edge."""
GRAINS = {"days": Grain.DAY, "weeks": Grain.WEEK, "months": Grain.MONTH, "years": Grain.YEAR}


class Calculated(BaseModel):
    """The result of a calculation.

    Attributes:
        result: In words: "7 days", "14 June 2023", "Wednesday".
        note: What keeps it from being exact.
    """

    result: str
    days: str | None = None
    weeks: str | None = None
    months: str | None = None
    years: str | None = None
    note: str | None = None


def date_calculator(
    memory: Memory,
    operation: Operation,
    start: str,
    end: str | None = None,
    count: int | None = None,
    unit: Unit = "days",
) -> Calculated:
    """Calculate with dates: how long between two, what date is so much later, which weekday.

    Use it for every date calculation. A coarse date ("August 2023") gives a range.

    Args:
        memory: Whose clock says what "today" is.
        operation: One of "difference" (start to end), "add" and "subtract" (count units to
            start), "weekday" (of start), "age" (in years, born on start, on end), "compare"
            (which comes first).
        start: A date, such as 2023-05-08, 2023-08 or "8 May 2023".
        end: The second date; "today" where left out.
        count: How many units to add or subtract.
        unit: The unit to count in.

    Returns:
        The result in words; differences in several units.

    Raises:
        UsageError: A date is not one, or an argument is missing.
    """
    now = memory.clock()
    first = date(start, now)
    if operation in ("add", "subtract"):
        return _moved(operation, first, count, unit)
    if operation == "weekday":
        return _weekday(first)
    second = date(end or "today", now)
    return TWO[operation](first, second, unit)


def _moved(operation: str, start: Span, count: int | None, unit: str) -> Calculated:
    if count is None:
        raise UsageError(f"To {operation}, say how many {unit}.", hint="Give `count`.")
    move = calculate.add if operation == "add" else calculate.subtract
    moved = move(start, count, GRAINS[unit])
    if moved.start is None or not FIRST < moved.start.year < LAST:
        raise UsageError(f"{count} {unit} from {render(start)} leaves the calendar.")
    return Calculated(result=render(moved))


def _weekday(start: Span) -> Calculated:
    day = calculate.weekday(start)
    if day is None:
        raise UsageError(f"{render(start)} is not a single day.", hint="Give a whole date.")
    return Calculated(result=day)


def _difference(start: Span, end: Span, unit: str) -> Calculated:
    found = calculate.difference(start, end)
    if found is None:
        raise UsageError("One of the two has no end.", hint="Give two dates.")
    in_unit = {"days": found.days, "weeks": found.weeks, "months": found.months}
    return Calculated(
        result=str(in_unit.get(unit, found.years)),
        days=str(found.days),
        weeks=str(found.weeks),
        months=str(found.months),
        years=str(found.years),
        note="; ".join(filter(None, (_backward(start, end), found.why))) or None,
    )


def _backward(start: Span, end: Span) -> str:
    if calculate.order(start, end) is not Order.AFTER:
        return ""
    return f"{render(end)} comes before {render(start)}"


def _age(born: Span, on: Span, _: str) -> Calculated:
    found = calculate.age(born, on)
    if found is None:
        raise UsageError(f"{render(on)} is before {render(born)}.", hint="Exchange the two.")
    return Calculated(result=str(found), note=found.why or None)


def _compare(first: Span, second: Span, _: str) -> Calculated:
    return Calculated(
        result=f"{render(first)} {WORDS[calculate.order(first, second)]} {render(second)}"
    )


TWO: dict[str, Callable[[Span, Span, str], Calculated]] = {
    "difference": _difference,
    "age": _age,
    "compare": _compare,
}
