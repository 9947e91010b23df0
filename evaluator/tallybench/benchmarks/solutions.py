"""Our own solutions, written as an answer would be, ordered by cost."""

import re
from dataclasses import dataclass

from tallybench.benchmarks.measured import MeasuredProblem, counted_solutions, load_measured, measured_file
from tallybench.benchmarks.sources.editing import under_its_name
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.counts import cost_order
from tallybench.model.problem import Problem, Solution


@dataclass(frozen=True)
class Costed:
    """A correct solution.

    Attributes:
        name: its name in the problem's file.
        code: its code, under the entry point's name.
        cost: instructions over all stressful inputs; an input on which it is over the budget counts as that budget, so
            the total is then a lower bound.
        exact: whether it is within the budget on every input.
    """

    name: str
    code: str
    cost: int
    exact: bool


def costed_solutions(benchmark: Benchmark) -> dict[str, list[Costed]]:
    """Return the measured solutions by task id, cheapest first, for the problems that count for efficiency.

    Raises:
        InputError: the benchmark has no measurements.
    """
    if not measured_file(benchmark.name).exists():
        raise InputError(f"--benchmark {benchmark.name}: has no solutions of ours that were measured; choose another")
    measured = load_measured(benchmark.name).problems
    return {
        problem.task_id: _costed(problem, measured[problem.task_id])
        for problem in benchmark
        if problem.without_efficiency is None and problem.task_id in measured
    }


def _costed(problem: Problem, measured: MeasuredProblem) -> list[Costed]:
    found = []
    for solution in counted_solutions(problem):
        counts = {name: given.counts[solution.name] for name, given in measured.inputs.items()}
        best = {name: given.counts[measured.best_known] or 0 for name, given in measured.inputs.items()}
        cost = sum(BUDGET * best[name] if count is None else count for name, count in counts.items())
        code = _as_answered(solution.code, problem.entry_point)
        found.append(Costed(solution.name, code, cost, None not in counts.values()))
    return sorted(found, key=lambda costed: (cost_order(costed.cost, not costed.exact), costed.name))


def _as_answered(code: str, entry_point: str) -> str:
    """Return the program under the entry point's name; its own, such as `slow_by_counting`, would give it away."""
    own = re.search(rf"\n\n{entry_point} = (\w+)\n$", code)
    return code if own is None else under_its_name(Solution(own[1], code), entry_point)
