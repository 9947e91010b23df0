"""Files in `results/` that were computed from results: growth.json, extra_tests.json and published-pass.json.

`growth.json` has what the correct programs of results spend on inputs of rising size; `published-pass.json` has pass@1
of published answers, measured here and by others on the same files. `extra_tests.json` lists the programs that pass the
source's tests but are wrong on a generated input, for results without a suite `extra`; it goes once these are measured
again.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

import orjson
from pydantic import BaseModel, Field, ValidationError

from tallybench.errors import InputError
from tallybench.files import write_atomically
from tallybench.model.metrics import compute_metrics, ks_of
from tallybench.model.parts import Count, Name, Part, Sha256, ShortText
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.boards import ExtraStanding
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.reading import read_bytes

GROWTH = "results/growth.json"
EXTRA_TESTS = "results/extra_tests.json"
PASS_TABLE = "results/published-pass.json"
CLOSE = 1  # in problems; if a file of answers is further off, the differences are listed

M = TypeVar("M", bound=BaseModel)
Points = tuple[tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]], ...]


def _read(root: Path, file: str, model: type[M], again: str) -> M | None:
    """Load a file below the project's root; None if it does not exist. `again` says what to do if it is damaged."""
    if not (root / file).exists():
        return None
    try:
        return model.model_validate_json(read_bytes(root / file, file))
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise InputError(f"{file}: {where}: {fault['msg']}; {again}") from None


def _write(root: Path, file: str, content: BaseModel, *, indent: bool = False) -> Path:
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | (orjson.OPT_INDENT_2 if indent else 0)
    path = root / file
    write_atomically(path, [orjson.dumps(content.model_dump(mode="json"), option=options)])
    return path


class ProgramGrowth(Part):
    """What a program spends. Programs that differ only in comments, names and formatting are one."""

    programs: Annotated[tuple[Sha256, ...], Field(min_length=1, description="SHA-256 of their texts, sorted")]
    points: Points = Field(description="size and instructions of the largest inputs; fewer than three give no order")


class ProblemGrowth(Part):
    """What programs spend on one problem."""

    content: Sha256 = Field(description="the problem's hash when it was measured")
    best: Points = Field(description="of the best known solution")
    measured: tuple[ProgramGrowth, ...]


class BenchmarkGrowth(Part):
    """What programs spend on a benchmark's problems."""

    fingerprint: Sha256 = Field(description="of the environment that counted")
    problems: dict[Name, ProblemGrowth]


class _GrowthFile(Part):
    benchmarks: dict[Name, BenchmarkGrowth]


def read_growth(root: Path) -> dict[str, BenchmarkGrowth]:
    """Load what was measured, by benchmark.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    found = _read(root, GROWTH, _GrowthFile, "measure it again: tallybench dev growth")
    return found.benchmarks if found else {}


def write_growth(root: Path, benchmark: str, found: BenchmarkGrowth) -> Path:
    """Write what was measured on one benchmark, replacing what the file has on it."""
    return _write(root, GROWTH, _GrowthFile(benchmarks={**read_growth(root), benchmark: found}))


def merge_growth(held: BenchmarkGrowth | None, found: BenchmarkGrowth, contents: Mapping[str, str]) -> BenchmarkGrowth:
    """Return the new measurements, together with earlier ones from the same environment.

    Earlier measurements of problems that have changed since are dropped.
    """
    if held is None or held.fingerprint != found.fingerprint:
        return found
    problems = {
        task_id: problem for task_id, problem in held.problems.items() if contents.get(task_id) == problem.content
    }
    return found.model_copy(update={"problems": problems | found.problems})


def group_programs(points: Mapping[str, Points], same: Mapping[str, str]) -> list[ProgramGrowth]:
    """Group programs by the key that `same` has for their SHA-256, in an order that depends only on their hashes."""
    programs: dict[str, list[str]] = {key: [] for key in points}
    for digest, key in same.items():
        if key in programs:
            programs[key].append(digest)
    found = [ProgramGrowth(programs=tuple(sorted(programs[key])), points=points[key]) for key in points]
    return sorted(found, key=lambda growth: growth.programs)


class ProblemExtra(Part):
    """What the generated inputs of one problem showed."""

    content: Sha256 = Field(description="the problem's hash when its inputs were generated")
    inputs: Count = Field(description="how many there are")
    wrong: tuple[Sha256, ...] = Field(description="of the texts of programs that are wrong on one of them, sorted")


class BenchmarkExtra(Part):
    """What the generated inputs of a benchmark showed."""

    tests_sha256: Sha256 = Field(description="of the file of generated inputs")
    results: tuple[Annotated[str, Field(max_length=300)], ...] = Field(
        description="the results whose programs were run, all of them, by path, sorted"
    )
    problems: dict[Name, ProblemExtra]

    def is_of(self, contents: Mapping[str, str]) -> bool:
        """Return whether the problems, by their current hashes, are still those that inputs were generated for."""
        return all(contents.get(task_id) == problem.content for task_id, problem in self.problems.items())


class _ExtraFile(Part):
    benchmarks: dict[Name, BenchmarkExtra]


def read_extra(root: Path) -> dict[str, BenchmarkExtra]:
    """Load what was found, by benchmark.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    found = _read(root, EXTRA_TESTS, _ExtraFile, "restore it: git checkout results/extra_tests.json")
    return found.benchmarks if found else {}


def extra_standing(entry: Entry, extra: BenchmarkExtra | None) -> ExtraStanding | None:
    """Return how a result does on the generated inputs of its benchmark; None if its programs were not run on them.

    Results that were evaluated with `--extra-tests` say so themselves; for older ones, `extra` does.
    """
    result = entry.scored
    if result.has_extra_tests:
        wrong_on = [sample.task_id for sample in result.samples if sample.fails_only_extra]
        figures = {f"pass@{k}": result.metrics[f"pass@{k} (base+extra)"] for k in ks_of(result.metrics)}
        return ExtraStanding(figures, tuple(dict.fromkeys(wrong_on)))
    if extra is None or entry.path not in extra.results:
        return None
    wrong = {task_id: set(problem.wrong) for task_id, problem in extra.problems.items()}
    samples, found = [], []
    for sample in result.samples:
        if sample.verdict is Verdict.PASSED and sample.code_sha256 in wrong.get(sample.task_id, ()):
            found.append(sample.task_id)
            sample = sample.model_copy(update={"verdict": Verdict.WRONG_OUTPUT})
        samples.append(sample)
    counts = result.model_copy(update={"samples": tuple(samples)}).counts()
    figures = compute_metrics(counts, ks_of(result.metrics), result.tie_tolerance, counted=False)
    return ExtraStanding(figures, tuple(dict.fromkeys(found)))


class PassDifference(Part):
    """A problem whose answer comes out differently here than with a plain harness, which runs it after the prompt."""

    task_id: Name
    here: Verdict
    plain: Verdict
    sanitized: tuple[str, ...] = Field(description="the rules by which the code was taken from the answer here")


class PassRow(Part):
    """A file of answers. Only the first answer to each problem is run."""

    file: ShortText
    sha256: Sha256 = Field(description="of the file that was run")
    model: ShortText = Field(description="as the source calls it")
    setting: ShortText
    repository: ShortText = Field(description="owner and name at GitHub")
    path: ShortText = Field(description="of the source's file in its repository")
    commit: ShortText
    licence: ShortText
    published: str = Field(description="pass@1 in percent as the source has it; empty if it has none")
    with_prompt: float | None = Field(description="in percent, with the prompt before each program, measured by others")
    answered: Count | None = Field(default=None, description="problems that the file has an answer to; None: unknown")
    passed: Count = Field(description="problems that are solved here")
    plain: Count | None = Field(description="with our plain harness, if it was run")
    differing: tuple[PassDifference, ...] = Field(
        description="listed if the two figures are more than one problem apart"
    )


class PassTable(Part):
    """The content of the file: one row per file of answers."""

    problems: Annotated[int, Field(gt=0)]
    rows: tuple[PassRow, ...] = ()

    def away(self, row: PassRow) -> int | None:
        """Return how many more problems are solved here than with the prompt's harness; None if that was not run."""
        return None if row.with_prompt is None else away(row.passed, row.with_prompt, self.problems)


def away(passed: int, percent: float, problems: int) -> int:
    """Return how many more problems are solved than this percentage of them."""
    return passed - round(percent * problems / 100)


def read_pass_table(root: Path) -> PassTable | None:
    """Load what was measured; None if there is no file.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    return _read(root, PASS_TABLE, PassTable, "make it again: benchmarks/published_pass.py")


def write_pass_table(root: Path, table: PassTable) -> Path:
    return _write(root, PASS_TABLE, table, indent=True)
