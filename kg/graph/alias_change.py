"""Merge two names or predicates, or split one off: what moves is said before, and can be undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import duckdb

from tkg.kg.errors import NothingFound, UsageError
from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.groups import leads, of_relations, tabled
from tkg.kg.graph.names import known, nodes_of, shown
from tkg.kg.graph.predicates import relation
from tkg.kg.graph.rebuild import derive_again
from tkg.kg.graph.refresh import changed
from tkg.kg.graph.regroup import moved as refiled
from tkg.kg.graph.wordings import wordings
from tkg.kg.store import facts as words
from tkg.kg.store.decisions import (
    APART,
    PREDICATE,
    SAME,
    Decision,
    all_decisions,
    decision,
    put,
    take,
)

if TYPE_CHECKING:
    from tkg.kg.memory import Memory

READINGS = """
select reading.fact, entity, relation, begins, ends, stand, lead, closed_by,
    subject, predicate, value
from reading join fact on fact.key = reading.fact
where entity in (select unnest($entities::text[]))
"""
READ_AS = "select fact, entity from reading where fact in (select unnest($facts::text[]))"
MEMBERS = """
select id, shown from node
where entity = (select entity from node where id = $node) and not starts_with(scope, 'by ')
order by said nulls last, id
"""

# A form, and the name that its entity goes by in one mouth.
IN_A_MOUTH = """
select mouth.scope from node as own
join node as mouth on mouth.entity = own.entity and starts_with(mouth.scope, 'by ')
join node as name on name.surface = mouth.surface
where (own.id, name.id) in (($one, $other), ($other, $one))
"""


@dataclass(frozen=True, slots=True)
class Move:
    """A fact that belongs to another entity, or is about another relation.

    Attributes:
        fact: Its key.
        words: What it says.
        before: Names of the entity that it belonged to, or of the relation that it was about.
        after: Names of the one it belongs to, or is about.
    """

    fact: str
    words: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that holds from or until another time, or tells the same as another one.

    Attributes:
        fact: Its key.
        names: Of the entity whose slot it is in.
        relation: Of that slot.
        words: What it says.
        before: How long it held, and how it stood.
        after: How it does now.
    """

    fact: str
    names: tuple[str, ...]
    relation: str
    words: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What a merge or a split does, or would do.

    Attributes:
        decided: Decisions that are stored.
        undone: Decisions that are taken back.
    """

    decided: tuple[Decision, ...]
    undone: tuple[Decision, ...]
    moves: tuple[Move, ...]
    changes: tuple[Change, ...]

    def lines(self) -> Iterator[str]:
        """Give what moves and what changes, one a line, for a person."""
        for made in self.decided:
            word = "one" if made.verdict == SAME else "two"
            yield f"decided\t{made.one_shown} and {made.other_shown} are {word}"
        for old in self.undone:
            word = "one" if old.verdict == SAME else "two"
            yield f"undone\t{old.one_shown} and {old.other_shown} were {word} by decision"
        for move in self.moves:
            yield f"moves\t{move.words}\t{_listed(move.before)} -> {_listed(move.after)}"
        for change in self.changes:
            yield f"changes\t{change.words}\t{change.before} -> {change.after}"


class _Preview(Exception):
    pass


Reading = tuple[Any, ...]


def merge(memory: Memory, one: str, other: str, *, dry_run: bool = False) -> Effect:
    """Make one entity of those that two forms name, or one relation of two predicates.

    Args:
        memory: Where they are.
        one: A form, or the id of one where a form is several's.
        other: Another.
        dry_run: Only say what would be done.

    Raises:
        NothingFound: Nobody is called so.
        UsageError: A form is several's, one of the two belongs to the other, or both are relations
            of the table.
    """
    first, second = _ends(memory.db, one, other)
    _may_be_one(memory.db, first, second)
    parts = [{i for i, _ in _members(memory.db, node)} for node, _ in (first, second)]
    between = {tuple(sorted(pair)) for pair in product(*parts)}
    undone = [
        d for d in all_decisions(memory.db) if d.verdict == APART and tuple(d.pair) in between
    ]
    return _change(memory, [decision(SAME, first, second)], undone, dry_run=dry_run)


def split(memory: Memory, name: str, other: str | None = None, *, dry_run: bool = False) -> Effect:
    """Take a form out of its entity or relation; where another is given, say that those are two.

    Args:
        memory: Where they are.
        name: A form, or the id of one where a form is several's.
        other: The only form to part it from; all others of its entity where None.
        dry_run: Only say what would be done.

    Raises:
        NothingFound: Nobody is called so.
        UsageError: A form is several's, or has no other beside it.
    """
    node, *others = _ends(memory.db, name, *([other] if other else ()))
    made = [decision(APART, node, m) for m in others or _members(memory.db, node[0]) if m != node]
    if not made:
        whose = "relation" if node[0].startswith(PREDICATE) else "entity"
        raise UsageError(f"{name!r} is the only name of its {whose}.", hint="Try: kg alias list")
    pairs = {d.pair for d in made}
    undone = [d for d in all_decisions(memory.db) if d.verdict == SAME and d.pair in pairs]
    return _change(memory, made, undone, dry_run=dry_run)


def _ends(db: duckdb.DuckDBPyConnection, *names: str) -> list[tuple[str, str]]:
    """Return (id, form) of what each name means: names all, or predicates all."""
    if not any(nodes_of(db, name) for name in names):
        used = wordings(db)
        found = [used.get(relation(name.removeprefix(PREDICATE)).name) for name in names]
        relations = [(w.id, w.said) for w in found if w is not None]
        if len(relations) == len(names):
            return relations
    _refuse_mixed(db, names)
    return [_node(db, name) for name in names]


def _refuse_mixed(db: duckdb.DuckDBPyConnection, names: Sequence[str]) -> None:
    """Refuse a relation beside a name: nothing is both."""
    used = wordings(db)
    people = [name for name in names if nodes_of(db, name)]
    for name in names if people else ():
        if name not in people and relation(name.removeprefix(PREDICATE)).name in used:
            raise UsageError(f"{name!r} is a relation, and {people[0]!r} a name.")


def _node(db: duckdb.DuckDBPyConnection, name: str) -> tuple[str, str]:
    """Return (id, form) of the one node that a name means."""
    found = nodes_of(db, name)
    if not found:
        raise NothingFound(f"Nobody and nothing is called {name!r}.", hint="Try: kg alias list")
    if len(found) > 1:
        ids = "; ".join(f"{node} in session {scope}" for node, _, scope in found)
        raise UsageError(f"{name!r} is another one in each session.", hint=f"Name one: {ids}.")
    node, shown, _ = found[0]
    return node, shown


def _members(db: duckdb.DuckDBPyConnection, node: str) -> list[tuple[str, str]]:
    """Return (id, form) of all that are one with a node, or with a relation."""
    if node.startswith(PREDICATE):
        used, lead = wordings(db), leads(db)
        return [(w.id, w.said) for w in used.values() if lead(w.id) == lead(node)]
    return list(db.execute(MEMBERS, {"node": node}).fetchall())


def _may_be_one(
    db: duckdb.DuckDBPyConnection, one: tuple[str, str], other: tuple[str, str]
) -> None:
    if one[0] == other[0]:
        raise UsageError(f"{one[1]!r} and {other[1]!r} are one form already.")
    if one[0].startswith(PREDICATE):
        if all(tabled(end.removeprefix(PREDICATE)) for end, _ in (one, other)):
            raise UsageError(f"{one[1]!r} and {other[1]!r} are two in the table of predicates.")
        return
    owners = {node.id: node.owner for node, _ in rows.nodes(db, [one[0], other[0]]).values()}
    if owners[one[0]] == other[0] or owners[other[0]] == one[0]:
        raise UsageError(f"{one[1]!r} and {other[1]!r}: nobody is their own.")
    if mouth := db.execute(IN_A_MOUTH, {"one": one[0], "other": other[0]}).fetchone():
        raise UsageError(f"{one[1]!r} and {other[1]!r} are one already, as said {mouth[0]}.")


def _change(
    memory: Memory, made: Sequence[Decision], undone: Sequence[Decision], *, dry_run: bool
) -> Effect:
    """Decide, and say what that did; on a dry run everything is put back as it was."""
    try:
        with memory.transaction() as db:
            effect = _decide(db, made, undone)
            if dry_run:
                raise _Preview
    except _Preview:
        pass
    return effect


def _decide(
    db: duckdb.DuckDBPyConnection, made: Sequence[Decision], undone: Sequence[Decision]
) -> Effect:
    """Take back what was decided otherwise; decide anew where that is not enough."""
    names = shown(db)
    take(db, [d.pair for d in undone])
    ends = {end for d in (*made, *undone) for end in d.pair}
    moved = {*changed(db, ends), *refiled(db)}
    needed = [d for d in made if not _holds(db, d)]
    put(db, needed)
    moved |= {*changed(db, ends), *refiled(db)}
    for d in needed:
        if not _holds(db, d):
            raise UsageError(
                f"{d.one_shown!r} and {d.other_shown!r} cannot be one: other names of theirs were "
                "split.",
                hint="See: kg alias list",
            )
    return _effect(db, needed, undone, moved, names)


def _holds(db: duckdb.DuckDBPyConnection, made: Decision) -> bool:
    """Say whether a pair is as it was decided."""
    if of_relations(made):
        lead = leads(db)
        return (lead(made.one) == lead(made.other)) == (made.verdict == SAME)
    now = rows.entity_of(db, made.pair)
    return (now[made.one] == now[made.other]) == (made.verdict == SAME)


def _effect(
    db: duckdb.DuckDBPyConnection,
    decided: Sequence[Decision],
    undone: Sequence[Decision],
    moved: set[str],
    names: Mapping[str, Sequence[str]],
) -> Effect:
    """Derive again what moved, and say what came of it."""
    found = words.by_key(db, sorted(moved))
    whose = known(db, found.values())
    now = {key: whose.of(fact) for key, fact in found.items()}
    was = dict(db.execute(READ_AS, {"facts": sorted(moved)}).fetchall())
    entities = {"entities": sorted({*now.values(), *was.values()})}
    before = {row[0]: row for row in db.execute(READINGS, entities).fetchall()}
    derive_again(db, sorted(moved))
    after = {row[0]: row for row in db.execute(READINGS, entities).fetchall()}
    called = {entity: tuple(forms) for entity, forms in shown(db).items()}
    relations = {name: used.said for name, used in wordings(db).items()}
    return Effect(
        decided=tuple(decided),
        undone=tuple(undone),
        moves=tuple(
            Move(key, _said(after[key]), tuple(names[row[1]]), called[after[key][1]])
            if row[1] != after[key][1]
            else Move(key, _said(row), *((relations.get(r[2], r[2]),) for r in (row, after[key])))
            for key, row in sorted(before.items(), key=_by_words)
            if key in after and row[1:3] != after[key][1:3]
        ),
        changes=tuple(
            Change(
                key, called[after[key][1]], after[key][2], _said(row), _held(row), _held(after[key])
            )
            for key, row in sorted(before.items(), key=_by_words)
            if key in after and row[3:8] != after[key][3:8]
        ),
    )


def _by_words(item: tuple[str, Reading]) -> tuple[str, str]:
    return _said(item[1]), item[0]


def _said(row: Reading) -> str:
    subject, predicate, value = row[8:11]
    return f"{subject} | {predicate} | {value}"


def _held(row: Reading) -> str:
    begins, ends, stand, lead = row[3:7]
    start = f"{begins:%Y-%m-%d}" if begins else "?"
    stop = f" {ends:%Y-%m-%d}" if ends else ""
    same = "" if lead == row[0] else ", as told before"
    return f"{stand} {start} ..{stop}{same}"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
