"""The extractor that the options of a command name."""

from __future__ import annotations

from tkg.extract.extractor import Extractor
from tkg.extract.session import named
from tkg.kg.memory import Memory


def chosen(
    memory: Memory,
    extractor: str,
    *,
    gate: str = "none",
    max_calls: int | None = None,
    max_cost: float | None = None,
) -> Extractor:
    """Return the extractor to use."""
    return named(extractor)
