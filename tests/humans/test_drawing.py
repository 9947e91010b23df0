"""A sample of human solutions: the same for everyone, and its error as it is."""

import itertools
import json
import math
import statistics
from pathlib import Path

import pytest

from evaluator.benchmarks import load_benchmark
from evaluator.execution.session import Session
from evaluator.humans.drawing import Drawing, drawing_error
from evaluator.humans.measure import measure_humans
from evaluator.problems.problem import Solution
from tests.benchmarks.coffe_data import write_data
from tests.conftest import CommandLine

SOLUTIONS = [Solution(f"human_{number}", f"print({number})\n") for number in range(1, 41)]


def names(solutions: tuple[Solution, ...]) -> list[str]:
    return [solution.name for solution in solutions]


def test_the_order_of_the_source_changes_nothing_and_is_kept() -> None:
    drawn = Drawing(10, 0).draw("CodeContests/1", SOLUTIONS)
    assert len(drawn) == 10
    assert names(drawn) == sorted(names(drawn), key=lambda name: int(name.removeprefix("human_")))
    assert set(Drawing(10, 0).draw("CodeContests/1", SOLUTIONS[::-1])) == set(drawn)


def test_a_larger_sample_holds_the_smaller_one_and_another_seed_draws_others() -> None:
    few, many = (set(Drawing(size, 0).draw("CodeContests/1", SOLUTIONS)) for size in (10, 20))
    assert few < many
    assert set(Drawing(10, 1).draw("CodeContests/1", SOLUTIONS)) != few
    assert set(Drawing(10, 0).draw("CodeContests/2", SOLUTIONS)) != few
    assert Drawing(100, 0).draw("CodeContests/1", SOLUTIONS) == tuple(SOLUTIONS)


def test_the_error_of_one_problem_is_that_of_all_its_samples() -> None:
    """Against every sample of 4 of 8 solutions, 3 of which are slower: the mean estimate of the variance is exact."""
    population = [1, 1, 1, 0, 0, 0, 0, 0]
    shares = [statistics.fmean(drawn) for drawn in itertools.combinations(population, 4)]
    estimates = [drawing_error([(share, 4, 8)]) ** 2 for share in shares]
    assert statistics.fmean(estimates) == pytest.approx(statistics.pvariance(shares))


def test_all_of_them_have_no_error_and_problems_share_theirs() -> None:
    assert drawing_error([(0.5, 8, 8)]) == 0
    assert drawing_error([]) == 0
    one = drawing_error([(0.5, 30, 80)])
    assert drawing_error([(0.5, 30, 80)] * 4) == pytest.approx(one / math.sqrt(4))
    assert drawing_error([(1.0, 1, 80)]) > 0, "one solution tells little, though it has no spread"


def test_a_drawn_sample_is_measured_alone_and_says_so(
    tmp_path: Path, tallybench: CommandLine, session: Session
) -> None:
    data = write_data(tmp_path / "data")
    every = measure_humans(load_benchmark("coffe-code-contests", data), session=session).problems[0]
    arguments = ("humans", "--data", str(data), "--sample", "2", "--seed", "3", "-o", str(tmp_path / "humans.json"))
    done = tallybench(*arguments)
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "humans.json").read_bytes())
    assert told["drawing"] == {"seed": 3, "size": 2}
    (problem,) = told["problems"].values()
    assert problem["drawn_from"] == len(every.solutions) == 4
    by_name = {solution.name: solution for solution in every.solutions}
    assert len(problem["solutions"]) == 2
    for solution in problem["solutions"]:
        assert solution["counts"] == by_name[solution["name"]].counts


def test_a_sample_and_the_first_ones_do_not_go_together(tallybench: CommandLine) -> None:
    done = tallybench("humans", "--sample", "2", "--first", "2")
    assert done.returncode == 2 and "leave one out" in done.stderr
