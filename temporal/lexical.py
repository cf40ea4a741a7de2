"""What single tokens mean on their own: numbers, month names, written dates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from tkg.temporal import civil, cycles
from tkg.temporal.context import Context
from tkg.temporal.grammar import Item
from tkg.temporal.lexer import Token
from tkg.temporal.numerals import STARTS, spelled, spelled_year
from tkg.temporal.span import Grain
from tkg.temporal.value import Clock, Cycle, Known, Number, Part, Value
from tkg.temporal.words import (
    AMBIGUOUS_UNITS,
    DECADES,
    GLUED,
    MONTHS,
    PARTS,
    SEASONS,
    UNITS,
    WEEKDAYS,
)

MONTH_CYCLES = {word: cycles.month(number) for word, number in MONTHS.items()}
WEEKDAY_CYCLES = {word: cycles.weekday(number) for word, number in WEEKDAYS.items()}
WEEKEND = cycles.weekend()
SEASON_CYCLES = {
    south: {word: cycles.season(number, south) for word, number in SEASONS.items()}
    for south in (False, True)
}


def _unit_names(word: str) -> tuple[str, ...]:
    short, many = word in AMBIGUOUS_UNITS, word.endswith("s")
    return ("UNIT", *(["SHORTUNIT"] if short else []), *(["UNITS"] if many else []))


PART_VALUES = {
    word: Part(word.rstrip("s"), at, hours, plural=word.endswith("s"))
    for word, (at, hours, _) in PARTS.items()
}
UNIT_VALUES = {word: Number(0, _unit_names(word), grain=grain) for word, grain in UNITS.items()}
PLURAL_DAYS = {f"{word}s": cycle for word, cycle in WEEKDAY_CYCLES.items() if word.endswith("day")}
ABBREVIATED = frozenset(
    {
        word
        for word in (*MONTHS, *WEEKDAYS, *UNITS)
        if len(word) < 5
        and word not in ("may", "june", "july", "day", "days", "hour", "week", "year")
    }
) | {"tues", "thurs"}
"""Words whose full stop belongs to them."""
VOCABULARY: frozenset[str] = frozenset({
    *MONTH_CYCLES, *WEEKDAY_CYCLES, *SEASONS, *PARTS, *UNITS, *DECADES, *PLURAL_DAYS, *STARTS,
    "weekend", "weekends",
})  # fmt: skip


def lexical(tokens: Sequence[Token], start: int, context: Context) -> Iterator[Item]:
    """Yield the values that begin at a token."""
    token = tokens[start]
    if token.form != "word":
        for value in WRITTEN.get(token.form, nothing)(token.raw, context):
            yield Item(start, start + 1, value, token.form)
        return
    word = token.word
    if word in ABBREVIATED and dotted(tokens, start):
        for value in named(word, context):
            yield Item(start, start + 2, value, "word")
    for value in named(word, context):
        yield Item(start, start + 1, value, "word")
    if word in GLUED and start and glued(tokens, start):
        yield Item(start, start + 1, Number(0, ("UNIT", "GLUED"), grain=GLUED[word]), "word")
    if word in STARTS:
        yield from in_words(tokens, start)


def dotted(tokens: Sequence[Token], start: int) -> bool:
    """Say whether a full stop stands right after an abbreviation."""
    place = start + 1
    return (
        place < len(tokens)
        and tokens[place].word == "."
        and tokens[place].start == tokens[start].end
    )


def glued(tokens: Sequence[Token], start: int) -> bool:
    """Say whether a letter stands right after a number."""
    before = tokens[start - 1]
    return before.end == tokens[start].start and before.form in ("number", "digits")


def named(word: str, context: Context) -> Iterator[Value]:
    """Yield what a word names."""
    if word in MONTH_CYCLES:
        yield MONTH_CYCLES[word]
    if word in WEEKDAY_CYCLES:
        yield WEEKDAY_CYCLES[word]
    elif word in PLURAL_DAYS:
        yield replace(PLURAL_DAYS[word], tag="weekdays")
    if word in SEASONS:
        yield SEASON_CYCLES[context.south][word]
    if word in PART_VALUES:
        yield PART_VALUES[word]
    if word in UNIT_VALUES:
        yield UNIT_VALUES[word]
    if word in ("weekend", "weekends"):
        yield WEEKEND if word == "weekend" else replace(WEEKEND, tag="weekends")
    if word in DECADES:
        yield from decade(DECADES[word], context)


def in_words(tokens: Sequence[Token], start: int) -> Iterator[Item]:
    """Yield numbers and years in words."""
    for end, value, ordinal in spelled(tokens, start):
        yield Item(start, end, Number(value, ("ORD",) if ordinal else ("NUM", "SPELLED")), "number")
        if not ordinal and 1000 <= value <= 2100 and end - start > 1:
            made = cycles.year(value)
            if made:
                yield Item(start, end, replace(made, tag="digits"), "number")
    both = spelled_year(tokens, start)
    if both:
        made = cycles.year(both[1])
        if made:
            yield Item(start, both[0], replace(made, tag="digits"), "number")


def nothing(raw: str, context: Context) -> Iterator[Value]:
    """Yield no value."""
    return iter(())


def number(raw: str, context: Context) -> Iterator[Value]:
    """Yield a number in figures: a count, perhaps a year or an hour."""
    plain = raw.replace(",", "")
    value = float(plain) if len(plain) < 12 else 1e12
    names = ["NUM", "FIGURE"]
    if value.is_integer() and plain == raw and "." not in raw:
        whole = int(value)
        if len(raw) <= 2 and 1 <= whole <= 31:
            names.append("DAYNUM")
        if len(raw) <= 2 and whole <= 24:
            names.append("HOUR")
        if len(raw) == 2:
            names.append("YY")
        if len(raw) == 4 and 1000 <= whole <= 2199 and (made := cycles.year(whole)):
            yield replace(made, tag="digits")
        if len(raw) == 4 and whole % 100 < 60 and whole < 2400:
            names.append("HHMM")
    if re.fullmatch(r"\d{1,2}\.[0-5]\d", raw) and value < 24:
        hour, minute = raw.split(".")
        yield Clock(int(hour), int(minute), bare=True)
        names.append("POINTED")
    yield Number(value, tuple(names))


def ordinal(raw: str, context: Context) -> Iterator[Value]:
    """Yield a rank: 3rd."""
    yield Number(int(raw[:-2]), ("ORD", "RANK"))


def decade(tens: int, context: Context) -> Iterator[Value]:
    """Yield the decade that ends in those figures, the latest that has begun."""
    century = context.said.year // 100 * 100
    first = century + tens if century + tens <= context.said.year else century - 100 + tens
    start = civil.day(first, 1, 1)
    if start:
        yield Known(start, civil.add(start, 10, Grain.YEAR), Grain.DECADE, tag="decade")


def written_decade(raw: str, context: Context) -> Iterator[Value]:
    """Yield 1990s, 90s."""
    digits = re.sub(r"\D", "", raw)
    if len(digits) == 2:
        yield from decade(int(digits), context)
        return
    start = civil.day(int(digits), 1, 1)
    if start:
        if int(digits) % 100 == 0 and int(digits) < 2000:
            yield Known(start, civil.add(start, 100, Grain.YEAR), Grain.CENTURY, tag="decade")
        yield Known(start, civil.add(start, 10, Grain.YEAR), Grain.DECADE, tag="decade")


def short_year(raw: str, context: Context) -> Iterator[Value]:
    """Yield '98."""
    made = cycles.year(cycles.full_year(int(raw[1:]), context.said))
    if made:
        yield replace(made, tag="short")


def label(raw: str, context: Context) -> Iterator[Value]:
    """Yield Q3, H2, CY18."""
    letter, digits = raw[0].lower(), re.sub(r"\D", "", raw)
    value: Value | None
    if letter == "q":
        value = cycles.quarter(int(digits))
    elif letter == "h":
        value = cycles.half(int(digits))
    else:
        made = cycles.year(cycles.full_year(int(digits), context.said))
        value = made and replace(made, tag="short")
    if value:
        yield value


def iso(raw: str, context: Context) -> Iterator[Value]:
    """Yield an ISO date, with its time and zone where written."""
    date, _, time = raw.replace("T", " ").partition(" ")
    year, month, day = (int(piece) for piece in date.split("-"))
    first = civil.day(year, month, day)
    known = cycles.whole(first, Grain.DAY)
    if known is None or first is None:
        return
    if time and (clock := read_clock(time)):
        known = clock.on(first)
    yield known


CLOCK = re.compile(r"T?(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?(.*)")


def read_clock(raw: str) -> Clock | None:
    """Read 10:30, 22:15:09."""
    match = CLOCK.fullmatch(raw)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2])
    second = int(match[3]) if match[3] else None
    if hour > 24 or minute > 59 or (second or 0) > 59 or (hour == 24 and minute):
        return None
    certain = hour > 12 or hour == 0 or (len(match[1]) == 2 and match[1][0] == "0")
    return Clock(hour, minute, second, certain)


def clock(raw: str, context: Context) -> Iterator[Value]:
    """Yield a time of day in figures."""
    value = read_clock(raw)
    if value:
        yield value


def military(raw: str, context: Context) -> Iterator[Value]:
    """Yield 0930 (hrs)."""
    yield Clock(int(raw[:2]), int(raw[2:]), certain=True)


def iso_week(raw: str, context: Context) -> Iterator[Value]:
    """Yield 2024-W18."""
    digits = re.findall(r"\d+", raw)
    try:
        start = datetime.fromisocalendar(int(digits[0]), int(digits[1][:2]), 1)
    except ValueError:
        return
    if len(digits) == 3 or len(digits[1]) == 3:
        start = civil.add(start, int(digits[-1][-1]) - 1, Grain.DAY)
        yield from filter(None, [cycles.whole(start, Grain.DAY)])
        return
    yield from filter(None, [cycles.whole(start, Grain.WEEK)])


def triple(raw: str, context: Context) -> Iterator[Value]:
    """Yield 8/5/23, 2018/08/05, 23.04.2022."""
    first, second, third = (int(piece) for piece in re.findall(r"\d+", raw))
    if first > 31:
        yield from filter(None, [cycles.whole(civil.day(first, second, third), Grain.DAY)])
        return
    year = cycles.full_year(third, context.said)
    readings = [civil.day(year, first, second), civil.day(year, second, first)]
    if context.day_first or "." in raw:
        readings.reverse()
    dates = [one for one in readings if one]
    if not dates:
        return
    one = cycles.whole(dates[0], Grain.DAY)
    if one and len(dates) == 2 and dates[0] != dates[1]:
        other = dates[1]
        one = replace(one, alternatives=((other, civil.add(other, 1, Grain.DAY)),))
    if one:
        yield one


def pair(raw: str, context: Context) -> Iterator[Value]:
    """Yield 5/8: a month and a day, in the order asked for or the only one that can be."""
    first, second = (int(piece) for piece in raw.split("/"))
    readings = [cycles.date(first, second), cycles.date(second, first)]
    if context.day_first:
        readings.reverse()
    value: Cycle | None = readings[0] or readings[1]
    if value:
        yield replace(value, tag="slash")


def year_month(raw: str, context: Context) -> Iterator[Value]:
    """Yield 9/2012, 2014/10, 2015-12."""
    first, second = (int(piece) for piece in re.split(r"[/-]", raw))
    year, month = (first, second) if first > 12 else (second, first)
    if "-" in raw and not 1900 <= year <= 2100:
        return
    yield from filter(None, [cycles.whole(civil.day(year, month, 1), Grain.MONTH)])


def named_date(raw: str, context: Context) -> Iterator[Value]:
    """Yield 2012/aug/10, 23-2020-September."""
    pieces = re.split(r"[/-]", raw.lower())
    month = next((MONTHS[piece] for piece in pieces if piece in MONTHS), None)
    figures = [piece for piece in pieces if piece.isdigit()]
    if month is None or len(figures) != 2:
        return
    figures.sort(key=lambda piece: len(piece) == 4) if any(
        len(piece) == 4 for piece in figures
    ) else None
    day, year = int(figures[0]), cycles.full_year(int(figures[1]), context.said)
    yield from filter(None, [cycles.whole(civil.day(year, month, day), Grain.DAY)])


WRITTEN = {
    "iso": iso,
    "isoweek": iso_week,
    "tclock": clock,
    "triple": triple,
    "named": named_date,
    "clock": clock,
    "yearmonth": year_month,
    "pair": pair,
    "decade": written_decade,
    "short": short_year,
    "label": label,
    "ordinal": ordinal,
    "military": military,
    "number": number,
}
