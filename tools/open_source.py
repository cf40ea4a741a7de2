"""The tool that opens what was said around a fact or a hit."""

from __future__ import annotations

from pydantic import BaseModel

from tkg.kg.errors import NothingFound
from tkg.kg.memory import Memory
from tkg.tools.entry import Quote, quote_turn


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
    turn = memory.turn(id)
    if turn is None:
        known = next((k for k in memory.facts() if k.id == id), None)
        turn = memory.turn(known.fact.turns[0]) if known else None
    if turn is None:
        raise NothingFound(
            f"There is no fact or turn {id!r}.", hint="Use an id that another tool gave."
        )
    near, session = memory.around(turn, max(0, min(around, 20))), memory.session_id(turn)
    return Passage(id=id, turns=[quote_turn(t, session) for t in near])
