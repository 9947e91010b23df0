"""Small problems of one's own, with a contract and two ground truths."""

import pytest

from tallybench.model.problem import Problem, Solution

WRONG_FROM_TEN = "def add(a, b):\n    return a + b if a < 10 else 0\n"


def own_problem(truth: str, contract: str, tests: str, *references: Solution) -> Problem:
    """A problem whose entry point is the one function of its truth."""
    name = truth.removeprefix("def ").partition("(")[0]
    return Problem(
        task_id="Own/0",
        entry_point=name,
        level="function",
        prompt=f"{truth.splitlines()[0]}\n    ...\n",
        tests=f"def check(candidate):\n    {tests}\n",
        canonical=Solution("canonical", truth),
        contract=f"def contract{truth.partition(name)[2].splitlines()[0]}\n    assert {contract}, 'valid'\n",
        references=references,
    )


@pytest.fixture
def problem() -> Problem:
    return own_problem(
        "def add(a, b):\n    return a + b\n",
        "type(a) is type(b) is int and 0 <= a <= 500 and 0 <= b <= 500",
        "assert candidate(1, 2) == 3 and candidate(5, 7) == 12",
        Solution("reference_sum", "def add(a, b):\n    return sum((a, b))\n"),
    )
