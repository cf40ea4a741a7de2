"""What a run costs by a price table that the user can edit, and when writing a store is repaid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from tkg.bench.result import Filled, Head, Row
from tkg.kg.llm.prices import Prices


def priced(
    prices: Prices, head: Head, rows: Sequence[Row], filled: Sequence[Filled]
) -> tuple[list[Row], list[Filled]]:
    """Return rows and stores with their cost by a table; what it does not know keeps its cost."""
    read = prices.of(head.model) is not None
    wrote = prices.of(head.writer) is not None
    return (
        [
            r.model_copy(update={"cost": prices.cost(head.model, r.tokens_in, r.tokens_out)})
            if read else r for r in rows
        ],
        [
            f.model_copy(update={"cost": prices.cost(head.writer, f.tokens_in, f.tokens_out)})
            if wrote else f for f in filled
        ],
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Writing:
    """What filling the stores of one kind took, over all conversations.

    Attributes:
        skipped: Sessions that a gate kept from the model.
    """

    store: str
    conversations: int
    turns: int
    facts: int
    seconds: float
    calls: int
    skipped: int
    failed: int
    tokens: int
    cost: float

    @classmethod
    def of(cls, store: str, filled: Sequence[Filled]) -> Writing:
        """Add up what it took."""
        mine = [f for f in filled if f.store == store]
        return cls(
            store, len(mine), sum(f.turns for f in mine), sum(f.facts for f in mine),
            sum(f.seconds for f in mine), sum(f.calls for f in mine),
            sum(f.skipped for f in mine), sum(f.failed for f in mine),
            sum(f.tokens_in + f.tokens_out for f in mine), sum(f.cost for f in mine),
        )  # fmt: skip


def repaid(writing: Writing, tokens_a_question: float, whole: float) -> int | None:
    """Return after how many questions to a conversation writing its store has paid.

    The alternative is to put the whole conversation before a model at every question. Tokens are
    counted, not prices: both sides are mostly tokens read. None where it never pays.

    >>> repaid(Writing("llm", 2, 0, 0, 0.0, 0, 0, 0, 40_000, 0.0), 2_000, 12_000)
    2
    """
    saved = whole - tokens_a_question
    if saved <= 0:
        return None
    return math.ceil(writing.tokens / max(1, writing.conversations) / saved)


def a_thousand(rows: Sequence[Row]) -> float:
    """Return US dollars for a thousand questions."""
    return 1000 * mean(r.cost for r in rows)
