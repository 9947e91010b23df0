"""COFFE (Peng et al., FSE 2025): which tables its study has, what they will cost, and those without measurements.

Tables 1 and 2 say how many problems, tests, stressful inputs and solutions the data holds. The findings over all models
of table 6 (section 5.3) are computed for the published table and for the models given here, by the same functions: how
much of pass@1 is lost if efficiency is required, whether models that are right more often are also efficient more
often, whether larger models are, and how many are faster than the best ground truths.

Table 4 is in `stability.py`, table 5 in `coffe_suites.py`, table 6 in `coffe_report.py`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pandas as pd
from scipy.stats import kendalltau

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.session import lend_workers, opened
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.errors import InputError
from tallybench.evaluation.preparation import Plan, plan_run
from tallybench.model.benchmark import Benchmark
from tallybench.statistics.reading import load_result
from tallybench.studies.coffe_models import BENCHMARKS, Evaluated, evaluate_predictions, open_file
from tallybench.studies.coffe_report import answers_section, model_section
from tallybench.studies.coffe_suites import LEVELS, suites_section
from tallybench.studies.stability import EACH, RUNS, SOURCES, TESTS, measure_part, stability_section
from tallybench.studies.study import Listing, Paper, PaperFigure, Row, Run, Section, Study

PARTS = {"HumanEval": "coffe-function", "Mbpp": "coffe-function", "CodeContests": "coffe-code-contests"}
_SPLITS = ("coffe-function", "coffe-file")
_MEASURED = ("coffe-function", "coffe-code-contests")
_INPUTS = "stressful inputs a problem"
_SELECTED = "the public data has only the problems that were selected"
_FIGURES = {"pass@1": "pass@1, %", "efficient@1": "efficient@1, %", "drop": "drop, %", "speedup": "speedup"}


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
                source: measure_part(vetted[name], source, python, fingerprint, run) for source, name in PARTS.items()
            }
            yield stability_section(measured, run)
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
            raise InputError(f"{path}: is for {result.benchmark.name}, not for {', '.join(BENCHMARKS)}")
        run.facts.append((f"result of {result.model.name}", f"{path.name}, {result.environment.fingerprint[:16]}"))
        models.append(Evaluated(result))
        yield model_section(models[-1], run.paper)
    if models:
        yield _findings_section(run.paper, models)


def _plan(run: Run) -> list[tuple[str, Plan | str]]:
    lines: list[tuple[str, Plan | str]] = []
    each = "all problems" if run.whole else f"{EACH} problems"
    if "4" in run.tables:
        tests = "all tests" if run.whole else f"at most {TESTS} tests"
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
    """Count what a benchmark has, or the part of it whose task ids start with a source.

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
            name = SOURCES.get(source, source)
            for what in ("problems in the source", "problems that could be validated"):
                rows.append(Row(f"{name}: {what}", run.paper[f"1/{name}/{what}"], None, "", _SELECTED, digits=0))
            rows += _rows(f"1/{name}", name, tally(benchmark, f"{source}/"), run.paper)
    notes = (
        "Computed from the files alone; nothing is run.",
        "Means are over the problems whose correctness tests are in the data.",
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


_Model = tuple[str, float | None, float | None, float | None, float | None]
"""A model and its figures by COFFE's rules, in the order of _FIGURES; None if one is unknown."""


def _findings_section(paper: Paper, found: Sequence[Evaluated]) -> Section:
    """Return the board of the given models, and the findings over them and over the published ones."""
    rows: list[Row] = []
    listings = []
    for split in ("function", "file"):
        given = [(one, key) for one in found if (key := one.published_key(paper)).endswith(f"/{split}")]
        if not given:
            continue
        board = [(_ours(one), _published(key, paper)) for one, key in given]
        ending = f"/{split}/pass@1"
        table = [key.removesuffix("/pass@1") for key in sorted(paper) if key.startswith("6/") and key.endswith(ending)]
        rows += _findings(split, [_published(key, paper) for key in table], [own for own, _ in board], paper)
        board.sort(key=lambda pair: (-(pair[0][2] or pair[0][1] or 0), pair[0][0]))
        cells = tuple(
            (own[0], *(_shown(one) for pair in zip(own[1:], theirs[1:], strict=True) for one in pair))
            for own, theirs in board
        )
        header = ("model", *(f"{title}{side}" for title in _FIGURES.values() for side in ("", ", paper")))
        listings.append(Listing(f"The models given, {split} level", header, cells))
    notes = (
        "All by COFFE's rules: strict, and its comparison of outputs.",
        "A model that is not in table 6, or was asked with prompts other than COFFE's, can only be compared in kind: "
        "its row has no figure from the paper.",
    )
    return Section("6/findings", "Table 6: all models", tuple(rows), notes, tuple(listings))


def _shown(figure: object) -> str:
    return "-" if figure is None else f"{figure:.2f}"


def _ours(found: Evaluated) -> _Model:
    figures = found.figures_by_coffe()
    return found.own.model.name, figures.pass_at_1, figures.efficient_at_1, figures.drop, figures.speedup


def _published(key: str, paper: Paper) -> _Model:
    passing, efficient, drop, speedup = (paper[f"{key}/{name}"].value for name in _FIGURES)
    return key.split("/")[1], passing, efficient, drop, speedup


def _findings(split: str, theirs: Sequence[_Model], ours: Sequence[_Model], paper: Paper) -> Iterator[Row]:
    frames = [_frame(models) for models in (theirs, ours)]
    for name, columns, least, figure, unit, digits in _FINDINGS:
        (published, of), (value, models) = (_over(frame[columns].dropna(), least, figure) for frame in frames)
        shown = paper[f"6/all/{split}/{name}"]
        if shown.value is None:
            shown = PaperFigure(value=published, source="computed from table 6")
        why = f"the same question for other models; only those in table 6 can be compared one by one; {of} there"
        yield Row(f"{split}: {name}", shown, value, f"of {models} models", why, unit, digits=digits)


def _frame(models: Sequence[_Model]) -> pd.DataFrame:
    """Return models' figures, and their parameters in billions if their names have them."""
    frame = pd.DataFrame(models, columns=["model", *_FIGURES]).astype(dict.fromkeys(_FIGURES, float))
    sizes = [re.search(r"(?:(\d+)x)?(\d+(?:\.\d+)?)B\b", name) for name in frame["model"]]
    frame["size"] = [None if size is None else float(size[1] or 1) * float(size[2]) for size in sizes]
    return frame


def _over(known: pd.DataFrame, least: int, figure: Callable[[pd.DataFrame], float]) -> tuple[float | None, int]:
    return (float(figure(known)) if len(known) >= least else None), len(known)


def _tau(known: pd.DataFrame) -> float:
    return float(kendalltau(*known.to_numpy(float).T).statistic)


# The findings over all models: the figures used, how many models are needed, the function, the unit and digits.
_FINDINGS: tuple[tuple[str, list[str], int, Callable[[pd.DataFrame], float], str, int], ...] = (
    ("lowest drop", ["drop"], 1, lambda known: known["drop"].min(), "%", 0),
    ("highest drop", ["drop"], 1, lambda known: known["drop"].max(), "%", 0),
    ("Kendall's tau, pass@1 and efficient@1", ["pass@1", "efficient@1"], 3, _tau, "", 2),
    ("Kendall's tau, size and efficient@1", ["size", "efficient@1"], 3, _tau, "", 2),
    ("models with a speedup above 1", ["speedup"], 1, lambda known: (known["speedup"] > 1).sum(), "", 0),
)
