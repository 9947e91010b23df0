"""What a module of this folder returns: the problems in a source's files."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tallybench.model.problem import Problem, Solution

T = TypeVar("T")


@dataclass(frozen=True)
class SourceData:
    """What a source's files hold. The attributes are those of `Benchmark`.

    Attributes:
        version: the benchmark's version.
        problems: the problems that can be used.
        exclusions: the task ids of those that cannot be used, each with the reason.
        human_solutions: by task id, every solution that the source calls correct, in its order.
        urls: by task id, the page of a problem at the source.
        files: the SHA-256 of each file that was read, by its path relative to the folder.
    """

    version: str
    problems: tuple[Problem, ...]
    exclusions: tuple[tuple[str, str], ...] = ()
    human_solutions: Mapping[str, tuple[Solution, ...]] = field(default_factory=dict)
    urls: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


class Unusable(Exception):
    """A problem that cannot be used, with the reason."""


def sort_out(rows: Iterable[tuple[str, Callable[[], T]]]) -> tuple[list[T], list[tuple[str, str]]]:
    """Read each problem; return the usable ones, and the task ids of the others with the reason.

    Args:
        rows: task ids, each with a function that reads the problem or raises `Unusable`.
    """
    found, exclusions = [], []
    for task_id, read in rows:
        try:
            found.append(read())
        except Unusable as reason:
            exclusions.append((task_id, str(reason)))
    return found, exclusions
