"""Search for stressful inputs without a model: inputs are changed step by step, to tell programs apart better.

Programs are counted on each input, and the inputs that tell them apart best are kept.
"""

import random
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from tallybench.authoring.audit.growth import best_known, form_of
from tallybench.authoring.audit.summary import LEAST_OF_BEST, MOST_OF_BEST
from tallybench.authoring.running import Runner
from tallybench.authoring.stress_search.recipes import LARGEST_SIZE, Candidate, Recipe, Scale, Step, bases, cuts
from tallybench.benchmarks.measured import Measured
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution

HEADER = ("problem", "programs", "tried", "written inputs", "best written", "best found", "gap", "Minstr", "better")
LONGEST_TASK = 4 * 3600.0  # seconds: dozens of programs, each counted on dozens of inputs
PARENTS = 4  # how many of the best so far may be changed next
KEPT = 5  # by default
LARGEST_FIRST = 64  # up to here, the growing input's size is doubled until one is accepted
LEAST_STEP = 1.1  # the least ratio of two of its sizes
STRIDE = 3  # the least ratio of the best known solution's counts at two consecutive sizes the search starts from
CLIMBERS = 10  # programs that are counted at each step


@dataclass(frozen=True)
class Searched:
    """The result of the search for a problem."""

    task_id: str
    programs: int  # how many distinct programs the pool has
    tried: int  # how many recipes were built
    # by name, the problem's own stressful inputs that are functions, counted with the whole pool
    written: Mapping[str, Candidate]
    found: tuple[Candidate, ...]  # the best inputs found, counted with the whole pool, highest deviation first


@dataclass(frozen=True)
class SearchTask:
    """Search for inputs that tell the programs of a problem apart."""

    problem: Problem  # of level `function`
    best: str  # the code of its best known solution
    pool: tuple[Solution, ...]  # programs that pass its tests
    tries: int  # how many recipes are drawn
    seed: int  # the seed of the draws
    most: int = MOST_OF_BEST  # the most instructions that the best known solution may spend on a found input
    # about how many instructions it spends on the smallest growing input that the search starts from; on a found input
    # it spends at least half of that
    least: int = LEAST_OF_BEST
    kept: int = KEPT  # how many of the found inputs are counted with the whole pool, and reported

    def run(self, worker: Worker) -> Searched:
        rng = random.Random(f"{self.seed}/{self.problem.task_id}")
        scale = Scale(worker.meter, self.problem, self.best, self.pool, self.least // 2)
        grown = self.growing_sizes(scale)
        written = bases(self.problem)
        start = [*grown, *written, *self._cut(scale, written)]
        tried = set(start)
        standing: list[Candidate] = []
        typical = [*grown[len(grown) // 2 :], *start]  # neither so small that programs hardly differ, nor the dearest
        first = next((found for recipe in typical if (found := scale.weigh(recipe, None, self.most)) is not None), None)
        if first is not None:
            climbers = spread_out(first.counts)
            standing = _ranked([scale.weigh(recipe, climbers, self.most) for recipe in start])
            for _ in range(self.tries if standing else 0):
                parent = rng.choice(standing[:PARENTS])
                recipe = parent.recipe.other(rng, scale.types[parent.recipe])
                if recipe not in tried:
                    tried.add(recipe)
                    standing = _ranked([*standing, scale.weigh(recipe, climbers, self.most)])
        of_written = {recipe.base: scale.weigh(recipe, None) for recipe in written}
        return Searched(
            task_id=self.problem.task_id,
            programs=len(self.pool),
            tried=len(tried),
            written={name: candidate for name, candidate in of_written.items() if candidate is not None},
            found=tuple(_ranked([scale.weigh(candidate.recipe, None) for candidate in standing[: self.kept]])),
        )

    def growing_sizes(self, scale: Scale) -> list[Recipe]:
        """Return the growing input at several sizes.

        On the first, the best known solution spends at least `least`; on the next, at least STRIDE times as much; and
        so on up to `most`. If it never spends `least`, only the largest size is returned.
        """
        if self.problem.growing is None:
            return []
        found: list[Recipe] = []
        goal = self.least
        taken, size, step = 0, 1, 2.0  # the last size that was accepted; the next one; their ratio
        while size <= LARGEST_SIZE:
            recipe = Recipe("growing", self.problem.growing.program, size)
            if (best := scale.cost(recipe, self.most)) is not None:
                taken = size
                if best >= goal:
                    found.append(recipe)
                    goal = STRIDE * best
            elif not taken and size < LARGEST_FIRST:  # the contract may require a larger one
                size *= 2
                continue
            elif found or not taken or step < LEAST_STEP or size == taken + 1:
                break
            else:  # this one was too large, the one before too small
                step = sqrt(step)
            size = max(round(taken * step), taken + 1)
        return found or ([Recipe("growing", self.problem.growing.program, taken)] if taken else [])

    def _cut(self, scale: Scale, written: Sequence[Recipe]) -> list[Recipe]:
        """Cut each written input that costs more than `most` to the longest that does not, in each possible way."""
        ways = [
            [replace(base, steps=(step,)) for step in way]
            for base in written
            if scale.cost(base, self.most) is None
            for way in cuts(scale.types.get(base, ()))
        ]
        shorter = (next((one for one in way if scale.cost(one, self.most) is not None), None) for way in ways)
        return [recipe for recipe in shorter if recipe is not None]


def spread_out(counts: Mapping[str, int]) -> list[str]:
    """Return the programs that are counted at each step: from the cheapest to the dearest in even steps."""
    names = sorted(counts, key=lambda name: (counts[name], name))
    if len(names) <= CLIMBERS:
        return names
    places = {round(step * (len(names) - 1) / (CLIMBERS - 1)) for step in range(CLIMBERS)}
    return [names[place] for place in sorted(places)]


def _ranked(candidates: Sequence[Candidate | None]) -> list[Candidate]:
    """Return one candidate per idea, the highest deviation first.

    If all programs spend the same on several candidates, only the one with the fewest steps is considered.
    """
    known = [candidate for candidate in candidates if candidate is not None]
    distinct: dict[tuple[int, frozenset[tuple[str, int]]], Candidate] = {}
    for candidate in sorted(known, key=lambda candidate: len(candidate.recipe.steps)):
        distinct.setdefault((candidate.best, frozenset(candidate.counts.items())), candidate)
    ideas: dict[tuple[str, tuple[Step, ...]], Candidate] = {}
    for candidate in sorted(distinct.values(), key=lambda candidate: (-candidate.deviation, candidate.best)):
        ideas.setdefault(candidate.recipe.idea, candidate)
    return list(ideas.values())


def without_search(problem: Problem) -> str | None:
    """Return why a problem's inputs cannot be searched for; None if they can."""
    if problem.level != "function":
        return f"it is of level {problem.level}"
    if problem.contract is None:
        return "it has no contract"
    if problem.no_headroom is not None:
        return "it has no headroom"
    return None


def distinct_programs(programs: Mapping[str, Mapping[str, str]]) -> dict[str, list[Solution]]:
    """Return pools of distinct programs, named by the SHA-256 of their text; those of the same form count as one."""
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
    """Search for inputs for all problems that allow it; a problem whose worker was lost is left out.

    The benchmark's counts, if any, name the best known solutions. A pool holds programs that pass the tests; without a
    pool, the benchmark's own solutions are used. The numbers are as in `SearchTask`.
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

    RSD(+) is in percent, for the written inputs also the mean; gap and instructions are those of the best found input.
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
    """Return a found input as a problem file would have it, with what was measured in its docstring."""
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
