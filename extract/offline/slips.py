"""Words that only own a mistake: "I mistyped", "I was wrong about it", "I got that wrong"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among, lexicon

if TYPE_CHECKING:
    from tkg.extract.offline.units import Unit


def owned(unit: Unit) -> bool:
    """Say whether a clause tells only that its speaker was mistaken."""
    if unit.subject is None or unit.subject.lower_ not in ("i", "that", "it"):
        return False
    head = unit.head
    if among(head.lemma_.lower(), "slip_verbs"):
        return not any(c.dep_ in ("ccomp", "xcomp") for c in head.children)
    wrong = any(c.lower_ in ("wrong", "mistaken") for c in head.children)
    return wrong and head.lemma_.lower() in ("be", "get", "have")


def only_dated(unit: Unit, text: str) -> bool:
    """Say whether what is left of a clause without its date only puts another one right."""
    start = unit.sentence.start
    before = unit.head.doc[start - 1].sent.start if start else start  # it may take two sentences
    told = unit.head.doc[before : unit.sentence.end].text.lower()
    slip = any(re.search(rf"\b{cue}\b", told) for cue in lexicon()["slips"])
    left = all(among(word, "pointers") for word in re.findall(r"\w+", text.lower()))
    return slip and (left or owned(unit))
