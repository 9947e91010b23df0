"""Orders of growth: found again where they were put in, and told apart where the counts tell them apart."""

import math
from collections.abc import Callable

import pytest

from tallybench.statistics.orders import UNCLEAR, fit_growth, grows_faster

SIZES = [20_000, 28_284, 40_000, 56_569]
CURVES: dict[str, Callable[[float], float]] = {
    "constant": lambda n: 1.0,
    "log n": lambda n: math.log(n),
    "n": lambda n: n,
    "n log n": lambda n: n * math.log(n),
    "n²": lambda n: n**2,
    "n² log n": lambda n: n**2 * math.log(n),
    "n³": lambda n: n**3,
}


def points(curve: Callable[[float], float], sizes: list[int] = SIZES) -> list[tuple[int, int]]:
    return [(size, round(1e6 * curve(size))) for size in sizes]


@pytest.mark.parametrize("order", CURVES)
def test_each_order_is_found_again(order: str) -> None:
    fit = fit_growth(points(CURVES[order]))
    assert fit is not None and fit.order == order and fit.low <= fit.exponent <= fit.high
    assert fit_growth([(1, 7), *points(CURVES[order])]) == fit, "a size of one is left out"
    power = fit_growth(points(lambda n: n**1.5))
    assert power is not None and power.exponent == pytest.approx(1.5, abs=1e-6) and power.high - power.low < 1e-4


def test_what_has_the_size_in_the_exponent_is_exponential() -> None:
    fit = fit_growth(points(lambda n: 2**n, [8, 16, 23]))
    assert fit is not None and fit.order == "exponential"
    fourth = fit_growth(points(lambda n: n**4))
    assert fourth is not None and fourth.order != "exponential"


def test_at_most_two_orders_that_the_interval_allows_are_named() -> None:
    rough = fit_growth([(8, 68_816), (11, 291_541), (16, 485_216), (23, 1_337_275)])
    assert rough is not None and rough.low < 1 and rough.high > 4
    assert {"n", "n²", "n³"} <= set(rough.orders) and rough.order == UNCLEAR
    between = fit_growth([(8192, 6427322), (11585, 9230023), (16384, 13623418), (23170, 19285482)])
    assert between is not None and between.low < 1 < 1.1 < between.high
    assert between.order == "n or n log n"


@pytest.mark.parametrize(
    "given", [[(1, 10), (2, 20), (4, 40)], [(4, 40)] * 3, [(4, 40), (4, 40), (8, 80), (8, 81)]], ids=str
)
def test_fewer_than_three_sizes_tell_no_order(given: list[tuple[int, int]]) -> None:
    assert fit_growth(given) is None


@pytest.mark.parametrize(
    ("order", "best", "worse"),
    [("n²", "n", True), ("n", "n", False), ("n log n", "n", False), ("n", "n²", False), ("n", "log n", True)],
)
def test_a_power_more_is_worse_and_a_logarithm_more_is_not(order: str, best: str, worse: bool) -> None:
    assert grows_faster(fit_growth(points(CURVES[order])), fit_growth(points(CURVES[best]))) is worse


def test_a_fit_that_may_be_the_best_known_order_is_not_called_worse() -> None:
    """Counts that go up and down have a wide interval."""
    rough = fit_growth([(100, 1_000), (200, 9_000), (400, 3_000), (800, 30_000)])
    linear = fit_growth(points(CURVES["n"]))
    assert rough is not None and linear is not None
    assert rough.exponent > 1.25 and not grows_faster(rough, linear)
