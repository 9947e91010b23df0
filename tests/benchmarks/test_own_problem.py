"""A problem of our own beside HumanEval's: a file whose number the source does not have."""

import shutil
from pathlib import Path

import pytest

from tallybench.benchmarks import forget_benchmarks, problems_folder, select
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.sandbox.host import Zygote
from tests.conftest import CommandLine

PROMPT = '''from typing import List


def longest_run(numbers: List[int]) -> int:
    """Return the length of the longest run of equal numbers.

    >>> longest_run([1, 1, 2])
    2
    """
'''
OWN = f"""'''longest_run: the longest run of equal numbers. The plain solution is quadratic, the best one linear.'''

from itertools import groupby

PROMPT = {PROMPT!r}


def check(candidate):
    assert candidate([1, 1, 2]) == 2
    assert candidate([]) == 0
    assert candidate([3, 3, 3, 1, 3]) == 3


def canonical(numbers):
    best = run = 0
    for place, number in enumerate(numbers):
        run = run + 1 if place and numbers[place - 1] == number else 1
        best = max(best, run)
    return best


def contract(numbers):
    assert type(numbers) is list, "numbers must be a list"
    assert len(numbers) <= 100_000, "too many numbers"
    assert all(type(number) is int for number in numbers), "numbers must be ints"


INVALID = [("a tuple", ((1, 2),)), ("a float", ([1.0],)), ("too many", ([0] * 100_001,))]


def reference_groups(numbers):
    return max((sum(1 for _ in run) for _, run in groupby(numbers)), default=0)


def slow_from_every_place(numbers):
    best = 0
    for start in range(len(numbers)):
        end = start
        while end < len(numbers) and numbers[end] == numbers[start]:
            end += 1
        best = max(best, end - start)
    return best


def stress_alike(rng):
    '''all_equal: a run from every place is as long as the list.'''
    return ([7] * rng.randrange(980, 1_020),)


def stress_random(rng):
    '''large_random: short runs.'''
    return ([rng.randrange(3) for _ in range(2_000)],)


def stress_sorted(rng):
    '''sorted: long runs.'''
    return (sorted(rng.randrange(9) for _ in range(2_000)),)


EXPRESSIONS = {{
    "none_alike": ("sparse: no two neighbours are equal.", "list(range(2_000))"),
    "two_runs": ("worst_of_slow: two long runs.", "[1] * 700 + [2] * 700"),
}}


def growing(rng, size):
    '''Numbers, all alike.'''
    return ([1] * size,)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of HumanEval's folder in which nothing but the problem of our own has a file."""
    copy = tmp_path / "humaneval"
    copy.mkdir()
    shutil.copy2(problems_folder() / "humaneval" / "benchmark.toml", copy)
    return copy


def read(folder: Path) -> Benchmark:
    return BENCHMARKS["humaneval"].read(folder)


def test_it_stands_behind_the_sources_problems_and_keeps_what_the_format_promises(folder: Path, native: Zygote) -> None:
    (folder / "he_164.py").write_text(OWN)
    benchmark = read(folder)
    assert len(benchmark) == 165
    problem = benchmark.problems[-1]
    assert (problem.task_id, problem.entry_point, problem.level) == ("TallyBench/164", "longest_run", "function")
    assert problem.prompt == PROMPT and problem.contract is not None
    assert "PROMPT" not in problem.tests and "check(candidate)" in problem.tests
    assert problem_faults(problem, native) == []
    assert problem.task_id not in benchmark.human_solutions


def test_it_is_chosen_by_its_id_or_its_number_and_changes_the_benchmarks_hash_alone(folder: Path) -> None:
    before = read(folder)
    (folder / "he_164.py").write_text(OWN)
    after = read(folder)
    for ids in (("164",), ("TallyBench/164",), ("164-164",)):
        assert list(select(after, ids).by_id) == ["TallyBench/164"]
    assert list(select(after, ("163-164",)).by_id) == ["HumanEval/163", "TallyBench/164"]
    assert after.hash != before.hash
    assert [problem.hash for problem in after][:164] == [problem.hash for problem in before]


def test_a_faulty_one_is_found_out(folder: Path, native: Zygote) -> None:
    (folder / "he_164.py").write_text(OWN.replace("[1, 1, 2]) == 2\n    assert", "[1, 1, 2]) == 3\n    assert"))
    faults = problem_faults(read(folder).problems[-1], native)
    assert any(fault.startswith("canonical fails the correctness tests") for fault in faults)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("he_164.py", OWN.replace("PROMPT =", "TEXT ="), r"one of our own needs PROMPT besides"),
        ("he_164.py", OWN.replace("def check(", "def test("), r"needs check besides"),
        ("he_164.py", OWN.replace("def canonical(", "def solution("), r"needs canonical besides"),
        ("he_164.py", OWN.replace(repr(PROMPT), "'x = 1'"), "PROMPT must be the source of a function"),
        ("he_164.py", OWN.replace(repr(PROMPT), "'def f(x):\\n    pass'"), "PROMPT must be the source of a function"),
        ("he_164.py", OWN.replace("def contract(", "def agreement("), "contract is missing"),
        ("he_0164.py", OWN, "is no problem's file"),
        ("longest_run.py", OWN, "is no problem's file"),
    ],
)
def test_a_file_that_is_no_problem_is_an_error_that_names_it(folder: Path, name: str, content: str, told: str) -> None:
    path = folder / name
    path.write_text(content)
    with pytest.raises(InputError, match=told) as caught:
        read(folder)
    assert str(path) in str(caught.value)


def test_the_command_line_says_so_in_one_line(
    tmp_path: Path, tallybench: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the problems, in which a file was added that only adds to a problem that there is not."""
    copy = tmp_path / "problems"
    shutil.copytree(problems_folder(), copy)
    (copy / "humaneval" / "he_164.py").write_text(OWN.replace("PROMPT =", "TEXT ="))
    monkeypatch.setattr("tallybench.benchmarks.problems_folder", lambda: copy)
    forget_benchmarks()
    done = tallybench("problems")
    forget_benchmarks()
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert str(copy / "humaneval" / "he_164.py") in done.stderr
