"""The questions of benchmarks with the turns that the search looks at for each, as numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from tkg.bench.datasets.case import Conversation, Question
from tkg.bench.datasets.load import load
from tkg.bench.search_fit import Example, Flags, Floats
from tkg.extract.session import ingest_sessions
from tkg.kg.memory import Memory
from tkg.kg.model import Extraction, Filters
from tkg.kg.search.arrays import Ints

MOST = 400
"""Turns looked at for a question: what a search for 200 looks at."""
LONGMEMEVAL = "longmemeval"


@dataclass(frozen=True, slots=True)
class Case:
    """A question as the search sees it.

    Attributes:
        group: Its conversation.
        kind: The benchmark's category.
        features: What speaks for each turn, by name.
        first: How much speaks for it at first sight.
        turns: Whether each turn holds the answer.
        sessions: Whether each stands in a session that does.
        places: For each, a number of its session.
        keys: Of the turns: they decide between turns that score the same.
        held: How many turns hold the answer, found or not.
    """

    group: str
    kind: str
    text: str
    features: dict[str, Floats]
    first: Floats
    turns: Flags
    sessions: Flags
    places: Ints
    keys: tuple[str, ...]
    held: int

    def example(self, names: Sequence[str], weight: float = 1.0) -> Example:
        """Return it with some of the features, to be fitted on."""
        return Example(self.rows(names), self.turns, self.sessions, weight)

    def rows(self, names: Sequence[str]) -> Floats:
        """Return some of the features, `[turns, features]`."""
        return np.stack([self.features[name] for name in names], axis=1)


def locomo(data: Path, stores: Path) -> Iterator[Case]:
    """Give the answerable questions of a LoCoMo file, each asked of its own conversation."""
    for conversation in load(data).conversations:
        path = stores / f"{conversation.id}.duckdb"
        with Memory(_made(path, [conversation], facts=True)) as memory:
            asked = [q for q in conversation.questions if q.answerable and q.turns]
            yield from _cases(memory, asked, conversation.id)


def longmemeval(haystacks: Path, evidence: Path, stores: Path) -> Iterator[Case]:
    """Give LongMemEval's questions, all asked of one pile: every haystack and all evidence."""
    piles = load(haystacks).conversations
    whole = {q.id for c in piles for q in c.questions}
    others = [c for c in load(evidence).conversations if c.id not in whole]
    path = stores / f"{LONGMEMEVAL}.duckdb"
    with Memory(_made(path, [*piles, *others], facts=False)) as memory:
        asked = [_placed(c) for c in (*piles, *others)]
        yield from _cases(memory, [q for q in asked if q.answerable and q.turns], LONGMEMEVAL)


def _placed(conversation: Conversation) -> Question:
    """Return the question of an instance; where only evidence is kept, all its sessions are."""
    (question,) = conversation.questions
    sessions = question.sessions or frozenset(s.id for s in conversation.sessions)
    return replace(question, sessions=sessions)


def _made(path: Path, conversations: Iterable[Conversation], *, facts: bool) -> Path:
    """Return a store of conversations, made where it is missing."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    with Memory(path) as memory:
        for conversation in conversations:
            if facts:
                ingest_sessions(memory, conversation.sessions)
                continue
            for session in conversation.sessions:
                memory.add(session, Extraction(extractor="none"))
    return path


def _cases(memory: Memory, questions: Iterable[Question], group: str) -> Iterator[Case]:
    for question in questions:
        look = memory.searcher.look(question.text, question.asked_at, Filters(), MOST)
        shown = memory.searcher.hits(look, look.first, np.arange(len(look.at)))
        yield Case(
            group=group,
            kind=question.kind,
            text=question.text,
            features=dict(look.features),
            first=look.first,
            turns=np.array([s.turn_id in question.turns for s in shown]),
            sessions=np.array([s.session_id in question.sessions for s in shown]),
            places=look.found.rows.sessions[look.at],
            keys=tuple(s.key for s in shown),
            held=len(question.turns),
        )
