"""A made-up benchmark whose texts may not be shown: its catalogue, and two models' results with texts and without."""

import hashlib
from functools import cache
from pathlib import Path

from tallybench.benchmarks.catalogue import Catalogue, Origin, dump_catalogue, make_catalogue
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.redaction import without_texts
from tallybench.model.result import (
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
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.reading import load_result
from tests.made_results import kept_result

NAME = "made-up"
VERSION = "data-0123456789ab"
TEXT = "the prompt nobody may publish"  # stands for all that is of others
SHARED, ALONE = "gemma-3-270m", "elsewhere-only"  # a model that is on HumanEval's leaderboard too, and one that is not
UNSOLVED = "Other/2"
PROGRAM = "Programs/beef01"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def example_problem(
    task_id: str,
    entry_point: str,
    level: str = "function",
    tests: int = 3,
    stressful: tuple[str, ...] = ("stress_1", "stress_2"),
    left_out: dict[str, str] | None = None,
) -> Problem:
    """A problem as the modules of `sources/` read it: full of texts."""
    return Problem(
        task_id=task_id,
        entry_point=entry_point,
        level=level,
        prompt=TEXT,
        tests="",
        canonical=Solution("canonical", f"# {TEXT}"),
        cases=(Case((TEXT,), TEXT),) * tests,
        stressful=tuple(map(_input, stressful)),
        left_out=tuple((_input(name), reason) for name, reason in (left_out or {}).items()),
    )


def _input(name: str) -> StressfulInput:
    return StressfulInput(name, Kind.GIVEN, "", "expression", "", expressions=(repr(TEXT),))


@cache
def example_benchmark() -> Benchmark:
    """Five problems: functions, one of them without efficiency, one with an input left out, and a program."""
    broken = {"stress_1": f"cannot be built: ValueError: {TEXT}"}
    return Benchmark(
        NAME,
        VERSION,
        (
            example_problem("Other/1", "first_of_all"),
            example_problem(UNSOLVED, "second"),
            example_problem("Other/3", "third", stressful=("stress_2",), left_out=broken),
            example_problem("Other/4", "fourth", stressful=(), left_out={"stress_1": "cannot be built: timeout"}),
            example_problem(PROGRAM, "", level="file", tests=200),
        ),
        Texts(shown=False, licence="Apache-2.0", url="https://made.example/data"),
        exclusions=(("Other/5", f"its own best solution fails: wrong_output: {TEXT}"),),
        human_solutions={PROGRAM: (Solution("human_1", TEXT),) * 80},
        urls={PROGRAM: "https://made.example/data/beef01"},
    )


def example_source() -> Origin:
    return Origin(
        title="MADE: A Made-up Benchmark",
        authors="Nobody et al.",
        paper="https://made.example/paper",
        url="https://made.example/data",
        licence="Apache-2.0",
        files={"b/tests.json": digest("tests"), "a/data.json": digest("data")},
    )


@cache
def example_catalogue() -> Catalogue:
    return make_catalogue(example_benchmark(), example_source())


def write_catalogue(folder: Path) -> Path:
    """Writes the catalogue into a folder of them; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.json").write_bytes(dump_catalogue(example_catalogue()))
    return folder


def raw_result(slug: str) -> Result:
    """A result as it is evaluated, with all that quotes the benchmark's data."""
    base = load_result(kept_result("tallybench-references"))
    benchmark = example_benchmark()
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
    return base.with_figures(
        model=Model(name="Gemma 3 270M" if slug == SHARED else "Elsewhere only", url="https://example.org/"),
        benchmark=BenchmarkFacts(name=NAME, version=VERSION, hash=benchmark.hash, partial=False),
        problems=problems,
        samples=samples,
        exclusions=unusable,
        code_withheld=False,
    )


@cache
def example_results() -> dict[str, Result]:
    """Results that may be published, by path below `results/`."""
    return {
        f"{slug}/{NAME}-2026-11-0{number}-0000000{number}.json": without_texts(raw_result(slug))
        for number, slug in enumerate((SHARED, ALONE), 1)
    }


def _problem(problem: Problem) -> ProblemResult:
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


def _sample(problem: Problem, slow: int) -> SampleResult:
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
