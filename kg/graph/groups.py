"""Relations that are one by a verdict: which name stands for each, in no order of arrival."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import duckdb

from tkg.kg.graph.predicates import Relation, named
from tkg.kg.store.decisions import PREDICATE, SAME, Decision

DECIDED = "select one, other, verdict from decision where starts_with(one, $mark)"
JUDGED = "select one, other, same from verdict where starts_with(one, $mark)"

Pair = tuple[str, str]
Groups = Mapping[str, str]
"""The canonical name of every relation that is not its own."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What was decided of pairs of relations, each pair given as names in alphabetical order.

    Attributes:
        same: By a person.
        apart: By a person.
        judged: By a model, to be one.
        denied: By a model, to be two.
    """

    same: frozenset[Pair] = frozenset()
    apart: frozenset[Pair] = frozenset()
    judged: frozenset[Pair] = frozenset()
    denied: frozenset[Pair] = frozenset()


def relation_id(name: str) -> str:
    """Return what stands for a relation where decisions are kept."""
    return f"{PREDICATE}{name}"


def of_relations(made: Decision) -> bool:
    """Say whether a decision is about relations, not about names."""
    return made.one.startswith(PREDICATE)


def verdicts(db: duckdb.DuckDBPyConnection) -> Verdicts:
    """Return what is stored."""
    mark = {"mark": PREDICATE}
    decided = db.execute(DECIDED, mark).fetchall()
    judged = db.execute(JUDGED, mark).fetchall()
    return Verdicts(
        same=frozenset(_pair(a, b) for a, b, verdict in decided if verdict == SAME),
        apart=frozenset(_pair(a, b) for a, b, verdict in decided if verdict != SAME),
        judged=frozenset(_pair(a, b) for a, b, same in judged if same),
        denied=frozenset(_pair(a, b) for a, b, same in judged if not same),
    )


def _pair(one: str, other: str) -> Pair:
    return one.removeprefix(PREDICATE), other.removeprefix(PREDICATE)


def groups(db: duckdb.DuckDBPyConnection) -> Groups:
    """Return which relations of a store go by another one's name."""
    return grouped(verdicts(db))


def leads(db: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """Return what gives the id of the relation that one, given by id, goes by."""
    known = groups(db)

    def lead(one: str) -> str:
        name = one.removeprefix(PREDICATE)
        return relation_id(known.get(name, name))

    return lead


def grouped(made: Verdicts) -> Groups:
    """Return which relations go by another one's name.

    A person's verdicts come first, then a model's, each sort in alphabetical order; one that would
    join two that were told apart joins nothing, nor does one that would join two of the table.
    """
    members: dict[str, list[str]] = {}
    for pairs, apart in ((made.same, made.apart), (made.judged, made.apart | made.denied)):
        for pair in sorted(pairs):
            one, other = (members.setdefault(name, [name]) for name in pair)
            if one is not other and not _never(one, other, apart):
                one.extend(other)
                members.update(dict.fromkeys(one, one))
    first = {name: canonical(group) for name, group in members.items()}
    return {name: lead for name, lead in first.items() if name != lead}


def _never(one: Sequence[str], other: Sequence[str], apart: frozenset[Pair]) -> bool:
    crossing = {(min(a, b), max(a, b)) for a, b in product(one, other)}
    held = [any(map(tabled, side)) for side in (one, other)]
    return all(held) or not apart.isdisjoint(crossing)


def tabled(name: str) -> bool:
    """Say whether the table knows a relation: as one of its own, or as what ends one of these."""
    return named(name).known or named(name).event


def canonical(names: Iterable[str]) -> str:
    """Return the name that stands for several: the table's, else the shortest.

    >>> canonical(["gather shell", "lives in", "dwell by"]), canonical(["pick", "cull"])
    ('lives in', 'cull')
    """
    return min(names, key=lambda n: (not tabled(n), not named(n).single, len(n), n))


def meant(own: Relation, known: Groups) -> Relation:
    """Return the relation that one goes by, where these are one."""
    lead = known.get(own.name)
    return replace(named(lead), name=lead) if lead is not None else own
