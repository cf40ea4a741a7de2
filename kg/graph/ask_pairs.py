"""Put pairs that might be one to a model, each once; its verdict is kept with what it judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from tkg.kg.counted import counted
from tkg.kg.graph.asking import said_same, shown_pair
from tkg.kg.graph.possible import Possible, possible
from tkg.kg.graph.rebuild import derive_again
from tkg.kg.graph.refresh import changed
from tkg.kg.llm.chat import Chat
from tkg.kg.model import digest

if TYPE_CHECKING:
    from tkg.kg.memory import Memory

STATEMENTS = """
select statement from fact
where key in (
    select fact from reading where entity = (select entity from node where id = $node)
)
order by said_at nulls last, key limit 3
"""
JUDGED = "select asked from verdict"
INSERT = "insert into verdict values ($one, $other, $asked, $model, $same)"
FORGET = "delete from verdict where one = $one and other = $other"


def ask_configured(memory: Memory) -> str:
    """Ask the configured model about every pair that might be one, and say what came of it.

    Names in one request, relations in another.

    Raises:
        UsageError: No model is configured.
        ModelError: It did not answer.
    """
    from tkg.kg.config import load
    from tkg.kg.graph.ask_predicates import ask_predicates
    from tkg.kg.llm.configured import chat

    config = load()
    model = chat(config)
    both = (ask_pairs(memory, model, config.model), ask_predicates(memory, model, config.model))
    asked, same = (sum(counts) for counts in zip(*both, strict=True))
    return f"{counted(asked, 'pair')} asked; one and the same: {same}."


def ask_pairs(memory: Memory, chat: Chat, model: str) -> tuple[int, int]:
    """Ask a model about every pair that might be one and has not been judged as it stands.

    Returns:
        How many pairs were asked, and how many of them are one.
    """
    judged = {asked for (asked,) in memory.db.execute(JUDGED).fetchall()}
    pairs = [(p, _shown(memory.db, p)) for p in possible(memory.db, memory.embedder)]
    fresh = [(p, text) for p, text in pairs if _key(text) not in judged]
    if not fresh:
        return 0, 0
    same = said_same(chat, model, "ask_pairs.txt", [text for _, text in fresh])
    with memory.transaction() as db:
        for number, (pair, text) in enumerate(fresh, start=1):
            one, other = sorted(pair.ids)
            row = {"one": one, "other": other}
            db.execute(FORGET, row)
            verdict = {"asked": _key(text), "model": model, "same": number in same}
            db.execute(INSERT, {**row, **verdict})
        derive_again(db, changed(db, {i for p, _ in fresh for i in p.ids}))
    return len(fresh), len(same)


def _shown(db: duckdb.DuckDBPyConnection, pair: Possible) -> str:
    """Return a pair as the model sees it: both names, each with what is said of it."""
    one, other = (
        (name, [said for (said,) in db.execute(STATEMENTS, {"node": node}).fetchall()])
        for name, node in zip((pair.one, pair.other), pair.ids, strict=True)
    )
    return shown_pair(one, other)


def _key(text: str) -> str:
    return digest("same?", text)
