"""Many runs: packing them, the site and the dataset made of packed and single files, and what a reader has to load.

The runs are made here and never leave a temporary folder: each is of a model of its own, on HumanEval, with solutions
that come with the benchmark under other counts, and with the record of a verification, so that all of them are ranked.
They are spread over eleven months. Each step is a whole process of its own.
"""

import random
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from benchmarks.site import COPIED, made_sample
from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.measured import load_measured
from evaluator.results.budget import BUDGET, TIE
from evaluator.results.counts import find_exclusions, problem_counts
from evaluator.results.metrics import compute_metrics
from evaluator.results.published.record import SCHEMA_VERSION, Measurements
from evaluator.results.reading import load_result
from evaluator.results.result import Model, ProblemResult, Result, SampleResult, StressResult, dump_result
from evaluator.results.verdicts import StressVerdict

ROOT = Path(__file__).parent.parent
MONTHS = 11


def made_run(number: int, count: int, base: Result) -> Result:
    """A model that solves 40 to 95 % of the problems, each with one of the solutions that come with it."""
    benchmark, measured = load_benchmark(), load_measured()
    draw = random.Random(number)
    skill = 0.4 + 0.55 * number / max(1, count - 1)
    drawn = (
        made_sample(number, problem, measured.problems[problem.task_id], draw, draw.random() < skill)
        for problem in benchmark
    )
    samples = tuple(within_budget(sample, base.problems[sample.task_id]) for sample in drawn)
    passed = {sample.task_id for sample in samples if sample.stress}
    problems = {
        name: facts if name in passed else facts.model_copy(update={"inputs": {}})
        for name, facts in base.problems.items()
    }
    model = Model(
        name=f"Made model {number}",
        organization=f"Maker {number % 40}",
        parameters=1 + number % 400,
        open_weights=number % 2 == 0,
        released=f"202{2 + number % 5}-{1 + number % 12:02}",
        revision=f"revision {number}",
        prompt="the problem's prompt",
        generation={"temperature": 0},
        answers_sha256=sha256(str(number).encode()).hexdigest(),
        submitter="benchmark",
    )
    return base.model_copy(
        update={
            "model": model,
            "problems": problems,
            "samples": samples,
            "exclusions": tuple(find_exclusions(problems, samples)),
            "metrics": compute_metrics(problem_counts(problems, samples, BUDGET), (1,), TIE),
        }
    )


def within_budget(sample: SampleResult, problem: ProblemResult) -> SampleResult:
    """A sample whose counts above the budget are told as such."""
    stress = {
        name: StressResult(verdict=StressVerdict.OVER_BUDGET)
        if result.count is not None and result.count > BUDGET * problem.inputs[name].best_known
        else result
        for name, result in sample.stress.items()
    }
    return sample.model_copy(update={"stress": stress})


def write_runs(folder: Path, count: int) -> None:
    """Writes made runs and their records, laid out as `results/`."""
    base = load_result(max((ROOT / "results" / "tallybench-references").glob("humaneval-*-????????.json")))
    for number in range(count):
        run = made_run(number, count, base)
        content = b"".join(dump_result(run))
        digest = sha256(content).hexdigest()
        path = folder / f"made-{number:04}" / f"humaneval-2025-{1 + number % MONTHS:02}-15-{digest[:8]}.json"
        path.parent.mkdir(parents=True)
        path.write_bytes(content)
        record = Measurements(
            schema_version=SCHEMA_VERSION,
            result_sha256=digest,
            evaluator_version=run.evaluator_version,
            benchmark=run.benchmark,
            environment=run.environment,
            problems=run.problems,
            samples=tuple(sample.model_copy(update={"code": None, "sanitized": ()}) for sample in run.samples),
        )
        options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
        path.with_name(f"{path.stem}.verified.json").write_bytes(
            orjson.dumps(record.model_dump(mode="json", exclude_defaults=True), option=options)
        )


def make_tree(root: Path, count: int) -> None:
    """A tree from which the site and the dataset are made, with made runs alone."""
    root.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            copy: Any = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, root / path.name)
        elif not path.name.startswith(".") and path.name not in ("public", "results"):
            (root / path.name).symlink_to(path)
    write_runs(root / "results", count)
