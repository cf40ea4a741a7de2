"""Write words of a turn with names in place of pronouns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tkg.extract.offline.people import POSSESSIVE, People, kind_of

if TYPE_CHECKING:
    from spacy.tokens import Token

THIRD = {
    "am": "is",
    "'m": "is",
    "are": "is",
    "'re": "is",
    "have": "has",
    "'ve": "has",
    "do": "does",
    "were": "was",
    "ca": "can",
    "wo": "will",
    "'ll": "will",
}
SPOKEN = {"gon": "going ", "na": "to", "wan": "want ", "got": "got"}
WHOLE = {"'s": "is", "n't": "not", "'d": "would"}
EDGES = ' ,;:-\u2013\u2014.!?"'


def written(words: Iterable[Token], people: People, subject: Token | None = None) -> str:
    """Return words as text, pronouns as names.

    The verb of a subject that was "I", "you" or "we" is put in the third person with it.
    """
    third = subject is not None and subject.lower_ in ("i", "you", "we")
    parts = [_word(t, people, third) for t in words]
    text = "".join(part + space for part, space in parts)
    return tidy(text)


def tidy(text: str) -> str:
    """Return text without stray spaces, and without joints and punctuation at its ends."""
    text = re.sub(r"\s+([,.;:!?])", r"\1", re.sub(r"\s+", " ", text))
    return text.strip(' ,;:-\u2013\u2014.!?"')


def _word(token: Token, people: People, third: bool) -> tuple[str, str]:
    low, space = (
        token.lower_,
        token.whitespace_
        or (" " if token.i + 1 < len(token.doc) and token.nbor().lower_ in WHOLE | THIRD else ""),
    )
    if low in POSSESSIVE and token.dep_ == "poss":
        owner = people.who(low)
        return (f"{owner}'s" if owner else token.text), space
    if token.tag_ == "PRP" and token.pos_ == "PRON":
        return people.who(low) or token.text, space
    if token.pos_ in ("VERB", "AUX") and low not in SPOKEN:
        return _verb(token, third), space
    if low == "n't":
        return "not", space
    if low in SPOKEN and "na" in (low, token.nbor().lower_ if token.i + 1 < len(token.doc) else ""):
        return SPOKEN[low], space
    return token.text, space


def _verb(token: Token, third: bool) -> str:
    low = token.lower_
    if third and low in THIRD:
        return THIRD[low]
    if low == "'s":
        return "has" if token.lemma_ == "have" else "is"
    if low in WHOLE:
        return "had" if low == "'d" and token.lemma_ == "have" else WHOLE[low]
    if third and token.tag_ == "VBP":
        return third_person(token.text)
    return token.text


def third_person(verb: str) -> str:
    """Return the third person of a verb in the present.

    >>> third_person("carry"), third_person("watch"), third_person("live")
    ('carries', 'watches', 'lives')
    """
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


def phrase(head: Token, people: People, without: frozenset[int] = frozenset()) -> str:
    """Return a noun phrase as text: its own words, without clauses and other list members.

    Args:
        head: Its noun.
        people: Who the pronouns are.
        without: Indexes of words to leave out, such as those of a time.
    """
    return written((t for t in phrase_words(head) if t.i not in without), people)


def phrase_words(head: Token) -> list[Token]:
    """Return the words of a noun phrase, without relative clauses and other list members."""
    cut: set[int] = set()
    for child in head.children:
        if child.dep_ in ("relcl", "conj", "cc", "appos", "acl", "advcl", "punct", "preconj"):
            cut.update(t.i for t in child.subtree)
    words = [t for t in head.subtree if t.i not in cut and not t.is_space]
    return _without_edges(words)


def _without_edges(words: list[Token]) -> list[Token]:
    while words and (words[-1].is_punct or words[-1].pos_ in ("CCONJ",)):
        words = words[:-1]
    return words


def remember(head: Token, people: People) -> None:
    """Note a noun phrase for the pronouns that follow."""
    if head.pos_ in ("NOUN", "PROPN") and head.ent_type_ not in ("DATE", "TIME"):
        people.note(phrase(head, people), kind_of(head))
