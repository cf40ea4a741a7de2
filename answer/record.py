"""The record: what a model is told before it answers, chosen to fit a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

CHARACTERS_PER_TOKEN = 3.6
"""Estimate for English with dates and ids, on the safe side; used where no tokenizer is at hand."""


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


def estimate(text: str) -> int:
    """Return about how many tokens a text takes."""
    return int(len(text) / CHARACTERS_PER_TOKEN) + 1


def choose(costs: Sequence[int], worths: Sequence[float], budget: int) -> list[int]:
    """Return which things to take so that their worth is highest and their cost fits.

    A 0/1 knapsack solved exactly, by dynamic programming over the budget.

    >>> choose([3, 2, 2], [4.0, 3.0, 3.0], 4)
    [1, 2]
    """
    if budget <= 0:
        return []
    best = [0.0] * (budget + 1)
    taken: list[list[bool]] = []
    for cost, worth in zip(costs, worths, strict=True):
        row = [False] * (budget + 1)
        if worth > 0:
            for room in range(budget, cost - 1, -1):
                with_it = best[room - cost] + worth
                if with_it > best[room]:
                    best[room], row[room] = with_it, True
        taken.append(row)
    return _walk_back(costs, taken, budget)


def _walk_back(costs: Sequence[int], taken: Sequence[Sequence[bool]], room: int) -> list[int]:
    chosen = []
    for number in range(len(costs) - 1, -1, -1):
        if taken[number][room]:
            chosen.append(number)
            room -= costs[number]
    return chosen[::-1]


def fit(lines: Sequence[Line], budget: int, head: str = "") -> tuple[list[Line], int]:
    """Return the lines worth most that fit the budget with the header, and the tokens taken."""
    fixed = estimate(head) + sum(estimate(part) for part in {line.part for line in lines})
    costs = [estimate(line.text) for line in lines]
    chosen = choose(costs, [line.worth for line in lines], budget - fixed)
    return [lines[n] for n in chosen], fixed + sum(costs[n] for n in chosen)


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
