"""Put pairs that might be one to a model, each once; its verdict is kept with what it judged."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

import duckdb

from tkg.kg.counted import counted
from tkg.kg.graph.possible import Possible, possible
from tkg.kg.graph.rebuild import derive_again
from tkg.kg.graph.refresh import changed
from tkg.kg.llm.chat import Chat, Message, Request
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

    Raises:
        UsageError: No model is configured.
        ModelError: It did not answer.
    """
    from tkg.kg.config import load
    from tkg.kg.llm.configured import chat

    config = load()
    asked, same = ask_pairs(memory, chat(config), config.model)
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
    reply = chat.complete(_request(model, [text for _, text in fresh]))
    same = _same(reply.text, len(fresh))
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
    sides = []
    for name, node in zip((pair.one, pair.other), pair.ids, strict=True):
        said = [s for (s,) in db.execute(STATEMENTS, {"node": node}).fetchall()]
        sides.append("\n".join([f"- {name}", *(f"    {s}" for s in said)]))
    return "\n".join(sorted(sides))


def _key(text: str) -> str:
    return digest("same?", text)


def _request(model: str, pairs: Sequence[str]) -> Request:
    rules = files("tkg.kg.graph").joinpath("ask_pairs.txt").read_text(encoding="utf-8")
    listed = "\n\n".join(f"{n}.\n{text}" for n, text in enumerate(pairs, start=1))
    messages = (Message(role="system", text=rules), Message(role="user", text=listed))
    return Request(model=model, messages=messages, json_object=True)


def _same(reply: str, count: int) -> set[int]:
    """Return the numbers of the pairs that a reply says are one; what it does not say is not."""
    found = re.search(r"\{.*\}", reply, re.DOTALL)
    try:
        numbers = json.loads(found[0]).get("same", []) if found else []
    except (json.JSONDecodeError, AttributeError):
        return set()
    return {n for n in numbers if isinstance(n, int) and 1 <= n <= count}
