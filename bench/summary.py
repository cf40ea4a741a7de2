"""A rolling summary: what a model keeps of a talk, written anew after every session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tkg.bench.lines import line
from tkg.kg.llm.chat import Chat, Message, Reply, Request
from tkg.kg.model import Session

WORDS = 200
RULE = (
    f"You keep a summary of a long talk, of at most {WORDS} words. You are given the summary so "
    "far and the next session. Write the new summary and nothing else: who the people are, what "
    "changed and when, what they plan. Drop what no longer matters."
)


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary as it stood after a session.

    Attributes:
        at: When the session began.
    """

    at: datetime | None
    text: str


def rolling(chat: Chat, model: str, sessions: Sequence[Session]) -> Iterator[tuple[Summary, Reply]]:
    """Give the summary after each session, oldest first, with the reply that it came in."""
    text = "(nothing yet)"
    dated = [s for s in sessions if s.started_at]
    for session in sorted(dated, key=lambda s: (s.started_at, s.key)):
        said = "\n".join(line(t) for t in session.turns)
        asked = f"Summary so far:\n{text}\n\nNext session:\n{said}"
        reply = chat.complete(
            Request(
                model=model,
                messages=(Message(role="system", text=RULE), Message(role="user", text=asked)),
            )
        )
        text = reply.text.strip() or text
        yield Summary(session.started_at, text), reply


def known_at(summaries: Sequence[Summary], moment: datetime | None) -> str:
    """Return the summary as it stood at a moment, the last one where it is None; else ""."""
    told = [s.text for s in summaries if moment is None or (s.at and s.at <= moment)]
    return told[-1] if told else ""
