"""What the search explores: short, readable programs that build an input, and how much each is worth.

A candidate's worth is RSD(+), the relative standard deviation of what the programs spend on it (COFFE, section 4.2),
with counts capped at the budget of an evaluation.
"""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from math import sqrt
from typing import Any, NamedTuple

from tallybench.authoring.audit.summary import MOST_OF_BEST, relative_deviation
from tallybench.benchmarks.check import LARGEST_INPUT, LONGEST_BUILD, memory_of
from tallybench.counting.instructions import Meter, own_count, run_to_budget
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.jobs import build_input, run_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode

MOST_STEPS = 4
CUTS = (4, 16, 64, 256, 1024)  # divisors of a written input's length
SIZE_STEP = sqrt(2)
LARGEST_SIZE = 1 << 22
TRUTH_SECONDS = 10.0  # CPU time of the best known solution, natively

_TABLES = tomllib.loads(resources.files(__package__).joinpath("changes.toml").read_text(encoding="utf-8"))
CHANGES: dict[str, list[str]] = _TABLES["changes"]
CHANGES_OF_ITEMS: dict[str, list[str]] = _TABLES["of_items"]
CHANGES_BY_ANOTHER: dict[str, list[str]] = _TABLES["by_another"]

Step = tuple[int, str]  # an argument's position, and an expression of `x` that replaces it


class Type(NamedTuple):
    """The name of an argument's type and, for a list, of its first item's type."""

    own: str
    item: str | None = None


@dataclass(frozen=True)
class Recipe:
    """A program that builds an input."""

    base: str  # `growing`, or the function of a stressful input
    program: str  # the code that defines it
    size: int | None  # what `growing` is given; None for any other base
    steps: tuple[Step, ...] = ()  # what is done to the arguments, in order
    draw: int = 0  # tells seeds apart

    def body(self) -> str:
        """Return the statements of a function of `rng`."""
        call = f"{self.base}(rng)" if self.size is None else f"{self.base}(rng, {self.size})"
        if not self.steps:
            return f"    return {call}\n"
        lines = [f"arguments = list({call})"]
        for place, expression in self.steps:
            lines += [f"x = arguments[{place}]", f"arguments[{place}] = {expression}"]
        return "".join(f"    {line}\n" for line in (*lines, "return tuple(arguments)"))

    def as_input(self, entry_point: str, name: str) -> StressfulInput:
        """Return the recipe as a stressful input of a problem with this entry point."""
        function = f"stress_{name}"
        return StressfulInput(
            name=name,
            kind=Kind.WORST_OF_SLOW,
            exposes="found by search",
            format="generator",
            program=f"{self.program}\n\ndef {function}(rng):\n{self.body()}",
            function=function,
            seed=f"{entry_point}/{name}/{self.draw}",
        )

    @property
    def idea(self) -> tuple[str, tuple[Step, ...]]:
        """What identifies the recipe apart from size and seed."""
        return self.base, self.steps

    def other(self, rng: random.Random, types: Sequence[Type]) -> "Recipe":
        """Return a random recipe that is one change away; `types` are those of the arguments that it builds."""
        ways = ["draw"]
        if self.size is not None:
            ways += ["smaller", "larger"]
        if self.steps:
            ways.append("less")
        places = [place for place, kind in enumerate(types) if kind.own in CHANGES]
        if places and len(self.steps) < MOST_STEPS:
            ways += ["more"] * 4
        match rng.choice(ways):
            case "smaller":
                return replace(self, size=max(round((self.size or 1) / SIZE_STEP), 1))
            case "larger":
                return replace(self, size=min(round((self.size or 1) * SIZE_STEP), LARGEST_SIZE))
            case "less":
                return replace(self, steps=self.steps[:-1])
            case "more":
                place = rng.choice(places)
                return replace(self, steps=(*self.steps, (place, rng.choice(changes(types, place)))))
        return replace(self, draw=self.draw + 1)


def bases(problem: Problem) -> list[Recipe]:
    """Return where a search starts: a problem's stressful inputs that are functions."""
    return [
        Recipe(given.function, given.program, None)
        for given in problem.stressful
        if given.format == "generator" and given.function
    ]


def changes(types: Sequence[Type], place: int) -> list[str]:
    """Return the possible changes to the argument at a place: expressions of `x`, its value, and of all `arguments`."""
    own, item = types[place]
    by_others = [
        expression.format(other)
        for other, kind in enumerate(types)
        if other != place
        for expression in CHANGES_BY_ANOTHER.get(f"{own}-{kind.own}", ())
    ]
    return [*CHANGES[own], *CHANGES_OF_ITEMS.get(item or "", ()), *by_others]


def cuts(types: Sequence[Type]) -> list[list[Step]]:
    """Return steps that shorten an input; for each way to do so, from the longest result to the shortest.

    They cut the first argument that has a length, or its items.
    """
    for place, (own, item) in enumerate(types):
        if own in ("list", "str"):
            ways = ["x[: len(x) // {0}]"]
            if item in ("list", "str"):
                ways.append("[item[: len(item) // {0}] for item in x]")
            return [[(place, way.format(divisor)) for divisor in CUTS] for way in ways]
    return []


def types_of(arguments: Sequence[Any]) -> tuple[Type, ...]:
    """Return the types of arguments."""
    return tuple(
        Type(type(one).__name__, type(one[0]).__name__ if type(one) is list and one else None) for one in arguments
    )


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


class Scale:
    """Counts a pool of programs on inputs; arguments as in `SearchTask`.

    An input is acceptable if it can be built within the bounds of the benchmark's inputs, and the best known solution
    answers it. An input is weighed only if that solution spends at least `least` instructions on it.
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
        """Return what the best known solution spends on an input.

        None if the input is not acceptable or the cost exceeds `most`.
        """
        known = self._known(recipe, most)
        return None if known is None else known[2]

    def weigh(self, recipe: Recipe, names: Sequence[str] | None, most: int = MOST_OF_BEST) -> Candidate | None:
        """Count the named programs, or all, on an input.

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
