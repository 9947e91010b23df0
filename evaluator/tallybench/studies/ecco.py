"""ECCO (Waghjale et al., EMNLP 2024): its table 1, and a model's editing figures, by our rules and by its own.

Its tables of models (2 to 6, 9 and 10) are of outputs that are not public; neither are the weights of its fine-tuned
models. Outputs in its format can be measured; their editing figures are shown beside the published ones.

Its rule for speedup is computed as by its public code (`edit_eval.py`), but over our verdicts and counts. The best of
the n samples for a slow program is the one that passes most tests; among equals, the one that takes least time over the
tests on which it ends. It is credited with the slow program's time over its own, both summed over the tests that it
passed; one passed test is enough, it need not be correct. How credits are averaged is not public; here it is the mean
over programs. Instructions stand for time, and the budget stands for a count over the budget.
"""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import Excluded
from tallybench.benchmarks.sources.ecco import EDIT, PairRow, split_table, table_rows, tests_of
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import ProblemResult, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.harness_lines import open_lines
from tallybench.sandbox.messages import WorkerSetting
from tallybench.studies.study import NOT_AT_HAND, PaperFigure, Row, Run, Section, Study, check_programs, figure_of

_NOT_MADE = (
    "Tables 3 and 8 (refinement): give the outputs of a round as predictions, and `MODEL, self-refine`, `exec-refine` "
    "or `nl+exec-refine` as the model; they stand in the section of that name",
    "Tables 4 and 5 (fine-tuning): the weights are not public",
    "Table 6 (base and instruction-tuned): the outputs are not public; give some as predictions",
    "Table 7: its body is not in the text of the paper that is at hand",
    "Tables 9 and 10 (variance, sizes): the outputs are not public; counts have no variance by the machine",
    "Generation: runtime % and memory % are those of programs of users whose times ECCO's judge took, which are not "
    "public; `tallybench dev study humans --benchmark ecco-generate` takes the programs of the pairs instead",
)
# The figure, our metric, its factor and unit, and what can be compared.
_FIGURES = (
    ("pass@1", "pass@1", 100, "%", "all tests passed"),
    ("speedup", "speedup", 1, "", "ours: geometric mean over programs, of correct samples; theirs: by tests passed"),
    ("memory reduction", "memory_reduction", 1, "", "of correct samples; without interpreter and input, unlike theirs"),
    ("faster", "faster@1", 100, "%", "the share of programs made faster (table 8)"),
)
PassedTests = Mapping[tuple[str, str], frozenset[str]]  # by task and SHA-256 of the code


@dataclass(frozen=True)
class Credit:
    """What the rule gives for one slow program."""

    task_id: str  # the slow program
    index: int  # the number of the best sample
    passed: int  # how many tests that sample passes
    tests: int  # how many tests there are
    speedup: float | None  # over the tests that it passes; None if it passes none


def ecco_credits(result: Result, passed: PassedTests) -> list[Credit]:
    """Return the credit of each slow program that was counted, in a result of `ecco-edit`.

    There each test is also a stressful input, at the same place; `passed` names the inputs that wrong samples pass.
    """
    by_task: dict[str, list[SampleResult]] = defaultdict(list)
    for sample in result.samples:
        by_task[sample.task_id].append(sample)
    return [
        _credit(task_id, result.problems[task_id], samples, passed, result.budget)
        for task_id, samples in by_task.items()
        if result.problems[task_id].inputs
    ]


def _credit(
    task_id: str, problem: ProblemResult, samples: Sequence[SampleResult], passed: PassedTests, budget: int
) -> Credit:
    budgets = {name: budget * found.best_known for name, found in problem.inputs.items()}

    def tests_of(sample: SampleResult) -> frozenset[str]:
        if sample.verdict is Verdict.PASSED:
            return frozenset(budgets)
        return passed.get((task_id, sample.code_sha256 or ""), frozenset()) & budgets.keys()

    def spent(sample: SampleResult, name: str) -> int:
        found = sample.stress.get(name)
        count = sample.spent.get(name) if found is None else found.count
        return budgets[name] if count is None else count

    def ended(sample: SampleResult) -> frozenset[str]:
        return tests_of(sample) | sample.spent.keys()

    best = min(samples, key=lambda sample: (-len(tests_of(sample)), sum(spent(sample, name) for name in ended(sample))))
    names = tests_of(best)
    given = sum(problem.inputs[name].ground_truth or budgets[name] for name in names)
    speedup = given / sum(spent(best, name) for name in names) if names else None
    return Credit(task_id, best.index, len(names), len(budgets), speedup)


def passed_tests(
    result: Result, benchmark: Benchmark, session: Session | None = None, progress: Progress = lambda *_: None
) -> PassedTests:
    """Run each test on its own, because a run ends at the first failure; return those that each wrong sample passes.

    Raises:
        InputError: the result holds no programs.
        MachineError: this machine lacks what it needs.
    """
    programs = {}
    for sample in result.samples:
        if sample.verdict is Verdict.PASSED or sample.code_sha256 is None:
            continue
        if sample.code is None:
            raise InputError("--rules ecco: the result holds no programs, and those that are wrong are run once more")
        problem = benchmark.by_id[sample.task_id]
        for case, given in zip(problem.cases, problem.stressful, strict=True):
            key = sample.task_id, sample.code_sha256, given.name
            programs[key] = replace(problem, cases=(case,)), sample.code
    if not programs:
        return {}
    setting = WorkerSetting(ready_to_count(None)[0])
    outcomes = check_programs(programs, setting, session, progress, "tests of wrong samples")
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for (task_id, digest, name), outcome in outcomes.items():
        if outcome.verdict is Verdict.PASSED:
            found[task_id, digest].add(name)
    return {key: frozenset(names) for key, names in found.items()}


def credit_lines(credits: Sequence[Credit]) -> list[str]:
    """Describe what the rule gives."""
    speedups = [credit.speedup for credit in credits if credit.speedup is not None]
    if not speedups:
        return ["by ECCO's rule: no sample passes a test"]
    wrong = sum(credit.speedup is not None and credit.passed < credit.tests for credit in credits)
    faster = sum(speedup > 1 for speedup in speedups)
    return [
        f"by ECCO's rule: speedup {statistics.fmean(speedups):.2f} in the mean "
        f"({statistics.geometric_mean(speedups):.2f} in the geometric one) over {len(speedups)} of {len(credits)} "
        f"programs; {wrong} of them credited to a sample that is not correct; {faster} faster than what was given"
    ]


def _sections(run: Run) -> Iterator[Section]:
    if "1" in run.tables:
        yield _splits_section(run)
    for path, model in run.predictions if "2" in run.tables else ():
        yield _predictions_section(run, path, model)
    yield Section("not made", "What is not made again, and why", notes=_NOT_MADE)


ECCO_STUDY = Study("ecco", "ECCO", ("1", "2"), _sections)


def _splits_section(run: Run) -> Section:
    rows: list[Row] = []
    notes = ["the layout has one folder of tests for each problem; public tests are not marked there"]
    for split in ("train", "val", "test"):
        try:
            table = split_table(run.data, EDIT, split)
        except InputError:
            if split == "test":
                raise
            notes.append(f"the table of {split} is not among the data")
            continue
        pairs = [row.problem_id for row in table_rows(table, PairRow)]
        problems = list(dict.fromkeys(pairs))
        tests = []
        for problem in problems:
            try:
                tests.append(len(tests_of(run.data, problem)))
            except Excluded:
                continue
        why = "" if len(tests) == len(problems) else f"{len(problems) - len(tests)} problems have no tests in the data"
        mean = statistics.fmean(tests) if tests else None
        for name, count in (("problems", len(problems)), ("pairs", len(pairs))):
            rows.append(Row(f"{split}: {name}", run.paper[f"1/{split}/{name}"], count, digits=0))
        rows.append(Row(f"{split}: tests a problem", run.paper[f"1/{split}/tests a problem"], mean, "", why))
    return Section("1", "Table 1: problems, pairs and tests by split", tuple(rows), tuple(notes))


def _predictions_section(run: Run, path: Path, model: str) -> Section:
    """Evaluate a file of predictions, and return the editing figures by our rules and by ECCO's."""
    benchmark = load_benchmark("ecco-edit", run.data)
    samples = open_lines(str(path), benchmark.by_id)
    if samples is None:
        raise InputError(f"{path}: holds no predictions of ECCO; give JSON Lines with problem_id and generated_codes")
    options = Options(benchmark="ecco-edit", data=run.data, python=run.python, memory=True)
    own = run.keep(path, run.evaluate(samples, model, options))
    credits = ecco_credits(own, passed_tests(own, benchmark, run.session, run.progress))
    credited = [credit.speedup for credit in credits if credit.speedup is not None]
    theirs = {
        "speedup": statistics.fmean(credited) if credited else None,
        "faster": 100 * sum(speedup > 1 for speedup in credited) / len(credits) if credits else None,
    }
    rows = []
    for name, metric, factor, unit, why in _FIGURES:
        of = f"{own.metrics[metric].problems} programs" if metric in own.metrics else ""
        value = figure_of(own, metric, factor)
        # A model without a setting has the published figure of the one with the instruction prompt.
        keys = (f"2/{model}/{name}", f"2/{model}, instruct/{name}")
        paper = next((run.paper[key] for key in keys if run.paper[key].source != NOT_AT_HAND), PaperFigure(value=None))
        rows.append(Row(name, paper, value, of, why, unit, theirs.get(name)))
    title = f"Tables 2, 3 and 8, editing: {model}"
    return Section(f"2/{model}", title, tuple(rows), tuple(credit_lines(credits)))
