"""The rows of a published dataset, checked, and what is made from them; none of their code is run."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, overload

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from tallybench.model.inputs import Growing, InvalidInput, Kind, StressfulInput
from tallybench.model.problem import GIVEN, Case, Problem, Solution, Task
from tallybench.values.literals import Growth, LiteralError, read_literal


class Row(BaseModel):
    """A row, or a part of one. Validate with a `Growth` as the context: it limits how large all its literals grow."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


def _read(text: object, growth: Growth | None = None) -> Any:
    if not isinstance(text, str):
        raise ValueError("is not a text")
    try:
        return read_literal(text, growth)
    except LiteralError as error:
        raise ValueError(str(error)) from None


def _readable(text: str) -> str:
    _read(text)
    return text


# Names of files, folders or keys in a result must be harmless.
Identifier = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")]
TaskId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,59}/[A-Za-z0-9_-]{1,30}$")]
_READ = BeforeValidator(lambda text, info: _read(text, info.context))
Arguments = Annotated[tuple[Any, ...], _READ]


class BenchmarkMetadata(Row):
    """What a file's own metadata says about the benchmark."""

    benchmark: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
    version: Annotated[str, Field(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
    hash: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Solution(Row):
    name: Annotated[Identifier, Field(pattern=r"^(reference_|slow_|ground_truth|Reference|Slow)")]
    code: str


class _Invalid(Row):
    """An input that the contract rejects. Only its text is kept, since some have a million elements."""

    reason: str
    arguments: Annotated[str, AfterValidator(_readable)]


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
        return self.rows[index].reason, tuple(_read(self.rows[index].arguments))


class _Case(Row):
    arguments: Arguments
    expected: Annotated[Any, _READ]
    name: str


class _Wrong(Row):
    arguments: Arguments
    why: str


class _Growing(Row):
    size_of: str
    program: str


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
    written: Annotated[
        date | None, BeforeValidator(lambda day: date.fromisoformat(day) if isinstance(day, str) else day)
    ] = None
    tolerance: float | None
    accepts: str | None
    notes: str
    stressful_inputs: int
    source: str
    licence: str
    hash: str

    def as_problem(self, stressful: Sequence[StressfulInput]) -> Problem:
        """Return the problem of this row, with its stressful inputs."""
        same = (
            *("task_id", "entry_point", "level", "prompt", "tests", "contract", "no_headroom", "few_families"),
            *("tolerance", "accepts", "notes", "written"),
        )
        wrong, truth, growing, task = self.canonical_wrong, self.ground_truth, self.growing, Task(self.task)
        return Problem(
            **{name: getattr(self, name) for name in same},
            canonical=Solution(GIVEN if task is Task.EDIT else "canonical", self.canonical),
            task=task,
            invalid=_InvalidInputs(tuple(self.invalid)),
            stressful=tuple(stressful),
            references=tuple(Solution(one.name, one.code) for one in self.references),
            slow=tuple(Solution(one.name, one.code) for one in self.slow),
            growing=None if growing is None else Growing(growing.size_of, growing.program),
            corrected=None if truth is None else Solution(truth.name, truth.code),
            canonical_wrong=None if wrong is None else (wrong.arguments, wrong.why),
            cost_varies={varying.input: varying.why for varying in self.cost_varies},
            cases=tuple(Case(case.arguments, case.expected, case.name) for case in self.cases),
        )


def _kind(name: object) -> Kind:
    if not isinstance(name, str) or name not in set(Kind):
        raise ValueError(f"must be one of {', '.join(Kind)}")
    return Kind(name)


class StressfulRow(Row):
    """A row of the config `stressful`."""

    task_id: TaskId
    name: Identifier
    format: str
    kind: Annotated[Kind, BeforeValidator(_kind)]
    exposes: str
    program: str
    function: str
    expressions: list[str]
    seed: str

    def as_input(self) -> StressfulInput:
        """Return the input of this row."""
        facts = self.model_dump(exclude={"task_id"})
        return StressfulInput(**facts | {"expressions": tuple(self.expressions)})
