"""Which time expression dates a clause: its own, else the one of its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tkg.extract.offline.units import Unit
from tkg.kg.model import TimeWords
from tkg.temporal.span import Grain, Kind, Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

DATED = (Kind.POINT, Kind.RANGE, Kind.SINCE, Kind.BEFORE, Kind.AFTER, Kind.SET, Kind.DURATION)
"""What can say when something happened; "until" says when it ends."""


LASTING = (Kind.SET, Kind.DURATION, Kind.UNANCHORED)


def dates(doc: Doc, spans: Sequence[Span]) -> frozenset[int]:
    """Return the indexes of the words that place something in time.

    A length or a rhythm ("for four years", "every week") says what, and stays with the rest.
    """
    placing = [s for s in spans if s.kind not in LASTING and not s.expr.lower().startswith("for ")]
    found: set[int] = set()
    for span in placing:
        words = [t for t in doc if span.offset < t.idx + len(t) and t.idx < span.until]
        if not _describes(words):
            found |= {t.i for t in words}
    return frozenset(found)


def things(doc: Doc, span: Span) -> bool:
    """Say whether words that can say when name a thing: "game nights", "we watched the sunset"."""
    words = [t for t in doc if span.offset < t.idx + len(t) and t.idx < span.until]
    inside = {t.i for t in words}
    nouns = [t for t in words if t.tag_ in ("NN", "NNS")]
    if len(nouns) != 1 or len(words) > 2:
        return False
    if len(words) == 2 and words[0].lower_ not in ("the", "a", "an"):
        return False
    joined = any(c.dep_ == "compound" and c.i not in inside for c in nouns[0].children)
    seen = span.grain is Grain.PART_OF_DAY and nouns[0].dep_ in ("nsubj", "dobj")
    return joined or seen


def _describes(words: list[Token]) -> bool:
    """Say whether a time only tells one thing from others: "last week's match", "summer break"."""
    inside = {t.i for t in words}
    return any(
        t.head.i not in inside
        and t.dep_ in ("compound", "poss", "nmod")
        and t.head.pos_ in ("NOUN", "PROPN")
        for t in words
    )


def coming(unit: Unit, span: Span | None, said_at: datetime | None) -> bool:
    """Say whether a progressive tells of what is still to come: "I'm visiting them next week"."""
    if span is None or span.start is None or said_at is None or unit.head.tag_ != "VBG":
        return False
    helpers = [c.lower_ for c in unit.head.children if c.dep_ == "aux"]
    present = any(h in ("am", "is", "are", "'m", "'s", "'re") for h in helpers)
    return present and span.start > said_at.replace(tzinfo=None)


def dating(unit: Unit, spans: Sequence[Span]) -> Span | None:
    """Return the time expression that dates a clause."""
    own = [s for s in spans if s.kind in DATED and _within(s, unit) and not _measure(s, unit)]
    if own:
        return min(own, key=lambda s: (DATED.index(s.kind) > 4, s.offset))
    above = unit.parent if _goes_along(unit) else None
    while above is not None:
        if found := [s for s in spans if s.kind in DATED and _within(s, above)]:
            return found[0]
        above = above.parent if _goes_along(above) else None
    first, last = unit.sentence.start_char, unit.sentence.end_char
    inherited = [s for s in spans if s.kind in DATED[:5] and first <= s.offset < last]
    return inherited[0] if len(inherited) == 1 and unit.link in ("conj", "advcl") else None


def _goes_along(unit: Unit) -> bool:
    """Say whether a clause shares the time of the one above: the same tense, or no subject."""
    if unit.link != "conj" or unit.parent is None or unit.subject not in unit.words:
        return True
    return _tense(unit) == _tense(unit.parent)


def _tense(unit: Unit) -> bool:
    helpers = [c for c in unit.head.children if c.dep_ in ("aux", "auxpass")]
    return any(t.tag_ == "VBD" for t in (unit.head, *helpers))


def ending(unit: Unit, spans: Sequence[Span]) -> Span | None:
    """Return the time expression that says until when a clause holds."""
    return next((s for s in spans if s.kind is Kind.UNTIL and _within(s, unit)), None)


def words_of(span: Span | None, turn: str) -> TimeWords | None:
    """Return the words of a span as a fact keeps them."""
    return TimeWords(span.expr, turn, span.offset) if span else None


def _measure(span: Span, unit: Unit) -> bool:
    """Say whether a length of time measures something else: an age, a way."""
    after = str(unit.head.doc.text[span.until :]).split(maxsplit=1)[:1]
    old = bool(after) and after[0].strip(".,!") in ("old", "away", "long", "older", "younger")
    return span.kind is Kind.DURATION and (old or span.expr.endswith("away"))


def _within(span: Span, unit: Unit) -> bool:
    return any(t.idx < span.until and span.offset < t.idx + len(t) for t in unit.words)
