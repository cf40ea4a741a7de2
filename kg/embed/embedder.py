"""What an embedder is: texts in, unit vectors out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into vectors whose inner product is their likeness.

    Attributes:
        name: Stored with the vectors; those of two embedders are never mixed.
        dimensions: Length of a vector; 0 where that is not known before the first.
    """

    name: str
    dimensions: int

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one vector of length 1 a text, `[len(texts), dimensions]`.

        A text gets the same vector alone and among others.
        """
        ...

    def pieces(self, text: str) -> list[str]:
        """Return the text whole, or overlapping parts of one too long to be read at once."""
        ...


def unit(vectors: Vectors) -> Vectors:
    """Return vectors of length 1."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


@dataclass(frozen=True, slots=True)
class States:
    """What a model makes of each word piece of a text where it stands.

    Attributes:
        vectors: [pieces, dimensions]
        starts: Offset of the first character of each piece; its end for signs of the model's own.
        ends: Offset after the last one.
    """

    vectors: Vectors
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]


@runtime_checkable
class Contextual(Protocol):
    """An embedder that also gives away what it makes of each word."""

    name: str

    def states(self, text: str) -> States:
        """Return the states of the word pieces of a text, cut where the model cuts it."""
        ...
