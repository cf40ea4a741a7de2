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

from tkg.answer.offline import decline, scorer
from tkg.answer.offline.evidence import Evidence
from tkg.answer.offline.found import Found
from tkg.answer.offline.reader import read
from tkg.answer.offline.scorer import Layer, Weights
from tkg.answer.put import Question
from tkg.bench import reader_cases as cases
from tkg.bench.reader_cases import ADVERSARIAL, MULTI, Labelled
from tkg.bench.reader_fit import Choice, Floats, Settings, fit_choice, fit_yes, seeds
from tkg.extract.session import ingest
from tkg.kg.memory import Memory

PHRASE = Settings(rounds=25, likely=0.1, sourced=0.3, hidden_columns=0.1)
DATE = Settings(units=8, rounds=30, shrink=1e-2, sourced=0.5, likely=0.5)
DECLINE = Settings(units=8, rounds=60, shrink=1e-2, batch=64)
NETWORKS = 3
DECLINED = 0.11
"""Share of answerable questions that may be declined: a little under the 12% that is the goal."""
WEIGHTS = Path(scorer.__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its evidence as numbers.

    Attributes:
        evidence: Of the question as it was asked.
        phrases: Of the question as it is rightly asked; None where it is about a time.
        times: None where no interval is accepted.
    """

    question: Labelled
    put: Question
    evidence: Evidence
    phrases: Choice | None
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
    found, rows = _left_out(known)
    scores = _cross_scores(known, rows)
    threshold = _threshold(known, scores)
    print(json.dumps(_measures(known, found, scores > threshold), indent=1))
    if given.write:
        weights = Weights({**_fit(known), "decline": _fit_decline(rows, _labels(known))}, threshold)
        WEIGHTS.write_text(scorer.dumps(weights), encoding="utf-8")


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
    found = cases.evidence(memory, question.text)
    right = cases.asked_rightly(question, memory)
    same = found if right is question else cases.evidence(memory, right.text)
    return Case(
        question=question,
        put=put,
        evidence=found,
        phrases=None if question.times else cases.phrase_choice(same, right),
        times=cases.date_choice(found, question, put.now) if question.times else None,
    )


def _left_out(known: Sequence[Case]) -> tuple[list[Found | None], Floats]:
    """Return what is found for each question by weights of the other conversations."""
    found: list[Found | None] = [None] * len(known)
    rows: list[Floats] = [np.zeros(0, np.float32)] * len(known)
    for name in cases.folds([c.question.conversation for c in known]):
        weights = Weights(_fit([c for c in known if c.question.conversation != name]), 0.0)
        for n, case in enumerate(known):
            if case.question.conversation == name:
                found[n] = read(case.evidence, case.put, weights)
                rows[n] = _decline_row(case.evidence, found[n])
        print(name, "left out", file=sys.stderr)
    return found, np.stack(rows)


def _decline_row(evidence: Evidence, found: Found | None) -> Floats:
    chosen = found.passages[0] if found and found.passages else None
    row = decline.features(evidence, chosen, found.scores if found else ())
    return np.asarray(row[0], dtype=np.float32)


def _fit(known: Sequence[Case]) -> dict[str, tuple[Layer, ...]]:
    phrases = [c.phrases for c in known if c.phrases and c.phrases.worth.max(initial=0) > 0.3]
    times = [c.times for c in known if c.times and c.times.worth.max(initial=0) > 0]
    return {
        "phrase": tuple(Layer(**fit_choice(phrases, s)) for s in seeds(PHRASE, NETWORKS)),
        "date": tuple(Layer(**fit_choice(times, s)) for s in seeds(DATE, NETWORKS)),
    }


def _fit_decline(rows: Floats, labels: Floats) -> tuple[Layer, ...]:
    return tuple(Layer(**fit_yes(rows, labels, s)) for s in seeds(DECLINE, NETWORKS))


def _labels(known: Sequence[Case]) -> Floats:
    return np.array([c.question.category == ADVERSARIAL for c in known], dtype=np.float32)


def _cross_scores(known: Sequence[Case], rows: Floats) -> Floats:
    """Return how much speaks for declining, by weights of the other conversations."""
    names = np.array([c.question.conversation for c in known])
    labels, scores = _labels(known), np.zeros(len(known), np.float32)
    for name in cases.folds(names.tolist()):
        kept = names != name
        layers = {"decline": _fit_decline(rows[kept], labels[kept])}
        scores[~kept] = Weights(layers, 0.0).score("decline", rows[~kept])
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
