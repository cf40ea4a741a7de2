"""What speaks for a turn, each reason as a number of about 0 to 1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tkg.kg.model import Role
from tkg.kg.search import legs
from tkg.kg.search.arrays import Floats, Ints, Posting, Rows
from tkg.kg.search.asked import Asked
from tkg.kg.search.traits import Moment, Traits

FEATURES = (
    "turn",
    "window",
    "wide",
    "session",
    "names",
    "covered",
    "covered_near",
    "speaker",
    "dated",
    "counts",
    "asks",
    "replies",
    "then",
    "soon",
    "tells",
    "vector",
    "vector_window",
    "vector_session",
)
WIDE = 4
"""How far a wide window reaches to either side, in turns."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a question and of every turn when the best of them are looked at closer.

    Attributes:
        words: Where the question's terms stand, speakers' names left out.
        names: Where those names stand.
        scores: What each leg thinks of every turn; those of the vectors are missing without any.
        speaker: 1 for every turn of whoever is asked about.
    """

    asked: Asked
    rows: Rows
    words: Mapping[str, Posting]
    names: Mapping[str, Posting]
    scores: Mapping[str, Floats]
    speaker: Floats
    moment: Moment


def features(found: Found, traits: Traits, replies: Floats, at: Ints) -> dict[str, Floats]:
    """Return what speaks for each of the turns at these rows, by name; the order is fixed.

    Args:
        found: The question and the turns.
        traits: What kind of turn each of those at `at` is.
        replies: 1 for each whose turn before ends in a question.
        at: Rows of the turns to look at, rising.
    """
    rows, asked = found.rows, found.asked
    moment = found.moment.at(at)
    return {
        "turn": scaled(found.scores["turn"][at]),
        "window": scaled(found.scores["window"][at]),
        "wide": scaled(_wide(rows, found.words, at)),
        "session": scaled(found.scores["session"][at]),
        "names": scaled(legs.turn(rows, found.names)[at]),
        "covered": covered(found, (at, at + 1)),
        "covered_near": covered(found, rows.windows(legs.REACH, at)),
        "speaker": found.speaker[at],
        "dated": traits.dated * asked.when,
        "counts": traits.counts * asked.count,
        "asks": traits.asks,
        "replies": replies,
        "then": moment.then,
        "soon": moment.soon,
        "tells": moment.tells,
        **_likeness(found, at),
    }


def _likeness(found: Found, at: Ints) -> dict[str, Floats]:
    like, rows = found.scores.get("vector"), found.rows
    if like is None:
        return {}
    best = np.maximum.reduceat(like, rows.firsts[:-1])
    return {
        "vector": like[at],
        "vector_window": found.scores["vector_window"][at],
        "vector_session": best[rows.sessions[at]],
    }


def covered(found: Found, stretch: tuple[Ints, Ints]) -> Floats:
    """Return how much of the question each stretch of turns holds, rare terms counting more."""
    size = len(found.rows)
    rarity = {
        word: np.log1p((size - len(p.rows) + 0.5) / (len(p.rows) + 0.5))
        for word, p in found.words.items()
    }
    unheard = len(found.asked.words) - len(found.words)
    total = sum(rarity.values()) + unheard * np.log1p((size + 0.5) / 0.5)
    held = np.zeros(len(stretch[0]), np.float32)
    for word, posting in found.words.items():
        held += np.float32(rarity[word] / total) * (posting.between(*stretch) > 0)
    return held


def _wide(rows: Rows, words: Mapping[str, Posting], at: Ints) -> Floats:
    """Score each of some turns by the words of a wide window around it."""
    stretch = rows.windows(WIDE, at)
    lengths = rows.window_lengths(WIDE)
    mean = float(lengths.mean())
    total = np.zeros(len(at), np.float32)
    for posting in words.values():
        tf = posting.between(*stretch)
        holding = windows_with(rows, posting, WIDE)
        total += legs.gain(tf, lengths[at], mean, holding, len(rows))
    return total


def windows_with(rows: Rows, posting: Posting, reach: int) -> int:
    """Return how many windows hold a term: the turns that are no further than `reach` from it."""
    starts, stops = rows.windows(reach, posting.rows)
    before = np.concatenate(([0], np.maximum.accumulate(stops)[:-1]))
    return int((stops - np.maximum(starts, before)).clip(0).sum())


def speaking(asked: Asked, voices: Mapping[tuple[str, Role], Ints], size: int) -> Floats:
    """Return 1 for every turn of whoever is asked about, else 0.

    "I" is the one who talks to an assistant, "you" the assistant; between people nobody knows.
    """
    score = np.zeros(size, np.float32)
    assisted = any(role is Role.ASSISTANT for _, role in voices)
    for (name, role), rows in voices.items():
        meant = (asked.me and role is Role.USER) or (asked.you and role is Role.ASSISTANT)
        if name in asked.speakers or (assisted and meant):
            score[rows] = 1
    return score


def scaled(score: Floats) -> Floats:
    """Return a score as a share of the best one."""
    best = score.max(initial=0)
    return np.asarray(score / best, np.float32) if best > 0 else score
