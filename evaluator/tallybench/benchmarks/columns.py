"""The columns of a published benchmark, as they are checked when it is read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, overload

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from tallybench.model.invalid_inputs import InvalidInput
from tallybench.model.problem import GIVEN, Case, Growing, Kind, Problem, Solution, StressfulInput, Task
from tallybench.values.literals import Growth, LiteralError, read_literal


class Row(BaseModel):
    """A row, or a part of one. Validate with a `Growth` as the context: it limits what all of its literals grow to."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


# Names of files, folders or keys of a result have to be harmless.
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]
TaskId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}/[A-Za-z0-9_-]{1,30}$")]


class BenchmarkMetadata(Row):
    """What a file's own metadata says about the benchmark."""

    benchmark: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
    version: Annotated[str, Field(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Solution(Row):
    name: Annotated[Identifier, Field(pattern=r"^(reference_|slow_|ground_truth|Reference|Slow)")]
    code: str

    def as_solution(self) -> Solution:
        return Solution(self.name, self.code)


def _read(text: object, growth: Growth | None = None) -> Any:
    if not isinstance(text, str):
        raise ValueError("is not a text")
    try:
        return read_literal(text, growth)
    except LiteralError as error:
        raise ValueError(str(error)) from None


class _Example(Row):
    """The arguments of a call, written as a literal."""

    arguments: tuple[Any, ...]

    @field_validator("arguments", mode="before")
    @classmethod
    def _read_arguments(cls, text: object, info: ValidationInfo) -> Any:
        return _read(text, info.context)


class _Invalid(Row):
    """An input that the contract rejects. Only its text is kept, since some have a million elements."""

    reason: str
    arguments: str

    @field_validator("arguments")
    @classmethod
    def _can_be_read(cls, text: str) -> str:
        _read(text)
        return text


@dataclass(frozen=True)
class _InvalidInputs(Sequence[InvalidInput]):
    """Invalid inputs that are read from their texts whenever they are accessed."""

    rows: tuple[_Invalid, ...]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> InvalidInput: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[InvalidInput]: ...
    def __getitem__(self, index: int | slice) -> InvalidInput | Sequence[InvalidInput]:
        if isinstance(index, slice):
            return _InvalidInputs(self.rows[index])
        row = self.rows[index]
        return row.reason, tuple(_read(row.arguments))


class _Case(_Example):
    """A correctness test given as data."""

    name: str
    expected: Any

    @field_validator("expected", mode="before")
    @classmethod
    def _read_expected(cls, text: object, info: ValidationInfo) -> Any:
        return _read(text, info.context)

    def as_case(self) -> Case:
        return Case(self.arguments, self.expected, self.name)


class _Wrong(_Example):
    why: str


class _Growing(Row):
    size_of: str
    program: str

    def as_growing(self) -> Growing:
        return Growing(self.size_of, self.program)


class _Varying(Row):
    input: str
    why: str


class ProblemRow(Row):
    """A row of the config `problems`."""

    task_id: TaskId
    task: Literal["write", "edit"] = "write"
    level: str
    entry_point: Identifier
    prompt: str
    tests: str
    canonical: str
    canonical_wrong: _Wrong | None
    ground_truth: _Solution | None
    contract: str | None
    invalid: list[_Invalid]
    references: list[_Solution]
    slow: list[_Solution]
    growing: _Growing | None
    no_headroom: str | None
    few_families: str | None = None
    cost_varies: list[_Varying] = []
    cases: list[_Case] = []
    written: date | None = None
    tolerance: float | None
    accepts: str | None
    notes: str
    stressful_inputs: int
    source: str
    licence: str
    hash: str

    def as_problem(self, stressful: Sequence[StressfulInput]) -> Problem:
        """Return the problem of this row, with its stressful inputs."""
        wrong, task = self.canonical_wrong, Task(self.task)
        return Problem(
            task_id=self.task_id,
            entry_point=self.entry_point,
            level=self.level,
            prompt=self.prompt,
            tests=self.tests,
            canonical=Solution(GIVEN if task is Task.EDIT else "canonical", self.canonical),
            task=task,
            contract=self.contract,
            invalid=_InvalidInputs(tuple(self.invalid)),
            stressful=tuple(stressful),
            references=tuple(solution.as_solution() for solution in self.references),
            slow=tuple(solution.as_solution() for solution in self.slow),
            growing=None if self.growing is None else self.growing.as_growing(),
            corrected=None if self.ground_truth is None else self.ground_truth.as_solution(),
            canonical_wrong=None if wrong is None else (wrong.arguments, wrong.why),
            no_headroom=self.no_headroom,
            few_families=self.few_families,
            cost_varies={varying.input: varying.why for varying in self.cost_varies},
            tolerance=self.tolerance,
            accepts=self.accepts,
            notes=self.notes,
            cases=tuple(case.as_case() for case in self.cases),
            written=self.written,
        )

    @field_validator("written", mode="before")
    @classmethod
    def _day(cls, text: object) -> Any:
        return date.fromisoformat(text) if isinstance(text, str) else text


class StressfulRow(Row):
    """A row of the config `stressful`."""

    task_id: TaskId
    name: Identifier
    format: str
    kind: str
    exposes: str
    program: str
    function: str
    expressions: list[str]
    seed: str

    @field_validator("kind")
    @classmethod
    def _is_a_kind(cls, kind: str) -> str:
        if kind not in set(Kind):
            raise ValueError(f"must be one of {', '.join(Kind)}")
        return kind

    def as_input(self) -> StressfulInput:
        facts = self.model_dump(exclude={"task_id"})
        return StressfulInput(**facts | {"kind": Kind(self.kind), "expressions": tuple(self.expressions)})
