"""What a question asks for, read from its words alone."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib.resources import files

from tkg.kg.search.tokens import terms

WORD = re.compile(r"\w+(?:['\u2019]\w+)?")

NAMED = frozenset({"at", "season"})
"""Rules that read the name of a time: one asks "in May" of the May that was talked of, but "last
month" of the month before this."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as the search sees it.

    Attributes:
        words: Its terms, those of speakers' names left out.
        names: The terms of the speakers it names.
        speakers: Those speakers, as they are stored.
        me: Whether it is about the one who asks.
        you: Whether it is about the one who is asked.
        when: Whether a time is wanted.
        count: Whether a number is wanted.
        said: The question as the one it is about would say it, to be likened to what they said.
    """

    words: tuple[str, ...]
    names: tuple[str, ...]
    speakers: tuple[str, ...]
    me: bool
    you: bool
    when: bool
    count: bool
    said: str


def read(text: str, speakers: Sequence[str]) -> Asked:
    """Return what a question asks for.

    >>> asked = read("When did Nora buy a boat?", ["Nora", "Tom"])
    >>> asked.words, asked.speakers, asked.when, asked.said
    (('buy', 'boat'), ('Nora',), True, 'When did I buy a boat?')

    Args:
        text: The question.
        speakers: Everybody who speaks in the store.
    """
    folded = [word.replace("\u2019", "'") for word in WORD.findall(text.casefold())]
    spoken = {word.removesuffix("'s") for word in folded}
    named = tuple(name for name in speakers if spoken & set(name.casefold().split()))
    names = set(terms(" ".join(named)))
    found = tuple(dict.fromkeys(terms(text)))
    lists = _lists()
    return Asked(
        words=tuple(term for term in found if term not in names),
        names=tuple(term for term in found if term in names),
        speakers=named,
        me=bool(spoken & lists["me"]),
        you=_about_you(folded, lists),
        when=_pattern("when").search(text) is not None,
        count=_pattern("count").search(text) is not None,
        said=_said(text, named),
    )


def _about_you(words: Sequence[str], lists: Mapping[str, frozenset[str]]) -> bool:
    """Say whether "you" is asked about; in "can you tell me" it is asked something."""
    before = ("", *words)
    return any(
        word in lists["you"] and (word != "you" or last not in lists["request"])
        for last, word in zip(before, words, strict=False)
    )


def _said(text: str, named: Sequence[str]) -> str:
    """Put "I" for whoever is named: people rarely say their own names."""
    parts = sorted({part for name in named for part in name.split()}, key=len, reverse=True)
    if not parts:
        return text
    names = "|".join(re.escape(part) for part in parts)
    name = re.compile(rf"\b(?:{names})\b(?:\s+(?:{names})\b)*", re.IGNORECASE)
    whose = re.compile(rf"(?:{name.pattern})['\u2019]s\b", re.IGNORECASE)
    return name.sub("I", whose.sub("my", text))


def hints_at_time(text: str) -> bool:
    """Say whether a question may name a time: most do not, and need not be read for one.

    >>> hints_at_time("What did he do in May?"), hints_at_time("Who is Nora?")
    (True, False)
    """
    words = WORD.findall(text.casefold())
    return any(c.isdecimal() for c in text) or not _lists()["times"].isdisjoint(words)


def time_asked(text: str, newest: datetime, now: datetime) -> tuple[datetime, datetime] | None:
    """Return the first instant of the time that a question names and the one after it, civil.

    >>> time_asked("What did he do in May?", datetime(2023, 6, 1), datetime(2025, 1, 1))
    (datetime.datetime(2023, 5, 1, 0, 0), datetime.datetime(2023, 6, 1, 0, 0))

    Args:
        text: The question.
        newest: When something was said last: "in May" is the last May before that.
        now: When it is asked: "last month" is the one before this.
    """
    # Loading the rules of time takes as long as a search.
    from tkg.temporal.query import window

    span = window(text, newest)
    if span and span.deictic and span.rule not in NAMED:
        span = window(text, now)
    return (span.start, span.end) if span and span.start and span.end else None


def number_words() -> str:
    """Return a pattern of a number, in digits or in words."""
    return r"\b(?:\d+|" + "|".join(sorted(_lists()["numbers"])) + r")\b"


@cache
def _table() -> dict[str, str | list[str]]:
    text = files("tkg.kg.search").joinpath("asked.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _lists() -> dict[str, frozenset[str]]:
    return {name: frozenset(v.split()) for name, v in _table().items() if isinstance(v, str)}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()[name])})\b", re.IGNORECASE)
