"""Who is who: names learned early or late, in any order of sessions and any batching."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Fact, Role, SameAs, Session, Turn, digest

FIRST_DAY = datetime(2024, 1, 1, 9, tzinfo=UTC)

Told = tuple[str, str, str, str]
"""(teller, subject, predicate, value)"""
Same = tuple[str, str, str] | tuple[str, str, str, str]
"""(teller, mention, name) or with the kind of evidence"""
Read = tuple[Session, Extraction]


def session(day: int, facts: tuple[Told, ...] = (), same: tuple[Same, ...] = ()) -> Read:
    """Return what is read of the session of one day: a turn for each fact and piece of evidence."""
    key = digest("session", day)
    said = FIRST_DAY + timedelta(days=day)
    tellers = [*(f[0] for f in facts), *(s[0] for s in same)]
    turns = tuple(
        Turn(digest(key, n), f"{day}:{n}", key, n, teller, Role.USER, f"{teller} {n}", said)
        for n, teller in enumerate(tellers)
    )
    read = tuple(
        Fact(key, n, (turns[n].key,), subject, predicate, value, f"{subject} {value}", teller, said)
        for n, (teller, subject, predicate, value) in enumerate(facts)
    )
    shown = tuple(
        SameAs(mention, name, "", turns[len(facts) + n].key, key, *kind)
        for n, (_, mention, name, *kind) in enumerate(same)
    )
    return Session(key, "test", "", f"s{day}", said, turns), Extraction(read, aliases=shown)


def memory_of(*read: Read) -> Memory:
    memory = Memory(":memory:", embedder=None)
    for said, extraction in read:
        memory.add(said, extraction)
    return memory


def graph(memory: Memory) -> list[Any]:
    """Return everything that is derived of names, and which fact is whose."""
    nodes = memory.db.execute("select * from node order by all").fetchall()
    edges = memory.db.execute("select * from edge order by all").fetchall()
    namings = memory.db.execute("select * from naming order by all").fetchall()
    return [nodes, edges, namings, memory.db.execute("from reading order by all").fetchall()]


def values(memory: Memory, name: str) -> list[str]:
    return sorted(k.fact.value for k in memory.facts(name))


def in_every_order(*read: Read) -> Memory:
    """Return a memory of these sessions, once it is the same in every order of arrival."""
    first = graph(memory_of(*read))
    for order in permutations(read):
        assert graph(memory_of(*order)) == first, "the order of arrival changed who is who"
    return memory_of(*read)


def test_a_name_learned_late_is_given_to_what_was_said_before() -> None:
    memory = in_every_order(
        session(1, (("Ana", "Ana's sister", "has pet", "a dog"),)),
        session(9, (("Ana", "Kate", "adopted", "a puppy"),), (("Ana", "my sister", "Kate"),)),
    )
    assert values(memory, "Kate") == ["a dog", "a puppy"]
    assert values(memory, "Ana's sister") == values(memory, "Kate")


def test_the_sister_of_one_is_not_the_sister_of_another() -> None:
    memory = in_every_order(
        session(1, (("Ana", "my sister", "lives in", "Faro"),)),
        session(2, (("Bo", "my sister", "lives in", "Oslo"),)),
    )
    assert values(memory, "Ana's sister") == ["Faro"]
    assert values(memory, "Bo's sister") == ["Oslo"]
