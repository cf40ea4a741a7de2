"""Ask one question of one system, and measure the answer and the search."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tkg.answer.put import Reader
from tkg.bench import metrics, misses, systems
from tkg.bench.capture import held, short
from tkg.bench.datasets.case import Question
from tkg.bench.experiment import System
from tkg.bench.result import Row
from tkg.bench.stores import Store
from tkg.kg.errors import KgError
from tkg.kg.memory import Memory
from tkg.kg.model import Hit, Known

BUDGET = 2000
"""Tokens of turns within which search is measured."""
SHOWN = 12
"""Facts of the turns of the answer that are kept with a miss."""


def row(
    store: Store, system: System, replicate: int, question: Question, reader: Reader | str
) -> Row:
    """Ask one question and measure the answer; an error is a wrong answer."""
    base = Row(
        system=system.name, store=system.store, replicate=replicate, question=question.id,
        conversation=question.conversation, kind=question.kind, answerable=question.answerable,
        text=question.text, gold=question.gold, may_be_stale=bool(question.stale),
        recall=searched(store, question),
        captured=held(question, store.bags) if question.answerable else None,
    )  # fmt: skip
    began = time.perf_counter()
    try:
        found = systems.answer(store.memory, question, reader, system)
    except KgError as error:
        return base.model_copy(update={"error": f"{type(error).__name__}: {error}"})
    seconds = time.perf_counter() - began
    score = metrics.score(question, found.answer, found.abstained)
    said = "" if found.abstained else found.answer
    usage = found.usage
    answered = base.model_copy(
        update={
            "answer": found.answer, "declined": found.abstained, "score": score,
            "holds": metrics.holds(question, said), "stale": metrics.stale(question, said),
            "seconds": seconds, "tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out,
            "calls": usage.calls, "cost": usage.cost, "trace": found.trace,
            "cited": tuple(c.turn_id for c in found.citations),
        }
    )  # fmt: skip
    if score >= 1:
        return answered
    hits, _ = store.search(question)
    known = store.memory.facts(known_at=question.asked_at) if question.as_told else store.known
    seen = misses.look(question, known, hits, base.captured)
    return answered.model_copy(
        update={
            "stage": misses.stage(question, found, seen).value,
            "facts": tuple(_told(k) for k in seen.facts[:SHOWN]),
            "evidence": _evidence(store.memory, question),
        }
    )


def _told(known: Known) -> str:
    return f"{known.status}: {short(known)}"


def _evidence(memory: Memory, question: Question) -> tuple[str, ...]:
    turns = (memory.turn(name) for name in sorted(question.turns))
    return tuple(f"{t.id} {t.speaker}: {t.words}" for t in turns if t)


def searched(store: Store, question: Question) -> dict[str, float]:
    """Measure the search, where the benchmark says which turns hold the answer."""
    if not question.answerable or not question.sessions:
        return {}
    hits, took = store.search(question)
    found = ranked(
        [(h.session_id, h.turn_id, h.text) for h in hits],
        question.sessions, question.turns, question.stale_turns,
    )  # fmt: skip
    return {**found, "search ms": took * 1000}


def ranked(
    hits: Sequence[tuple[str, str, str]],
    sessions: frozenset[str],
    turns: frozenset[str],
    old: frozenset[str] = frozenset(),
) -> dict[str, float]:
    """Measure a ranking of (session, turn, text) against those that hold the answer."""
    places = [session for session, _, _ in hits]
    found = {
        "any@5": metrics.any_at(places, sessions, 5),
        "any@10": metrics.any_at(places, sessions, 10),
        "all@5": metrics.all_at(places, sessions, 5),
        "all@10": metrics.all_at(places, sessions, 10),
        "MRR@10": metrics.reciprocal_rank(places, sessions, 10),
    }
    names = [turn for _, turn, _ in hits]
    read = [(turn, text) for _, turn, text in hits]
    if turns:
        found["turns@5"] = metrics.share_at(names, turns, 5)
        found["turns@30"] = metrics.share_at(names, turns, 30)
        found["all turns@30"] = metrics.all_at(names, turns, 30)
        found[f"turns@{BUDGET} tokens"] = metrics.share_within(read, turns, BUDGET)
    if turns and old:
        found["stale retrieval"] = metrics.stale_first(read, turns, old, BUDGET)
    return found


def by_key(hits: Sequence[Hit], session_of: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return hits as (session, turn, text), each named by what is unique over conversations."""
    return [(session_of[h.key], h.key, h.text) for h in hits]
