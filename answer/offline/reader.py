"""Answer without a model: from the facts by slot, and from the best phrases of what was said."""

from __future__ import annotations

from dataclasses import dataclass, field

from tkg.answer.answer import Answer, decline
from tkg.answer.offline import (
    ages,
    between,
    counts,
    lasted,
    named,
    recap,
    sequence,
    slots,
    sorts,
    times,
    values,
    verdict,
)
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.doubt import settled
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.look import looked, understood
from tkg.answer.offline.never import never
from tkg.answer.offline.placed import Placed, placed, speaks_of, told_then
from tkg.answer.offline.premise import doubted
from tkg.answer.offline.scorer import Weights, packaged
from tkg.answer.put import Question
from tkg.kg.memory import Memory

EMPTY = "The question names nothing that could be looked for."
SURE = 0.95
"""Confidence in what needs no choice: arithmetic on given dates, how talks began."""
NOTHING = "Nothing that was said has anything of the question in it."
UNDATED = "Nothing in memory says when both of these were."
LENGTHLESS = "Nothing in memory says since when, or until when, this was so."
UNPLACED = "Nothing in memory says when this was: {}."
UNBORNE = "What comes nearest tells of somebody else, or of no more than a plan or a wish."
UNFIT = "The nearest turns hold nothing of the kind that was asked for."

OF_FACTS = (
    ages.answer,
    lasted.answer,
    named.answer,
    slots.answer,
    sorts.answer,
    counts.answer,
    verdict.answer,
)
"""What answers from facts, in this order; where none does, the turns answer."""


@dataclass(frozen=True, slots=True)
class OfflineReader:
    """Reads the stored clauses, times and facts; no model, no parser, no network."""

    weights: Weights = field(default_factory=packaged)

    def read(self, memory: Memory, question: Question) -> Answer:
        """Answer, or decline."""
        asked = understood(memory, question.text, question.now)
        if not (asked.stems or asked.people or asked.window):
            return decline(EMPTY)
        if ordered := sequence.answer(memory, asked, question):
            return ordered
        where = placed(memory, asked, question, self.weights)
        for of_facts in () if where.lost else OF_FACTS:
            if found := of_facts(memory, where.asked, question):
                return found
        return self._from_turns(memory, asked, question, where)

    def _from_turns(
        self, memory: Memory, asked: Asked, question: Question, where: Placed
    ) -> Answer:
        apart = between.found(memory, question, self.weights)
        if apart is None and between.wanted(question):
            return decline(UNDATED)
        if apart is not None and not apart.passages:
            return apart.answer(SURE)
        if recap.wanted(asked):
            told = recap.found(memory, asked, question)
            return told.answer(SURE) if told else decline(NOTHING)
        evidence = told_then(looked(memory, asked, question), where)
        if where.lost and not any(speaks_of(p, where.thing) for p in evidence.passages):
            return decline(UNPLACED.format(where.thing))
        if not evidence.passages:
            return decline(NOTHING)
        found = apart or read(evidence, question, self.weights)
        if found is not None and not (apart or lasted.concerns(found, asked)):
            return decline(LENGTHLESS)
        if found is not None and (instead := never(memory, asked, question, found)):
            return instead
        if found is not None and (why := doubted(memory, asked, question, evidence, found)):
            return decline(why)
        if found is None:
            return decline(UNBORNE if asked.kind is Kind.YES_NO else UNFIT)
        return settled(evidence, found, self.weights)


def read(evidence: Evidence, question: Question, weights: Weights) -> Found | None:
    """Return what the evidence says, before it is decided whether to say it."""
    kind = evidence.asked.kind
    if kind not in (Kind.WHEN, Kind.HOW_LONG_AGO):
        return values.found(evidence, weights)
    found = times.found(evidence, weights)
    if found is not None and kind == Kind.HOW_LONG_AGO:
        return between.ago(found, question.now)
    return found
