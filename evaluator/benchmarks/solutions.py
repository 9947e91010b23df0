"""Our own solutions as somebody who answers would write them, ordered by what they cost."""

from dataclasses import dataclass

from evaluator.benchmarks.measured import MeasuredProblem, counted_solutions, load_measured, measured_file
from evaluator.benchmarks.sources.editing import under_its_name
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, Solution
from evaluator.results.budget import BUDGET


@dataclass(frozen=True)
class Costed:
    """A correct solution.

    Attributes:
        name: in the problem's file.
        code: with the entry point's name.
        cost: instructions over all stressful inputs; where it is over the budget of one, that budget stands for it, so
            that it costs at least this.
    """

    name: str
    code: str
    cost: int


def costed_solutions(benchmark: Benchmark) -> dict[str, list[Costed]]:
    """By task id, the solutions that were measured, the cheapest first; problems without headroom are left out.

    Raises:
        InputError: nothing was measured of the benchmark.
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
        cost = 0
        for given in measured.inputs.values():
            count = given.counts[solution.name]
            cost += BUDGET * (given.counts[measured.best_known] or 0) if count is None else count
        found.append(Costed(solution.name, _as_answered(solution, problem.entry_point), cost))
    return sorted(found, key=lambda costed: (costed.cost, costed.name))


def _as_answered(solution: Solution, entry_point: str) -> str:
    """The program under the entry point's name: its own, such as `slow_by_counting`, would tell what it is."""
    is_named = solution.code.endswith(f"\n\n{entry_point} = {solution.name}\n")
    return under_its_name(solution, entry_point) if is_named else solution.code
