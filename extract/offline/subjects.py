"""Who or what a clause is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.naming import phrase, phrase_words, written
from tkg.extract.offline.people import People
from tkg.extract.offline.units import Unit
from tkg.extract.offline.verbs import in_past

if TYPE_CHECKING:
    from spacy.tokens import Token

LONGEST = 9
"""Words of a subject; a longer one is told by the statement."""
VAGUE = (
    "it", "this", "that", "these", "those", "they", "there", "he", "she", "what", "which", "who",
    "everything", "something", "anything", "nothing", "all", "one", "some", "both", "thing",
    "things",
)  # fmt: skip
OWNING = ("his", "her", "their", "its")
LISTED = ("relcl", "appos", "acl", "advcl", "punct", "preconj")


def subject_of(unit: Unit, people: People) -> str:
    """Return who or what a clause is about; "" where that is not certain."""
    token = unit.subject
    if token is None:
        return people.speaker if dropped(unit) else ""
    if token.pos_ == "PRON" or token.lower_ in VAGUE:
        return "" if expletive(unit) else _meant(unit, token, people)
    named = next((c for c in token.children if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
    text = phrase(named, people) if named is not None else _whole(token, people)
    return text if len(text.split()) <= LONGEST and not owned_by_nobody(token, text) else ""


def owned_by_nobody(token: Token, text: str) -> bool:
    """Say whether a phrase still opens with "her" or "their": whose it is, nobody knows."""
    return token.pos_ != "PRON" and text.lower().split(" ")[0] in OWNING


def _meant(unit: Unit, token: Token, people: People) -> str:
    """Return whom or what a pronoun means.

    "It was great" judges all that was told, unless the sentence before was about one thing.
    """
    if token.lower_ == "it" and unit.head.lemma_ in ("be", "feel", "get"):
        light = any(
            c.dep_ == "attr" and among(c.lemma_.lower(), "light_nouns", "empty_nouns")
            for c in unit.head.children
        )
        return "" if light else people.topic()
    return people.who(token.lower_)


def expletive(unit: Unit) -> bool:
    """Say whether "it" stands for what comes behind: "it's great to see you", "it seems that"."""
    head, token = unit.head, unit.subject
    if token is None or token.lower_ not in ("it", "this", "that"):
        return False
    if token.dep_ == "expl":
        return True
    below = [head, *(c for c in head.children if c.dep_ in ("acomp", "attr"))]
    clause = any(
        c.dep_ in ("xcomp", "ccomp", "csubj", "advcl", "relcl") for b in below for c in b.children
    )
    seeming = among(head.lemma_.lower(), "seeming") and any(
        c.lower_ == "like" for c in head.children
    )
    return token.lower_ == "it" and (seeming or (clause and _judges(head)))


def _judges(head: Token) -> bool:
    return head.lemma_ in ("be", "take", "help", "mean") or among(head.lemma_.lower(), "seeming")


def _whole(token: Token, people: People) -> str:
    """Return a noun phrase with the others of its list: "my mum and my dad"."""
    if token.pos_ in ("VERB", "AUX"):
        return written(token.subtree, people) if token.tag_ == "VBG" else ""
    nouns = all(c.pos_ in ("NOUN", "PROPN", "PRON") for c in token.children if c.dep_ == "conj")
    if not nouns or not any(c.dep_ == "conj" for c in token.children):
        return phrase(token, people)
    return written(phrase_words(token, LISTED), people)


def dropped(unit: Unit) -> bool:
    """Say whether a clause leaves "I" out: "Just finished", "Glad to hear", "Love it"."""
    head = unit.head
    if head.tag_ == "VBZ" or unit.subject is not None:
        return False
    if unit.link == "conj" and unit.parent is not None and unit.parent.subject is None:
        return dropped(unit.parent)
    finite = unit.head.tag_ in ("VBD", "VBP") or in_past(unit.head)
    fronted = unit.link in ("ccomp", "advcl", "parataxis") and finite
    if head.lemma_ == "be" and any(c.dep_ in ("attr", "npadvmod") for c in head.children):
        return False  # "Been a busy week": it has been one
    opens = unit.words[0].i <= unit.sentence.start + 1
    if unit.link != "ROOT" and not (fronted and opens):
        return False
    if head.tag_ in ("VBD", "VBN", "VBG") or in_past(head):
        return True
    if head.tag_ in ("VBP", "VB"):
        return among(head.lemma_.lower(), "dropped")
    felt = head.pos_ == "ADJ" and among(head.lemma_.lower(), "feelings")
    return felt and any(c.dep_ in ("xcomp", "prep", "ccomp") for c in head.children)


def vague(unit: Unit) -> bool:
    """Say whether the subject is a pronoun or a word as empty, or somebody's whom none names."""
    subject = unit.subject
    if subject is None:
        return False
    owned = any(c.dep_ == "poss" and c.lower_ in OWNING for c in subject.children)
    return subject.pos_ == "PRON" or subject.lower_ in VAGUE or owned
