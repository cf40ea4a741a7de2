"""Differences are paired, and inside the noise they are null."""

from typing import Any

import pytest

from tests.bench.bench_cases import row
from tkg.bench.compare import differences, runs
from tkg.bench.result import Head, Row
from tkg.kg.errors import UsageError


def head(sha256: str = "0") -> Head:
    return Head(
        experiment="e", hypothesis="h", config="c", data="d", sha256=sha256, limit=None, seed=0,
        commit="", versions={},
    )  # fmt: skip


def rows(*scores: float, **more: Any) -> list[Row]:
    return [row(question=str(n), score=score, **more) for n, score in enumerate(scores)]


def test_a_difference_inside_the_noise_is_printed_as_null() -> None:
    ours, theirs = rows(*[0.0, 1.0] * 10), rows(*[1.0, 0.0] * 10)
    assert "null" in str(differences(ours, theirs)[0])
    better, worse = rows(*[0.9] * 20), rows(*[0.1] * 20)
    assert "+0.8000" in str(differences(better, worse)[0])


def test_only_questions_that_both_were_asked_are_compared() -> None:
    found = differences(rows(1.0, 1.0, 1.0), rows(0.0))
    assert (found[0].n, found[0].ours, found[0].theirs) == (1, 1.0, 0.0)


def test_verdicts_are_compared_where_every_answer_has_one() -> None:
    ours, theirs = rows(0.1, 0.1, right=True), rows(0.9, 0.9, right=False)
    assert differences(ours, theirs)[0].difference.value == 1.0
    half = [*theirs[:1], *rows(0.9, 0.9)[1:]]
    assert differences(ours, half)[0].difference.value == pytest.approx(-0.8)


def test_two_runs_are_compared_system_by_system() -> None:
    ours = [*rows(1.0, 1.0, system="a"), *rows(0.0, 0.0, system="b")]
    theirs = [*rows(0.5, 0.5, system="a"), *rows(0.0, 0.0, system="c")]
    lines = list(runs((head(), ours), (head(), theirs)))
    assert lines[0] == "a"
    assert "+0.5000" in lines[2]
    named = list(runs((head(), ours), (head(), theirs), ["b", "c"]))
    assert named[0] == "b against c"


def test_runs_of_different_files_or_without_a_common_system_are_refused() -> None:
    with pytest.raises(UsageError, match="different files"):
        list(runs((head("1"), rows(1.0)), (head("2"), rows(1.0))))
    ours = [*rows(1.0, system="a"), *rows(1.0, system="b")]
    with pytest.raises(UsageError, match="no system in common"):
        list(runs((head(), ours), (head(), rows(1.0, system="c"))))
    with pytest.raises(UsageError, match="There is no 'x'"):
        list(runs((head(), ours), (head(), ours), ["x"]))
