"""Embedders by name, as a user configures them; each is loaded once in a process."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING

from tkg.kg.errors import EmbedderMismatch, KgError, UsageError

if TYPE_CHECKING:
    import duckdb

    from tkg.kg.embed.embedder import Embedder

PACKAGED = "packaged"
ENDPOINT = "openai:"

_loading = Lock()
_loaded: dict[str, Embedder | None] = {}


def begin(name: str) -> None:
    """Load an embedder for one question, beside what comes next.

    What goes wrong is raised to whoever asks for the embedder afterwards.
    """
    # Not a daemon: a thread that is killed inside the runtime takes the process down with it.
    Thread(target=_try, args=(name,)).start()


def _try(name: str) -> None:
    with suppress(KgError):
        embedder(name, once=True)


def embedder(name: str, *, once: bool = False) -> Embedder | None:
    """Return the embedder of this name; None where the packaged one is not installed.

    Args:
        name: "packaged"; "openai:MODEL" for a model on a server; else the public name or the folder
            of a sentence-transformers model. The names that are stored with vectors do as well.
        once: Make it ready for one text rather than for many; one that is loaded stays as it is.

    Raises:
        UsageError: There is none of that name, or it needs what is not installed.
    """
    with _loading:
        if name not in _loaded:
            _loaded[name] = _load(name, once=once)
        return _loaded[name]


def of_store(db: duckdb.DuckDBPyConnection) -> Embedder | None:
    """Return the embedder that made a store's vectors; for a new store the packaged one.

    Raises:
        EmbedderMismatch: It cannot be had here.
    """
    from tkg.kg.search.index import made_by

    maker = made_by(db)
    try:
        return embedder(maker.embedder if maker else PACKAGED)
    except UsageError as error:
        if maker is None:
            raise
        raise EmbedderMismatch(
            f"The store's vectors were made by {maker.embedder}. {error}"
        ) from error


def _load(name: str, *, once: bool) -> Embedder | None:
    from tkg.kg.embed.onnx import NAME, packaged

    if name in (PACKAGED, NAME):
        return packaged(once=once)
    if name.startswith(ENDPOINT):
        return _endpoint(name.removeprefix(ENDPOINT))
    from tkg.kg.embed.sentences import PREFIX, SentenceEmbedder

    return SentenceEmbedder(name.removeprefix(PREFIX))


def _endpoint(model: str) -> Embedder:
    from tkg.kg import config
    from tkg.kg.embed.endpoint import EndpointEmbedder
    from tkg.kg.llm.embeddings import EmbeddingsServer

    settings = config.load()
    return EndpointEmbedder(model, EmbeddingsServer(model, settings.embed_url, settings.embed_key))


def check(name: str) -> None:
    """Check the files of an embedder, given by the name that is stored with its vectors.

    Raises:
        KgError: They are not those that were tested.
    """
    from tkg.kg.embed.onnx import NAME, verify, weights

    if name == NAME and (model := weights()) is not None:
        verify(model)
