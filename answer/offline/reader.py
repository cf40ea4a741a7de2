"""Answer without a model: from the facts by slot, and from the best phrases of what was said."""

from __future__ import annotations

from dataclasses import dataclass, field

from tkg.answer.answer import Answer, decline
from tkg.answer.offline import between, slots, times, values
from tkg.answer.offline.asked import Kind
from tkg.answer.offline.doubt import settled
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.look import look, understood
from tkg.answer.offline.scorer import Weights, packaged
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.temporal.query import window

NOTHING = "Nothing that was said has anything of the question in it."
UNFIT = "The nearest turns hold nothing of the kind that was asked for."


@dataclass(frozen=True, slots=True)
class OfflineReader:
    """Reads the stored clauses, times and facts; no model, no parser, no network."""

    weights: Weights = field(default_factory=packaged)

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer, or decline."""
        by_slot = slots.answer(memory, understood(memory, question.text), question)
        if by_slot is not None:
            return by_slot
        evidence = look(memory, question)
        if not evidence.passages:
            return decline(NOTHING)
        found = between.found(memory, question, self.weights)
        found = found or read(evidence, question, self.weights)
        return settled(evidence, found, self.weights) if found else decline(UNFIT)


def read(evidence: Evidence, question: Question, weights: Weights) -> Found | None:
    """Return what the evidence says, before it is decided whether to say it."""
    kind = evidence.asked.kind
    if kind not in (Kind.WHEN, Kind.HOW_LONG_AGO):
        return values.found(evidence, weights)
    found = times.found(evidence, window(question.text, question.now), weights)
    if found is not None and kind == Kind.HOW_LONG_AGO:
        return between.ago(found, question.now)
    return found or values.found(evidence, weights)
