"""Note whom and what a clause names, for the pronouns that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.arguments import members
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import phrase
from tkg.extract.offline.people import People, kind_of
from tkg.extract.offline.units import Unit

if TYPE_CHECKING:
    from spacy.tokens import Token

GOING = ("go", "attend", "visit", "come", "sign", "work", "join", "participate")
"""Verbs whose place or aim is what one goes on to tell about."""


NONE = ("any", "no", "such")
"""Words before a noun that then names nothing."""
GENERIC = ("people", "folk", "guy", "person", "man", "other")
"""Nouns that name nobody in particular."""


def remember(unit: Unit, people: People) -> None:
    """Note what a clause names: its subject last, for it is the likeliest to be meant next."""
    for token in unit.words:
        if _telling(token, unit):
            _note(token, people, subject=False)
    if unit.subject is not None and unit.subject in unit.words:
        _note(unit.subject, people, subject=unit.link in ("ROOT", "conj"))


def _telling(token: Token, unit: Unit) -> bool:
    if token.dep_ in ("dobj", "appos"):
        return True
    if token.dep_ != "pobj":
        return False
    spoken_of = token.pos_ == "PROPN" and token.head.lower_ in ("about", "with", "for", "of")
    aimed_at = token.head.head == unit.head and unit.head.lemma_ in GOING
    return spoken_of or aimed_at or token.ent_type_ == "PERSON"


def _note(head: Token, people: People, subject: bool) -> None:
    if head.pos_ not in ("NOUN", "PROPN") or head.ent_type_ in ("DATE", "TIME"):
        return
    if among(head.lemma_.lower(), "empty_nouns") or people.called(head.text):
        return
    low = head.lemma_.lower()
    if low in GENERIC or among(low, "light_nouns") or any(c.lower_ in NONE for c in head.children):
        return
    several = members(head)
    if len(several) > 1 and subject:
        return
    for one in several:
        name = next((c for c in one.children if c.dep_ == "appos" and c.pos_ == "PROPN"), one)
        people.note(phrase(name, people), kind_of(one), subject)
