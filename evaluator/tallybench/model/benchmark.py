"""What a benchmark is."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property

from tallybench.errors import InputError
from tallybench.model.problem import Case, Problem, Solution


@dataclass(frozen=True)
class Texts:
    """Whether a benchmark's texts may be shown: prompts, tests, inputs, solutions, and anything that quotes them."""

    shown: bool  # whether pages, the dataset and results may show them
    licence: str  # the licence of the benchmark's data, as an SPDX identifier if there is one
    url: str  # where they are


@dataclass(frozen=True)
class Benchmark:
    """A named and versioned list of problems; iterate over it, or get a problem with `benchmark[task_id]`.

    The attributes after `problems` are not part of the hash.

    Attributes:
        name: such as `humaneval`.
        version: a semantic version; or the start of a hash over its data, if the source gives none.
        problems: the problems, in the order of the source.
        texts: whether its texts may be shown, and under which licence.
        whole: False for a part of the benchmark.
        audited: True if the problems were written or audited here, so that a fault in one is an error. False if the
            data are tried out before they are used, and what fails is left out by name (see `counting/vetting.py`).
        truths_run: the task ids of problems whose expected outputs are what their ground truths returned in the
            measuring environment, within the limits of a sample, so that these need not be tried out.
        exclusions: the task ids of the source's problems that are left out, each with the reason.
        human_solutions: by task id, every solution that the source calls correct, in its order.
        public: by task id, tests whose outcomes a model may be shown; they do not affect the verdict.
        urls: by task id, a problem's page at the source, if it has one of its own.
        files: the SHA-256 of each file that was read, by its path in the data's folder.
    """

    name: str
    version: str
    problems: tuple[Problem, ...]
    texts: Texts
    whole: bool = True
    audited: bool = False
    truths_run: frozenset[str] = frozenset()
    exclusions: tuple[tuple[str, str], ...] = ()
    human_solutions: Mapping[str, tuple[Solution, ...]] = field(default_factory=dict, compare=False, repr=False)
    public: Mapping[str, tuple[Case, ...]] = field(default_factory=dict, compare=False, repr=False)
    urls: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    files: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    def __getitem__(self, task_id: str | int) -> Problem:
        """Return a problem by its task id, such as `HumanEval/0`, or by the number at its end, `0`.

        Raises:
            InputError: the benchmark has no such problem.
        """
        name = self.full_id(str(task_id))
        if name not in self.by_id:
            raise InputError(unknown_task(name, self))
        return self.by_id[name]

    def full_id(self, task_id: str) -> str:
        """Return the task id that a number stands for; any other text is returned unchanged.

        If two problems have the same number, it means the one whose prefix comes first in the source.
        """
        if not task_id.isdecimal():
            return task_id
        names = [f"{prefix}/{task_id}" for prefix in self._prefixes]
        excluded = dict(self.exclusions)
        return next((name for name in names if name in self.by_id or name in excluded), names[0])

    @cached_property
    def _prefixes(self) -> list[str]:
        return list(dict.fromkeys(problem.task_id.rpartition("/")[0] for problem in self))

    @cached_property
    def by_id(self) -> dict[str, Problem]:
        return {problem.task_id: problem for problem in self.problems}

    def at_seed(self, seed: str) -> "Benchmark":
        """Return the same benchmark with its input families built at another seed."""
        return replace(self, problems=tuple(problem.at_seed(seed) for problem in self.problems))

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the version and the problems' hashes."""
        return benchmark_hash(self.name, self.version, (problem.hash for problem in self.problems))


def benchmark_hash(name: str, version: str, problems: Iterable[str]) -> str:
    """Return the hash of a benchmark, made from its problems' hashes in order."""
    return hashlib.sha256("\n".join([name, version, *problems]).encode()).hexdigest()


def unknown_task(name: str, benchmark: Benchmark) -> str:
    """Return a message that a benchmark has no such task, with a hint at what it has."""
    near = get_close_matches(name, benchmark.by_id, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"{benchmark.name} has no task {name!r} ({len(benchmark)} tasks, {benchmark.problems[0].task_id} ...){hint}"
