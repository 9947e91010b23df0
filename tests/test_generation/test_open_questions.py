"""No generated test asks for what a prompt leaves open, though the contract allows it."""

import inspect
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tallybench.authoring.calls import call_all
from tallybench.authoring.test_generation.generate import GenerateTask, contract_of
from tallybench.benchmarks import load_benchmark, open_benchmark
from tallybench.benchmarks.extra_tests import extra_tests, read_decided, read_lines
from tallybench.counting.worker import Worker
from tallybench.files import data_folder
from tallybench.model.problem import Problem
from tallybench.sandbox.jobs import Failure

HUMANEVAL = load_benchmark("humaneval")
DECIDED = read_decided(HUMANEVAL)
LEFT_OPEN: dict[int, tuple[Any, ...]] = {
    11: ("", ""),
    45: (0, 3),
    48: ("aba.",),
    55: (0,),
    57: ([],),
    60: (0,),
    72: ([], 0),
    75: (125,),
    89: ("hi.",),
    91: ("",),
    95: ({"12.": "a"},),
    116: ([-1, 2],),
}
OF_MBPP: dict[int, tuple[Any, ...]] = {
    12: ([[0, -1], [-1, 0]],),
    58: (0, -2),
    70: ([],),
    87: ({"R": "Re"}, {}, {"R": "Red"}),
    109: ("", 0),
    137: ([0, 0],),
    160: (2, -3, 7),
    245: ([-60, -41],),
    306: ([-1, -101, -2, -3, 2100, -4, -5], 7, 1, 4),
    446: ((), [[2, 4]]),
    463: ([-1],),
    472: ([2, 1],),
    573: ([10.5, 2],),
    580: ((10, (7,)),),
    591: ([3],),
    607: ("la", "."),
    641: (1_000_000_010,),
    760: ([[-1, -1]],),
    763: ((), 0),
    773: ("python", "pytho."),
    799: (990, 30),
}


def test_each_says_what_is_open() -> None:
    said = tomllib.loads((data_folder() / "extra_tests/humaneval.toml").read_text())
    assert set(said) == set(DECIDED) == {f"HumanEval/{number}" for number in LEFT_OPEN}
    assert all(set(table) == {"decided", "open"} and table["open"] for table in said.values())


def generated(worker: Worker, problem: Problem, decided: str, left_open: tuple[Any, ...]) -> int:
    """How many inputs are generated; none is of what the contract alone allows."""
    for program, kept in ((problem.contract or "", True), (contract_of(problem, decided), False)):
        (said,) = call_all(worker.native, program, "contract", [left_open])
        assert isinstance(said, bytes) is kept, problem.task_id
    assert isinstance(said, Failure) and "the prompt leaves the answer open" in said.reason
    made = GenerateTask(problem, 20, 0, decided=decided).run(worker)
    assert all(eval(decided)(*arguments) for arguments in made.arguments()), problem.task_id
    return len(made.inputs)


@pytest.mark.parametrize("number", LEFT_OPEN)
def test_the_contract_allows_it_and_generation_does_not(worker: Worker, number: int) -> None:
    problem = HUMANEVAL.by_id[f"HumanEval/{number}"]
    # Of `fib` few are within reach.
    assert generated(worker, problem, DECIDED[problem.task_id], LEFT_OPEN[number]) >= 10


def test_what_prompts_of_mbpp_leave_open_is_not_generated(worker: Worker, shared_data: Path, tmp_path: Path) -> None:
    lines = (shared_data / "mbpp/MbppPlus.jsonl").read_text().splitlines(keepends=True)
    asked = {f"Mbpp/{number}" for number in OF_MBPP}
    (tmp_path / "MbppPlus.jsonl").write_text("".join(line for line in lines if json.loads(line)["task_id"] in asked))
    mbpp = open_benchmark("mbpp+", data=tmp_path)
    decided = read_decided(mbpp)
    assert set(decided) == asked
    for number, left_open in OF_MBPP.items():
        problem = mbpp.by_id[f"Mbpp/{number}"]
        assert generated(worker, problem, decided[problem.task_id], left_open) == 20, number


def test_what_is_decided_is_of_these_problems_and_holds_of_the_few_that_come_along() -> None:
    assert read_decided(load_benchmark("tally-classes")) == {}
    made = read_lines(extra_tests("humaneval"), HUMANEVAL)
    for task_id, decided in DECIDED.items():
        assert all(eval(decided)(*arguments) for arguments in made[task_id].arguments())
        assert len(inspect.signature(eval(decided)).parameters) == len(LEFT_OPEN[int(task_id.split("/")[1])])
