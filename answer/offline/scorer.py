"""The learned weights: a small network a decision, kept as data."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.context import Basis

Floats = NDArray[np.float32]
TABLE, NUMBERS = "weights.json", "weights.npy"
"""Numbers as text take four times as long to read, each time that one question is asked."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One network: a hidden layer of tanh beside a straight line.

    Attributes:
        hidden: [columns, units]
        bias: [units]
        out: [units]
        line: [columns]
    """

    hidden: Floats
    bias: Floats
    out: Floats
    line: Floats

    def score(self, rows: Floats) -> Floats:
        """Return one number a row; higher is better."""
        bent = np.tanh(rows @ self.hidden + self.bias) @ self.out
        return np.asarray(bent + rows @ self.line, dtype=np.float32)


def beside(layers: Sequence[Layer]) -> Layer:
    """Return one network that scores as the mean of several: their hidden layers side by side.

    One pass over the rows takes a fraction of the time of one for each.
    """
    return Layer(
        hidden=np.hstack([layer.hidden for layer in layers]),
        bias=np.concatenate([layer.bias for layer in layers]),
        out=np.asarray(np.concatenate([n.out for n in layers]) / len(layers), np.float32),
        line=np.mean([layer.line for layer in layers], axis=0, dtype=np.float32),
    )


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything that was learned.

    Attributes:
        layers: Networks by decision ("turn", "phrase", "date", "decline"); their scores are
            averaged.
        threshold: Score of "decline" above which an answer is withheld.
        basis: What is kept of the states of words.
        wide: The networks of each decision as one.
    """

    layers: Mapping[str, tuple[Layer, ...]]
    threshold: float
    basis: Basis
    wide: Mapping[str, Layer] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Put the networks of each decision side by side."""
        wide = {decision: beside(layers) for decision, layers in self.layers.items()}
        object.__setattr__(self, "wide", wide)

    def score(self, decision: str, rows: Floats) -> Floats:
        """Return the mean score of the networks of a decision.

        Args:
            decision: Which.
            rows: [n, columns], in the order that the trainer saw.
        """
        return self.wide[decision].score(rows)


@cache
def packaged() -> Weights:
    """Return the weights that come with the package."""
    with as_file(files(__package__)) as folder:
        return load(folder)


def load(folder: Path) -> Weights:
    """Read weights: a table of what there is, beside all the numbers in a row."""
    table: dict[str, Any] = json.loads((folder / TABLE).read_text(encoding="utf-8"))
    numbers = np.load(folder / NUMBERS)
    ends = np.cumsum([math.prod(shape) for _, shape in table["arrays"]])
    parts = np.split(numbers, ends[:-1])
    held = {
        tuple(name.split()): part.reshape(shape)
        for (name, shape), part in zip(table["arrays"], parts, strict=True)
    }
    layers = {
        decision: tuple(
            Layer(*(held[decision, str(n), part] for part in Layer.__slots__)) for n in range(count)
        )
        for decision, count in table["networks"].items()
    }
    basis = Basis(table["model"], held["basis", "mean"], held["basis", "axes"])
    return Weights(layers, float(table["threshold"]), basis)


def save(weights: Weights, folder: Path) -> None:
    """Write weights, rounded to the three decimals that make a difference."""
    arrays = {"basis mean": weights.basis.mean, "basis axes": weights.basis.axes}
    for decision, layers in weights.layers.items():
        for number, layer in enumerate(layers):
            for part in Layer.__slots__:
                arrays[f"{decision} {number} {part}"] = getattr(layer, part)
    table = {
        "threshold": round(weights.threshold, 4),
        "model": weights.basis.model,
        "networks": {name: len(layers) for name, layers in weights.layers.items()},
        "arrays": [(name, array.shape) for name, array in arrays.items()],
    }
    (folder / TABLE).write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    flat = np.concatenate([array.astype(np.float64).ravel() for array in arrays.values()])
    np.save(folder / NUMBERS, np.round(flat, 3).astype(np.float32))
