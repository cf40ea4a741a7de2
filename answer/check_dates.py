"""Every date of an answer must be one of the evidence, or follow from one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from tkg.answer.check_words import table
from tkg.answer.offline.tokens import tokens
from tkg.answer.seen import Seen
from tkg.temporal.calculate import DAY_NAMES
from tkg.temporal.render import MONTHS
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain, Kind, Span

QUOTED = re.compile(r"[\"“«]([^\"”»]{3,})[\"”»]")
COARSE = frozenset({Grain.MONTH, Grain.SEASON, Grain.QUARTER, Grain.HALF, Grain.YEAR, Grain.WEEK,
                    Grain.DECADE, Grain.CENTURY})  # fmt: skip
WIDE = frozenset({Grain.YEAR, Grain.DECADE, Grain.CENTURY, Grain.HALF})


def dates(answer: str, seen: Seen, now: datetime) -> Iterable[str]:
    """Give the dates in an answer that nothing known holds, and relative ones out of place."""
    today = now.replace(tzinfo=None)
    held = [match.span() for match in QUOTED.finditer(answer)]
    for span in resolve(answer, today):
        if span.start is None or any(a <= span.offset < b for a, b in held):
            continue
        if span.kind in (Kind.SET, Kind.UNANCHORED, Kind.DURATION):
            continue
        if not _dated(span, seen, today):
            what = "the relative time" if span.deictic else "the date"
            yield f"{what} {span.expr!r}"


def _dated(span: Span, seen: Seen, today: datetime) -> bool:
    if (seen.verbatim or not span.deictic) and span.expr.casefold() in seen.text:
        return True
    if span.start is not None and span.end is not None and span.start <= today < span.end:
        return True
    if span.deictic and (part := _calendar_part(span.expr)):
        return any(part in _parts(other) for other in seen.spans)
    return any(_agree(span, other) for other in seen.spans)


def _calendar_part(expr: str) -> str:
    """Return the weekday or month that an expression names and nothing else: "on a Sunday"."""
    named = [t.low for t in tokens(expr) if t.stem]
    return named[0] if len(named) == 1 and named[0] in table("calendar") else ""


def _parts(span: Span) -> tuple[str, ...]:
    """Return the month in which a known time begins and, of a day, the weekday."""
    if span.start is None:
        return ()
    month = MONTHS[span.start.month - 1].casefold() if span.grain not in WIDE else ""
    day = DAY_NAMES[span.start.weekday()].casefold() if span.grain not in COARSE else ""
    return month, day


def _agree(said: Span, known: Span) -> bool:
    """Say whether a date follows from a known one: the same, or a coarser one that holds it.

    The first of May does not follow from May; "since May" does.
    """
    if (said.start, said.end) == (known.start, known.end):
        return True
    if known.start is None or said.start is None:
        return False
    if said.kind is Kind.SINCE and (said.start, said.grain) == (known.start, known.grain):
        return True
    if said.grain in COARSE and said.end is not None:
        return said.start <= known.start < said.end
    return said.start == known.start and known.grain not in COARSE
