"""The tool that opens what was said around a fact or a hit."""

from __future__ import annotations

from datetime import UTC

from pydantic import BaseModel

from tkg.kg.errors import NothingFound
from tkg.kg.memory import Memory
from tkg.kg.model import Turn
from tkg.tools.entry import Quote, quote_turn

FURTHEST = 20
"""Turns shown before and after, at the most."""


class Passage(BaseModel):
    """Turns in the order of speaking."""

    id: str
    turns: list[Quote]


def open_source(memory: Memory, id: str, around: int = 2) -> Passage:
    """Show, word for word, the turns around a fact or a turn.

    Args:
        memory: Where the history is.
        id: Id of a fact or of a turn, as another tool gave it.
        around: How many turns before and after it to show.

    Returns:
        The turns in the order they were spoken.

    Raises:
        NothingFound: There is no such id.
    """
    opened = memory.turn(id)
    fact = None if opened else memory.fact(id)
    sources = [opened] if opened else memory.turns(fact.turns) if fact else []
    if not sources:
        raise NothingFound(
            f"There is no fact or turn {id!r}.", hint="Use an id that another tool gave."
        )
    reach = max(0, min(around, FURTHEST))
    near = {t.key: t for source in sources for t in memory.around(source, reach)}
    return Passage(
        id=id, turns=[quote_turn(t, memory.session_id(t)) for t in sorted(near.values(), key=place)]
    )


def place(turn: Turn) -> tuple[str, str, int]:
    """Return where a turn stands in the order of speaking; undated sessions come first."""
    said = turn.said_at.astimezone(UTC).isoformat() if turn.said_at else ""
    return said, turn.session, turn.index
