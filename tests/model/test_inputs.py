"""Inputs that contracts reject are made when somebody looks at them, and travel as the program that makes them."""

import pickle
from pathlib import Path

import pytest

from tallybench.benchmarks.problem_reader import with_additions
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import InvalidInputs
from tallybench.model.problem import Problem, Solution

PROGRAM = "LONG = 10**6 + 1\n\nINVALID = [('too long', ('a' * LONG,)), ('no text', (1,))]\n"


def test_they_are_made_as_often_as_somebody_looks() -> None:
    inputs = InvalidInputs(PROGRAM, "INVALID", 2)
    for _ in range(2):
        assert list(inputs) == [("too long", ("a" * 1_000_001,)), ("no text", (1,))]
    assert (len(inputs), inputs[1], inputs[1:]) == (2, ("no text", (1,)), (("no text", (1,)),))


def test_they_travel_as_their_program() -> None:
    inputs = InvalidInputs(PROGRAM, "INVALID", 2)
    sent = pickle.dumps(inputs)
    assert len(sent) < 1000
    assert pickle.loads(sent) == inputs and hash(pickle.loads(sent)) == hash(inputs)
    assert inputs != InvalidInputs(PROGRAM.replace("+ 1", "+ 2"), "INVALID", 2)


def test_a_problem_that_is_sent_to_a_worker_holds_none_of_them(benchmark: Benchmark) -> None:
    for problem in benchmark:
        assert len(problem.invalid) == len(list(problem.invalid)) > 0, problem.task_id
        assert len(pickle.dumps(problem)) < 200_000, problem.task_id


@pytest.mark.parametrize("written", ["INVALID = []", "INVALID = None", "OTHER = 1"])
def test_a_file_without_any_has_none(written: str, tmp_path: Path) -> None:
    path = tmp_path / "p000.py"
    path.write_text(f"def contract(x):\n    assert x\n\n\n{written}\n")
    problem = Problem("Own/1", "f", "function", "", "", Solution("canonical", ""))
    assert tuple(with_additions(problem, path, complete=False).invalid) == ()
