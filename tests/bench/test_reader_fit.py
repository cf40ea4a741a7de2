"""The small networks learn what decides, and do without what may be missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tkg.answer.offline.scorer import Layer
from tkg.bench.reader_fit import Choice, Settings, fit_choice, fit_yes

CHANCE = np.random.default_rng(1)
QUICK = Settings(units=4, rounds=40, rate=0.05)


def choices(count: int = 120) -> list[Choice]:
    """The right candidate is the one with the highest first column."""
    made = []
    for _ in range(count):
        rows = CHANCE.normal(size=(6, 3)).astype(np.float32)
        worth = (rows[:, 0] == rows[:, 0].max()).astype(np.float32)
        made.append(Choice(rows, worth, worth))
    return made


def right(layer: Layer, some: list[Choice]) -> float:
    return float(np.mean([c.worth[np.argmax(layer.score(c.rows))] for c in some]))


def test_the_candidate_of_most_worth_is_learned() -> None:
    layer = Layer(**fit_choice(choices(), QUICK))
    assert right(layer, choices()) > 0.9


def test_columns_that_may_be_missing_are_not_relied_on_alone() -> None:
    twins = [Choice(np.hstack([c.rows, c.rows]), c.worth, c.evidence) for c in choices()]
    settings = replace(QUICK, spare=3, missing=0.5)
    layer = Layer(**fit_choice(twins, settings))
    without = [Choice(np.hstack([c.rows, c.rows * 0]), c.worth, c.evidence) for c in choices()]
    assert right(layer, without) > 0.9


def test_examples_that_count_more_decide() -> None:
    rows = np.ones((20, 1), dtype=np.float32)
    labels = np.array([1.0, 0.0] * 10, dtype=np.float32)
    counts = np.where(labels == 1, 1.0, 0.1).astype(np.float32)
    layer = Layer(**fit_yes(rows, labels, counts, QUICK))
    assert float(layer.score(rows[:1])[0]) > 0
