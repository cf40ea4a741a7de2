"""The learned weights: a small network a decision, kept as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tkg.answer.offline.context import Basis

Floats = NDArray[np.float32]


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


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything that was learned.

    Attributes:
        layers: Networks by decision ("turn", "phrase", "date", "decline"); their scores are
            averaged.
        threshold: Score of "decline" above which an answer is withheld.
        basis: What is kept of the states of words.
    """

    layers: Mapping[str, tuple[Layer, ...]]
    threshold: float
    basis: Basis

    def score(self, decision: str, rows: Floats) -> Floats:
        """Return the mean score of the networks of a decision.

        Args:
            decision: Which.
            rows: [n, columns], in the order that the trainer saw.
        """
        layers = self.layers[decision]
        return np.asarray(sum(layer.score(rows) for layer in layers) / len(layers), np.float32)


@cache
def packaged() -> Weights:
    """Return the weights that come with the package."""
    return loads(files(__package__).joinpath("weights.json").read_text(encoding="utf-8"))


def loads(text: str) -> Weights:
    """Read weights from JSON."""
    document: dict[str, Any] = json.loads(text)
    layers = {name: tuple(map(_layer, many)) for name, many in document["layers"].items()}
    return Weights(layers, float(document["threshold"]), _basis(document["basis"]))


def _layer(values: Mapping[str, list[float]]) -> Layer:
    return Layer(**{name: np.array(rows, dtype=np.float32) for name, rows in values.items()})


def _basis(values: Mapping[str, Any]) -> Basis:
    mean, axes = (np.array(values[name], dtype=np.float32) for name in ("mean", "axes"))
    return Basis(str(values["model"]), mean, axes)


def dumps(weights: Weights) -> str:
    """Write weights as JSON, rounded to what makes no difference."""
    layers = {
        name: [{part: _rounded(getattr(layer, part)) for part in Layer.__slots__} for layer in many]
        for name, many in weights.layers.items()
    }
    basis = {
        "model": weights.basis.model,
        "mean": _rounded(weights.basis.mean),
        "axes": _rounded(weights.basis.axes),
    }
    document = {"threshold": round(weights.threshold, 4), "basis": basis, "layers": layers}
    return json.dumps(document)


def _rounded(values: Floats) -> Any:
    """Return values with the three decimals that make a difference, written short."""
    return np.round(values.astype(np.float64), 3).tolist()
