"""From a clause to facts: who, what relation, what value, and of what kind.

A predicate is the verb's lemma with its particle, and its preposition where it takes no object:
"move to", "work at", "give up", "be" with an attribute, "have" with a thing. A plan keeps the verb
that is planned. A value is the rest of the clause, without the words that say when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tkg.extract.offline.arguments import members, verbs
from tkg.extract.offline.lexicon import among
from tkg.extract.offline.mood import change, polarity
from tkg.extract.offline.naming import phrase, tidy, written
from tkg.extract.offline.people import People
from tkg.extract.offline.units import Unit
from tkg.kg.model import Change, FactKind, Mood, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

LONGEST_VALUE = 12
"""Words of a value; a longer one is a story, and the statement tells it."""
TOLD = (Mood.REAL, Mood.HABIT, Mood.PLANNED)
SKIPPED = ("aux", "auxpass", "neg", "mark", "cc", "punct", "intj", "expl", "preconj", "discourse")
CONSTANT = ("bear", "name", "call")


@dataclass(frozen=True, slots=True)
class Said:
    """What one clause says, before it is tied to its turn and time."""

    subject: str
    predicate: str
    value: str
    statement: str
    kind: FactKind
    change: Change
    polarity: Polarity


def subject_of(unit: Unit, people: People) -> str:
    """Return who or what a clause is about; "" where that is not certain."""
    token = unit.subject
    if token is None:
        dropped = unit.link == "ROOT" and unit.head.tag_ in ("VBD", "VBG", "VBN")
        return people.speaker if dropped else ""
    if token.pos_ == "PRON":
        return people.who(token.lower_)
    named = next((c for c in token.children if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
    return phrase(named if named is not None else token, people)


def said(unit: Unit, mood: Mood, people: People, times: frozenset[int]) -> Iterator[Said]:
    """Give the facts of a clause, one for each member of a list that it holds."""
    subject = subject_of(unit, people)
    if mood not in TOLD or not subject or not _says_something(unit, people, times):
        return
    main = _main_verb(unit, mood)
    statement = _statement(unit, subject, people)
    for predicate, value in _values(unit, main, people, times):
        if not value or value.lower() == subject.lower():
            continue
        yield Said(
            subject=subject,
            predicate=predicate,
            value=value,
            statement=statement,
            kind=_kind(unit, mood),
            change=change(unit),
            polarity=polarity(unit),
        )


def _main_verb(unit: Unit, mood: Mood) -> Token:
    """Return the verb that is planned, or the clause's own."""
    chain = verbs(unit)
    return chain[-1] if mood is Mood.PLANNED and len(chain) > 1 else unit.head


def _values(
    unit: Unit, main: Token, people: People, times: frozenset[int]
) -> Iterator[tuple[str, str]]:
    rest = _complement(unit, main, times)
    objects = [
        t
        for t in rest
        if t.dep_ in ("dobj", "attr", "oprd", "pobj") and t.head in (main, *_preps(main))
    ]
    listed = next((members(t) for t in objects if len(members(t)) > 1), [])
    whole = _cut(written(rest, people))
    if len(listed) < 2:
        yield from _relations(main, rest, whole, people)
        return
    taken = {t.i for head in listed for t in head.subtree}
    others = [t for t in rest if t.i not in taken and t.dep_ != "cc"]
    tail = written(others, people)
    for head in listed:
        prep = head.head if listed[0].head.dep_ == "prep" else None
        value = tidy(f"{phrase(head, people, times)} {'' if prep is not None else tail}")
        name = _lemma(main) + (f" {listed[0].head.lower_}" if listed[0].head.dep_ == "prep" else "")
        yield name, _cut(value)


def _relations(
    main: Token, rest: Sequence[Token], whole: str, people: People
) -> Iterator[tuple[str, str]]:
    """Give the relation of a clause; of a state with several ("works at X as Y") each."""
    preps = [t for t in rest if t.dep_ == "prep" and t.head == main]
    if len(preps) < 2 or not among(main.lemma_, "state") or rest[0] != preps[0]:
        yield _predicate(main, rest, whole, people)
        return
    for prep in preps:
        inside = {t.i for t in prep.subtree}
        yield _predicate(main, [t for t in rest if t.i in inside], whole, people)


def _preps(main: Token) -> list[Token]:
    return [c for c in main.children if c.dep_ == "prep"]


def _predicate(main: Token, rest: Sequence[Token], whole: str, people: People) -> tuple[str, str]:
    """Return the predicate and its value: a leading preposition belongs to the predicate."""
    name = _lemma(main)
    if not rest:
        # "She retired": the deed is the value. A bare state or a modal ("I do") says nothing.
        deed = main.pos_ == "VERB" and main.tag_ in ("VBD", "VBN") and main.dep_ != "relcl"
        return name, main.lower_ if deed else ""
    first = rest[0]
    if first.dep_ == "prep" and first.head == main and len(rest) > 1:
        return f"{name} {first.lower_}", _cut(written(rest[1:], people))
    return name, whole


def _lemma(verb: Token) -> str:
    particle = next((c.lower_ for c in verb.children if c.dep_ == "prt"), "")
    passive = any(c.dep_ in ("auxpass", "nsubjpass") for c in verb.children)
    base = verb.lower_ if passive else verb.lemma_.lower()
    return f"{'be ' if passive else ''}{base} {particle}".strip()


def _complement(unit: Unit, main: Token, times: frozenset[int]) -> list[Token]:
    """Return the words behind the verb that say something other than when."""
    subject = {t.i for t in unit.subject.subtree} if unit.subject is not None else set()
    chain = {t.i for t in verbs(unit) if t.i <= main.i}
    particles = {c.i for c in main.children if c.dep_ == "prt"}
    words = [
        t
        for t in unit.words
        if t.i > main.i
        and t.i not in times | subject | chain | particles
        and not (t.dep_ in SKIPPED and t.head.i in {*chain, main.i})
        and not (t.dep_ == "advmod" and t.head == main and t.pos_ == "ADV" and len(t) < 9)
    ]
    return _trimmed(words, times)


def _trimmed(words: list[Token], times: frozenset[int]) -> list[Token]:
    """Return the words without prepositions whose time was taken away, and without loose ends."""
    kept = [t for t in words if not (t.dep_ == "prep" and any(c.i in times for c in t.children))]
    while kept and (kept[-1].is_punct or kept[-1].dep_ in ("cc", "intj", "mark", "prep")):
        kept = kept[:-1]
    while kept and (kept[0].is_punct or kept[0].dep_ in ("cc", "intj", "punct")):
        kept = kept[1:]
    return kept


def _cut(value: str) -> str:
    words = value.split()
    return tidy(" ".join(words[:LONGEST_VALUE]))


def _statement(unit: Unit, subject: str, people: People) -> str:
    words = [t for t in unit.words if not _loose(t, unit, people)]
    text = written(words, people, unit.subject)
    own = {t.i for t in unit.words}
    inherited = unit.subject is None or unit.subject.i not in own
    return f"{subject} {text}." if inherited else f"{text[:1].upper()}{text[1:]}."


def _loose(token: Token, unit: Unit, people: People) -> bool:
    """Say whether a word is no part of what is said: "and", "oh", "when", a name called out."""
    if token.dep_ == "intj" or token.pos_ == "INTJ":
        return True
    called = token.pos_ == "PROPN" and token.dep_ in ("npadvmod", "vocative", "dep", "conj", "ROOT")
    if called and token.text == people.addressee:
        return True
    return token.head == unit.head and (token.dep_ in ("cc", "mark") or token.tag_ == "WRB")


def _kind(unit: Unit, mood: Mood) -> FactKind:
    lemma = unit.head.lemma_.lower()
    if mood is Mood.PLANNED:
        return FactKind.PLAN
    if lemma in CONSTANT and any(c.dep_ == "auxpass" for c in unit.head.children):
        return FactKind.CONSTANT
    if among(lemma, "opinion"):
        return FactKind.OPINION
    past = unit.head.tag_ in ("VBD", "VBN") or any(
        c.dep_ in ("aux", "auxpass") and c.tag_ == "VBD" for c in unit.head.children
    )
    if past and not _used_to(unit):
        return FactKind.EVENT
    return FactKind.STATE


def _used_to(unit: Unit) -> bool:
    return unit.head.lemma_ == "use" and any(c.dep_ == "xcomp" for c in unit.head.children)


def _says_something(unit: Unit, people: People, times: frozenset[int]) -> bool:
    """Say whether a clause holds more than courtesy: a name, a thing, a place, a number, a deed."""
    content = [
        t
        for t in unit.words
        if t.pos_ in ("NOUN", "PROPN", "NUM", "ADJ", "VERB")
        and t != unit.subject
        and not among(t.lemma_.lower(), "praise", "empty_verbs")
    ]
    nouns = [t for t in content if t.pos_ in ("NOUN", "PROPN", "NUM")]
    if unit.head.lemma_ == "be" and any(t.lower_ in ("here", "there") for t in unit.words[:2]):
        return False
    about_other = unit.subject is not None and people.who(unit.subject.lower_) == people.addressee
    if about_other and people.addressee:
        return bool([t for t in nouns if t.ent_type_])
    return bool(nouns) or any(t.i not in times for t in content)
