"""Vectors from any model of the sentence-transformers library, which is an extra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tkg.kg.embed.embedder import Vectors, unit
from tkg.kg.embed.pieces import pieces
from tkg.kg.errors import UsageError

PREFIX = "sentence-transformers:"
"""Before the model's name, where its vectors are remembered."""
TOKENS = 256
"""Taken at once by a model that does not say how much it takes."""
MISSING = "pip install 'tkg[sentence-transformers]'"


class SentenceEmbedder:
    """A model by its public name or its folder."""

    def __init__(self, model: str) -> None:
        """Load the model.

        Raises:
            UsageError: The library is not installed, or there is no such model.
        """
        self.name = PREFIX + model
        self._model = load("SentenceTransformer", model)
        self.dimensions = _dimensions(self._model)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text."""
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        found = self._model.encode(list(texts), convert_to_numpy=True, show_progress_bar=False)
        return unit(np.asarray(found, np.float32))

    def pieces(self, text: str) -> list[str]:
        """Return the text whole, or overlapping parts of what the model takes at once."""
        return pieces(text, int(getattr(self._model, "max_seq_length", 0) or TOKENS))


def _dimensions(model: Any) -> int:
    # Version 6 renamed the method, and warns of the old name.
    new = getattr(model, "get_embedding_dimension", None)
    return int((new or model.get_sentence_embedding_dimension)() or 0)


def load(kind: str, model: str) -> Any:
    """Return a model of the library, loaded.

    Args:
        kind: The library's class: SentenceTransformer or CrossEncoder.
        model: Public name or folder.

    Raises:
        UsageError: The library is not installed, or there is no such model.
    """
    try:
        import sentence_transformers
    except ImportError as error:
        raise UsageError(
            f"The model {model!r} needs sentence-transformers.", hint=MISSING
        ) from error
    try:
        return getattr(sentence_transformers, kind)(model)
    except (OSError, ValueError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise UsageError(f"The model {model!r} cannot be loaded: {first}") from error
