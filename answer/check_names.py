"""Every name and quotation of an answer must stand in the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tkg.answer.check_dates import QUOTED
from tkg.answer.check_numbers import number
from tkg.answer.check_words import table
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import sentences, stem, tokens
from tkg.answer.seen import Seen

NAME = re.compile(r"\b[A-Z][\w'-]*(?: (?:of |de |the )?[A-Z][\w'-]*)*")


def names(answer: str, seen: Seen) -> Iterable[str]:
    """Give the names in an answer that nobody and nothing in the evidence bears."""
    for start, end in sentences(answer):
        for match in _capitals(answer[start:end]):
            strange = [p for p in match.split() if not _known(p, seen)]
            if strange:
                yield f"the name {' '.join(strange)!r}"


def _capitals(sentence: str) -> Iterator[str]:
    """Give the names in a sentence; of its first word, only where it cannot be another word."""
    opening = len(sentence) - len(sentence.lstrip("\"'“«(-*• "))
    for match in NAME.finditer(sentence):
        found = match[0]
        if match.start() <= opening and " " not in found:
            following = tokens(sentence[match.end() :])
            stops = not following or following[0].low in ".!?,;"
            if not stops and following[0].low not in table("verbs") and not found.endswith("'s"):
                continue
        yield found


def _known(part: str, seen: Seen) -> bool:
    low = part.casefold().removesuffix("'s").strip("'-")
    free = (table("calendar"), table("own"), words("function"))
    if not low or number(low) or any(low in known for known in free):
        return True
    if low in seen.words or stem(low) in seen.stems:
        return True
    return re.search(rf"(?<!\w){re.escape(low)}(?!\w)", seen.text) is not None


def quotations(answer: str, seen: Seen) -> Iterable[str]:
    """Give the quotations in an answer that nobody said."""
    if answer.count('"') % 2:
        return  # a mark that has lost its twin: what is quoted cannot be told
    held = f" {re.sub(r'[^a-z0-9]+', ' ', seen.text)} "
    for match in QUOTED.finditer(answer):
        # "Emma", "Persuasion": a list may stand within one pair of marks.
        parts = (re.sub(r"[^a-z0-9]+", " ", p.casefold()).strip() for p in match[1].split(","))
        if any(part and f" {part} " not in held for part in parts):
            yield f"the quotation {match[1]!r}"
