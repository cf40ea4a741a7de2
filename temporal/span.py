"""The values that time expressions resolve to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Grain(StrEnum):
    """How precisely a time is known, finest first."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part-of-day"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    QUARTER = "quarter"
    HALF = "half"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


class Kind(StrEnum):
    """What sort of time an expression names."""

    POINT = "point"
    RANGE = "range"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    DURATION = "duration"
    SET = "set"
    UNANCHORED = "unanchored"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of civil time in the speaker's zone, as precise as it was said.

    Attributes:
        expr: The words as written.
        offset: Index of the first character of the words in the text.
        start: First instant, naive; None where the expression gives none ("until June").
        end: First instant after it (half-open); None where it is open ("since 2016").
        grain: Precision the speaker gave: "last year" is a YEAR, not 365 guesses.
        kind: What sort of time it is.
        approximate: Said with a fuzzy word ("around", "a few", "early May").
        timex: TIMEX3 value ("2023-05-07", "2023-W18", "P3D"), where there is one.
        rrule: RFC 5545 recurrence of a set ("FREQ=WEEKLY;BYDAY=MO"), else None.
        alternatives: Other common readings as (start, end), best first.
        deictic: Relative to the moment of speaking ("last month"), so not a fixed date.
        rule: Name of the rule that read it.
        age: Years of life of an expression that hangs on a birth date ("when I was ten").
    """

    expr: str
    offset: int
    start: datetime | None
    end: datetime | None
    grain: Grain
    kind: Kind
    approximate: bool = False
    timex: str | None = None
    rrule: str | None = None
    alternatives: tuple[tuple[datetime | None, datetime | None], ...] = ()
    deictic: bool = False
    rule: str = ""
    age: int | None = None

    @property
    def until(self) -> int:
        """Index of the first character after the words."""
        return self.offset + len(self.expr)
