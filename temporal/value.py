"""What time words mean before the sentence is known: points, cycles, lengths, clocks, sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from tkg.temporal import civil
from tkg.temporal.span import Grain, Kind

FAR = 45
"""Periods searched for the next turn of a cycle: 29 February on a Monday comes every 28 years."""


@dataclass(frozen=True, slots=True)
class Known:
    """A stretch of the calendar.

    Attributes:
        start: First instant; None where open.
        end: First instant after it; None where open.
        grain: Precision as said.
        kind: What sort of time it is.
        approximate: Said with a fuzzy word.
        deictic: Found from the moment of speaking.
        alternatives: Other common readings.
        edge: The instant that "before" and "after" count from ("the end of May").
        tag: What rules may ask for beside the grain ("clock", "open").
        timex: TIMEX3 value, where it cannot be derived from the rest.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    kind: Kind = Kind.POINT
    approximate: bool = False
    deictic: bool = False
    alternatives: tuple[tuple[datetime | None, datetime | None], ...] = ()
    edge: datetime | None = None
    tag: str = ""
    timex: str | None = None

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        if self.tag == "now":
            return ("NOW",)
        names = KNOWN_CATS.get(self.grain, ())
        if self.kind is not Kind.POINT:
            return ("STRETCH",) if self.kind is Kind.RANGE else ("OPEN",)
        return (*names, "TIME", self.tag.upper()) if self.tag else (*names, "TIME")


DAY_CATS = ("DAY", "DATED")
KNOWN_CATS: dict[Grain, tuple[str, ...]] = {
    Grain.DAY: DAY_CATS,
    Grain.YEAR: ("YEAR", "ERA"),
    Grain.MONTH: ("ERA",),
    Grain.WEEK: ("ERA",),
    Grain.QUARTER: ("ERA",),
    Grain.SEASON: ("ERA",),
    Grain.HALF: ("ERA",),
    Grain.DECADE: ("ERA",),
    Grain.CENTURY: ("ERA",),
    Grain.WEEKEND: ("ERA",),
}


@dataclass(frozen=True, slots=True)
class Cycle:
    """A time that comes round: a weekday, a month, a feast.

    Attributes:
        tag: Its sort: weekday, month, date, dom, season, holiday, quarter, weekend, half.
        period: The unit it comes round in.
        make: The occurrence in the n-th period, or None where there is none.
        grain: Precision of an occurrence.
        rrule: RFC 5545 rule of "every ...".
        timex: TIMEX3 value of the unpinned cycle.
        approximate: Said with a fuzzy word.
        placed: Its preposition was read with it ("on Friday").
    """

    tag: str
    period: Grain
    make: Callable[[int], Known | None]
    grain: Grain
    rrule: str = ""
    timex: str = ""
    approximate: bool = False
    placed: bool = False

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        if self.placed:
            return ("TIME",)
        extra = ("DATED",) if self.grain is Grain.DAY and self.tag != "weekday" else ()
        return (self.tag.upper(), "CYCLE", "TIME", *extra)

    def forward(self, moment: datetime) -> Iterator[Known]:
        """Occurrences that start at or after the moment."""
        first = index(moment, self.period)
        for number in range(first - 1, first + FAR):
            one = self.make(number)
            if one is not None and one.start is not None and one.start >= moment:
                yield one

    def backward(self, moment: datetime) -> Iterator[Known]:
        """Occurrences that start before the moment, latest first."""
        first = index(moment, self.period)
        for number in range(first + 1, first - FAR, -1):
            one = self.make(number)
            if one is not None and one.start is not None and one.start < moment:
                yield one

    def within(self, start: datetime, end: datetime) -> Iterator[Known]:
        """Occurrences that start inside the stretch."""
        number = index(start, self.period) - 1
        last = index(end, self.period) + 1
        while number <= last:
            one = self.make(number)
            number += 1
            if one is not None and one.start is not None and start <= one.start < end:
                yield one

    def mapped(self, change: Callable[[Known], Known | None], **fields: object) -> Cycle:
        """Return the cycle whose every occurrence is changed."""

        def make(number: int) -> Known | None:
            one = self.make(number)
            return None if one is None else change(one)

        return replace(self, make=make, **fields)  # type: ignore[arg-type]


def index(moment: datetime, period: Grain) -> int:
    """Return the number of the period that holds the moment."""
    if period is Grain.YEAR:
        return moment.year
    if period is Grain.MONTH:
        return moment.year * 12 + moment.month - 1
    if period is Grain.WEEK:
        return (moment.toordinal() - 1) // 7
    return moment.toordinal()


@dataclass(frozen=True, slots=True)
class Length:
    """An amount of time.

    Attributes:
        parts: (count, unit) pairs, coarsest first.
        approximate: Said with a fuzzy word.
        spread: How much the count may be off, in the last unit ("a few": 1).
        bare: Neither a number nor a quantity was said ("a day").
        adjective: Said before a noun ("a two-day trip").
    """

    parts: tuple[tuple[float, Grain], ...]
    approximate: bool = False
    spread: float = 0
    bare: bool = False
    adjective: bool = False

    @property
    def grain(self) -> Grain:
        """The finest unit said."""
        return self.parts[-1][1]

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return ("LENGTH", "ALENGTH") if self.bare else ("LENGTH", "NLENGTH")

    def shift(self, moment: datetime, sign: int) -> datetime:
        """Move a moment by the length."""
        for count, grain in self.parts:
            moment = civil.add(moment, sign * count, grain)
        return moment


@dataclass(frozen=True, slots=True)
class Clock:
    """A time on the clock face.

    Attributes:
        hour: 0 to 24.
        minute: 0 to 59, None where not said.
        second: 0 to 59, None where not said.
        certain: Whether morning and evening cannot be mixed up (pm was said, or 15:30).
        bare: Only a number was said ("at 8").
        zone: Minutes east of Greenwich, where said.
    """

    hour: int
    minute: int | None = None
    second: int | None = None
    certain: bool = False
    bare: bool = False
    zone: int | None = None
    approximate: bool = False

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return ("BARECLOCK",) if self.bare else ("CLOCK",)

    @property
    def grain(self) -> Grain:
        """Precision as said."""
        if self.second is not None:
            return Grain.SECOND
        return Grain.HOUR if self.minute is None else Grain.MINUTE

    def on(self, date: datetime) -> Known:
        """Return the time on that day."""
        start = civil.add(civil.midnight(date), self.hour, Grain.HOUR)
        start = start.replace(minute=self.minute or 0, second=self.second or 0)
        end = civil.add(start, 1, self.grain)
        return Known(start, end, self.grain, tag="timed", approximate=self.approximate)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a day: first hour and length in hours."""

    name: str
    first: float
    hours: float
    approximate: bool = False
    plural: bool = False

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return ("PLURALPART",) if self.plural else ("PART",)

    def on(self, date: datetime) -> Known:
        """Return that part of the day."""
        start = civil.add(civil.midnight(date), self.first, Grain.HOUR)
        end = civil.add(start, self.hours, Grain.HOUR)
        return Known(start, end, Grain.PART_OF_DAY, approximate=self.approximate, tag="daypart")


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Something that happens again and again."""

    rrule: str
    timex: str
    grain: Grain
    clocked: bool = False

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return ("SET",)


@dataclass(frozen=True, slots=True)
class Loose:
    """A time that hangs on something the text does not date."""

    grain: Grain
    age: int | None = None
    kind: Kind = Kind.UNANCHORED
    timex: str | None = None

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return ("LOOSE",)


@dataclass(frozen=True, slots=True)
class Number:
    """A count, a rank or a unit: what times are made of.

    Attributes:
        value: The number.
        names: Names that patterns know it by.
        spread: How much it may be off.
        grain: For a unit, which.
    """

    value: float
    names: tuple[str, ...]
    spread: float = 0
    grain: Grain = Grain.DAY

    @property
    def cats(self) -> tuple[str, ...]:
        """Names that patterns know it by."""
        return self.names


Value: TypeAlias = Known | Cycle | Length | Clock | Part | Recurrence | Loose | Number
