"""Answer how old somebody is, was or will be: reckoned from the birth that an age tells of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tkg.answer.answer import Answer
from tkg.answer.offline.asked import Asked
from tkg.answer.offline.told import told
from tkg.answer.put import Question
from tkg.kg.graph.age import DAY, Birth, at
from tkg.kg.graph.query import window_of
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status

AGE = re.compile(r"\bhow old (?:is|am|are|was|were|will)\b|\bwhat(?:'s| is| was) .*\bage\b", re.I)
EVENT = re.compile(r"\b(?:when|while|before|after)\b", re.I)
"""What places the question in a time that its words do not name."""
BIRTHS = ("born on", "born in")


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return an age at the time asked about; None where none is known or nothing says when."""
    for known in told_at(memory, asked, question):
        return replace(told(memory, [known]), answer=known.value, event=None, reason=_why(known))
    return None


def told_at(memory: Memory, asked: Asked, question: Question) -> Iterator[Known]:
    """Give what tells the age asked for: a date of birth, else an age told at some time."""
    name = _name(asked) if AGE.search(question.text) else ""
    if not name or EVENT.search(question.text):
        return
    time = question.as_of or asked.window or question.now
    window = window_of(time)
    for relation in (*BIRTHS, "age"):
        for known in memory.facts(name, relation, as_of=time, known_at=question.known_at):
            sure = known.status is Status.CURRENT and known.fact.polarity is Polarity.YES
            born = known.born or _born(known)
            if sure and born and (age := at(born, window.start, window.end)):
                yield replace(known, age=age)


def _why(known: Known) -> str:
    if known.born is None:
        return known.fact.statement
    first, last = known.born[0], known.born[1] - DAY
    return f"{known.fact.statement} So born from {first:%Y-%m-%d} to {last:%Y-%m-%d}."


def _born(known: Known) -> Birth | None:
    event = known.event if known.relation != "age" else None
    return (event.start, event.end) if event and event.start and event.end else None


def _name(asked: Asked) -> str:
    """Return whose age is asked for: "Kate's son", "Biscuit", or a speaker."""
    if asked.subject and asked.other:
        return f"{asked.subject}'s {asked.other}"
    if len(asked.names) == 1:
        return next(iter(asked.names))
    return asked.subject if not asked.names else ""
