"""Put an answer to the check, whoever gave it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tkg.answer.answer import Answer, Citation, decline
from tkg.answer.check import misplaced, problems, superseded
from tkg.answer.offline.tokens import stems, tokens
from tkg.answer.planted import planted, trusted
from tkg.answer.put import Question, Reader
from tkg.answer.seen import Seen, of_answer, of_citations, rivals, subject_of
from tkg.answer.unordered import Unordered
from tkg.kg.memory import Memory

PAST = re.compile(
    r"\b(did|was|were|had|used to|before|previous\w*|former\w*|first|ago|in \d{4}|when)\b", re.I
)
"""What lets a value that has ended answer a question."""
GAP = re.compile(r"\s{9,}")
"""An order that was blanked: none is shorter, and no text has as many spaces."""


def wrong(
    memory: Memory, said: str, citations: Sequence[Citation], seen: Seen, question: Question
) -> list[str]:
    """Return what an answer says that the evidence does not hold, in words."""
    found = problems(said, seen, question.now)
    found += misplaced(citations, _subject(memory, citations, question))
    return [*found, *([] if _past(question) else superseded(said, seen.facts))]


def checked(memory: Memory, question: Question, reader: Reader, found: Answer) -> Answer:
    """Return an answer if what it rests on holds it, else a decline that says what is missing.

    What stands in the citations is not looked up again: this runs behind every answer. One that
    says what only an order says is read once more from a memory without its orders.
    """
    if found.abstained or not question.check:
        return found
    if _obeyed(found, question):
        again = reader.read(Unordered(memory), question)
        found = found if again.abstained else _marked(again)
    missing = problems(found.answer, of_citations(question, found), question.now)
    if missing:
        missing = problems(found.answer, of_answer(memory, question, found), question.now)
    missing += [*_obeyed(found, question), *_echoed(found, question)]
    missing += misplaced(found.citations, _subject(memory, found.citations, question))
    # An answer from a fact was given with its status in view; a phrase of a turn was not.
    if not _past(question) and not any(c.fact_id for c in found.citations):
        missing += superseded(found.answer, rivals(memory, question, found))
    if not missing:
        return found
    told = decline(
        f"The evidence does not hold {'; '.join(missing)}.{_nearest(found)}", reader=found.reader
    )
    return replace(told, trace=(*found.trace, f"check failed: {'; '.join(missing)}"))


def _obeyed(found: Answer, question: Question) -> list[str]:
    """Return the problem that an answer says what only an order in the cited turns says."""
    quotes = [c.quote for c in found.citations]
    if not any(map(planted, quotes)):
        return []
    held = stems(question.text).union(*(stems(trusted(quote)) for quote in quotes))
    beyond = stems(found.answer) - held
    return ["what an order to the reader claims"] if beyond else []


def _marked(found: Answer) -> Answer:
    """Return an answer whose quotations show where an order was left out."""
    cited = (replace(c, quote=GAP.sub(" [...] ", c.quote).strip()) for c in found.citations)
    return replace(found, answer=GAP.sub(" [...] ", found.answer), citations=tuple(cited))


def _echoed(found: Answer, question: Question) -> list[str]:
    """Return the problem that an answer says no more than the question did."""
    said, asked = stems(found.answer), stems(question.text)
    alternatives = " or " in question.text.casefold()
    if not said or not said <= asked or alternatives or found.answer.casefold() in ("yes", "no"):
        return []
    return ["more than the question says itself"]


def _nearest(found: Answer) -> str:
    """Say what is known instead."""
    if not found.citations:
        return ""
    near = found.citations[0]
    day = f" on {near.said_at.day} {near.said_at:%B %Y}" if near.said_at else ""
    return f" The nearest is what {near.speaker} said{day} ({near.turn_id})."


def _past(question: Question) -> bool:
    return bool(PAST.search(question.text)) or question.as_of is not None


def _subject(memory: Memory, citations: Sequence[Citation], question: Question) -> str:
    """Return whom the question is about; "" where one of them speaks in what is cited."""
    asked = {t.low for t in tokens(question.text)}
    if any(set(c.speaker.casefold().split()) & asked for c in citations):
        return ""
    return subject_of(memory, question)
