"""Decline what the facts or the words do not hold: another's turn, another's thing."""

from __future__ import annotations

import re

from tkg.answer.offline.asked import Asked, Kind, without
from tkg.answer.offline.evidence import Evidence, Passage
from tkg.answer.offline.fitting import vocabulary
from tkg.answer.offline.found import Found
from tkg.answer.offline.roots import roots
from tkg.answer.offline.slots import ASKING
from tkg.answer.offline.tokens import sentences
from tkg.answer.offline.whom import Whom, facts_of, whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity, Status

FAVOURITE = re.compile(r"\bfavou?rite\s+(?P<sort>\w+)", re.I)
PRONOUN = re.compile(r"\b(?:he|she|they|it|his|her|hers|their|him|them|its)\b", re.I)
PREMISED = frozenset({Kind.WHY})
"""Kinds that take for granted that something was done, in the words in which it was told.

With "when" and "where" among them, what was told in other words was declined, too.
"""
NOT_DONE = frozenset({Status.RETRACTED, Status.CANCELLED})


def doubted(
    memory: Memory, asked: Asked, question: Question, evidence: Evidence, found: Found
) -> str:
    """Return why what was found cannot answer; "" where nothing speaks against it."""
    near = _near(found.passages[0]) if found.passages else frozenset()
    sort = FAVOURITE.search(asked.text)
    if sort and not roots(sort["sort"]) <= near:
        return f"Nothing in memory says which {sort['sort']} is the favourite one."
    one = whom(memory, asked)
    if one is None:
        return ""
    wanted = roots(without(asked.text, asked.window)) - one.roots - ASKING
    if not asked.people and found.passages and not _about(found.passages[0], one, wanted):
        return f"Nothing in memory says this of {one.name}."
    if asked.kind in PREMISED and (other := _other(memory, one, wanted, question, evidence)):
        return f"Nothing in memory says so; what is told is this: {other.fact.statement}"
    return ""


def _near(passage: Passage) -> frozenset[str]:
    beside = (t.words for t in (passage.before, passage.turn, passage.after) if t)
    return roots(" ".join(beside))


def _about(passage: Passage, one: Whom, wanted: frozenset[str]) -> bool:
    """Say whether a turn speaks of somebody and says a word of the rest.

    Who was named in the turn before is spoken of with a pronoun.
    """
    turn, before = passage.turn, passage.before
    said = roots(turn.words)
    meant = before and one.roots & roots(before.words) and PRONOUN.search(turn.words)
    return bool(meant or one.roots & said) and (not wanted or bool(wanted & said))


def _other(
    memory: Memory, one: Whom, wanted: frozenset[str], question: Question, evidence: Evidence
) -> Known | None:
    """Return what somebody did instead: the same with another thing, and never with this one."""
    facts = facts_of(memory, one, question.as_of or question.now, question.known_at)
    done = [k for k in facts if k.fact.polarity is Polarity.YES and k.status not in NOT_DONE]
    for known in done:
        verb = wanted & roots(f"{known.relation} {known.fact.predicate}")
        things = wanted - verb
        if verb and things:
            same = [k for k in done if verb & vocabulary(k.relation, k.fact.predicate)]
            said = (roots(f"{k.fact.value} {k.fact.statement}") for k in same)
            told = any(things & s for s in said) or any(
                _tells(p, one, verb, things) for p in evidence.passages
            )
            return None if told else known
    return None


def _tells(passage: Passage, one: Whom, verb: frozenset[str], things: frozenset[str]) -> bool:
    """Say whether a sentence of somebody's own turn, or of one that names them, says both."""
    turn = passage.turn
    if turn.speaker != one.name and not one.roots & roots(turn.words):
        return False
    said = (roots(turn.words[start:end]) for start, end in sentences(turn.words))
    return any(things & s and verb & s for s in said)
