"""Fit the small networks of the offline reader: choose one row of many, or say yes or no to one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


@dataclass(frozen=True, slots=True)
class Choice:
    """One question with its candidates.

    Attributes:
        rows: [candidates, columns]
        worth: How right each candidate is, from 0 to 1.
        evidence: 1 where a candidate stands in a turn that the annotators named.
    """

    rows: Floats
    worth: Floats
    evidence: Floats


@dataclass(frozen=True, slots=True)
class Settings:
    """How to fit.

    Attributes:
        units: Size of the hidden layer.
        shrink: Weight of the squared weights in the loss.
        sample: Candidates looked at of each question in a step.
        likely: Share of the loss that wants the right candidates likely, beside the expected worth.
        sourced: Weight of wanting the choice in a named turn.
        hidden_columns: Share of the columns that each step does without, so that none is relied on.
        spare: Columns at the end that may be missing altogether: states of words, where a memory
            has no model.
        missing: Share of the steps that do without those.
    """

    units: int = 24
    rounds: int = 15
    rate: float = 0.01
    shrink: float = 3e-4
    batch: int = 32
    sample: int = 500
    likely: float = 0.09
    sourced: float = 0.1
    hidden_columns: float = 0.0
    spare: int = 0
    missing: float = 0.0
    seed: int = 0


def started(columns: int, settings: Settings) -> Weights:
    """Return the weights to begin with."""
    chance = np.random.default_rng(settings.seed)
    hidden = chance.normal(size=(columns, settings.units)) * 0.9 / np.sqrt(columns)
    return {
        "hidden": hidden.astype(np.float32),
        "bias": np.zeros(settings.units, np.float32),
        "out": (chance.normal(size=settings.units) * 0.3).astype(np.float32),
        "line": np.zeros(columns, np.float32),
    }


def fit_choice(choices: Sequence[Choice], settings: Settings) -> Weights:
    """Return weights under which the softmax over candidates expects the most worth."""
    weights = started(choices[0].rows.shape[1], settings)
    chance = np.random.default_rng(settings.seed)
    step = Adam(weights, settings)
    for round_ in range(settings.rounds):
        for batch in _batches(len(choices), settings.batch, chance):
            picked = [_picked(choices[n], settings.sample, chance) for n in batch]
            seen = _seen(choices[0].rows.shape[1], settings, chance)
            step.take(_slope_choice(weights, picked, settings, seen), round_)
    return weights


def _seen(columns: int, settings: Settings, chance: np.random.Generator) -> Floats:
    """Return 0 for the columns that a step does without, and a little over 1 for the others."""
    kept = (chance.random(columns) >= settings.hidden_columns) / (1 - settings.hidden_columns)
    if settings.spare and chance.random() < settings.missing:
        kept[-settings.spare :] = 0
    return kept.astype(np.float32)


def _picked(choice: Choice, sample: int, chance: np.random.Generator) -> tuple[Choice, Floats]:
    """Return the best candidates and a sample of the others, with the logs of their weights."""
    count = len(choice.worth)
    if count <= sample:
        return choice, np.zeros(count, np.float32)
    best = np.argsort(-choice.worth, kind="stable")[: sample // 4]
    others = np.setdiff1d(np.arange(count), best)
    some = chance.choice(others, sample - len(best), replace=False)
    kept = np.concatenate([best, some])
    stand = np.log(len(others) / len(some))
    offset = np.concatenate([np.zeros(len(best)), np.full(len(some), stand)])
    return (
        Choice(choice.rows[kept], choice.worth[kept], choice.evidence[kept]),
        offset.astype(np.float32),
    )


def _slope_choice(
    weights: Weights, picked: Sequence[tuple[Choice, Floats]], settings: Settings, seen: Floats
) -> Weights:
    rows = np.concatenate([c.rows for c, _ in picked]).astype(np.float32) * seen
    worth = np.concatenate([c.worth for c, _ in picked])
    source = np.concatenate([c.evidence for c, _ in picked])
    sizes = [len(c.worth) for c, _ in picked]
    groups = Groups(sizes)
    bent = np.tanh(rows @ weights["hidden"] + weights["bias"])
    scores = bent @ weights["out"] + rows @ weights["line"]
    chosen = groups.softmax(scores + np.concatenate([o for _, o in picked]))
    expected = groups.spread(groups.sum(chosen * worth))
    wanted = groups.share(np.exp(8 * worth) - 1)
    sourced = groups.share(chosen * source)
    slope = (1 - settings.likely) * -(chosen * (worth - expected))
    slope += settings.likely * groups.where_any(worth) * (chosen - wanted)
    slope += settings.sourced * groups.where_any(source) * (chosen - sourced)
    return _back(weights, rows, bent, (slope / len(sizes)).astype(np.float32))


def fit_yes(rows: Floats, labels: Floats, counts: Floats, settings: Settings) -> Weights:
    """Return weights whose score is the log odds of a label of 1; the last column must be 1.

    Args:
        rows: [examples, columns]
        labels: 1 or 0.
        counts: How much each example counts.
        settings: How to fit.
    """
    weights = started(rows.shape[1], settings)
    chance = np.random.default_rng(settings.seed)
    step = Adam(weights, settings)
    for round_ in range(settings.rounds):
        for batch in _batches(len(labels), settings.batch, chance):
            some = rows[batch]
            bent = np.tanh(some @ weights["hidden"] + weights["bias"])
            odds = bent @ weights["out"] + some @ weights["line"]
            slope = (1 / (1 + np.exp(-odds)) - labels[batch]) * counts[batch] / len(batch)
            step.take(_back(weights, some, bent, slope.astype(np.float32)), round_)
    return weights


def _back(weights: Weights, rows: Floats, bent: Floats, slope: Floats) -> Weights:
    inner = np.outer(slope, weights["out"]) * (1 - bent * bent)
    return {
        "hidden": rows.T @ inner,
        "bias": inner.sum(0),
        "out": bent.T @ slope,
        "line": rows.T @ slope,
    }


def _batches(count: int, size: int, chance: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = chance.permutation(count)
    for start in range(0, count, size):
        yield order[start : start + size]


class Groups:
    """Candidates of several questions one after the other."""

    def __init__(self, sizes: Sequence[int]) -> None:
        """Group runs of these lengths."""
        self._sizes = sizes
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def sum(self, values: Floats) -> Floats:
        """Return one sum a group."""
        return np.asarray(np.add.reduceat(values, self._starts), dtype=np.float32)

    def spread(self, values: Floats) -> Floats:
        """Return one value a candidate from one a group."""
        return np.repeat(values, self._sizes)

    def softmax(self, scores: Floats) -> Floats:
        """Return the share of each candidate in its group."""
        top = self.spread(np.maximum.reduceat(scores, self._starts))
        return self.share(np.exp(scores - top))

    def share(self, values: Floats) -> Floats:
        """Return values divided by the sum of their group; 0 where it is 0."""
        total = self.spread(self.sum(values))
        return np.divide(values, total, out=np.zeros_like(values), where=total > 1e-6)

    def where_any(self, values: Floats) -> Floats:
        """Return 1 for candidates of groups that hold any value."""
        return self.spread((self.sum(values) > 0).astype(np.float32))


class Adam:
    """Kingma and Ba (2014), algorithm 1, with the rate falling along a cosine to almost 0."""

    def __init__(self, weights: Weights, settings: Settings) -> None:
        """Step these weights in place."""
        self._weights, self._settings = weights, settings
        self._mean = {name: np.zeros_like(w) for name, w in weights.items()}
        self._square = {name: np.zeros_like(w) for name, w in weights.items()}
        self._steps = 0

    def take(self, slope: Weights, round_: int) -> None:
        """Take one step against a slope."""
        self._steps += 1
        turn = np.pi * round_ / self._settings.rounds
        rate = self._settings.rate * (0.5 * (1 + np.cos(turn)) + 0.02)
        for name, weight in self._weights.items():
            pull = slope[name] + (self._settings.shrink * weight if name != "bias" else 0)
            self._mean[name] += np.float32(0.1) * (pull - self._mean[name])
            self._square[name] += np.float32(0.001) * (pull * pull - self._square[name])
            mean = self._mean[name] / (1 - 0.9**self._steps)
            square = self._square[name] / (1 - 0.999**self._steps)
            np.subtract(
                weight, rate * mean / (np.sqrt(square) + 1e-8), out=weight, casting="same_kind"
            )


def seeds(settings: Settings, count: int) -> list[Settings]:
    """Return the same settings with other seeds: networks that are averaged."""
    return [replace(settings, seed=n) for n in range(count)]
