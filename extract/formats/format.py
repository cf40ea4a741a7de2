"""What a format reader is, and how it makes sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from tkg.kg.model import Role, Session, Turn, digest


@dataclass(frozen=True, slots=True)
class Message:
    """One message as a format gives it.

    Attributes:
        id: The source's own id; "" makes one of the session's id and the position.
        said_at: None takes the session's.
    """

    speaker: str
    text: str
    role: Role = Role.USER
    said_at: datetime | None = None
    id: str = ""
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file that can be read.

    Attributes:
        name: As `--format` takes it, and as it is stored with every session.
        detects: Says whether parsed content is of this kind.
        read: Gives the sessions of (content, name of the file without its ending), oldest id
            first. Of a file of several people, the content of one of them.
        by_file: Whether nothing but its file tells a conversation from others.
        instances: For files that hold conversations of separate people: gives the content of
            each by its id. None where a file is one person's.
    """

    name: str
    detects: Callable[[Any], bool]
    read: Callable[[Any, str], Iterator[Session]]
    instances: Callable[[Any], dict[str, Any]] | None = None
    by_file: bool = False


def session(
    source: str,
    conversation: str,
    name: str,
    started_at: datetime | None,
    messages: Iterable[Message],
    title: str = "",
) -> Session:
    """Return a session with its keys; empty messages are left out.

    A time without a zone is taken as UTC, so that the same file means the same on any machine.
    """
    key = digest(source, conversation, name)
    start = zoned(started_at)
    said = [m for m in messages if m.text.strip() or m.caption.strip()]
    turns = tuple(_turn(key, name, index, message, start) for index, message in enumerate(said))
    return Session(key, source, conversation, name, start, turns, clean(title))


def under(session: Session, conversation: str) -> Session:
    """Return a session as one of another conversation."""
    if conversation == session.conversation:
        return session
    key = digest(session.source, conversation, session.id)
    turns = tuple(replace(t, key=digest(key, t.index), session=key) for t in session.turns)
    return replace(session, key=key, conversation=conversation, turns=turns)


def _turn(key: str, name: str, index: int, message: Message, start: datetime | None) -> Turn:
    return Turn(
        key=digest(key, index),
        id=message.id or f"{name}:{index + 1}",
        session=key,
        index=index,
        speaker=clean(message.speaker) or str(message.role),
        role=message.role,
        text=clean(message.text),
        said_at=zoned(message.said_at) or start,
        caption=clean(message.caption),
    )


def zoned(moment: datetime | None) -> datetime | None:
    """Return the moment with its zone, UTC where it has none."""
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=UTC)


def clean(text: str) -> str:
    r"""Return text that any store can hold: half surrogate pairs replaced, NULs dropped.

    >>> clean("a\ud83d b\x00") == "a\ufffd b"
    True
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\x00", "").strip()


def once(sessions: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Give every (id, content) a different id: the second "a" becomes "a#2"."""
    seen: dict[str, int] = {}
    for name, content in sessions:
        seen[name] = seen.get(name, 0) + 1
        yield (name if seen[name] == 1 else f"{name}#{seen[name]}"), content
