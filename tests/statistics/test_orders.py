"""Orders of growth: found again where they were put in, and told apart where the counts tell them apart."""

import math
from collections.abc import Callable

import pytest

from evaluator.statistics.orders import fit_growth, grows_faster

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
    assert fit is not None and fit.order == order
    assert fit.low <= fit.exponent <= fit.high


def test_the_exponent_of_a_power_is_that_power() -> None:
    fit = fit_growth(points(lambda n: n**1.5))
    assert fit is not None and fit.exponent == pytest.approx(1.5, abs=1e-6)
    assert fit.high - fit.low < 1e-4


def test_what_has_the_size_in_the_exponent_is_exponential() -> None:
    fit = fit_growth(points(lambda n: 2**n, [8, 16, 23]))
    assert fit is not None and fit.order == "exponential"
    fourth = fit_growth(points(lambda n: n**4))
    assert fourth is not None and fourth.order != "exponential"


def test_two_sizes_tell_nothing() -> None:
    assert fit_growth(points(CURVES["n"])[:2]) is None


@pytest.mark.parametrize(
    ("order", "best", "worse"),
    [("n²", "n", True), ("n", "n", False), ("n log n", "n", False), ("n", "n²", False), ("n", "log n", True)],
)
def test_a_power_more_is_worse_and_a_logarithm_more_is_not(order: str, best: str, worse: bool) -> None:
    ours, theirs = fit_growth(points(CURVES[order])), fit_growth(points(CURVES[best]))
    assert ours is not None and theirs is not None
    assert grows_faster(ours, theirs) is worse


def test_a_fit_that_may_be_the_best_known_order_is_not_called_worse() -> None:
    """Counts that go up and down have a wide interval."""
    rough = fit_growth([(100, 1_000), (200, 9_000), (400, 3_000), (800, 30_000)])
    linear = fit_growth(points(CURVES["n"]))
    assert rough is not None and linear is not None
    assert rough.exponent > 1.25 and not grows_faster(rough, linear)
