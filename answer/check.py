"""Check that an answer stands in the evidence: its dates, numbers, names and quotations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tkg.answer.offline.tokens import tokens
from tkg.kg.model import Known, Status
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain, Span

NUMBERS = {
    word: str(value)
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
} | {"once": "1", "twice": "2", "thirty": "30", "forty": "40", "fifty": "50", "hundred": "100"}
FREE = frozenset({"0", "1"})
"""Numbers too common to ask for evidence of ("one of them")."""
QUOTED = re.compile(r"[\"“«]([^\"”»]{3,})[\"”»]")
NAME = re.compile(r"(?<![.!?:\n] )(?<!^)\b[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")
CITED = re.compile(r"\[[^\]\s]+(?:[,;]\s*[^\]\s]+)*\]")
COMMON = frozenset(
    [
        "i",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "not",
        "in",
        "memory",
        "yes",
        "no",
        "the",
    ]
)
COARSE = frozenset({Grain.MONTH, Grain.SEASON, Grain.QUARTER, Grain.HALF, Grain.YEAR, Grain.WEEK,
                    Grain.DECADE, Grain.CENTURY})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seen:
    """Everything that a reader has seen.

    Attributes:
        texts: The question, the record, results of tools.
        spans: Times in it, resolved against the day they were said.
        facts: Facts that were shown.
    """

    texts: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    facts: tuple[Known, ...] = ()

    @property
    def text(self) -> str:
        """All of it, lower case."""
        return "\n".join(self.texts).casefold().replace("\u2019", "'")


def problems(answer: str, seen: Seen, now: datetime, past: bool = False) -> list[str]:
    """Return what in an answer the evidence does not hold, in words; nothing when it stands.

    Args:
        answer: The words of the answer; ids in square brackets are left out.
        seen: The evidence.
        now: When the question was asked.
        past: Whether the question is about the past, so that a superseded value may answer it.
    """
    plain = CITED.sub("", answer)
    found = [*_dates(plain, seen, now), *_numbers(plain, seen), *_names(plain, seen)]
    found += _quotes(plain, seen)
    if not past:
        found += _superseded(plain, seen.facts)
    return list(dict.fromkeys(found))


def _dates(answer: str, seen: Seen, now: datetime) -> Iterable[str]:
    for span in resolve(answer, None):
        if span.start is not None and not _dated(span, seen, now):
            yield f"the date {span.expr!r}"


def _dated(span: Span, seen: Seen, now: datetime) -> bool:
    if span.expr.casefold() in seen.text:
        return True
    today = now.replace(tzinfo=None)
    if span.start is not None and span.end is not None and span.start <= today < span.end:
        return True
    return any(_agree(span, other) for other in seen.spans)


def _agree(said: Span, known: Span) -> bool:
    """Say whether a date follows from a known one: the same, or a coarser one that holds it."""
    if (said.start, said.end) == (known.start, known.end):
        return True
    if said.grain not in COARSE or known.start is None or said.start is None or said.end is None:
        return said.start == known.start and said.start is not None
    return said.start <= known.start < said.end


def _numbers(answer: str, seen: Seen) -> Iterable[str]:
    dates = resolve(answer, None)
    held = numbers(seen.text)
    for token in tokens(answer):
        value = _number(token.low)
        inside = any(s.offset <= token.start < s.until for s in dates)
        if value and value not in FREE and value not in held and not inside:
            yield f"the number {token.text!r}"


def numbers(text: str) -> frozenset[str]:
    """Return the numbers in a text as digits, words of number included.

    >>> sorted(numbers("two cats and 1,500 dogs"))
    ['1500', '2']
    """
    return frozenset(value for t in tokens(text) if (value := _number(t.low)))


def _number(low: str) -> str:
    if low in NUMBERS:
        return NUMBERS[low]
    digits = re.sub(r"(?<=\d),(?=\d{3})", "", low).strip("$€£%")
    digits = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", digits)
    return digits if digits[:1].isdigit() else ""


def _names(answer: str, seen: Seen) -> Iterable[str]:
    for match in NAME.finditer(answer):
        parts = [part for part in match[0].split() if part.casefold() not in COMMON]
        strange = [p for p in parts if p.casefold().removesuffix("'s") not in seen.text]
        if strange:
            yield f"the name {' '.join(strange)!r}"


def _quotes(answer: str, seen: Seen) -> Iterable[str]:
    held = re.sub(r"\W+", " ", seen.text)
    for match in QUOTED.finditer(answer):
        if re.sub(r"\W+", " ", match[1].casefold()).strip() not in held:
            yield f"the quotation {match[1]!r}"


def _superseded(answer: str, facts: Sequence[Known]) -> Iterable[str]:
    """An ended or retracted value, given alone although a current one stands in its place."""
    low = answer.casefold()
    for old in facts:
        if old.status not in (Status.ENDED, Status.RETRACTED) or not _said(old, low):
            continue
        now = [k for k in facts if k.slot == old.slot and k.status == Status.CURRENT]
        if now and not any(_said(k, low) for k in now):
            yield f"{old.fact.value!r}, which no longer holds ({now[0].fact.value!r} does)"


def _said(known: Known, low: str) -> bool:
    value = known.fact.value.casefold()
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", low) is not None
