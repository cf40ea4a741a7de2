"""Check that an answer stands in the evidence: its dates, numbers, names and quotations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files

from tkg.answer.answer import Citation
from tkg.answer.cited import CITED, cited
from tkg.answer.offline.tables import words
from tkg.answer.offline.tokens import Token, sentences, stem, tokens
from tkg.answer.seen import Seen
from tkg.kg.model import Known, Status
from tkg.temporal.calculate import months_between
from tkg.temporal.resolve import resolve
from tkg.temporal.span import Grain, Kind, Span

FREE = frozenset({"0", "1"})
"""Numbers too common to ask for evidence of ("one of them")."""
QUOTED = re.compile(r"[\"“«]([^\"”»]{3,})[\"”»]")
NAME = re.compile(r"\b[A-Z][\w'-]*(?: (?:of |de |the )?[A-Z][\w'-]*)*")
COARSE = frozenset({Grain.MONTH, Grain.SEASON, Grain.QUARTER, Grain.HALF, Grain.YEAR, Grain.WEEK,
                    Grain.DECADE, Grain.CENTURY})  # fmt: skip
WIDE = frozenset({Grain.YEAR, Grain.DECADE, Grain.CENTURY, Grain.HALF})
MOST_DATES = 60
"""Dates between which distances are worked out."""


@cache
def table(name: str) -> dict[str, str]:
    """Return a table of words; of a plain list, each word with its place in it.

    >>> table("counting")["seven"], table("numbers")["dozen"]
    ('7', '12')
    """
    text = files("tkg.answer").joinpath("check.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)[name]
    if isinstance(found, str):
        return {word: str(place) for place, word in enumerate(found.split())}
    return {str(word): str(value) for word, value in found.items()}


def problems(answer: str, seen: Seen, now: datetime) -> list[str]:
    """Return what in an answer the evidence does not hold, in words; nothing when it stands.

    Args:
        answer: The words of the answer; ids in square brackets are left out.
        seen: The evidence.
        now: When the question was asked.
    """
    plain = CITED.sub("", answer)
    found = [*_dates(plain, seen, now), *_numbers(answer, plain, seen, now), *_names(plain, seen)]
    found += _quotes(plain, seen)
    return list(dict.fromkeys(found))


def misplaced(citations: Sequence[Citation], subject: str) -> list[str]:
    """Return the problem that what is cited is said of somebody else than was asked about."""
    if not subject or not citations or any(_concerns(c, subject) for c in citations):
        return []
    who = ", ".join(dict.fromkeys(c.speaker for c in citations))
    return [f"that this is true of {subject} (it is what {who} said of somebody else)"]


def _concerns(citation: Citation, subject: str) -> bool:
    """Say whether a turn may be about the one asked about: who spoke, is named or spoken to."""
    if citation.speaker.casefold() == subject.casefold():
        return True
    said = {t.low for t in tokens(citation.quote)}
    named = {part for part in subject.casefold().split() if len(part) > 1}
    short = any(len(w) >= 3 and name.startswith(w) for name in named for w in said)
    return short or bool(said & named) or bool(said & table("addressing").keys())


# -- dates and numbers ---------------------------------------------------------------------------


def _dates(answer: str, seen: Seen, now: datetime) -> Iterable[str]:
    today = now.replace(tzinfo=None)
    held = _inside_quotations(answer)
    for span in resolve(answer, today):
        if span.start is None or any(a <= span.offset < b for a, b in held):
            continue
        if span.kind in (Kind.SET, Kind.UNANCHORED, Kind.DURATION):
            continue
        if not _dated(span, seen, today):
            what = "the relative time" if span.deictic else "the date"
            yield f"{what} {span.expr!r}"


def _dated(span: Span, seen: Seen, today: datetime) -> bool:
    if (seen.verbatim or not span.deictic) and span.expr.casefold() in seen.text:
        return True
    if span.start is not None and span.end is not None and span.start <= today < span.end:
        return True
    if span.deictic and (part := _calendar_part(span.expr)):
        return any(part in _parts(other) for other in seen.spans)
    return any(_agree(span, other) for other in seen.spans)


def _calendar_part(expr: str) -> str:
    """Return the weekday or month that an expression names and nothing else: "on a Sunday"."""
    named = [t.low for t in tokens(expr) if t.stem]
    return named[0] if len(named) == 1 and named[0] in table("calendar") else ""


def _parts(span: Span) -> tuple[str, ...]:
    """Return the month in which a known time begins and, of a day, the weekday."""
    if span.start is None:
        return ()
    month = f"{span.start:%B}".casefold() if span.grain not in WIDE else ""
    return month, f"{span.start:%A}".casefold() if span.grain is Grain.DAY else ""


def _agree(said: Span, known: Span) -> bool:
    """Say whether a date follows from a known one: the same, or a coarser one that holds it."""
    if (said.start, said.end) == (known.start, known.end):
        return True
    if said.grain not in COARSE or known.start is None or said.start is None or said.end is None:
        return said.start == known.start and said.start is not None
    return said.start <= known.start < said.end


def _numbers(answer: str, plain: str, seen: Seen, now: datetime) -> Iterable[str]:
    dates = [s for s in resolve(plain, now.replace(tzinfo=None)) if s.start is not None]
    held, listed = numbers(seen.text), _listed(answer, plain)
    found = tokens(plain)
    for place, token in enumerate(found):
        value = number(token.low)
        if not value or value in FREE or value in held or value in listed:
            continue
        if any(s.offset <= token.start < s.until for s in dates):
            continue
        if not _follows(value, found[place + 1 : place + 3], seen.spans, now):
            yield f"the number {token.text!r}"


def _listed(answer: str, plain: str) -> set[str]:
    """Return the numbers that count the answer's own list: its ids, its items."""
    items = len(re.findall(r",| and |;", plain)) + 1
    lines = len(re.findall(r"^\s*(?:[-*]|\d+[.)])\s", plain, re.M))
    return {str(len(cited(answer))), str(items), str(lines), *map(str, range(1, lines + 1))}


def _follows(value: str, after: Sequence[Token], spans: Sequence[Span], now: datetime) -> bool:
    """Say whether a number of days, weeks, months or years lies between two known dates."""
    unit = next((table("units")[t.low] for t in after if t.low in table("units")), None)
    if unit is None or not value.isdigit():
        return False
    days = sorted({s.start for s in spans if s.start} | {s.end for s in spans if s.end})
    known = [*days[:MOST_DATES], now.replace(tzinfo=None)]
    return any(int(value) in _distances(a, b, unit) for a in known for b in known if a < b)


def _distances(first: datetime, last: datetime, unit: str) -> tuple[int, ...]:
    """Return how far two moments lie apart, rounded down and to the nearest."""
    days = (last - first) / timedelta(days=1)
    if unit in ("day", "week"):
        exact = days / (1 if unit == "day" else 7)
        return int(exact), round(exact)
    months = months_between(first, last)
    return (months, round(days / 30.44)) if unit == "month" else (months // 12, round(days / 365.2))


def numbers(text: str) -> frozenset[str]:
    """Return the numbers in a text as digits, words of number included.

    >>> sorted(numbers("two cats and 1,500 dogs"))
    ['1500', '2']
    """
    return frozenset(value for t in tokens(text) if (value := number(t.low)))


def number(low: str) -> str:
    """Return the digits that a word means; "" where it is no number."""
    counted = table("counting").get(low) or table("numbers").get(low)
    if counted:
        return counted
    digits = re.sub(r"(?<=\d),(?=\d{3})", "", low).strip("$€£%")
    digits = re.sub(r"(?<=\d)(?:st|nd|rd|th)$", "", digits)
    return digits if digits[:1].isdigit() else ""


# -- names and quotations ------------------------------------------------------------------------


def _names(answer: str, seen: Seen) -> Iterable[str]:
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
            stops = not following or not following[0].low[0].isalnum()
            if not stops and following[0].low not in table("verbs") and not found.endswith("'s"):
                continue
        yield found


def _known(part: str, seen: Seen) -> bool:
    low = part.casefold().removesuffix("'s").strip("'-")
    if (
        not low
        or number(low)
        or any(low in t for t in (table("calendar"), table("own"), words("function")))
    ):
        return True
    return low in seen.words or stem(low) in seen.stems or low in seen.text


def _quotes(answer: str, seen: Seen) -> Iterable[str]:
    if answer.count('"') % 2:
        return  # a mark that has lost its twin: what is quoted cannot be told
    held = f" {re.sub(r'[^a-z0-9]+', ' ', seen.text)} "
    for match in QUOTED.finditer(answer):
        # "Emma", "Persuasion": a list may stand within one pair of marks.
        parts = (re.sub(r"[^a-z0-9]+", " ", p.casefold()).strip() for p in match[1].split(","))
        if any(part and f" {part} " not in held for part in parts):
            yield f"the quotation {match[1]!r}"


def _inside_quotations(answer: str) -> list[tuple[int, int]]:
    return [match.span() for match in QUOTED.finditer(answer)]


# -- what no longer holds ------------------------------------------------------------------------


def superseded(answer: str, facts: Sequence[Known]) -> list[str]:
    """Return the ended values in an answer that are given without what has taken their place."""
    return list(dict.fromkeys(_superseded(CITED.sub("", answer).casefold(), facts)))


def _superseded(low: str, facts: Sequence[Known]) -> Iterable[str]:
    for old in facts:
        if old.status not in (Status.ENDED, Status.RETRACTED) or not _said(old, low):
            continue
        now = [k for k in facts if k.slot == old.slot and k.status == Status.CURRENT]
        if now and not any(_said(k, low) for k in now):
            yield f"{old.fact.value!r}, which no longer holds ({now[0].fact.value!r} does)"


def _said(known: Known, low: str) -> bool:
    value = known.fact.value.casefold()
    return bool(value) and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", low) is not None
