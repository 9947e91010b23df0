"""The record of a verification: that a result was measured again from its code, where, and what came out.

It is next to the result as `NAME.verified.json`; only the main branch writes it, by `tallybench dev verify`. Its
file holds what was measured and nothing else. Agreement, differences and figures are never read from it: they are
computed from the result and from what was measured whenever it is read.

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
from pydantic import BaseModel, ConfigDict, Field

from tallybench.errors import InputError
from tallybench.model.budget import BUDGET, TIE
from tallybench.model.counts import find_exclusions, problem_counts
from tallybench.model.environment import judges_as_ranked
from tallybench.model.metrics import METRICS_VERSION, compute_metrics, ks_of
from tallybench.model.parts import Name, Sha256
from tallybench.model.redaction import of_the_source
from tallybench.model.result import (
    BenchmarkFacts,
    Environment,
    Figure,
    ProblemResult,
    Result,
    SampleResult,
)
from tallybench.statistics.published.comparison import (
    Difference,
    agree,
    differences,
    environment_misfits,
    measurement_misfits,
)
from tallybench.statistics.published.fresh import (
    FreshMeasurements,
    ScoreChange,
    fresh_misfits,
    on_fresh_inputs,
    score_changes,
)
from tallybench.statistics.reading import ResultFaults, parse_json, parse_model

SCHEMA_VERSION = 4
VERIFIED = ".verified.json"  # how the name of a record's file ends


class Measurements(BaseModel):
    """The content of a record's file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: Literal[3, 4]
    result_sha256: Sha256 = Field(description="of the result's file")
    evaluator_version: Name
    benchmark: BenchmarkFacts
    environment: Environment
    problems: dict[str, ProblemResult]
    samples: tuple[SampleResult, ...] = Field(description="without code, which stands in the result")
    fresh: FreshMeasurements | None = Field(
        default=None, description="on fresh inputs, whose seed is result_sha256; None: no problem has families"
    )
    seed: int | None = Field(default=None, description="of the draw, where a part was measured")
    unusual: dict[Name, Annotated[int, Field(gt=0)]] | None = Field(
        default=None,
        description="what is unusual in the code, and in how many samples; None: the code was not looked at",
    )


@dataclass(frozen=True)
class Record:
    """A verification. Everything that it says follows from these two.

    Attributes:
        submitted: the result.
        measured: what was measured again; it fits the result.
    """

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
        counts = problem_counts(measured.problems, samples, BUDGET)
        counted = measured.environment.counter != "none"
        unusable = [exclusion for exclusion in submitted.exclusions if of_the_source(exclusion)]
        others = find_exclusions(measured.problems, samples) if counted else []
        order = {(known.task_id, known.excluded_from): place for place, known in enumerate(submitted.exclusions)}
        others.sort(key=lambda exclusion: order.get((exclusion.task_id, exclusion.excluded_from), len(order)))
        return submitted.model_copy(
            update={
                "metrics_version": METRICS_VERSION,
                "evaluator_version": measured.evaluator_version,
                "benchmark": measured.benchmark,
                "environment": measured.environment,
                "budget": BUDGET,
                "tie_tolerance": TIE,
                "problems": measured.problems,
                "samples": samples,
                "exclusions": (*unusable, *others),
                "metrics": compute_metrics(counts, ks_of(submitted.metrics) or (1,), TIE, counted=counted),
            }
        )

    @cached_property
    def on_fresh_inputs(self) -> Result:
        """The result on fresh inputs; its figures are the ranked ones."""
        fresh = self.measured.fresh
        if fresh is None:
            return self.remeasured
        return on_fresh_inputs(self.remeasured, fresh)

    @property
    def metrics(self) -> dict[str, Figure]:
        """The figures on fresh inputs."""
        return self.on_fresh_inputs.metrics

    @cached_property
    def score_changes(self) -> tuple[ScoreChange, ...]:
        """The problems whose scores on fresh and on public inputs differ by more than chance."""
        return tuple(score_changes(self.remeasured, self.on_fresh_inputs))

    @cached_property
    def differences(self) -> tuple[Difference, ...]:
        """What came out differently."""
        return differences(self.submitted, self.remeasured)

    @property
    def agrees(self) -> bool:
        """Whether another environment or a tie explains every difference."""
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
        samples = (*self.measured.samples, *(() if fresh is None else fresh.samples))
        return sum(len(sample.stress) for sample in samples)

    @property
    def verifies(self) -> bool:
        """Whether it makes the result re-measured: whole, from code, where results are ranked, and it agrees."""
        return (
            self.where_ranked
            and self.whole
            and not self.measured.benchmark.partial
            and self.submitted.has_public_code
            and self.agrees
        )

    @property
    def where_ranked(self) -> bool:
        """Whether it was measured where results are ranked or, without counts, where verdicts are the same."""
        environment = self.environment
        if self.submitted.environment.counter != "none":
            return environment.ranked
        return environment.sandbox == "bubblewrap" and judges_as_ranked(environment.facts)


def record_path(result: Path) -> Path:
    """Return where the record of a result's file is, whether it exists or not."""
    return result.with_name(result.stem + VERIFIED)


def read_measurements(path: Path) -> Measurements:
    """Read a record's file.

    Raises:
        InputError: it cannot be read, is not JSON, or breaks the schema.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    return parse_model(Measurements, parse_json(content, path), path)


def read_record(path: Path, submitted: Result) -> Record:
    """Read the record of a result.

    Args:
        path: the record's file.
        submitted: the result that the record is for.

    Raises:
        InputError: it cannot be read, breaks the schema, or does not fit this result.
    """
    return record_of(read_measurements(path), submitted, path)


def record_of(measured: Measurements, submitted: Result, path: Path) -> Record:
    """Return the record of a result, from the measurements in its file.

    Raises:
        InputError: they cannot be of this result; the message names the path.
    """
    record = Record(submitted, measured)
    if misfits := list(record_misfits(record)):
        raise ResultFaults(path, misfits)
    return record


def record_misfits(record: Record) -> Iterator[tuple[str, str]]:
    """Yield why the measurements of a record cannot be of its result: the place, and what is wrong."""
    measured, submitted = record.measured, record.submitted
    if (measured.benchmark.name, measured.benchmark.version) != (submitted.benchmark.name, submitted.benchmark.version):
        yield "benchmark", f"is not {submitted.benchmark.name} {submitted.benchmark.version}, which the result is of"
    yield from environment_misfits(measured.environment)
    yield from measurement_misfits(submitted, measured.problems, measured.samples)
    if measured.fresh is not None:
        yield from fresh_misfits(submitted, measured.samples, measured.fresh)


def dump_record(record: Record) -> bytes:
    """Return the bytes of a record's file: UTF-8 JSON without defaults, with sorted keys and a final newline."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(record.measured.model_dump(mode="json", exclude_defaults=True), option=options)
