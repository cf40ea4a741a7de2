"""The memory and its parts. `Memory` is loaded when first used: it brings DuckDB with it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tkg.kg.memory import Memory as Memory

__all__ = ["Memory"]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    if name == "Memory":
        from tkg.kg.memory import Memory

        return Memory
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
