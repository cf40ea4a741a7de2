"""Embedders by name, as a user configures them; each is loaded once in a process."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING

from tkg.kg.errors import KgError, UsageError

if TYPE_CHECKING:
    from tkg.kg.embed.embedder import Embedder

PACKAGED = "packaged"

_loading = Lock()


def begin(name: str) -> None:
    """Load an embedder beside what comes next: a question will need it.

    What goes wrong is raised to whoever asks for the embedder afterwards.
    """
    # Not a daemon: a thread that is killed inside the runtime takes the process down with it.
    Thread(target=_try, args=(name,)).start()


def _try(name: str) -> None:
    with suppress(KgError):
        embedder(name)


def embedder(name: str) -> Embedder | None:
    """Return the embedder of this name; None where the packaged one is not installed.

    Raises:
        UsageError: There is none of that name.
    """
    if name == PACKAGED:
        with _loading:
            from tkg.kg.embed.onnx import packaged

            return packaged()
    raise UsageError(f"There is no embedder {name!r}.", hint=f"Embedders: {PACKAGED}.")
