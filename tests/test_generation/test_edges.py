"""Edges are distinct, change one thing each, and find what mutation in small steps does not reach."""

from dataclasses import replace
from typing import Any

import pytest

from tallybench.authoring.test_generation import generate
from tallybench.authoring.test_generation.edges import MOST_STARTS, edge_inputs, extreme_inputs
from tallybench.authoring.test_generation.generate import GenerateTask
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem, Solution
from tallybench.values.wire import encode


@pytest.mark.parametrize(
    ("arguments", "edge"),
    [
        (([3, 4], 2), ([], 0)),
        ((10**400,), (-(10**400),)),
        (([1, 10**400],), ([1.5, 10**400],)),
        (([3, 4], 2), ([], 2)),
        (([3, 4], 2), ([3, 4], 0)),
        (([3, 4], 2), ([-3, -4], -2)),
        (([3, 4], 2), ([3, 4], -2)),
        (({"a": (3, True)},), ({"a": (-3, True)},)),
        ((["x", 3, 4, 5],), (["x", 3.5, 4.5, 5.5],)),
        ((["x", 3, 4, 5],), (["x", 3.5, 4, 5.5],)),
        (({3, 4},), ({30, 40},)),
        ((7, 1.5), (700, 150.0)),
        (("Good day", None), ("gOOD DAY", None)),
        (("one  two three",), ("one.  two, three.",)),
        (({"Key": "Good"},), ({"kEY": "gOOD"},)),
        ((frozenset({2}), b"ab", 1j), (frozenset(), b"", 0j)),
    ],
)
def test_an_edge(arguments: tuple[Any, ...], edge: tuple[Any, ...]) -> None:
    before = encode(arguments)
    assert encode(edge) in [encode(made) for made in edge_inputs([arguments])]
    assert encode(arguments) == before


def test_edges_are_distinct_and_none_is_given() -> None:
    inputs = [(0, "a"), (-1, "A"), (1, ""), (2, "b c"), (5, "d")]
    made = [encode(edge) for edge in edge_inputs(inputs)]
    assert len(set(made)) == len(made) > 0
    assert not set(made) & {encode(arguments) for arguments in inputs}


def test_only_the_first_inputs_have_edges_and_no_arguments_have_none() -> None:
    inputs = [(number,) for number in range(1, 40)]
    assert edge_inputs(inputs) == [edge for edge in edge_inputs(inputs[:MOST_STARTS]) if edge not in inputs]
    assert edge_inputs([()]) == edge_inputs([]) == []


def test_extremes_are_all_zero_or_beyond_a_billion_and_leave_the_rest_alone() -> None:
    made = extreme_inputs([([3, -2.5, True], "a")])
    assert made == [([0, 0.0, True], "a"), ([1_000_000_003, -2.5, True], "a"), ([1_000_000_007, -2.5, True], "a")]
    assert extreme_inputs([("a", [1.5]), ("a", [0.0])]) == extreme_inputs([()]) == []


TESTS = """def check(candidate):
    assert candidate([1, 2, 3, 4], 1) == [4, 1, 2, 3]
    assert candidate([5, 6, 7, 8], 3) == [6, 7, 8, 5]
"""
CONTRACT = """def contract(items, steps):
    assert type(items) is list and type(steps) is int and 0 <= steps <= len(items), "steps within the list"
"""
TRUTH = "def rotate(items, steps):\n    return items[-steps:] + items[:-steps] if steps else items[:]\n"
BY_REMAINDER = """def rotate(items, steps):
    steps %= len(items)
    return items[-steps:] + items[:-steps] if steps else items[:]
"""
SLOW_FROM_TEN = "def total(a, b):\n    while max(a, b) > 10: pass\n    return a + b"


def own_problem(entry_point: str, truth: str, contract: str, tests: str, *references: Solution) -> Problem:
    return Problem(
        task_id="Own/0",
        entry_point=entry_point,
        level="function",
        prompt=f"{truth.splitlines()[0]}\n    ...\n",
        tests=tests,
        canonical=Solution("canonical", truth),
        contract=contract,
        references=references,
    )


def test_a_program_that_fails_where_two_arguments_are_least_together_is_found_out(worker: Worker) -> None:
    problem = own_problem("rotate", TRUTH, CONTRACT, TESTS, Solution("reference_remainder", BY_REMAINDER))
    made = GenerateTask(problem, 20, 0).run(worker)
    assert [dispute.arguments for dispute in made.disputed] == ["([], 0)"]


def test_edges_that_take_too_long_do_not_end_the_generation(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "MOST_SLOW", 4)
    starts = [(2, 3)]
    tests = "def check(candidate):\n" + "".join(f"    assert candidate{(a, b)} == {a + b}\n" for a, b in starts)
    contract = "def contract(a, b):\n    assert type(a) is type(b) is int, 'whole numbers'\n"
    problem = own_problem("total", SLOW_FROM_TEN, contract, tests)
    edges = edge_inputs(starts)
    slow = [edge for edge in edges if max(edge) > 10]
    assert len(slow) >= generate.MOST_SLOW
    made = GenerateTask(problem, 40, 0).run(worker)
    assert made.failed >= len(slow) and len(made.inputs) == 40
    assert set(made.arguments()) - set(edges)


def test_extremes_come_last_within_the_count_and_change_nothing_of_the_rest(worker: Worker) -> None:
    problem = own_problem(
        "double",
        "def double(n):\n    return 2 * n\n",
        "def contract(n):\n    assert type(n) is int and n != 1_000_000_007, 'a number'\n",
        "def check(candidate):\n    assert candidate(3) == 6\n    assert candidate(-1) == -2\n",
    )
    without = GenerateTask(problem, 40, 0).run(worker)
    made = GenerateTask(problem, 40, 0, extremes=True).run(worker)
    assert made.inputs == (*without.inputs[:38], "(1000000003,)", "(999999999,)")
    assert (made.invalid, made.failed) == (without.invalid + 1, without.failed)
    assert len(GenerateTask(problem, 2, 0, extremes=True).run(worker).inputs) == 2
    # Where mutation comes to an extreme by itself, what is made of it stays, too.
    lists = replace(
        problem,
        tests="def check(candidate):\n    assert candidate([1]) == [1, 1]\n",
        contract="def contract(n):\n    assert type(n) is list, 'a list'\n",
    )
    without, made = (GenerateTask(lists, 300, 0, extremes=extremes).run(worker) for extremes in (False, True))
    assert "([0],)" in without.inputs[:290] and made.inputs[:290] == without.inputs[:290]
