"""Whether the evidence is about what was asked, or only about something like it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.evidence import LEGS, Evidence, Passage
from tkg.answer.offline.features import FIRST_PERSON, SECOND_PERSON
from tkg.answer.offline.scorer import Floats, Weights
from tkg.answer.offline.tokens import sentences, stems, tokens
from tkg.answer.offline.turns import premise

KINDS = tuple(Kind)
NEAR = 10
"""Passages that count as the best evidence."""


def features(
    evidence: Evidence, chosen: Passage | None, best: Sequence[float], weights: Weights
) -> Floats:
    """Return one row for the question, in an order that the weights rely on.

    Args:
        evidence: All that was found.
        chosen: The passage that the answer was taken from.
        best: Scores of the best candidate answers, best first.
        weights: What the turns are judged by.
    """
    row = [
        *_whose(evidence),
        *premise(evidence, weights),
        *_held(evidence),
        *_ranked(evidence),
        *_of_choice(evidence, chosen),
        *_legs(evidence),
        *_margins(best),
        *_of_question(evidence.asked),
    ]
    return np.array([row], dtype=np.float32)


def _whose(evidence: Evidence) -> list[float]:
    """How much of the question stands in sentences about its subject, and about others."""
    mine = theirs = mine_turn = theirs_turn = mine_top = theirs_top = 0.0
    for passage in evidence.passages[:NEAR]:
        own, others = _sides(evidence, passage)
        mine, theirs = max(mine, own), max(theirs, others)
        whole = evidence.weight(stems(passage.turn.words))
        fade = passage.score
        if passage.turn.speaker == evidence.asked.subject:
            mine_turn, mine_top = max(mine_turn, whole), max(mine_top, fade)
        else:
            theirs_turn, theirs_top = max(theirs_turn, whole), max(theirs_top, fade)
    return [
        mine, theirs, mine - theirs, mine_turn, theirs_turn, mine_turn - theirs_turn,
        mine_top, theirs_top, mine_top - theirs_top,
    ]  # fmt: skip


def _sides(evidence: Evidence, passage: Passage) -> tuple[float, float]:
    """Return the share of the question in the subject's own sentences, and in those of others."""
    text, asked = passage.turn.words, evidence.asked
    by_subject = passage.turn.speaker == asked.subject
    named = asked.subject.casefold()
    own = others = 0.0
    for start, end in sentences(text):
        spoken = {t.low for t in tokens(text[start:end])}
        share = evidence.weight(stems(text[start:end]))
        first, second = bool(spoken & FIRST_PERSON), bool(spoken & SECOND_PERSON)
        about = (by_subject and not (second and not first)) or (
            not by_subject and ((second and not first) or named in spoken)
        )
        own, others = (max(own, share), others) if about else (own, max(others, share))
    return own, others


def _held(evidence: Evidence) -> list[float]:
    """How much of the question is nowhere in the best evidence."""
    near = evidence.passages[:NEAR]
    everything = frozenset(s for p in near for s in stems(p.turn.words))
    best = max((evidence.weight(stems(p.turn.words)) for p in near), default=0.0)
    around = max((evidence.weight(vicinity(p)) for p in near), default=0.0)
    most = max(evidence.rarity.values(), default=0.0)
    return [
        best,
        around,
        evidence.weight(everything),
        float(evidence.weight(everything) > 0.99),
        most / 8,
        len(evidence.asked.stems) / 10,
        float(bool(evidence.asked.names)),
        float(bool(evidence.unsaid)),
        float(all(any(n in p.turn.words.casefold() for p in near) for n in evidence.asked.names)),
    ]


def vicinity(passage: Passage) -> frozenset[str]:
    """Return the stems of a turn and of those beside it."""
    found = stems(passage.turn.words)
    for turn in (passage.before, passage.after):
        found |= stems(turn.words) if turn else frozenset()
    return found


def _ranked(evidence: Evidence) -> list[float]:
    """Who says the best turns, and by how much the first leads."""
    near = evidence.passages[:NEAR]
    by = [float(p.turn.speaker == evidence.asked.subject) for p in near]
    scores = [p.score for p in near]
    total = sum(scores) or 1.0
    return [
        by[0] if by else 0.0,
        sum(by[:3]) / 3,
        sum(b * s for b, s in zip(by, scores, strict=True)) / total,
        scores[1] if len(scores) > 1 else 0.0,
        scores[4] if len(scores) > 4 else 0.0,
        scores[-1] if scores else 0.0,
        evidence.top / 10,
    ]


def _of_choice(evidence: Evidence, chosen: Passage | None) -> list[float]:
    if chosen is None:
        return [0.0] * 6
    own, others = _sides(evidence, chosen)
    return [
        float(chosen.turn.speaker == evidence.asked.subject),
        1 / (1 + chosen.rank),
        chosen.score,
        evidence.weight(stems(chosen.turn.words)),
        own,
        others,
    ]


def _legs(evidence: Evidence) -> list[float]:
    """What the search thought of the best turns of the subject, and of others'."""
    mine, theirs = [0.0] * len(LEGS), [0.0] * len(LEGS)
    for passage in evidence.passages:
        side = mine if passage.turn.speaker == evidence.asked.subject else theirs
        side[:] = [max(a, b) for a, b in zip(side, passage.legs, strict=True)]
    return [*mine, *theirs, *(a - b for a, b in zip(mine, theirs, strict=True))]


def _margins(best: Sequence[float]) -> list[float]:
    padded = [*best, 0.0, 0.0, 0.0][:3]
    return [padded[0] / 10, (padded[0] - padded[1]) / 5, padded[1], padded[2]]


def _of_question(asked: Asked) -> list[float]:
    return [
        *(float(asked.kind == kind) for kind in KINDS),
        float(bool(asked.subject)),
        float(len(asked.people) > 1),
        float(bool(asked.other)),
        float(asked.many),
        1.0,
    ]
