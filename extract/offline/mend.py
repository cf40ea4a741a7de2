"""Put right what the parser often gets wrong, before clauses are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.units import own_subject

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def mended(doc: Doc) -> Doc:
    """Return the parse with subjects that it took for the last of a list before them.

    "I wrote to some shops and one replied": nothing stands between "one" and its verb, so it is
    not what was written to.
    """
    for verb in doc:
        subject = _before(verb) if _lacks_subject(verb) else None
        if subject is not None:
            subject.head = verb
            subject.dep_ = "nsubj"
            behind = [c for c in verb.head.children if c.i > verb.i]
            for later in [c for c in behind if _lacks_subject(c) or c.dep_ == "cc"]:
                later.head = verb
    return doc


def _lacks_subject(verb: Token) -> bool:
    finite = verb.tag_ in ("VBD", "VBZ", "VBP")
    return verb.dep_ == "conj" and finite and own_subject(verb) is None


def _before(verb: Token) -> Token | None:
    """Return the noun right before a verb that was taken for a further object."""
    noun = verb.nbor(-1) if verb.i else None
    if noun is None or noun.dep_ != "conj" or noun.pos_ not in ("NOUN", "PROPN", "NUM", "PRON"):
        return None
    joined = any(c.dep_ == "cc" for c in noun.head.children) and not list(noun.rights)
    return noun if joined and noun.head != verb and verb not in noun.ancestors else None
