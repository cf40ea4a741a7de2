"""Days that are written and do not exist: `30 February`, `June 31st`, `29 February 2023`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tkg.temporal.civil import month_length
from tkg.temporal.words import MONTHS

LEAP = 2024
MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\b\.?"
DAY = r"(?P<day>29|3[01])"
YEAR = r"(?:,?\s+(?:of\s+)?(?P<year>\d{4})\b)?"
WRITTEN = (
    re.compile(rf"\b(?:the\s+)?{DAY}(?:st|th)?[\s-]+(?:of\s+)?{MONTH}{YEAR}", re.IGNORECASE),
    # A bare number behind a month counts what follows it ("in June 31 people came").
    re.compile(
        rf"\b{MONTH}\s+(?:the\s+)?{DAY}(?:st\b|th\b|\b(?!\s+[a-z]|[:.,]\d)){YEAR}", re.IGNORECASE
    ),
)


def no_such_days(text: str) -> Iterator[tuple[int, int]]:
    """Give where in a text a day is written that its month does not have, begin and end.

    >>> list(no_such_days("the 31st of June"))
    [(0, 16)]
    >>> list(no_such_days("29 February 2024, and in June 31 people came"))
    []
    """
    for pattern in WRITTEN:
        for match in pattern.finditer(text):
            year = int(match["year"]) if match["year"] else LEAP
            if int(match["day"]) > month_length(year, MONTHS[match["month"].casefold()]):
                yield match.span()
