"""Many runs: packing them, the site and the dataset made of packed and single files, and what a reader has to load.

The runs are made here and never leave a temporary folder: each is of a model of its own, on HumanEval, with solutions
that come with the benchmark under other counts, and with the record of a verification, so that all of them are ranked.
They are spread over eleven months. All are packed but the newest thousand. Each step is a process of its own, of which
the seconds and the peak memory are told: pack, site, dataset.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

from benchmarks.site import COPIED, compressed, loaded, made_sample
from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.measured import load_measured
from evaluator.benchmarks.trees import entry_tree
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
    samples = tuple(as_evaluated(sample, base.problems[sample.task_id]) for sample in drawn)
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


def as_evaluated(sample: SampleResult, problem: ProblemResult) -> SampleResult:
    """A sample as `evaluate` writes it: with its tree, and what is above the budget told as such."""
    stress = {
        name: StressResult(verdict=StressVerdict.OVER_BUDGET)
        if result.count is not None and result.count > BUDGET * problem.inputs[name].best_known
        else result
        for name, result in sample.stress.items()
    }
    tree = entry_tree(sample.code or "", problem.entry_point)
    return sample.model_copy(update={"stress": stress, "tree_sha256": tree})


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


def run(what: str, root: Path, *command: str) -> None:
    """Runs a step, and prints its seconds on the clock, those of the processors, and its peak memory."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], cwd=root, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    _, status, spent = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status:
        raise SystemExit(f"{what}: failed")
    seconds = f"{wall:.0f} s, {spent.ru_utime + spent.ru_stime:.0f} processor s"
    print(f"{what}: {seconds}, {spent.ru_maxrss / 2**20:.2f} GiB at the peak", flush=True)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def print_pages(folder: Path) -> None:
    """What a reader loads of the home page and of the leaderboard, compressed, but for the theme; the largest pages."""
    for page in ("", "leaderboard/", "leaderboard/page/2/"):
        if not (folder / page / "index.html").exists():
            continue
        theme = {"stylesheets", "javascripts", "search"}
        files = [path for path in loaded(folder, page) if not theme & set(path.relative_to(folder).parts)]
        print(f"{page or 'home'}: {sum(map(compressed, files)) / 1000:.1f} kB compressed")
    pages = {path.parent.relative_to(folder).as_posix(): compressed(path) for path in folder.rglob("index.html")}
    for page in sorted(pages, key=lambda page: -pages[page])[:5]:
        print(f"among the largest pages: {page}: {pages[page] / 1000:.1f} kB compressed")
    print(f"the whole site: {len(pages):,} pages, {size_of(folder) / 1e9:.2f} GB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=2_000, help="made runs, each of another model")
    parser.add_argument("--keep", type=int, default=1_000, help="result files that are not packed")
    given = parser.parse_args()
    command = ("-c", "from evaluator.cli import main; main()")
    print(f"load of the machine at the start: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        root, site, dataset = Path(name, "tree"), Path(name, "site"), Path(name, "dataset")
        make_tree(root, given.runs)
        print(f"{given.runs:,} runs: {size_of(root / 'results') / 1e6:.0f} MB as files", flush=True)
        run("pack", root, *command, "results", "pack", "--keep", str(given.keep))
        print(f"results/ then: {size_of(root / 'results') / 1e6:.0f} MB, of which packed ", end="")
        print(f"{size_of(root / 'results' / 'packed') / 1e6:.1f} MB", flush=True)
        run("dataset", root, *command, "dataset", "build", str(dataset))
        run("site", root, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(site))
        print_pages(site)
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
