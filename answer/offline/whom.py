"""Whom a question is about: a speaker, somebody of theirs, or anybody who is known by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tkg.answer.offline.asked import OWNER, Asked
from tkg.answer.offline.roots import roots
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import Token, tokens
from tkg.kg.memory import Memory
from tkg.kg.model import Known
from tkg.temporal.span import Span

NOUNS = 2
"""Words of what somebody has ("older sister")."""
MINE = frozenset({"my", "our"})
OPENING = words("wh") | words("auxiliary")
"""Words that are written large where a question begins, and are no names."""


@dataclass(frozen=True, slots=True)
class Whom:
    """The one a question is about.

    Attributes:
        name: As the memory knows them ("Ana's sister").
        roots: What the name takes up of the question's words.
        speaks: Whether they are one of those who speak.
        owner: Whose they are, or None.
    """

    name: str
    roots: frozenset[str]
    speaks: bool
    owner: Whom | None = None


def whom(memory: Memory, asked: Asked) -> Whom | None:
    """Return the first one whom a question names and the memory knows; None where there is none."""
    row = tokens(asked.text.replace('"', " "))
    for place in range(len(row)):
        name, after = _named(memory, asked, row, place)
        if name:
            said = " ".join(t.text for t in row[place:after])
            one = Whom(name, roots(f"{name} {said}"), name in asked.people)
            return _owned(memory, one, row, after)
    return None


def facts_of(
    memory: Memory, one: Whom, as_of: datetime | Span, known_at: datetime | None
) -> list[Known]:
    """Return the facts of somebody, and what is told of them together with somebody else."""
    own = memory.facts(one.name, as_of=as_of, known_at=known_at)
    names = {one.name.casefold(), *(k.fact.subject.casefold() for k in own)}
    pairs = (name for name in memory.entities() if " and " in name)
    joint = [pair for pair in pairs if names & set(pair.casefold().split(" and "))]
    return [
        *own,
        *(k for name in joint for k in memory.facts(name, as_of=as_of, known_at=known_at)),
    ]


def _named(memory: Memory, asked: Asked, row: Sequence[Token], place: int) -> tuple[str, int]:
    """Return who is named here and where the name ends; "" where nobody known is."""
    if OWNER.fullmatch(row[place].low):
        return memory.owner(), place + 1
    end = place
    while end < len(row) and row[end].text[0].isupper() and row[end].low not in OPENING:
        end += 1
    for stop in range(end, place, -1):
        said = " ".join(t.text for t in row[place:stop])
        if name := _known(memory, asked, said):
            return name, stop
    return "", place


def _known(memory: Memory, asked: Asked, said: str) -> str:
    """Return the name by which somebody is known; a speaker also by what is short for it."""
    low = said.casefold()
    short = (p for p in asked.people if any(w.startswith(low) for w in p.casefold().split()))
    return next(short, "") or (said if memory.resolve_name(said) else "")


def _owned(memory: Memory, one: Whom, row: Sequence[Token], place: int) -> Whom:
    """Return the one who belongs to somebody ("Ana's sister's dog"), as far as it is known."""
    mine = row[place - 1].low in MINE
    if not mine and (place >= len(row) or row[place].low != "'s"):
        return one
    first = place if mine else place + 1
    for count in range(NOUNS, 0, -1):
        nouns = [t.text for t in row[first : first + count]]
        name = f"{one.name}'s {' '.join(nouns)}"
        if len(nouns) == count and memory.resolve_name(name):
            return _owned(memory, Whom(name, roots(name), False, one), row, first + count)
    return one
