"""The parts of a result: verdicts, counts and figures; the same types are used in the worker and in the file."""

import hashlib
import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from tallybench.model.verdicts import StressVerdict, SuiteVerdict, Verdict

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
LONGEST = 400  # characters
ShortText = Annotated[str, Field(max_length=LONGEST)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0)]


class Part(BaseModel):
    """A part of a file: immutable, without unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)  # a worker needs few of them


def schema_faults(error: ValidationError) -> list[tuple[str, str]]:
    """Return the JSON path and the message of each schema violation."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"])
        faults.append((where.lstrip(".") or "the file", fault["msg"]))
    return faults


def is_absent(value: object) -> bool:
    """Return whether a field is None and so is left out of the file, as it is in most files."""
    return value is None


def is_empty(value: dict[str, object]) -> bool:
    """Return whether a field has nothing in it and so is left out of the file."""
    return not value


class TieTolerance(Part):
    """Two sums of counts tie if they differ by no more than the larger of these two limits."""

    relative: float
    absolute: int = Field(description="instructions, for each stressful input")

    def slack(self, total: int, inputs: int) -> float:
        """Return how far a sum over `inputs` inputs may exceed `total` and still tie with it."""
        return max(self.relative * total, self.absolute * inputs)


class MemoryResult(Part):
    """The peak memory, in bytes, that samples are compared with on a stressful input."""

    least: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None = Field(description="None if it was not counted")


class InputResult(Part):
    """A stressful input and the counts that samples are compared with; None if over the budget or not measured."""

    sha256: Sha256
    size: Count
    best_known: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None
    memory: MemoryResult | None = Field(default=None, exclude_if=is_absent)


class SuiteTests(Part):
    """A problem's correctness tests of one suite."""

    count: Annotated[int, Field(gt=0)] = Field(description="how many there are")
    sha256: Sha256


class ProblemResult(Part):
    """A problem of the run.

    `inputs` is empty if nothing had to be counted: no sample passed, or the problem counts for pass@k only.
    """

    hash: Sha256
    task: Literal["write", "edit"] = Field(
        default="write",
        exclude_if=lambda task: task == "write",
        description="`edit`: the ground truth is a slow program, which samples are to make faster",
    )
    entry_point: Annotated[str, Field(max_length=100)] = Field(description="empty if a whole program is required")
    without_efficiency: ShortText | None = Field(description="why it counts for pass@k only")
    best_known: Name | None = None
    ground_truth: Name | None = None
    least_memory: Name | None = Field(
        default=None,
        exclude_if=is_absent,
        description="the solution with the least peak memory, if the run measured memory",
    )
    inputs: dict[str, InputResult] = Field(default_factory=dict)
    tests: dict[Name, SuiteTests] = Field(
        default_factory=dict,
        exclude_if=is_empty,
        description="its suites of correctness tests, if it has several; `extra` tests do not affect the verdict",
    )


class StressResult(Part):
    verdict: StressVerdict
    count: Annotated[int, Field(gt=0)] | None = None
    reason: ShortText | None = None
    memory: Annotated[int, Field(gt=0)] | None = Field(
        default=None, exclude_if=is_absent, description="peak memory in bytes, if it was measured"
    )
    memory_reason: ShortText | None = Field(
        default=None, exclude_if=is_absent, description="why it could not be measured"
    )

    @model_validator(mode="after")
    def _count_if_counted(self) -> Self:
        if (self.count is not None) != (self.verdict is StressVerdict.COUNTED):
            raise ValueError("a count must be present if and only if the verdict is `counted`")
        return self

    @classmethod
    def counted(cls, count: int) -> Self:
        """Return the result of a program that has a count."""
        return cls(verdict=StressVerdict.COUNTED, count=count)

    @classmethod
    def failed(cls, verdict: Verdict | StressVerdict, reason: str | None) -> Self:
        """Return the result of a program that has no count, and why."""
        return cls(verdict=StressVerdict(verdict.value), reason=reason and reason[:LONGEST])


class FailureResult(Part):
    """Why a sample is not correct; every text is shortened and may come from untrusted code."""

    reason: ShortText
    call: ShortText | None = None
    expected: ShortText | None = None
    got: ShortText | None = None


class SuiteOutcome(Part):
    """How a program did on the correctness tests of one suite."""

    verdict: Verdict
    failure: FailureResult | None = Field(default=None, exclude_if=is_absent)


class CheckOutcome(Part):
    """The outcome of the correctness tests for one program.

    Attributes:
        verdict: PASSED or why not.
        failure: what went wrong, if it did not pass.
        suites: by test class, how its tests ended, counted by outcome and by exception; None if there are none.
        tests: the outcome of each suite of tests, if there are several.
    """

    verdict: Verdict
    failure: FailureResult | None = None
    suites: dict[str, dict[str, int]] | None = None
    tests: dict[Name, SuiteOutcome] = Field(default_factory=dict, exclude_if=is_empty)

    @classmethod
    def failed(
        cls,
        verdict: Verdict,
        reason: str,
        call: str | None = None,
        expected: str | None = None,
        got: str | None = None,
    ) -> Self:
        """Return the outcome of a program that did not pass."""
        failure = FailureResult(reason=reason[:LONGEST], call=call, expected=expected, got=got)
        return cls(verdict=verdict, failure=failure)

    @property
    def verdicts(self) -> set[Verdict]:
        """The verdict, and that of each suite of tests."""
        return {self.verdict, *(outcome.verdict for outcome in self.tests.values())}

    @property
    def reason(self) -> str | None:
        """Why it did not pass, in words; None if it did."""
        return None if self.failure is None else self.failure.reason


PASSED = CheckOutcome(verdict=Verdict.PASSED)


class MethodResult(Part):
    verdict: SuiteVerdict = Field(description="of the test class of this method")
    calls: Count = Field(description="how many other methods of its class the canonical method uses")


class Recall(Part):
    """How many of the things that the canonical methods use are also used by the sample's methods."""

    found: Count
    of: Count

    @property
    def percent(self) -> float | None:
        return 100 * self.found / self.of if self.of else None


class SuitesResult(Part):
    """A sample's verdicts by method."""

    methods: dict[Name, MethodResult]
    whole: SuiteVerdict | None = Field(description="of the test class for the class as a whole, if there is one")
    exceptions: dict[Name, Annotated[int, Field(gt=0)]] = Field(
        default_factory=dict, description="tests ended by an exception, by its type; `AssertionError`: they failed"
    )
    fields: Recall
    calls: Recall

    @property
    def verdicts(self) -> tuple[SuiteVerdict, ...]:
        """The verdicts of all test classes."""
        own = tuple(method.verdict for method in self.methods.values())
        return own if self.whole is None else (*own, self.whole)

    @property
    def partial(self) -> bool:
        """Whether every test class passes at least in part."""
        return {SuiteVerdict.FAILED, SuiteVerdict.ERROR}.isdisjoint(self.verdicts)


class SampleResult(Part):
    task_id: Name
    index: Count
    code_sha256: Sha256 | None = Field(description="of the sanitized code; None if there is no code")
    code: str | None = Field(default=None, description="the sanitized code, unless withheld")
    tree_sha256: Sha256 | None = Field(
        default=None,
        description="of the normalised syntax tree of the task's function; None if that is short, and in old files",
    )
    sanitized: tuple[str, ...] = Field(
        default=(), description="the rules by which the code was taken from the model's answer"
    )
    verdict: Verdict
    failure: FailureResult | None = None
    stress: dict[str, StressResult] = Field(default_factory=dict, description="by stressful input; for passed samples")
    spent: dict[str, Annotated[int, Field(gt=0)]] = Field(
        default_factory=dict,
        exclude_if=is_empty,
        description="instructions by stressful input, for an editing-task sample that ran but is wrong",
    )
    suites: SuitesResult | None = Field(
        default=None, exclude_if=is_absent, description="for a class whose tests are suites for its methods"
    )
    tests: dict[Name, SuiteOutcome] = Field(
        default_factory=dict, exclude_if=is_empty, description="by suite, for a problem with several suites of tests"
    )

    @property
    def fails_only_extra(self) -> bool:
        """Whether it passes the tests that decide its verdict, and fails a generated one."""
        extra = self.tests.get("extra")
        return self.verdict is Verdict.PASSED and extra is not None and extra.verdict is not Verdict.PASSED


class Figure(Part):
    """A headline figure with its 95 % interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    problems: Count = Field(description="the denominator")
    censored: Count = Field(default=0, description="samples whose count is used as a bound")
    reason: ShortText | None = Field(default=None, description="why there is no value")


class Exclusion(Part):
    task_id: Name
    excluded_from: Literal["efficiency", "speedup", "benchmark", "inputs"] = Field(
        description="`benchmark`: the source's data for the problem is unusable, so the problem is not included; "
        "`inputs`: one of its stressful inputs is left out"
    )
    reason: ShortText

    @property
    def of_source(self) -> bool:
        """Whether it is due to unusable data, and so does not follow from the verdicts."""
        return self.excluded_from in ("benchmark", "inputs")


_REPOSITORY = re.compile(r"https://([a-z0-9][a-z0-9.-]*)/([A-Za-z0-9_.-]+)/([A-Za-z0-9_.-]+)")
OPEN_LICENCES = ("MIT", "Apache-2.0")  # pages show other people's samples only under these
SampleField = Literal["task_id", "solution", "completion", "raw"]


def _in_repository(path: str) -> str:
    if path.startswith("/") or "\\" in path or not path.isprintable() or {"", ".", ".."} & set(path.split("/")):
        raise ValueError("must be a path in the repository, such as data/samples.jsonl")
    return path


def _as_repository(address: str) -> str:
    found = _REPOSITORY.fullmatch(address)
    if found is None or any(set(part) == {"."} for part in found.groups()):
        raise ValueError("must be an address such as https://github.com/OWNER/NAME")
    return address


RepositoryPath = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_in_repository)]


class Source(Part):
    """Where the samples are published if the result does not include them, so that anyone can measure them again."""

    repository: Annotated[str, Field(max_length=200), AfterValidator(_as_repository)]
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    files: Annotated[dict[RepositoryPath, Sha256], Field(min_length=1, max_length=1000)] = Field(
        description="the samples' files and the SHA-256 of each; they are read in the order of their paths"
    )
    fields: dict[SampleField, Name] = Field(
        default_factory=dict,
        description="what `task_id` and the sample's text are called there, if they have other names",
    )
    licence: Name | None = Field(
        default=None, description="its SPDX identifier, as stated by the submitter; None if the repository states none"
    )

    @property
    def answers_sha256(self) -> str:
        """The hash that identifies its files: that of a single file, or of what `sha256sum` prints for several."""
        if len(self.files) == 1:
            return next(iter(self.files.values()))
        lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(self.files.items()))
        return hashlib.sha256(lines.encode()).hexdigest()
