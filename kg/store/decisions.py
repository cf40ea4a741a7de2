"""What a person decided about names and relations: the only words that no session holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

SAME, APART = "same", "apart"
PREDICATE = "predicate "
"""Begins the id of a relation, where names have that of a node."""

ALL = "select one, other, verdict, one_shown, other_shown from decision order by all"
INSERT = """
insert into decision
select
    unnest($one::text[]), unnest($other::text[]), unnest($verdict::text[]),
    unnest($one_shown::text[]), unnest($other_shown::text[])
"""
DELETE = """
delete from decision where (one, other) in (select unnest($one::text[]), unnest($other::text[]))
"""
# An erasure takes the last mention of a name or relation: what was decided about it goes as well.
UNNAMED = """
delete from decision where
    one not in (select id from node union select unnest($relations::text[]))
    or other not in (select id from node union select unnest($relations::text[]))
"""
UNNAMED_VERDICTS = """
delete from verdict where
    one not in (select id from node union select unnest($relations::text[]))
    or other not in (select id from node union select unnest($relations::text[]))
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """That two forms name one, or two; there is one decision a pair.

    Attributes:
        one: Id of a node of the alias graph, or of a relation; the lesser of the two.
        other: Id of the other.
        verdict: "same" or "apart".
        one_shown: The form, as it is written.
        other_shown: The other one.
    """

    one: str
    other: str
    verdict: str
    one_shown: str
    other_shown: str

    @property
    def pair(self) -> tuple[str, str]:
        """The two ids."""
        return self.one, self.other


def decision(verdict: str, one: tuple[str, str], other: tuple[str, str]) -> Decision:
    """Return a decision about two nodes or relations, each given as (id, form), in no order."""
    (first, first_shown), (second, second_shown) = sorted((one, other))
    return Decision(first, second, verdict, first_shown, second_shown)


def all_decisions(db: duckdb.DuckDBPyConnection) -> list[Decision]:
    """Return everything that was decided."""
    return [Decision(*row) for row in db.execute(ALL).fetchall()]


def put(db: duckdb.DuckDBPyConnection, made: Sequence[Decision]) -> None:
    """Store decisions, each in place of what was decided of its pair before."""
    take(db, [d.pair for d in made])
    if made:
        db.execute(
            INSERT,
            {
                "one": [d.one for d in made],
                "other": [d.other for d in made],
                "verdict": [d.verdict for d in made],
                "one_shown": [d.one_shown for d in made],
                "other_shown": [d.other_shown for d in made],
            },
        )


def take(db: duckdb.DuckDBPyConnection, pairs: Iterable[tuple[str, str]]) -> None:
    """Take back what was decided about these pairs."""
    found = list(pairs)
    if found:
        db.execute(DELETE, {"one": [a for a, _ in found], "other": [b for _, b in found]})


def forget_unnamed(db: duckdb.DuckDBPyConnection, relations: Iterable[str]) -> None:
    """Forget what was decided or judged of what nothing in the store mentions any more.

    Args:
        db: Where it is stored.
        relations: Ids of the relations that are mentioned.
    """
    mentioned = {"relations": list(relations)}
    db.execute(UNNAMED, mentioned)
    db.execute(UNNAMED_VERDICTS, mentioned)
