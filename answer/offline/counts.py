"""Count what several facts of one relation tell: no best turn holds the number."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tkg.answer.answer import Answer
from tkg.answer.check_numbers import number
from tkg.answer.offline.asked import Asked, Kind, without
from tkg.answer.offline.fitting import possesses, says
from tkg.answer.offline.listed import members
from tkg.answer.offline.named import names
from tkg.answer.offline.roots import respelt, roots
from tkg.answer.offline.slots import ASKING
from tkg.answer.offline.tokens import stems, tokens
from tkg.answer.offline.told import distinct, told, when_told
from tkg.answer.offline.whom import Whom, facts_of, whom
from tkg.answer.put import Question
from tkg.kg.graph.predicates import relation
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status
from tkg.temporal.render import render
from tkg.temporal.span import Span

COUNTED = frozenset({Status.CURRENT, Status.HAPPENED, Status.ENDED, Status.UNDATED})
FEWEST = 2
"""One fact is a turn that may say a number of its own ("three cats")."""
TIMES = re.compile(r"\bhow (?:many times|often)\b", re.I)


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return how many there are, and which; None where the facts do not say all that is asked."""
    one = whom(memory, asked) if asked.kind is Kind.HOW_MANY else None
    if one is None:
        return None
    facts = facts_of(memory, one, question.as_of or question.now, question.known_at)
    sure = [k for k in facts if k.fact.polarity is Polarity.YES and k.status in COUNTED]
    if TIMES.search(asked.text):
        return _times(memory, sure, asked, one)
    if not asked.head:
        return None
    return _own(memory, sure, asked, one) or _listed(memory, sure, asked, one)


def _times(memory: Memory, sure: Sequence[Known], asked: Asked, one: Whom) -> Answer | None:
    """Return how often something happened: two tellings of one time are one."""
    wanted = roots(without(asked.text, asked.window)) - one.roots - ASKING
    fitting = [k for k in sure if k.status is Status.HAPPENED and wanted and says(k, wanted)]
    dated = {when_told(k)[0]: k for k in fitting if _within(k, asked.window)}
    row = [dated[at] for at in sorted(dated)]
    if len(row) < FEWEST:
        return None
    days = "; ".join(render(k.event) for k in row if k.event)
    return replace(told(memory, row), answer=f"{len(row)} times" + (f" ({days})" if days else ""))


def _own(memory: Memory, sure: Sequence[Known], asked: Asked, one: Whom) -> Answer | None:
    """Return how many brothers somebody has: as they say, else as many as are named."""
    head = respelt(asked.head)
    if roots(without(asked.text, asked.window)) - one.roots - ASKING - head:
        return None
    own = relation(f"has {' '.join(sorted(head))}")
    having = [k for k in sure if possesses(k.relation) and head <= roots(k.fact.value)]
    said = [(k, n) for k in sorted(having, key=when_told) if (n := _number(k, head))]
    named = [k for k in sure if own.known and k.relation == own.name]
    called = distinct([n for k in (*having, *named) for n in names(k)])
    if said:
        known, count = said[-1]
        which = f": {', '.join(called)}" if str(len(called)) == count else ""
        return replace(told(memory, [known]), answer=f"{count}{which}")
    if len(called) < FEWEST:
        return None
    return replace(told(memory, named), answer=f"{len(called)}: {', '.join(called)}")


def _number(known: Known, head: frozenset[str]) -> str:
    """Return the number in front of what is counted in a value ("two older brothers")."""
    found = ""
    for token in tokens(known.fact.value):
        if roots(token.text) & head:
            return found
        found = number(token.low) or found
    return ""


def _listed(memory: Memory, sure: Sequence[Known], asked: Asked, one: Whom) -> Answer | None:
    """Return how many values there are of the sort asked for."""
    fitting = [k for k in sure if _fits(k, asked) and _within(k, asked.window)]
    once = list({k.fact.value.casefold(): k for k in members(fitting)}.values())
    return told(memory, once, f"{len(once)}: ") if len(once) >= FEWEST else None


def _fits(known: Known, asked: Asked) -> bool:
    relation = stems(known.relation) | stems(known.fact.predicate)
    value = stems(known.fact.value)
    one = known.fact.polarity is Polarity.YES and known.status in COUNTED
    whole = asked.stems <= relation | value and bool(asked.stems & relation - asked.head)
    return one and whole and asked.head <= value and not any(c.isdigit() for c in known.fact.value)


def _within(known: Known, window: Span | None) -> bool:
    """Say whether it happened in the time asked about; when it was told stands in for no date."""
    if window is None:
        return True
    said = known.fact.said_at.replace(tzinfo=None) if known.fact.said_at else None
    start = known.event.start if known.event else known.valid_from or said
    after = window.start is None or (start is not None and start >= window.start)
    return after and (window.end is None or (start is not None and start < window.end))
