"""Store one thing that was just said: what an agent calls while it talks."""

from __future__ import annotations

from pydantic import BaseModel

from tkg.extract.formats.format import Message, session
from tkg.extract.session import ingest_sessions
from tkg.kg.errors import UsageError
from tkg.kg.memory import Memory
from tkg.kg.model import Role, digest
from tkg.kg.when import start_of

NAME = "remembered"
OWNER = "user"
"""What the owner of a memory is called where nobody has said another name."""


class Remembered(BaseModel):
    """What was done.

    Attributes:
        stored: False where the same words of the same day were stored already.
        facts: What was read in them; the words themselves are kept and searched in any case.
        redacted: Secrets that were replaced before storing.
    """

    turn_id: str
    stored: bool
    facts: int = 0
    redacted: int = 0


def remember(
    memory: Memory, text: str, speaker: str | None = None, said_at: str | None = None
) -> Remembered:
    """Store something that was said, so that it can be found and answered from later.

    Give it as it was said, in the first person ("I moved to Lisbon last week"), not as a summary:
    the words, who said them and when are kept, and facts are read from them. Storing the same
    again changes nothing, so a call that timed out may be repeated.

    Args:
        memory: Where to store it.
        text: The words that were said.
        speaker: Who said them: a name, or "assistant"; the owner of the memory where left out.
        said_at: When, such as 2023-05-07 or "yesterday"; now where left out.

    Returns:
        The id of what was stored, and how many facts were read in it.

    Raises:
        UsageError: There are no words, or the time cannot be read.
    """
    if not text.strip():
        raise UsageError("There is nothing to remember.", hint="Give the words as `text`.")
    now = memory.clock()
    said = start_of(said_at, now) if said_at else now
    who = _speaker(memory, speaker or OWNER)
    name = f"{NAME}-{said:%Y-%m-%d}-{digest(who, text)[:8]}"
    role = Role.ASSISTANT if who.casefold() == "assistant" else Role.USER
    told = session(NAME, "agent", name, said, [Message(who, text, role)])
    known = memory.turn(f"{name}:1")
    if known is not None:
        return Remembered(turn_id=known.id, stored=False)
    report = ingest_sessions(memory, [told])
    return Remembered(
        turn_id=f"{name}:1",
        stored=report.sessions == 1,
        facts=report.facts,
        redacted=report.redacted,
    )


def _speaker(memory: Memory, given: str) -> str:
    """Return who speaks: "user" is a role, which the owner of the memory plays under a name."""
    return (memory.owner() or given) if given.casefold() == OWNER else given
