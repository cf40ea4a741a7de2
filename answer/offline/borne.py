"""Whether a sentence bears out a yes: it tells of the one asked about, and as something real."""

from __future__ import annotations

import re
from itertools import islice

from tkg.answer.offline.asked import Asked
from tkg.answer.offline.evidence import Passage
from tkg.answer.offline.tokens import stem, stems, tokens
from tkg.answer.offline.verdict import PLANS
from tkg.kg.model import Clause, Mood, Polarity

REAL = frozenset({Mood.REAL, Mood.HABIT})
SUPPOSES = re.compile(r"^\W*(?:would|could|might|should)\b", re.I)
"""Asks what may be, which is answered with what may be."""
HAVING = re.compile(r"\b(?:have|has|had|own|owns|owned|got)\b", re.I)
FIRST = re.compile(r"^\W*\w+\s+([A-Z][\w-]+)")
"""The name right behind the verb that opens a question."""
JOINED = re.compile(r"^\W*\w+\s+(?:[A-Z][\w-]+|I|my \w+)\s+and\b")
OWNED = re.compile(r"'s\b|\b(?:my|our|his|her|their)\b", re.I)
BEHIND = 2
"""Words behind an owner among which stands what is owned ("Ann's red boat")."""


def borne_out(asked: Asked, passage: Passage, start: int, end: int) -> bool:
    """Say whether a part of a turn tells, of the one asked about, that it is really so.

    Args:
        asked: A question for yes or no.
        passage: The turn that is looked at.
        start: Where the part begins.
        end: Where it ends.
    """
    who = _who(asked)
    wanted = asked.stems - stems(" ".join(who))
    near = [c for c in passage.clauses if c.start < end and start < c.end]
    if not near:
        # Words that no clause was read from are those of who speaks.
        return not who or any(_same(passage.turn.speaker, one) for one in who)
    shares = [len(_held(c, passage) & wanted) for c in near]
    telling = [
        c for c, n in zip(near, shares, strict=True) if n == max(shares) and (n or not wanted)
    ]
    real = [c for c in telling if _is_so(c, asked)]
    return any(_of(c, one, asked, passage) for c in real for one in who or ("",))


def _held(clause: Clause, passage: Passage) -> frozenset[str]:
    return stems(clause.text) | stems(passage.turn.words[clause.start : clause.end])


def _who(asked: Asked) -> tuple[str, ...]:
    """Return whom a question asks about, several where it joins them; () where it is of things."""
    first = FIRST.search(asked.text.replace("\u2019", "'"))
    if first and stem(first[1]) in asked.stems:
        return (first[1],)
    joined = JOINED.search(asked.text) and len(asked.people) > 1
    return asked.people if joined else asked.people[:1]


def _same(speaker: str, who: str) -> bool:
    return who.casefold() in (speaker.casefold(), *speaker.casefold().split())


def _is_so(clause: Clause, asked: Asked) -> bool:
    """Say whether a clause is real, or as unreal as what is asked."""
    if clause.polarity is Polarity.NO:
        return False
    if clause.mood in REAL or SUPPOSES.search(asked.text):
        return True
    verb = bool(stems(clause.verb) & asked.stems)
    return clause.mood is Mood.PLANNED and (verb or bool(PLANS.search(asked.text)))


def _of(clause: Clause, who: str, asked: Asked, passage: Passage) -> bool:
    """Say whether a clause tells of somebody, and not only of somebody of theirs."""
    if not who:
        return True
    name = re.compile(rf"\b{re.escape(who)}\b(?!['\u2019]s)", re.IGNORECASE)
    if asked.other:
        return _of_kin(clause, who, asked.other, passage)
    if OWNED.search(asked.text):
        told = who.casefold() in clause.text.casefold()
        return told or _same(passage.turn.speaker, who)
    told = any(name.search(part) for part in (clause.subject, *(a.text for a in clause.arguments)))
    return told or _theirs(clause, who, asked)


def _of_kin(clause: Clause, who: str, kin: str, passage: Passage) -> bool:
    """Say whether a clause tells of somebody's kin, by that word or by a name beside it."""
    if stem(kin) in stems(clause.text):
        return True
    another = clause.subject[:1].isupper() and not _same(clause.subject, who)
    return another and stem(kin) in stems(passage.turn.words)


def _theirs(clause: Clause, who: str, asked: Asked) -> bool:
    """Say whether a clause names what is asked about as somebody's ("Ann's boat")."""
    thing = clause.subject[:1].islower()
    if not thing and not HAVING.search(asked.text):
        return False
    owner = re.compile(rf"\b{re.escape(who)}['\u2019]s\b", re.IGNORECASE)
    if thing and any(owner.search(a.text) for a in clause.arguments):
        return True
    behind = (tokens(clause.text[found.end() :]) for found in owner.finditer(clause.text))
    return any(t.stem in asked.stems for row in behind for t in islice(row, BEHIND))
