"""What the search moves through: short programs that build an input, which a person can read and take over."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from evaluator.problems.problem import Kind, Problem, StressfulInput

MOST_STEPS = 4
SIZE_STEP = sqrt(2)
LARGEST_SIZE = 1 << 22

# By the type of an argument `x`: what can be done to it, as an expression.
CHANGES: Mapping[type, tuple[str, ...]] = {
    list: (
        "sorted(x)",
        "sorted(x, reverse=True)",
        "x[::-1]",
        "x + x",
        "x + x[::-1]",
        "x[: len(x) // 2]",
        "x[::2] + x[1::2]",
        "x[:1] * len(x)",
        "x[:1] * (len(x) - 1) + x[-1:]",
        "x[:2] * (len(x) // 2)",
        "x[:32] * (len(x) // 32)",
        "[item for item in x for _ in range(2)]",
        "[x[0] if place % 2 else item for place, item in enumerate(x)]",
    ),
    str: (
        '"".join(sorted(x))',
        "x[::-1]",
        "x + x",
        "x + x[::-1]",
        "x[: len(x) // 2]",
        "x[:1] * len(x)",
        "x[:1] * (len(x) - 1) + x[-1:]",
        "x[:2] * (len(x) // 2)",
        "x[:32] * (len(x) // 32)",
        '"".join(letter * 2 for letter in x)',
        "x.upper()",
        "x.lower()",
    ),
    int: ("x * 2", "x // 2", "x + 1", "x - 1", "-x", "x * 10", "2 ** x.bit_length()", "2 ** x.bit_length() - 1"),
    float: ("x * 2", "x / 2", "-x", "float(round(x))"),
}


@dataclass(frozen=True)
class Recipe:
    """A program that builds an input.

    Attributes:
        base: `growing`, or the function of a stressful input.
        program: defines it.
        size: what `growing` is given; None for any other base.
        steps: what is done to the arguments one after another: the place of the argument, and an expression of `x`.
        draw: tells seeds apart.
    """

    base: str
    program: str
    size: int | None
    steps: tuple[tuple[int, str], ...] = ()
    draw: int = 0

    def body(self) -> str:
        """The statements of a function of `rng`."""
        call = f"{self.base}(rng)" if self.size is None else f"{self.base}(rng, {self.size})"
        if not self.steps:
            return f"    return {call}\n"
        lines = [f"arguments = list({call})"]
        for place, expression in self.steps:
            lines += [f"x = arguments[{place}]", f"arguments[{place}] = {expression}"]
        return "".join(f"    {line}\n" for line in (*lines, "return tuple(arguments)"))

    def as_input(self, entry_point: str, name: str) -> StressfulInput:
        """The stressful input, of a problem with this entry point."""
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

    def other(self, rng: random.Random, types: Sequence[type]) -> "Recipe":
        """One that is a change away.

        Args:
            rng: what is drawn from.
            types: of the arguments that this one builds.
        """
        ways = ["draw"]
        if self.size is not None:
            ways += ["smaller", "larger"]
        if self.steps:
            ways.append("less")
        places = [place for place, kind in enumerate(types) if kind in CHANGES]
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
                return replace(self, steps=(*self.steps, (place, rng.choice(CHANGES[types[place]]))))
        return replace(self, draw=self.draw + 1)


def bases(problem: Problem) -> list[Recipe]:
    """Where a search starts: the stressful inputs of a problem that are functions."""
    return [
        Recipe(given.function, given.program, None)
        for given in problem.stressful
        if given.format == "generator" and given.function
    ]


def types_of(arguments: Sequence[Any]) -> tuple[type, ...]:
    """The types of arguments, as CHANGES has them."""
    return tuple(type(argument) for argument in arguments)
