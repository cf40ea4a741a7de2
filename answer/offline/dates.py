"""Which of the times in the evidence is when the thing happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from tkg.answer.offline.asked import DENIAL, Asked, Kind
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.scorer import Floats
from tkg.answer.offline.tokens import sentences, stem, stems, tokens
from tkg.kg.model import Clause, Mood
from tkg.temporal import civil
from tkg.temporal.span import Grain, Span
from tkg.temporal.span import Kind as SpanKind

DATABLE = frozenset({SpanKind.POINT, SpanKind.RANGE, SpanKind.SINCE, SpanKind.UNTIL})
LENGTHY = frozenset({SpanKind.DURATION, SpanKind.SINCE})
FUTURE = frozenset(
    [
        "is",
        "are",
        "will",
        "going",
        "plan",
        "planning",
        "plans",
        "planned",
        "would",
        "does",
        "next",
        "upcoming",
    ]
)
PASSAGES = 20


@dataclass(frozen=True, slots=True)
class Dated:
    """A time that may answer, and where it was said.

    Attributes:
        span: The time; for a turn without one, the day it was said.
        said: Whether somebody said it, rather than it being the day of the turn.
    """

    passage: Passage
    span: Span
    said: bool


def candidates(evidence: Evidence) -> list[Dated]:
    """Return every time in the best passages, and the day of each of them."""
    found = []
    for passage in evidence.passages[:PASSAGES]:
        found += [Dated(passage, span, True) for span in passage.spans if _usable(span, evidence)]
        if passage.turn.said_at:
            found.append(Dated(passage, day_of(passage.turn.said_at), False))
    return found


def day_of(said_at: datetime) -> Span:
    """Return the civil day on which something was said."""
    start, end = civil.unit(said_at.replace(tzinfo=None), Grain.DAY)
    return Span("", 0, start, end, Grain.DAY, SpanKind.POINT, timex=f"{start:%Y-%m-%d}")


def _usable(span: Span, evidence: Evidence) -> bool:
    if evidence.asked.kind in (Kind.HOW_LONG, Kind.HOW_LONG_AGO):
        return span.kind in LENGTHY or (span.kind in DATABLE and span.start is not None)
    return span.kind in DATABLE and (span.start is not None or span.end is not None)


def features(evidence: Evidence, found: Sequence[Dated]) -> Floats:
    """Return one row a candidate, in an order that the weights rely on."""
    return np.array([_row(evidence, dated) for dated in found], dtype=np.float32)


def _row(evidence: Evidence, dated: Dated) -> list[float]:
    asked, passage, span = evidence.asked, dated.passage, dated.span
    window = asked.window
    turn = passage.turn
    own = stems(turn.words)
    before = stems(passage.before.words) if passage.before else frozenset()
    sentence = _sentence(passage, span) if dated.said else frozenset()
    clause = _clause(passage, span) if dated.said else None
    ahead = _ahead(span, turn.said_at)
    wants_ahead = bool({t.low for t in tokens(asked.text)} & FUTURE) and "did" not in asked.text
    return [
        1 / (1 + passage.rank),
        float(passage.rank == 0),
        passage.score,
        *passage.legs,
        evidence.weight(own),
        evidence.weight(own | before),
        evidence.weight(sentence),
        evidence.weight(stems(clause.text)) if clause else 0.0,
        float(clause is not None),
        float(_verb_asked(clause, asked)),
        float(clause is not None and _same(clause.subject, asked.subject)),
        float(clause is not None and clause.mood == Mood.PLANNED),
        float(clause is not None and clause.mood in (Mood.ASKED, Mood.HYPOTHETICAL)),
        float(_same(turn.speaker, asked.subject)),
        float(dated.said),
        float(dated.said and span.deictic),
        float(dated.said and span.kind == SpanKind.SINCE),
        float(dated.said and span.kind == SpanKind.DURATION),
        float(dated.said and span.approximate),
        *(float(dated.said and span.grain == grain) for grain in GRAINS),
        float(ahead),
        float(ahead and wants_ahead),
        float(ahead and not wants_ahead),
        float(dated.said and not ahead and wants_ahead),
        float(window is not None and _overlaps(span, window)),
        float(window is not None and not _overlaps(span, window)),
        float(bool(passage.spans) and not dated.said),
        float(_is_now(span) and dated.said),
        float(turn.text.rstrip().endswith("?")),
        evidence.weight(own) * float(_same(turn.speaker, asked.subject)),
    ]


GRAINS = (Grain.PART_OF_DAY, Grain.DAY, Grain.WEEKEND, Grain.WEEK, Grain.MONTH, Grain.YEAR)


def asking(dated: Dated) -> bool:
    """Say whether a time, or all of the turn whose day it is, stands in a question."""
    text = dated.passage.turn.words
    if dated.said:
        return _around(dated.passage, dated.span).rstrip().endswith("?")
    return all(text[start:end].rstrip().endswith("?") for start, end in sentences(text))


def denied(dated: Dated) -> bool:
    """Say whether the words around a time say that something was not so."""
    return dated.said and bool(DENIAL.search(_around(dated.passage, dated.span)))


def _sentence(passage: Passage, span: Span) -> frozenset[str]:
    """Return the stems of the sentence that a time stands in."""
    return stems(_around(passage, span))


def _around(passage: Passage, span: Span) -> str:
    text = passage.turn.words
    inside = (text[start:end] for start, end in sentences(text) if start <= span.offset < end)
    return next(inside, "")


def _clause(passage: Passage, span: Span) -> Clause | None:
    """Return the clause that a time dates, else the shortest one that holds it."""
    dating = [c for c in passage.clauses if c.time == span.offset]
    holding = [c for c in passage.clauses if c.start <= span.offset < c.end]
    return min(dating or holding, key=lambda c: c.end - c.start, default=None)


def _verb_asked(clause: Clause | None, asked: Asked) -> bool:
    return clause is not None and any(stem(part) in asked.stems for part in clause.verb.split())


def _same(name: str, other: str) -> bool:
    return bool(name) and name.casefold() == other.casefold()


def _ahead(span: Span, said_at: datetime | None) -> bool:
    if said_at is None or span.end is None:
        return False
    return (span.start or span.end) > said_at.replace(tzinfo=None)


def _is_now(span: Span) -> bool:
    return span.expr.casefold() in ("now", "today", "right now", "these days", "nowadays", "lately",
                                    "recently", "this morning", "tonight", "currently")  # fmt: skip


def _overlaps(span: Span, window: Span) -> bool:
    after = span.end is None or window.start is None or span.end > window.start
    before = span.start is None or window.end is None or span.start < window.end
    return after and before
