"""The question as a tool: what an agent that has no model of ours asks the memory."""

from __future__ import annotations

from pydantic import BaseModel

from tkg.answer.question import ask as answered
from tkg.kg.memory import Memory
from tkg.tools.entry import Quote, minute
from tkg.tools.quotation import Said


class Served(BaseModel):
    """An answer with the turns it rests on, or a decline.

    Attributes:
        reason: Why it was declined or found.
        when: When the thing that was asked about happened, in words.
    """

    answer: Said
    abstained: bool
    reason: Said | None = None
    when: str | None = None
    confidence: float
    citations: list[Quote]


def ask(
    memory: Memory, question: str, as_of: str | None = None, known_at: str | None = None
) -> Served:
    """Answer a question from memory with the sentences it rests on, or say that it is not there.

    Use it first. Where it declines or its confidence is low, list facts or search the history.

    Args:
        memory: Where to look.
        question: In plain words, one question.
        as_of: A time in the world that it is about, such as "March 2026".
        known_at: A time: only what had been said by then.

    Returns:
        The answer, whether it was declined, and the quotations.

    Raises:
        UsageError: A time cannot be read.
    """
    found = answered(memory, question, as_of=as_of, known_at=known_at)
    return Served(
        answer=found.answer,
        abstained=found.abstained,
        reason=found.reason or None,
        when=found.event.text if found.event else None,
        confidence=round(found.confidence, 2),
        citations=[
            Quote(
                turn_id=cited.turn_id,
                session_id=cited.session_id,
                speaker=cited.speaker,
                said_at=minute(cited.said_at),
                quoted=cited.quote,
            )
            for cited in found.citations
        ],
    )
