"""What a rule may know about the moment of speaking, and how a cycle is pinned to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from tkg.temporal import civil
from tkg.temporal.span import Grain
from tkg.temporal.value import Cycle, Known

NEAR = timedelta(days=50)
FAR = timedelta(days=275)


class Tense(StrEnum):
    """Which way the verb near the words points; PLANNED is the future of some time ago."""

    PAST = "past"
    FUTURE = "future"
    PLANNED = "planned"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Context:
    """The moment of speaking and how the words around the expression point.

    Attributes:
        said: When it was said, naive civil time.
        tense: Which way the clause points.
        day_first: 3/4 is the third of April.
        south: Seasons of the southern hemisphere.
        zone: Minutes east of Greenwich of the speaker, where known.
        whole: The expression is all that was said.
        planned: It was to come when it was planned; a tense of the past is that of the planning.
    """

    said: datetime
    tense: Tense = Tense.NONE
    day_first: bool = False
    south: bool = False
    zone: int | None = None
    whole: bool = False
    planned: bool = False

    @property
    def today(self) -> datetime:
        """The day of speaking."""
        return civil.midnight(self.said)

    @property
    def tomorrow(self) -> datetime:
        """The day after."""
        return civil.add(self.today, 1, Grain.DAY)


def pin(context: Context, value: Known | Cycle, tense: Tense | None = None) -> Known | None:
    """Return the occurrence that the tense points to; a known time stays as it is."""
    if isinstance(value, Known):
        return value
    tense = tense or context.tense
    earlier, later = around(context, value)
    chosen = later if choose_later(context, value, tense, earlier, later) else earlier
    if chosen is None:
        return None
    other = earlier if chosen is later else later
    return replace(
        chosen,
        deictic=True,
        approximate=chosen.approximate or value.approximate,
        alternatives=((other.start, other.end),) if other and not chosen.alternatives else (),
    )


def around(context: Context, cycle: Cycle) -> tuple[Known | None, Known | None]:
    """Return the latest occurrence that has begun and the first that is to come."""
    if cycle.period is Grain.WEEK:  # a weekday of the same name is said "today"
        earlier = next(cycle.backward(context.today), None)
        later = next(cycle.forward(context.tomorrow), None)
        if cycle.tag == "weekend":
            return weekends(context, cycle)
        return earlier, later
    earlier = next(cycle.backward(context.tomorrow), None)
    later = next(cycle.forward(context.today), None)
    if earlier and earlier.end and earlier.end > context.said:
        later = earlier
    return earlier, later


def weekends(context: Context, cycle: Cycle) -> tuple[Known | None, Known | None]:
    """A weekend that has begun is both the last and the coming one."""
    earlier = next(cycle.backward(context.tomorrow), None)
    if earlier and earlier.end and earlier.end > context.said:
        return earlier, earlier
    return earlier, next(cycle.forward(context.today), None)


def choose_later(
    context: Context, cycle: Cycle, tense: Tense, earlier: Known | None, later: Known | None
) -> bool:
    """Say whether the occurrence to come is meant."""
    if earlier is None or later is None:
        return earlier is None
    if tense is Tense.PAST and context.planned:
        return _was_to_come(context, earlier, later)
    if tense is not Tense.NONE:
        return tense is Tense.FUTURE
    if cycle.period is not Grain.YEAR or later.start is None or earlier.start is None:
        return True
    if later.start - context.said > FAR and context.said - earlier.start < NEAR:
        return earlier.start.year == later.start.year
    if context.said - earlier.start > FAR and later.start - context.said < NEAR:
        return True
    return later.start.year == context.said.year


def _was_to_come(context: Context, earlier: Known, later: Known) -> bool:
    """Say whether what was planned was to come yet: "we were going to go in August", said in June.

    Whoever tells of a plan as past more often does so after its time than long before it.
    """
    if earlier.start is None or later.start is None:
        return False
    return 2 * (later.start - context.said) < context.said - earlier.start
