"""Read the times and names that a caller gives as words."""

from __future__ import annotations

import difflib
import re
from datetime import datetime

from tkg.kg.counted import counted
from tkg.kg.errors import NothingFound, UsageError
from tkg.kg.graph.holders import holders
from tkg.kg.memory import Memory
from tkg.temporal.query import window
from tkg.temporal.span import Span
from tkg.tools.quotation import named

ACCEPTED = "Say 2023-05-07, 2023-05, 2023, 7 May 2023, May 2023, last month or similar."
MENTIONS = 10
"""Turns counted for a name that no fact is about."""
HOLDERS = 3
"""Those named whose facts have it for a value."""
YEAR = re.compile(r"\s*(\d{4})\s*")


def date(words: str, now: datetime) -> Span:
    """Return the stretch of time that words name and nothing but name.

    Raises:
        UsageError: They name none, or hold more than it ("30 Feb 2023" is not a date).
    """
    year = YEAR.fullmatch(words)
    found = window(f"in {year[1]}" if year else words, now)
    rest = "" if year or found is None else words.replace(found.expr, "", 1)
    if (
        found is None
        or found.start is None
        or found.end is None
        or any(character.isdigit() for character in rest)
    ):
        raise UsageError(f"{words!r} is not a date.", hint=ACCEPTED)
    return found


def nearest(memory: Memory, name: str, count: int = 3) -> list[str]:
    """Return the known names that look most like this one."""
    known = {known.casefold(): known for known in memory.entities()}
    return [known[n] for n in difflib.get_close_matches(name.casefold(), known, count, 0.6)]


def unknown(memory: Memory, name: str) -> NothingFound:
    """Return the error that says that nothing is known by a name, and which names are like it."""
    near = [named(found) for found in nearest(memory, name)]
    stored, hits = memory.stats(), len(memory.search(name, k=MENTIONS))
    count = f"{hits} or more" if hits == MENTIONS else str(hits)
    turns, whose = counted(int(stored["turns"] or 0), "turn"), holders(memory.db, name)[:HOLDERS]
    return NothingFound(
        f"0 facts about {name!r} among {stored['facts']} stored; anything of it in {count} of"
        f" {turns}.",
        hint=(f"Known names like it: {', '.join(near)}. " if near else "")
        + (f"Facts about {', '.join(map(named, whose))} name it. " if whose else "")
        + ("Search the history." if hits else "Answer that it is not in memory."),
    )
