"""Family, pets and names: what "my sister Kate" and "a dog named Milo" say besides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from tkg.extract.offline.beside import beside, kin_sort, kin_word
from tkg.extract.offline.naming import holder
from tkg.extract.offline.people import POSSESSIVE, People

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NAMED = ("name", "call")
ONLY = ("only", "just", "merely", "simply")
HAVING = ("have", "own", "adopt", "get", "rescue", "buy", "keep")


@dataclass(frozen=True, slots=True)
class Kin:
    """Somebody's own: a relative, a friend or a pet with a name.

    Attributes:
        owner: Whose; "" where it is not certain.
        word: What they are to the owner ("sister", "dog").
        name: What they are called.
        head: The noun.
        pet: Whether it is an animal.
        which: Which of several ("older"), or "".
        denied: Whether it is said that they are not.
    """

    owner: str
    word: str
    name: str
    head: Token
    pet: bool
    which: str = ""
    denied: bool = False


def kin(doc: Doc, people: People) -> Iterator[Kin]:
    """Give the named relatives, friends and pets of a turn."""
    near = list(beside(doc))
    for one in near:
        owner, called = _whose(one.owner, people), " ".join(t.text for t in one.name)
        yield _kin(one.noun, called, owner, one.which)
        yield from _others(one.noun, one.name[-1], owner)
    seen = {(one.noun.i, one.name[-1].text) for one in near}
    found = (appositions(doc), named(doc), _called(doc), _attributes(doc), _name_of(doc))
    for noun, name in chain(*found):
        if (
            noun.tag_ in ("NN", "NNS")
            and kin_sort(kin_word(noun))
            and (noun.i, name.text) not in seen
        ):
            owner = _owner(noun, people)
            yield _kin(noun, full_name(name), owner)
            yield from _others(noun, name, owner)
    for noun, name in _attributes(doc, denied=True):
        if kin_sort(kin_word(noun)) and child(noun, "amod") is None:
            yield replace(_kin(noun, full_name(name), _owner(noun, people)), denied=True)


def _others(noun: Token, name: Token, owner: str) -> Iterator[Kin]:
    """Give the rest of "my sisters Kate and Ann"."""
    if noun.tag_ == "NNS":
        for other in filter(is_name, name.conjuncts):
            yield _kin(noun, full_name(other), owner)


def _kin(noun: Token, name: str, owner: str, which: str = "") -> Kin:
    word = kin_word(noun)
    return Kin(owner, word, name, noun, kin_sort(word) == "animal", which)


def _owner(noun: Token, people: People) -> str:
    owner = child(noun, "poss") or child(noun.head, "poss")
    if owner is not None:
        return _whose(owner, people)
    verb = noun.head
    subject = child(verb, "nsubj")
    if noun.dep_ == "dobj" and verb.lemma_ in HAVING:
        return people.who(subject.lower_) if subject is not None else people.speaker
    return ""


def _whose(owner: Token, people: People) -> str:
    return people.owner(owner.lower_) if owner.lower_ in POSSESSIVE else holder(owner, people)


def appositions(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "my sister Kate" and "Kate, my sister"."""
    for token in doc:
        if token.dep_ == "appos" and is_name(token) and token.head.pos_ == "NOUN":
            yield token.head, token
        elif (token.dep_ == "appos" and token.pos_ == "NOUN" and is_name(token.head)) or _titled(
            token
        ):
            yield token, token.head


def _titled(token: Token) -> bool:
    """Say whether a noun stands before its name, as some parses have it: "my dog Milo"."""
    if token.dep_ != "compound" or token.pos_ != "NOUN" or not is_name(token.head):
        return False
    return child(token.head, "poss") is not None and token.head.i == token.i + 1


def named(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "a dog named Milo"."""
    for token in doc:
        if token.lemma_ in NAMED and token.tag_ == "VBN" and token.head.pos_ == "NOUN":
            for name in token.children:
                if is_name(name):
                    yield token.head, name


def _called(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "my dog is called Milo"."""
    for token in doc:
        noun = child(token, "nsubjpass") if token.lemma_ in NAMED and _told(token) else None
        name = child(token, "oprd")
        if noun is None or name is None or child(noun, "poss") is None:
            continue
        if noun.pos_ == "NOUN" and is_name(name):
            yield noun, name


def full_name(token: Token) -> str:
    """Return a name with the names before it: "Jane Richardson"."""
    before = [t for t in token.lefts if t.dep_ == "compound" and t.pos_ == "PROPN"]
    return " ".join(t.text for t in (*before, token))


def _attributes(doc: Doc, *, denied: bool = False) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "Kate is my sister" and "my sister is Kate", or where it is denied."""
    for token in doc:
        attr = child(token, "attr") if token.lemma_ == "be" else None
        subject = child(token, "nsubj")
        if attr is None or subject is None or not (_denied(token) if denied else _told(token)):
            continue
        if is_name(subject) and attr.pos_ == "NOUN" and child(attr, "poss") is not None:
            yield attr, subject
        person = is_name(attr) and attr.ent_type_ == "PERSON"
        if person and subject.pos_ == "NOUN" and child(subject, "poss") is not None:
            yield subject, attr


def _told(verb: Token) -> bool:
    """Say whether a clause tells that something is so, and neither asks nor denies it."""
    return child(verb, "neg") is None and not verb.sent.text.rstrip().endswith("?")


def _denied(verb: Token) -> bool:
    """Say whether a clause tells that something is not so: "not only" tells that it is."""
    no = child(verb, "neg")
    only = no is not None and no.doc[min(no.i + 1, len(no.doc) - 1)].lower_ in ONLY
    return no is not None and not only and not verb.sent.text.rstrip().endswith("?")


def _name_of(doc: Doc) -> Iterator[tuple[Token, Token]]:
    """Give (noun, name) of "my dog's name is Milo"."""
    for token in doc:
        attr = child(token, "attr") if token.lemma_ == "be" else None
        subject = child(token, "nsubj")
        if attr is None or subject is None or subject.lemma_.lower() != "name":
            continue
        noun = child(subject, "poss")
        if noun is not None and noun.pos_ == "NOUN" and attr.pos_ == "PROPN" and _told(token):
            yield noun, attr


def is_name(token: Token) -> bool:
    """Say whether a word is somebody's name, as far as the parser knows."""
    return (
        token.pos_ == "PROPN" and token.text[:1].isupper() and token.ent_type_ not in ("GPE", "ORG")
    )


def child(token: Token, dependency: str) -> Token | None:
    """Return the first dependent of this kind."""
    return next((c for c in token.children if c.dep_ == dependency), None)


def relation(found: Kin) -> str:
    """Return the predicate that ties the owner to the one named."""
    return "has pet" if found.pet else f"has {found.word}"
