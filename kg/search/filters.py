"""Which turns a search may find."""

from __future__ import annotations

import duckdb
import numpy as np
from numpy.typing import NDArray

from tkg.kg.model import Filters
from tkg.kg.search.arrays import Rows
from tkg.kg.store.instant import to_row

ALLOWED = """
select list(number) from turn
where ($after::timestamp is null or said_at >= $after)
    and ($before::timestamp is null or said_at < $before)
    and ($speakers::text[] is null or speaker in (select unnest($speakers::text[])))
    and ($role::text is null or role = $role)
    and ($session::text is null or session in (select key from session where id = $session))
"""


def allowed(
    db: duckdb.DuckDBPyConnection, filters: Filters, rows: Rows
) -> NDArray[np.bool_] | None:
    """Return for each turn whether it may be found; None where every one may.

    An empty name limits nothing: models fill in every argument.
    """
    limits = {
        "after": to_row(filters.after)[0],
        "before": to_row(filters.before)[0],
        "speakers": _speakers(db, filters.speaker) if filters.speaker else None,
        "role": str(filters.role) if filters.role else None,
        "session": filters.session or None,
    }
    if all(limit is None for limit in limits.values()):
        return None
    found = db.execute(ALLOWED, limits).fetchone()
    mask = np.zeros(len(rows), bool)
    mask[rows.places(np.array(found[0] if found and found[0] else (), np.int64))] = True
    return mask


def _speakers(db: duckdb.DuckDBPyConnection, name: str) -> list[str]:
    """Return the speakers that a name means, in any case or by another name of theirs."""
    from tkg.kg.graph.names import resolve

    said = name.casefold().strip()
    every = [row[0] for row in db.execute("select distinct speaker from turn").fetchall()]
    if same := [speaker for speaker in every if speaker.casefold() == said]:
        return same
    entity = resolve(db, name)
    return [s for s in every if entity is not None and resolve(db, s) == entity]
