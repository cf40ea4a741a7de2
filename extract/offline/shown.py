"""What somebody points at: "here's my new bike", "check out my painting for the show"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.courtesy import weighty
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit
from tkg.extract.offline.values import shortened, to_aside, trimmed
from tkg.kg.model import FactKind, Mood

if TYPE_CHECKING:
    from spacy.tokens import Token

LOOKING = ("check", "look", "see")


def shown(unit: Unit, mood: Mood, people: People) -> Iterator[Said]:
    """Give what a clause shows to the other one, where that is more than "a pic"."""
    head = _pointed_at(unit, mood)
    if head is None or head.pos_ not in ("NOUN", "PROPN"):
        return
    words = [t for t in unit.head.subtree if t.i >= head.left_edge.i and t.dep_ != "intj"]
    words = [t for t in words if not called_out(t, people) and not t.is_space]
    words = shortened(trimmed(to_aside(words, unit.head), frozenset()))
    value = written(words, people)
    if weighty(words) and value:
        text = f"{people.speaker} shows {value}."
        yield Said(people.speaker, "shows", value, text, FactKind.EVENT, dated=False)


def _pointed_at(unit: Unit, mood: Mood) -> Token | None:
    """Return the noun of "here's ..." or of "check out my ..."."""
    head = unit.head
    first = next((t.lower_ for t in unit.words if not t.is_punct and t.pos_ != "INTJ"), "")
    below = [c for c in head.children if c.i > head.i]
    if head.lemma_ == "be" and first in ("here", "heres") and mood is Mood.REAL:
        return next((c for c in below if c.dep_ in ("nsubj", "attr")), None)
    if mood is not Mood.COMMAND or head.lemma_.lower() not in LOOKING:
        return None
    found = next((c for c in below if c.dep_ in ("dobj", "pobj")), None)
    mine = found is not None and any(
        c.lower_ in ("my", "our", "this", "these") for c in found.children
    )
    return found if mine and found is not None and not among(found.lower_, "empty_nouns") else None
