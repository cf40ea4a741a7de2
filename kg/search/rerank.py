"""Read what a search found against the question, with a cross-encoder: slower, and closer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Protocol

from tkg.kg.model import Hit

DEPTH = 50
"""Hits that are read again; those behind them stay behind."""


class Reranker(Protocol):
    """Says how well each text answers a question.

    Attributes:
        name: What it is.
    """

    name: str

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one number a text, higher is better."""
        ...


class CrossEncoder:
    """Any cross-encoder of the sentence-transformers library, by its public name or folder."""

    def __init__(self, model: str) -> None:
        """Load the model.

        Raises:
            UsageError: The library is not installed, or there is no such model.
        """
        from tkg.kg.embed.sentences import load

        self.name = model
        self._model = load("CrossEncoder", model)

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one number a text, higher is better."""
        pairs = [(question, text) for text in texts]
        return [float(score) for score in self._model.predict(pairs, show_progress_bar=False)]


@cache
def named(model: str) -> Reranker:
    """Return the cross-encoder of this name or folder, loaded once."""
    return CrossEncoder(model)


def reranked(reranker: Reranker, question: str, hits: Sequence[Hit]) -> list[Hit]:
    """Return the hits as the reranker orders the first of them; their scores are its own.

    Those it did not read come behind, in their order, each one point lower than the one before.
    """
    if not hits:
        return []
    first, rest = hits[:DEPTH], hits[DEPTH:]
    scores = reranker.scores(question, [hit.text for hit in first])
    read = sorted(
        (replace(hit, score=score) for hit, score in zip(first, scores, strict=True)),
        key=lambda hit: (-hit.score, hit.key),
    )
    least = read[-1].score
    return read + [replace(hit, score=least - place) for place, hit in enumerate(rest, start=1)]
