"""Two recorded conversations, their sessions in random orders: one result."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.kg.graph.tellings import NOW
from tkg.bench.writers import Recordings
from tkg.extract.formats import history
from tkg.extract.llm import ModelExtractor
from tkg.kg.memory import Memory

SHARED = Path(__file__).parents[4] / "shared" / "data"
ORDERS = 10
"""Of each of the two conversations."""


@pytest.mark.parametrize("name", ["conv-26", "conv-30"])
def test_twenty_random_orders_of_real_sessions_give_one_result(name: str) -> None:
    talks, replies = SHARED / "locomo" / "locomo5.json", SHARED / "extractions" / f"{name}.jsonl"
    if not (talks.exists() and replies.exists()):
        pytest.skip(f"no shared data at {SHARED}")
    reader = ModelExtractor(Recordings(replies), "recorded")
    sessions = history.sessions(talks, instance=name)
    blank = Memory(":memory:", clock=lambda: NOW, embedder=None)
    read = [(s, reader.extract(s), blank.prepare(s)) for s in sessions]
    blank.add_all(read)
    drawn = random.Random(name)
    for _ in range(ORDERS):
        memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
        order = drawn.sample(read, len(read))
        cut = drawn.randrange(len(order))
        memory.add_all(order[:cut])
        memory.add_all(order[cut:])
        assert memory.facts() == blank.facts()
