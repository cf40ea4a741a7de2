"""What the packaged model makes of each word where it stands, as numbers for the scorer.

The model was trained to compare texts, but what it makes of a word in its sentence tells nouns from
verbs, names from things, and what goes with a question from what does not: all that a table of
words cannot.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.pool import Pool
from tkg.answer.offline.tokens import Token
from tkg.kg.embed.embedder import Contextual, States

Floats = NDArray[np.float32]
AXES = 16
"""Directions kept of a state; with twice as many the scorer learns its examples by heart."""
COLUMNS = 5 * AXES + 15
WIDE = 3.0
"""Standard deviations that count as 1."""
READERS = 2
"""Turns read at once. Reading them is half of the time that an answer takes."""
OPENING = 3
"""Pieces at the head of a question that say what it asks for ("what kind of")."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The directions in which words differ most.

    Attributes:
        model: Name of the embedder whose states these are.
        mean: [dimensions]
        axes: [dimensions, AXES], scaled so that most words lie within 1.
    """

    model: str
    mean: Floats
    axes: Floats


def basis(model: str, states: Floats) -> Basis:
    """Return the principal directions of many states, [pieces, dimensions]."""
    mean = states.mean(axis=0)
    _, vectors = np.linalg.eigh(np.cov((states - mean).T))
    axes = vectors[:, ::-1][:, :AXES]
    wide = ((states - mean) @ axes).std(axis=0) * WIDE
    return Basis(model, mean.astype(np.float32), (axes / wide).astype(np.float32))


def columns(evidence: Evidence, pool: Pool, basis: Basis) -> Floats:
    """Return one row a phrase; zeros where the memory has no such model."""
    model = evidence.model
    if model is None or model.name != basis.model or not pool.words:
        return np.zeros((len(pool.first), COLUMNS), np.float32)
    words = _words(model, pool, len(basis.mean))
    asked = model.states(evidence.asked.text)
    placed = _placed(pool, ((words - basis.mean) @ basis.axes).astype(np.float32))
    return np.hstack([placed, _likeness(pool, words, asked)]).astype(np.float32)


def _words(model: Contextual, pool: Pool, dimensions: int) -> Floats:
    """Return the state of every word: the mean over its pieces."""
    rows = np.zeros((len(pool.words), dimensions), np.float32)
    texts = [passage.turn.words.replace("\u2019", "'") for passage in pool.passages]
    with ThreadPoolExecutor(READERS) as readers:
        read = list(readers.map(model.states, texts))
    for number, states in enumerate(read):
        at = np.flatnonzero(pool.passage == number)
        rows[at] = of_words(states, [pool.words[n] for n in at.tolist()])
    return rows


def of_words(states: States, words: Sequence[Token]) -> Floats:
    """Return the mean state of the pieces of each word; zeros for a word past the last piece.

    Most words are one piece: these are copied all at once.
    """
    real = states.ends > states.starts
    vectors = states.vectors[real]
    first = np.searchsorted(states.ends[real], [w.start for w in words], side="right")
    after = np.searchsorted(states.starts[real], [w.end for w in words], side="left")
    rows = np.zeros((len(words), states.vectors.shape[1]), np.float32)
    whole = after - first == 1
    rows[whole] = vectors[first[whole]]
    for n in np.flatnonzero(after - first > 1).tolist():
        rows[n] = vectors[first[n] : after[n]].mean(axis=0)
    return rows


def _placed(pool: Pool, states: Floats) -> Floats:
    """Return the states before a phrase, of its ends, after it, and their mean inside."""
    padded = np.vstack([states, np.zeros((1, states.shape[1]), np.float32)])
    before, after = _around(pool)
    return np.hstack(
        [padded[before], padded[pool.first], padded[pool.last], padded[after], _mean(pool, states)]
    )


def _around(pool: Pool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the words beside each phrase in its sentence; past the end where there is none."""
    size = len(pool.words)
    sentence = np.append(pool.sentence, -1)
    before, after = pool.first - 1, (pool.last + 1) % (size + 1)
    return (
        np.where(sentence[before] == sentence[pool.first], before, size),
        np.where(sentence[after] == sentence[pool.last], after, size),
    )


def _mean(pool: Pool, values: Floats) -> Floats:
    total = np.concatenate([np.zeros((1, values.shape[1])), np.cumsum(values, axis=0)])
    length = (pool.last - pool.first + 1)[:, None]
    return np.asarray((total[pool.last + 1] - total[pool.first]) / length, np.float32)


def _likeness(pool: Pool, words: Floats, asked: States) -> Floats:
    """Return how like the question the words of a phrase, around it, and its sentence are."""
    unit = _unit(words)
    whole = _unit(asked.vectors.mean(axis=0, keepdims=True))[0]
    pieces = _unit(asked.vectors[asked.ends > asked.starts])
    each = unit @ pieces.T
    by_word = np.stack([unit @ whole, each.max(axis=1), each[:, :OPENING].mean(axis=1)], axis=1)
    padded = np.vstack([by_word, np.zeros((1, 3), np.float32)])
    before, after = _around(pool)
    beside = np.stack([padded[before][:, 0], padded[after][:, 0]], axis=1)
    sentences = _sentences(pool, words, each, whole)[pool.sentence[pool.first]]
    return np.hstack(
        [padded[pool.first], padded[pool.last], _mean(pool, by_word), beside, sentences]
    )


def _sentences(pool: Pool, words: Floats, each: Floats, whole: Floats) -> Floats:
    """Return how much of the question each sentence holds, alone and beside the best."""
    rows = []
    for number in range(int(pool.sentence[-1]) + 1):
        inside = pool.sentence == number
        mean = _unit(words[inside].mean(axis=0, keepdims=True))[0]
        rows.append((each[inside].max(axis=0).mean(), mean @ whole))
    found = np.array(rows, np.float32)
    return np.hstack([found, found - found.max(axis=0)])


def _unit(vectors: Floats) -> Floats:
    length = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
    return np.asarray(vectors / length, np.float32)
