"""Table 5 of COFFE's study: what suites of inputs are worth, all measured with the same programs.

The suites are the correctness tests; the published stressful inputs, which STGEN made; TallyBench's inputs of the same
problems; and folders of `tallybench dev stress generate`, by STGEN or by one of the paper's three baselines.

Line coverage is the best solution's, as a mean over problems. RSD(+) is computed as in COFFE's code (`rsd_plus`): the
sample standard deviation of what a problem's programs spend on a suite in total, over the mean, again as a mean over
problems. The paper's programs are 20 samples of one model, which are not public; predictions with that model's name and
several samples per problem are measured in the same way. The pool of all programs has the correct samples of all given
predictions, and at most 20 of the data's own solutions, chosen by a hash.
"""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from tallybench.authoring.audit import read_pool
from tallybench.authoring.running import Runner
from tallybench.authoring.stress_generation.methods import METHODS
from tallybench.authoring.stress_generation.problem_file import file_name
from tallybench.authoring.stress_generation.report import measure_coverage, measure_spread
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.problem_reader import with_additions
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.statistics.reading import read_bytes
from tallybench.studies.coffe_models import find_benchmark, read_file
from tallybench.studies.study import Listing, PaperFigure, Row, Run, Section

TESTS = 10  # correctness tests of a problem that are counted, unless all are asked for
LEVELS = {"coffe-function": "function", "coffe-file": "file", "coffe-code-contests": "file"}
_MOST_OWN = 20  # how many of the data's solutions to a problem are used
_CORRECTNESS, _PUBLISHED = "correctness tests", "stgen"
_MODELS = ("Llama3.1", "GPT-4o")  # whose samples the paper's RSD(+) is over
_ALL = "all programs"
_PUBLISHED_WHY = (
    "not comparable: the paper's is over all generated inputs, ours over the published ones, which passed the same "
    "test there; ours fail by our limits of time and size"
)
_MADE_WHY = "in kind: valid inputs keep the contract, and the ground truth ends on them within our limits"
_ABSENT = "give --made with a folder that `tallybench dev stress generate` wrote by this method"
_COVERAGE = "nearly: Coverage.py's statements there, the interpreter's own line events here"
_SPREAD = "in kind: a different pool (see the notes), emulated counts, and the budget for a program that exceeds it"


@dataclass(frozen=True)
class _Suite:
    name: str  # as in the paper, if it has these inputs
    title: str  # the name, and who made the inputs
    # the share of valid inputs in percent, its denominator, and what can be compared; None if nothing was generated
    accuracy: tuple[float | None, str, str] | None
    problems: Mapping[str, Problem]  # the problems with these inputs as their stressful ones, by task id
    # the problems that it lacks inputs for. In COFFE's code each of them covers no lines, and has an RSD(+) of 0
    empty: frozenset[str] = frozenset()

    def of(self, ids: Sequence[str]) -> "_Suite":
        """Return the part of the suite for these problems."""
        problems = {task_id: self.problems[task_id] for task_id in ids if task_id in self.problems}
        return replace(self, problems=problems, empty=self.empty & set(ids))


def with_tests(problem: Problem, most: int | None = None) -> Problem:
    """Return a problem with its correctness tests as stressful inputs: all, or at most `most`, evenly spaced."""
    cases = list(enumerate(problem.cases))
    if most is not None and len(cases) > most:
        cases = [cases[place * len(cases) // most] for place in range(most)]
    inputs = tuple(
        StressfulInput(
            f"test_{number}",
            Kind.GIVEN,
            "",
            "expression",
            "from math import inf, nan\n",
            expressions=tuple(map(repr, case.arguments)),
        )
        for number, case in cases
    )
    return replace(problem, stressful=inputs, left_out=())


def suites_section(run: Run, vetted: Sequence[Benchmark], each: int) -> Section:
    """Measure table 5 over vetted benchmarks, with RSD(+) over `each` problems of a source, or all."""
    runner = Runner(run.python, run.session, run.progress)
    rows: list[Row] = []
    faults: list[tuple[str, str, str]] = []
    for benchmark in vetted:
        level = LEVELS[benchmark.name]
        made = [suite for folder in run.made if (suite := _made_suite(folder, benchmark, run.data)) is not None]
        ids = [problem.task_id for problem in benchmark if problem.stressful]
        if made:
            asked = set.intersection(*({*suite.problems, *suite.empty} for suite in made))
            ids = [task_id for task_id in ids if task_id in asked]
        counted = ids if run.whole or made else every_nth(ids, each)
        pools = _pools(run, benchmark, counted)
        for suite in (*_own_suites(benchmark, ids), *(suite.of(ids) for suite in made)):
            shown, failed = _rows(run, suite, level, runner, pools)
            rows += shown
            faults += failed
        absent = [name for name in METHODS if name not in {suite.name for suite in made} | {_PUBLISHED}]
        rows += [
            Row(f"{level}, {name}: {what}", run.paper[f"5/{level}/{name}/{what}"], None, "", _ABSENT, "%")
            for name in absent
            for what in ("accuracy", "line coverage", *(f"RSD(+), {model}" for model in _MODELS))
        ]
    notes = (
        "File level is the part from Code Contests.",
        "RSD(+): a problem with fewer than two correct programs has none. The pool is not the paper's, so only the "
        "order of the suites can be compared: does a suite tell programs further apart than the correctness tests?",
        f"It is measured on {'all problems' if run.whole else f'every n-th problem, {each} of each source'}"
        f"{'' if run.whole else f', and on at most {TESTS} correctness tests of each'}; with --made, on the problems "
        "that all these folders have.",
    )
    listing = Listing("What could not be measured", ("suite", "problem", "reason"), tuple(sorted(faults)))
    return Section("5", "Table 5: suites of inputs", tuple(rows), notes, (listing, _unusable(vetted)))


def every_nth(ids: Sequence[str], each: int) -> list[str]:
    """Return every n-th id of each source, so that `each` ids per source are left."""
    sources = sorted({task_id.partition("/")[0] for task_id in ids})
    chosen = []
    for source in sources:
        own = [task_id for task_id in ids if task_id.startswith(f"{source}/")]
        chosen += own[:: max(1, len(own) // each)][:each]
    return chosen


def _own_suites(benchmark: Benchmark, ids: Sequence[str]) -> list[_Suite]:
    """Return the suites that need only the data: tests, published inputs, and ours for HumanEval's problems."""
    problems = {task_id: benchmark.by_id[task_id] for task_id in ids}
    given = sum(len(problem.given_inputs) for problem in benchmark)
    usable = sum(len(problem.stressful) for problem in benchmark)
    of = f"{usable:,} of {given:,} inputs of {len(benchmark)} problems"
    share = 100 * usable / given if given else None
    tests = {task_id: with_tests(problem) for task_id, problem in problems.items()}
    suites = [
        _Suite(_CORRECTNESS, _CORRECTNESS, None, tests),
        _Suite(_PUBLISHED, "published inputs (STGEN)", (share, of, _PUBLISHED_WHY), problems),
    ]
    ours = load_benchmark().by_id
    if written := {task_id: ours[task_id] for task_id in ids if task_id in ours and ours[task_id].stressful}:
        with_ours = {
            task_id: replace(problems[task_id], stressful=own.stressful, left_out=(), contract=own.contract)
            for task_id, own in written.items()
        }
        suites.append(_Suite("TallyBench", "TallyBench's inputs", None, with_ours))
    return suites


def _made_suite(folder: Path, benchmark: Benchmark, data: Path) -> _Suite | None:
    """Return what `dev stress generate` made for a benchmark's problems; None if it was for a different benchmark.

    Raises:
        InputError: the folder has no report that can be read.
    """
    where = f"--made {folder}"
    try:
        report: dict[str, Any] = orjson.loads(read_bytes(folder / "report.json", where))
        name, method, total = report["benchmark"]["name"], report["method"], report["total"] or {}
        ids = [entry["task_id"] for entry in report["problems"]]
        model = str(report["settings"]["model"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{where}: report.json is not one that `tallybench dev stress generate` wrote") from None
    if not any(task_id in benchmark.by_id for task_id in ids):
        return None
    source = load_benchmark(name, None if name == "humaneval" else data)
    problems = {}
    for task_id in ids:
        path = folder / file_name(source, task_id)
        if task_id in benchmark.by_id and path.is_file():
            problem = benchmark.by_id[task_id]
            added = with_additions(problem, path, complete=False)
            problems[task_id] = replace(problem, stressful=added.stressful, left_out=())
    of = f"{total.get('valid', 0):,} of {total.get('proposed', 0):,} inputs of {len(ids)} problems"
    empty = frozenset(ids) & benchmark.by_id.keys() - problems.keys()
    return _Suite(method, f"{method} by {model}", (total.get("accuracy"), of, _MADE_WHY), problems, empty)


def _pools(run: Run, benchmark: Benchmark, ids: Sequence[str]) -> dict[str, dict[str, list[Solution]]]:
    """Return the programs to count, by task id: those of each given model of the paper, and all together."""
    chosen = replace(benchmark, problems=tuple(benchmark.by_id[task_id] for task_id in ids))
    predicted = {
        model: read_file(path, benchmark).samples
        for path, model in run.predictions
        if find_benchmark(path, run.data) == benchmark.name
    }
    pools = {
        known: read_pool([(model, samples)], chosen)
        for model, samples in predicted.items()
        for known in _MODELS
        if model.casefold().startswith(known.casefold()) and any(sample.index for sample in samples)
    }
    pool = read_pool(predicted.items(), chosen)
    for task_id in ids:
        own = sorted(benchmark.human_solutions.get(task_id, ()), key=lambda solution: code_hash(solution.code))
        known = {solution.code for solution in pool.get(task_id, ())}
        more = [solution for solution in own[:_MOST_OWN] if solution.code not in known]
        pool[task_id] = [*pool.get(task_id, ()), *more]
    return {**pools, _ALL: pool}


def _rows(
    run: Run, suite: _Suite, level: str, runner: Runner, pools: Mapping[str, Mapping[str, Sequence[Solution]]]
) -> tuple[list[Row], list[tuple[str, str, str]]]:
    key, title = f"5/{level}/{suite.name}", f"{level}, {suite.title}"
    covered = measure_coverage(suite.problems, runner)
    shares = [100 * one.reached / one.lines for one in covered.values() if one.fault is None and one.lines]
    shares += [0.0] * len(suite.empty)
    coverage, of = statistics.fmean(shares) if shares else None, f"mean over {len(shares)} problems"
    rows = [Row(f"{title}: line coverage", run.paper[f"{key}/line coverage"], coverage, of, _COVERAGE, "%")]
    if suite.accuracy is not None:
        rows.insert(0, Row(f"{title}: accuracy", run.paper[f"{key}/accuracy"], *suite.accuracy, "%"))
    faults = [(suite.title, task_id, one.fault) for task_id, one in covered.items() if one.fault is not None]
    counted = dict(suite.problems)
    if suite.name == _CORRECTNESS and not run.whole:
        counted = {task_id: with_tests(problem, TESTS) for task_id, problem in counted.items()}
    for model in (*_MODELS, _ALL):
        figure = run.paper[f"{key}/RSD(+), {model}"]
        if model == _ALL:
            figure = PaperFigure(value=None, source="as above")
        elif model not in pools:
            why = f"its samples are not public; pass --predictions with several per problem, and --model {model}"
            rows.append(Row(f"{title}: RSD(+), {model}", figure, None, "", why, "%"))
            continue
        spread = measure_spread(counted, pools[model], runner)
        deviations = [one.of_totals for one in spread.values() if one.of_totals is not None]
        deviations += [0.0 for task_id in suite.empty if len(pools[model].get(task_id, ())) > 1]
        programs = statistics.fmean(one.solutions - 1 for one in spread.values()) if spread else 0
        of = f"mean over {len(deviations)} problems, {programs:.1f} programs each"
        mean = statistics.fmean(deviations) if deviations else None
        rows.append(Row(f"{title}: RSD(+), {model}", figure, mean, of, _SPREAD, "%"))
        faults += [(suite.title, task_id, one.fault) for task_id, one in spread.items() if one.fault is not None]
    return rows, faults


def _unusable(vetted: Sequence[Benchmark]) -> Listing:
    faults = [
        (problem.task_id, given.name, reason)
        for benchmark in vetted
        for problem in benchmark
        for given, reason in problem.left_out
    ]
    return Listing("Published inputs that cannot be used", ("problem", "input", "reason"), tuple(sorted(faults)))
