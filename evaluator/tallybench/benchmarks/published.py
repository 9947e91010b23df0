"""Reads a benchmark back from its dataset, in a folder or on the Hugging Face Hub.

Such a dataset is untrusted, so reading it runs nothing. What an evaluation runs outside the sandbox (the correctness
tests and what belongs to them) must be identical in the benchmark that comes with TallyBench.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError

from tallybench.benchmarks.published_rows import BenchmarkMetadata, ProblemRow, Row, StressfulRow
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem
from tallybench.sandbox.parquet import NotParquet, Table, read_parquet
from tallybench.values.literals import Growth
from tallybench.values.text import clean_text

RUN_BY_EVALUATE = ("entry_point", "prompt", "tests", "accepts", "cases")
RUN_BY_AUDIT = (*RUN_BY_EVALUATE, "canonical", "corrected", "contract", "references", "slow", "growing", "stressful")

LARGEST_FILE = 64 << 20  # bytes

_HUB_ID = re.compile(r"(?P<repo>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*)(@(?P<revision>[\w./-]+))?", re.ASCII)
_REMEDY = "fetch it again, or make it again with tallybench dev dataset build"


@cache
def load_published(source: str) -> Benchmark:
    """Read a published benchmark, once per process; its hashes are those of the benchmark it was made from.

    `source` is a folder with `problems/*.parquet` and `stressful/*.parquet`, or ORG/NAME or ORG/NAME@REVISION on the
    Hugging Face Hub.
    """
    folder = Path(source) if Path(source).is_dir() else _fetched(source)
    reading = _Reading()
    described, problems = reading.config(folder / "problems", ProblemRow)
    other, stressful = reading.config(folder / "stressful", StressfulRow)
    if not problems:
        raise InputError(f"{source}: holds no problems; {_REMEDY}")
    if other != described:
        raise InputError(f"{source}: problems and stressful inputs belong to different benchmarks; {_REMEDY}")
    inputs: dict[str, list[StressfulInput]] = {row.task_id: [] for row in problems}
    if len(inputs) != len(problems):
        raise InputError(f"{source}: a task id appears twice; {_REMEDY}")
    for row in stressful:
        if row.task_id not in inputs:
            raise InputError(f"{source}: {row.task_id}: has a stressful input, but is not a problem; {_REMEDY}")
        inputs[row.task_id].append(row.as_input())
    benchmark = Benchmark(
        described.benchmark,
        described.version,
        tuple(_problem(f"{source}: {row.task_id}", row, inputs[row.task_id]) for row in problems),
        Texts(shown=True, licence=problems[0].licence, url=problems[0].source),
        audited=True,
    )
    if benchmark.hash != described.hash:
        raise InputError(f"{source}: the hash of its problems is not the one it states; {_REMEDY}")
    return benchmark


def refuse_changed(benchmark: Benchmark, fields: tuple[str, ...]) -> None:
    """Refuse a published benchmark if a field of a problem differs from the benchmark of the same name here.

    The fields are those that are run outside the sandbox.
    """
    if not fields:
        return
    from tallybench.benchmarks import load_benchmark

    trust = "; the option trust_tests runs it anyway" if fields == RUN_BY_EVALUATE else ""
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
                    f"benchmark: {problem.task_id}: {field} differs from {ours.name} {ours.version}, which comes "
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
        fault = "two of its solutions have the same name"
    elif len({given.name for given in stressful}) < len(stressful):
        fault = "two of its stressful inputs have the same name"
    elif stressful and not row.references:
        fault = "has stressful inputs, but no reference"
    elif len(stressful) != row.stressful_inputs:
        fault = f"has {len(stressful)} stressful inputs, but its row says {row.stressful_inputs}"
    elif problem.hash != row.hash:
        fault = "its hash does not match its columns"
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
            raise InputError(f"{folder}: has no Parquet file; {_REMEDY}")
        if len(described) > 1:
            raise InputError(f"{folder}: its files belong to different benchmarks; {_REMEDY}")
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
        raise InputError(f"{path}: its metadata has no key tallybench; {_REMEDY}") from None


def _fetched(source: str) -> Path:
    """Fetch a dataset from the Hub and return its folder."""
    given = _HUB_ID.fullmatch(source)
    if given is None:
        raise InputError(f"benchmark {source}: there is no such folder, and it is not ORG/NAME on the Hub")
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
            f"benchmark {source}: there is no such folder, and it cannot be fetched from the Hub "
            f"({clean_text(str(error))}); check the name, the network and, for a private dataset, the token"
        ) from None
