"""No generated test asks for what a prompt leaves open, though the contract allows it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tallybench.authoring.calls import call_all
from tallybench.authoring.test_generation.generate import GenerateTask
from tallybench.benchmarks import load_benchmark, open_benchmark
from tallybench.benchmarks.extra_tests import contracts_of_tests, extra_tests, read_lines
from tallybench.counting.worker import Worker
from tallybench.files import data_folder
from tallybench.model.problem import Problem
from tallybench.sandbox.jobs import Failure

HUMANEVAL = load_benchmark("humaneval")
CONTRACTS = contracts_of_tests(HUMANEVAL)
TABLES = tomllib.loads((data_folder() / "extra_tests/humaneval.toml").read_text())
LEFT_OPEN: dict[int, tuple[Any, ...]] = {
    6: (" ",),
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
    148: ("EARTH", "Mars"),
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


ALLOWED: dict[int, tuple[Any, ...]] = {
    31: (-5,),
    33: ([2.5, 1, 0, 1.5],),
    34: ([2.5, 1],),
    37: ([2.5, 1],),
    58: ([2.5, 1], [1]),
    72: ([-1, 3, -1], -2),
    124: ("ab-cd-2000",),
    150: (-7, 1, 2),
}


def test_each_says_what_is_open_or_why_more_is_allowed() -> None:
    for key, reason, numbers in (("decided", "open", LEFT_OPEN), ("allowed", "because", ALLOWED)):
        assert {task_id for task_id, table in TABLES.items() if key in table} == {f"HumanEval/{n}" for n in numbers}
        assert all(bool(table.get(reason)) == (key in table) for table in TABLES.values())


def accepts(worker: Worker, contract: str, arguments: tuple[Any, ...]) -> str:
    """Why a contract rejects an input; nothing if it does not."""
    (said,) = call_all(worker.native, contract, "contract", [arguments])
    return said.reason if isinstance(said, Failure) else ""


def generated(worker: Worker, problem: Problem, contract: str, left_open: tuple[Any, ...]) -> int:
    """How many inputs are generated; none has what the prompt leaves open, though the problem's contract allows it."""
    assert not accepts(worker, problem.contract or "", left_open), problem.task_id
    assert "the prompt leaves the answer open" in accepts(worker, contract, left_open), problem.task_id
    made = GenerateTask(problem, 20, 0, contract=contract).run(worker)
    assert not any(accepts(worker, contract, arguments) for arguments in made.arguments()), problem.task_id
    return len(made.inputs)


@pytest.mark.parametrize("number", LEFT_OPEN)
def test_the_contract_allows_it_and_generation_does_not(worker: Worker, number: int) -> None:
    problem = HUMANEVAL.by_id[f"HumanEval/{number}"]
    # Of `fib` few are within reach; what is no product of three primes takes the ground truth of 75 too long.
    assert generated(worker, problem, CONTRACTS[problem.task_id], LEFT_OPEN[number]) >= (1 if number == 75 else 10)


@pytest.mark.parametrize("number", ALLOWED)
def test_a_test_may_have_more_than_stress_where_the_prompt_decides_it(worker: Worker, number: int) -> None:
    problem = HUMANEVAL.by_id[f"HumanEval/{number}"]
    assert accepts(worker, problem.contract or "", ALLOWED[number])
    assert not accepts(worker, CONTRACTS[problem.task_id], ALLOWED[number])


def test_what_prompts_of_mbpp_leave_open_is_not_generated(worker: Worker, shared_data: Path, tmp_path: Path) -> None:
    lines = (shared_data / "mbpp/MbppPlus.jsonl").read_text().splitlines(keepends=True)
    asked = {f"Mbpp/{number}" for number in OF_MBPP}
    (tmp_path / "MbppPlus.jsonl").write_text("".join(line for line in lines if json.loads(line)["task_id"] in asked))
    mbpp = open_benchmark("mbpp+", data=tmp_path)
    contracts = contracts_of_tests(mbpp)
    for number, left_open in OF_MBPP.items():
        problem = mbpp.by_id[f"Mbpp/{number}"]
        assert generated(worker, problem, contracts[problem.task_id], left_open) == 20, number


def test_the_few_that_come_along_keep_their_contracts(worker: Worker) -> None:
    for task_id, made in read_lines(extra_tests("humaneval"), HUMANEVAL).items():
        assert not any(accepts(worker, CONTRACTS[task_id], arguments) for arguments in made.arguments()), task_id
