"""What one person advises another to do: the advice was given, whether or not it was taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.courtesy import weighty
from tkg.extract.offline.naming import written
from tkg.extract.offline.people import People
from tkg.extract.offline.said import Said
from tkg.extract.offline.statements import called_out
from tkg.extract.offline.units import Unit
from tkg.extract.offline.values import shortened, trimmed
from tkg.kg.model import FactKind, Mood

if TYPE_CHECKING:
    from spacy.tokens import Token

HOLLOW = ("let", "check", "look", "take", "see", "tell", "guess", "imagine", "say", "keep", "have")


def advice(unit: Unit, mood: Mood, people: People) -> Iterator[Said]:
    """Give the advice, the suggestion or the offer of a clause."""
    head, verb = _counsel(unit, mood)
    if not people.addressee or not verb:
        return
    denied = any(t.dep_ == "neg" for t in head.children)
    words = [t for t in head.subtree if t.i >= head.i and not called_out(t, people)]
    words = shortened(trimmed([t for t in words if not t.is_space], frozenset()))
    if len(words) < 3 or not weighty(words[1:]):
        return
    text = f"{words[0].lemma_.lower()} {written(words[1:], people)}"
    value = ("not to " if denied else "to ") + text[:1].lower() + text[1:]
    whom = "" if verb != "advises" else f" {people.addressee}"
    full = f"{people.speaker} {verb}{whom} {value}."
    yield Said(people.speaker, verb, value, full, FactKind.OPINION)


def _counsel(unit: Unit, mood: Mood) -> tuple[Token, str]:
    """Return the verb of what is advised, and how it is put forward; "" where nothing is."""
    head = unit.head
    helpers = [c.lower_ for c in head.children if c.dep_ == "aux"]
    who = unit.subject.lower_ if unit.subject is not None else ""
    if head.lemma_.lower() == "let" and unit.subject is None:
        below = [c for c in head.children if c.dep_ in ("ccomp", "xcomp") and c.tag_ == "VB"]
        return (below[0], "suggests") if below and "'s" in unit.sentence.text[:8] else (head, "")
    if mood is Mood.COMMAND and unit.link == "ROOT" and head.lemma_.lower() not in HOLLOW:
        return head, "advises"
    if mood is Mood.HYPOTHETICAL and who == "you" and {"should", "could"} & set(helpers):
        return head, "advises"
    if who == "i" and head.lemma_ == "help" and {"could", "can"} & set(helpers):
        return head, "offers"
    return head, ""
