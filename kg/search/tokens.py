"""Text to index terms: one way for turns and questions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from threading import Lock
from typing import Any

from tkg.kg.search.languages import LATIN, Language, languages, named, script

VERSION = "2"
"""Stored with an index; changes when the same text gives other terms."""
LONGEST = 64
"""Letters of a term: what is longer is no word, and nobody asks for it whole."""

HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# Kana, Hangul, Thai, Lao, Burmese, Khmer: scripts that write words without spaces, or nearly so.
RUNNING = HAN + "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u0e01-\u0e4e\u0e81-\u0ecd"
RUNNING += "\u1000-\u109f\u1780-\u17d3"
# Signs that stand on letters. `re` does not take them for parts of a word.
MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f"
MARKS += "\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0df3\u200c\u200d"
LETTER = rf"(?:[^\W_{RUNNING}]|[{MARKS}])"
PLAIN_LETTER = "[a-zA-Z0-9]"

FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
PICTURE = "[\U0001f000-\U0001f1e5\U0001f200-\U0001faff\u2600-\u27bf\u2b05-\u2b55\u231a-\u23fa]"
ON_PICTURE = "[\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
EMOJI = rf"{FLAG}|[0-9#*]\ufe0f?\u20e3|{PICTURE}{ON_PICTURE}(?:\u200d{PICTURE}{ON_PICTURE})*"

UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
# "l'homme", "dell'arte": what stands before the apostrophe is an article.
ELIDED = re.compile(r"^(?:[cdjlmnst]|qu|un|all|dall|dell|nell|sull|quell|quest)'(?=\w{2})")
# "Kate's", "she'll".
SHORTENED = re.compile(r"'\w{0,2}$")
# A breve stays on the Russian short i, which is a letter of its own.
SIGNS = re.compile(
    "(?<!\u0438)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f"
    "\u0670\u06d6-\u06ed\u200c\u200d]"
)
LETTERS = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})
SHADES = re.compile("\u200d[\u2640\u2642]|[\ufe0f\U0001f3fb-\U0001f3ff]")
TURKISH_CAPITALS = str.maketrans({"I": "ı", "İ": "i"})

_stemming = Lock()


def terms(text: str, language: str | None = None) -> list[str]:
    """Return the index terms of a text in their order, stop words left out.

    A word in another language than English gives two terms where they differ, its own stem and
    the one it would have in English: a question of one word does not tell its language.

    >>> terms("She's running to the Lakes!")
    ['run', 'lake']
    >>> terms("Part X-12 of 我的 v2.0 👍🏽")
    ['part', 'x-12', '我', '的', '我的', 'v2.0', '👍🏽', '👍']

    Args:
        text: A turn or a question.
        language: Of its Latin words, by its stemmer's name; told from the text where None.
    """
    folded = _plain(text)
    spoken = dict(languages(re.findall(r"\w+", folded.replace("İ", "ı").lower())))
    spoken |= named(language) if language else {}
    if spoken[LATIN].name == "turkish":
        folded = folded.translate(TURKISH_CAPITALS)
    folded = folded.replace("İ", "i").casefold()
    token = _plain_token() if folded.isascii() else _token()
    return [term for match in token.finditer(folded) for term in _terms(match, spoken)]


@cache
def _token() -> re.Pattern[str]:
    rare = rf"(?P<emoji>{EMOJI})|(?P<running>[{RUNNING}]+)|"
    return re.compile(rare + _common(LETTER))


@cache
def _plain_token() -> re.Pattern[str]:
    """Find the same in ASCII: a command that asks once does not wait for the other scripts."""
    return re.compile(_common(PLAIN_LETTER))


def _common(letter: str) -> str:
    word = rf"{letter}+(?:'{letter}+)?"
    return (
        r"(?P<number>\d+(?:[.,:/-]\d+)+)"
        r"|(?P<sharp>\b[a-z](?:\+\+|\#)(?!\w))"
        rf"|(?P<joined>{word}(?:[-./]{word})*)"
    )


def _plain(text: str) -> str:
    if text.isascii():
        return text
    text = UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    text = re.sub("[\u2019\u02bc]", "'", text)
    return re.sub(r"[^\D0-9]", lambda digit: str(unicodedata.digit(digit[0])), text)


def _terms(match: re.Match[str], spoken: Mapping[str, Language]) -> Iterator[str]:
    kind, found = match.lastgroup, match[0]
    if kind == "joined":
        yield from _joined(found, spoken)
    elif kind == "running":
        yield from _running(found)
    elif kind == "emoji":
        yield from dict.fromkeys((found.replace("\ufe0f", ""), SHADES.sub("", found)))
    elif THOUSANDS.fullmatch(found):
        yield found.replace(",", "")
    else:
        yield found[:LONGEST]


def _joined(found: str, spoken: Mapping[str, Language]) -> Iterator[str]:
    """Give a code whole ("x-12"), a compound with a word in it whole and in parts ("covid-19")."""
    parts = re.split(r"[-./]", found)
    if len(parts) > 1 and re.search(r"\d", found):
        yield fold(found)[:LONGEST]
        if not any(part.isalpha() and len(part) > 2 for part in parts):
            return
    for part in parts:
        yield from _word(part, spoken)


def _running(found: str) -> Iterator[str]:
    """Give pairs of signs, and single ones where a sign may be a word."""
    single = re.compile(f"[{HAN}]") if len(found) > 1 else re.compile(".")
    yield from (sign for sign in found if single.match(sign))
    yield from (found[i : i + 2] for i in range(len(found) - 1))


def _word(word: str, spoken: Mapping[str, Language]) -> Iterator[str]:
    language = spoken.get(script(word), spoken[LATIN])
    bare = _bare(word, language)
    if bare in language.common or not bare:
        return
    if not bare.isalpha() and bare.isascii():
        yield bare[:LONGEST]
        return
    yield from _stems(bare[:LONGEST], language.name, language.script == LATIN)


def _bare(word: str, language: Language) -> str:
    """Return a word without what an apostrophe ties to it."""
    if "'" not in word:
        return word
    if language.name == "turkish":
        return word.partition("'")[0]
    return SHORTENED.sub("", ELIDED.sub("", word))


def fold(word: str) -> str:
    """Return a word without accents and vowel signs, as people type it in a hurry."""
    if word.isascii():
        return word
    apart = SIGNS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", apart).translate(LETTERS)


@lru_cache(maxsize=100_000)
def _stems(word: str, language: str, latin: bool) -> tuple[str, ...]:
    own = _stem(word, language) if language != "english" else ""
    plain = _stem(fold(word), "english") if latin else ""
    return tuple(dict.fromkeys(term for term in (fold(own), plain) if term))


def _stem(word: str, language: str) -> str:
    # A stemmer keeps the word it works on: two threads would mix theirs.
    with _stemming:
        return str(_stemmer(language).stemWord(word))


@cache
def _stemmer(language: str) -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer(language)
