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
