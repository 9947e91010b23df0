"""What a benchmark is."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from evaluator.problems.problem import Problem, Solution


@dataclass(frozen=True)
class Texts:
    """Whose a benchmark's texts are: its prompts, tests, inputs and solutions, and what quotes them.

    Attributes:
        shown: whether pages, the dataset and results may show them.
        licence: of the benchmark's data, in SPDX's words where it has some.
        url: where they are.
    """

    shown: bool
    licence: str
    url: str


@dataclass(frozen=True)
class Benchmark:
    """A named and versioned list of problems. Attributes after the problems are not part of the hash.

    Attributes:
        name: such as `humaneval`.
        version: semantic; or the start of a hash over its data, where the source gives it none.
        problems: in the order of the source.
        texts: whether its texts may be shown, and under which licence.
        whole: False for a part of it.
        audited: True where the problems were written or audited here, so that a fault in one is an error. False where
            the data is tried out before it is used, and what fails is left out by name (see `measuring/vetting.py`).
        exclusions: task id and reason of each problem of the source that is left out.
        human_solutions: by task id, every solution that the source calls correct, in its order; nothing where the
            source tells none.
        urls: by task id, the page of a problem at the source; nothing where it has none of its own.
        files: SHA-256 of each file that was read, by its path in the data's folder.
    """

    name: str
    version: str
    problems: tuple[Problem, ...]
    texts: Texts
    whole: bool = True
    audited: bool = False
    exclusions: tuple[tuple[str, str], ...] = ()
    human_solutions: Mapping[str, tuple[Solution, ...]] = field(default_factory=dict, compare=False, repr=False)
    urls: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    files: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    @cached_property
    def by_id(self) -> dict[str, Problem]:
        return {problem.task_id: problem for problem in self.problems}

    def at_seed(self, seed: str) -> "Benchmark":
        """The same benchmark with other inputs of its families."""
        return replace(self, problems=tuple(problem.at_seed(seed) for problem in self.problems))

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the version and the problems' hashes."""
        return benchmark_hash(self.name, self.version, (problem.hash for problem in self.problems))


def benchmark_hash(name: str, version: str, problems: Iterable[str]) -> str:
    """Return the hash of a benchmark, made of the hashes of its problems in their order."""
    return hashlib.sha256("\n".join([name, version, *problems]).encode()).hexdigest()
