"""A problem of our own beside HumanEval's: a file whose number the source does not have."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tallybench.benchmarks import forget_benchmarks, problems_folder, select
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.new_benchmark import examples_folder
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.sandbox.host import Zygote
from tests.conftest import CommandLine

OWN = (examples_folder() / "function/problems/most_at_once_001.py").read_text()

Read = Callable[..., Benchmark]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of HumanEval's folder in which no problem has a file."""
    copy = tmp_path / "humaneval"
    copy.mkdir()
    shutil.copy2(problems_folder() / "humaneval" / "benchmark.toml", copy)
    return copy


@pytest.fixture
def read(folder: Path) -> Read:
    """Reads the benchmark with this file."""

    def now(content: str = OWN, name: str = "he_164.py") -> Benchmark:
        (folder / name).write_text(content)
        return BENCHMARKS["humaneval"].read(folder)

    return now


def test_it_comes_after_the_sources_problems_and_keeps_what_the_format_promises(read: Read, native: Zygote) -> None:
    benchmark = read()
    assert len(benchmark) == 165
    problem = benchmark.problems[-1]
    assert (problem.task_id, problem.entry_point, problem.level) == ("TallyBench/164", "most_at_once", "function")
    assert "def most_at_once" in problem.prompt and problem.contract is not None
    assert "PROMPT" not in problem.tests and "check(candidate)" in problem.tests
    assert problem_faults(problem, native) == []
    assert problem.task_id not in benchmark.human_solutions


def test_it_is_chosen_by_its_id_or_its_number_and_changes_the_benchmarks_hash_alone(folder: Path, read: Read) -> None:
    before, after = BENCHMARKS["humaneval"].read(folder), read()
    for ids in (("164",), ("TallyBench/164",), ("164-164",)):
        assert list(select(after, ids).by_id) == ["TallyBench/164"]
    assert list(select(after, ("163-164",)).by_id) == ["HumanEval/163", "TallyBench/164"]
    assert after.hash != before.hash
    assert [problem.hash for problem in after][:164] == [problem.hash for problem in before]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("he_164.py", "PROMPT =", "TEXT =", r"one of our own also needs PROMPT"),
        ("he_164.py", "def check(", "def test(", r"also needs check"),
        ("he_164.py", "def canonical(", "def solution(", r"also needs canonical"),
        ("he_164.py", "PROMPT =", "PROMPT = 'x = 1' or", "PROMPT must be the source of a function"),
        ("he_164.py", "PROMPT =", "PROMPT = 'def f(x):\\n    pass' or", "PROMPT must be the source of a function"),
        ("he_164.py", "def contract(", "def agreement(", "contract is missing"),
        ("he_0164.py", "", "", "is not named like a problem's file"),
        ("longest_run.py", "", "", "is not named like a problem's file"),
    ],
)
def test_a_file_that_is_no_problem_is_an_error_that_names_it(
    folder: Path, read: Read, name: str, old: str, new: str, said: str
) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read(OWN.replace(old, new), name)
    assert str(folder / name) in str(caught.value)


def test_the_command_line_says_so_in_one_line(
    tmp_path: Path, tallybench: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "problems"
    shutil.copytree(problems_folder(), copy)
    (copy / "humaneval" / "he_164.py").write_text(OWN.replace("PROMPT =", "TEXT ="))
    monkeypatch.setattr("tallybench.benchmarks.problems_folder", lambda: copy)
    forget_benchmarks()
    done = tallybench("problems")
    forget_benchmarks()
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert str(copy / "humaneval" / "he_164.py") in done.stderr
