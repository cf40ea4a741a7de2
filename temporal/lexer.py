"""Cut a text into words, numbers and written dates, keeping where each stood."""

# ruff: noqa: E501, RUF001 (patterns that must name typographic marks)
from __future__ import annotations

import re
from dataclasses import dataclass

SCAN = re.compile(
    r"""
    (?P<iso>(?<!\d)\d{4}-\d\d?-\d\d?(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:\s?Z\b|\s?[+-]\d\d:?\d\d)?)?(?![\d]))
  | (?P<isoweek>(?<!\d)\d{4}-?W\d\d(?:-?[1-7])?\b)
  | (?P<tclock>\bT\d\d:\d\d(?::\d\d)?\b)
  | (?P<triple>(?<![\d/.:])(?:\d{4}(?P<s1>[/.-])\d{1,2}(?P=s1)\d{1,2}
                |\d{1,2}(?P<s2>[/.-])\s?\d{1,2}(?P=s2)(?:\d{4}|\d\d)
                |\d{1,2}\.\ \d{1,2}\.(?:\d{4}|\d\d))(?![\d/]|[.-]\d))
  | (?P<named>(?<![\w/])(?:\d{4}|\d{1,2})(?P<s3>[/-])[A-Za-z]{3,9}(?P=s3)(?:\d{4}|\d{1,2})(?!\w)
            |(?<![\w/])\d{1,2}-\d{4}-[A-Za-z]{3,9}(?!\w))
  | (?P<clock>(?<![\d:])\d{1,2}:[0-5]\d(?::[0-5]\d)?(?![\d:]))
  | (?P<yearmonth>(?<![\d/-])(?:\d{4}[/-](?:1[0-2]|0?[1-9])|(?:1[0-2]|0?[1-9])[/-]\d{4})(?![\d/]|-\d))
  | (?P<pair>(?<![\d/.])\d{1,2}/\d{1,2}(?![\d/%]|\.\d))
  | (?P<decade>(?:\b\d{3}|['’`]?\b(?<![\d.,$£€])\d)0['’]?\ ?s\b)
  | (?P<short>['’`]\d\d(?![\w%]))
  | (?P<label>\b(?:[qQ][1-4]|[hH][12]|[cCfF][yY]'?\d\d(?:\d\d)?)\b)
  | (?P<ordinal>\b\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)\b)
  | (?P<military>(?<![\d.,$£€#/-])(?:[01]\d|2[0-3])[0-5]\d(?=\s?(?:hrs|hours|h)\b))
  | (?P<number>(?<![\w$£€#.])\d{1,3}(?:,\d{3})+(?!\d)|(?<![\w$£€#])\d+(?:\.\d+)?)
  | (?P<word>[^\W\d_]+)
  | (?P<digits>\d+)
  | (?P<mark>[^\w\s]|_)
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, written date or mark.

    Attributes:
        word: In lower case, quotes straightened; empty where the form says it all.
        form: Name of the pattern that cut it.
        start: Index of its first character.
        end: Index after its last.
        raw: As written.
    """

    word: str
    form: str
    start: int
    end: int
    raw: str


STRAIGHT = {"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "−": "-", "~": "~"}


def tokenise(text: str) -> list[Token]:
    """Cut a text.

    >>> [t.word for t in tokenise("It's 3pm, OK?")]
    ['it', "'", 's', '3', 'pm', ',', 'ok', '?']
    """
    tokens = []
    for match in SCAN.finditer(text):
        raw = match[0]
        form = match.lastgroup or ""
        if form in SEPARATORS:
            form = next(name for name in WHOLE if match[name])
        word = STRAIGHT.get(raw, raw.lower())
        tokens.append(Token(word, form, match.start(), match.end(), raw))
    return tokens


SEPARATORS = frozenset({"s1", "s2", "s3"})
WHOLE = ("triple", "named")
