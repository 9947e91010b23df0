"""Stressful inputs by search, without a model: inputs are changed step by step, to tell programs apart better."""

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tallybench.authoring.audit.growth import best_known, form_of
from tallybench.authoring.audit.summary import LEAST_OF_BEST, MOST_OF_BEST
from tallybench.authoring.running import Runner
from tallybench.authoring.stress_search.climb import KEPT, Candidate, Searched, SearchTask
from tallybench.benchmarks.measured import Measured
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution

HEADER = ("problem", "programs", "tried", "written inputs", "best written", "best found", "gap", "Minstr", "better")
LONGEST_TASK = 4 * 3600.0  # seconds: dozens of programs, each counted on dozens of inputs


def without_search(problem: Problem) -> str | None:
    """Return why no inputs can be searched for a problem; None if they can."""
    if problem.level != "function":
        return f"it is of level {problem.level}"
    if problem.contract is None:
        return "it has no contract"
    if problem.no_headroom is not None:
        return "it has no headroom"
    return None


def distinct_programs(programs: Mapping[str, Mapping[str, str]]) -> dict[str, list[Solution]]:
    """Return pools of distinct programs, named by the SHA-256 of their texts; those of one form are one."""
    pools: dict[str, list[Solution]] = {}
    for task_id, texts in programs.items():
        distinct: dict[str, Solution] = {}
        for digest, code in sorted(texts.items()):
            distinct.setdefault(form_of(code), Solution(digest, code))
        pools[task_id] = list(distinct.values())
    return pools


def search_inputs(
    benchmark: Benchmark,
    measured: Measured | None,
    pools: Mapping[str, Sequence[Solution]],
    runner: Runner,
    tries: int,
    seed: int,
    most: int = MOST_OF_BEST,
    least: int = LEAST_OF_BEST,
    kept: int = KEPT,
) -> list[Searched]:
    """Search for inputs of all problems that can be searched; a problem whose worker was lost is left out.

    The benchmark's counts, if there are any, name the best known solutions. A pool holds programs that pass the tests;
    without one, the benchmark's own solutions are used. The numbers are as in `SearchTask`.
    """
    tasks = {}
    for problem in benchmark:
        if without_search(problem) is None:
            own = (problem.ground_truth, *problem.references, *problem.slow)
            pool = tuple(pools.get(problem.task_id) or own)
            best = best_known(problem, measured)
            tasks[problem.task_id] = SearchTask(problem, best, pool, tries, seed, most, least, kept)
    return list(runner.finish("search", tasks, kept=Searched, seconds=LONGEST_TASK).values())


def better_than_written(searched: Searched) -> list[Candidate]:
    """Return the found inputs that tell the pool's programs apart better than any written one."""
    most = max((candidate.deviation for candidate in searched.written.values()), default=0.0)
    return [candidate for candidate in searched.found if candidate.deviation > most]


def rows(found: Iterable[Searched]) -> list[tuple[str, ...]]:
    """Return one row per problem, in the columns of HEADER.

    RSD(+) is in percent, for the written inputs also as their mean; gap and instructions are those of the best found.
    """
    made = []
    for searched in found:
        written = [candidate.deviation for candidate in searched.written.values()]
        best = max(searched.found, key=lambda candidate: candidate.deviation, default=None)
        first = searched.found[0] if searched.found else None
        figures = (
            statistics.fmean(written) if written else None,
            max(written, default=None),
            None if best is None else best.deviation,
            None if first is None else first.gap,
            None if first is None else statistics.fmean(first.counts.values()) / 1e6,
        )
        shown = ("-" if figure is None else f"{figure:.1f}" for figure in figures)
        better = str(len(better_than_written(searched)))
        made.append((searched.task_id, str(searched.programs), str(searched.tried), *shown, better))
    return made


def as_function(candidate: Candidate, name: str) -> str:
    """Return a found input as it would be written in a problem's file, with what was measured in its docstring."""
    text = (
        f"worst_of_slow: found by search, RSD(+) {candidate.deviation:.0f} % over {len(candidate.counts)} programs; "
        f"the slowest spends {candidate.gap:.1f} times the best known."
    )
    return f'def stress_{name}(rng):\n    """{text}"""\n{candidate.recipe.body()}'


def as_json(found: Sequence[Searched]) -> dict[str, Any]:
    """Return all that was found, by task id; counts in instructions."""

    def of(candidate: Candidate) -> dict[str, Any]:
        return {
            "function": candidate.recipe.body(),
            "base": candidate.recipe.base,
            "best_known": candidate.best,
            "deviation": round(candidate.deviation, 4),
            "gap": round(candidate.gap, 4),
            "counts": dict(sorted(candidate.counts.items())),
        }

    return {
        searched.task_id: {
            "programs": searched.programs,
            "tried": searched.tried,
            "written": {name: of(candidate) for name, candidate in sorted(searched.written.items())},
            "found": [of(candidate) for candidate in searched.found],
        }
        for searched in found
    }
