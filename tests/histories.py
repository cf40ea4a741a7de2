"""Small histories for tests, and quick ways to store them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tkg.extract.formats.plain import read
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory
from tkg.kg.model import Session

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)

Said = tuple[str, str]
"""(speaker, words)"""


def history(*sessions: tuple[str, list[Said]], name: str = "h") -> list[Session]:
    """Return sessions of (date, [(speaker, words)]), numbered s1, s2, ..."""
    rows: list[dict[str, Any]] = [
        {
            "session_id": f"s{number}",
            "date": date,
            "messages": [
                {"role": who, "content": text}
                if who in ("user", "assistant")
                else {"speaker": who, "content": text}
                for who, text in said
            ],
        }
        for number, (date, said) in enumerate(sessions, start=1)
    ]
    return list(read(rows, name))


def memory_of(*sessions: tuple[str, list[Said]]) -> Memory:
    """Return a memory in memory that holds these sessions, searched by words only."""
    memory = Memory(":memory:", clock=lambda: NOW, embedder=None)
    ingest_sessions(memory, history(*sessions))
    return memory


MOVES = (
    ("2023-01-05T10:00", [("user", "I live in Berlin.")]),
    ("2023-03-10T10:00", [("user", "My sister Kate adopted a dog yesterday.")]),
    ("2023-05-20T10:00", [("user", "I moved to Lisbon last month.")]),
)
