"""An age is a birth: who is 35 at some moment was born in a certain year before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from tkg.temporal.civil import add, midnight
from tkg.temporal.lexer import tokenise
from tkg.temporal.numerals import spelled
from tkg.temporal.span import Grain

OLDEST = 120
DAY = timedelta(days=1)
INFANT = 24
"""Months up to which an age is told in months, where the birth is known that closely."""
CLOSELY = timedelta(days=62)
LONGEST = timedelta(days=367)
"""A stretch of time in which somebody has one age, or two."""
VALUE = re.compile(
    r"(?P<n>\d{1,3}|[a-z]+(?:[- ][a-z]+)?)"
    r"(?P<unit>[- ](?:years?|yrs?|months?|weeks?|days?))?(?P<old>[- ]old| of age)?",
    re.IGNORECASE,
)
UNITS = {"y": Grain.YEAR, "m": Grain.MONTH, "w": Grain.WEEK, "d": Grain.DAY}


@dataclass(frozen=True, slots=True)
class Age:
    """A count of years, or of months, weeks or days for the very young.

    Attributes:
        old: Whether it is written as an age ("35 years old"), not as a bare number.
    """

    count: int
    unit: Grain = Grain.YEAR
    old: bool = False


Birth = tuple[datetime, datetime]
"""The days on which somebody may have been born, half-open."""


@lru_cache(maxsize=20_000)
def read(value: str) -> Age | None:
    """Return the age that a value names.

    >>> read("thirty-five").count, str(read("8 months old").unit), read("100 percent")
    (35, 'month', None)
    """
    match = VALUE.fullmatch(" ".join(value.split()))
    if match is None:
        return None
    number = match["n"]
    count = int(number) if number.isdigit() else _spelled(number)
    unit = UNITS[match["unit"].strip("- ")[0].lower()] if match["unit"] else Grain.YEAR
    if count is None or (unit is Grain.YEAR and count > OLDEST):
        return None
    return Age(count, unit, bool(match["old"]))


def _spelled(words: str) -> int | None:
    tokens = tokenise(words)
    found = (one for one in spelled(tokens, 0) if one[0] == len(tokens))
    return next((value for _, value, ordinal in found if not ordinal), None)


def birth(age: Age, first: datetime, last: datetime, *, turned: bool) -> Birth:
    """Return when somebody was born who had an age at some moment of a stretch.

    Args:
        age: What they counted.
        first: Start of the stretch.
        last: Its end, exclusive.
        turned: They reached it in that stretch.
    """
    a, b = midnight(first), midnight(last - datetime.resolution)
    earliest = add(a, -age.count, age.unit)
    if not turned:
        earliest = add(a, -age.count - 1, age.unit) + DAY
    return earliest, add(b, -age.count, age.unit) + DAY


def at(born: Birth, start: datetime, end: datetime) -> str:
    """Return how old somebody was, in words: "36 or 37" where the day of birth is not known.

    A stretch is taken at its middle; of one that is longer than a year, nothing is said.

    Args:
        born: When they may have been born.
        start: The stretch that is asked about.
        end: Its end, exclusive.
    """
    if end - start > LONGEST or end <= born[0]:
        return ""
    moment = start + (end - start) / 2
    months = _months(born[1] - DAY, moment), _months(born[0], moment)
    if months[1] < INFANT and born[1] - born[0] <= CLOSELY:
        return f"{_between(*months)} months"
    return _between(months[0] // 12, months[1] // 12)


def _months(born: datetime, moment: datetime) -> int:
    """Return how many whole months old somebody is."""
    whole = (moment.year - born.year) * 12 + moment.month - born.month
    return max(0, whole - (moment.day < born.day))


def _between(few: int, many: int) -> str:
    if few == many:
        return str(few)
    return f"{few} or {many}" if many == few + 1 else f"{few} to {many}"
