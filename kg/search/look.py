"""A closer look at the turns that the legs found, and why each stands where it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

import numpy as np

from tkg.kg.search.arrays import Floats, Ints
from tkg.kg.search.features import Found
from tkg.kg.search.ranker import table


class Why(TypedDict):
    """What a hit shows when it is asked why it was found."""

    legs: tuple[tuple[str, float], ...]
    ranks: tuple[tuple[str, int], ...]
    moved: tuple[tuple[str, float], ...]


UNEXPLAINED = Why(legs=(), ranks=(), moved=())


@dataclass(frozen=True, slots=True)
class Look:
    """Some turns looked at closer.

    Attributes:
        at: Their rows, rising.
        first: How much spoke for each at first sight.
        features: What speaks for each, by name.
    """

    found: Found
    at: Ints
    first: Floats
    features: Mapping[str, Floats]

    def legs(self) -> dict[str, Floats]:
        """Return what each leg thinks of each of the turns."""
        of = {name: score[self.at] for name, score in self.found.scores.items()}
        return {**of, "speaker": self.found.speaker[self.at]}


def explained(look: Look, place: int) -> Why:
    """Return each leg's score and rank of one of the turns, and what moved it, most first."""
    legs = look.legs()
    moved = {
        name: round(weight * float(look.features[name][place]), 4)
        for name, weight in table(look.features).items()
    }
    return Why(
        legs=tuple((name, float(score[place])) for name, score in legs.items()),
        ranks=tuple(
            (name, 1 + int(np.count_nonzero(score > score[place]))) for name, score in legs.items()
        ),
        moved=tuple(
            (name, value)
            for name, value in sorted(moved.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
            if value
        ),
    )
