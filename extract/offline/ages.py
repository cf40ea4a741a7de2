"""How old somebody is, or turns: "I'm 35 now", "my son is 5", "I turned 40 last week".

A bare number is an age only of a person or a pet, and only where nothing is counted by it: "it is
35 degrees", "I'm 10 minutes late" and "I'm number 1" tell none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.extract.offline.lexicon import among
from tkg.extract.offline.mood import change, polarity
from tkg.extract.offline.naming import phrase
from tkg.extract.offline.people import POSSESSIVE, People, kind_of
from tkg.extract.offline.said import Said
from tkg.extract.offline.subjects import subject_of
from tkg.extract.offline.units import Unit
from tkg.kg.graph.age import read
from tkg.kg.model import FactKind, Mood, Polarity

if TYPE_CHECKING:
    pass

COUNT = r"(?P<n>\d{1,3}|[a-z]+(?:-[a-z]+)?)"
BEHIND = r"(?=\s*(?:$|[.;!?)]|,(?!\s*\d)|(?:now|today|already|and|but|so|this|last|next|in|on)\b))"
"""What may follow an age: no noun that it counts."""
BARE = re.compile(rf"\s*(?:(?:just|now|already|only)\s+)?{COUNT}{BEHIND}", re.IGNORECASE)
OLD = re.compile(
    rf"\s*(?:(?:just|now|already|only|an?)\s+)?{COUNT}[ -]?(?P<unit>years?|yrs?|y/?|months?|weeks?)"
    r"[ -]?(?:old|o)\b",
    re.IGNORECASE,
)
PRESENT = ("am", "is", "are", "'m", "'s", "'re", "\u2019m", "\u2019s", "\u2019re")
NOBODY = ("it", "this", "that", "these", "those", "they", "we", "there", "who", "which")
YOUNGEST = 3
"""A lower number, without "years old", may count anything: "I'm 2 for 2"."""


def ages(unit: Unit, mood: Mood, people: People, *, dated: bool) -> Iterator[Said]:
    """Give the age that a clause tells.

    Args:
        unit: The clause.
        mood: How it is meant.
        people: Who the pronouns are.
        dated: Whether it says when: an age that was or will be says nothing else.
    """
    turns = unit.head.lemma_ == "turn"
    now = _now(unit, mood, turns)
    if polarity(unit) is Polarity.NO or not (turns or unit.head.lemma_ == "be"):
        return
    if mood not in (Mood.REAL, Mood.HABIT, Mood.PLANNED) or not (now or dated):
        return
    value, old = _value(unit)
    who = _whose(unit, people) if value and (old or _counts_years(unit, turns)) else ""
    if who:
        verb = "turned" if turns else "age is"
        text = _sentence(unit, who, value)
        dated = dated or turns
        yield Said(who, verb, value, text, FactKind.STATE, change(unit), dated=dated)


def _sentence(unit: Unit, who: str, value: str) -> str:
    helper = next((c.lower_ for c in unit.head.children if c.dep_ == "aux"), "")
    ahead = "will be" if helper in ("will", "'ll", "\u2019ll") else "is"
    verb = unit.head.text if unit.head.tag_ in ("VBD", "VBG") else ahead
    text = f"{who} {'is ' * (verb == 'turning')}{verb} {value}" + " years old" * (" " not in value)
    return f"{text[:1].upper()}{text[1:]}."


def _now(unit: Unit, mood: Mood, turns: bool) -> bool:
    """Say whether a clause tells of an age as it is when it is said."""
    if mood is Mood.PLANNED:
        return False
    return unit.head.tag_ != "VBG" if turns else unit.head.lower_ in PRESENT


def _value(unit: Unit) -> tuple[str, bool]:
    """Return the age behind the verb, and whether it is written as one ("35 years old")."""
    end = unit.head.idx + len(unit.head)
    behind = unit.head.doc.text[end : unit.sentence.end_char]
    for pattern in (OLD, BARE):
        match = pattern.match(behind)
        age = read(match["n"]) if match else None
        if match and age and (pattern is OLD or age.count >= YOUNGEST):
            young = pattern is OLD and match["unit"][0] in "mw"
            return f"{match['n']} {match['unit']} old" if young else match["n"], pattern is OLD
    return "", False


def _counts_years(unit: Unit, turns: bool) -> bool:
    """Say whether a bare number can be the age of whom a clause is about."""
    subject = unit.subject
    if subject is None or subject.lower_ in ("i", "he", "she", "you", "age"):
        return True
    someone = kind_of(subject) in ("male", "female", "person")
    return someone or among(subject.lemma_.lower(), "animal") or (turns and subject.pos_ == "PROPN")


def _whose(unit: Unit, people: People) -> str:
    """Return whose age it is: the subject's, or of "my age" whoever has it."""
    subject = unit.subject
    if subject is not None and subject.lower_ in NOBODY:
        return ""
    if subject is None or subject.lower_ != "age":
        return subject_of(unit, people)
    owner = next((c for c in subject.children if c.dep_ == "poss"), None)
    if owner is None:
        return ""
    return people.owner(owner.lower_) if owner.lower_ in POSSESSIVE else phrase(owner, people)


def in_place(facts: Iterable[Said], told: Sequence[Said]) -> Iterator[Said]:
    """Give an age in place of what the rest of its clause's facts say of the number."""
    counts = {one.value.split()[0] for one in told}
    others = list(facts)
    same = [one for one in others if counts and _repeats(one, counts)]
    yield from (one for one in others if one not in same)
    yield from (replace(one, statement=same[0].statement) if same else one for one in told)


def _repeats(one: Said, counts: set[str]) -> bool:
    verb, words = one.predicate.split()[0], one.value.split()
    if verb.startswith("turn"):
        return words[0] in counts
    return verb in ("is", "was", "be") and words[0] in counts and words[1:] in ([], *OLD_WORDS)


OLD_WORDS = [[unit, "old"] for unit in ("year", "years", "yrs", "month", "months", "weeks")]
