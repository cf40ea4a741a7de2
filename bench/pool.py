"""Search over all conversations in one store: what is found when nobody says whose memory it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from tkg.bench.asking import by_key, ranked
from tkg.bench.datasets.case import Conversation, Dataset, Question
from tkg.bench.stores import DEEP
from tkg.bench.writers import Nothing
from tkg.extract.session import Progress, ingest_sessions
from tkg.kg.memory import Memory
from tkg.kg.model import Session


def recall(dataset: Dataset, path: Path, progress: Progress | None = None) -> dict[str, float]:
    """Measure search in a store of every conversation's turns; means over the questions."""
    sessions = _different(dataset)
    session_of = {t.key: s.key for s in sessions.values() for t in s.turns}
    found: dict[str, list[float]] = defaultdict(list)
    with Memory(path) as memory:
        ingest_sessions(memory, sessions.values(), Nothing(), progress=progress)
        for question, places, turns in _asked(dataset, sessions):
            until = question.asked_at if question.as_told else None
            hits = memory.search(question.text, k=DEEP, before=until)
            for name, value in ranked(by_key(hits, session_of), places, turns).items():
                found[name].append(value)
    return {name: mean(values) for name, values in found.items()}


def _different(dataset: Dataset) -> dict[str, Session]:
    """Return each session once, by its content: benchmarks share distractors."""
    found: dict[str, Session] = {}
    for conversation in dataset.conversations:
        for session in conversation.sessions:
            if session.turns:
                found.setdefault(session.hash, session)
    return found


def _asked(
    dataset: Dataset, sessions: dict[str, Session]
) -> Iterator[tuple[Question, frozenset[str], frozenset[str]]]:
    """Give the questions with evidence, and the keys of the sessions and turns that hold it."""
    for conversation in dataset.conversations:
        of_id, place = _keys(conversation, sessions)
        for question in conversation.questions:
            places = frozenset(place[name] for name in question.sessions if name in place)
            if question.answerable and places:
                turns = frozenset(of_id[name] for name in question.turns if name in of_id)
                yield question, places, turns


def _keys(
    conversation: Conversation, sessions: dict[str, Session]
) -> tuple[dict[str, str], dict[str, str]]:
    of_id: dict[str, str] = {}
    place: dict[str, str] = {}
    for session in conversation.sessions:
        if session.turns:
            kept = sessions[session.hash]
            place[session.id] = kept.key
            of_id.update(
                (mine.id, theirs.key)
                for mine, theirs in zip(session.turns, kept.turns, strict=True)
            )
    return of_id, place
