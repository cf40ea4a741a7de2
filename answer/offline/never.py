"""Notice that what answers "when" only plans it or denies it: then it never was, as far as told."""

from __future__ import annotations

import re
from dataclasses import replace

from tkg.answer.answer import Answer, decline
from tkg.answer.offline.asked import Asked, Kind, without
from tkg.answer.offline.fitting import says
from tkg.answer.offline.found import Found
from tkg.answer.offline.roots import roots
from tkg.answer.offline.slots import ASKING
from tkg.answer.offline.tokens import sentences, stems
from tkg.answer.offline.told import told
from tkg.answer.offline.undone import undone
from tkg.answer.offline.whom import facts_of, whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status
from tkg.temporal.render import render

WAS = re.compile(r"\b(?:did|was|were|has|have|had)\b", re.I)
"""Asks when something was; what is to come may be answered with a plan."""
ONLY_PLANNED = "It was planned; nothing in memory says that it happened."
ONLY_MEANT = stems("planning hoping if unless almost nearly instead")
"""What makes a sentence no more than a plan, and does not call it off."""
HAPPENED = frozenset({Status.CURRENT, Status.HAPPENED, Status.ENDED, Status.UNDATED})


def never(memory: Memory, asked: Asked, question: Question, found: Found) -> Answer | None:
    """Return what is so instead where the turn that would answer tells of a plan, or denies it.

    That is when it did happen, where some fact knows, else a decline.
    """
    past = asked.kind is Kind.WHEN and WAS.search(asked.text) and not asked.denies
    one = whom(memory, asked) if past else None
    if one is None:
        return None
    wanted = roots(without(asked.text, asked.window)) - one.roots - ASKING
    facts = facts_of(memory, one, question.as_of or question.now, question.known_at)
    telling = [k for k in facts if wanted and says(k, wanted)]
    was = [k for k in telling if k.status in HAPPENED and k.fact.polarity is Polarity.YES]
    cited = {p.turn.key for p in found.passages}
    here = [k for k in telling if cited & set(k.fact.turns)]
    if not here or any(k in was for k in here):
        return None
    dated = [(k, k.event) for k in was if k.event and k.event.start]
    for known, event in dated[:1]:
        return replace(told(memory, [known]), answer=render(event))
    return None if was else _instead(memory, here[-1], found)


def _instead(memory: Memory, known: Known, found: Found) -> Answer:
    """Return a plan as a plan, and decline what was called off or denied."""
    if known.fact.polarity is Polarity.NO:
        return decline(f"It was not so: {known.fact.statement}")
    if known.status is Status.CANCELLED or _off(known, found):
        when = f" for {render(known.event)}" if known.event else ""
        return decline(f"It was planned{when} and called off: {known.fact.statement}")
    if known.event is None:
        return decline(ONLY_PLANNED)
    planned = told(memory, [known])
    return replace(planned, answer=f"planned for {render(known.event)}", reason=ONLY_PLANNED)


def _off(known: Known, found: Found) -> bool:
    """Say whether the sentence that tells of a plan, or the one behind it, calls it off."""
    turn = found.passages[0].turn
    value = turn.text.casefold().find(known.fact.value.casefold())
    text = [turn.text[a:b] for a, b in sentences(turn.text) if b > value]
    return value >= 0 and undone(" ".join(text[:2]), stems(known.fact.predicate) | ONLY_MEANT)
