"""Vectors from any server that speaks the OpenAI embeddings protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tkg.kg.embed.embedder import Vectors, unit
from tkg.kg.embed.named import ENDPOINT
from tkg.kg.embed.pieces import pieces
from tkg.kg.errors import ModelError
from tkg.kg.llm.embeddings import EmbeddingsServer

AT_ONCE = 64
"""Texts of one request."""
TOKENS = 500
"""What every such model takes at once."""


class EndpointEmbedder:
    """A model on a server; how long its vectors are is known from its first reply."""

    def __init__(self, model: str, server: EmbeddingsServer) -> None:
        """Name the model; nothing is sent yet."""
        self.name = ENDPOINT + model
        self.dimensions = 0
        self._server = server

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector a text.

        Raises:
            ModelError: The server could not be reached, or sent something else.
        """
        # Servers refuse an empty text.
        sent = [text if text.strip() else "-" for text in texts]
        rows: list[list[float]] = []
        for start in range(0, len(sent), AT_ONCE):
            rows += self._server.numbers(sent[start : start + AT_ONCE])
        return self._vectors(rows)

    def _vectors(self, rows: list[list[float]]) -> Vectors:
        lengths = {len(row) for row in rows} | ({self.dimensions} - {0})
        if len(lengths) > 1 or 0 in lengths:
            raise ModelError(f"The embeddings server sent vectors of lengths {sorted(lengths)}.")
        self.dimensions = lengths.pop() if lengths else 0
        return unit(np.array(rows, np.float32).reshape(len(rows), self.dimensions))

    def pieces(self, text: str) -> list[str]:
        """Return the text whole, or overlapping parts that any model takes."""
        return pieces(text, TOKENS)
