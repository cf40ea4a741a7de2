"""The store that a command works on, and the times it is asked about."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tkg.kg import config
from tkg.kg.errors import UsageError

if TYPE_CHECKING:
    from tkg.kg.memory import Memory


def opened(
    db: Path | None,
    *,
    write: bool = False,
    make: bool = False,
    searched: bool = False,
    reranker: str | None = None,
) -> Memory:
    """Open the store; a reading command never changes it, and only putting in makes one.

    A command that will search begins to load the embedder before anything else.
    """
    from tkg.kg.embed.named import PACKAGED, begin

    settings = config.load()
    if searched:
        begin(settings.embedder or PACKAGED)
    from tkg.kg.memory import Memory
    from tkg.kg.store.connection import expect

    place = db or settings.db
    if write and not make:
        expect(place)
    return Memory(
        place,
        read_only=not write,
        embedder=settings.embedder,
        reranker=reranker or settings.reranker or None,
    )


def moment_of(text: str | None, memory: Memory) -> datetime:
    """Return the instant of `--now`; without it, the clock's."""
    from tkg.kg.when import moment

    return memory.clock() if text is None else moment(text)


def bound(text: str | None, memory: Memory) -> datetime | None:
    """Return the instant of `--after` or `--before`; the resolver is loaded only for one."""
    if text is None:
        return None
    from tkg.kg.when import start_of

    return start_of(text, memory.clock())


def stretch(
    after: str | None, before: str | None, memory: Memory
) -> tuple[datetime | None, datetime | None]:
    """Return the instants of `--after` and `--before`.

    Raises:
        UsageError: One is no time, or the stretch ends before it begins.
    """
    first, last = bound(after, memory), bound(before, memory)
    if first and last and last < first:
        raise UsageError(f"--before {before} is earlier than --after {after}.")
    return first, last
