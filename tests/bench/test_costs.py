"""What questions and stores cost, by a table that the user can edit."""

from pathlib import Path

import pytest

from tests.bench.bench_cases import row
from tests.bench.test_compare import head
from tkg.bench import report, result
from tkg.bench.costs import Writing, priced, repaid
from tkg.bench.result import Filled
from tkg.kg.llm.prices import load

TABLE = '[models]\n"m-" = { input = 2.0, output = 10.0 }\n'
HEAD = head().model_copy(update={"model": "m-small", "writer": "m-large", "whole_tokens": 20_000.0})
WROTE = Filled(
    store="llm", conversation="c", seconds=1.0, turns=5, facts=3, calls=2, tokens_in=30_000,
    tokens_out=6_000,
)  # fmt: skip


def test_a_question_costs_what_the_edited_table_says(tmp_path: Path) -> None:
    table = tmp_path / "prices.toml"
    table.write_text(TABLE, encoding="utf-8")
    asked = row(tokens_in=1_000, tokens_out=100, store="llm")
    rows, filled = priced(load(table), HEAD, [asked], [WROTE])
    # 1,000 at 2 dollars and 100 at 10 dollars a million; a thousand questions cost 3 dollars.
    assert rows[0].cost == pytest.approx(0.003)
    assert filled[0].cost == pytest.approx(0.06 + 0.06)
    text = report.text(report.computed(HEAD, rows, filled))
    assert "| 3.00 " in text
    assert "| 0.12 |" in text


def test_a_model_that_no_table_knows_keeps_the_cost_that_it_came_with() -> None:
    rows, _ = priced(load(), HEAD, [row(cost=0.5, tokens_in=9)], [])
    assert rows[0].cost == 0.5


def test_a_store_is_repaid_after_so_many_questions_to_it() -> None:
    # 36,000 tokens once, 18,000 saved at each question: the third is profit.
    writing = Writing.of("llm", [WROTE])
    assert repaid(writing, 2_000, 20_000) == 2
    assert repaid(writing, 3_000, 20_000) == 3
    assert repaid(writing, 25_000, 20_000) is None
    assert repaid(Writing.of("offline", []), 0, 20_000) == 0


def test_a_store_that_was_filled_twice_counts_once(tmp_path: Path) -> None:
    result.write_filled(tmp_path, [WROTE, WROTE.model_copy(update={"seconds": 3.0})])
    assert [f.seconds for f in result.filled(tmp_path)] == [3.0]
