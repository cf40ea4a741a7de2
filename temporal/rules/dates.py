"""Calendar dates: `7 May 2023`, `March 3rd`, `the 12th of last month`, `Friday, 9 June`."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from tkg.temporal import civil, cycles
from tkg.temporal.context import Context
from tkg.temporal.grammar import Rule
from tkg.temporal.span import Grain
from tkg.temporal.value import Cycle, Known, Number


def month_number(month: Cycle) -> int:
    """Return 1 to 12."""
    return int(month.timex[5:7])


def month_day(context: Context, month: Cycle, day: Number) -> Cycle | None:
    """Read `March 3rd`."""
    return cycles.date(month_number(month), int(day.value)) if day.value <= 31 else None


def day_month(context: Context, day: Number, month: Cycle) -> Cycle | None:
    """Read `3 March`."""
    return month_day(context, month, day)


def spelled_day(context: Context, month: Cycle, day: Number) -> Cycle | None:
    """Read `May four`: only a small number in words."""
    return month_day(context, month, day) if 1 <= day.value <= 31 else None


def with_year(context: Context, date: Cycle, year: Known) -> Known | None:
    """Read `March 3rd, 2023`."""
    if date.tag not in ("date", "holiday", "month", "season", "quarter", "half", "slash"):
        return None
    if year.start is None or year.grain is not Grain.YEAR:
        return None
    found = date.make(year.start.year)
    return found and replace(found, deictic=year.deictic)


def with_short_year(context: Context, date: Cycle, year: Number) -> Known | None:
    """Read `9 Aug 96`: two figures that can be no day, or all that was said."""
    if year.value <= 31 and not context.whole:
        return None
    return date.make(cycles.full_year(int(year.value), context.said))


def year_first(context: Context, year: Known, date: Cycle) -> Known | None:
    """Read `2018 March 18`."""
    return with_year(context, date, year)


def weekday_date(context: Context, weekday: Cycle, date: Known | Cycle) -> Known | Cycle | None:
    """Read `Friday, 9 June`: the year in which the 9th is a Friday; a full date is believed."""
    if isinstance(date, Known):
        return date
    if date.tag == "weekday":
        return None
    number = int(weekday.timex[-1]) - 1
    fits = cycles.pinned_weekday(number, date)
    if date.period is Grain.YEAR:
        years = range(context.said.year - 1, context.said.year + 2)
        near = [one for one in map(fits.make, years) if one and one.start]
        if not near:
            return date
        chosen = min(near, key=lambda one: abs(one.start - context.said))  # type: ignore[operator]
        return replace(chosen, deictic=True)
    return fits


def date_weekday(context: Context, date: Known | Cycle, weekday: Cycle) -> Known | Cycle | None:
    """Read `9 June, Friday`."""
    return weekday_date(context, weekday, date)


def weekday_dom(context: Context, weekday: Cycle, day: Number) -> Cycle | None:
    """Read `Friday the 9th`."""
    date = cycles.dom(int(day.value)) if day.value <= 31 else None
    if date is None:
        return None
    return replace(cycles.pinned_weekday(int(weekday.timex[-1]) - 1, date), tag="date")


def dom(context: Context, day: Number) -> Cycle | None:
    """Read `the 3rd`."""
    return cycles.dom(int(day.value)) if day.value <= 31 else None


def dom_of(context: Context, day: Number, era: Known) -> Known | None:
    """Read `the 12th of last month`."""
    if era.grain is not Grain.MONTH or era.start is None or day.value > 31:
        return None
    found = cycles.whole(civil.day(era.start.year, era.start.month, int(day.value)), Grain.DAY)
    return found and replace(found, deictic=era.deictic)


def inside(context: Context, cycle: Cycle, era: Known) -> Known | None:
    """Read `March of last year`, `Friday next week`: the first one inside."""
    if not fits(cycle, era) or era.start is None or era.end is None:
        return None
    found = next(cycle.within(era.start, era.end), None)
    return found and replace(found, deictic=era.deictic)


def fits(cycle: Cycle, era: Known) -> bool:
    """Say whether a cycle comes once in a stretch: a weekday in a week, a month in a year."""
    if era.tag in ("away", "decade") and era.grain is not Grain.YEAR and era.tag != "away":
        return False
    if cycle.period is Grain.WEEK or cycle.tag == "daypart":
        return era.grain in (Grain.WEEK, Grain.WEEKEND)
    if cycle.tag == "dom":
        return era.grain is Grain.MONTH
    if era.tag == "current":
        return True
    return era.grain is Grain.YEAR or (era.grain is Grain.SEASON and cycle.grain is Grain.MONTH)


def era_first(context: Context, era: Known, cycle: Cycle) -> Known | None:
    """Read `next week Wednesday`, `this year's third quarter`."""
    return inside(context, cycle, era)


def nth_in(
    context: Context, rank: Number, cycle: Cycle, era: Known | Cycle
) -> Known | Cycle | None:
    """Read `the first Tuesday of October`."""
    if cycle.period is not Grain.WEEK or not 1 <= rank.value <= 53:
        return None
    return part_of(era, lambda one: pick(cycle, one, int(rank.value) - 1))


def last_in(context: Context, cycle: Cycle, era: Known | Cycle) -> Known | Cycle | None:
    """Read `the last Friday in October`."""
    if cycle.period is not Grain.WEEK:
        return None
    return part_of(era, lambda one: pick(cycle, one, -1))


def nth_last_in(
    context: Context, rank: Number, cycle: Cycle, era: Known | Cycle
) -> Known | Cycle | None:
    """Read `the second last Friday in October`."""
    if cycle.period is not Grain.WEEK:
        return None
    return part_of(era, lambda one: pick(cycle, one, -int(rank.value)))


def pick(cycle: Cycle, era: Known, place: int) -> Known | None:
    """Return the occurrence at a place (negative: from the end) inside a stretch."""
    if (
        era.start is None
        or era.end is None
        or civil.FINENESS[era.grain] > civil.FINENESS[Grain.YEAR]
    ):
        return None
    found = list(islice(cycle.within(era.start, era.end), 60))
    if not -len(found) <= place < len(found):
        return None
    return replace(found[place], deictic=era.deictic)


def part_of(era: Known | Cycle, take: object) -> Known | Cycle | None:
    """Take a part of a known stretch, or of every turn of a cycle."""
    if isinstance(era, Known):
        coarse = civil.FINENESS[era.grain] >= civil.FINENESS[Grain.MONTH]
        return take(era) if coarse and era.start else None  # type: ignore[operator]
    if era.tag not in ("month", "season", "quarter", "half"):
        return None
    return era.mapped(take, tag="date", grain=Grain.DAY)  # type: ignore[arg-type]


def nth_unit(
    context: Context, rank: Number, unit: Number, era: Known | Cycle
) -> Known | Cycle | None:
    """Read `the third week of April`, `the last day of May`, `the 9th month of next year`."""
    return ranked(rank.value, unit.grain, era)


def last_unit(context: Context, unit: Number, era: Known | Cycle) -> Known | Cycle | None:
    """Read `the last week of July`."""
    return ranked(-1, unit.grain, era)


def nth_last_unit(
    context: Context, rank: Number, unit: Number, era: Known | Cycle
) -> Known | Cycle | None:
    """Read `the second last week of October`."""
    return ranked(-rank.value, unit.grain, era)


def ranked(rank: float, grain: Grain, era: Known | Cycle) -> Known | Cycle | None:
    """Take the n-th unit of a stretch (negative: from its end)."""
    if isinstance(era, Cycle):
        if era.tag not in ("month", "season", "quarter", "half"):
            return None
        fine = era.mapped(lambda one: ranked_in(rank, grain, one), tag="ranked", grain=grain)
        return replace(fine, tag="date") if grain is Grain.DAY else fine
    return ranked_in(rank, grain, era)


def ranked_in(rank: float, grain: Grain, era: Known) -> Known | None:
    """Take the n-th unit; a week belongs to the month or year that holds its Thursday."""
    if era.start is None or era.end is None or rank == 0:
        return None
    if civil.FINENESS[grain] >= civil.FINENESS[era.grain] or grain not in WHOLE:
        return None
    thursday = 3 if grain is Grain.WEEK else 0
    base = era.start if rank > 0 else era.end
    first = civil.floor(civil.add(base, 0 if rank > 0 else -1, Grain.DAY), grain)
    inner = civil.add(first, thursday, Grain.DAY)
    if rank > 0 and inner < era.start:
        first = civil.add(first, 1, grain)
    if rank < 0 and inner >= era.end:
        first = civil.add(first, -1, grain)
    start = civil.add(first, rank - 1 if rank > 0 else rank + 1, grain)
    if not era.start <= civil.add(start, thursday, Grain.DAY) < era.end:
        return None
    return Known(start, civil.add(start, 1, grain), grain, deictic=era.deictic)


WHOLE = (Grain.DAY, Grain.WEEK, Grain.MONTH, Grain.QUARTER, Grain.YEAR, Grain.DECADE)


def first_units(context: Context, length: object, era: Known | Cycle) -> Known | Cycle | None:
    """Read `the first two weeks of June`."""
    return edge_units(length, era, 1)


def last_units(context: Context, length: object, era: Known | Cycle) -> Known | Cycle | None:
    """Read `the last four months of 2021`."""
    return edge_units(length, era, -1)


def edge_units(length: object, era: Known | Cycle, sign: int) -> Known | Cycle | None:
    """Take a length from the beginning or end of a stretch."""

    def take(one: Known) -> Known | None:
        base = one.start if sign > 0 else one.end
        if base is None:
            return None
        other = length.shift(base, sign)  # type: ignore[attr-defined]
        start, end = min(base, other), max(base, other)
        grain = length.grain  # type: ignore[attr-defined]
        return Known(start, end, grain, deictic=one.deictic, tag="stretch")

    if isinstance(era, Known):
        return take(era)
    return era.mapped(take, tag="stretch", grain=length.grain)  # type: ignore[attr-defined]


def week_of(context: Context, date: Known | Cycle) -> Known | Cycle | None:
    """Read `the week of October 7th`."""
    return holding(date, Grain.WEEK)


def weekend_of(context: Context, date: Known | Cycle) -> Known | Cycle | None:
    """Read `the weekend of July 15th`, `Labor Day weekend`: the nearest one."""
    return holding(date, Grain.WEEKEND)


def holding(date: Known | Cycle, grain: Grain) -> Known | Cycle | None:
    """Return the week or weekend that holds a day."""

    def widen(one: Known) -> Known | None:
        if one.start is None:
            return None
        day = one.start
        if grain is Grain.WEEKEND and day.weekday() < 2:
            day = civil.add(day, -2, Grain.DAY)
        start, end = civil.unit(day, grain)
        if grain is Grain.WEEKEND and one.start.weekday() == 0:
            end = civil.add(end, 1, Grain.DAY)  # a holiday on Monday makes it long
        return Known(start, end, grain, deictic=one.deictic)

    if isinstance(date, Known):
        return widen(date) if date.grain in (Grain.DAY, Grain.WEEKEND) else None
    if date.tag == "weekday" or date.grain is not Grain.DAY:
        return None
    return date.mapped(widen, tag="ranked", grain=grain)


def week_number(context: Context, count: Number) -> Known | None:
    """Read `week 31`."""
    if not 1 <= count.value <= 53:
        return None
    found = ranked_in(count.value, Grain.WEEK, named_year(context))
    return found and replace(found, deictic=True)


def named_year(context: Context) -> Known:
    """Return the year of speaking."""
    start, end = civil.unit(context.said, Grain.YEAR)
    return Known(start, end, Grain.YEAR)


def week_number_of(context: Context, count: Number, era: Known) -> Known | None:
    """Read `week 27 of last year`."""
    return ranked_in(count.value, Grain.WEEK, era) if era.grain is Grain.YEAR else None


def year_word(context: Context, year: Known) -> Known:
    """Read `the year 2020`."""
    return replace(year, tag="")


def cycle_away(context: Context, cycle: Cycle, length: object) -> Known | None:
    """Read `March in a year`."""
    if cycle.period is not Grain.YEAR:
        return None
    moment = length.shift(context.said, 1)  # type: ignore[attr-defined]
    found = cycle.make(moment.year)
    return found and replace(found, deictic=True)


def plain(context: Context, time: Known | Cycle) -> Known | Cycle:
    """Read a time after its preposition."""
    if isinstance(time, Known) and time.tag in ("digits", "short", "named", "away", "offset"):
        return replace(time, tag="")
    return replace(time, placed=True) if isinstance(time, Cycle) else time


RULES = (
    Rule("month-day", "MONTH ,? DAYNUM", month_day),
    Rule("month-day", "MONTH ] DAYNUM", month_day),
    Rule("month-day", "MONTH ,? the? ORD", month_day),
    Rule("month-day", "MONTH the? SPELLED", spelled_day),
    Rule("month-day", "DAYNUM|ORD .? of|-|/? the? MONTH", day_month),
    Rule("month-day", "the ORD|DAYNUM of? MONTH", day_month),
    Rule("month-day", "MONTH / DAYNUM", month_day),
    Rule("month-day", "the? ORD day of|in MONTH", day_month),
    Rule("date-year", "DATE ,|of|in|-? YEAR", with_year),
    Rule("date-year", "DATE , YEAR", with_year),
    Rule("date-year", "DATE ,? YY", with_short_year),
    Rule("date-year", "DATE ] YEAR", with_year),
    Rule("year-first", "YEAR ,|-? DATE|MONTH|QUARTER|HALF|SEASON", year_first),
    Rule("month-year", "MONTH ,|of|/|in|-? the? YEAR", with_year),
    Rule("month-year", "MONTH of the year YEAR", with_year),
    Rule("month-year", "MONTH of? YY", with_short_year),
    Rule("weekday-date", "WEEKDAY ,|.|the? DATED", weekday_date),
    Rule("weekday-date", "WEEKDAY , the DATED", weekday_date),
    Rule("weekday-date", "DATED ,|(? on? a? WEEKDAY )?", date_weekday),
    Rule("weekday-date", "WEEKDAY ,? the? ORD|DAYNUM", weekday_dom),
    Rule("dom", "on? the ORD", dom),
    Rule("dom", "on RANK", dom),
    Rule("dom", "the DAYNUM", dom),
    Rule("dom-of", "the? ORD|DAYNUM day? of|in? ERA", dom_of),
    Rule("inside", "CYCLE ,|of|in|from|during? ERA", inside),
    Rule("era-first", "ERA , CYCLE", era_first),
    Rule("era-first", "ERA ' s CYCLE", era_first),
    Rule("era-first", "ERA on|in? CYCLE", era_first),
    Rule("nth", "the? ORD WEEKDAY|WEEKEND of|in|from? TIME", nth_in),
    Rule("nth", "the? last WEEKDAY|WEEKEND of|in TIME", last_in),
    Rule("nth", "the? ORD last WEEKDAY|WEEKEND of|in TIME", nth_last_in),
    Rule("nth", "the? ORD to last WEEKDAY|WEEKEND of|in TIME", nth_last_in),
    Rule("nth-unit", "the? ORD full? UNIT of|in? TIME", nth_unit),
    Rule("nth-unit", "the? last|final UNIT of|in TIME", last_unit),
    Rule("nth-unit", "the? ORD last UNIT of|in TIME", nth_last_unit),
    Rule("nth-unit", "the? ORD to last UNIT of|in TIME", nth_last_unit),
    Rule("first-units", "the? first|opening LENGTH of|in TIME", first_units),
    Rule("last-units", "the? last|final|closing LENGTH of|in TIME", last_units),
    Rule("week-of", "the? week of|commencing|beginning|starting the? TIME", week_of),
    Rule("week-of", "w / c TIME", week_of),
    Rule("weekend-of", "the? weekend of the? TIME", weekend_of),
    Rule("weekend-of", "the? weekend of the? STRETCH", weekend_of),
    Rule("weekend-of", "the? HOLIDAY|DAY|DATE weekend", weekend_of),
    Rule("weekend-of", "the? HOLIDAY week - end", weekend_of),
    Rule("week-number", "the? week NUM", week_number),
    Rule("week-number", "the? week NUM of ERA", week_number_of),
    Rule("year", "the? calendar? year of? YEAR", year_word),
    Rule("year", "the year of? YEAR", year_word),
    Rule("year", "YEAR ad|ce", year_word),
    Rule("year", "YEAR a . d .", year_word),
    Rule("cycle-away", "CYCLE in LENGTH", cycle_away),
    Rule("at", "on|in|at|during|over|throughout|come the? TIME", plain),
)  # fmt: skip
