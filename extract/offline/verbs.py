"""Write a verb as somebody else would: "I'm", "I've", "we don't" in the third person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.units import SUBJECT, own_subject

if TYPE_CHECKING:
    from spacy.tokens import Token

THIRD = {
    "am": "is", "are": "is", "have": "has", "do": "does", "were": "was", "be": "is",
    "'m": "is", "'re": "is", "'ve": "has",
}  # fmt: skip
OUT = {
    "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "n't": "not", "ca": "can",
    "wo": "will", "sha": "shall", "gon": "going", "wan": "want", "na": "to", "got": "got",
    "ta": "to",
}  # fmt: skip
"""Contractions written out."""


def spoken(token: Token) -> str:
    """Return a verb or particle written out, in the third person where "I" or "you" does it."""
    low = token.lower_.replace("\u2019", "'")
    third = _by_speaker(token)
    if third and low in THIRD and token.tag_ in ("VBP", "VBD", "VBZ"):
        return THIRD[low]
    if low == "'s" and token.pos_ != "PART":
        return "has" if token.lemma_ == "have" or _perfect(token) else "is"
    if low == "'d" and token.pos_ != "PART":
        return "had" if token.lemma_ == "have" else "would"
    if low in OUT:
        return "wants" if third and low == "wan" else OUT[low]
    bare = (
        token.tag_ == "VB"
        and token.dep_ == "ROOT"
        and not any(c.dep_ in ("aux", "auxpass", *SUBJECT) for c in token.children)
    )
    past = among(token.lower_, "past")
    if third and not past and token.pos_ == "VERB" and (token.tag_ == "VBP" or bare):
        return third_person(token.text)
    return token.text


def _perfect(token: Token) -> bool:
    """Say whether "'s" stands before a participle that only "has" can take."""
    if token.dep_ not in ("aux", "auxpass"):
        return False
    been = any(t.lower_ == "been" for t in (token.head, *token.head.children))
    been = been or token.head.lower_ == "got"
    return been or (token.dep_ == "aux" and token.head.tag_ == "VBN")


def _by_speaker(token: Token) -> bool:
    """Say whether "I", "you", "we" or nobody named is who does it."""
    verb = token.head if token.dep_ in ("aux", "auxpass") else token
    subject = own_subject(verb)
    while subject is None and verb.dep_ == "conj":
        verb = verb.head
        subject = own_subject(verb)
    if subject is None:
        return verb.dep_ == "ROOT"
    return subject.lower_ in ("i", "you", "we", "u")


def third_person(verb: str) -> str:
    """Return the third person of a verb in the present.

    >>> third_person("carry"), third_person("watch"), third_person("live"), third_person("be")
    ('carries', 'watches', 'lives', 'is')
    """
    if verb in THIRD:
        return THIRD[verb]
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


def predicate(main: Token, chain: list[Token], past: bool) -> str:
    """Return the verb phrase of a fact.

    One convention: what happened is in the past tense as it was said ("moved", "has seen"), all
    else in the third person of the present, a progressive too ("lives", "works"); infinitives
    behind "have to", "try to" and the like stay with their verb.

    Args:
        main: The verb that says what is done.
        chain: The verbs before it that change its sense ("had" of "had to take").
        past: Whether it has happened.
    """
    if chain:
        first = predicate(chain[0], [], past)
        return " ".join([first, *(f"to {lemma_of(v)}" for v in [*chain[1:], main])]) + particle(
            main
        )
    return _simple(main, past) + particle(main)


def particle(verb: Token) -> str:
    """Return the particle of a verb with a space before it, or ""."""
    found = next((c.lower_ for c in verb.children if c.dep_ == "prt" and c.i == verb.i + 1), "")
    return f" {found}" if found else ""


def in_past(verb: Token) -> bool:
    """Say whether a verb has a past form, whatever the tagger made of a clause without "I"."""
    helped = any(c.dep_ in ("aux", "auxpass") for c in verb.children)
    return verb.tag_ == "VBD" or (not helped and among(verb.lower_, "past"))


def lemma_of(verb: Token) -> str:
    """Return the lemma; the model takes "hoping" for hops."""
    low = verb.lower_
    if (
        low.endswith("ing")
        and low[:-3] == verb.lemma_.lower()
        and low[:-3] in ("hop", "car", "shar")
    ):
        return low[:-3] + "e"
    lemma = str(verb.lemma_).lower()
    if low.endswith("ing") and re.search(r"([bgmnpt])\1e$", lemma):
        return lemma[:-2]  # "blogging" is no form of "blogge"
    return lemma


def _simple(main: Token, past: bool) -> str:
    low, lemma = main.lower_, lemma_of(main)
    helpers = {
        c.lower_.replace("\u2019", "'"): c for c in main.children if c.dep_ in ("aux", "auxpass")
    }
    ability = "can " if {"can", "ca"} & set(helpers) else ""
    if low == "got" and any(c.lower_ in ("'s", "'ve", "have", "has") for c in main.children):
        return "has"
    if lemma == "be" and low == "been":
        return f"{ability}has been"
    if any(c.dep_ == "auxpass" for c in main.children) and main.tag_ in ("VBN", "VBD"):
        return f"{ability}{'was' if past else 'is'} {low}"
    if lemma == "be" or low in ("'s", "'m", "'re"):
        if main.tag_ == "VBN":
            return "has been"
        return f"{ability}be" if ability else ("was" if past else "is")
    if not past:
        reading = main.tag_ == "VBG" and lemma in ("read", "date")
        return f"is {low}" if reading else f"{ability}{lemma}" if ability else third_person(lemma)
    if main.tag_ == "VBG":
        return f"was {low}" if {"was", "were"} & set(helpers) else third_person(lemma)
    if main.tag_ == "VBN" and not in_past(main):
        return low if low.endswith("ed") else f"has {low}"
    return "did " + lemma if main.tag_ == "VB" and not in_past(main) else low
