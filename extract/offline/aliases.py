"""Names that a turn gives to somebody it also calls otherwise: "my sister Kate", "called Milo"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.naming import phrase
from tkg.extract.offline.people import POSSESSIVE, People, kind_of
from tkg.kg.model import SameAs, Turn

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NAMED = ("name", "call")


def aliases(doc: Doc, turn: Turn, people: People) -> Iterator[SameAs]:
    """Give the evidence of one turn."""
    for mention, name in (*_appositions(doc), *_named(doc)):
        if _somebody(mention):
            yield _same(mention, name.text, turn, people)
    for mention, name in _name_is(doc):
        owner = people.who(mention.lower_) or phrase(mention, people)
        if owner and owner != name.text:
            yield SameAs(owner, name.text, "", turn.key, turn.session)


def _appositions(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "my sister Kate" and "Kate, my sister"."""
    for token in doc:
        if token.dep_ == "appos" and token.pos_ == "PROPN" and token.head.pos_ == "NOUN":
            yield token.head, token
        elif token.dep_ == "appos" and token.pos_ == "NOUN" and token.head.pos_ == "PROPN":
            yield token, token.head


def _named(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "a dog named Milo"."""
    for token in doc:
        if token.lemma_ in NAMED and token.tag_ == "VBN" and token.head.pos_ == "NOUN":
            name = next((c for c in token.children if c.pos_ == "PROPN"), None)
            if name is not None:
                yield token.head, name


def _name_is(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (owner, name) of "his name is Milo"."""
    for token in doc:
        if token.lemma_ != "be" or not (attr := _child(token, "attr")):
            continue
        subject = _child(token, "nsubj")
        if subject is None or subject.lower_ != "name" or attr.pos_ != "PROPN":
            continue
        owner = _child(subject, "poss")
        if owner is not None:
            yield owner, attr


def _child(token: Token, dependency: str) -> Token | None:
    return next((c for c in token.children if c.dep_ == dependency), None)


def _somebody(token: Token) -> bool:
    return kind_of(token) not in ("thing", "things") and token.tag_ == "NN"


def _same(mention: Token, name: str, turn: Turn, people: People) -> SameAs:
    owner = _child(mention, "poss")
    whose = ""
    if owner is not None:
        whose = people.who(owner.lower_) if owner.lower_ in POSSESSIVE else phrase(owner, people)
    word = mention.lemma_.lower()
    said = f"{whose}'s {word}" if whose else phrase(mention, people)
    return SameAs(said, name, whose, turn.key, turn.session)
