"""Is the store whole, and is everything installed that makes it work at its best?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tkg.kg.memory import Memory


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    ok: bool
    what: str


CHECKS: tuple[tuple[str, str], ...] = (
    ("turns belong to a session", "from turn where session not in (select key from session)"),
    ("facts belong to a session", "from fact where session not in (select key from session)"),
    (
        "facts rest on turns",
        "from fact where len(turns) = 0 or not list_has_all((select list(key) from turn), turns)",
    ),
    ("clauses stand in turns", "from clause where turn not in (select key from turn)"),
    ("times stand in turns", "from span where turn not in (select key from turn)"),
    ("names are learned from turns", "from same_as where turn not in (select key from turn)"),
    ("names are named in sessions", "from naming where session not in (select key from session)"),
    (
        "names are there because they are named",
        """from node where not starts_with(scope, 'by ') and id not in (select node from naming)""",
    ),
    (
        "names are joined to names",
        """
        from edge where one not in (select id from node) or other not in (select id from node)
        """,
    ),
    ("sessions were read whole", "from session where not complete"),
    (
        "turns have one key each",
        "from (select key from turn group by key having count(*) > 1)",
    ),
)
"""What must hold of nothing: rows that match are faults."""


def check(memory: Memory) -> list[Finding]:
    """Look for rows that point nowhere, sessions read in part, and a missing embedder."""
    findings = [_count(memory, what, sql) for what, sql in CHECKS]
    embedder = memory.embedder
    name = embedder.name if embedder else "none: search is by words only"
    return [*findings, Finding(embedder is not None, f"embedder: {name}")]


def _count(memory: Memory, what: str, sql: str) -> Finding:
    row = memory.db.execute("select count(*) " + sql).fetchone()
    faults = row[0] if row else 0
    return Finding(faults == 0, what if faults == 0 else f"{what}: {faults} do not")
