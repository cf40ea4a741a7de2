"""The extractor that the options of a command name."""

from __future__ import annotations

from tkg.extract.extractor import Extractor
from tkg.extract.session import named
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory


def chosen(
    memory: Memory,
    extractor: str,
    *,
    gate: str = "none",
    max_calls: int | None = None,
    max_cost: float | None = None,
) -> Extractor:
    """Return the extractor to use.

    Raises:
        UsageError: There is none of that name, or no such gate, or no model is configured.
    """
    if gate != "none":
        _check(gate)
    if extractor != "llm":
        return named(extractor)
    from tkg.extract.gate import Gated
    from tkg.extract.llm import configured

    model = configured(max_calls=max_calls, max_cost=max_cost)
    if gate == "none":
        return model
    return Gated(model, gate, memory.said())


def _check(gate: str) -> None:
    from tkg.extract.gate import GATES

    if gate not in GATES:
        raise UsageError(f"There is no gate {gate!r}.", hint=f"Gates: {', '.join(GATES)}.")
