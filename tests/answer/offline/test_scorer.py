"""Weights that are written are read again as they were, to three decimals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tkg.answer.offline.context import Basis
from tkg.answer.offline.scorer import Layer, Weights, load, packaged, save


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    first = Layer(
        np.array([[0.5, 1], [2, 3]]), np.zeros(2), np.array([1, 2]), np.array([7, 8.1234])
    )
    second = Layer(np.ones((3, 1)), np.zeros(1), np.ones(1), np.array([1, 2, 3]))
    basis = Basis("some model", np.array([1, 2]), np.array([[3, 4], [5, 6]]))
    save(Weights({"a": (first, first), "b": (second,)}, 0.25, basis), tmp_path)
    found = load(tmp_path)
    assert found.threshold == 0.25
    assert {name: len(layers) for name, layers in found.layers.items()} == {"a": 2, "b": 1}
    assert found.layers["a"][1].hidden.tolist() == [[0.5, 1], [2, 3]]
    assert found.layers["a"][0].line.tolist() == pytest.approx([7, 8.123])
    assert found.basis.model == "some model"
    assert found.basis.axes.tolist() == [[3, 4], [5, 6]]


def test_writing_the_packaged_weights_again_changes_nothing(tmp_path: Path) -> None:
    save(packaged(), tmp_path)
    folder = Path(load.__code__.co_filename).parent
    for name in ("weights.json", "weights.npy"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_networks_side_by_side_score_as_their_mean() -> None:
    drawn = np.random.default_rng(0)
    layers = tuple(
        Layer(*(drawn.normal(size=shape).astype(np.float32) for shape in ((4, 3), 3, 3, 4)))
        for _ in range(3)
    )
    rows = drawn.normal(size=(7, 4)).astype(np.float32)
    weights = Weights({"a": layers}, 0.0, Basis("", np.zeros(1), np.zeros((1, 1))))
    mean = np.mean([layer.score(rows) for layer in layers], axis=0)
    assert weights.score("a", rows) == pytest.approx(mean, abs=1e-5)
