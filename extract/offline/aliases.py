"""Names that a turn gives to somebody it also calls otherwise: "my sister Kate", "called Milo"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.kin import Kin, child
from tkg.extract.offline.naming import phrase
from tkg.extract.offline.people import POSSESSIVE, People
from tkg.extract.offline.statements import called_out
from tkg.kg.model import SameAs, Turn

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def aliases(doc: Doc, turn: Turn, people: People, found: Iterable[Kin]) -> Iterator[SameAs]:
    """Give the evidence of one turn."""
    for one in found:
        said = f"{one.owner}'s {one.word}" if one.owner else phrase(one.head, people)
        yield SameAs(said, one.name, one.owner, turn.key, turn.session)
    for owner, name in _name_is(doc):
        said = people.who(owner.lower_) if owner.pos_ == "PRON" else phrase(owner, people)
        if owner.lower_ in POSSESSIVE:
            said = people.owner(owner.lower_)
        if said and said != name.text:
            yield SameAs(said, name.text, "", turn.key, turn.session)
    yield from _short_names(doc, turn, people)


def _short_names(doc: Doc, turn: Turn, people: People) -> Iterator[SameAs]:
    """Give "Mel" for the one who is spoken to, Melanie."""
    for token in doc:
        short = token.text != people.addressee and called_out(token, people)
        if short and token.pos_ == "PROPN":
            yield SameAs(token.text, people.addressee, "", turn.key, turn.session, "nickname")


def _name_is(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (owner, name) of "his name is Milo"."""
    for token in doc:
        attr = child(token, "attr") if token.lemma_ == "be" else None
        subject = child(token, "nsubj")
        if attr is None or subject is None or subject.lower_ != "name" or attr.pos_ != "PROPN":
            continue
        owner = child(subject, "poss")
        if owner is not None:
            yield owner, attr
