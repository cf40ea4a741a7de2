"""Names that a turn gives to somebody it also calls otherwise: "my sister Kate", "called Milo"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tkg.extract.offline.kin import Kin, child, full_name, is_name
from tkg.extract.offline.naming import holder, phrase
from tkg.extract.offline.people import POSSESSIVE, People
from tkg.extract.offline.statements import called_out
from tkg.kg.model import SameAs, Turn

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def aliases(doc: Doc, turn: Turn, people: People, found: Iterable[Kin]) -> Iterator[SameAs]:
    """Give the evidence of one turn."""
    for one in found:
        if one.denied:
            continue
        said = f"{one.owner}'s {one.word}" if one.owner else phrase(one.head, people)
        yield SameAs(said, one.name, one.owner, turn.key, turn.session)
        if one.owner and one.which:
            which = f"{one.owner}'s {one.which} {one.word}"
            yield SameAs(which, one.name, one.owner, turn.key, turn.session)
    for owner, name in _name_is(doc):
        said = people.who(owner.lower_) if owner.pos_ == "PRON" else holder(owner, people)
        if owner.lower_ in POSSESSIVE:
            said = people.owner(owner.lower_)
        if said and said != name.text:
            yield SameAs(said, name.text, "", turn.key, turn.session)
    for old, new in _renamed(doc):
        yield SameAs(old.text, new.text, "", turn.key, turn.session)
    for own in _calls(doc):
        yield SameAs(own.text, people.speaker, "", turn.key, turn.session)
    yield from _short_names(doc, turn, people)
    for this, that in _different(doc):
        yield SameAs(this, that, "", turn.key, turn.session, "different")


def _short_names(doc: Doc, turn: Turn, people: People) -> Iterator[SameAs]:
    """Give "Deb" for the one who is spoken to, Deborah."""
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


def _renamed(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give both names of "Kiwi, whom we now call Captain", "is called" and "renamed to"."""
    for token in doc:
        new = child(token, "oprd")
        old = child(token, "nsubjpass")
        if token.lemma_ == "call" and token.dep_ == "relcl" and child(token, "dobj") is not None:
            old = token.head
        elif token.lemma_ == "rename":
            old = child(token, "dobj") or old
            joint = child(token, "prep") or (child(old, "prep") if old is not None else None)
            new = new or (child(joint, "pobj") if joint is not None else None)
        elif token.lemma_ != "call":
            continue
        both = [t for t in (old, new) if t is not None and _proper(t)]
        if len(both) == 2 and child(token, "neg") is None:
            yield both[0], both[1]


def _proper(token: Token) -> bool:
    return token.pos_ == "PROPN" and token.text[:1].isupper()


def _calls(doc: Doc) -> Iterator[Token]:
    """Give the name in "everybody calls me Annie"."""
    for token in doc:
        inner = child(token, "ccomp") if token.lemma_ == "call" else None
        for verb, name in ((token, child(token, "oprd")), (inner, child(inner or token, "attr"))):
            whom = verb is not None and (child(verb, "dobj") or child(verb, "nsubj"))
            if whom and whom.lower_ == "me" and name is not None and name.pos_ == "PROPN":
                yield name


def _different(doc: Doc) -> Iterator[tuple[str, str]]:
    """Give the names in "Kate and Ines" and "Kate is not Ines": one person is not listed twice."""
    for token in doc:
        if token.dep_ == "conj" and child(token.head, "cc") is not None:
            joint = child(token.head, "cc")
            if joint is not None and joint.lower_ == "and":
                yield from _names(token.head, token)
        subject, attr = child(token, "nsubj"), child(token, "attr")
        denied = token.lemma_ == "be" and child(token, "neg") is not None
        if denied and subject is not None and attr is not None:
            yield from _names(subject, attr)


def _names(one: Token, other: Token) -> Iterator[tuple[str, str]]:
    if is_name(one) and is_name(other):
        yield full_name(one), full_name(other)
