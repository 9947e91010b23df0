"""The parts of a result that its figures are computed from, and the figures themselves."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from tallybench.model.fields import Count, Name, Part, Sha256, ShortText
from tallybench.model.suite_results import SuitesResult
from tallybench.model.verdicts import StressVerdict, Verdict


def is_absent(value: object) -> bool:
    """Return whether a field is None and so is left out of the file, as it is in most files."""
    return value is None


def _is_write(task: object) -> bool:
    return task == "write"


def _is_empty(values: dict[str, int]) -> bool:
    return not values


class MemoryResult(Part):
    """The peak memory, in bytes, that samples are compared with on a stressful input."""

    least: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None = Field(description="None where it was not counted")


class InputResult(Part):
    """A stressful input and the counts that samples are compared with; None if over the budget or not measured."""

    sha256: Sha256
    size: Count
    best_known: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None
    memory: MemoryResult | None = Field(default=None, exclude_if=is_absent)


class ProblemResult(Part):
    """A problem of the run.

    `inputs` is empty if nothing had to be counted: no sample passed, or the problem counts for pass@k only.
    """

    hash: Sha256
    task: Literal["write", "edit"] = Field(
        default="write",
        exclude_if=_is_write,
        description="`edit`: the ground truth is a slow program, which samples are to make faster",
    )
    entry_point: Annotated[str, Field(max_length=100)] = Field(description="empty where a whole program is asked for")
    without_efficiency: ShortText | None = Field(description="why it counts for pass@k only")
    best_known: Name | None = None
    ground_truth: Name | None = None
    least_memory: Name | None = Field(
        default=None,
        exclude_if=is_absent,
        description="the solution with the least peak memory; of a run that measured it",
    )
    inputs: dict[str, InputResult] = Field(default_factory=dict)


class StressResult(Part):
    verdict: StressVerdict
    count: Annotated[int, Field(gt=0)] | None = None
    reason: ShortText | None = None
    memory: Annotated[int, Field(gt=0)] | None = Field(
        default=None, exclude_if=is_absent, description="peak memory in bytes, where it was measured"
    )
    memory_reason: ShortText | None = Field(
        default=None, exclude_if=is_absent, description="why it could not be measured"
    )

    @model_validator(mode="after")
    def _count_if_counted(self) -> Self:
        if (self.count is not None) != (self.verdict is StressVerdict.COUNTED):
            raise ValueError("a count stands with the verdict `counted`, and only there")
        return self


class FailureResult(Part):
    """Why a sample is not correct; every text is shortened and may come from untrusted code."""

    reason: ShortText
    call: ShortText | None = None
    expected: ShortText | None = None
    got: ShortText | None = None


class SampleResult(Part):
    task_id: Name
    index: Count
    code_sha256: Sha256 | None = Field(description="of the sanitized code; None where there is no code")
    code: str | None = Field(default=None, description="the sanitized code, unless withheld")
    tree_sha256: Sha256 | None = Field(
        default=None,
        description="of the normalised syntax tree of the task's function; None where that is short, and in old files",
    )
    sanitized: tuple[str, ...] = Field(
        default=(), description="the rules by which the code was taken from the model's answer"
    )
    verdict: Verdict
    failure: FailureResult | None = None
    stress: dict[str, StressResult] = Field(default_factory=dict, description="by stressful input; of passed samples")
    spent: dict[str, Annotated[int, Field(gt=0)]] = Field(
        default_factory=dict,
        exclude_if=_is_empty,
        description="instructions by stressful input, of a sample at an editing task that ran and is wrong",
    )
    suites: SuitesResult | None = Field(
        default=None, exclude_if=is_absent, description="of a class whose tests are suites for its methods"
    )


class Figure(Part):
    """A headline figure with its 95 % interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    problems: Count = Field(description="the denominator")
    censored: Count = Field(default=0, description="samples whose count enters as a bound")
    reason: ShortText | None = Field(default=None, description="why there is no value")


class Exclusion(Part):
    task_id: Name
    excluded_from: Literal["efficiency", "speedup", "benchmark", "inputs"] = Field(
        description="`benchmark`: the source's data of it cannot be used, so that it is not among the problems; "
        "`inputs`: one of its stressful inputs is left out"
    )
    reason: ShortText
