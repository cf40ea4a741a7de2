"""From conversations to facts. `ingest` is loaded when first used."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tkg.extract.session import ingest as ingest

__all__ = ["ingest"]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for."""
    if name == "ingest":
        from tkg.extract.session import ingest

        return ingest
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
