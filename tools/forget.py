"""The tool that erases what was said."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from tkg.kg.memory import Memory
from tkg.kg.store import erase

Kind = Literal["fact", "turn", "session"]


class Forgotten(BaseModel):
    """What an erasure takes away.

    Attributes:
        erased: Whether it has been done.
        note: What is left to do, where it has not.
    """

    summary: str
    erased: bool
    note: str | None = None


def forget(memory: Memory, id: str, kind: Kind = "fact", confirm: bool = False) -> Forgotten:
    """Erase a fact with the turns that say it, a turn, or a session, from disk and for good.

    Without `confirm` it only says what would go. Confirm only what the person has asked for.

    Args:
        memory: Where it is stored.
        id: Id of the fact, turn or session, as another tool gave it.
        kind: What the id names: "fact", "turn" or "session".
        confirm: Erase it; it cannot be undone.

    Returns:
        What goes, and whether it has gone.

    Raises:
        NothingFound: There is no such id.
    """
    names = [id]
    planned = erase.plan(
        memory.db,
        facts=names if kind == "fact" else (),
        turns=names if kind == "turn" else (),
        sessions=names if kind == "session" else (),
    )
    if not confirm:
        return Forgotten(
            summary=planned.summary, erased=False, note="Call again with confirm to erase it."
        )
    memory.erase(planned)
    return Forgotten(summary=planned.summary, erased=True)
