"""Sessions in which things are named, and memories of them in every order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Fact, Role, SameAs, Session, Turn, digest

FIRST_DAY = datetime(2024, 1, 1, 9, tzinfo=UTC)

Told = tuple[str, str, str, str]
"""(teller, subject, predicate, value)"""
Same = tuple[str, ...]
"""(teller, mention, name), with the kind of evidence where it is no statement"""
Read = tuple[Session, Extraction]

WORDS = (
    "turn",
    "session",
    "fact",
    "same_as",
    "span",
    "clause",
    "posting",
    "indexed",
    "decision",
    "verdict",
)
DERIVED = ("node", "edge", "naming", "reading")


def session(day: int, *facts: Told, same: Sequence[Same] = (), speakers: str = "") -> Read:
    """Return what is read on one day: a turn for each fact, piece of evidence and speaker."""
    key = digest("session", day)
    said = FIRST_DAY + timedelta(days=day)
    tellers = [*(f[0] for f in facts), *(s[0] for s in same), *speakers.split()]
    turns = tuple(
        Turn(digest(key, n), f"{day}:{n}", key, n, teller, Role.USER, f"{teller} {n}", said)
        for n, teller in enumerate(tellers)
    )
    read = tuple(
        Fact(
            key, n, (turns[n].key,), subject, predicate, value, f"{subject} {value}.", teller, said
        )
        for n, (teller, subject, predicate, value) in enumerate(facts)
    )
    shown = tuple(
        SameAs(mention, name, "", turns[len(facts) + n].key, key, *kind)
        for n, (_, mention, name, *kind) in enumerate(same)
    )
    return Session(key, "test", "", f"s{day}", said, turns), Extraction(read, aliases=shown)


def fill(memory: Memory, read: Sequence[Read]) -> Memory:
    """Empty a memory, then store sessions in this order; opening another one takes longer."""
    for table in (*WORDS, *DERIVED):
        memory.db.execute(f"delete from {table}")  # noqa: S608
    for said, extraction in read:
        memory.add(said, extraction)
    return memory


def fill_at_once(memory: Memory, *lots: Sequence[Read]) -> Memory:
    """Empty a memory, then store each lot of sessions in one transaction."""
    fill(memory, ())
    for lot in lots:
        memory.add_all([(said, read, memory.prepare(said)) for said, read in lot])
    return memory


def graph(memory: Memory) -> dict[str, list[Any]]:
    """Return everything that is derived of names, and which fact is whose."""
    return {table: memory.db.execute(f"from {table} order by all").fetchall() for table in DERIVED}


def in_every_order(memory: Memory, *read: Read) -> Memory:
    """Return a memory of these sessions, once it is the same in every order of arrival."""
    results = [graph(fill(memory, order)) for order in permutations(read)]
    assert all(result == results[0] for result in results), "the order of arrival counted"
    return memory


def values(memory: Memory, name: str) -> list[str]:
    """Return the values of all facts about whatever a name means."""
    return sorted(k.fact.value for k in memory.facts(name))


def forms(memory: Memory, name: str) -> set[str]:
    """Return the forms of the one entity that a name means, those of other scopes included."""
    entity = memory.resolve_name(name)
    sql = "select shown from node where entity = $entity"
    return {shown for (shown,) in memory.db.execute(sql, {"entity": entity}).fetchall()}
