"""The time window a question asks about."""

from __future__ import annotations

from datetime import datetime

from tkg.temporal.context import Tense
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Kind, Span

WINDOWS = frozenset({Kind.POINT, Kind.RANGE, Kind.SINCE, Kind.UNTIL, Kind.BEFORE, Kind.AFTER})


def window(text: str, now: datetime) -> Span | None:
    """Return the time a question is about, None where it names none.

    Memory looks back: where no verb says otherwise, "in May" is the last May.

    >>> window("what did I do last weekend?", datetime(2023, 6, 14)).start
    datetime.datetime(2023, 6, 10, 0, 0)
    >>> window("who is in room 2019?", datetime(2023, 6, 14)) is None
    True

    Args:
        text: The question.
        now: When it is asked, civil time of the asker.
    """
    spans = [span for span in resolve(text, now, lean=Tense.PAST) if is_window(span)]
    if not spans:
        return None
    # "Last Friday, 23 January 2022": the date is certain, the weekday counts from somewhere.
    return min(spans, key=_certain)


def _certain(span: Span) -> tuple[bool, bool, int]:
    return (span.start is None or span.end is None, span.deictic, span.offset)


def is_window(span: Span) -> bool:
    """Say whether a span bounds anything."""
    return span.kind in WINDOWS and (span.start is not None or span.end is not None)
