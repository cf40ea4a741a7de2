"""Embedders by name, as a user configures them."""

from __future__ import annotations

from tkg.kg.embed.embedder import Embedder
from tkg.kg.errors import UsageError


def embedder(name: str) -> Embedder | None:
    """Return the embedder of this name; None where the packaged one is not installed.

    Raises:
        UsageError: There is none of that name.
    """
    if name == "packaged":
        from tkg.kg.embed.onnx import packaged

        return packaged()
    raise UsageError(f"There is no embedder {name!r}.", hint="Embedders: packaged.")
