"""COFFE (Peng et al., FSE 2025): which tables its study has, what they will cost, and tables 1, 2 and 4.

Tables 1 and 2 say how many problems, tests, stressful inputs and solutions the data holds; table 4 how stable counts
and times are. Table 5 is in `coffe_suites.py`, table 6 in `coffe_report.py` and `coffe_findings.py`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.session import lend_workers, opened
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.errors import InputError
from tallybench.evaluation.preparation import Plan, plan_run
from tallybench.files import cache_folder, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.statistics.reading import load_result
from tallybench.studies.coffe_findings import findings_section
from tallybench.studies.coffe_models import BENCHMARKS, Evaluated, evaluate_predictions, open_file
from tallybench.studies.coffe_report import answers_section, model_section
from tallybench.studies.coffe_suites import LEVELS, every_nth, suites_section, with_tests
from tallybench.studies.stability import RUNS, Stability, measure_stability
from tallybench.studies.study import Listing, Paper, Row, Run, Section, Study

EACH = 10  # problems of each part that are measured, unless all are asked for
_TESTS = 3  # correctness tests of each of them in table 4
PARTS = {"HumanEval": "coffe-function", "Mbpp": "coffe-function", "CodeContests": "coffe-code-contests"}
_SOURCES = {"HumanEval": "HumanEval", "Mbpp": "MBPP", "CodeContests": "Code Contests", "APPS": "APPS"}
_SPLITS = ("coffe-function", "coffe-file")
_MEASURED = ("coffe-function", "coffe-code-contests")
_INPUTS = "stressful inputs a problem"
_STABILITY = TypeAdapter(Stability)
_COUNTS = (
    "in kind: both drop the highest and the lowest of 12 runs; there a hardware counter, with the kernel's and the "
    "machine's noise, here the emulator, which has none"
)
_SECONDS = "not in size: execution time is of the machine; in kind, for it is the reason to count instructions"
_PEARSON = "in kind: over all tests of the problems that are measured"
_SELECTED = "the public data has only the problems that were selected"


def _sections(run: Run) -> Iterator[Section]:
    splits = [load_benchmark(name, run.data) for name in _SPLITS]
    files = sorted((path, digest) for split in splits for path, digest in split.files.items())
    run.facts.append(("data", "COFFE's public files"))
    run.facts.extend((path, f"SHA-256 {digest[:16]}") for path, digest in dict(files).items())
    for table in ("1", "2"):
        if table in run.tables:
            yield _data_section(table, run, splits)
    if not {"4", "5", "6"} & set(run.tables):
        return
    python, fingerprint = ready_to_count(run.python)
    ranked = "ranked" if fingerprint.ranked else "not ranked"
    run.facts.append(("fingerprint", f"{fingerprint.hash[:16]}, {ranked}"))
    if {"4", "5"} & set(run.tables):
        with lend_workers(run.session, run.setting) as pool:
            folder, inputs = vetting_folder(fingerprint), "5" in run.tables
            vetted = {
                name: vet_benchmark(load_benchmark(name, run.data), pool, folder, run.progress, inputs)
                for name in _MEASURED
            }
        if "4" in run.tables:
            measured = {
                source: _measure_part(vetted[name], source, python, fingerprint, run) for source, name in PARTS.items()
            }
            yield _stability_section(measured, run)
        if "5" in run.tables:
            yield suites_section(run, list(vetted.values()), EACH)
    models: list[Evaluated] = []
    for path, model in run.predictions if "6" in run.tables else ():
        found = evaluate_predictions(run, path, model)
        yield model_section(found, run.paper)
        yield answers_section(run, found, fingerprint)
        models.append(found)
    for path in run.given_results if "6" in run.tables else ():
        result = load_result(path)
        if result.benchmark.name not in BENCHMARKS:
            raise InputError(f"{path}: is of {result.benchmark.name}, not of {', '.join(BENCHMARKS)}")
        run.facts.append((f"result of {result.model.name}", f"{path.name}, {result.environment.fingerprint[:16]}"))
        models.append(Evaluated(result))
        yield model_section(models[-1], run.paper)
    if models:
        yield findings_section(run.paper, models)


def _plan(run: Run) -> list[tuple[str, Plan | str]]:
    """Plan each file of predictions, and say in words what tables 4 and 5 take."""
    lines: list[tuple[str, Plan | str]] = []
    each = "all problems" if run.whole else f"{EACH} problems"
    if "4" in run.tables:
        tests = "all tests" if run.whole else f"at most {_TESTS} tests"
        lines.append(("table 4", f"{each} of each of {len(PARTS)} parts, {tests}, {RUNS} runs of 3 measurements"))
    if "5" in run.tables:
        problems = [problem for name in _MEASURED for problem in load_benchmark(name, run.data)]
        inputs = sum(len(problem.stressful) + len(problem.cases) for problem in problems)
        lines.append(("table 5", f"{inputs:,} inputs traced; every program counted on those of {each} of each part"))
    for path, model in run.predictions if "6" in run.tables else ():
        predictions, options = open_file(run, path)
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


def _published_inputs(data: Path, split: str) -> tuple[int, int]:
    """Count the stressful inputs in a split's file, and their problems, including those without tests."""
    file = read_json(data / split / "stressful_testcases.json", "stressful inputs by prompt")
    by_prompt = file.expect(file.value, dict, "", "an object: stressful inputs by prompt")
    return sum(len(file.expect(inputs, list, prompt, "a list")) for prompt, inputs in by_prompt.items()), len(by_prompt)


def _data_section(table: str, run: Run, splits: Sequence[Benchmark]) -> Section:
    """Return table 1 (by source) or 2 (by split), from the benchmarks of COFFE's splits."""
    rows: list[Row] = []
    for benchmark in splits:
        if table == "2":
            split = LEVELS[benchmark.name]
            published = _published_inputs(run.data, split)
            rows += _rows(f"2/{split}", f"{split} split", tally(benchmark), run.paper, published)
            continue
        ids = [problem.task_id for problem in benchmark] + [task_id for task_id, _ in benchmark.exclusions]
        for source in sorted({task_id.partition("/")[0] for task_id in ids}):
            name = _SOURCES.get(source, source)
            for what in ("problems in the source", "problems that could be validated"):
                rows.append(Row(f"{name}: {what}", run.paper[f"1/{name}/{what}"], None, "", _SELECTED, digits=0))
            rows += _rows(f"1/{name}", name, tally(benchmark, f"{source}/"), run.paper)
    notes = (
        "Computed from the files alone; nothing is run for it.",
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
        if what == _INPUTS:
            if published is None:  # table 1 does not have them
                continue
            (total, of), reason = published, "the same files"
        mean = total / of if of else None
        rows.append(Row(f"{name}: {what}", paper[f"{key}/{what}"], mean, f"over {of} problems", reason))
    return rows


def _measure_part(
    benchmark: Benchmark, source: str, python: str, fingerprint: Fingerprint, run: Run
) -> Stability | str:
    """Measure the stability of one source's problems; return why it cannot be measured if it cannot.

    It is measured once per environment, as execution times do not repeat: over all problems, or every n-th.
    """
    ids = [problem.task_id for problem in benchmark if problem.task_id.startswith(f"{source}/")]
    if len(ids) < 3:
        return "fewer than three problems"
    chosen = ids if run.whole else every_nth(ids, EACH)
    most = None if run.whole else _TESTS
    problems = tuple(with_tests(benchmark.by_id[task_id], most) for task_id in chosen)
    part = replace(benchmark, problems=problems)
    identity = "\n".join([fingerprint.hash, str(RUNS), *(problem.hash for problem in part)])
    path = cache_folder() / "repeats" / f"{hashlib.sha256(identity.encode()).hexdigest()[:32]}.json"
    try:
        return _STABILITY.validate_json(path.read_bytes())
    except (OSError, ValidationError):
        pass
    try:
        found = measure_stability(part, python, RUNS, run.progress, every_input=True)
    except InputError as error:
        return str(error)
    write_in_cache(path, [orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2)])
    return found


def _stability_section(measured: dict[str, Stability | str], run: Run) -> Section:
    """Return table 4, from what was measured by source."""
    rows = []
    unmeasured: list[tuple[str, str]] = []
    counts = []
    for source, found in measured.items():
        name = _SOURCES[source]
        if isinstance(found, str):
            unmeasured.append((name, found))
            continue
        unmeasured += found.left_out
        counts.append(found.rsd_counts)
        problems = {spread.task_id for spread in found.inputs}
        of = f"{len(found.inputs)} tests of {len(problems)} problems, {found.runs} runs each"
        for what, value, unit, digits, why in (
            ("RSD of counts", found.rsd_counts, "%", 4, _COUNTS),
            ("RSD of counts, worst test", found.rsd_counts_worst, "%", 4, _COUNTS),
            ("RSD of execution time", found.rsd_seconds, "%", 2, _SECONDS),
            ("Pearson of count and time", found.pearson, "", 4, _PEARSON),
            ("Pearson of their logarithms", found.pearson_log, "", 4, "ours only: no single heavy test decides"),
        ):
            rows.append(Row(f"{name}: {what}", run.paper[f"4/{name}/{what}"], value, of, why, unit, digits=digits))
    if counts:
        for which, value in (("lowest", min(counts)), ("highest", max(counts))):
            key, of = f"RSD of counts, {which}", f"of {len(counts)} parts"
            rows.append(Row(f"all: {key}", run.paper[f"4/all/{key}"], value, of, _COUNTS, "%", digits=4))
    part = f"Every n-th problem of each part, so that {EACH} are left (--all takes all)"
    part = "All problems" if run.whole else part
    notes = (
        f"{part}; the ground truths on the correctness tests, as in the paper"
        f"{'' if run.whole else f', at most {_TESTS} of a problem'}.",
        "Measured once in an environment and kept: another run of this report shows the same times.",
    )
    listing = Listing("Not measured", ("what", "reason"), tuple(unmeasured))
    return Section("4", "Table 4: stability and correlation", tuple(rows), notes, (listing,))
