"""What a question asks for: the kind of answer, about whom, in which words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import Token, stem, tokens
from tkg.temporal.span import Span


class Kind(StrEnum):
    """The kind of answer that a question wants."""

    WHEN = "when"
    HOW_LONG = "how long"
    HOW_LONG_AGO = "how long ago"
    HOW_MANY = "how many"
    HOW_OFTEN = "how often"
    WHERE = "where"
    WHO = "who"
    WHY = "why"
    HOW = "how"
    FEEL = "feel"
    YES_NO = "yes or no"
    WHICH = "which"
    WHAT = "what"


KINDS: tuple[tuple[Kind, str], ...] = (
    (Kind.HOW_LONG_AGO, r"\bhow (?:long|many (?:days?|weeks?|months?|years?)) ago\b"),
    (Kind.HOW_LONG, r"\bhow long\b|\bfor how (?:long|many (?:days|weeks|months|years))\b"),
    (
        Kind.HOW_LONG,
        r"\bhow many (?:days|weeks|months|years) (?:passed|between|has|have|had|did it)",
    ),
    (Kind.HOW_OFTEN, r"\bhow (?:often|frequently)\b"),
    (
        Kind.HOW_MANY,
        r"\bhow (?:many|much|old|tall|far|big|large)\b"
        r"|\bwhat (?:number|amount) of\b|\bwhat (?:is|was) the (?:number|amount|price|cost)\b",
    ),
    (
        Kind.WHEN,
        r"^\W*(?:since |until |by |around )?when\b|\b(?:in |on |during |around )?(?:which|what)"
        r" (?:year|month|day|date|week|weekend|season|time of (?:the )?year)\b",
    ),
    (
        Kind.WHEN,
        r"^(?!\W*(?:what|which|who|whom|whose|where|how|why)\b).*"
        r"\bwhen (?:did|was|were|is|are|does|do|will|has|have|had|i|we)\b",
    ),
    (Kind.WHERE, r"\bwhere\b|\b(?:which|what) (?:city|country|state|town|place|area|region)\b"),
    (Kind.WHO, r"\bwho(?:m|se)?\b"),
    (Kind.WHY, r"\bwhy\b|\bhow come\b|\bfor what reason\b|\bwhat (?:is|was) (?:\w+ ){0,3}reason\b"),
    (Kind.FEEL, r"\bhow (?:did|does|do|is|was|were) .{0,60}\bfeel(?:s|ing)?\b"),
    (Kind.HOW, r"\bhow\b"),
    (Kind.WHICH, r"\bwhich\b"),
    (Kind.WHAT, r"\bwhat\b"),
    (
        Kind.YES_NO,
        r"^\W*(?:is|am|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b",
    ),
)
"""The first pattern that matches decides."""

HEAD = re.compile(
    r"\b(?:what|which|how many|whose)\s+"
    r"(?:(?:kinds?|types?|sorts?|genres?|names?|items?|number|amount)\s+of\s+)?"
    r"((?:(?!(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b)"
    r"[\w'+-]+\s+){1,4}?)"
    r"(?=is\b|are\b|was\b|were\b|do\b|does\b|did\b|has\b|have\b|had\b|can\b|could\b|will\b|would\b"
    r"|should\b)",
    re.IGNORECASE,
)
LISTS = re.compile(
    r"\bwhat are\b|\bwhat all\b|\bwhich (?:\w+ )?\w+s\b|\bwhat (?:\w+ ){0,2}\w+s (?:has|have|had"
    r"|do|does|did|are|were)\b|\bwhat (?:has|have|do|does) (?:\w+ ){1,4}(?:done|like|bought"
    r"|painted|collect|enjoy|do to|read|made|visited|played|tried|seen)\b|\bin what ways\b"
    r"|\bwhere has\b",
    re.IGNORECASE,
)
DENIAL = re.compile(r"\b(?:not|never)\b|n['\u2019]t\b", re.IGNORECASE)
TOLD = re.compile(r"\b(?:you|your|yours|assistant)\b", re.IGNORECASE)
OWNER = re.compile(r"\b(i|me|my|mine|myself|we|our|us)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, read.

    Attributes:
        people: Speakers that it names, in order; "I" is the owner of the memory.
        subject: The first of them, or "".
        other: Whether the subject is somebody or something of theirs ("Kate's son").
        stems: Stems of its content words, names of speakers left out.
        head: Stems of the noun after "what", "which" or "how many".
        many: Whether a list is wanted.
        names: Capitalised words and quoted titles that are not speakers, lower case.
        window: World time that it names, or None; its words are not content.
        denies: Whether it asks for what was not so.
        own: Whether the owner of the memory asks of himself, and not of what was told to him.
    """

    text: str
    kind: Kind
    people: tuple[str, ...]
    subject: str
    other: str
    stems: frozenset[str]
    head: frozenset[str]
    many: bool
    names: frozenset[str]
    window: Span | None = None
    denies: bool = False
    own: bool = False


def read(
    question: str, speakers: tuple[str, ...], owner: str = "", window: Span | None = None
) -> Asked:
    """Say what a question asks for.

    Args:
        question: As it was put.
        speakers: Everybody who speaks in the memory.
        owner: Who "I" is, or "".
        window: World time that it names.
    """
    found = tokens(without(question, window))
    people = _people(found, speakers, owner)
    spoken = {part for name in speakers for part in name.casefold().split()}
    content = [t for t in found if t.stem and t.low not in words("asking")]
    about = [t for t in content if not _names(t.low, spoken)]
    return Asked(
        text=question,
        kind=kind(question),
        people=people,
        subject=people[0] if people else "",
        other=_possessed(found, spoken),
        stems=frozenset(t.stem for t in about),
        head=_head(question, spoken),
        many=bool(LISTS.search(question)),
        names=frozenset(
            t.low for n, t in enumerate(found) if n and t.text[0].isupper() and t in about
        ),
        window=window,
        denies=bool(DENIAL.search(question)),
        own=bool(owner and OWNER.search(question) and not TOLD.search(question)),
    )


def without(question: str, window: Span | None) -> str:
    """Return a question without the words of its time: nobody says the date of what he tells."""
    if window is None:
        return question
    return question[: window.offset] + question[window.offset + len(window.expr) :]


def kind(question: str) -> Kind:
    """Return the kind of answer that a question wants.

    >>> kind("How long ago did Ann move?")
    <Kind.HOW_LONG_AGO: 'how long ago'>
    """
    return next((k for k, pattern in KINDS if re.search(pattern, question, re.I)), Kind.WHAT)


def _people(found: tuple[Token, ...], speakers: tuple[str, ...], owner: str) -> tuple[str, ...]:
    named = []
    for token in found:
        if owner and OWNER.fullmatch(token.low):
            named.append(owner)
        elif token.text[0].isupper():
            named += [s for s in speakers if _names(token.low, set(s.casefold().split()))]
    return tuple(dict.fromkeys(named))


def _names(low: str, spoken: set[str]) -> bool:
    """Say whether a word is a speaker's name, or short for it ("Mel")."""
    return low in spoken or (len(low) >= 3 and any(s.startswith(low) for s in spoken))


def _possessed(found: tuple[Token, ...], spoken: set[str]) -> str:
    """Return the kin of a speaker that the question is about ("Kate's son" gives "son")."""
    for mark, noun in pairwise(found):
        owned = mark.low in ("'s", "my", "our", "his", "her", "their")
        if owned and noun.low in words("kinship"):
            return noun.low
    return ""


def _head(question: str, spoken: set[str]) -> frozenset[str]:
    match = HEAD.search(question)
    if not match:
        return frozenset()
    return frozenset(stem(t.low) for t in tokens(match[1]) if t.stem and not _names(t.low, spoken))
