"""What happens again and again: `every other Tuesday`, `twice a week`, `on weekends`, `daily`."""

# ruff: noqa: E501 (tables stay one rule a line)
from __future__ import annotations

from collections.abc import Callable

from tkg.temporal.context import Context
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Clock, Cycle, Known, Length, Number, Part, Recurrence

FREQUENCIES = {
    Grain.SECOND: ("SECONDLY", 1, "PT{}S"), Grain.MINUTE: ("MINUTELY", 1, "PT{}M"),
    Grain.HOUR: ("HOURLY", 1, "PT{}H"), Grain.DAY: ("DAILY", 1, "P{}D"),
    Grain.WEEK: ("WEEKLY", 1, "P{}W"), Grain.MONTH: ("MONTHLY", 1, "P{}M"),
    Grain.QUARTER: ("MONTHLY", 3, "P{}Q"), Grain.HALF: ("MONTHLY", 6, "P{}H"),
    Grain.YEAR: ("YEARLY", 1, "P{}Y"), Grain.DECADE: ("YEARLY", 10, "P{}E"),
    Grain.CENTURY: ("YEARLY", 100, "P{}C"), Grain.WEEKEND: ("WEEKLY", 1, "P{}WE"),
}  # fmt: skip
PART_HOURS = {
    "morning": ("MO", 8),
    "afternoon": ("AF", 14),
    "evening": ("EV", 19),
    "night": ("NI", 21),
}
ADVERBS = {
    "hourly": (1, Grain.HOUR), "daily": (1, Grain.DAY), "everyday": (1, Grain.DAY),
    "weekly": (1, Grain.WEEK), "monthly": (1, Grain.MONTH), "quarterly": (1, Grain.QUARTER),
    "yearly": (1, Grain.YEAR), "annually": (1, Grain.YEAR), "annual": (1, Grain.YEAR),
    "biweekly": (2, Grain.WEEK), "fortnightly": (2, Grain.WEEK), "bimonthly": (2, Grain.MONTH),
    "semiannual": (1, Grain.HALF), "semiannually": (1, Grain.HALF), "biannual": (1, Grain.HALF),
    "biannually": (1, Grain.HALF), "biennial": (2, Grain.YEAR), "biyearly": (2, Grain.YEAR),
    "nightly": (1, Grain.DAY),
}  # fmt: skip


def every(count: float, grain: Grain) -> Recurrence | None:
    """Return what comes every so many units."""
    if grain not in FREQUENCIES or count < 1 or not float(count).is_integer():
        return None
    name, times, timex = FREQUENCIES[grain]
    step = int(count) * times
    rule = f"FREQ={name}" + (f";INTERVAL={step}" if step > 1 else "")
    if grain is Grain.WEEKEND:
        rule += ";BYDAY=SA,SU"
    return Recurrence(rule, timex.format(int(count)), grain)


def every_unit(context: Context, unit: Number) -> Recurrence | None:
    """Read `every week`."""
    return every(1, unit.grain)


def every_length(context: Context, length: Length) -> Recurrence | None:
    """Read `every two weeks`."""
    if len(length.parts) > 1 or length.adjective:
        return None
    return every(length.parts[0][0], length.grain)


def every_other(context: Context, unit: Number) -> Recurrence | None:
    """Read `every other day`."""
    return every(2, unit.grain)


def every_nth(context: Context, rank: Number, unit: Number) -> Recurrence | None:
    """Read `every third week`."""
    return every(rank.value, unit.grain)


def every_cycle(context: Context, cycle: Cycle) -> Recurrence | None:
    """Read `every Sunday`, `every March`, `every Christmas`."""
    return Recurrence(cycle.rrule, cycle.timex, cycle.grain) if cycle.rrule else None


def every_dom(context: Context, day: Number) -> Recurrence | None:
    """Read `on the 15th of every month`."""
    if day.value > 31:
        return None
    rule = f"FREQ=MONTHLY;BYMONTHDAY={int(day.value)}"
    return Recurrence(rule, f"XXXX-XX-{int(day.value):02}", Grain.DAY)


def other_cycle(context: Context, cycle: Cycle) -> Recurrence | None:
    """Read `every other Tuesday`."""
    return stepped(cycle, 2)


def nth_cycle(context: Context, rank: Number, cycle: Cycle) -> Recurrence | None:
    """Read `every second Tuesday`."""
    return stepped(cycle, int(rank.value))


def stepped(cycle: Cycle, step: int) -> Recurrence | None:
    """Skip turns of a cycle."""
    if not cycle.rrule or step < 1:
        return None
    head, _, tail = cycle.rrule.partition(";")
    return Recurrence(f"{head};INTERVAL={step};{tail}", cycle.timex, cycle.grain)


def nth_of_month(context: Context, rank: Number, cycle: Cycle) -> Recurrence | None:
    """Read `the first Monday of every month`."""
    if cycle.tag != "weekday" or rank.value > 5:
        return None
    day = cycle.rrule[-2:]
    return Recurrence(f"FREQ=MONTHLY;BYDAY={int(rank.value)}{day}", cycle.timex, Grain.DAY)


def last_of_month(context: Context, cycle: Cycle) -> Recurrence | None:
    """Read `the last Friday of every month`."""
    if cycle.tag != "weekday":
        return None
    return Recurrence(f"FREQ=MONTHLY;BYDAY=-1{cycle.rrule[-2:]}", cycle.timex, Grain.DAY)


def two_cycles(context: Context, first: Cycle | Recurrence, second: Cycle) -> Recurrence | None:
    """Read `Mondays and Thursdays`."""
    if not second.rrule.startswith("FREQ=WEEKLY;BYDAY="):
        return None
    if not first.rrule.startswith("FREQ=WEEKLY;") or "BYDAY" not in first.rrule:
        return None
    day = second.rrule.rpartition("=")[2]
    return Recurrence(f"{first.rrule},{day}", first.timex, Grain.DAY)


def every_part(context: Context, part: Part) -> Recurrence:
    """Read `every morning`, `mornings`."""
    code, hour = PART_HOURS.get(part.name, ("DT", int(part.first) % 24))
    return Recurrence(f"FREQ=DAILY;BYHOUR={hour}", f"T{code}", Grain.PART_OF_DAY)


def cycle_part(context: Context, cycle: Cycle, part: Part) -> Recurrence | None:
    """Read `Friday mornings`, `every Friday night`."""
    if cycle.tag not in ("weekday", "weekdays", "weekend"):
        return None
    code, hour = PART_HOURS.get(part.name, ("DT", int(part.first) % 24))
    return Recurrence(f"{cycle.rrule};BYHOUR={hour}", f"{cycle.timex}T{code}", Grain.PART_OF_DAY)


def at_time(context: Context, what: Recurrence, clock: Clock) -> Recurrence | None:
    """Read `every Monday at 4pm`."""
    if what.clocked:
        return None
    hour = clock.hour % 24
    minute = f";BYMINUTE={clock.minute}" if clock.minute else ""
    head = what.rrule.split(";BYHOUR")[0]
    timex = f"{what.timex}T{hour:02}" + (f":{clock.minute:02}" if clock.minute else "")
    return Recurrence(f"{head};BYHOUR={hour}{minute}", timex, clock.grain, clocked=True)


def time_at(context: Context, clock: Clock, what: Recurrence) -> Recurrence | None:
    """Read `6am every day`."""
    return at_time(context, what, clock)


def in_part(context: Context, what: Recurrence, part: Part) -> Recurrence | None:
    """Read `every day in the morning`."""
    if what.clocked:
        return None
    code, hour = PART_HOURS.get(part.name, ("DT", int(part.first) % 24))
    return Recurrence(
        f"{what.rrule};BYHOUR={hour}", f"{what.timex}T{code}", Grain.PART_OF_DAY, True
    )


def times_per(context: Context, count: Number, unit: Number) -> Recurrence | None:
    """Read `three times a week`."""
    return every(1, unit.grain)


def once_per(context: Context, unit: Number) -> Recurrence | None:
    """Read `twice a week`."""
    return every(1, unit.grain)


def once_per_length(context: Context, length: Length) -> Recurrence | None:
    """Read `once every two weeks`."""
    return every_length(context, length)


def plural_in(context: Context, cycle: Cycle, one: Known) -> Recurrence | None:
    """Read `Thursdays in 1994`."""
    if cycle.tag not in ("weekdays", "weekends") or one.start is None or one.end is None:
        return None
    timex = (
        cycle.timex.replace("XXXX", str(one.start.year)) if one.grain is Grain.YEAR else cycle.timex
    )
    return Recurrence(cycle.rrule, timex, cycle.grain)


def adverb(word: str) -> Callable[[Context], Recurrence | None]:
    """Make the reader of `daily`."""
    return lambda context: every(*ADVERBS[word])


def weekdays(context: Context) -> Recurrence:
    """Read `on weekdays`."""
    return Recurrence("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "XXXX-WXX-WD", Grain.DAY)


EVERY = "every|each|any"
ALL = "all|most|some|many|those|these|other"
PER = "a|an|per|each|every"
RULES = (
    Rule("every", "every|each|any single? UNIT", every_unit),
    Rule("every", "all weekends", lambda c: every(1, Grain.WEEKEND)),
    Rule("every", "every|each LENGTH", every_length),
    Rule("every", "every other|alternate UNIT", every_other),
    Rule("every", "each other UNIT", every_other),
    Rule("every", "every ORD UNIT", every_nth),
    Rule("every-cycle", f"on? {EVERY} single? WEEKDAY|WEEKDAYS|WEEKEND|MONTH|SEASON|HOLIDAY|DATE", every_cycle),
    Rule("every-cycle", f"on|during? {ALL} of? the? WEEKDAYS|WEEKENDS", every_cycle),
    Rule("every-cycle", "every|each other|alternate WEEKDAY|WEEKEND|WEEKDAYS|MONTH|SEASON|HOLIDAY", other_cycle),
    Rule("every-cycle", "on? alternate WEEKDAYS|WEEKENDS", other_cycle),
    Rule("every-cycle", "every ORD WEEKDAY|WEEKEND", nth_cycle),
    Rule("every-cycle", "the? ORD WEEKDAY of every|each month", nth_of_month),
    Rule("every-cycle", "every ORD WEEKDAY of|in the? month", nth_of_month),
    Rule("every-cycle", "the? last WEEKDAY of every|each month", last_of_month),
    Rule("every-cycle", "on? the? ORD of every|each month", every_dom),
    Rule("plural", "on? WEEKDAYS|WEEKENDS", every_cycle),
    Rule("plural", "during|over the WEEKENDS", every_cycle),
    Rule("plural", "WEEKDAYS|WEEKENDS ,|and|& WEEKDAYS|WEEKENDS", two_cycles),
    Rule("plural", "SET ,|and|&|or? every? WEEKDAY|WEEKDAYS", two_cycles),
    Rule("plural", "WEEKDAYS|WEEKENDS in|of|during ERA", plural_in),
    Rule("part", "every|each|most|all single? PART", every_part),
    Rule("part", "in the mornings|evenings|afternoons", lambda c: None),
    Rule("cycle-part", f"on? {EVERY}? WEEKDAY|WEEKEND PLURALPART", cycle_part),
    Rule("cycle-part", f"on? {EVERY} WEEKDAY|WEEKEND PART", cycle_part),
    Rule("part", "on|in? the? PLURALPART", every_part),
    Rule("at-time", "SET ,|from? at|around? CLOCK|BARECLOCK", at_time),
    Rule("at-time", "CLOCK ,? SET", time_at),
    Rule("at-time", "at CLOCK SET", time_at),
    Rule("at-time", "SET in the PART", in_part),
    Rule("per", f"once|twice|thrice {PER} UNIT", once_per),
    Rule("per", f"NUM|SOME times {PER} UNIT", times_per),
    Rule("per", f"NUM|SOME x|days|nights|hours|minutes|mornings|evenings|weeks|weekends {PER} UNIT", times_per),
    Rule("per", "NUM|SOME times LENGTH", lambda c, n, x: None),
    Rule("per", "once|twice every LENGTH", once_per_length),
    Rule("per", "once every other UNIT", every_other),
    Rule("per", "once|twice|times in|on a UNIT", lambda c, u: None),
    Rule("weekdays", "on? weekdays", weekdays),
    Rule("weekdays", "every|each weekday", weekdays),
    Rule("weekdays", "on|during weekday PLURALPART", lambda c, p: weekdays(c)),
    Rule("weekdays", "every|each work|working|business day", weekdays),
    Rule("every", "day in ,? day out", lambda c: every(1, Grain.DAY)),
    Rule("every", "year in ,? year out", lambda c: every(1, Grain.YEAR)),
    Rule("every", "year after|by year", lambda c: every(1, Grain.YEAR)),
    Rule("every", "day after day", lambda c: every(1, Grain.DAY)),
    Rule("every", "week after week", lambda c: every(1, Grain.WEEK)),
    Rule("every", "every now and again", lambda c: None),
    *(Rule("adverb", word, adverb(word)) for word in ADVERBS),
    Rule("adverb", "twice|once - daily|weekly|monthly|yearly", lambda c: every(1, Grain.DAY)),
    Rule("adverb", "bi - weekly", lambda c: every(2, Grain.WEEK)),
    Rule("adverb", "bi - monthly", lambda c: every(2, Grain.MONTH)),
    Rule("adverb", "semi - annual|annually", lambda c: every(1, Grain.HALF)),
    Rule("adverb", "twice daily|weekly", lambda c: every(1, Grain.DAY)),
)  # fmt: skip
