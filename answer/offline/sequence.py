"""Answer which of two things was first, and whether one was before the other."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from tkg.answer.answer import Answer, Event
from tkg.answer.offline.anchor import Stretch, dated
from tkg.answer.offline.asked import Asked
from tkg.answer.offline.roots import roots
from tkg.answer.offline.slots import ASKING
from tkg.answer.offline.told import told
from tkg.answer.offline.whom import whom
from tkg.answer.put import Question
from tkg.kg.memory import Memory

CHOICE = re.compile(
    r"\b(?P<which>first|earlier|last|later)\b(?P<verb>[^,:]*)[,:]\s*(?P<a>.+?)\s+or\s+(?P<b>.+?)\W*$",
    re.IGNORECASE,
)
ORDER = re.compile(
    r"^\W*(?:did|was|were)\s+(?P<a>.+?)\s+(?P<edge>before|after)\s+(?P<b>.+?)\W*$", re.I
)
LATER = frozenset({"last", "later"})


def answer(memory: Memory, asked: Asked, question: Question) -> Answer | None:
    """Return the earlier or later of two things, or yes or no; None where one has no date."""
    choice, order = CHOICE.search(asked.text), ORDER.search(asked.text)
    match = choice or order
    if match is None:
        return None
    about = whom(memory, asked)
    verb = roots(asked.text[: match.start("a")]) - ASKING - (about.roots if about else frozenset())
    verb = verb - roots("happen come") if choice else frozenset()
    pair = [dated(memory, match[side], question, about, verb) for side in ("a", "b")]
    first, second = pair
    if first is None or second is None or _begin(first) == _begin(second):
        return None
    earlier = _begin(first) < _begin(second)
    if choice:
        wins = earlier != (match["which"].casefold() in LATER)
        said = match["a" if wins else "b"]
    else:
        said = "Yes" if earlier == (match["edge"].casefold() == "before") else "No"
        wins = True
    known = [s.known for s in ((first, second) if wins else (second, first)) if s.known]
    found = told(memory, known)
    event = known[0].event if known else None
    return replace(found, answer=said, event=Event.of(event) if event and choice else None)


def _begin(stretch: Stretch) -> datetime:
    return stretch.start or datetime.min
