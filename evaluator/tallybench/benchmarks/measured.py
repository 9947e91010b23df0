"""What running a benchmark's problems showed, which pages and the dataset present next to their texts.

`tallybench dev measure` writes one JSON file per benchmark. The same problems and environment give the same bytes.
"""

import re
from pathlib import Path
from typing import Annotated, Literal, Self

import orjson
from pydantic import Field, model_validator

from tallybench.benchmarks.sources.data_files import read_file
from tallybench.benchmarks.sources.embedded import under_its_name
from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, least_memory
from tallybench.model.counts import cost_order
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import Name, Part, Sha256
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.model.training import Costed

_REMEDY = "restore it, or remove it: tallybench dev measure makes it again"

Role = Literal["canonical", "ground_truth", "reference", "slow"]


class MeasuredEnvironment(Part):
    """The measuring environment, as in results."""

    counter: Literal["valgrind"] = "valgrind"
    fingerprint: Sha256
    facts: dict[str, str]

    @model_validator(mode="after")
    def _hash_of_the_facts(self) -> Self:
        if self.fingerprint != Fingerprint(self.facts).hash:
            raise ValueError("the fingerprint is not the hash of the facts")
        return self


class MeasuredSolution(Part):
    """A solution that was counted; our correction replaces a wrong canonical one."""

    role: Role
    sha256: Sha256 = Field(description="of its code")


class MeasuredInput(Part):
    """A stressful input as it was built, and what each solution spends on it."""

    sha256: Sha256 = Field(description="of the encoded arguments")
    size: Annotated[int, Field(gt=0)] = Field(description="of the encoded arguments, in bytes")
    shape: tuple[str, ...] = Field(description="type and size of each argument, in words")
    preview: str = Field(description="the start of the arguments as Python literals")
    counts: dict[str, Annotated[int, Field(gt=0)] | None] = Field(
        description="instructions by solution; None: more than the budget"
    )
    memory: dict[str, Annotated[int, Field(gt=0)] | None] | None = Field(
        default=None,
        description="peak memory by solution, in bytes; None: not counted; missing in older files",
    )


class MeasuredProblem(Part):
    """A problem that has stressful inputs."""

    hash: Sha256
    best_known: Name = Field(description="the solution with the lowest total")
    ground_truth: Name
    solutions: dict[Name, MeasuredSolution]
    inputs: dict[Name, MeasuredInput]

    @model_validator(mode="after")
    def _of_its_solutions(self) -> Self:
        for name in (self.best_known, self.ground_truth):
            if name not in self.solutions:
                raise ValueError(f"{name} is not among the solutions")
        for name, measured in self.inputs.items():
            if measured.counts.keys() != self.solutions.keys():
                raise ValueError(f"input {name}: the counts are not those of the solutions")
            if measured.memory is not None and measured.memory.keys() != self.solutions.keys():
                raise ValueError(f"input {name}: the peak memory is not that of the solutions")
            if measured.counts[self.best_known] is None:
                raise ValueError(f"input {name}: the best known solution has no count")
        return self

    def least_memory(self) -> str | None:
        """Return the reference, or the ground truth, that takes the least memory; None if it is not known."""
        return least_memory(
            {
                solution: [None if given.memory is None else given.memory[solution] for given in self.inputs.values()]
                for solution, facts in self.solutions.items()
                if facts.role != "slow"
            }
        )


class Measured(Part):
    """All measurements of a benchmark in one environment."""

    schema_version: Literal[1] = 1
    benchmark: Name
    budget: Annotated[int, Field(gt=0)] = Field(description="in multiples of the best known count")
    environment: MeasuredEnvironment
    problems: dict[str, MeasuredProblem] = Field(description="by task id")


def measured_file(benchmark: str) -> Path:
    """Return the path of a benchmark's file, whether it exists or not."""
    return data_folder() / "measured" / f"{benchmark}.json"


def board_file(benchmark: str) -> Path:
    """Return the path of the measurements made in the environment of the board's results.

    These are in `before/` as long as the results come from an earlier environment.
    """
    before = data_folder() / "measured" / "before" / f"{benchmark}.json"
    return before if before.exists() else measured_file(benchmark)


def measured_in(benchmark: str, fingerprint: str) -> Measured | None:
    """Return the measurements of a benchmark in one environment; None if there are none.

    Raises:
        InputError: a file is broken.
    """
    for path in (measured_file(benchmark), board_file(benchmark)):
        if path.exists() and (measured := read_measured(path)).environment.fingerprint == fingerprint:
            return measured
    return None


def load_measured(benchmark: str = "humaneval") -> Measured:
    """Return the measurements of a benchmark that comes with TallyBench."""
    return read_measured(measured_file(benchmark))


def read_measured(path: Path) -> Measured:
    """Read a file that `tallybench dev measure` wrote."""
    return read_file(path, Measured, _REMEDY)


def dump_measured(measured: Measured) -> bytes:
    """Return the bytes of a file: UTF-8 JSON with sorted keys, an indent of two spaces and a final newline."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(measured.model_dump(mode="json"), option=options)


def counted_solutions(problem: Problem) -> dict[Solution, Role]:
    """Return the counted solutions of a problem, each with its role; a wrong canonical solution is not counted."""
    roles: dict[Solution, Role] = {problem.ground_truth: "canonical" if problem.corrected is None else "ground_truth"}
    roles |= dict.fromkeys(problem.references, "reference")
    roles |= dict.fromkeys(problem.slow, "slow")
    return roles


def described_solutions(problem: Problem) -> dict[str, MeasuredSolution]:
    """Return the entries for a problem's solutions in the file, by name."""
    roles = counted_solutions(problem).items()
    return {one.name: MeasuredSolution(role=role, sha256=code_hash(one.code)) for one, role in roles}


def stale(measured: Measured, benchmark: Benchmark) -> list[str]:
    """Return what is out of date in a file, one line each, `HumanEval/3: why`; empty if it is current.

    If the benchmark is only a part, other problems in the file are ignored.
    """
    lines = []
    if measured.benchmark != benchmark.name:
        lines.append(f"benchmark: is {measured.benchmark}, not {benchmark.name}")
    if measured.budget != BUDGET:
        lines.append(f"budget: is {measured.budget} times the best known count, now it is {BUDGET}")
    for problem in benchmark:
        if (why := why_stale(measured.problems.get(problem.task_id), problem)) is not None:
            lines.append(f"{problem.task_id}: {why}")
    return lines + [f"{task_id}: is not in {benchmark.name}" for task_id in gone(measured, benchmark)]


def why_stale(measured: MeasuredProblem | None, problem: Problem) -> str | None:
    """Return why a problem has to be measured; None if it does not."""
    if not problem.stressful:
        return None if measured is None else "has no stressful inputs any more"
    if measured is None:
        return "is missing"
    if measured.hash != problem.hash:
        return "was changed since it was measured"
    if measured.solutions != described_solutions(problem):
        return "its solutions were changed since they were counted"
    return None


def gone(measured: Measured, benchmark: Benchmark) -> list[str]:
    """Return the task ids in a file that the benchmark no longer has; none if only a part of it is given."""
    return sorted(measured.problems.keys() - benchmark.by_id.keys()) if benchmark.whole else []


def costed_solutions(benchmark: Benchmark) -> dict[str, list[Costed]]:
    """Return the measured solutions by task id, cheapest first, for the problems that count for efficiency."""
    if not measured_file(benchmark.name).exists():
        raise InputError(f"--benchmark {benchmark.name}: has no measured solutions of ours; choose a different one")
    measured = load_measured(benchmark.name).problems
    return {
        problem.task_id: _costed(problem, measured[problem.task_id])
        for problem in benchmark
        if problem.without_efficiency is None and problem.task_id in measured
    }


def _costed(problem: Problem, measured: MeasuredProblem) -> list[Costed]:
    found = []
    for solution in counted_solutions(problem):
        counts = [given.counts[solution.name] for given in measured.inputs.values()]
        best = [given.counts[measured.best_known] or 0 for given in measured.inputs.values()]
        cost = sum(BUDGET * least if count is None else count for count, least in zip(counts, best, strict=True))
        # Its own name, such as `slow_by_counting`, would give it away.
        own = re.search(rf"\n\n{problem.entry_point} = (\w+)\n$", solution.code)
        code = solution.code if own is None else under_its_name(Solution(own[1], solution.code), problem.entry_point)
        found.append(Costed(solution.name, code, cost, None not in counts))
    return sorted(found, key=lambda costed: (cost_order(costed.cost, not costed.exact), costed.name))
