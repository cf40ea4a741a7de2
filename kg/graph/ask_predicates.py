"""Put relations that might be one to a model, each pair once; its verdict is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from tkg.kg.graph.asking import said_same, shown_pair
from tkg.kg.graph.groups import relation_id
from tkg.kg.graph.possible_predicates import PossibleRelation, possible_predicates
from tkg.kg.graph.regroup import regroup
from tkg.kg.graph.wordings import Wording, wordings
from tkg.kg.llm.chat import Chat
from tkg.kg.model import digest

if TYPE_CHECKING:
    from tkg.kg.memory import Memory

STATEMENTS = """
select statement from fact where list_contains($predicates, predicate)
order by said_at nulls last, key limit 3
"""
INSERT = "insert into verdict values ($one, $other, $asked, $model, $same)"


def ask_predicates(memory: Memory, chat: Chat, model: str) -> tuple[int, int]:
    """Ask a model about the likeliest pairs of relations that were never asked about.

    Returns:
        How many pairs were asked, and how many of them are one.

    Raises:
        ModelError: It did not answer, or not in form; nothing is kept, and it is asked again.
    """
    pairs = possible_predicates(memory.db, memory.embedder)
    if not pairs:
        return 0, 0
    used = wordings(memory.db)
    shown = [_shown(memory.db, pair, used) for pair in pairs]
    same = said_same(chat, model, "ask_predicates.txt", shown)
    with memory.transaction() as db:
        for number, pair in enumerate(pairs, start=1):
            one, other = map(relation_id, pair.names)
            row = {"one": one, "other": other, "asked": digest("one relation?", one, other)}
            db.execute(INSERT, {**row, "model": model, "same": number in same})
        regroup(db)
    return len(pairs), len(same)


def _shown(db: duckdb.DuckDBPyConnection, pair: PossibleRelation, used: dict[str, Wording]) -> str:
    """Return a pair as the model sees it: both relations, each with sentences that use it."""
    sides = []
    for name in pair.names:
        asked = {"predicates": list(used[name].predicates)}
        sides.append((used[name].said, [s for (s,) in db.execute(STATEMENTS, asked).fetchall()]))
    return shown_pair(*sides)
