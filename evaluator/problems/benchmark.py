"""What a benchmark is."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from evaluator.problems.problem import Problem


@dataclass(frozen=True)
class Benchmark:
    """A named and versioned list of problems.

    Attributes:
        name: such as `humaneval`.
        version: semantic.
        problems: in the order of the source.
        whole: False for a part of it.
        foreign: its data was made by others and may be bad: what cannot be used is left out, and named.
        exclusions: task id and reason of each problem of the source that is left out.
    """

    name: str
    version: str
    problems: tuple[Problem, ...]
    whole: bool = True
    foreign: bool = False
    exclusions: tuple[tuple[str, str], ...] = ()

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    @cached_property
    def by_id(self) -> dict[str, Problem]:
        return {problem.task_id: problem for problem in self.problems}

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the version and the problems' hashes."""
        content = "\n".join([self.name, self.version, *(problem.hash for problem in self.problems)])
        return hashlib.sha256(content.encode()).hexdigest()
