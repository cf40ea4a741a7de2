"""Facts that have a name of their own: kin, pets, names, favourites."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tkg.extract.offline.facts import TOLD
from tkg.extract.offline.kin import Kin, child, relation
from tkg.extract.offline.mood import polarity
from tkg.extract.offline.naming import holder, phrase
from tkg.extract.offline.people import POSSESSIVE, People
from tkg.extract.offline.said import Said
from tkg.extract.offline.units import Unit
from tkg.kg.model import Change, FactKind, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

FAVOURITE = ("favorite", "favourite", "fave", "fav")


def personal(unit: Unit, mood: Mood, people: People, own: Sequence[Kin]) -> Iterator[Said]:
    """Give the facts of this sort that a clause holds."""
    for one in own:
        if one.head in unit.words and one.owner and mood in TOLD:
            yield _kin(one)
    if mood not in TOLD or polarity(unit) is Polarity.NO or unit.head.lemma_ != "be":
        return
    attr = child(unit.head, "attr") or child(unit.head, "acomp")
    subject = unit.subject
    if attr is not None and subject is not None:
        yield from _name(subject, attr, people)
        yield from _favourite(subject, attr, people)


def _kin(one: Kin) -> Said:
    if one.denied:
        return _no_kin(one)
    pet = f"{one.owner} has a {one.word} named {one.name}."
    text = pet if one.pet else f"{one.owner}'s {one.word} is named {one.name}."
    text = text[:1].upper() + text[1:]
    dated = one.pet and one.head.dep_ == "dobj"
    return Said(one.owner, relation(one), one.name, text, FactKind.CONSTANT, dated=dated)


def _no_kin(one: Kin) -> Said:
    text = f"{one.name} is not {one.owner}'s {one.word}."
    what = relation(one), one.name, text, FactKind.CONSTANT
    return Said(one.owner, *what, Change.CORRECTION, Polarity.NO, dated=False)


def _name(subject: Token, attr: Token, people: People) -> Iterator[Said]:
    """Give the name of "my name is" and "I'm Kate", where it is written as a name."""
    name = phrase(attr, people)
    if attr.pos_ != "PROPN" or attr.ent_type_ in ("GPE", "NORP", "ORG", "LOC"):
        return
    who = ""
    if subject.lower_ == "name" and (owner := child(subject, "poss")) is not None:
        who = people.owner(owner.lower_) if owner.lower_ in POSSESSIVE else holder(owner, people)
    elif subject.lower_ == "i" and attr.ent_type_ == "PERSON":
        who = people.speaker
    if who and who != name:
        yield Said(who, "is named", name, f"{who} is named {name}.", FactKind.CONSTANT, dated=False)


def _favourite(subject: Token, attr: Token, people: People) -> Iterator[Said]:
    """Give "favourite drink" of "my favourite drink is tea" and of "tea is my favourite drink"."""
    for noun, value in ((subject, attr), (attr, subject)):
        owner = child(noun, "poss")
        if owner is None or not any(t.lower_ in FAVOURITE for t in noun.subtree):
            continue
        who = people.owner(owner.lower_) if owner.lower_ in POSSESSIVE else holder(owner, people)
        what = "" if noun.lower_ in FAVOURITE else f" {noun.lemma_.lower()}"
        said = _named(value, people)
        if who and said:
            text = f"{who}'s favourite{what or ' one'} is {said}."
            yield Said(who, f"favourite{what}", said, text, FactKind.STATE)
            return


def _named(value: Token, people: People) -> str:
    """Return the words of a value; "now" says when, however it was attached: "is tea now"."""
    if value.pos_ == "PRON":
        return people.who(value.lower_)
    words = phrase(value, people).split()
    return " ".join(words[:-1] if len(words) > 1 and words[-1].lower() == "now" else words)
