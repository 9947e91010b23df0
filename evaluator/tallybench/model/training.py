"""What a model may be shown or trained on: solved problems, and pairs of a slow and a fast program."""

from collections.abc import Sequence
from dataclasses import dataclass

from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem


@dataclass(frozen=True)
class Costed:
    """A correct program, written as a sample would be."""

    name: str  # its name in its source
    code: str  # its code, under the entry point's name
    # instructions over all stressful inputs; an input on which it is over the budget counts as that budget, so the
    # total is then a lower bound; 0 if it was not counted
    cost: int
    exact: bool  # whether it is within the budget on every input


@dataclass(frozen=True)
class TrainingProblem:
    """A problem that models are not evaluated on, and its programs."""

    problem: Problem  # the problem; its prompt is empty if its text is missing
    split: str  # `train` or `validation`
    pairs: tuple[tuple[Costed, Costed], ...]  # slow and fast programs
    steps: tuple[Costed, ...]  # programs from the slowest known to the fastest known, none slower than the one before

    @property
    def fastest(self) -> Costed:
        return self.steps[-1]


@dataclass(frozen=True)
class Training:
    """The training problems of a benchmark; `benchmark` holds the same problems with their public tests."""

    benchmark: Benchmark
    problems: tuple[TrainingProblem, ...]


def falling(costed: Sequence[Costed]) -> tuple[Costed, ...]:
    """Return programs, given cheapest first, from the slowest to the fastest.

    After the slowest come only those whose cost is exact: which of two over the budget is slower is unknown.
    """
    return (costed[-1], *(step for step in costed[-2::-1] if step.exact))
