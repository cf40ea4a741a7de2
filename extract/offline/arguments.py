"""What a clause's verb takes: objects, attributes, phrases with prepositions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.naming import phrase
from tkg.extract.offline.people import People
from tkg.extract.offline.units import Unit
from tkg.kg.model import Argument

if TYPE_CHECKING:
    from spacy.tokens import Token

OBJECTS = {
    "dobj": "object",
    "obj": "object",
    "dative": "to",
    "attr": "attribute",
    "acomp": "attribute",
    "oprd": "attribute",
    "agent": "by",
    "npadvmod": "adverb",
}


def arguments(unit: Unit, people: People, times: frozenset[int]) -> tuple[Argument, ...]:
    """Return the arguments of a clause in their order; a list gives one for each member.

    Args:
        unit: The clause.
        people: Who the pronouns are.
        times: Indexes of words that say when: they are no argument.
    """
    own = {t.i for t in unit.words}
    found: list[tuple[int, Argument]] = []
    for verb in verbs(unit):
        for child in verb.children:
            if child.i in own and child.i not in times:
                found += [(t.i, a) for t, a in _arguments(child, people, times)]
    return tuple(a for _, a in sorted(found, key=lambda pair: pair[0]))


def verbs(unit: Unit) -> list[Token]:
    """Return the head of a clause and the bare verbs below it ("want to go")."""
    own = {t.i for t in unit.words}
    found = [unit.head]
    for verb in found:
        found += [c for c in verb.children if c.dep_ in ("xcomp", "pcomp") and c.i in own]
    return found


def _arguments(
    child: Token, people: People, times: frozenset[int]
) -> Iterator[tuple[Token, Argument]]:
    if child.dep_ in OBJECTS:
        for head in members(child):
            if text := phrase(head, people, times):
                yield head, Argument(OBJECTS[child.dep_], text, label(head))
    elif child.dep_ == "prep":
        yield from _prepositional(child, people, times)


def _prepositional(
    prep: Token, people: People, times: frozenset[int]
) -> Iterator[tuple[Token, Argument]]:
    for child in prep.children:
        if child.dep_ in ("pobj", "pcomp") and child.i not in times:
            for head in members(child):
                if text := phrase(head, people, times):
                    yield head, Argument(prep.lower_, text, label(head))
        elif child.dep_ == "prep":
            for head, inner in _prepositional(child, people, times):
                yield head, Argument(f"{prep.lower_} {inner.role}", inner.text, inner.label)


def members(head: Token) -> list[Token]:
    """Return the heads of a list: "a tent, a stove and two chairs" has three."""
    found = [head]
    for token in found:
        found += [c for c in token.children if c.dep_ == "conj" and c.pos_ not in ("VERB", "AUX")]
    return found


def label(head: Token) -> str:
    """Return the entity type of a phrase: its head's, or of a name within it."""
    if head.ent_type_:
        return str(head.ent_type_)
    return next(
        (str(c.ent_type_) for c in head.children if c.ent_type_ and c.dep_ == "compound"), ""
    )
