"""What one person advises another to do: the advice was given, whether or not it was taken."""

from __future__ import annotations

from collections.abc import Iterator

from tkg.extract.offline.courtesy import weighty
from tkg.extract.offline.facts import Said
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit
from tkg.extract.offline.values import shortened, trimmed
from tkg.kg.model import FactKind, Mood, Polarity

HOLLOW = ("let", "check", "look", "take", "see", "tell", "guess", "imagine", "say", "keep", "have")


def advice(unit: Unit, mood: Mood, people: People) -> Iterator[Said]:
    """Give the advice of a clause that says what the other should do."""
    if not people.addressee or not _advises(unit, mood):
        return
    denied = any(t.dep_ == "neg" for t in unit.head.children)
    start = unit.head.i
    words = [t for t in unit.head.subtree if t.i >= start and not called_out(t, people)]
    words = shortened(trimmed([t for t in words if not t.is_space], frozenset()))
    if len(words) < 4 or not weighty(words[1:]):
        return
    value = ("not to " if denied else "to ") + written(words, people)
    text = f"{people.speaker} advises {people.addressee} {value}."
    yield Said(people.speaker, "advises", value, text, FactKind.OPINION, polarity=Polarity.YES)


def _advises(unit: Unit, mood: Mood) -> bool:
    head = unit.head
    if mood is Mood.COMMAND:
        return unit.link == "ROOT" and head.lemma_.lower() not in HOLLOW
    should = any(c.dep_ == "aux" and c.lower_ in ("should", "could") for c in head.children)
    told = unit.subject is not None and unit.subject.lower_ == "you" and head.tag_ == "VB"
    return mood is Mood.HYPOTHETICAL and should and told
