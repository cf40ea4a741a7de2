"""What software puts into a conversation is no word of anybody's."""

from __future__ import annotations

import pytest

from tests.histories import NOW, history
from tkg.extract.noise import without_recalled
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory

BLOCKS = [
    ("<memories>Lives in Bergen.</memories>\nWhat to cook?", "What to cook?"),
    ("What to <memory>Lives in Bergen.</memory> cook?", "What to   cook?"),
    ('<relevant_memories n="1">\nLives in Bergen.\n</relevant_memories>\nHi', "Hi"),
    ("<recalled>Lives in Bergen.\n\nWhat to cook?", "What to cook?"),
    ("## Relevant memories\n- Lives in Bergen.\n- Likes tea.\nWhat to cook?", "What to cook?"),
    ("<system-reminder>Be brief.</system-reminder> I moved to Faro.", "I moved to Faro."),
]


@pytest.mark.parametrize(("text", "said"), BLOCKS)
def test_only_the_recalled_block_is_cut(text: str, said: str) -> None:
    assert without_recalled(text) == (said, 1)


def test_talk_about_memories_is_kept() -> None:
    text = "My memories of Bergen: rain. <b>Relevant memories</b> are few. I <3 memory foam."
    assert without_recalled(text) == (text, 0)


def test_the_words_around_a_recalled_block_give_facts_and_the_block_none() -> None:
    said = "<memories>The user lives in Bergen.</memories>\nI moved to Faro on Monday."
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    report = ingest_sessions(memory, history(("2024-03-01T10:00", [("user", said)])))
    assert report.dropped == {"recalled memory": 1}
    assert [k.fact.value for k in memory.facts()] == ["Faro"]
    assert not memory.search("Bergen")
