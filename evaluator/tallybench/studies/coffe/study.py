"""The study of COFFE's paper: which tables it has, what they will cost, and tables 1 and 2.

These two say how many problems, tests, stressful inputs and solutions the data holds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.session import lend_workers, opened
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.evaluation.plan import Plan, plan_run
from tallybench.model.benchmark import Benchmark
from tallybench.studies.coffe.models import evaluate_predictions, model_section, read_file
from tallybench.studies.coffe.sanitizing import sanitizing_section
from tallybench.studies.coffe.stressful import (
    EACH,
    PARTS,
    inputs_section,
    measure_coverage,
    measure_part,
    stability_section,
)
from tallybench.studies.report import Listing, Paper, Row, Section
from tallybench.studies.runner import Run, Study
from tallybench.studies.stability import RUNS

_SPLITS = {"coffe-function": "function", "coffe-file": "file"}
_SOURCES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests", "APPS": "APPS"}
_INPUTS = "stressful inputs a problem"
_MEASURED = ("coffe-function", "coffe-code-contests")


def _sections(run: Run) -> Iterator[Section]:
    splits = [load_benchmark(name, run.data) for name in ("coffe-function", "coffe-file")]
    files = sorted((path, digest) for split in splits for path, digest in split.files.items())
    run.facts.append(("data", "COFFE's public files"))
    run.facts.extend((path, f"SHA-256 {digest[:16]}") for path, digest in dict(files).items())
    for table in ("1", "2"):
        if table in run.tables:
            yield data_section(table, run.data, splits, run.paper)
    if not {"4", "5", "6"} & set(run.tables):
        return
    python, fingerprint = ready_to_count(run.python)
    ranked = "ranked" if fingerprint.ranked else "not ranked"
    run.facts.append(("fingerprint", f"{fingerprint.hash[:16]}, {ranked}"))
    if {"4", "5"} & set(run.tables):
        with lend_workers(run.session, run.setting) as pool:
            folder = vetting_folder(fingerprint)
            vetted = {
                name: vet_benchmark(load_benchmark(name, run.data), pool, folder, run.progress) for name in _MEASURED
            }
            if "4" in run.tables:
                measured = {
                    source: measure_part(vetted[name], source, python, fingerprint, run.progress, whole=run.whole)
                    for source, name in PARTS.items()
                }
                yield stability_section(measured, run.paper, whole=run.whole)
            if "5" in run.tables:
                covered = [(one, measure_coverage(one, pool, fingerprint, run.progress)) for one in vetted.values()]
                yield inputs_section(covered, run.paper)
    for path, model in run.predictions if "6" in run.tables else ():
        found = evaluate_predictions(run, path, model)
        yield model_section(found, run.paper)
        yield sanitizing_section(run, found, fingerprint)


def _plan(run: Run) -> list[tuple[str, Plan | str]]:
    """Plan each file of predictions, and say in words what tables 4 and 5 take."""
    lines: list[tuple[str, Plan | str]] = []
    if "4" in run.tables:
        each = "all problems" if run.whole else f"{EACH} problems"
        lines.append(("table 4", f"{each} of each of {len(PARTS)} parts, {RUNS} runs of 3 measurements"))
    if "5" in run.tables:
        inputs = sum(len(problem.stressful) for name in _MEASURED for problem in load_benchmark(name, run.data))
        lines.append(("table 5", f"{inputs:,} inputs built and run twice, natively"))
    for path, model in run.predictions if "6" in run.tables else ():
        predictions, options = read_file(run, path)
        with opened(run.session) as session:
            plan = plan_run(predictions.samples, options, session.size)
        lines.append((f"table 6, {model} on {options.benchmark}", plan))
    return lines


COFFE_STUDY = Study("coffe", "COFFE", ("1", "2", "4", "5", "6"), _sections, _plan)


def tally(benchmark: Benchmark, source: str = "") -> Counter[str]:
    """Count a benchmark, or the part of it whose task ids start with a source.

    Returns:
        `problems`, including those that cannot be used; `usable` ones; and, for the usable ones, `tests`, `stressful`
        inputs (including unusable inputs), and ground-truth `solutions`.
    """
    problems = [problem for problem in benchmark if problem.task_id.startswith(source)]
    lost = sum(task_id.startswith(source) for task_id, _ in benchmark.exclusions)
    return Counter(
        problems=len(problems) + lost,
        usable=len(problems),
        tests=sum(len(problem.cases) for problem in problems),
        stressful=sum(len(problem.given_inputs) for problem in problems),
        solutions=sum(len(benchmark.human_solutions[problem.task_id]) for problem in problems),
    )


def published_inputs(data: Path, split: str) -> tuple[int, int]:
    """Count the stressful inputs in a split's file, and their problems, including those without tests."""
    file = read_json(data / split / "stressful_testcases.json", "stressful inputs by prompt")
    by_prompt = file.expect(file.value, dict, "", "an object: stressful inputs by prompt")
    return sum(len(file.expect(inputs, list, prompt, "a list")) for prompt, inputs in by_prompt.items()), len(by_prompt)


def data_section(table: str, data: Path, splits: Sequence[Benchmark], paper: Paper) -> Section:
    """Return table 1 (by source) or 2 (by split), from the benchmarks of COFFE's splits and its `datasets` folder."""
    rows: list[Row] = []
    for benchmark in splits:
        if table == "2":
            split = _SPLITS[benchmark.name]
            published = published_inputs(data, split)
            rows += _rows(f"2/{split}", f"{split} split", tally(benchmark), paper, published)
            continue
        ids = [problem.task_id for problem in benchmark] + [task_id for task_id, _ in benchmark.exclusions]
        for source in sorted({task_id.partition("/")[0] for task_id in ids}):
            name = _SOURCES.get(source, source)
            rows += _rows(f"1/{name}", name, tally(benchmark, f"{source}/"), paper)
    notes = (
        "Computed from the files alone; nothing is run for it. All of it can be compared.",
        "A mean is over the problems whose correctness tests are among the data.",
    )
    reasons = Counter((benchmark.name, reason) for benchmark in splits for _, reason in benchmark.exclusions)
    unusable = tuple((name, str(count), reason) for (name, reason), count in sorted(reasons.items()))
    listings = (Listing("Problems that cannot be used", ("benchmark", "problems", "reason"), unusable),)
    by = "source" if table == "1" else "split"
    return Section(table, f"Table {table}: the data by {by}", tuple(rows), notes, listings if table == "2" else ())


def _rows(
    key: str, name: str, found: Counter[str], paper: Paper, published: tuple[int, int] | None = None
) -> list[Row]:
    lost = found["problems"] - found["usable"]
    why = "the same files" if not lost else f"{lost} problems have no public correctness tests and solutions"
    rows = [Row(f"{name}: problems", paper[f"{key}/problems"], found["problems"], "", "counted", digits=0)]
    for what, count in (("tests a problem", "tests"), (_INPUTS, "stressful"), ("solutions a problem", "solutions")):
        total, of, reason = found[count], found["usable"], why
        if what == _INPUTS and published is not None:
            (total, of), reason = published, "the same files"
        mean = total / of if of else None
        rows.append(Row(f"{name}: {what}", paper[f"{key}/{what}"], mean, f"over {of} problems", reason))
    return rows
