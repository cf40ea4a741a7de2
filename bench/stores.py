"""Fill the store of a system with one conversation, and count what that took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tkg.bench.capture import short
from tkg.bench.datasets.case import Conversation, Question
from tkg.bench.experiment import System
from tkg.bench.result import Filled
from tkg.bench.summary import Summary, rolling
from tkg.bench.words import content
from tkg.bench.writers import Sources, writer
from tkg.extract.session import Progress, ingest_sessions
from tkg.kg.errors import UsageError
from tkg.kg.llm.chat import Chat
from tkg.kg.memory import Memory
from tkg.kg.model import Hit, Known

DEEP = 200
"""Turns that search is asked for when it is measured."""


@dataclass(slots=True)
class Store:
    """A filled store with what is looked at again and again.

    Attributes:
        bags: Content words of every fact.
        hits: What the search found, by question: the same for every system.
        summaries: Of a rolling summary, one a session; empty where no system reads it.
    """

    memory: Memory
    known: list[Known]
    bags: list[frozenset[str]]
    summaries: Sequence[Summary] = ()
    hits: dict[str, tuple[list[Hit], float]] = field(default_factory=dict)

    @classmethod
    def of(cls, memory: Memory, summaries: Sequence[Summary] = ()) -> Store:
        """Look at a store."""
        known = memory.facts()
        return cls(memory, known, [content(short(k)) for k in known], summaries)

    def search(self, question: Question) -> tuple[list[Hit], float]:
        """Return what the search finds for a question, and the seconds it took."""
        if question.id not in self.hits:
            until = question.asked_at if question.as_told else None
            began = time.perf_counter()
            found = self.memory.search(question.text, k=DEEP, before=until)
            self.hits[question.id] = found, time.perf_counter() - began
        return self.hits[question.id]


def fill(
    memory: Memory,
    systems: Sequence[System],
    conversation: Conversation,
    sources: Sources,
    reader: tuple[Chat | None, str],
    progress: Progress | None = None,
) -> tuple[Store, Filled]:
    """Write one conversation into a store for systems that share it.

    Args:
        memory: An empty store.
        systems: They name the same store.
        conversation: What is written.
        sources: Where the words of extracting models come from.
        reader: The model that writes summaries, and its name.
        progress: Told after every session.
    """
    began = time.perf_counter()
    by = writer(systems[0], sources, conversation.id)
    report = ingest_sessions(memory, conversation.sessions, by, progress=progress)
    pairs = []
    if any(s.reader == "model" and s.context == "keyword-record" for s in systems):
        chat, model = reader
        if chat is None:
            raise UsageError("A rolling summary needs a model.", hint="Give --cassette, --live.")
        pairs = list(rolling(chat, model, conversation.sessions))
    replies = [reply for _, reply in pairs]
    took = Filled(
        store=systems[0].store, conversation=conversation.id,
        seconds=time.perf_counter() - began, turns=report.turns, facts=report.facts,
        calls=report.calls + len(replies), skipped=report.skipped_calls, failed=len(report.failed),
        tokens_in=report.tokens_in + sum(r.tokens_in for r in replies),
        tokens_out=report.tokens_out + sum(r.tokens_out for r in replies),
        cost=report.cost + sum(r.cost for r in replies),
    )  # fmt: skip
    return Store.of(memory, [summary for summary, _ in pairs]), took
