"""Checks that run with every report: what would make its figures mean nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import mean

from tkg.bench import systems
from tkg.bench.ceiling import ceilings
from tkg.bench.datasets.case import Conversation, Dataset, Question
from tkg.bench.experiment import Experiment, System
from tkg.bench.lines import chunked
from tkg.bench.model import Model
from tkg.bench.result import Row
from tkg.bench.words import tokens
from tkg.kg.memory import Memory

PROBES = 20
"""Questions put to an empty store."""
KNOWS_TOO_MUCH = 0.15
"""Score of a model without a memory above which it has seen the benchmark."""
ALIKE = 0.98
"""Score above which the answer key itself is the likelier explanation."""
FEW = 5
"""Rows under which a perfect score is chance."""


def warnings(
    experiment: Experiment, dataset: Dataset, rows: Sequence[Row], model: Model | None = None
) -> list[str]:
    """Return what a reader of the figures must know."""
    return [
        *empty_store(experiment, dataset.questions, model),
        *leaked(dataset),
        *contaminated(experiment, rows),
        *too_wide(experiment, dataset),
        *too_good(rows),
        *above_ceiling(rows, ceilings(dataset)),
    ]


def empty_store(
    experiment: Experiment, questions: Sequence[Question], model: Model | None
) -> Iterator[str]:
    """An empty store must decline: whatever it answers does not come from memory."""
    step = max(1, len(questions) // PROBES)
    probes = questions[::step][:PROBES]
    with Memory(":memory:", embedder=None) as memory:
        for system in experiment.system:
            if system.context == "none":
                continue  # it has no store; `contaminated` looks at what it answers
            answered = [q for q in probes if _answers(memory, experiment, system, q, model)]
            if answered:
                yield (
                    f"{system.name!r} answered {len(answered)} of {len(probes)} questions from an "
                    f"empty store, such as {answered[0].id}: those answers are not from memory."
                )


def _answers(
    memory: Memory, experiment: Experiment, system: System, question: Question, model: Model | None
) -> bool:
    nobody = Conversation("", (), ())
    chat, name = (model.chat, model.name) if model else (None, "")
    reader = systems.reader(system, nobody, chat, name, experiment.seed)
    return not systems.answer(memory, question, reader, system).abstained


def leaked(dataset: Dataset) -> Iterator[str]:
    """A turn that holds a question word for word beside its gold is the answer key, not a talk."""
    found = [q.id for c in dataset.conversations for q in _given_away(c)]
    if found:
        yield (
            f"The turns hold {len(found)} questions beside their golds, {found[0]} first: "
            "the answer key is in the store."
        )


def _given_away(conversation: Conversation) -> Iterator[Question]:
    said = [" ".join(tokens(t.words)) for s in conversation.sessions for t in s.turns]
    for question in conversation.questions:
        asked, gold = " ".join(tokens(question.text)), " ".join(tokens(question.gold))
        if question.answerable and any(asked in text and gold in text for text in said):
            yield question


def contaminated(experiment: Experiment, rows: Sequence[Row]) -> Iterator[str]:
    """A model that answers without a memory has read the benchmark elsewhere."""
    for system in (*experiment.system, *experiment.baselines):
        scores = [r.score for r in rows if r.system == system.name and r.answerable]
        if system.context == "none" and scores and mean(scores) > KNOWS_TOO_MUCH:
            yield f"{system.name!r} scores {mean(scores):.3f} without any memory: contamination."


def too_wide(experiment: Experiment, dataset: Dataset) -> Iterator[str]:
    """Retrieval of k out of k candidates measures nothing."""
    talks = [[t for s in c.sessions for t in s.turns] for c in dataset.conversations]
    for system in experiment.system:
        if system.reader != "model" or system.context not in ("turns", "chunks"):
            continue
        pieces = [len(chunked(t)) if system.context == "chunks" else len(t) for t in talks]
        if pieces and system.k >= min(pieces):
            yield (
                f"{system.name!r} takes {system.k} {system.context} where a conversation has "
                f"{min(pieces)}: that is all of them."
            )


def too_good(rows: Sequence[Row]) -> Iterator[str]:
    """A perfect score is a leak of the gold, until somebody shows that it is not."""
    for name in dict.fromkeys(r.system for r in rows if not r.baseline):
        scores = [r.score for r in rows if r.system == name]
        if len(scores) >= FEW and mean(scores) >= ALIKE:
            yield f"{name!r} scores {mean(scores):.3f}: look for the gold in its store."


def above_ceiling(rows: Sequence[Row], ceiling: Mapping[str, float]) -> Iterator[str]:
    """More right answers than the answer key has right golds: the judge gives credit for wrong."""
    for name in dict.fromkeys(r.system for r in rows):
        for kind, most in ceiling.items():
            verdicts = [r.right for r in rows if r.system == name and r.kind == kind]
            judged = [bool(v) for v in verdicts if v is not None]
            if judged and mean(judged) > most:
                yield (
                    f"{name!r} is judged right in {mean(judged):.3f} of {kind}, above the ceiling "
                    f"of the answer key, {most:.3f}."
                )
