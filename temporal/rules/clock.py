"""Times of day: `3pm`, `half past six`, `yesterday afternoon`, `Thursday night at 11`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from tkg.temporal import civil
from tkg.temporal.context import Context
from tkg.temporal.grammar import Reader, Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Clock, Cycle, Known, Number, Part


def meridiem(afternoon: bool) -> Callable[[Context, Number | Clock], Clock | None]:
    """Make the reader of `3 pm`, `3:20 am`."""

    def read(context: Context, face: Number | Clock) -> Clock | None:
        if isinstance(face, Number):
            if not float(face.value).is_integer() or not 1 <= face.value <= 24:
                return None
            face = Clock(int(face.value))
        if face.hour > 12:
            return replace(face, certain=True, bare=False) if afternoon else None
        hour = face.hour % 12 + (12 if afternoon else 0)
        return replace(face, hour=hour, certain=True, bare=False)

    return read


def two_numbers(afternoon: bool) -> Callable[[Context, Number, Number], Clock | None]:
    """Make the reader of `one thirty pm`."""

    def read(context: Context, hour: Number, minute: Number) -> Clock | None:
        if not (1 <= hour.value <= 12 and 10 <= minute.value < 60):
            return None
        return meridiem(afternoon)(context, Clock(int(hour.value), int(minute.value)))

    return read


def oclock(context: Context, hour: Number) -> Clock | None:
    """Read `three o'clock`."""
    return Clock(int(hour.value)) if 1 <= hour.value <= 24 else None


def past(minutes: int | None, sign: int) -> Reader:
    """Make the reader of `twenty past three`, `a quarter to five`."""

    def read(context: Context, *values: Number | Clock) -> Clock | None:
        amount = minutes if minutes is not None else values[0].value  # type: ignore[union-attr]
        hour = values[-1]
        if isinstance(hour, Clock):
            if hour.minute is not None:
                return None
            face, certain = hour.hour, hour.certain
        else:
            face, certain = int(hour.value), False
        if not (0 <= face <= 24 and 1 <= amount < 60):
            return None
        total = (face * 60 + sign * int(amount)) % (24 * 60)
        return Clock(total // 60, total % 60, certain=certain)

    return read


def named(hour: int) -> Callable[[Context], Clock]:
    """Make the reader of `noon`."""

    def read(context: Context) -> Clock:
        return Clock(hour, certain=True)

    return read


def at_bare(context: Context, hour: Number) -> Clock | None:
    """Read `at 8`: a clock only in company."""
    return Clock(int(hour.value), bare=True) if 0 <= hour.value <= 24 else None


def at_clock(context: Context, clock: Clock) -> Clock:
    """Read `at 3pm`."""
    return replace(clock, bare=False)


def about_clock(context: Context, clock: Clock) -> Clock:
    """Read `around 3pm`."""
    return replace(clock, approximate=True)


def part_clock(context: Context, clock: Clock, part: Part) -> Clock:
    """Read `6 in the afternoon`, `8 at night`."""
    return settle(clock, part.first)


def hour_part(context: Context, hour: Number, part: Part) -> Clock | None:
    """Read `6 in the afternoon`."""
    return part_clock(context, Clock(int(hour.value)), part) if 0 <= hour.value <= 12 else None


def settle(clock: Clock, first: float) -> Clock:
    """Choose between morning and evening by the part of the day."""
    if clock.certain or clock.hour > 12:
        return clock
    if clock.hour == 12:
        late = first >= 18 or first < 12
        return replace(clock, hour=0 if first < 12 else 24 if late else 12, certain=True)
    if first >= 18:
        return replace(clock, hour=clock.hour + (12 if clock.hour >= 4 else 24), certain=True)
    return replace(clock, hour=clock.hour + (12 if first >= 12 else 0), certain=True)


def on_day(clock: Clock) -> Callable[[Known], Known | None]:
    """Return what puts a clock time on a day or part of a day."""

    def put(one: Known) -> Known | None:
        if one.start is None or one.grain not in (Grain.DAY, Grain.PART_OF_DAY):
            return None
        face = clock
        if one.grain is Grain.PART_OF_DAY:
            face = settle(clock, one.start.hour)
        day = civil.midnight(one.start)
        if face.hour >= 24:
            day, face = civil.add(day, 1, Grain.DAY), replace(face, hour=face.hour - 24)
        found = replace(face, bare=False).on(day)
        return replace(found, deictic=one.deictic, approximate=clock.approximate)

    return put


def day_clock(context: Context, day: Known | Cycle, clock: Clock) -> Known | Cycle | None:
    """Read `yesterday at 9pm`, `Friday at 8`, `tonight at 11`."""
    if isinstance(day, Known):
        found = on_day(clock)(day)
        if found and clock.zone is not None and context.zone is not None and found.start:
            return shifted(found, context.zone - clock.zone)
        return found
    if day.grain not in (Grain.DAY, Grain.PART_OF_DAY):
        return None
    return day.mapped(on_day(clock), tag="timed", grain=clock.grain)


def shifted(one: Known, minutes: int) -> Known:
    """Move a time to the speaker's zone."""
    if one.start is None or one.end is None:
        return one
    delta = timedelta(minutes=minutes)
    return replace(one, start=civil.plus(one.start, 1, delta), end=civil.plus(one.end, 1, delta))


def clock_day(context: Context, clock: Clock, day: Known | Cycle) -> Known | Cycle | None:
    """Read `9pm yesterday`."""
    return day_clock(context, day, clock)


def clock_alone(context: Context, clock: Clock) -> Known | None:
    """Read a time of the day of speaking."""
    found = on_day(clock)(Known(context.today, context.tomorrow, Grain.DAY))
    return found and replace(found, deictic=True)


def clock_this(context: Context, hour: Number, part: Part) -> Known | None:
    """Read `8 this morning`."""
    face = Clock(int(hour.value))
    return clock_at_part(context, face, part) if 0 <= hour.value <= 24 else None


def clock_at_part(context: Context, clock: Clock, part: Part) -> Known | None:
    """Read `8:30 this morning`."""
    found = on_day(clock)(part.on(context.today))
    return found and replace(found, deictic=True)


def day_part(context: Context, day: Known | Cycle, part: Part) -> Known | Cycle | None:
    """Read `yesterday afternoon`, `Thursday night`."""
    if isinstance(day, Known):
        if day.grain is not Grain.DAY or day.start is None:
            return None
        return replace(part.on(day.start), deictic=day.deictic)
    if day.grain is not Grain.DAY:
        return None

    def put(one: Known) -> Known | None:
        return part.on(one.start) if one.start else None

    return day.mapped(put, tag="daypart", grain=Grain.PART_OF_DAY)


def part_day(context: Context, part: Part, day: Known | Cycle) -> Known | Cycle | None:
    """Read `the morning of 5 May`."""
    return day_part(context, day, part)


def this_part(context: Context, part: Part) -> Known:
    """Read `this morning`."""
    return replace(part.on(context.today), deictic=True)


def last_part(context: Context, part: Part) -> Known:
    """Read `last evening`."""
    return replace(part.on(civil.add(context.today, -1, Grain.DAY)), deictic=True)


def next_part(context: Context, part: Part) -> Known:
    """Read `next morning` without a story: tomorrow's."""
    return replace(part.on(context.tomorrow), deictic=True)


def early(context: Context, part: Part) -> Part:
    """Read `early morning`."""
    return replace(part, hours=part.hours / 2, approximate=True)


def late(context: Context, part: Part) -> Part:
    """Read `late afternoon`."""
    half = part.hours / 2
    first = part.first + (3 if part.name == "night" else half)
    return replace(part, first=first, hours=part.first + part.hours - first, approximate=True)


def early_known(context: Context, one: Known) -> Known | None:
    """Read `early yesterday morning`."""
    return half_known(one, early=True)


def late_known(context: Context, one: Known) -> Known | None:
    """Read `late last night`."""
    return half_known(one, early=False)


def half_known(one: Known, early: bool) -> Known | None:
    """Halve a part of a day."""
    if one.start is None or one.end is None:
        return None
    middle = one.start + (one.end - one.start) / 2
    if one.start.hour == 18 and one.end.hour == 6:
        middle = one.start.replace(hour=21)
    start, end = (one.start, middle) if early else (middle, one.end)
    return replace(one, start=start, end=end, approximate=True)


RULES = (
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK am|a", meridiem(False)),
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK pm|p", meridiem(True)),
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK a . m .?", meridiem(False)),
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK p . m .?", meridiem(True)),
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK a m", meridiem(False)),
    Rule("meridiem", "HOUR|SPELLED|CLOCK|BARECLOCK p m .?", meridiem(True)),
    Rule("meridiem", "HOUR|SPELLED ish am", meridiem(False)),
    Rule("meridiem", "HOUR|SPELLED ish pm", meridiem(True)),
    Rule("meridiem", "SPELLED SPELLED pm|p", two_numbers(True)),
    Rule("meridiem", "SPELLED SPELLED p m .?", two_numbers(True)),
    Rule("meridiem", "SPELLED SPELLED am|a", two_numbers(False)),
    Rule("o-clock", "HOUR|SPELLED o ' clock", oclock),
    Rule("o-clock", "HOUR|SPELLED oclock", oclock),
    Rule("past", "half past|after HOUR|SPELLED|CLOCK", past(30, 1)),
    Rule("past", "a? quarter past|after HOUR|SPELLED|CLOCK", past(15, 1)),
    Rule("past", "a? quarter to|of|before|till HOUR|SPELLED|CLOCK", past(15, -1)),
    Rule("past", "NUM minutes past|after HOUR|SPELLED|CLOCK", past(None, 1)),
    Rule("past", "NUM minutes to|of|before|till HOUR|SPELLED|CLOCK", past(None, -1)),
    Rule("past", "SPELLED past|after HOUR|SPELLED", past(None, 1)),
    Rule("past", "SPELLED to HOUR|SPELLED", past(None, -1)),
    Rule("past", "NUM past|after CLOCK", past(None, 1)),
    Rule("past", "NUM to|of|before|till CLOCK", past(None, -1)),
    Rule("noon", "noon|midday", named(12)),
    Rule("noon", "mid day|today", named(12)),
    Rule("noon", "mid - day", named(12)),
    Rule("midnight", "midnight", named(0)),
    Rule("midnight", "12|twelve midnight", named(0)),
    Rule("midnight", "12|twelve o ' clock midnight", named(0)),
    Rule("noon", "12|twelve noon", named(12)),
    Rule("bare", "at|around|about|by|@ HOUR|SPELLED", at_bare),
    Rule("bare", "at around|about HOUR|SPELLED", at_bare),
    Rule("at-clock", "at|by|@ CLOCK", at_clock),
    Rule("at-clock", "at BARECLOCK", lambda c, k: at_clock(c, k) if k.minute is not None else None),
    Rule("at-clock", "at? around|about|approximately CLOCK", about_clock),
    Rule("at-clock", "CLOCK ish|sharp", about_clock),
    Rule("zone", "CLOCK|BARECLOCK gmt|utc|est|edt|pst|pdt|cst|cdt|mst|mdt|cet|cest|bst", at_clock),
    Rule("hour-part", "CLOCK|BARECLOCK in the PART", part_clock),
    Rule("hour-part", "CLOCK|BARECLOCK at PART", part_clock),
    Rule("hour-part", "the hour of HOUR|SPELLED in the PART", hour_part),
    Rule("hour-part", "HOUR|SPELLED in the PART", hour_part),
    Rule("hour-part", "HOUR|SPELLED at PART", hour_part),
    Rule("clock-part", "HOUR|SPELLED this PART", clock_this),
    Rule("clock-part", "CLOCK|BARECLOCK this PART", clock_at_part),
    Rule("day-clock", "TIME ,|on? CLOCK|BARECLOCK", day_clock),
    Rule("day-clock", "TIME , BARECLOCK", day_clock),
    Rule("clock-day", "CLOCK ,|on? the? TIME", clock_day),
    Rule("clock-day", "BARECLOCK on? the? TIME", clock_day),
    Rule("clock-day", "HOUR|SPELLED pm|am|p|a TIME", lambda *a: None),
    Rule("clock", "CLOCK", clock_alone),
    Rule("day-part", "TIME PART", day_part),
    Rule("day-part", "TIME in|during the PART", day_part),
    Rule("day-part", "TIME , early|late|in|during? the? PART", day_part),
    Rule("part-day", "the? PART of|on the? TIME", part_day),
    Rule("part-day", "PART TIME", part_day),
    Rule("this-part", "this|in|during the? same? PART", this_part),
    Rule("this-part", "earlier|later this PART", this_part),
    Rule("this-part", "the PART", this_part),
    Rule("last-part", "last PART", last_part),
    Rule("next-part", "next PART", next_part),
    Rule("early", "early|mid in? the? PART", early),
    Rule("early", "mid - PART", early),
    Rule("late", "late|later in? the? PART", late),
    Rule("early", "early DAYPART", early_known),
    Rule("late", "late DAYPART", late_known),
)  # fmt: skip
