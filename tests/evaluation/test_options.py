"""A run's options are checked where they are made."""

from typing import Any

import pytest

import tallybench
from tallybench.errors import InputError
from tallybench.evaluation.options import Options


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"counter": "abacus"}, r"^counter abacus: choose one of valgrind, perf, cputime, none$"),
        ({"rules": "mine"}, r"^rules mine: choose one of own, coffe"),
        ({"ks": ()}, r"^ks : every k must be at least 1"),
        ({"ks": (1, 0)}, r"^ks 1,0: every k must be at least 1"),
        ({"hash_seed": -1}, r"hash_seed -1: choose one from 0 to 4294967295"),
        ({"hash_seed": 2**32}, r"hash_seed 4294967296"),
        ({"rate": 0.0}, r"rate 0: "),
        ({"rate": float("nan")}, r"rate nan: "),
    ],
)
def test_an_option_that_no_run_can_be_done_with_is_named_at_once(given: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError, match=says):
        Options(**given)


@pytest.mark.parametrize("given", [{}, {"counter": "none"}, {"counter": "perf"}, {"ks": (1, 10)}, {"rate": 1e8}])
def test_good_options_are_taken(given: dict[str, Any]) -> None:
    options = Options(**given)
    assert options.counted == (options.counter != "none")


def test_options_are_part_of_the_package() -> None:
    assert tallybench.Options is Options
    assert set(tallybench.__all__) <= set(dir(tallybench))
