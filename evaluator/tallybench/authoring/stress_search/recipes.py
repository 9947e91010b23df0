"""What the search explores: short programs that build an input, which a person can read and copy."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any, NamedTuple

from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem

MOST_STEPS = 4
CUTS = (4, 16, 64, 256, 1024)  # divisors of a written input's length
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
        "sorted(x[: len(x) // 2]) + x[len(x) // 2 :]",
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
        "x.title()",
        '" ".join(x)',
        'x.replace(" ", "")',
        'x.replace(x[:1], "")',
    ),
    int: (
        "x * 2",
        "x // 2",
        "x + 1",
        "x - 1",
        "-x",
        "x * 10",
        "2 ** x.bit_length()",
        "2 ** x.bit_length() - 1",
        "10 ** len(str(abs(x)))",
        "x * x",
    ),
    float: ("x * 2", "x / 2", "-x", "float(round(x))"),
}

# The same for a list, by the type of its first item.
CHANGES_OF_ITEMS: Mapping[type, tuple[str, ...]] = {
    int: (
        "[item % 2 for item in x]",
        "[item % 10 for item in x]",
        "[item % 1_000 for item in x]",
        "[item * 1_000 for item in x]",
        "[abs(item) for item in x]",
        "[-item for item in x]",
        "list(range(len(x)))",
        "[place % 2 for place in range(len(x))]",
    ),
    float: (
        "[float(round(item)) for item in x]",
        "[item / 1_000 for item in x]",
        "[item * 1_000 for item in x]",
        "[-item for item in x]",
        "[float(place) for place in range(len(x))]",
    ),
    str: (
        "[item + item for item in x]",
        "[item[: len(item) // 2] for item in x]",
        "[item[:1] for item in x]",
        "[item[:1] * len(item) for item in x]",
        "[item[::-1] for item in x]",
        '["".join(sorted(item)) for item in x]',
        '["".join(x)]',
        'list("".join(x))',
    ),
    list: (
        "[sorted(item) for item in x]",
        "[item + item for item in x]",
        "[item[:1] for item in x]",
        "[item for item in x if item]",
        "[[value for item in x for value in item]]",
        "[[value] for item in x for value in item]",
        "[x[0] for _ in x]",
        "[list(item) for item in zip(*x)]",
    ),
}

# The same, using another argument, `arguments[{0}]`, by the types of both.
CHANGES_BY_ANOTHER: Mapping[tuple[type, type], tuple[str, ...]] = {
    (int, int): ("arguments[{0}]", "arguments[{0}] - 1", "arguments[{0}] * 2"),
    (int, list): ("len(arguments[{0}])", "len(arguments[{0}]) // 2", "len(arguments[{0}]) - 1"),
    (int, str): ("len(arguments[{0}])", "len(arguments[{0}]) // 2", "len(arguments[{0}]) - 1"),
    (str, str): ("arguments[{0}]", "arguments[{0}][::-1]", "arguments[{0}][: len(x)]", "arguments[{0}][-len(x) :]"),
    (list, list): ("arguments[{0}][:]", "arguments[{0}][::-1]", "arguments[{0}][: len(x)]"),
}


class Type(NamedTuple):
    """The type of an argument, as CHANGES has it, and for a list that of its first item."""

    own: type
    item: type | None = None


@dataclass(frozen=True)
class Recipe:
    """A program that builds an input.

    Attributes:
        base: `growing`, or the function of a stressful input.
        program: the code that defines it.
        size: what `growing` is given; None for any other base.
        steps: what is done to the arguments, in order: the argument's position, and an expression of `x`.
        draw: tells seeds apart.
    """

    base: str
    program: str
    size: int | None
    steps: tuple[tuple[int, str], ...] = ()
    draw: int = 0

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
        """Return it as a stressful input of a problem with this entry point."""
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
    def idea(self) -> tuple[str, tuple[tuple[int, str], ...]]:
        """What it is, apart from size and seed."""
        return self.base, self.steps

    def other(self, rng: random.Random, types: Sequence[Type]) -> "Recipe":
        """Return a random recipe that is one change away.

        Args:
            rng: the source of randomness.
            types: the types of the arguments that this one builds.
        """
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
    """Return where a search starts: the stressful inputs of a problem that are functions."""
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
        for expression in CHANGES_BY_ANOTHER.get((own, kind.own), ())
    ]
    return [*CHANGES[own], *(CHANGES_OF_ITEMS.get(item, ()) if item is not None else ()), *by_others]


def cuts(types: Sequence[Type]) -> list[list[tuple[int, str]]]:
    """Return steps that make an input shorter; for each way to do so, from the longest result to the shortest.

    They cut the first argument that has a length, or its items.
    """
    for place, (own, item) in enumerate(types):
        if own in (list, str):
            ways = ["x[: len(x) // {0}]"]
            if item in (list, str):
                ways.append("[item[: len(item) // {0}] for item in x]")
            return [[(place, way.format(divisor)) for divisor in CUTS] for way in ways]
    return []


def types_of(arguments: Sequence[Any]) -> tuple[Type, ...]:
    """Return the types of arguments."""
    return tuple(
        Type(type(argument), type(argument[0]) if type(argument) is list and argument else None)
        for argument in arguments
    )
