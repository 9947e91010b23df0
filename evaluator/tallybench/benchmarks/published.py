"""Reads a benchmark back from its dataset, in a folder or on the Hugging Face Hub.

Such a dataset is untrusted, so reading it runs nothing. What an evaluation runs outside the sandbox (the correctness
tests and what belongs to them) must exactly equal that of the benchmark that comes with TallyBench.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, overload

import orjson
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.inputs import Growing, InvalidInput, Kind, StressfulInput
from tallybench.model.problem import GIVEN, Case, Problem, Solution, Task
from tallybench.sandbox.parquet import NotParquet, Table, read_parquet
from tallybench.values.literals import Growth, LiteralError, read_literal
from tallybench.values.text import clean_text

RUN_BY_EVALUATE = ("entry_point", "prompt", "tests", "accepts", "cases")
RUN_BY_AUDIT = (*RUN_BY_EVALUATE, "canonical", "corrected", "contract", "references", "slow", "growing", "stressful")

LARGEST_FILE = 64 << 20  # bytes

_HUB_ID = re.compile(r"(?P<repo>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)(@(?P<revision>[\w./-]+))?", re.ASCII)
_REMEDY = "fetch it again, or make it again with tallybench dev dataset build"


class Row(BaseModel):
    """A row, or a part of one. Validate with a `Growth` as the context: it limits what all of its literals grow to."""

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


# Names of files, folders or keys of a result have to be harmless.
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


@cache
def load_published(source: str) -> Benchmark:
    """Read a published benchmark, once in a process.

    Args:
        source: a folder with `problems/*.parquet` and `stressful/*.parquet`, or ORG/NAME or ORG/NAME@REVISION on the
            Hugging Face Hub.

    Returns:
        A benchmark with the same names, versions and hashes as the one that the dataset was made from.
    """
    folder = Path(source) if Path(source).is_dir() else _fetched(source)
    reading = _Reading()
    described, problems = reading.config(folder / "problems", ProblemRow)
    other, stressful = reading.config(folder / "stressful", StressfulRow)
    if not problems:
        raise InputError(f"{source}: holds no problems; {_REMEDY}")
    if other != described:
        raise InputError(f"{source}: problems and stressful inputs are of different benchmarks; {_REMEDY}")
    inputs: dict[str, list[StressfulInput]] = {row.task_id: [] for row in problems}
    if len(inputs) != len(problems):
        raise InputError(f"{source}: a task id is there twice; {_REMEDY}")
    for row in stressful:
        if row.task_id not in inputs:
            raise InputError(f"{source}: {row.task_id}: has a stressful input, but is no problem; {_REMEDY}")
        inputs[row.task_id].append(row.as_input())
    benchmark = Benchmark(
        described.benchmark,
        described.version,
        tuple(_problem(f"{source}: {row.task_id}", row, inputs[row.task_id]) for row in problems),
        Texts(shown=True, licence=problems[0].licence, url=problems[0].source),
        audited=True,
    )
    if benchmark.hash != described.hash:
        raise InputError(f"{source}: the hash of its problems is not the one it names; {_REMEDY}")
    return benchmark


def refuse_changed(benchmark: Benchmark, fields: tuple[str, ...]) -> None:
    """Refuse a benchmark if a field differs from that of the benchmark of its name that comes with TallyBench.

    Args:
        benchmark: a published benchmark.
        fields: the attributes of problems that are run outside the sandbox.

    Raises:
        InputError: a problem differs; the message says which one, and in which field.
    """
    if not fields:
        return
    from tallybench.benchmarks import load_benchmark

    trust = "; the option trust_tests runs it all the same" if fields == RUN_BY_EVALUATE else ""
    try:
        ours = load_benchmark(benchmark.name)
    except InputError:
        raise InputError(
            f"benchmark: {benchmark.name} does not come with this version of TallyBench, so its correctness "
            f"tests, which run outside the sandbox, are not trusted{trust}"
        ) from None
    for problem in benchmark:
        own = ours.by_id.get(problem.task_id)
        for field in fields:
            if own is None or getattr(own, field) != getattr(problem, field):
                raise InputError(
                    f"benchmark: {problem.task_id}: {field} is not that of {ours.name} {ours.version}, which comes "
                    f"with TallyBench, and would run outside the sandbox{trust}"
                )


def with_test_seconds(benchmark: Benchmark) -> Benchmark:
    """Return a published benchmark with the time limits of its tests, which TallyBench has but a dataset does not."""
    from tallybench.benchmarks import BENCHMARKS, load_benchmark

    if (row := BENCHMARKS.get(benchmark.name)) is None or not row.embedded:
        return benchmark
    ours = load_benchmark(benchmark.name).by_id
    problems = (
        replace(problem, test_seconds=ours[problem.task_id].test_seconds) if problem.task_id in ours else problem
        for problem in benchmark
    )
    return replace(benchmark, problems=tuple(problems))


def _problem(where: str, row: ProblemRow, stressful: list[StressfulInput]) -> Problem:
    solutions = (*row.references, *row.slow, *([row.ground_truth] if row.ground_truth else []))
    problem = row.as_problem(stressful)
    if len({solution.name for solution in solutions}) < len(solutions):
        fault = "two of its solutions have one name"
    elif len({given.name for given in stressful}) < len(stressful):
        fault = "two of its stressful inputs have one name"
    elif stressful and not row.references:
        fault = "has stressful inputs, but no reference"
    elif len(stressful) != row.stressful_inputs:
        fault = f"has {len(stressful)} stressful inputs, its row says {row.stressful_inputs}"
    elif problem.hash != row.hash:
        fault = "its hash is not that of its columns"
    else:
        return problem
    raise InputError(f"{where}: {fault}; {_REMEDY}")


AnyRow = TypeVar("AnyRow", bound=Row)


class _Reading:
    """Reads a dataset's files, and applies the size limits to all of them together."""

    def __init__(self) -> None:
        self._made = 0
        self._growth = Growth()

    def config(self, folder: Path, kind: type[AnyRow]) -> tuple[BenchmarkMetadata, list[AnyRow]]:
        """Return what the files in a config's folder say about the benchmark, and their rows."""
        described: set[BenchmarkMetadata] = set()
        rows: list[AnyRow] = []
        for path in sorted(folder.glob("*.parquet")):
            table = self._table(path, kind)
            described.add(self._checked(BenchmarkMetadata, _metadata(path, table), f"{path}: its metadata"))
            rows += [self._checked(kind, row, f"{path}: row {number}") for number, row in enumerate(table.rows)]
        if not described:
            raise InputError(f"{folder}: there is no Parquet file; {_REMEDY}")
        if len(described) > 1:
            raise InputError(f"{folder}: its files are of different benchmarks; {_REMEDY}")
        return described.pop(), rows

    def _table(self, path: Path, kind: type[Row]) -> Table:
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise InputError(f"{path}: is larger than {LARGEST_FILE >> 20} MiB, as no benchmark is")
            table = read_parquet(path, kind.model_fields, self._made)
        except OSError as error:
            raise InputError(f"{path}: cannot be read ({error.strerror}); {_REMEDY}") from None
        except NotParquet as error:
            raise InputError(f"{error}; {_REMEDY}") from None
        for column, field in kind.model_fields.items():
            if column not in table.columns and field.is_required():
                raise InputError(f"{path}: the column {column} is missing; {_REMEDY}")
        self._made = table.made
        return table

    def _checked(self, kind: type[AnyRow], data: Any, where: str) -> AnyRow:
        try:
            return kind.model_validate(data, context=self._growth)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            column = ".".join(map(str, first["loc"]))
            raise InputError(f"{where}: {column}: {clean_text(first['msg'])}; {_REMEDY}") from None


def _metadata(path: Path, table: Table) -> Any:
    try:
        return orjson.loads(table.metadata["tallybench"])
    except (KeyError, orjson.JSONDecodeError):
        raise InputError(f"{path}: its metadata has no tallybench; {_REMEDY}") from None


def _fetched(source: str) -> Path:
    """Fetch a dataset from the Hub and return its folder."""
    given = _HUB_ID.fullmatch(source)
    if given is None:
        raise InputError(f"benchmark {source}: there is no such folder, and ORG/NAME on the Hub is written otherwise")
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ImportError:
        raise InputError("benchmark: huggingface_hub is missing; pip install 'tallybench[dataset]'") from None
    patterns = ["README.md", "problems/*.parquet", "stressful/*.parquet"]
    try:
        return Path(
            snapshot_download(given["repo"], repo_type="dataset", revision=given["revision"], allow_patterns=patterns)
        )
    except (HfHubHTTPError, HFValidationError, OSError) as error:
        raise InputError(
            f"benchmark {source}: there is no such folder, and from the Hub it cannot be fetched "
            f"({clean_text(str(error))}); check the name, the network and, for a private dataset, the token"
        ) from None
