"""Checks that run with every report: what would make its figures mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean

from tkg.answer.question import ask
from tkg.bench.datasets.case import Dataset, Question
from tkg.bench.experiment import Experiment
from tkg.bench.result import Row
from tkg.kg.memory import Memory

PROBES = 20
"""Questions put to an empty store."""
KNOWS_TOO_MUCH = 0.15
"""Score of a model without a memory above which it has seen the benchmark."""
ALIKE = 0.98
"""Score above which the answer key itself is the likelier explanation."""


def warnings(experiment: Experiment, dataset: Dataset, rows: Sequence[Row]) -> list[str]:
    """Return what a reader of the figures must know."""
    return [
        *empty_store(dataset.questions),
        *contaminated(experiment, rows),
        *too_wide(experiment, dataset),
        *too_good(rows),
    ]


def empty_store(questions: Sequence[Question]) -> Iterator[str]:
    """An empty store must decline: whatever it answers does not come from memory."""
    step = max(1, len(questions) // PROBES)
    with Memory(":memory:", embedder=None) as memory:
        for question in questions[::step][:PROBES]:
            found = ask(memory, question.text, now=question.asked_at)
            if not found.abstained:
                yield f"An empty store answered {question.id} with {found.answer!r}."


def contaminated(experiment: Experiment, rows: Sequence[Row]) -> Iterator[str]:
    """A model that answers without a memory has read the benchmark elsewhere."""
    for system in experiment.system:
        scores = [r.score for r in rows if r.system == system.name and r.answerable]
        if system.context == "none" and scores and mean(scores) > KNOWS_TOO_MUCH:
            yield f"{system.name!r} scores {mean(scores):.3f} without any memory: contamination."


def too_wide(experiment: Experiment, dataset: Dataset) -> Iterator[str]:
    """Retrieval of k out of k candidates measures nothing."""
    smallest = min(
        (sum(len(s.turns) for s in c.sessions) for c in dataset.conversations), default=0
    )
    for system in experiment.system:
        if system.reader == "model" and system.context == "turns" and system.k >= smallest:
            yield f"{system.name!r} takes {system.k} of {smallest} turns: that is all of them."


def too_good(rows: Sequence[Row]) -> Iterator[str]:
    """A perfect score is a leak of the gold, until somebody shows that it is not."""
    for name in dict.fromkeys(r.system for r in rows):
        scores = [r.score for r in rows if r.system == name]
        if len(scores) >= 5 and mean(scores) >= ALIKE:
            yield f"{name!r} scores {mean(scores):.3f}: look for the gold in its store."
