"""Move facts to the relation that theirs goes by, after a verdict on relations, or its loss."""

from __future__ import annotations

import duckdb

from tkg.kg.graph.groups import Verdicts, groups, meant, verdicts
from tkg.kg.graph.rebuild import derive_again
from tkg.kg.graph.sense import meaning_of
from tkg.kg.graph.wordings import wordings
from tkg.kg.store.decisions import forget_unnamed

TOLD = """
select fact, predicate, value, relation from reading join fact on fact.key = reading.fact
where instead_of is null
"""


def moved(db: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the facts that are filed under another relation than theirs goes by now."""
    known = groups(db)
    return sorted(
        key
        for key, predicate, value, filed in db.execute(TOLD).fetchall()
        if meant(meaning_of(predicate, value).relation, known).name != filed
    )


def regroup(db: duckdb.DuckDBPyConnection) -> list[str]:
    """File facts under the relations of now, and return those that moved.

    The caller holds the transaction.
    """
    found = moved(db)
    if found:
        derive_again(db, found)
    return found


def forget(db: duckdb.DuckDBPyConnection) -> None:
    """Forget decisions and verdicts on names and relations that nothing mentions any more.

    What an erased relation tied together is apart again. The caller holds the transaction.
    """
    judged = verdicts(db) != Verdicts()
    forget_unnamed(db, [used.id for used in wordings(db).values()] if judged else ())
    if judged:
        regroup(db)
