"""What a relative clause tells of its noun, as its object: "the van that I sold"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tkg.extract.offline.naming import phrase, tidy, written
from tkg.extract.offline.people import People
from tkg.extract.offline.relations import stranded
from tkg.extract.offline.said import Said, Times
from tkg.extract.offline.units import Unit
from tkg.extract.offline.verbs import predicate
from tkg.kg.model import FactKind, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

NOBODY = ("it", "something", "anything", "everything", "nothing", "someone", "one", "what", "stuff")
"""What a relative clause tells nothing of."""
LONGEST_GAP = 8
"""Words of a noun phrase whose relative clause is told by itself."""


def relative(
    base: Said,
    unit: Unit,
    main: Token,
    chain: list[Token],
    rest: list[Token],
    people: People,
    times: Times,
) -> Iterator[Said]:
    """Give what a relative clause tells of its noun, as its object: "the van that I sold"."""
    gap = _gap(unit, people) or "it"
    if gap.split()[0].lower() in NOBODY:
        return
    object_too = any(t.dep_ in ("dobj", "ccomp", "attr") and t.head == main for t in rest)
    adverbial = any(t.tag_ == "WRB" for t in unit.words) or "all" in gap.lower().split()
    adverbial = adverbial or unit.head.head.lemma_.lower() in (
        "way",
        "time",
        "day",
        "reason",
        "moment",
        "place",
    )
    if (
        any(c.dep_ == "xcomp" for c in main.children)
        or object_too
        or adverbial
        or main.lemma_ == "be"
        or len(gap.split()) > LONGEST_GAP
    ):
        return
    name = predicate(main, chain, base.kind is FactKind.EVENT) + stranded(main)
    value = tidy(f"{gap} {written(rest, people)}")
    when = written((t for t in unit.words if t.i in times.own and t.i > main.i), people)
    text = f"{base.subject} {'never ' if base.polarity is Polarity.NO else ''}{name} {value}"
    yield replace(
        base, predicate=name, value=value, statement=" ".join(f"{text} {when}".split()) + "."
    )


def _gap(unit: Unit, people: People) -> str:
    """Return what a relative clause says something of, where that is not its subject."""
    return phrase(unit.head.head, people)
