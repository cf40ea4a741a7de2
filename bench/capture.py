"""Capture: which share of the answers a store holds at all, before anybody asks.

An answer is captured when one fact holds at least three quarters of its content words (stemmed,
without stop words) in subject + predicate + value + rendered event date. Of a gold that is a list
the mean over its parts counts. Two figures stand beside it and gate nothing: the same with the
fact's `statement`, and the same for whole turns taken word for word with the dates in them
rendered, which is a ceiling that any padding reaches.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import mean
from typing import Any

from tkg.bench.datasets.case import Question
from tkg.bench.metrics import percentile
from tkg.bench.words import content
from tkg.kg.memory import Memory
from tkg.kg.model import Known, Turn
from tkg.temporal.render import render

ENOUGH = 0.75

Bags = Sequence[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Captured:
    """How much of one question's gold a store holds, three times from 0 to 1.

    Attributes:
        fact: Of subject, predicate, value and date: the figure that counts.
        statement: Of the statement and date.
        turn: Of whole turns.
    """

    question: str
    kind: str
    fact: float
    statement: float
    turn: float


@dataclass(frozen=True, slots=True)
class Width:
    """How wide facts are: a store that copies its turns captures all and says nothing."""

    facts: int
    turns: int
    value_p50: float
    value_p90: float
    statement_p50: float
    statement_p90: float
    facts_a_turn_p50: float
    facts_a_turn_p90: float


def capture(
    memory: Memory, questions: Iterable[Question], turns: Sequence[Turn] = ()
) -> list[Captured]:
    """Measure every answerable question against what a store holds.

    Args:
        memory: Filled, any extractor.
        questions: Of this conversation; unanswerable ones are left out.
        turns: All turns of the conversation, for the ceiling.
    """
    known = memory.facts()
    facts = [content(short(k)) for k in known]
    statements = [content(f"{k.fact.statement} {dated(k)}") for k in known]
    spans = memory.spans([t.key for t in turns])
    said = [
        content(f"{t.speaker} {t.words} {' '.join(map(render, spans.get(t.key, [])))}")
        for t in turns
    ]
    return [
        Captured(q.id, q.kind, held(q, facts), held(q, statements), held(q, said))
        for q in questions
        if q.answerable
    ]


def short(known: Known) -> str:
    """Return the words of a fact that count: subject, predicate, value and rendered date."""
    fact = known.fact
    return f"{fact.subject} {fact.predicate} {fact.value} {dated(known)}"


def dated(known: Known) -> str:
    """Return the rendered date of what a fact tells, else ""."""
    return render(known.event) if known.event else ""


def held(question: Question, bags: Bags) -> float:
    """Return the mean over the gold's parts of whether one bag holds enough of its words."""
    return mean(float(_holds(content(part), bags)) for part in question.parts)


def _holds(wanted: frozenset[str], bags: Bags) -> bool:
    return bool(wanted) and any(len(wanted & bag) >= ENOUGH * len(wanted) for bag in bags)


def width(memory: Memory, turns: Sequence[Turn]) -> Width:
    """Measure how many words facts take, and how many facts turns give."""
    known = memory.facts()
    values = [float(len(k.fact.value.split())) for k in known]
    statements = [float(len(k.fact.statement.split())) for k in known]
    counts = Counter(k.fact.turns[0] for k in known)
    each = [float(counts[t.key]) for t in turns]
    return Width(
        len(known), len(turns),
        percentile(values, 0.5), percentile(values, 0.9),
        percentile(statements, 0.5), percentile(statements, 0.9),
        percentile(each, 0.5), percentile(each, 0.9),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Label:
    """Words in a turn whose right date is known.

    Attributes:
        accept: (start, end) pairs that are right, civil and half-open.
    """

    turn: str
    expr: str
    accept: tuple[tuple[datetime | None, datetime | None], ...]


def labels(path: Path) -> dict[str, list[Label]]:
    """Read labelled time expressions (JSON lines: conv, dia, expr, kind, accept) by conversation.

    Only expressions that name a stretch of the calendar count.
    """
    found: dict[str, list[Label]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        if row.get("dia") and row.get("kind") in ("point", "range"):
            accept = tuple((_moment(a), _moment(b)) for a, b, *_ in row["accept"])
            found[str(row["conv"])].append(Label(str(row["dia"]), str(row["expr"]), accept))
    return dict(found)


def dated_rightly(memory: Memory, wanted: Iterable[Label]) -> list[bool]:
    """Say of every label whether a fact that was read from its turn carries a right span."""
    spans = defaultdict(set)
    for known in memory.facts():
        if known.event:
            for turn in known.sources:
                spans[turn].add((known.event.start, known.event.end))
    return [bool(spans[label.turn] & set(label.accept)) for label in wanted]


def by_kind(rows: Iterable[Captured]) -> dict[str, dict[str, float]]:
    """Return the means by kind of question, and over all under "all"."""
    groups: dict[str, list[Captured]] = defaultdict(list)
    for row in rows:
        groups[row.kind].append(row)
        groups["all"].append(row)
    return {
        kind: {
            "n": len(group),
            "fact": mean(r.fact for r in group),
            "statement": mean(r.statement for r in group),
            "turn": mean(r.turn for r in group),
        }
        for kind, group in sorted(groups.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def _moment(text: Any) -> datetime | None:
    return datetime.fromisoformat(str(text)) if text else None
