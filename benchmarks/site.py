"""Building the site: seconds for 164 and for 1,000 problems with 20 models each, and what a reader has to load.

The results are made here, of the benchmark's own solutions and their counts, and never leave a temporary folder: there
a tree is made that has all that the build reads. 1,000 problems are HumanEval's under other numbers: the tree has a
source file, problems' files and measurements of its own, so that all of them are read as any benchmark is. Each build
is a whole process. The peer, in the same run, is MkDocs Material with 800 plain pages.

With `--models N` it builds the site with the published results instead, once with all of them and once with as many
models as that, made of copies of them under other names.
"""

import argparse
import gzip
import hashlib
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson
from playwright.sync_api import Route, sync_playwright

from tallybench.benchmarks import load_benchmark, problem_file
from tallybench.benchmarks.measured import Measured, MeasuredProblem, counted_solutions, dump_measured, load_measured
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET, TIE
from tallybench.model.counts import problem_counts
from tallybench.model.metrics import compute_metrics
from tallybench.model.problem import Problem, code_hash
from tallybench.model.result import FailureResult, Model, Result, SampleResult, StressResult, dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import read_entries
from tallybench.statistics.reading import load_result
from tallybench.submissions.programs import public_code

ROOT = Path(__file__).parent.parent
MODELS, LARGE, PLAIN = 20, 1_000, 800
COPIED = ("site", "templates", "hf_dataset", "mkdocs.yml")
PLAIN_CONFIG = """\
site_name: Plain
theme: {name: material, font: false}
plugins: [search]
nav: [index.md]
not_in_nav: page-*
markdown_extensions: [pymdownx.highlight, pymdownx.superfences]
"""


@dataclass(frozen=True)
class Spent:
    """Seconds of a build: on the clock, and of the processors."""

    wall: float
    processor: float


def enlarged(count: int) -> tuple[Benchmark, Measured]:
    """HumanEval and its measurements, its problems under as many numbers as asked for, again and again."""
    benchmark, measured = load_benchmark(), load_measured()
    problems, facts = [], {}
    for number in range(count):
        origin = benchmark.problems[number % len(benchmark)]
        problem = replace(origin, task_id=f"HumanEval/{number}")
        problems.append(problem)
        facts[problem.task_id] = measured.problems[origin.task_id].model_copy(update={"hash": problem.hash})
    return replace(benchmark, problems=tuple(problems)), measured.model_copy(update={"problems": facts})


def make_tree(root: Path, benchmark: Benchmark, measured: Measured) -> None:
    """Make a tree from which MkDocs builds the site of these problems with the results of 20 made models."""
    root.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            copy: Any = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, root / path.name)
        elif not path.name.startswith(".") and path.name not in ("public", "results"):
            (root / path.name).symlink_to(path)
    folder = root / "hf_dataset" / "problems" / benchmark.name
    small = len(load_benchmark())
    for number in range(small, len(benchmark)):
        shutil.copy2(
            *(folder / problem_file("humaneval", f"HumanEval/{place}").name for place in (number % small, number))
        )
    (root / "made_source").mkdir()
    source = gzip.compress(b"\n".join(orjson.dumps(item) for item in source_items(benchmark)), mtime=0)
    (root / "made_source" / "problems.jsonl.gz").write_bytes(source)
    (folder / "benchmark.toml").write_text(
        f'version = "{benchmark.version}"\nlevel = "function"\n[source]\n'
        f'package = "made_source"\nfile = "problems.jsonl.gz"\nsha256 = "{hashlib.sha256(source).hexdigest()}"\n'
    )
    (root / "hf_dataset" / "measured" / f"{benchmark.name}.json").write_bytes(dump_measured(measured))
    for number in range(MODELS):
        path = root / "results" / f"made-{number:02}" / f"{benchmark.name}-2026-01-01-{number:08x}.json"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(dump_result(made_result(number, benchmark, measured))))


def make_published_tree(root: Path, models: int | None) -> int:
    """Return a tree with the published results, and copies of them in other folders until there are so many models."""
    root.mkdir()
    for path in ROOT.iterdir():
        if path.name in COPIED:
            copy: Any = shutil.copytree if path.is_dir() else shutil.copy2
            copy(path, root / path.name)
        elif not path.name.startswith(".") and path.name not in ("public", "results"):
            (root / path.name).symlink_to(path)
    shutil.copytree(ROOT / "results", root / "results")
    (board,) = make_boards(read_entries(ROOT, benchmark=load_benchmark().name))
    slugs = [row.entry.slug for row in board.models]
    for number in range((models or len(slugs)) - len(slugs)):
        slug = slugs[number % len(slugs)]
        shutil.copytree(ROOT / "results" / slug, root / "results" / f"{slug}-copy{number // len(slugs)}")
    return max(models or 0, len(slugs))


def source_items(benchmark: Benchmark) -> Iterator[dict[str, str]]:
    for problem in benchmark:
        yield {
            "task_id": problem.task_id,
            "entry_point": problem.entry_point,
            "prompt": problem.prompt,
            "test": problem.tests,
            "canonical_solution": problem.canonical.code.removeprefix(problem.prompt),
        }


def made_result(number: int, benchmark: Benchmark, measured: Measured) -> Result:
    """Return a model that solves 40 to 95 % of the problems, each with one of the solutions that come with it."""
    base = load_result(max((ROOT / "results" / "tallybench-references").glob("humaneval-*-????????.json")))
    draw = random.Random(number)
    skill = 0.4 + 0.55 * number / (MODELS - 1)
    problems, samples = {}, []
    for place, problem in enumerate(benchmark):
        origin = base.problems[f"HumanEval/{place % len(base.problems)}"]
        problems[problem.task_id] = origin.model_copy(update={"hash": problem.hash})
        correct = draw.random() < skill
        samples.append(made_sample(number, problem, measured.problems[problem.task_id], draw, correct))
    return base.model_copy(
        update={
            "model": Model(name=f"Made model {number}", organization="Benchmark", parameters=number + 1),
            "benchmark": base.benchmark.model_copy(update={"version": benchmark.version, "hash": benchmark.hash}),
            "problems": problems,
            "samples": tuple(samples),
            "metrics": compute_metrics(problem_counts(problems, samples, BUDGET), (1,), TIE),
        }
    )


def made_sample(
    number: int, problem: Problem, measured: MeasuredProblem, draw: random.Random, correct: bool
) -> SampleResult:
    """Return a solution with up to a fifth more than its own counts.

    No two models have the same bytes: nothing is cached.
    """
    solution = draw.choice(list(counted_solutions(problem)))
    code = f"# model {number}\n{solution.code}"
    facts: Any = {"task_id": problem.task_id, "index": 0, "code": code, "code_sha256": code_hash(code)}
    if not correct:
        failure = FailureResult(reason="another output", call=f"{problem.entry_point}(1)", expected="1", got="None")
        return SampleResult(**facts, verdict=Verdict.WRONG_OUTPUT, failure=failure)
    more = 1 + draw.random() / 5
    stress = {}
    for name, stressful_input in measured.inputs.items():
        count = stressful_input.counts[solution.name]
        verdict = StressVerdict.OVER_BUDGET if count is None else StressVerdict.COUNTED
        stress[name] = StressResult(verdict=verdict, count=None if count is None else int(count * more))
    return SampleResult(**facts, verdict=Verdict.PASSED, stress=stress)


def make_plain(root: Path) -> None:
    """MkDocs Material with plain pages: a statement and a program on each."""
    (root / "docs").mkdir(parents=True)
    (root / "mkdocs.yml").write_text(PLAIN_CONFIG)
    (root / "docs" / "index.md").write_text("# Plain\n")
    for number in range(PLAIN):
        problem = load_benchmark().problems[number % len(load_benchmark())]
        text = f"# {problem.entry_point}\n\n## Program\n\n```python\n{problem.canonical.code}\n```\n"
        (root / "docs" / f"page-{number}.md").write_text(text)


def build(root: Path, folder: Path, runs: int, code: Path | None = None) -> list[Spent]:
    """Build a site several times, each time anew."""
    found = []
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"} | ({"TALLYBENCH_CODE": str(code)} if code else {})
    for _ in range(runs):
        shutil.rmtree(folder, ignore_errors=True)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
        subprocess.run(command, cwd=root, env=environment, check=True)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(Spent(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return found


def told(runs: list[Spent], number: int) -> dict[str, float]:
    """Return what is said of the builds of a site, in seconds."""
    return {
        "wall, fastest": min(run.wall for run in runs),
        "wall, median": statistics.median(run.wall for run in runs),
        "processor, fastest": min(run.processor for run in runs),
        "processor, each": min(run.processor for run in runs) / number,
    }


def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


def loaded(folder: Path, page: str) -> set[Path]:
    """Return the files of a site that a browser asks for to show a page."""
    asked = set()

    def answer(route: Route) -> None:
        path = folder / route.request.url.split("/", 3)[3].partition("?")[0]
        path = path / "index.html" if path.is_dir() else path
        asked.add(path)
        route.fulfill(path=path)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        view = browser.new_page()
        view.route("**/*", answer)
        view.goto(f"http://site.invalid/{page}", wait_until="networkidle")
        browser.close()
    return asked


def page_sizes(folder: Path) -> dict[str, int]:
    """Bytes, compressed: the home page with all it loads but the theme, the largest pages."""
    home = loaded(folder, "")
    theme = {path for path in home if {"stylesheets", "javascripts"} & set(path.relative_to(folder).parts)}
    pages = {path.parent.relative_to(folder).as_posix(): compressed(path) for path in folder.rglob("index.html")}
    largest = sorted(pages, key=lambda page: -pages[page])[:3]
    return {"home with all it loads but the theme": sum(map(compressed, home - theme))} | {
        page: pages[page] for page in dict.fromkeys((*largest, "leaderboard", "heatmap", "pairs"))
    }


def sizes(folder: Path) -> dict[str, int]:
    """Bytes, compressed where nothing else is said."""
    pages = [compressed(path) for path in (folder / "problems").glob("*/index.html")]
    board = loaded(folder, "leaderboard/")
    index = folder / "search" / "search_index.json"
    theme = {path for path in board if {"stylesheets", "javascripts"} & set(path.relative_to(folder).parts)}
    return {
        "problem page, largest": max(pages),
        "problem page, median": int(statistics.median(pages)),
        "leaderboard with all it loads": sum(map(compressed, board - theme - {index})),
        "the theme's own assets": sum(map(compressed, theme)),
        "search index": compressed(index),
        "search index, as it is": index.stat().st_size,
    }


def published(models: int, runs: int, samples: Path | None) -> None:
    """Print what the site with the published results takes, and with more models."""
    with tempfile.TemporaryDirectory() as name:
        for count in (None, models):
            tree, folder = Path(name) / f"tree-{count}", Path(name) / f"site-{count}"
            number = make_published_tree(tree, count)
            code = Path(name, f"code-{count}.json") if samples else None
            if code and samples:
                code.write_bytes(orjson.dumps(public_code(tree, samples.resolve(), print)))
            spent = told(build(tree, folder, runs, code), number)
            print(f"{number} models: " + ", ".join(f"{what} {value:.3g} s" for what, value in spent.items()))
            for page, size in page_sizes(folder).items():
                print(f"    {page}: {size / 1000:.1f} kB")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=3, help="builds of each site")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--models", type=int, help="build with the published results, and copies up to so many models")
    parser.add_argument("--samples", type=Path, help="with --models: public samples, whose code is shown")
    given = parser.parse_args()
    if given.models:
        published(given.models, given.runs, given.samples)
        return
    small = len(load_benchmark())
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for count in (small, LARGE):
            make_tree(folder / f"tree-{count}", *enlarged(count))
            built = build(folder / f"tree-{count}", folder / f"site-{count}", given.runs)
            figures[f"{count} problems, {MODELS} models"] = told(built, count)
        make_plain(folder / "plain")
        built = build(folder / "plain", folder / "site-plain", given.runs)
        figures[f"MkDocs Material, {PLAIN} plain pages"] = told(built, PLAIN)
        found = sizes(folder / f"site-{small}")
    if given.json:
        print(orjson.dumps({"seconds": figures, "bytes": found}, option=orjson.OPT_INDENT_2).decode())
        return
    for name, row in figures.items():
        print(f"{name}: " + ", ".join(f"{what} {value:.3g} s" for what, value in row.items()))
    for name, size in found.items():
        print(f"{name}: {size / 1000:.1f} kB")


if __name__ == "__main__":
    main()
