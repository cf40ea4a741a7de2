"""Write words of a turn with names in place of pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tkg.extract.offline.people import POSSESSIVE, People
from tkg.extract.offline.verbs import spoken

if TYPE_CHECKING:
    from spacy.tokens import Token

EDGES = " ,;:-\u2013\u2014.!?\"*#)(|>~'"
PICTURES = re.compile("[\u2190-\u2bff\u3000-\u303f\ufe0f\u200d\U0001f000-\U0001faff]+")
APART = ("relcl", "conj", "cc", "appos", "acl", "advcl", "punct", "preconj")
"""What hangs on a noun without being part of its name."""


def written(words: Iterable[Token], people: People) -> str:
    """Return words as text: pronouns as names, and the verbs of "I" in the third person."""
    text, last = "", None
    for token in words:
        gap = last is not None and (last.i + 1 != token.i or bool(last.whitespace_))
        word = _word(token, people)
        text += (" " if gap or _opens(token, word) else "") + word
        last = token
    return tidy(text)


def tidy(text: str) -> str:
    """Return text without stray spaces, pictures, and joints or punctuation at its ends."""
    text = re.sub(r"\s+", " ", PICTURES.sub(" ", text).replace("**", ""))
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    text = re.sub(r"([,;:])[,;:]+", r"\1", text).strip(" ,;:-\u2013\u2014|*#")
    text = _unpaired(_unpaired(text, '"', '"'), "(", ")")
    return text.strip(EDGES) if not text.endswith(('"', ")", "'")) else text.lstrip(" ,;:-.!?")


def _unpaired(text: str, opening: str, closing: str) -> str:
    """Drop a bracket or quotation mark that lost its partner."""
    paired = text.count(opening) == text.count(closing)
    if opening == closing:
        paired = text.count(opening) % 2 == 0
    return text if paired else text.replace(opening, "").replace(closing, "")


def _opens(token: Token, word: str) -> bool:
    """Say whether a contraction is written out, and so needs a space before it."""
    joined = token.lower_ in (
        "'s",
        "'m",
        "'re",
        "'ve",
        "'ll",
        "'d",
        "n't",
        "na",
        "\u2019s",
        "n\u2019t",
    )
    return joined and word.lower() != token.lower_


STANDING = {"mine": "my", "ours": "our", "yours": "your", "hers": "her", "theirs": "their"}
"""Possessives that stand alone: "a passion of mine"."""


def _word(token: Token, people: People) -> str:
    low = token.lower_
    if low in ("both", "all") and token.i and token.nbor(-1).lower_ in ("we", "you", "us"):
        return ""
    if low in STANDING and token.head.lower_ == "of":
        owner = people.owner(STANDING[low])
        return _possessive(owner) if owner else token.text
    if token.tag_ in ("PRP", "PRP$") or low in ("em", "'em"):
        return _pronoun(token, people)
    if token.pos_ in ("VERB", "AUX", "PART"):
        word = spoken(token)
        return word.lower() if token.is_sent_start and word.istitle() else word
    return _uncapitalised(token)


def _uncapitalised(token: Token) -> str:
    """Return a word without the capital letter that only opens a sentence."""
    name = token.pos_ in ("PROPN", "NUM", "X") or token.ent_type_ not in ("", "CARDINAL")
    plain = token.is_sent_start and token.text.istitle() and not name
    return token.text.lower() if plain else token.text


def _pronoun(token: Token, people: People) -> str:
    low = token.lower_
    if token.i + 1 < len(token.doc) and token.nbor().text == "-" and not token.whitespace_:
        return token.text  # "me-time"
    if low in POSSESSIVE and (token.tag_ == "PRP$" or token.dep_ == "poss"):
        owner = people.owner(low) if low != "its" else ""
        return _possessive(owner) if owner else token.text
    # "It" within a sentence is too often something else than what was named before.
    name = "" if low in ("it", "itself") else people.who(low)
    return name or _uncapitalised(token)


def _possessive(name: str) -> str:
    plural = name.endswith("s") and name.split()[-1].islower()
    return f"{name}'" if plural else f"{name}'s"


def phrase(head: Token, people: People, without: frozenset[int] = frozenset()) -> str:
    """Return a noun phrase as text: its own words, without clauses and other list members.

    Args:
        head: Its noun.
        people: Who the pronouns are.
        without: Indexes of words to leave out, such as those of a time.
    """
    return written((t for t in phrase_words(head) if t.i not in without), people)


def holder(owner: Token, people: People) -> str:
    """Return whose something is, without the sign of possession."""
    return phrase(owner, people, frozenset(t.i for t in owner.children if t.dep_ == "case"))


def phrase_words(head: Token, apart: tuple[str, ...] = APART) -> list[Token]:
    """Return the words of a noun phrase, without relative clauses and other list members."""
    cut: set[int] = set()
    for child in head.children:
        hyphen = child.dep_ == "punct" and child.text == "-"
        quoted = child.dep_ == "punct" and child.is_quote
        named = child.dep_ == "acl" and child.lower_ in ("named", "called")
        if child.dep_ in apart and not hyphen and not named and not quoted:
            cut.update(t.i for t in child.subtree)
    return [t for t in head.subtree if t.i not in cut and not t.is_space]
