"""Which time expression dates a clause: its own, else the one of its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tkg.extract.offline.units import Unit
from tkg.kg.model import TimeWords
from tkg.temporal.span import Kind, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

DATED = (Kind.POINT, Kind.RANGE, Kind.SINCE, Kind.BEFORE, Kind.AFTER, Kind.SET, Kind.DURATION)
"""What can say when something happened; "until" says when it ends."""


def time_words(doc: Doc, spans: Sequence[Span]) -> frozenset[int]:
    """Return the indexes of the words that say when."""
    return frozenset(
        t.i for t in doc for s in spans if s.offset < t.idx + len(t) and t.idx < s.until
    )


def dating(unit: Unit, spans: Sequence[Span]) -> Span | None:
    """Return the time expression that dates a clause."""
    own = [s for s in spans if s.kind in DATED and _within(s, unit)]
    if own:
        return min(own, key=lambda s: (DATED.index(s.kind) > 4, s.offset))
    above = unit.parent
    while above is not None:
        if found := [s for s in spans if s.kind in DATED and _within(s, above)]:
            return found[0]
        above = above.parent
    first, last = unit.sentence.start_char, unit.sentence.end_char
    inherited = [s for s in spans if s.kind in DATED[:5] and first <= s.offset < last]
    return inherited[0] if len(inherited) == 1 and unit.link in ("conj", "advcl") else None


def ending(unit: Unit, spans: Sequence[Span]) -> Span | None:
    """Return the time expression that says until when a clause holds."""
    return next((s for s in spans if s.kind is Kind.UNTIL and _within(s, unit)), None)


def words_of(span: Span | None, turn: str) -> TimeWords | None:
    """Return the words of a span as a fact keeps them."""
    return TimeWords(span.expr, turn, span.offset) if span else None


def _within(span: Span, unit: Unit) -> bool:
    return any(t.idx < span.until and span.offset < t.idx + len(t) for t in unit.words)
