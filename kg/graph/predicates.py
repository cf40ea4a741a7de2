"""Which relation a predicate means: read from a table, never guessed from likeness."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from tkg.kg.graph.lemmas import bare, spelled

PARTS = ("words", "starts", "denies", "ends", "ends_alone")
SINGLE_PREFIXES = ("favourite ", "current ")


@dataclass(frozen=True, slots=True)
class Relation:
    """A canonical predicate.

    Attributes:
        single: A new value closes the old one.
        constant: True for good.
        resumes: A value with a stated end leaves the old one open beside it.
        event: Happens rather than holds, whatever an extractor says.
        stays: Beginning in it ends nothing that was told in other words: "moved from A to B".
        lasting: Does not end because something else took its place elsewhere.
        ages: Its value counts the time since a birth.
        inverse: The relation as seen from the value, "" where there is none.
        known: In the table.
    """

    name: str
    single: bool = False
    constant: bool = False
    resumes: bool = False
    event: bool = False
    ages: bool = False
    stays: bool = False
    lasting: bool = False
    inverse: str = ""
    known: bool = True


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a predicate says about a relation.

    Attributes:
        starts: It tells that the relation begins: "moved to".
        denies: It says the contrary: "hates" of "likes".
        ends: Names of other relations that it ends, where the value is theirs: "sold" of "owns".
        alone: It needs no value to end them: "broke up" ends "is dating", whoever that was.
    """

    relation: Relation
    starts: bool = False
    denies: bool = False
    ends: tuple[str, ...] = ()
    alone: bool = False


@dataclass(slots=True)
class _Table:
    relations: dict[str, Relation] = field(default_factory=dict)
    words: dict[str, Meaning] = field(default_factory=dict)
    ends: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    alone: set[str] = field(default_factory=set)


@lru_cache(maxsize=20_000)
def meaning(predicate: str) -> Meaning:
    """Return what a predicate means, in any inflection.

    >>> meaning("moved to").relation.name, meaning("has lived in").relation.name
    ('lives in', 'lives in')
    >>> meaning("juggles with").relation.single
    False
    """
    table = _table()
    words = spelled(predicate.casefold().replace("_", " "))
    if words in table.relations:
        key = bare(words)
        return Meaning(table.relations[words], ends=tuple(sorted(table.ends.get(key, ()))))
    key = bare(words)
    ends = tuple(sorted(table.ends.get(key, ())))
    if found := table.words.get(key):
        return Meaning(found.relation, found.starts, found.denies, ends)
    single = words.startswith(SINGLE_PREFIXES)
    name = words if single else key
    unknown = Relation(name or words, single=single, event=bool(ends), known=False)
    return Meaning(unknown, ends=ends, alone=key in table.alone)


def relation(predicate: str) -> Relation:
    """Return the relation that a predicate is about."""
    return meaning(predicate).relation


def named(name: str) -> Relation:
    """Return the relation with this canonical name."""
    return _table().relations.get(name) or relation(name)


@cache
def enders(name: str) -> tuple[str, ...]:
    """Return the relations whose telling ends this one: "left" ends "works at"."""
    found = {meaning(p).relation.name for p, ended in _table().ends.items() if name in ended}
    return tuple(sorted(found - {name}))


@cache
def may_end(name: str) -> tuple[str, ...]:
    """Return the relations that something filed under this one may end: "leave" of "works at"."""
    ended = {e for p, es in _table().ends.items() if relation(p).name == name for e in es}
    return tuple(sorted(ended - {name}))


@cache
def wordings(name: str, *, starts: bool = False) -> tuple[str, ...]:
    """Return the lemmas of every phrase that says a relation, or that tells of its start.

    >>> "move to" in wordings("lives in", starts=True), "resid in" in wordings("lives in")
    (True, True)
    """
    said = _table().words.items()
    return tuple(
        p for p, m in said if m.relation.name == name and m.starts >= starts and not m.denies
    )


@cache
def endings(name: str) -> tuple[str, ...]:
    """Return the lemmas of every phrase that ends a relation: "quit" of "works at"."""
    return tuple(p for p, ended in _table().ends.items() if name in ended)


@cache
def relations() -> tuple[Relation, ...]:
    """Return every relation of the table."""
    return tuple(_table().relations.values())


@cache
def _table() -> _Table:
    text = files("tkg.kg.graph").joinpath("predicates.toml").read_text(encoding="utf-8")
    table = _Table()
    for name, row in tomllib.loads(text).items():
        phrases = {part: row.pop(part, []) for part in PARTS}
        relation_ = table.relations[name] = Relation(name, **row)
        for part in ("words", "starts", "denies"):
            said = Meaning(relation_, starts=part == "starts", denies=part == "denies")
            for phrase in (*phrases[part], *([name] if part == "words" else [])):
                table.words.setdefault(bare(phrase), said)
        for phrase in (*phrases["ends"], *phrases["ends_alone"]):
            table.ends[bare(phrase)].append(name)
        table.alone.update(map(bare, phrases["ends_alone"]))
    return table
