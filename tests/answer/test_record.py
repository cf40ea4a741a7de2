"""The record takes what is worth most within its budget, and never half a line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tkg.answer.record import Line, choose, fit, header
from tkg.kg.llm.tokens import counter, estimate


def best_by_trying_all(costs: list[int], worths: list[float], budget: int) -> float:
    subsets = (s for n in range(len(costs) + 1) for s in combinations(range(len(costs)), n))
    return max(sum(worths[i] for i in s) for s in subsets if sum(costs[i] for i in s) <= budget)


def greedy(costs: list[int], worths: list[float], budget: int) -> float:
    total = 0.0
    for n in sorted(range(len(costs)), key=lambda n: -worths[n]):
        if costs[n] <= budget:
            budget -= costs[n]
            total += worths[n]
    return total


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(st.integers(1, 12), st.integers(0, 9)), min_size=1, max_size=8),
    st.integers(0, 30),
)
def test_the_choice_is_worth_as_much_as_the_best_of_all_choices(
    things: list[tuple[int, int]], budget: int
) -> None:
    costs, worths = [c for c, _ in things], [float(w) for _, w in things]
    chosen = choose(costs, worths, budget)
    assert sum(costs[n] for n in chosen) <= budget
    assert sum(worths[n] for n in chosen) == best_by_trying_all(costs, worths, budget)


def test_it_beats_taking_the_best_first() -> None:
    costs, worths, budget = [6, 4, 4], [7.0, 5.0, 5.0], 8
    chosen = choose(costs, worths, budget)
    assert greedy(costs, worths, budget) == 7
    assert sum(worths[n] for n in chosen) == best_by_trying_all(costs, worths, budget) == 10


def test_a_record_stays_within_its_budget_and_keeps_lines_whole() -> None:
    lines = [Line(str(n), f"line {n} " + "x" * 40 * n, 1 / (n + 1), "## Part") for n in range(9)]
    made = fit(lines, 120, "Today is Monday.")
    assert 0 < len(made.lines) < len(lines)
    assert made.left_out == len(lines) - len(made.lines)
    assert estimate(made.text) <= made.tokens <= 120
    assert all(line.text in made.text.splitlines() for line in made.lines)


@given(st.integers(0, 400), st.lists(st.text(max_size=80), max_size=12))
@settings(deadline=None, max_examples=40)
def test_no_budget_is_overdrawn_and_no_line_cut(budget: int, texts: list[str]) -> None:
    lines = [
        Line(str(n), " ".join(text.split()) or "-", 1.0, f"## {n % 3}")
        for n, text in enumerate(texts)
    ]
    made = fit(lines, budget, "Today.")
    assert estimate(made.text) <= max(budget, estimate("Today."))
    assert not made.lines or made.tokens <= budget
    assert all(line.text in made.text.splitlines() for line in made.lines)


def test_the_header_says_the_day_of_the_week_and_the_zone() -> None:
    now = datetime(2024, 2, 29, 8, 5, tzinfo=UTC)
    assert header(now) == "Today is Thursday, 29 February 2024, 08:05 (UTC)."
    away = now.astimezone(timezone(timedelta(hours=9)))
    assert header(away) == "Today is Thursday, 29 February 2024, 17:05 (UTC+09:00)."


def test_word_pieces_count_tokens_and_the_estimate_is_above_them() -> None:
    """tiktoken's o200k_base counts 29 here, cl100k_base 30."""
    line = (
        "[D2:1] Thu 2023-05-25, Ann said: «I ran a charity race for mental health last Saturday.»"
    )
    count, name = counter()
    assert (count(line), name) == (31, "word pieces")
    assert estimate(line) >= 30


def test_without_a_tokenizer_the_count_is_an_estimate_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise ImportError

    monkeypatch.setattr("tkg.kg.embed.onnx.tokenizer", missing)
    count, name = counter.__wrapped__()
    assert (count, name) == (estimate, "estimated")
