"""What a model may be shown or trained on: solved problems, and pairs of a slow and a fast program."""

from collections.abc import Sequence
from dataclasses import dataclass

from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem


@dataclass(frozen=True)
class Costed:
    """A correct program, written as a sample would be.

    Attributes:
        name: its name in its source.
        code: its code, under the entry point's name.
        cost: instructions over all stressful inputs; an input on which it is over the budget counts as that budget, so
            the total is then a lower bound; 0 if it was not counted.
        exact: whether it is within the budget on every input.
    """

    name: str
    code: str
    cost: int
    exact: bool


@dataclass(frozen=True)
class TrainingProblem:
    """A problem that is not asked about, and its programs.

    Attributes:
        problem: the problem; its prompt is empty if there is no text of it.
        split: `train` or `validation`.
        pairs: slow and fast programs.
        steps: programs from the slowest known to the fastest known, none slower than the one before.
    """

    problem: Problem
    split: str
    pairs: tuple[tuple[Costed, Costed], ...]
    steps: tuple[Costed, ...]

    @property
    def fastest(self) -> Costed:
        return self.steps[-1]


@dataclass(frozen=True)
class Training:
    """The training problems of a benchmark; `benchmark` holds the same problems with their public tests."""

    benchmark: Benchmark
    problems: tuple[TrainingProblem, ...]


def falling(costed: Sequence[Costed]) -> tuple[Costed, ...]:
    """Return programs that are sorted by cost, cheapest first, from the slowest to the fastest.

    After the slowest come only those whose cost is exact: which of two over the budget is slower is unknown.
    """
    return (costed[-1], *(step for step in costed[-2::-1] if step.exact))
