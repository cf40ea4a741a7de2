"""Keep the stored entities up to date when sessions come, change or go.

The graph is never loaded whole: what is named anew is followed along its edges to all that may be
joined to it, and then along the owners that changed. A session that names nothing new costs three
short queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import duckdb

from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.form import node_id
from tkg.kg.graph.mentions import Mentions, earlier, mentions, mentions_of
from tkg.kg.graph.names import known
from tkg.kg.graph.nicknames import full_names, short_names
from tkg.kg.graph.node import NAME, NICKNAME, OWNED, Edge, Node
from tkg.kg.graph.settle import Settled, settle
from tkg.kg.model import Extraction, Session
from tkg.kg.store import facts as words

VALUED = """
with name as (
    select surface from node where entity in (
        select entity from node where id in (select unnest($nodes::text[]))
        union all select unnest($had::text[]))
    union all select unnest($lost::text[])
), said as (
    select key, lower(case when regexp_matches(value, '^(my|our) ', 'i')
        then said_by || '''s ' || substr(value, strpos(value, ' ') + 1) else value end) as value
    from fact
)
select distinct key from said join name on value = surface or ends_with(value, ' ' || surface)
"""
READ_AS = """
select fact, entity from reading where entity in (select unnest($entities::text[]))
"""

Naming = tuple[str, str, str, object, bool, bool]
"""(node, session, shown, said, speaker, proper)"""


def refresh(
    db: duckdb.DuckDBPyConnection,
    sessions: Sequence[str],
    read: Sequence[tuple[Session, Extraction]] = (),
    replaced: Sequence[str] | None = None,
) -> list[str]:
    """Take in what these sessions name now, and return the facts that belong to others now.

    The caller holds the transaction; facts, turns and evidence are written, readings are not.

    Args:
        db: Where they are stored.
        sessions: Keys of the sessions that came, changed or went.
        read: The same sessions, where they are at hand; read back where not.
        replaced: Those of them that were stored before; looked up where None.
    """
    keys = sorted(set(sessions))
    now = mentions_of(read) if read else mentions(db, keys)
    namings = {_naming(node, session) for (_, session), node in now.nodes.items()}
    before = _before(db, keys if replaced is None else sorted(replaced))
    edges_before = rows.edges_of(db, keys) if before else set()
    if namings == before and now.edges == edges_before:
        return []
    if before:
        db.execute(rows.DELETE_NAMINGS, {"sessions": keys})
        db.execute(rows.DELETE_EDGES, {"sessions": keys})
    rows.insert_namings(db, sorted(namings, key=str))
    rows.insert_edges(db, now.edges)
    touched = {naming[0] for naming in namings ^ before}
    joined = {end for e in now.edges ^ edges_before for end in (e.one, e.other)}
    silent = {naming[0] for naming in before if naming[4]}
    partners, lost = _named(db, now, touched, shrunk=bool(before))
    return _moved(db, joined | silent | partners, lost)


def _before(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> set[Naming]:
    if not sessions:
        return set()
    return set(db.execute(rows.NAMINGS, {"sessions": sessions}).fetchall())


def changed(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> list[str]:
    """Work out again what these nodes are, after a decision, and return the facts that moved."""
    return _moved(db, set(ids), set())


def _naming(node: Node, session: str) -> Naming:
    return node.id, session, node.shown, node.said, node.speaker, node.proper


def _named(
    db: duckdb.DuckDBPyConnection, now: Mentions, touched: set[str], *, shrunk: bool
) -> tuple[set[str], set[str]]:
    """Bring the rows of nodes up to date.

    Returns:
        Those that may be another's now, and what those were called that are gone.
    """
    stored = rows.nodes(db, touched)
    fresh: dict[str, Node] = {} if shrunk else {i: n for i, (n, _) in stored.items()}
    for (node, _), mention in sorted(now.nodes.items()):
        if node in touched:
            fresh[node] = earlier(fresh[node], mention) if node in fresh else mention
    if shrunk:
        fresh = _as_left(db, touched, fresh, stored)
    gone = stored.keys() - fresh.keys()
    partners = _forget(db, {i: stored[i] for i in gone}) if gone else set()
    changed = _changed(db, fresh, stored)
    if changed:
        rows.write_nodes(db, [(n, stored[i][1] if i in stored else i) for i, n in changed.items()])
        partners |= _nicknames(db, changed, stored)
    lost = {stored[i][0].surface for i in gone}
    return partners | _at_odds(now, stored) | _tied(db, changed, stored), lost


def _changed(
    db: duckdb.DuckDBPyConnection, fresh: dict[str, Node], stored: dict[str, tuple[Node, str]]
) -> dict[str, Node]:
    """Return the nodes that are not stored as they are, each under its owner's entity."""
    other = {
        i: node
        for i, node in fresh.items()
        if i not in stored or replace(stored[i][0], under="") != replace(node, under="")
    }
    owners = {n.owner for n in other.values() if n.owner}
    under = rows.entity_of(db, owners) if owners else {}
    return {i: replace(n, under=under.get(n.owner, n.owner)) for i, n in other.items()}


def _tied(
    db: duckdb.DuckDBPyConnection, changed: dict[str, Node], stored: dict[str, tuple[Node, str]]
) -> set[str]:
    """Return the nodes among these that may be joined to others; one that is new may stay alone."""
    ties = {i for i in changed if i in stored}
    new = changed.keys() - ties
    if new:
        ties |= {end for pair in db.execute(rows.DECIDED).fetchall() for end in pair} & new
    owned = {(n.under, n.word) for n in changed.values() if n.level == OWNED and n.id in new}
    return ties | rows.peers(db, owned) if owned else ties


def _at_odds(now: Mentions, stored: dict[str, tuple[Node, str]]) -> set[str]:
    """Return speakers who talk to each other, and were held to be one."""
    talking: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for (node, session), mention in now.nodes.items():
        if mention.speaker and node in stored:
            talking[session][stored[node][1]].add(node)
    return {
        node
        for entities in talking.values()
        for nodes in entities.values()
        if len(nodes) > 1
        for node in nodes
    }


def _as_left(
    db: duckdb.DuckDBPyConnection,
    touched: set[str],
    fresh: dict[str, Node],
    stored: dict[str, tuple[Node, str]],
) -> dict[str, Node]:
    """Return nodes as all sessions that are left name them; those that none names are left out."""
    found = {}
    for i, shown, said, speaker, proper in db.execute(rows.LEFT, {"ids": list(touched)}).fetchall():
        node = fresh.get(i) or stored[i][0]
        found[i] = replace(node, shown=shown, said=said, speaker=speaker, proper=proper)
    return found


def _forget(db: duckdb.DuckDBPyConnection, gone: dict[str, tuple[Node, str]]) -> set[str]:
    """Delete nodes, given with their entities, and return what they were joined to or told of."""
    ids = set(gone)
    partners = rows.region(db, ids) | rows.of_entities(db, (e for _, e in gone.values()))
    owned = {(n.under, n.word) for n, _ in gone.values() if n.level == OWNED}
    partners = (partners | rows.kin(db, owned) if owned else partners) - ids
    rows.delete_nodes(db, ids)
    db.execute(rows.DELETE_FORMAL, {"ids": list(ids)})
    return partners


def _nicknames(
    db: duckdb.DuckDBPyConnection,
    changed: dict[str, Node],
    stored: dict[str, tuple[Node, str]],
) -> set[str]:
    """Keep the edges between names and their short forms; only what is written as a name has any.

    Returns:
        What edges that are gone joined, and what new ones may join.
    """
    names = [n for n in changed.values() if n.level == NAME]
    turned = [n for n in names if n.id not in stored or stored[n.id][0].proper != n.proper]
    old = [n.id for n in turned if n.id in stored]
    partners = rows.region(db, old) if old else set()
    if old:
        db.execute(rows.DELETE_FORMAL, {"ids": old})
    pairs = {
        (node_id(short), node_id(full))
        for n in turned
        if n.proper
        for short, full in (
            *((n.surface, full) for full in full_names(n.surface)),
            *((short, n.surface) for short in short_names(n.surface)),
        )
    }
    if not pairs:
        return partners
    proper = {
        i for i, (n, _) in rows.nodes(db, {i for pair in pairs for i in pair}).items() if n.proper
    }
    formal = [Edge(s, f, NICKNAME) for s, f in pairs if {s, f} <= proper]
    rows.insert_edges(db, formal)
    return partners | {edge.one for edge in formal}


def _moved(db: duckdb.DuckDBPyConnection, touched: set[str], lost: set[str]) -> list[str]:
    """Settle who is who, and return the facts that are read as another's than they are now.

    Those that name for their value what is another's now are among them. Of a speaker who is
    another one now, all facts: whether they tell of themselves has changed.
    """
    settled = settle(db, touched)
    valued = _valued(db, settled, lost)
    if not settled.had:
        return sorted(valued)
    whole = settled.had | settled.speakers
    read = dict(db.execute(READ_AS, {"entities": sorted(whole)}).fetchall())
    found = words.by_key(db, list(read))
    names = known(db, found.values())
    return sorted(
        valued.union(
            key
            for key, fact in found.items()
            if read[key] in settled.speakers or names.of(fact) != read[key]
        )
    )


def _valued(db: duckdb.DuckDBPyConnection, settled: Settled, lost: set[str]) -> set[str]:
    """Return the facts whose value is called like what belongs to another now, or is gone."""
    if not settled.moved and not lost:
        return set()
    given = {"nodes": list(settled.moved), "had": list(settled.had), "lost": list(lost)}
    return {key for (key,) in db.execute(VALUED, given).fetchall()}
