"""The record: what a model is told before it answers, chosen to fit a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from tkg.kg.llm.tokens import Count, estimate


@dataclass(frozen=True, slots=True)
class Line:
    """One line that could stand in the record.

    Attributes:
        id: What an answer cites it by.
        text: The whole line; it stands whole or not at all.
        worth: How much it helps to answer the question; 0 is worthless.
        part: Heading it belongs under; lines keep their order within it.
    """

    id: str
    text: str
    worth: float
    part: str


@dataclass(frozen=True, slots=True)
class Record:
    """What fits.

    Attributes:
        text: As the model reads it.
        lines: Those that were chosen.
        tokens: Its size, as it was counted.
        left_out: How many lines did not fit.
    """

    text: str
    lines: tuple[Line, ...]
    tokens: int
    left_out: int


def choose(costs: Sequence[int], worths: Sequence[float], budget: int) -> list[int]:
    """Return which things to take so that their worth is highest and their cost fits.

    A 0/1 knapsack solved exactly, by dynamic programming over the budget.

    >>> choose([3, 2, 2], [4.0, 3.0, 3.0], 4)
    [1, 2]
    """
    if budget <= 0:
        return []
    best = np.zeros(budget + 1)
    taken = np.zeros((len(costs), budget + 1), dtype=bool)
    for number, (cost, worth) in enumerate(zip(costs, worths, strict=True)):
        if worth > 0 and cost <= budget:
            with_it = best[: budget + 1 - cost] + worth
            taken[number, cost:] = with_it > best[cost:]
            best[cost:] = np.maximum(with_it, best[cost:])
    chosen, room = [], budget
    for number in range(len(costs) - 1, -1, -1):
        if taken[number, room]:
            chosen.append(number)
            room -= costs[number]
    return chosen[::-1]


def fit(lines: Sequence[Line], budget: int, head: str, count: Count = estimate) -> Record:
    """Return the record of the lines worth most that fit the budget together with the header.

    Line breaks count one token each, and every heading counts although it may not be needed, so
    that the text is never larger than it says.
    """
    fixed = count(head) + sum(count(part) + 2 for part in {line.part for line in lines})
    costs = [count(line.text) + 1 for line in lines]
    chosen = choose(costs, [line.worth for line in lines], budget - fixed)
    kept = tuple(lines[n] for n in chosen)
    tokens = fixed + sum(costs[n] for n in chosen)
    return Record(written(head, kept), kept, tokens, len(lines) - len(kept))


def written(head: str, lines: Sequence[Line]) -> str:
    """Return the record as text: the header, then each part under its heading."""
    parts = dict.fromkeys(line.part for line in lines)
    blocks = [
        "\n".join([part, *(line.text for line in lines if line.part == part)]) for part in parts
    ]
    return "\n\n".join([head, *blocks])


def header(now: datetime) -> str:
    """Return the line that says what day it is, for "ago" and "next"."""
    zone = now.tzname() or "no zone"
    return f"Today is {now:%A}, {now.day} {now:%B %Y}, {now:%H:%M} ({zone})."
