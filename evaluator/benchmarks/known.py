"""What a result is checked by: the facts of a benchmark's problems, whether their texts are at hand or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from evaluator.benchmarks import load_benchmark
from evaluator.problems.benchmark import Benchmark


@dataclass(frozen=True)
class KnownProblem:
    """A problem's facts.

    Attributes:
        task_id: its id.
        hash: over everything that a result depends on.
        entry_point: the function to write; empty where a whole program is asked for.
        without_efficiency: why it counts for pass@k only; None where it counts for efficiency too.
        inputs: the names of its stressful inputs.
    """

    task_id: str
    hash: str
    entry_point: str
    without_efficiency: str | None
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Known:
    """A benchmark's facts.

    Attributes:
        name: such as `humaneval`.
        version: as results name it.
        hash: over the problems.
        problems: in the benchmark's order.
        left_out: task id, `benchmark` or `inputs`, and the reason of all that the source has and is not used.
        foreign: its texts are not ours to show.
    """

    name: str
    version: str
    hash: str
    problems: tuple[KnownProblem, ...]
    left_out: frozenset[tuple[str, str, str]] = frozenset()
    foreign: bool = False

    def __iter__(self) -> Iterator[KnownProblem]:
        return iter(self.problems)

    @cached_property
    def by_id(self) -> dict[str, KnownProblem]:
        return {problem.task_id: problem for problem in self.problems}


def facts_of(benchmark: Benchmark) -> Known:
    """The facts of a benchmark whose data are at hand."""
    problems = tuple(
        KnownProblem(
            one.task_id, one.hash, one.entry_point, one.without_efficiency, tuple(part.name for part in one.stressful)
        )
        for one in benchmark
    )
    return Known(benchmark.name, benchmark.version, benchmark.hash, problems)


def known_benchmark(name: str) -> Known:
    """The facts of a benchmark: of its catalogue where its texts are not ours, else of its problems.

    Raises:
        InputError: there is no such benchmark, or it is broken.
    """
    from evaluator.benchmarks.catalogue import has_catalogue, load_catalogue

    return load_catalogue(name).known if has_catalogue(name) else facts_of(load_benchmark(name))
