"""Say yes or no from the facts: what ended, was called off or was denied is not so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tkg.answer.answer import Answer, decline
from tkg.answer.offline.asked import Asked, Kind
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import stems
from tkg.answer.offline.told import told
from tkg.answer.offline.undone import undone
from tkg.answer.put import Question
from tkg.kg.graph.lemmas import bare
from tkg.kg.graph.predicates import meaning, relation
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status

PAST = re.compile(r"^\W*(?:did|was|were|has|have|had)\b", re.I)
"""Asks whether something ever was; anything else asks whether it is so now."""
WAS = frozenset({Status.CURRENT, Status.CONTESTED, Status.UNDATED, Status.HAPPENED, Status.ENDED})
IS = frozenset({Status.CURRENT, Status.CONTESTED, Status.UNDATED})
PLANS = re.compile(r"\b(?:will|plan\w*|\w+ing)\b", re.I)
"""Asks for what is planned as for what is so."""
OVER = frozenset({Status.ENDED, Status.CANCELLED})
INTENDED = frozenset({Status.PLANNED, Status.LAPSED})
ONLY_INTENDED = "It was planned; nothing in memory says that it happened."


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return yes or no with the fact that says so; None where no fact holds all that is asked."""
    if asked.kind is not Kind.YES_NO or not asked.subject or asked.other or asked.window:
        return None
    facts = memory.facts(
        asked.subject, as_of=question.as_of or question.now, known_at=question.known_at
    )
    past = bool(PAST.search(question.text))
    wanted = asked.stems - stems("still anymore")
    telling = [k for k in facts if wanted and wanted <= _all(k)]
    held = WAS if past else IS | ({Status.PLANNED} if PLANS.search(question.text) else set())
    for said, known in (
        ("Yes", _so(telling, wanted, held)),
        ("No", _not_so(telling, wanted, past)),
        ("No", None if past else _ended(facts, asked, wanted)),
        ("No", None if past else _instead(facts, asked, wanted)),
    ):
        if known:
            return _said(memory, said, known)
    intended = past and any(k.status in INTENDED for k in telling)
    return decline(ONLY_INTENDED) if intended else None


def _so(telling: Sequence[Known], wanted: frozenset[str], held: frozenset[Status]) -> Known | None:
    """Return a fact that says so; one that something is over does not."""
    sure = [k for k in telling if k.fact.polarity is Polarity.YES and k.status in held]
    over = (undone(f"{k.fact.predicate} {k.fact.value}", wanted) or _ends(k, wanted) for k in sure)
    return next((k for k, ended in zip(sure, over, strict=True) if not ended), None)


def _not_so(telling: Sequence[Known], wanted: frozenset[str], past: bool) -> Known | None:
    denied = [k for k in telling if k.fact.polarity is Polarity.NO and k.status in WAS]
    over = OVER - {Status.ENDED} if past else OVER
    done = [k for k in telling if k.status in over or (not past and _ends(k, wanted))]
    return next(iter([*denied, *done]), None)


def _ended(facts: Sequence[Known], asked: Asked, wanted: frozenset[str]) -> Known | None:
    """Return what held of the named one that the question asks about, and holds no more."""
    about = [k for k in facts if asked.names and stems(k.fact.value) & stems(" ".join(asked.names))]
    over = [k for k in about if k.status is Status.ENDED and stems(k.fact.value) <= wanted]
    return over[0] if over and not any(k.status is Status.CURRENT for k in about) else None


def _instead(facts: Sequence[Known], asked: Asked, wanted: frozenset[str]) -> Known | None:
    """Return the one value that a relation has now, where the question names another."""
    for known in facts:
        one = relation(known.relation).single and known.status is Status.CURRENT
        named = asked.names and not stems(" ".join(asked.names)) & stems(known.fact.value)
        if one and named and known.fact.polarity is Polarity.YES and _relates(known, wanted):
            return known
    return None


def _relates(known: Known, wanted: frozenset[str]) -> bool:
    return bool(wanted & (stems(known.relation) - words("asking")))


def _ends(known: Known, wanted: frozenset[str]) -> bool:
    """Say whether a fact tells of an end, unless just that is asked."""
    said = known.fact.predicate
    return bool(meaning(said).ends) and not stems(f"{said} {bare(said)}") & wanted


def _all(known: Known) -> frozenset[str]:
    fact = known.fact
    return stems(f"{known.relation} {fact.predicate} {bare(fact.predicate)} {fact.value}")


def _said(memory: Memory, said: str, known: Known) -> Answer:
    return replace(told(memory, [known]), answer=said, event=None)
