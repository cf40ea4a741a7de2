"""Is the store whole, and is everything installed that makes it work at its best?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb

from tkg.kg.errors import KgError
from tkg.kg.search import ann
from tkg.kg.search.index import made_by, tokenizer
from tkg.kg.search.tokens import VERSION
from tkg.kg.store.connection import damage

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


COLUMNS = """
select table_name, list(column_name order by column_index) from duckdb_columns()
where not internal and database_name = current_database() group by table_name order by table_name
"""


def check(memory: Memory) -> list[Finding]:
    """Look for damage, rows that point nowhere, sessions read in part, and what search lacks."""
    unread = _unreadable(memory)
    if unread:
        return [Finding(False, f"tables that cannot be read: {', '.join(unread)}")]
    findings = [_count(memory, what, sql) for what, sql in CHECKS]
    return [Finding(True, "every table can be read"), *findings, *_search(memory)]


def _unreadable(memory: Memory) -> list[str]:
    """Return the tables of which some block is damaged: every value of every row is read."""
    broken = []
    for name, columns in memory.db.execute(COLUMNS).fetchall():
        values = duckdb.FunctionExpression("hash", *map(duckdb.ColumnExpression, columns))
        table = duckdb.table(name, connection=memory.db).select(values.alias("row"))
        try:
            table.aggregate("bit_xor(row)").fetchall()
        except duckdb.Error as error:
            if damage(memory.path, error) is None:
                raise
            broken.append(name)
    return broken


def _search(memory: Memory) -> list[Finding]:
    return [_embedder(memory), _tokens(memory), _graph(memory), _reranker(memory)]


def _embedder(memory: Memory) -> Finding:
    maker = made_by(memory.db)
    try:
        embedder = memory.embedder
    except KgError as error:
        return Finding(False, f"embedder: {error}")
    if embedder is None:
        return Finding(False, "embedder: none: search is by words only")
    if maker is not None and maker.embedder != embedder.name:
        return Finding(
            False, f"embedder: {embedder.name}, but {maker.embedder} made the vectors: kg reindex"
        )
    return Finding(True, f"embedder: {embedder.name}")


def _tokens(memory: Memory) -> Finding:
    version = tokenizer(memory.db)
    if version in ("", VERSION):
        return Finding(True, "terms: of this version")
    return Finding(False, f"terms: of version {version}, this is {VERSION}: kg reindex")


def _graph(memory: Memory) -> Finding:
    row = memory.db.execute("select count(*) from vector").fetchone()
    count = row[0] if row else 0
    if count <= ann.ABOVE:
        return Finding(True, f"near vectors: {count} are scanned, which is exact")
    if not ann.installed():
        return Finding(True, f"near vectors: {count} are scanned; the extra 'ann' makes it faster")
    graph = ann.load(memory.db)
    if graph is None:
        return Finding(False, f"near vectors: the graph of {count} is stale: kg reindex")
    return Finding(True, f"near vectors: {graph.card.count} of {count} are in a graph")


def _reranker(memory: Memory) -> Finding:
    try:
        reranker = memory.reranker
    except KgError as error:
        return Finding(False, f"reranker: {error}")
    return Finding(True, f"reranker: {reranker.name if reranker else 'none'}")


def _count(memory: Memory, what: str, sql: str) -> Finding:
    row = memory.db.execute("select count(*) " + sql).fetchone()
    faults = row[0] if row else 0
    return Finding(faults == 0, what if faults == 0 else f"{what}: {faults} do not")
