"""Learn the offline reader's weights, and measure them on conversations that were left out.

    python -m tkg.bench.reader_tune DATA TIMES STORES [--write]

DATA is a LoCoMo file, TIMES the accepted intervals of its temporal questions, STORES a folder that
holds or gets one store a conversation. With --write, what is learned from all conversations
replaces the packaged weights; without it, only the measures are printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np

from tkg.answer.offline import context, decline, scorer
from tkg.answer.offline.context import Basis
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.reader import read
from tkg.answer.offline.scorer import Layer, Weights
from tkg.answer.put import Question
from tkg.bench import reader_cases as cases
from tkg.bench.reader_cases import ADVERSARIAL, MULTI, OPEN, Labelled
from tkg.bench.reader_fit import Choice, Floats, Settings, fit_choice, fit_yes, seeds
from tkg.extract.session import ingest
from tkg.kg.memory import Memory

TURN = Settings(units=24, rounds=40, shrink=3e-3, likely=0.3, sourced=0.0)
PHRASE = Settings(
    units=32,
    rounds=15,
    shrink=1e-3,
    sample=300,
    likely=0.1,
    sourced=0.0,
    hidden_columns=0.1,
    spare=context.COLUMNS,
    missing=0.15,
)
DATE = Settings(units=8, rounds=30, shrink=1e-2, sourced=0.5, likely=0.5)
DECLINE = Settings(units=8, rounds=60, shrink=1e-2, batch=64)
NETWORKS = 5
BASIS = 5
"""Turns of each question whose words give the basis."""
WORTH = 0.3
"""Token F1 that the best phrase must reach for a question to be learned from."""
LEAST = 0.3
"""Weight, in learning to decline, of an answerable question that is answered wrong."""
DECLINED = 0.11
"""Share of answerable questions that may be declined: a little under the 12% that is the goal."""
WEIGHTS = Path(scorer.__file__).parent


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its evidence as numbers.

    Attributes:
        evidence: Of the question as it was asked.
        right: Of the question as it is rightly asked.
        turns: Of the same.
        times: None where no interval is accepted.
    """

    question: Labelled
    put: Question
    evidence: Evidence
    right: Evidence
    labelled: Labelled
    turns: Choice
    times: Choice | None


def main(arguments: Sequence[str]) -> None:
    """Learn, measure, and write where asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("times", type=Path)
    parser.add_argument("stores", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args(arguments)
    known = list(_cases(given.data, given.times, given.stores))
    basis = _basis(known)
    phrases = [_phrases(case, basis) for case in known]
    found, rows = _left_out(known, phrases, basis)
    counts = _counts(known, found)
    scores = _cross_scores(known, rows, counts)
    threshold = _threshold(known, scores)
    print(json.dumps(_measures(known, found, scores > threshold), indent=1))
    if given.write:
        layers = _fit(known, phrases) | {"decline": _fit_decline(rows, _labels(known), counts)}
        weights = Weights(layers, threshold, basis)
        scorer.save(weights, WEIGHTS)


def _cases(data: Path, times: Path, stores: Path) -> Iterator[Case]:
    questions = cases.labelled(data, times)
    for name in cases.folds([q.conversation for q in questions]):
        with Memory(_store(data, stores, name)) as memory:
            for question in questions:
                if question.conversation == name:
                    yield _case(memory, question)


def _store(data: Path, stores: Path, name: str) -> Path:
    """Return the store of a conversation, made where it is missing."""
    path = stores / f"{name}.duckdb"
    if not path.exists():
        stores.mkdir(parents=True, exist_ok=True)
        with Memory(path) as memory:
            ingest(memory, str(data), instance=name)
    return path


def _case(memory: Memory, question: Labelled) -> Case:
    last = max(t for t in (hit.said_at for hit in memory.search(question.text, k=50)) if t)
    put = Question(question.text, now=last + timedelta(days=1))
    found = cases.evidence(memory, question.text, put.now)
    right = cases.asked_rightly(question, memory)
    same = found if right is question else cases.evidence(memory, right.text, put.now)
    return Case(
        question=question,
        put=put,
        evidence=found,
        right=same,
        labelled=right,
        turns=cases.turn_choice(same, right),
        times=cases.date_choice(found, question) if question.times else None,
    )


def _basis(known: Sequence[Case]) -> Basis:
    """Return the directions in which the words of all turns differ; no answer is looked at."""
    model = next(c.evidence.model for c in known if c.evidence.model)
    texts = {p.turn.words for case in known for p in case.evidence.passages[:BASIS]}
    states = np.concatenate([model.states(text).vectors for text in sorted(texts)])
    return context.basis(model.name, states)


def _phrases(case: Case, basis: Basis) -> Choice | None:
    """Return the phrases to learn from; none for a question about a time."""
    if case.question.times or case.question.category == OPEN:
        return None
    return cases.phrase_choice(case.right, case.labelled, basis)


def _left_out(
    known: Sequence[Case], phrases: Sequence[Choice | None], basis: Basis
) -> tuple[list[Found | None], Floats]:
    """Return what is found for each question by weights of the other conversations."""
    found: list[Found | None] = [None] * len(known)
    rows: list[Floats] = [np.zeros(0, np.float32)] * len(known)
    for name in cases.folds([c.question.conversation for c in known]):
        kept = [n for n, c in enumerate(known) if c.question.conversation != name]
        layers = _fit([known[n] for n in kept], [phrases[n] for n in kept])
        weights = Weights(layers, 0.0, basis)
        for n, case in enumerate(known):
            if case.question.conversation == name:
                found[n] = read(case.evidence, case.put, weights)
                rows[n] = _decline_row(case.evidence, found[n], weights)
        print(name, "left out", file=sys.stderr)
    return found, np.stack(rows)


def _decline_row(evidence: Evidence, found: Found | None, weights: Weights) -> Floats:
    chosen = found.passages[0] if found and found.passages else None
    row = decline.features(evidence, chosen, found.scores if found else (), weights)
    return np.asarray(row[0], dtype=np.float32)


def _fit(known: Sequence[Case], phrases: Sequence[Choice | None]) -> dict[str, tuple[Layer, ...]]:
    plain = [c.turns for c in known if c.question.category != OPEN and not c.question.times]
    times = [c.times for c in known if c.times]
    return {
        "turn": _fitted(plain, TURN, 0.0),
        "phrase": _fitted(phrases, PHRASE, WORTH),
        "date": _fitted(times, DATE, 0.0),
    }


def _fitted(
    choices: Sequence[Choice | None], settings: Settings, least: float
) -> tuple[Layer, ...]:
    """Return networks fitted on the questions that have a candidate worth more than that."""
    some = [c for c in choices if c and c.worth.max(initial=0) > least]
    return tuple(Layer(**fit_choice(some, s)) for s in seeds(settings, NETWORKS))


def _fit_decline(rows: Floats, labels: Floats, counts: Floats) -> tuple[Layer, ...]:
    return tuple(Layer(**fit_yes(rows, labels, counts, s)) for s in seeds(DECLINE, NETWORKS))


def _counts(known: Sequence[Case], found: Sequence[Found | None]) -> Floats:
    """Return how much each question counts in learning to decline: a wrong answer is no loss."""
    pairs = zip(known, found, strict=True)
    right = [1.0 if c.question.category == ADVERSARIAL else _score(c, f) for c, f in pairs]
    return np.array([LEAST + (1 - LEAST) * r for r in right], dtype=np.float32)


def _score(case: Case, found: Found | None) -> float:
    if case.question.times:
        return _timed(case, found, declined=False)
    if case.question.category == MULTI:
        return _multi(case, found, declined=False)[0]
    return _single(case, found, declined=False)


def _labels(known: Sequence[Case]) -> Floats:
    return np.array([c.question.category == ADVERSARIAL for c in known], dtype=np.float32)


def _cross_scores(known: Sequence[Case], rows: Floats, counts: Floats) -> Floats:
    """Return how much speaks for declining, by weights of the other conversations."""
    names = np.array([c.question.conversation for c in known])
    labels, scores = _labels(known), np.zeros(len(known), np.float32)
    for name in cases.folds(names.tolist()):
        kept = names != name
        layers = _fit_decline(rows[kept], labels[kept], counts[kept])
        scores[~kept] = sum(layer.score(rows[~kept]) for layer in layers) / len(layers)
    return scores


def _threshold(known: Sequence[Case], scores: Floats) -> float:
    return float(np.quantile(scores[_labels(known) == 0], 1 - DECLINED))


def _measures(
    known: Sequence[Case], found: Sequence[Found | None], declined: np.ndarray
) -> dict[str, float]:
    """Return the scores of conversations that were left out."""
    single = [_single(c, f, d) for c, f, d in zip(known, found, declined, strict=True)
              if c.question.category == 4]  # fmt: skip
    multi = [_multi(c, f, d) for c, f, d in zip(known, found, declined, strict=True)
             if c.question.category == MULTI]  # fmt: skip
    times = [_timed(c, f, d) for c, f, d in zip(known, found, declined, strict=True)
             if c.question.times]  # fmt: skip
    recall, precision = (_mean(p[n] for p in multi) for n in (0, 1))
    labels = _labels(known) == 1
    return {
        "single-hop": _mean(single),
        "multi-hop recall": recall,
        "multi-hop precision": precision,
        "multi-hop harmonic": round(2 * recall * precision / max(1e-9, recall + precision), 4),
        "event exact": _mean(times),
        "adversarial declined": _mean(declined[labels]),
        "answerable declined": _mean(declined[~labels]),
    }


def _single(case: Case, found: Found | None, declined: bool) -> float:
    return 0.0 if declined or not found else cases.token_f1(found.text, case.question.gold)


def _multi(case: Case, found: Found | None, declined: bool) -> tuple[float, float]:
    if declined or not found:
        return 0.0, 0.0
    said = [p for p in found.text.split(",") if p.strip()]
    gold = case.question.gold.split(",")
    recall = _mean(max(cases.token_f1(p, g) for p in said) for g in gold)
    return recall, _mean(max(cases.token_f1(p, g) for g in gold) for p in said)


def _timed(case: Case, found: Found | None, declined: bool) -> float:
    if declined or found is None or found.span is None:
        return 0.0
    return float(cases.civil(found.span) in set(case.question.times))


def _mean(values: Iterable[float]) -> float:
    listed = [float(v) for v in values]
    return round(sum(listed) / len(listed), 4) if listed else 0.0


if __name__ == "__main__":
    main(sys.argv[1:])
