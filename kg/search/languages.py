"""Which language a text is in, told by its script and its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LATIN = "latin"
LETTER_COUNTS = 2
"""A letter that only one language writes says as much as two of its common words."""
ENOUGH = 2
"""One common word may be a name or a quote."""

SCRIPTS = (
    ("greek", 0x0370, 0x03FF),
    ("cyrillic", 0x0400, 0x052F),
    ("armenian", 0x0530, 0x058F),
    ("arabic", 0x0600, 0x06FF),
    ("devanagari", 0x0900, 0x097F),
    ("tamil", 0x0B80, 0x0BFF),
    ("greek", 0x1F00, 0x1FFF),
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language that has a stemmer.

    Attributes:
        name: As the stemmers call it.
        script: What it is written in.
        letters: Those that its neighbours do not have.
        common: Words that say nothing about what a text is about.
    """

    name: str
    script: str
    letters: frozenset[str]
    common: frozenset[str]


def script(word: str) -> str:
    """Return what a word is written in; anything unknown counts as Latin."""
    if word.isascii():
        return LATIN
    first = ord(word[0])
    return next((name for name, start, end in SCRIPTS if start <= first <= end), LATIN)


def languages(words: Iterable[str]) -> Mapping[str, Language]:
    """Return the language of each script that these words, in lower case, are written in.

    >>> languages("wo ist das kleine haus".split())["latin"].name
    'german'
    """
    votes: Counter[Language] = Counter()
    for word in dict.fromkeys(words):
        for language in _by_word().get(word, ()):
            votes[language] += 1
        for letter in () if word.isascii() else dict.fromkeys(word):
            for language in _by_letter().get(letter, ()):
                votes[language] += LETTER_COUNTS
    written = {language.script for language in votes}
    return {
        name: _likeliest(first, votes) if name in written else first
        for name, first in _defaults().items()
    }


def _likeliest(default: Language, votes: Counter[Language]) -> Language:
    others = [v for v in votes if v.script == default.script and votes[v] >= ENOUGH]
    best = max(others, key=lambda v: votes[v], default=default)
    return best if votes[best] > votes[default] else default


@cache
def _known() -> tuple[Language, ...]:
    text = files("tkg.kg.search").joinpath("languages.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return tuple(
        Language(name, written, frozenset(letters) - {"-"}, frozenset(common))
        for name, written, letters, *common in rows
    )


@cache
def _defaults() -> dict[str, Language]:
    return {language.script: language for language in reversed(_known())}


def named(name: str) -> dict[str, Language]:
    """Return the language of this name in each script that it is written in."""
    return {language.script: language for language in _known() if language.name == name}


@cache
def _by_word() -> dict[str, list[Language]]:
    return _inverted((language, language.common) for language in _known())


@cache
def _by_letter() -> dict[str, list[Language]]:
    return _inverted((language, language.letters) for language in _known())


def _inverted(sets: Iterable[tuple[Language, frozenset[str]]]) -> dict[str, list[Language]]:
    found: dict[str, list[Language]] = {}
    for language, members in sets:
        for member in members:
            found.setdefault(member, []).append(language)
    return found
