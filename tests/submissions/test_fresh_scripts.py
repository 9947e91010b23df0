"""A class's result is measured again on call scripts that nobody knew, as a function's is on inputs."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.counting.session import Session
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.problem import Problem
from tallybench.model.result import dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.reading import Sample
from tallybench.submissions.verify import problems_with_families, verify_result

TASK = "TallyClasses/18"
PREPARED = """
{fast}


class Slow:
    def __init__(self, levels):
        self.houses = [Fast(levels) for _ in range(3)]

    def __getattr__(self, name):
        methods = [getattr(house, name) for house in self.houses]
        return lambda *arguments: [method(*arguments) for method in methods][-1]


KNOWN = {known}


class ParkHouse:
    def __init__(self, levels):
        self.house = (Fast if repr(levels) in KNOWN else Slow)(levels)

{methods}
"""


@pytest.fixture(scope="module")
def problem() -> Problem:
    (found,) = (problem for problem in load_benchmark("tally-classes") if problem.task_id == TASK)
    return found


def prepared(problem: Problem) -> str:
    """A class that knows the houses of the public scripts, and does everything three times in all others."""
    known = set()
    for script in problem.stressful:
        namespace: dict[str, Any] = {}
        exec(script.program, namespace)
        (((_, levels), *_),) = namespace[script.function](random.Random(script.seed))
        known.add(repr(levels))
    fast = problem.references[0].code.replace("\nParkHouse = ", "\nFast = ")
    methods = "\n".join(
        f"    def {node.name}(self, *arguments):\n        return self.house.{node.name}(*arguments)\n"
        for node in ast.walk(ast.parse(problem.prompt))
        if isinstance(node, ast.FunctionDef) and node.name != "__init__"
    )
    return PREPARED.format(fast=fast, known=known, methods=methods)


def test_the_classes_have_fresh_scripts() -> None:
    assert len(problems_with_families("tally-classes")) == 40


def test_a_class_that_knows_the_public_scripts_is_ranked_by_others(
    problem: Problem, tmp_path: Path, session: Session
) -> None:
    samples = [Sample(TASK, 0, "solution", prepared(problem))]
    result = evaluate(samples, "A model", Options(benchmark="tally-classes", ids=(TASK,)), session=session)
    path = tmp_path / "tally-classes-2026-01-31-0123abcd.json"
    path.write_bytes(b"".join(dump_result(result)))
    record = verify_result(path, session=session)
    assert record.agrees, "the public counts are what the file says"
    (known,) = record.remeasured.samples
    assert known.verdict is Verdict.PASSED, known
    assert {stress.verdict for stress in known.stress.values()} == {StressVerdict.COUNTED}
    (knowing,) = record.on_fresh_inputs.samples
    best = record.on_fresh_inputs.problems[TASK].inputs
    dearer = 0
    for name, stress in knowing.stress.items():
        dearer += stress.verdict is StressVerdict.OVER_BUDGET or (stress.count or 0) > 2 * best[name].best_known
    assert dearer >= 5
