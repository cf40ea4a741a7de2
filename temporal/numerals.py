"""Numbers in words: `twenty-four`, `two thousand and fifteen`, `the thirty-first`."""

from __future__ import annotations

from collections.abc import Sequence

from tkg.temporal.lexer import Token
from tkg.temporal.words import ONES, ORDINALS, SCALES, TENS

STARTS = frozenset({*ONES, *TENS, *ORDINALS, *SCALES})


def spelled(tokens: Sequence[Token], start: int) -> list[tuple[int, int, bool]]:
    """Read every number in words that begins at a token.

    Returns:
        (token after it, value, whether it is an ordinal), shortest first.
    """
    found = []
    total = 0
    current = 0
    place = start
    last = ""
    while place < len(tokens):
        word = tokens[place].word
        if word in ORDINALS and (last in ("", "and", "-", "hundred", "thousand") or last in TENS):
            if last in TENS and ORDINALS[word] >= 10:
                break
            found.append((place + 1, total + current + ORDINALS[word], True))
            break
        if not follows(last, word, current):
            break
        if word in ONES:
            current += ONES[word]
        elif word in TENS:
            current += TENS[word]
        elif word == "hundred":
            current = max(current, 1) * SCALES[word]
        elif word == "thousand":
            total, current = (total + max(current, 1) * SCALES[word]), 0
        place += 1
        if word not in ("and", "-"):
            found.append((place, total + current, False))
            last = word
        else:
            last = last if word == "-" else "and"
    return found


def follows(last: str, word: str, current: int) -> bool:
    """Say whether a number word may come after another ("twenty four", not "four twenty")."""
    if word in ONES:
        return last in ("", "and", "hundred", "thousand") or (last in TENS and ONES[word] < 10)
    if word in TENS:
        return last in ("", "and", "hundred", "thousand")
    if word == "hundred":
        return last in ONES
    if word == "thousand":
        return last in ONES or last in TENS or last == "hundred"
    if word == "and":
        return last in ("hundred", "thousand") or last in TENS
    return word == "-" and last in TENS


def spelled_year(tokens: Sequence[Token], start: int) -> tuple[int, int] | None:
    """Read a year said in two halves: `nineteen ninety six`, `twenty ten`."""
    first = pair(tokens, start, 10, 21)
    if first is None:
        return None
    second = pair(tokens, first[0], 10, 99)
    if second is None:
        return None
    return second[0], first[1] * 100 + second[1]


def pair(tokens: Sequence[Token], start: int, low: int, high: int) -> tuple[int, int] | None:
    """Read one half of a year."""
    if start >= len(tokens):
        return None
    word = tokens[start].word
    if word in ONES and low <= ONES[word] <= high:
        return start + 1, ONES[word]
    if word not in TENS or TENS[word] > high:
        return None
    end, value = start + 1, TENS[word]
    if end < len(tokens) and tokens[end].word == "-":
        end += 1
    if end < len(tokens) and ONES.get(tokens[end].word, 99) < 10 and high > 30:
        return end + 1, value + ONES[tokens[end].word]
    return start + 1, value
