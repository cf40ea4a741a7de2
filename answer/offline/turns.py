"""Which of the turns that search found are likely to hold the answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from tkg.answer.offline import dialogue
from tkg.answer.offline.asked import Asked
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.scorer import Floats, Weights
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import sentences, stems, tokens
from tkg.temporal.span import Span

KEPT = 4
"""Turns whose phrases are read. The answer is in one of more of them hardly more often."""
PREMISE = 5
"""Numbers that say whose turns would answer."""
LOW = -20.0
"""Score of a turn that is not there."""
SUBJECT = 14
"""Column that says whether the subject speaks."""
SAID = 28
"""Columns before those of the dialogue."""
OF_SUBJECT = {17: 2, 18: 8, 19: 6, 21: 20} | {
    SAID + product: SAID + factor for product, factor in dialogue.OF_SUBJECT.items()
}
"""Columns that count only where the subject speaks, and what they are else."""
LONG = 400
"""Characters of a long turn."""
NEAR = 9
"""Days within which a thing is told of that happened."""


def narrowed(evidence: Evidence, scores: Floats, count: int = KEPT) -> Evidence:
    """Return the evidence with the likeliest turns only, each with its share."""
    order = np.argsort(-scores, kind="stable")[:count]
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    kept = [replace(evidence.passages[n], share=float(shares[n])) for n in order.tolist()]
    return replace(evidence, passages=tuple(kept))


def likeliest(evidence: Evidence, weights: Weights, count: int = KEPT) -> Evidence:
    """Return the evidence with the turns that are likeliest to answer, best first."""
    if not evidence.passages:
        return evidence
    return narrowed(evidence, weights.score("turn", features(evidence)), count)


def premise(evidence: Evidence, weights: Weights) -> list[float]:
    """Return how likely the best turn is, and how likely if the question were about another.

    Where the question would find its answer much better if it named the other speaker, it puts
    one person's doing in the other's mouth.
    """
    asked = evidence.asked
    others = [p.turn.speaker for p in evidence.passages if p.turn.speaker != asked.subject]
    if not asked.subject or not others:
        return [0.0] * PREMISE
    rows = features(evidence)
    other = about(rows, evidence, Counter(others).most_common(1)[0][0])
    mine, theirs = (weights.score("turn", some) for some in (rows, other))
    own = np.array([p.turn.speaker == asked.subject for p in evidence.passages])
    best = float(mine[own].max(initial=LOW)) if own.any() else LOW
    return [
        float(mine.max() - theirs.max()) / 4,
        float(_total(mine) - _total(theirs)) / 4,
        (best - float(theirs[~own].max(initial=LOW))) / 4,
        float(mine.max()) / 8,
        float(theirs.max()) / 8,
    ]


def about(rows: Floats, evidence: Evidence, subject: str) -> Floats:
    """Return the rows as they would be if the question were about somebody else."""
    spoken = np.array([p.turn.speaker == subject for p in evidence.passages], dtype=np.float32)
    made = rows.copy()
    made[:, SUBJECT] = spoken
    for product, factor in OF_SUBJECT.items():
        made[:, product] = rows[:, factor] * spoken
    return made


def _total(scores: Floats) -> float:
    top = float(scores.max())
    return top + float(np.log(np.exp(scores - top).sum()))


def features(evidence: Evidence) -> Floats:
    """Return one row a turn, in an order that the weights rely on."""
    shown = bool({t.low for t in tokens(evidence.asked.text)} & words("photo"))
    scores = {(p.turn.session, p.turn.index): p.score for p in evidence.passages}
    rows = [
        [
            *_said(evidence, passage),
            *_when(passage, evidence.asked.window),
            float(bool(passage.turn.caption)),
            float(shown and bool(passage.turn.caption)),
            *dialogue.columns(evidence, passage, scores, float(_subject(passage, evidence.asked))),
        ]
        for passage in evidence.passages
    ]
    return np.array(rows, dtype=np.float32)


def _said(evidence: Evidence, passage: Passage) -> list[float]:
    """What the turn and those beside it hold of the question, and who speaks."""
    turn, asked = passage.turn, evidence.asked
    own = stems(turn.words)
    before = stems(passage.before.words) if passage.before else frozenset()
    after = stems(passage.after.words) if passage.after else frozenset()
    answers = float(passage.before is not None and passage.before.text.rstrip().endswith("?"))
    subject = float(_subject(passage, asked))
    held, best = evidence.weight(own), _best(evidence, passage)
    return [
        1 / (1 + passage.rank),
        float(passage.rank == 0),
        passage.score,
        *passage.legs,
        held,
        evidence.weight(before),
        evidence.weight(own | before),
        evidence.weight(own | before | after),
        evidence.weight(before) * answers,
        answers,
        subject,
        float(turn.text.rstrip().endswith("?")),
        min(len(turn.words), LONG) / LONG,
        passage.score * subject,
        held * subject,
        passage.legs[3] * subject,
        best,
        best * subject,
    ]


def _subject(passage: Passage, asked: Asked) -> bool:
    return passage.turn.speaker == asked.subject


def _best(evidence: Evidence, passage: Passage) -> float:
    """Return the most that one sentence holds of the question."""
    text = passage.turn.words
    return max((evidence.weight(stems(text[a:b])) for a, b in sentences(text)), default=0.0)


def _when(passage: Passage, window: Span | None) -> list[float]:
    """Whether the turn was said, or tells of something, at the time that the question names."""
    said = passage.turn.said_at
    if window is None or said is None or window.start is None or window.end is None:
        return [0.0] * 4
    day = said.replace(tzinfo=None)
    away = max((window.start - day).days, (day - window.end).days, 0)
    inside = window.start <= day < window.end
    return [1.0, float(inside), float(inside or away <= NEAR), float(_dated(passage, window))]


def _dated(passage: Passage, window: Span) -> bool:
    return any(
        (s.start and s.end)
        and (window.end is None or s.start < window.end)
        and (window.start is None or s.end > window.start)
        for s in passage.spans
    )


def tells_of(passage: Passage, window: Span) -> bool:
    """Say whether a turn was said at a time, or tells of something then; an undated one may."""
    if passage.turn.said_at is None or _dated(passage, window):
        return True
    day = passage.turn.said_at.replace(tzinfo=None)
    after = window.start is None or day >= window.start
    return after and (window.end is None or day < window.end)
