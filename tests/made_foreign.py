"""A benchmark of others, made up: its catalogue, and results of two models before and after its texts are taken out."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from evaluator.benchmarks.catalogue import Catalogue, Source, dump_catalogue, make_catalogue
from evaluator.results.counts import TIE, find_exclusions, problem_counts
from evaluator.results.metrics import compute_metrics
from evaluator.results.reading import load_result
from evaluator.results.redaction import without_texts
from evaluator.results.result import (
    BenchmarkFacts,
    Exclusion,
    FailureResult,
    InputResult,
    Model,
    ProblemResult,
    Result,
    SampleResult,
    StressResult,
)
from evaluator.results.verdicts import StressVerdict, Verdict
from tests.made_results import kept_result

NAME = "made-up"
VERSION = "data-0123456789ab"
TEXT = "the prompt nobody may publish"  # stands for all that is of others
SHARED, ALONE = "gemma-3-270m", "foreign-only"  # a model that is on HumanEval's leaderboard too, and one that is not
UNSOLVED = "Other/2"
PROGRAM = "Programs/beef01"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class MadeInput:
    name: str


@dataclass(frozen=True)
class MadeProblem:
    """A problem as the loaders of other projects' benchmarks give it."""

    task_id: str
    entry_point: str
    level: str = "function"
    cases: tuple[str, ...] = (TEXT, TEXT, TEXT)
    stressful: tuple[MadeInput, ...] = (MadeInput("stress_1"), MadeInput("stress_2"))
    left_out: tuple[tuple[MadeInput, str], ...] = ()

    @property
    def hash(self) -> str:
        return digest(f"{self.task_id} {TEXT}")

    @property
    def without_efficiency(self) -> str | None:
        return None if self.stressful else "none of its stressful inputs can be used"


@dataclass(frozen=True)
class MadeBenchmark:
    """Five problems: functions, one of them without efficiency, one with an input left out, and a program."""

    name: str = NAME
    version: str = VERSION
    problems: tuple[MadeProblem, ...] = (
        MadeProblem("Other/1", "first_of_all"),
        MadeProblem(UNSOLVED, "second"),
        MadeProblem(
            "Other/3",
            "third",
            stressful=(MadeInput("stress_2"),),
            left_out=((MadeInput("stress_1"), f"cannot be built: ValueError: {TEXT}"),),
        ),
        MadeProblem("Other/4", "fourth", stressful=(), left_out=((MadeInput("stress_1"), "cannot be built: timeout"),)),
        MadeProblem(PROGRAM, "", level="file", cases=(TEXT,) * 200),
    )
    exclusions: tuple[tuple[str, str], ...] = field(
        default=(("Other/5", f"its own best solution fails: wrong_output: {TEXT}"),)
    )

    def __iter__(self) -> Iterator[MadeProblem]:
        return iter(self.problems)

    @property
    def hash(self) -> str:
        return digest(" ".join(problem.hash for problem in self.problems))


def made_source() -> Source:
    return Source(
        title="MADE: A Made-up Benchmark",
        authors="Nobody et al.",
        paper="https://made.example/paper",
        url="https://made.example/data",
        licence="Apache-2.0",
        files={"b/tests.json": digest("tests"), "a/data.json": digest("data")},
    )


@cache
def made_catalogue() -> Catalogue:
    return make_catalogue(
        MadeBenchmark(), made_source(), {PROGRAM: 80}, {}, {PROGRAM: "https://made.example/data/beef01"}
    )


def write_catalogue(folder: Path) -> Path:
    """Writes the catalogue into a folder of them; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.json").write_bytes(dump_catalogue(made_catalogue()))
    return folder


def raw_result(slug: str) -> Result:
    """A result as it is evaluated, with all that quotes the benchmark's data."""
    base = load_result(kept_result("tallybench-references"))
    benchmark = MadeBenchmark()
    problems = {problem.task_id: _problem(problem) for problem in benchmark}
    slow = 1 if slug == SHARED else 3
    samples = tuple(_sample(problem, slow) for problem in benchmark)
    unusable = [
        Exclusion(task_id=task_id, excluded_from="benchmark", reason=reason) for task_id, reason in benchmark.exclusions
    ]
    unusable += [
        Exclusion(task_id=problem.task_id, excluded_from="inputs", reason=f"{one.name}: {reason}")
        for problem in benchmark
        for one, reason in problem.left_out
    ]
    return base.model_copy(
        update={
            "model": Model(name="Gemma 3 270M" if slug == SHARED else "Foreign only", url="https://tests.example/"),
            "benchmark": BenchmarkFacts(name=NAME, version=VERSION, hash=benchmark.hash, partial=False),
            "problems": problems,
            "samples": samples,
            "exclusions": (*unusable, *find_exclusions(problems, samples)),
            "metrics": compute_metrics(problem_counts(problems, samples, base.budget), (1,), TIE, counted=True),
            "code_withheld": False,
        }
    )


@cache
def foreign_results() -> dict[str, Result]:
    """Results that may be published, by path below `results/`."""
    return {
        f"{slug}/{NAME}-2026-11-0{number}-0000000{number}.json": without_texts(raw_result(slug))
        for number, slug in enumerate((SHARED, ALONE), 1)
    }


def _problem(problem: MadeProblem) -> ProblemResult:
    solved = problem.task_id != UNSOLVED
    inputs = {
        one.name: InputResult(sha256=digest(one.name), size=9_000, best_known=1_000_000, ground_truth=2_000_000)
        for one in problem.stressful
        if solved
    }
    return ProblemResult(
        hash=problem.hash,
        entry_point=problem.entry_point,
        without_efficiency=problem.without_efficiency,
        best_known="best" if inputs else None,
        ground_truth="canonical" if inputs else None,
        inputs=inputs,
    )


def _sample(problem: MadeProblem, slow: int) -> SampleResult:
    code = f"print({slow})  # {problem.task_id} {TEXT}"
    solved = problem.task_id != UNSOLVED
    stress = {
        one.name: StressResult(verdict=StressVerdict.COUNTED, count=slow * 1_000_000) for one in problem.stressful
    }
    if slow > 1 and problem.task_id == "Other/3":
        stress["stress_2"] = StressResult(verdict=StressVerdict.EXCEPTION, reason=f"MemoryError: {TEXT}")
    failure = FailureResult(reason=f"ValueError: {TEXT}", call=TEXT, expected=TEXT, got=TEXT)
    return SampleResult(
        task_id=problem.task_id,
        index=0,
        code_sha256=digest(code),
        code=code,
        sanitized=("picked_block",),
        verdict=Verdict.PASSED if solved else Verdict.EXCEPTION,
        failure=None if solved else failure,
        stress=stress if solved else {},
    )
