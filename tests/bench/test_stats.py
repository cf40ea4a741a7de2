"""Intervals agree with published values."""

import pytest

from tkg.bench.stats import bootstrap, paired, wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    # Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_newcombe(hits: int, n: int, low: float, high: float) -> None:
    found = wilson(hits, n)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    # scipy 1.17.1: binomtest(hits, n).proportion_ci(0.95, method="wilson")
    [
        (434, 999, 0.4040059591540705, 0.4653652172689193),
        (17, 25, 0.48410269273102247, 0.8279480969309202),
        (0, 10, 0.0, 0.27753279986288926),
        (10, 10, 0.7224672001371109, 1.0),
    ],
)
def test_wilson_agrees_with_scipy(hits: int, n: int, low: float, high: float) -> None:
    found = wilson(hits, n)
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


MICE = ([94, 197, 16, 38, 99, 141, 23], [52, 104, 146, 10, 51, 30, 40, 27, 46])
"""Efron and Tibshirani, An Introduction to the Bootstrap (1993), table 2.1: treated, control."""
SLEEP = (
    [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
)
"""Student, The probable error of a mean (1908): hours of sleep gained with two drugs, paired."""


@pytest.mark.parametrize(
    ("mice", "low", "high"),
    # scipy 1.17.1: stats.bootstrap(mice, np.mean, method="percentile", n_resamples=400_000)
    [(MICE[0], 43.857, 134.429), (MICE[1], 33.111, 84.778)],
)
def test_a_bootstrap_agrees_with_scipy(mice: list[float], low: float, high: float) -> None:
    found = bootstrap(mice)
    # With 4,000 draws an end of the interval itself moves by about a twentieth of its width.
    within = (high - low) / 20
    assert found.low == pytest.approx(low, abs=within)
    assert found.high == pytest.approx(high, abs=within)


def test_a_paired_difference_agrees_with_scipy() -> None:
    # scipy 1.17.1: stats.bootstrap(..., paired=True, method="percentile", n_resamples=400_000)
    found = paired(*SLEEP)
    assert found.value == pytest.approx(1.58)
    assert (found.low, found.high) == (pytest.approx(0.95, abs=0.07), pytest.approx(2.38, abs=0.07))


def test_a_bootstrap_does_not_depend_on_how_many_draws_are_held_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = bootstrap(MICE[0])
    monkeypatch.setattr("tkg.bench.stats.AT_ONCE", 500)
    parts = bootstrap(MICE[0])
    assert parts.low == pytest.approx(whole.low, abs=2)
    assert parts.high == pytest.approx(whole.high, abs=2)


def test_a_bootstrap_of_many_values_is_as_wide_as_the_normal_interval() -> None:
    values = [0.0, 1.0] * 200
    found = bootstrap(values)
    half = 1.96 * 0.5 / 400**0.5
    assert found.value == 0.5
    assert (found.low, found.high) == (
        pytest.approx(0.5 - half, abs=0.006),
        pytest.approx(0.5 + half, abs=0.006),
    )
    assert bootstrap(values) == found


def test_a_difference_inside_the_noise_is_null_and_a_steady_one_is_not() -> None:
    noise = paired([1, 0, 1, 0, 1, 0], [0, 1, 1, 0, 0, 1])
    steady = paired([0.6] * 30, [0.5] * 30)
    assert noise.null
    assert not steady.null
    assert steady.value == pytest.approx(0.1)
