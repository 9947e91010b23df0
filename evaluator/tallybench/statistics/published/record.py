"""The record of a verification: that a result was measured again from its code, where, and what came out.

It is next to the result as `NAME.verified.json`; only the main branch writes it, by `tallybench dev verify`. Its
file holds what was measured and nothing else. Agreement, differences and figures are never read from it: they are
computed from the result and from what was measured whenever it is read.

Code can be tailored to the public inputs. So a record also has what was measured on fresh inputs: those that families
build at a seed derived from the result's own file. They were unknown while the code was written, and anyone can build
them again.

History of SCHEMA_VERSION:
    1  agreement and figures, and what was measured only where it differed. Not read: measure again.
    2  what was measured, always, and nothing that follows from it. Not read: measure again.
    3  `fresh`: what was measured on fresh inputs.
    4  `tree_sha256` of samples; for files of version 3, the result's is taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import Field

from tallybench.model.budget import BUDGET, TIE
from tallybench.model.counts import sample_score
from tallybench.model.environment import judges_as_ranked
from tallybench.model.metrics import METRICS_VERSION, is_of_public_inputs
from tallybench.model.parts import Name, Part, Sha256
from tallybench.model.result import (
    BenchmarkFacts,
    Environment,
    Exclusion,
    Figure,
    ProblemResult,
    Result,
    SampleResult,
    StressResult,
)
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.comparison import (
    Difference,
    agree,
    differences,
    environment_misfits,
    measurement_misfits,
)
from tallybench.statistics.reading import ResultFaults, parse_json, parse_model, read_bytes

SCHEMA_VERSION = 4
VERIFIED = ".verified.json"  # how the name of a record's file ends
# In points of a problem's score. Families vary with the seed, and scores with them;
# `python benchmarks/fresh_inputs.py` measures by how much for honest results.
WITHIN_CHANCE = 5.0


class FreshMeasurements(Part):
    """What was measured on fresh inputs: the correct samples of the problems with families."""

    problems: dict[str, ProblemResult]
    samples: tuple[SampleResult, ...]


class Measurements(Part):
    """The content of a record's file."""

    schema_version: Literal[3, 4]
    result_sha256: Sha256 = Field(description="of the result's file")
    evaluator_version: Name
    benchmark: BenchmarkFacts
    environment: Environment
    problems: dict[str, ProblemResult]
    samples: tuple[SampleResult, ...] = Field(description="without code, which is in the result")
    fresh: FreshMeasurements | None = Field(
        default=None, description="on fresh inputs, whose seed is result_sha256; None: no problem has families"
    )
    seed: int | None = Field(default=None, description="of the draw, if only a part was measured")
    unusual: dict[Name, Annotated[int, Field(gt=0)]] | None = Field(
        default=None,
        description="what is unusual in the code, and in how many samples; None: the code was not looked at",
    )


@dataclass(frozen=True)
class ScoreChange:
    """A problem on which a result's score on fresh inputs differs from that on the public ones."""

    task_id: str
    public: float  # the score on the public inputs, 0 to 100, the mean over the samples
    fresh: float

    def __str__(self) -> str:
        return f"{self.task_id}: {self.public:.1f} points on the public inputs, {self.fresh:.1f} on fresh ones"


@dataclass(frozen=True)
class Record:
    """A verification. Everything that it says follows from the result and from what was measured again."""

    submitted: Result
    measured: Measurements

    @property
    def environment(self) -> Environment:
        """Where it was measured."""
        return self.measured.environment

    @cached_property
    def remeasured(self) -> Result:
        """The result as it was measured again, with the submitted code; its figures are computed here."""
        measured, submitted = self.measured, self.submitted
        theirs = {(sample.task_id, sample.index): sample for sample in submitted.samples}
        kept = ("code", "sanitized") if measured.schema_version >= 4 else ("code", "sanitized", "tree_sha256")
        samples = tuple(
            sample.model_copy(update={field: getattr(theirs[sample.task_id, sample.index], field) for field in kept})
            for sample in measured.samples
        )
        again = submitted.with_figures(
            metrics_version=METRICS_VERSION,
            evaluator_version=measured.evaluator_version,
            benchmark=measured.benchmark,
            environment=measured.environment,
            budget=BUDGET,
            tie_tolerance=TIE,
            problems=measured.problems,
            samples=samples,
        )
        order = {(known.task_id, known.excluded_from): place for place, known in enumerate(submitted.exclusions)}

        def place(one: Exclusion) -> tuple[bool, int]:
            return not one.of_source, order.get((one.task_id, one.excluded_from), len(order))

        return again.model_copy(update={"exclusions": tuple(sorted(again.exclusions, key=place))})

    @cached_property
    def on_fresh_inputs(self) -> Result:
        """The result on fresh inputs; its figures are the ranked ones."""
        fresh = self.measured.fresh
        return self.remeasured if fresh is None else on_fresh_inputs(self.remeasured, fresh)

    @property
    def metrics(self) -> dict[str, Figure]:
        """The figures on fresh inputs."""
        return self.on_fresh_inputs.metrics

    @cached_property
    def score_changes(self) -> tuple[ScoreChange, ...]:
        """The problems whose scores on fresh and on public inputs differ by more than chance."""
        public, fresh = problem_scores(self.remeasured), problem_scores(self.on_fresh_inputs)
        changes = (ScoreChange(task_id, score, fresh[task_id]) for task_id, score in public.items())
        return tuple(change for change in changes if abs(change.public - change.fresh) > WITHIN_CHANCE)

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """What came out differently."""
        return differences(self.submitted, self.remeasured)

    @property
    def agrees(self) -> bool:
        """Whether a different environment or a tie explains every difference."""
        return agree(self.submitted, self.remeasured, self.differences)

    @property
    def whole(self) -> bool:
        """Whether everything was measured again."""
        measured, submitted = self.measured, self.submitted
        return (
            measured.benchmark == submitted.benchmark
            and measured.problems.keys() == submitted.problems.keys()
            and len(measured.samples) == len(submitted.samples)
        )

    @property
    def counts(self) -> int:
        """The number of counts that were taken again."""
        fresh = self.measured.fresh
        samples = (*self.measured.samples, *(fresh.samples if fresh else ()))
        return sum(len(sample.stress) for sample in samples)

    @property
    def verifies(self) -> bool:
        """Whether it makes the result re-measured: whole, from code, in the ranked environment, and it agrees."""
        complete = self.whole and not self.measured.benchmark.partial
        return self.where_ranked and complete and self.submitted.has_public_code and self.agrees

    @property
    def where_ranked(self) -> bool:
        """Whether it was measured in the ranked environment or, without counts, in one with the same verdicts."""
        environment = self.environment
        if self.submitted.counted:
            return environment.ranked
        return environment.sandbox == "bubblewrap" and judges_as_ranked(environment.facts)


def on_fresh_inputs(remeasured: Result, fresh: FreshMeasurements) -> Result:
    """Return a result with its measurements on fresh inputs, for the problems that have some, not the public ones.

    Peak memory, and what wrong samples spend, are measured only on the public inputs. Their figures stay the same, and
    what these are computed from is left out, so that no figure mixes both kinds of inputs.
    """
    merged = remeasured.problems | fresh.problems
    stress = {(sample.task_id, sample.index): sample.stress for sample in fresh.samples}
    samples = tuple(
        sample.model_copy(
            update={"stress": _counts_alone(stress.get((sample.task_id, sample.index), sample.stress)), "spent": {}}
        )
        for sample in remeasured.samples
    )
    problems = {
        task_id: _without_memory(problem).model_copy(update={"tests": remeasured.problems[task_id].tests})
        for task_id, problem in merged.items()
    }
    found = remeasured.with_figures(problems=problems, samples=samples)
    figures = {name: figure for name, figure in remeasured.metrics.items() if is_of_public_inputs(name)}
    return found.model_copy(update={"metrics": found.metrics | figures})


def _without_memory(problem: ProblemResult) -> ProblemResult:
    if problem.least_memory is None:
        return problem
    inputs = {name: given.model_copy(update={"memory": None}) for name, given in problem.inputs.items()}
    return problem.model_copy(update={"least_memory": None, "inputs": inputs})


def _counts_alone(stress: dict[str, StressResult]) -> dict[str, StressResult]:
    if all(found.memory is None and found.memory_reason is None for found in stress.values()):
        return stress
    nothing = {"memory": None, "memory_reason": None}
    return {name: found.model_copy(update=nothing) for name, found in stress.items()}


def problem_scores(result: Result) -> dict[str, float]:
    """Return the mean score of each problem's samples, for problems that count for efficiency and have samples."""
    return {
        task_id: sum(sample_score(problem, sample) for sample in problem.samples) / len(problem.samples)
        for task_id, problem in zip(sorted(result.problems), result.counts(), strict=True)
        if problem.efficiency and problem.samples
    }


def record_path(result: Path) -> Path:
    """Return where the record of a result's file is, whether it exists or not."""
    return result.with_name(result.stem + VERIFIED)


def read_measurements(path: Path) -> Measurements:
    """Read a record's file.

    Raises:
        InputError: it cannot be read, is not JSON, or breaks the schema.
    """
    return parse_model(Measurements, parse_json(read_bytes(path), path), path)


def record_of(measured: Measurements, submitted: Result, path: Path) -> Record:
    """Return the record of a result, from the measurements in its file.

    Raises:
        InputError: they cannot belong to this result; the message names the path.
    """
    record = Record(submitted, measured)
    if misfits := list(record_misfits(record)):
        raise ResultFaults(path, misfits)
    return record


def record_misfits(record: Record) -> Iterator[tuple[str, str]]:
    """Yield why the measurements of a record cannot belong to its result: the place, and what is wrong."""
    measured, submitted = record.measured, record.submitted
    if (measured.benchmark.name, measured.benchmark.version) != (submitted.benchmark.name, submitted.benchmark.version):
        yield "benchmark", f"is not {submitted.benchmark.name} {submitted.benchmark.version}, the result's"
    yield from environment_misfits(measured.environment)
    yield from measurement_misfits(submitted, measured.problems, measured.samples)
    if (fresh := measured.fresh) is None:
        return
    for where, what in measurement_misfits(submitted, fresh.problems, fresh.samples, public=False):
        yield f"fresh.{where}", what
    public, on_fresh = (
        {(sample.task_id, sample.index) for sample in samples if sample.verdict is Verdict.PASSED}
        for samples in (measured.samples, fresh.samples)
    )
    if {key for key in public if key[0] in fresh.problems} != on_fresh:
        yield "fresh.samples", "are not the samples that are correct on the problems with fresh inputs"


def dump_record(record: Record) -> bytes:
    """Return the bytes of a record's file: UTF-8 JSON without defaults, with sorted keys and a final newline."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(record.measured.model_dump(mode="json", exclude_defaults=True), option=options)
