"""Put an answer to the check, whoever gave it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tkg.answer.answer import Answer, Citation, decline
from tkg.answer.check import misplaced, problems, superseded
from tkg.answer.offline.tokens import tokens
from tkg.answer.put import Question
from tkg.answer.seen import Seen, of_answer, of_citations, rivals, subject_of
from tkg.kg.memory import Memory

PAST = re.compile(
    r"\b(did|was|were|had|used to|before|previous\w*|former\w*|first|ago|in \d{4}|when)\b", re.I
)
"""What lets a value that has ended answer a question."""


def wrong(
    memory: Memory, said: str, citations: Sequence[Citation], seen: Seen, question: Question
) -> list[str]:
    """Return what an answer says that the evidence does not hold, in words."""
    found = problems(said, seen, question.now)
    found += misplaced(citations, _subject(memory, citations, question))
    return [*found, *([] if _past(question) else superseded(said, seen.facts))]


def checked(memory: Memory, question: Question, found: Answer) -> Answer:
    """Return an answer if what it rests on holds it, else a decline that says what is missing.

    What stands in the citations is not looked up again: this runs behind every answer.
    """
    if found.abstained or not question.check:
        return found
    missing = problems(found.answer, of_citations(question, found), question.now)
    if missing:
        missing = problems(found.answer, of_answer(memory, question, found), question.now)
    missing += misplaced(found.citations, _subject(memory, found.citations, question))
    # An answer from a fact was given with its status in view; a phrase of a turn was not.
    if not _past(question) and not any(c.fact_id for c in found.citations):
        missing += superseded(found.answer, rivals(memory, found))
    if not missing:
        return found
    told = decline(f"The evidence does not hold {'; '.join(missing)}.", reader=found.reader)
    return replace(told, trace=(*found.trace, f"check failed: {'; '.join(missing)}"))


def _past(question: Question) -> bool:
    return bool(PAST.search(question.text)) or question.as_of is not None


def _subject(memory: Memory, citations: Sequence[Citation], question: Question) -> str:
    """Return whom the question is about; "" where one of them speaks in what is cited."""
    asked = {t.low for t in tokens(question.text)}
    if any(set(c.speaker.casefold().split()) & asked for c in citations):
        return ""
    return subject_of(memory, question)
