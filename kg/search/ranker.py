"""The weights of the search: learned by `bench/search_tune.py`, kept in a table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from tkg.kg.search import legs
from tkg.kg.search.arrays import Floats
from tkg.kg.search.features import Found, scaled

FIRST = "first"
"""Table of what finds the turns worth a closer look."""
WITH_VECTORS = "vectors"
"""Table of what ranks them."""
WORDS_ONLY = "words"
"""Table of what ranks them in a store without vectors."""


def table(features: Mapping[str, Floats]) -> Mapping[str, float]:
    """Return the weights that rank by these features."""
    return weights()[WITH_VECTORS if "vector" in features else WORDS_ONLY]


def ranked(features: Mapping[str, Floats]) -> Floats:
    """Return the weighted sum of the features of each turn."""
    parts = [np.float32(weight) * features[name] for name, weight in table(features).items()]
    return np.asarray(sum(parts), np.float32)


def first(found: Found, size: int) -> Floats:
    """Return how much speaks for each turn at first sight: 0 for those nothing speaks for."""
    sight = {
        **found.scores,
        "names": legs.turn(found.rows, found.names),
        "speaker": found.speaker,
        "then": found.moment.then,
        "soon": found.moment.soon,
        "tells": found.moment.tells,
    }
    total = np.zeros(size, np.float32)
    for name, weight in weights()[FIRST].items():
        if name in sight:
            total += np.float32(weight) * scaled(sight[name])
    return total


@cache
def weights() -> dict[str, dict[str, float]]:
    """Return the weights, by table and feature."""
    text = files("tkg.kg.search").joinpath("weights.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
