"""`results/extra_tests.json`: which published programs pass the tests of the source and are wrong on a generated input.

Programs are run on all generated inputs, not on a selection: one that was chosen with the programs of some models would
be kinder to the others.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tallybench.model.counts import problem_counts
from tallybench.model.metrics import compute_metrics, ks_of
from tallybench.model.parts import Count, Name, Sha256
from tallybench.model.result import Figure
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.data_file import read_data, write_data
from tallybench.statistics.published.entries import Entry

FILE = "results/extra_tests.json"


class ProblemExtra(BaseModel):
    """What the generated inputs of one problem showed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    content: Sha256 = Field(description="the problem's hash when its inputs were generated")
    inputs: Count = Field(description="how many there are")
    wrong: tuple[Sha256, ...] = Field(description="of the texts of programs that are wrong on one of them, sorted")


class BenchmarkExtra(BaseModel):
    """What the generated inputs of a benchmark showed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tests_sha256: Sha256 = Field(description="of the file of generated inputs")
    results: tuple[Annotated[str, Field(max_length=300)], ...] = Field(
        description="the results whose programs were run, all of them, by path, sorted"
    )
    problems: dict[Name, ProblemExtra]

    def is_of(self, contents: Mapping[str, str]) -> bool:
        """Return whether the problems are still those that the inputs were generated for.

        Args:
            contents: the current hashes of the problems, by task id.
        """
        return all(contents.get(task_id) == problem.content for task_id, problem in self.problems.items())


class ExtraFile(BaseModel):
    """The content of the file, by benchmark."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmarks: dict[Name, BenchmarkExtra] = {}


@dataclass(frozen=True)
class ExtraStanding:
    """How a result does on the generated inputs.

    Attributes:
        figures: pass@k over the tests of the source and the generated inputs, by the name of the figure without these.
        wrong: the problems on which a sample passes the source's tests but fails here, in the order of the samples.
    """

    figures: Mapping[str, Figure]
    wrong: tuple[str, ...]


def extra_standing(entry: Entry, extra: BenchmarkExtra | None) -> ExtraStanding | None:
    """Return how a result does on the generated inputs; None if its programs were not run on them.

    Args:
        entry: the result.
        extra: what was found on its benchmark; None if nothing was.
    """
    if extra is None or entry.path not in extra.results:
        return None
    result = entry.scored
    wrong = {task_id: set(problem.wrong) for task_id, problem in extra.problems.items()}
    samples, found = [], []
    for sample in result.samples:
        if sample.verdict is Verdict.PASSED and sample.code_sha256 in wrong.get(sample.task_id, ()):
            found.append(sample.task_id)
            sample = sample.model_copy(update={"verdict": Verdict.WRONG_OUTPUT})
        samples.append(sample)
    figures = compute_metrics(
        problem_counts(result.problems, samples, result.budget),
        ks_of(result.metrics),
        result.tie_tolerance,
        counted=False,
    )
    return ExtraStanding(figures, tuple(dict.fromkeys(found)))


def read_extra(root: Path) -> ExtraFile:
    """Load what was found; it is empty if there is no file.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    return read_data(root, FILE, ExtraFile, "make it again: tallybench dev tests results") or ExtraFile()


def write_extra(root: Path, benchmark: str, found: BenchmarkExtra) -> Path:
    """Write what was found on one benchmark, replacing what the file has on it."""
    benchmarks = {**read_extra(root).benchmarks, benchmark: found}
    return write_data(root, FILE, ExtraFile(benchmarks=dict(sorted(benchmarks.items()))))


def results_with_code(entries: Iterable[Entry], benchmark: str, version: str) -> list[Entry]:
    """Return the results on a benchmark whose programs anyone can get."""
    return [
        entry
        for entry in entries
        if (entry.benchmark, entry.version) == (benchmark, version) and entry.result.has_public_code
    ]
