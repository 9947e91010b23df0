"""How a result does on fresh inputs: those that families build at a seed derived from the result's own file.

Code can be prepared for the public inputs. The fresh ones were unknown while it was written, and anyone can build them
again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from tallybench.model.budget import TIE
from tallybench.model.counts import find_exclusions, problem_counts, sample_score
from tallybench.model.metrics import compute_metrics, is_of_public_inputs, ks_of
from tallybench.model.redaction import of_the_source
from tallybench.model.result import ProblemResult, Result, SampleResult, StressResult
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.comparison import measurement_misfits

# In points of a problem's score. Families vary with the seed, and scores with them;
# `python benchmarks/fresh_inputs.py` measures by how much for honest results.
WITHIN_CHANCE = 5.0


class FreshMeasurements(BaseModel):
    """What was measured on fresh inputs: the correct samples of the problems with families."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    problems: dict[str, ProblemResult]
    samples: tuple[SampleResult, ...]


@dataclass(frozen=True)
class ScoreChange:
    """A problem on which a result's score on fresh inputs differs from that on the public ones.

    Attributes:
        task_id: the problem.
        public: the score on the public inputs, 0 to 100, the mean over the samples.
        fresh: the score on fresh ones.
    """

    task_id: str
    public: float
    fresh: float

    def __str__(self) -> str:
        return f"{self.task_id}: {self.public:.1f} points on the public inputs, {self.fresh:.1f} on fresh ones"


def on_fresh_inputs(remeasured: Result, fresh: FreshMeasurements) -> Result:
    """Return a result with its measurements on fresh inputs, for the problems that have some.

    Peak memory, and what wrong samples spend, are measured only on the public inputs. Their figures stay the same, and
    what these are computed from is left out, so that no figure mixes both kinds of inputs.

    Args:
        remeasured: the result as it was measured on the public inputs.
        fresh: what was measured of it on fresh ones.
    """
    merged = remeasured.problems | fresh.problems
    problems = {task_id: _without_memory(problem) for task_id, problem in merged.items()}
    stress = {(sample.task_id, sample.index): sample.stress for sample in fresh.samples}
    samples = tuple(
        sample.model_copy(
            update={"stress": _counts_alone(stress.get((sample.task_id, sample.index), sample.stress)), "spent": {}}
        )
        for sample in remeasured.samples
    )
    unusable = [exclusion for exclusion in remeasured.exclusions if of_the_source(exclusion)]
    counts = problem_counts(problems, samples, remeasured.budget)
    public = {name: figure for name, figure in remeasured.metrics.items() if is_of_public_inputs(name)}
    return remeasured.model_copy(
        update={
            "problems": problems,
            "samples": samples,
            "exclusions": (*unusable, *find_exclusions(problems, samples)),
            "metrics": compute_metrics(counts, ks_of(remeasured.metrics) or (1,), TIE) | public,
        }
    )


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


def score_changes(public: Result, fresh: Result) -> Iterator[ScoreChange]:
    """Yield the problems on which the two scores differ by more than WITHIN_CHANCE."""
    before, after = problem_scores(public), problem_scores(fresh)
    for task_id, score in before.items():
        if abs(score - after[task_id]) > WITHIN_CHANCE:
            yield ScoreChange(task_id, score, after[task_id])


def fresh_misfits(
    submitted: Result, measured: tuple[SampleResult, ...], fresh: FreshMeasurements
) -> Iterator[tuple[str, str]]:
    """Yield why these measurements cannot be of a result on fresh inputs: the place, and what is wrong.

    Args:
        submitted: the result.
        measured: its samples as they were measured on the public inputs.
        fresh: what was measured on fresh ones.
    """
    for where, what in measurement_misfits(submitted, fresh.problems, fresh.samples, public=False):
        yield f"fresh.{where}", what
    correct = {
        (sample.task_id, sample.index)
        for sample in measured
        if sample.verdict is Verdict.PASSED and sample.task_id in fresh.problems
    }
    if correct != {(sample.task_id, sample.index) for sample in fresh.samples if sample.verdict is Verdict.PASSED}:
        yield "fresh.samples", "are not those that are correct on the problems that have fresh inputs"


def problem_scores(result: Result) -> dict[str, float]:
    """Return the mean score of each problem's samples, for problems that count for efficiency and have samples."""
    counts = problem_counts(result.problems, result.samples, result.budget)
    return {
        task_id: sum(sample_score(problem, sample) for sample in problem.samples) / len(problem.samples)
        for task_id, problem in zip(sorted(result.problems), counts, strict=True)
        if problem.efficiency and problem.samples
    }
