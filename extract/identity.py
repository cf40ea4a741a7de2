"""Which stored session a session of a file is: told by what was said, not by the file's name alone.

Formats of services give their conversations ids. In the plain format a file's name is all that
tells its sessions from those of another file, and files are renamed, copied and go on growing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tkg.extract.formats.format import under
from tkg.kg.counted import counted
from tkg.kg.memory import Memory
from tkg.kg.model import Session, Turn, digest
from tkg.kg.store.sessions import Namesake

RENAMED = "known already from a file of another name ({})"
APART = "named as in another file of this name, and stored beside those ({})"
REPLACED = "stored until now with other words under this name ({})"
OLDER = "left out: more of it is stored already ({})"


def settled(memory: Memory, sessions: Sequence[Session]) -> tuple[list[Session], list[str]]:
    """Return sessions under the names by which the store knows them, and what a user should know.

    A session is the stored one of its id that was read from the same place or says the same; else
    one that shares half of its turns (a file that was renamed and grew); else it is another one,
    and where its name is taken it is stored beside it.
    """
    placed = [s for s in sessions if s.place]
    known = memory.namesakes(placed) if placed else {}
    found, told = [], Counter[str]()
    for session in sessions:
        same = known.get((session.source, session.id), [])
        home = _home(memory, session, same)
        if home is not None:
            what = _told(memory, session, home)
            kept = None if what == OLDER else under(session, home.conversation)
        elif any(other.key == session.key for other in same):
            what, kept = APART, _beside(session)
        else:
            what, kept = None, session
        if kept is not None:
            found.append(kept)
        if what is not None:
            told[what.format((home or found[-1]).conversation)] += 1
    return found, [f"{counted(n, 'session')} {what}." for what, n in told.items()]


def _home(memory: Memory, session: Session, same: list[Namesake]) -> Namesake | None:
    """Return the stored session that this one is."""
    likely = (
        (o for o in same if o.place == session.place),
        (o for o in same if o.hash == session.hash),
        (o for o in same if o.key == session.key and not o.place),
        (o for o in same if _akin(memory, session, o)),
    )
    return next(chain.from_iterable(likely), None)


def _told(memory: Memory, session: Session, home: Namesake) -> str | None:
    """Return what to say of a session that is a stored one; None for what is nothing new."""
    if home.place == session.place:
        return None
    if home.place and set(map(_words, session.turns)) < _stored(memory, home):
        return OLDER
    if home.hash != session.hash and not _akin(memory, session, home):
        return REPLACED
    return RENAMED if home.conversation != session.conversation else None


def _beside(session: Session) -> Session:
    """Return a session under a name of its own, which it keeps while its first turn stays."""
    first = session.turns[0]
    return under(session, f"{session.conversation}~{digest(*map(str, _words(first)))[:4]}")


def _akin(memory: Memory, session: Session, other: Namesake) -> bool:
    """Say whether two sessions share half of the turns of the shorter one."""
    here, there = set(map(_words, session.turns)), _stored(memory, other)
    return 2 * len(here & there) >= min(len(here), len(there))


def _stored(memory: Memory, other: Namesake) -> set[tuple[object, ...]]:
    return set(map(_words, memory.session_turns([other.key])))


def _words(turn: Turn) -> tuple[object, ...]:
    return turn.speaker, turn.text, turn.said_at
