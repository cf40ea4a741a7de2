"""Facts in which a name is the value: all that is known of what no fact is about."""

from __future__ import annotations

from collections.abc import Callable

import duckdb

from tkg.kg.graph.values import stems
from tkg.kg.model import Known


def holders(db: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the subjects of the facts whose value names it, as they were written."""
    asked = stems(name)
    rows = db.execute("select distinct subject, value from fact order by all").fetchall()
    return list(dict.fromkeys(who for who, value in rows if asked and asked <= stems(value)))


def naming(
    db: duckdb.DuckDBPyConnection, name: str, ask: Callable[[str], list[Known]]
) -> list[Known]:
    """Return the facts that name something, each once.

    Args:
        db: Where they are stored.
        name: What stands in their value.
        ask: Gives the facts about a subject, as the caller would have them.
    """
    asked = stems(name)
    found = {k.id: k for who in holders(db, name) for k in ask(who)}
    return [k for k in found.values() if asked <= stems(k.fact.value)]
