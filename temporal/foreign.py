"""Complete dates in other languages, through dateparser behind a guard.

dateparser alone finds dates in "we" and "port 9077", and is slow to load. It is asked only about
a day, a foreign month's name and a year standing together, or their Japanese or Chinese form.
"""

# ruff: noqa: E501 (one language a line)
from __future__ import annotations

import re
from datetime import datetime
from importlib import import_module

from tkg.temporal import civil
from tkg.temporal.span import Grain, Kind, Span
from tkg.temporal.words import MONTHS as ENGLISH

MONTHS = {
    "fr": "janvier février fevrier mars avril mai juin juillet août aout septembre octobre "
    "novembre décembre decembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "de": "januar februar märz maerz april mai juni juli august september oktober november dezember",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
    "dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pl": "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
    "listopada grudnia",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
}
LANGUAGES = {
    month: language
    for language, names in reversed(MONTHS.items())
    for month in names.split()
    if month not in ENGLISH
}
"""What English shares ("7 april 2023") the rules read themselves."""
DATE = re.compile(
    r"\b\d{1,2}[.ºe]?\s+(?:de\s+|di\s+)?(?P<month>[^\W\d_]{3,12})\s+(?:de\s+|del\s+)?\d{4}\b"
    r"|(?P<east>\d{4}年\s?\d{1,2}月\s?\d{1,2}日)"
)


def foreign(text: str) -> list[Span]:
    """Return the complete dates written in another language.

    >>> [str(span.start.date()) for span in foreign("Nos vemos el 7 de mayo de 2023.")]
    ['2023-05-07']
    """
    spans = []
    for match in DATE.finditer(text):
        language = "ja" if match["east"] else LANGUAGES.get(match["month"].lower())
        if language is None:
            continue
        day = parse(match[0], language)
        if day is not None:
            spans.append(whole_day(match[0], match.start(), day))
    return spans


def whole_day(expr: str, offset: int, day: datetime) -> Span:
    """Return the span of a day."""
    start, end = civil.unit(day, Grain.DAY)
    timex = start.date().isoformat()
    return Span(expr, offset, start, end, Grain.DAY, Kind.POINT, timex=timex, rule="foreign")


def parse(words: str, language: str) -> datetime | None:
    """Ask dateparser for a day whose every part is written."""
    dateparser = import_module("dateparser")
    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "RELATIVE_BASE": datetime(2000, 1, 1),
        "PARSERS": ["absolute-time"],
    }
    found = dateparser.parse(words, languages=[language], settings=settings)
    return found if isinstance(found, datetime) else None
