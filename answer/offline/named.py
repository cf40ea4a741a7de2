"""Answer who somebody's girlfriend is, and what their dog is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tkg.answer.answer import Answer
from tkg.answer.offline.asked import Asked, without
from tkg.answer.offline.fitting import possesses
from tkg.answer.offline.roots import roots
from tkg.answer.offline.slots import ASKING, DOES, PAST, VALUED, Frame, at_time
from tkg.answer.offline.told import told, when_told
from tkg.answer.offline.whom import facts_of, whom
from tkg.answer.put import Question
from tkg.kg.graph.predicates import relation
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Polarity

NOUN = r"(?!names?\b|called\b)[a-z]\w*"
OWN = re.compile(
    rf"(?:\b(?P<mine>my|our)|'s|(?<=s)')\s+(?P<noun>{NOUN}(?: {NOUN})?)", re.IGNORECASE
)
"""Somebody's own, behind whose they are: the last one is asked for."""
NAMED = re.compile(r"^.*\b(?:named|called)\s+(?=[A-Z])|^[^A-Z]*?,\s*(?=[A-Z])")
"""What stands before the names in a value: "a dog named Rex", "two sons, Tom and Max"."""
SEVERAL = re.compile(r",\s*(?:and\s+)?|\s+and\s+")
NAME = "is named"
ANY = "has pet"
"""A relation to several sorts, of which the fact itself must name the one asked for."""


@dataclass(frozen=True, slots=True)
class Own:
    """Somebody's own.

    Attributes:
        owner: Whose, as the question of them alone.
        noun: What they are to the owner ("girlfriend", "dog").
    """

    owner: Asked
    noun: str


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return the names of whoever is somebody's own; None where more than that is asked."""
    meant = asked.kind in VALUED and not DOES.search(asked.text)
    own = _own(memory, asked) if meant else None
    one = whom(memory, own.owner) if own else None
    if own is None or one is None:
        return None
    more = roots(without(asked.text, asked.window)) - one.roots - roots(own.noun) - ASKING
    if more:
        return None
    frame = Frame(asked.window, bool(PAST.search(question.text)))
    as_of = question.as_of or asked.window or question.now
    facts = facts_of(memory, one, as_of, question.known_at)
    fitting = [k for k in facts if _is(k, own.noun) and at_time(k, frame)]
    if not fitting and memory.resolve_name(f"{one.name}'s {own.noun}"):
        fitting = memory.facts(f"{one.name}'s {own.noun}", NAME, as_of, question.known_at)
    row = sorted(fitting, key=when_told)
    called = [replace(k, fact=replace(k.fact, value=n)) for k in row for n in names(k)]
    return told(memory, called) if called else None


def _own(memory: Memory, asked: Asked) -> Own | None:
    """Return the last thing in a question that is somebody's own."""
    found = list(OWN.finditer(asked.text))
    if not found or found[-1].start() == asked.text.casefold().find("what's") + len("what"):
        return None
    last = found[-1]
    before = asked.text[: last.start()]
    owner = f"{before} {memory.owner()}" if last["mine"] else before
    return Own(replace(asked, text=owner), last["noun"])


def _is(known: Known, noun: str) -> bool:
    """Say whether a fact tells of somebody's own of this sort."""
    if known.fact.polarity is not Polarity.YES:
        return False
    own = relation(f"has {noun}")
    if known.relation == own.name and own.known and own.name != ANY:
        return True
    said = roots(f"{known.fact.value} {known.fact.predicate}")
    return possesses(known.relation) and roots(noun) <= said


def names(known: Known) -> Iterator[str]:
    """Give the names in the value of a fact; none where it only describes."""
    said = NAMED.sub("", known.fact.value)
    for name in SEVERAL.split(said):
        if name[:1].isupper():
            yield name
