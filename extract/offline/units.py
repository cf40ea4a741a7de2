"""Split a parsed turn into clauses: each has a head, a subject and the words that are its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

SUBJECT = ("nsubj", "nsubjpass", "expl", "csubj")
LINKS = ("ROOT", "conj", "ccomp", "advcl", "relcl", "parataxis", "xcomp", "pcomp", "acl", "dep")
"""Dependencies at which a clause may begin."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One clause.

    Attributes:
        head: Its verb, or the noun or adjective of a clause that has none.
        subject: Its subject, inherited where it has none of its own; None for a bare verb.
        link: The dependency by which it hangs on `parent`.
        parent: The clause above it, or None.
        words: Its own words in order, without those of the clauses below it.
        sentence: The sentence it stands in.
    """

    head: Token
    subject: Token | None
    link: str
    parent: Unit | None
    words: tuple[Token, ...]
    sentence: Span


def units(doc: Doc) -> list[Unit]:
    """Return the clauses of a turn, each after the one it hangs on."""
    found: dict[int, Unit] = {}
    for sentence in doc.sents:
        heads = [t for t in sentence if _begins(t)]
        starts = {t.i for t in heads}
        for head in sorted(heads, key=_depth):
            found[head.i] = _unit(head, starts, found, sentence)
    return sorted(found.values(), key=lambda unit: unit.head.i)


def own_subject(head: Token) -> Token | None:
    """Return the subject that hangs on a verb itself: the nearest before it, if there are two.

    A name called out ("Hey Kate, I moved") is sometimes parsed as one more subject.
    """
    found = [child for child in head.children if child.dep_ in SUBJECT]
    before = [child for child in found if child.i < head.i]
    return before[-1] if before else found[0] if found else None


def _begins(token: Token) -> bool:
    if token.dep_ == "ROOT":
        return True
    if token.dep_ not in LINKS or token.pos_ not in ("VERB", "AUX") or _to_do(token):
        return False
    if token.dep_ in ("xcomp", "pcomp", "acl"):
        return own_subject(token) is not None
    if token.dep_ == "conj" and token.head.pos_ not in ("VERB", "AUX"):
        return own_subject(token) is not None
    return True


def _to_do(token: Token) -> bool:
    """Say whether a verb is an infinitive that says no more than what for: "a place to think"."""
    if token.dep_ == "conj":
        return token.tag_ == "VB" and _to_do(token.head)
    bare = token.tag_ == "VB" and any(c.tag_ == "TO" for c in token.children)
    return bare and token.dep_ != "ROOT"


def _unit(head: Token, starts: set[int], found: dict[int, Unit], sentence: Span) -> Unit:
    above = next((a for a in head.ancestors if a.i in starts), None)
    parent = found.get(above.i) if above is not None else None
    subject = own_subject(head) or _inherited(head, parent)
    words = tuple(t for t in head.subtree if _owner(t, starts) == head.i and not t.is_space)
    return Unit(head, subject, head.dep_, parent, words, sentence)


def _inherited(head: Token, parent: Unit | None) -> Token | None:
    if parent is None:
        return None
    if head.dep_ == "relcl":
        return head.head
    finite = head.tag_ in ("VBD", "VBP") or among(head.lower_, "past")
    finite = finite or any(c.tag_ == "MD" for c in head.children)
    if head.dep_ in ("advcl", "parataxis") and finite and head.i < parent.head.i:
        return None
    if head.dep_ in ("conj", "advcl", "xcomp", "parataxis"):
        return parent.subject
    return None


def _owner(token: Token, starts: set[int]) -> int:
    while token.i not in starts:
        token = token.head
    return token.i


def _depth(token: Token) -> int:
    return sum(1 for _ in token.ancestors)
