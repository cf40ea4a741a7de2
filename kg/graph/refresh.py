"""Keep the stored entities up to date when sessions come, change or go.

The graph is never loaded whole: what is named anew is followed along its edges to all that may be
joined to it, and then along the owners that changed. A session that names nothing new costs three
short queries.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

import duckdb

from tkg.kg.graph import alias_rows as rows
from tkg.kg.graph.form import node_id
from tkg.kg.graph.mentions import Mentions, earlier, mentions
from tkg.kg.graph.names import known
from tkg.kg.graph.nicknames import full_names, short_names
from tkg.kg.graph.node import NAME, NICKNAME, Edge, Node
from tkg.kg.graph.settle import settle
from tkg.kg.store import facts as words

READ_AS = """
select fact, entity from reading where entity in (select unnest($entities::text[]))
"""

Naming = tuple[str, str, str, object, bool, bool]
"""(node, session, shown, said, speaker, proper)"""


def refresh(db: duckdb.DuckDBPyConnection, sessions: Sequence[str]) -> list[str]:
    """Take in what these sessions name now, and return the facts that belong to others now.

    The caller holds the transaction; facts, turns and evidence are written, readings are not.
    """
    keys = sorted(set(sessions))
    now = mentions(db, keys)
    namings = {_naming(node, session) for (_, session), node in now.nodes.items()}
    before: set[Naming] = set(db.execute(rows.NAMINGS, {"sessions": keys}).fetchall())
    edges_before = rows.edges_of(db, keys)
    if namings == before and now.edges == edges_before:
        return []
    if before:
        db.execute(rows.DELETE_NAMINGS, {"sessions": keys})
    rows.insert_namings(db, sorted(namings, key=str))
    if edges_before:
        db.execute(rows.DELETE_EDGES, {"sessions": keys})
    rows.insert_edges(db, now.edges)
    touched = {naming[0] for naming in namings ^ before}
    joined = {end for e in now.edges ^ edges_before for end in (e.one, e.other)}
    named = _named(db, now, touched, shrunk=bool(before))
    silent = {naming[0] for naming in before if naming[4]}
    return _moved(db, joined | named | silent | _at_odds(db, now))


def changed(db: duckdb.DuckDBPyConnection, ids: Iterable[str]) -> list[str]:
    """Work out again what these nodes are, after a decision, and return the facts that moved."""
    return _moved(db, set(ids))


def _naming(node: Node, session: str) -> Naming:
    return node.id, session, node.shown, node.said, node.speaker, node.proper


def _named(
    db: duckdb.DuckDBPyConnection, now: Mentions, touched: set[str], *, shrunk: bool
) -> set[str]:
    """Bring the rows of nodes up to date, and return those that may be another's now."""
    stored = rows.nodes(db, touched)
    fresh: dict[str, Node] = {} if shrunk else {i: n for i, (n, _) in stored.items()}
    for (node, _), mention in sorted(now.nodes.items()):
        if node in touched:
            fresh[node] = earlier(fresh[node], mention) if node in fresh else mention
    if shrunk:
        fresh = _as_left(db, touched, fresh, stored)
    gone = stored.keys() - fresh.keys()
    under = rows.entity_of(db, {n.owner for n in fresh.values() if n.owner})
    changed = {
        i: replace(node, under=under.get(node.owner, node.owner))
        for i, node in fresh.items()
        if i not in stored or stored[i][0] != replace(node, under=stored[i][0].under)
    }
    partners = _forget(db, gone) if gone else set()
    rows.write_nodes(db, [(n, stored[i][1] if i in stored else i) for i, n in changed.items()])
    return changed.keys() | partners | _nicknames(db, changed, stored)


def _at_odds(db: duckdb.DuckDBPyConnection, now: Mentions) -> set[str]:
    """Return speakers who talk to each other, and were held to be one."""
    talking: dict[str, set[str]] = defaultdict(set)
    for (node, session), mention in now.nodes.items():
        if mention.speaker:
            talking[session].add(node)
    together = [nodes for nodes in talking.values() if len(nodes) > 1]
    if not together:
        return set()
    entity = rows.entity_of(db, set().union(*together))
    return {
        node
        for nodes in together
        for one, other in combinations(sorted(nodes), 2)
        if entity.get(one) == entity.get(other)
        for node in (one, other)
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


def _forget(db: duckdb.DuckDBPyConnection, gone: Iterable[str]) -> set[str]:
    """Delete nodes, and return what they were joined to."""
    ids = set(gone)
    partners = rows.region(db, ids) - ids
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
        What was joined by edges that are gone.
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
    rows.insert_edges(db, (Edge(s, f, NICKNAME) for s, f in pairs if {s, f} <= proper))
    return partners


def _moved(db: duckdb.DuckDBPyConnection, touched: set[str]) -> list[str]:
    """Settle who is who, and return the facts that are read as another's than they are now.

    Of a speaker who is another one now, all facts: whether they tell of themselves has changed.
    """
    settled = settle(db, touched)
    if not settled.had:
        return []
    whole = settled.had | settled.speakers
    read = dict(db.execute(READ_AS, {"entities": sorted(whole)}).fetchall())
    found = words.by_key(db, list(read))
    names = known(db, found.values())
    return sorted(
        key
        for key, fact in found.items()
        if read[key] in settled.speakers or names.of(fact) != read[key]
    )
