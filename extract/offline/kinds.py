"""Of what kind a fact is: an event, a state, a constant, a plan or an opinion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.mood import used_to
from tkg.extract.offline.units import Unit
from tkg.extract.offline.verbs import in_past
from tkg.kg.model import FactKind, Mood

if TYPE_CHECKING:
    from spacy.tokens import Token

CONSTANT = ("bear", "name", "call")


def kind(unit: Unit, mood: Mood) -> FactKind:
    """Return the kind of what a clause says."""
    head, lemma = unit.head, unit.head.lemma_.lower()
    if mood is Mood.PLANNED:
        return FactKind.PLAN
    if lemma in CONSTANT and any(c.dep_ == "auxpass" for c in head.children):
        return FactKind.CONSTANT
    if among(lemma, "opinion") and not any(c.dep_ == "dobj" for c in head.children):
        return FactKind.OPINION
    if used_to(unit) or not _past(head):
        return FactKind.STATE
    return FactKind.EVENT


def _past(head: Token) -> bool:
    helpers = [c for c in head.children if c.dep_ in ("aux", "auxpass")]
    if head.tag_ == "VBN" and not any(c.dep_ == "auxpass" for c in helpers):
        state = among(head.lemma_.lower(), "state") and head.lemma_ not in (
            "be",
            "have",
            "play",
            "run",
        )
        return not state
    if in_past(head):
        return not any(c.lower_ in ("'s", "is", "are", "'re", "'m") for c in helpers)
    return any(c.tag_ == "VBD" and c.lower_ not in ("'d", "would", "could") for c in helpers)
