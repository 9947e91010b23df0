"""The search for one problem: programs are counted on each input, and the inputs that tell them apart best are kept.

A candidate's worth is RSD(+), the relative standard deviation of what the programs spend on it (COFFE, section 4.2),
with counts capped at the budget of an evaluation.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from tallybench.authoring.audit.summary import LEAST_OF_BEST, MOST_OF_BEST, relative_deviation
from tallybench.authoring.stress_search.recipes import LARGEST_SIZE, Recipe, Step, Type, bases, cuts, types_of
from tallybench.benchmarks.check import LARGEST_INPUT, LONGEST_BUILD, memory_of
from tallybench.counting.instructions import Meter, own_count, run_to_budget
from tallybench.counting.worker import Worker
from tallybench.model.budget import BUDGET
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.jobs import build_input, run_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode

PARENTS = 4  # how many of the best so far may be changed next
KEPT = 5  # by default
LARGEST_FIRST = 64  # up to here, sizes of the growing input are doubled until one is accepted
LEAST_STEP = 1.1  # the least ratio of two of its sizes
STRIDE = 3  # the least ratio of what the best known solution spends on two sizes that the search starts from
CLIMBERS = 10  # programs that are counted at each step
TRUTH_SECONDS = 10.0  # CPU time of the best known solution, natively


@dataclass(frozen=True)
class Candidate:
    """An input that was counted."""

    recipe: Recipe  # what builds it
    best: int  # instructions of the best known solution
    counts: Mapping[str, int]  # the instructions of each program that is right on it, by name, capped at the budget
    deviation: float  # RSD(+) of the counts, in percent

    @property
    def gap(self) -> float:
        """What the slowest program spends, as a multiple of what the best known solution spends."""
        return max(self.counts.values(), default=0) / self.best


@dataclass(frozen=True)
class Searched:
    """The result of the search for a problem."""

    task_id: str
    programs: int  # how many distinct ones the pool has
    tried: int  # how many recipes were built
    # by name, the problem's own stressful inputs that are functions, counted on the whole pool
    written: Mapping[str, Candidate]
    found: tuple[Candidate, ...]  # the best that were found, counted on the whole pool, highest deviation first


@dataclass(frozen=True)
class SearchTask:
    """Search for inputs that tell the programs of a problem apart."""

    problem: Problem  # of level `function`
    best: str  # the code of its best known solution
    pool: tuple[Solution, ...]  # programs that pass its tests
    tries: int  # how many recipes are drawn
    seed: int  # the seed of the draws
    most: int = MOST_OF_BEST  # the most instructions that the best known solution may spend on what is found
    # about how many instructions it spends on the smallest growing input that the search starts from; on what is found,
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
        typical = [*grown[len(grown) // 2 :], *start]  # not so small that programs hardly differ, nor the dearest
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

    def growing_sizes(self, scale: "Scale") -> list[Recipe]:
        """Return the growing input at several sizes.

        On the first one the best known solution spends at least `least`, on the next one at least STRIDE times as much,
        and so on up to `most`. If it never spends `least`, only the largest size is returned.
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

    def _cut(self, scale: "Scale", written: Sequence[Recipe]) -> list[Recipe]:
        """Shorten each written input that costs more than `most` to the longest that does not, in each way to cut."""
        ways = [
            [replace(base, steps=(step,)) for step in way]
            for base in written
            if scale.cost(base, self.most) is None
            for way in cuts(scale.types.get(base, ()))
        ]
        shorter = (next((one for one in way if scale.cost(one, self.most) is not None), None) for way in ways)
        return [recipe for recipe in shorter if recipe is not None]


class Scale:
    """Counts a pool of programs on inputs; arguments as in `SearchTask`.

    An input is acceptable if it can be built within the bounds of the benchmark's inputs, and the best known solution
    answers it. On one that is weighed it spends `least` at least.
    """

    def __init__(self, meter: Meter, problem: Problem, best: str, pool: Sequence[Solution], least: int) -> None:
        self._meter, self._problem, self._least = meter, problem, least
        compiled = meter.compile(problem, best)
        assert isinstance(compiled, bytes)
        self._best = compiled
        programs = {solution.name: meter.compile(problem, solution.code) for solution in pool}
        self._pool = {name: program for name, program in programs.items() if isinstance(program, bytes)}
        self.types: dict[Recipe, tuple[Type, ...]] = {}

    def cost(self, recipe: Recipe, most: int) -> int | None:
        """Return what the best known solution spends on an input; None if it is not acceptable, or more than `most`."""
        known = self._known(recipe, most)
        return None if known is None else known[2]

    def weigh(self, recipe: Recipe, names: Sequence[str] | None, most: int = MOST_OF_BEST) -> Candidate | None:
        """Count the programs of these names, or all, on an input.

        Returns:
            The candidate; None if the best known solution spends too much or too little, the input is not acceptable,
            or fewer than two programs are right on it.
        """
        known = self._known(recipe, most)
        if known is None or known[2] < self._least:
            return None
        arguments, expected, best, overhead = known
        counts: dict[str, int] = {}
        for name in self._pool if names is None else names:
            answer = run_to_budget(self._meter, self._problem, self._pool[name], arguments, overhead, BUDGET * best)
            spent = None if answer.count is None else own_count(answer.count, overhead)
            if answer.out_of_time or (spent is not None and spent > BUDGET * best):
                counts[name] = BUDGET * best
            elif (
                spent is not None
                and answer.output is not None
                and LEVELS[self._problem.level].wrong(self._problem, arguments, expected, answer.output) is None
            ):
                counts[name] = spent
        if len(counts) < 2:
            return None
        return Candidate(recipe, best, counts, relative_deviation(list(counts.values())))

    def _known(self, recipe: Recipe, most: int) -> tuple[bytes, bytes, int, int] | None:
        """Return an acceptable input's arguments, expected output, best known solution's count, and overhead."""
        meter, problem = self._meter, self._problem
        built = build_input(meter.native, recipe.as_input(problem.entry_point, "found").recipe(problem.contract))
        if built.output is None or built.cpu_seconds > LONGEST_BUILD:
            return None
        values = decode(built.output)
        if memory_of(values) > LARGEST_INPUT:
            return None
        self.types[recipe] = types_of(values)
        truth = run_solution(meter.native, self._best, problem.entry_point, built.output, TRUTH_SECONDS).output
        if truth is None:
            return None
        overhead = meter.overhead(problem, built.output, truth)
        answer = run_to_budget(meter, problem, self._best, built.output, overhead, most)
        if answer.count is None or answer.output is None:
            return None
        best = own_count(answer.count, overhead)
        return (built.output, truth, best, overhead) if best <= most else None


def spread_out(counts: Mapping[str, int]) -> list[str]:
    """Return the programs that are counted at each step: from the cheapest to the dearest in even steps."""
    names = sorted(counts, key=lambda name: (counts[name], name))
    if len(names) <= CLIMBERS:
        return names
    places = {round(step * (len(names) - 1) / (CLIMBERS - 1)) for step in range(CLIMBERS)}
    return [names[place] for place in sorted(places)]


def _ranked(candidates: Sequence[Candidate | None]) -> list[Candidate]:
    """Return one candidate of each idea, the highest deviation first.

    If all programs spend the same on several candidates, only the one with the fewest steps counts.
    """
    known = [candidate for candidate in candidates if candidate is not None]
    distinct: dict[tuple[int, frozenset[tuple[str, int]]], Candidate] = {}
    for candidate in sorted(known, key=lambda candidate: len(candidate.recipe.steps)):
        distinct.setdefault((candidate.best, frozenset(candidate.counts.items())), candidate)
    ideas: dict[tuple[str, tuple[Step, ...]], Candidate] = {}
    for candidate in sorted(distinct.values(), key=lambda candidate: (-candidate.deviation, candidate.best)):
        ideas.setdefault(candidate.recipe.idea, candidate)
    return list(ideas.values())
