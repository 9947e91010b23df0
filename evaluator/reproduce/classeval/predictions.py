"""A model's predictions: ClassEval's published pass@k beside ours, and each class that differs named."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.sources.data_files import read_json
from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.messages import Lost, WorkerSetting
from evaluator.execution.pool import Progress
from evaluator.execution.sandbox.interpreter import default_interpreter
from evaluator.execution.session import Session, lend_workers
from evaluator.execution.worker import CheckTask
from evaluator.journal import Journal
from evaluator.problems.problem import Problem, code_hash
from evaluator.reproduce.classeval.rules import NEVER, plain_program, published_figures, same_class
from evaluator.reproduce.paper import PaperFigure
from evaluator.reproduce.report import Listing, Row, Section
from evaluator.results.result import Result
from evaluator.results.suites import SuiteVerdict
from evaluator.results.verdicts import Verdict
from evaluator.run.options import Options
from evaluator.run.pipeline import evaluate
from evaluator.run.suites import suites_result
from evaluator.samples.attempts import Attempt, read_attempts
from evaluator.samples.class_predictions import read_class_predictions
from evaluator.samples.predictions import Predictions

PUBLISHED = "published_pass_at_k.json"
Key = tuple[str, int]
_FIGURES = {
    "class_success": "pass@{k}",
    "class_partial_success": "class_partial_success@{k}",
    "fun_success": "fun_success@{k}",
    "fun_partial_success": "fun_partial_success@{k}",
}


@dataclass(frozen=True)
class Evaluated:
    """A model's predictions, evaluated by our rules and by ClassEval's.

    Attributes:
        model: its name.
        path: the file.
        sha256: of it.
        own: the result by our rules.
        theirs: by task and sample, the verdicts of its test classes by ClassEval's rules; and whether all are passed.
    """

    model: str
    path: Path
    sha256: str
    own: Result
    theirs: Mapping[Key, tuple[SuiteVerdict, ...]]

    @property
    def benchmark(self) -> str:
        """Whose predictions they are."""
        return self.own.benchmark.name

    @property
    def ks(self) -> tuple[int, ...]:
        """The k that the paper has, as far as there are samples."""
        most = max(Counter(sample.task_id for sample in self.own.samples).values())
        return tuple(k for k in (1, 3, 5) if k <= most)


def evaluate_classes(
    path: Path, model: str, data: Path, python: str | None, session: Session | None, progress: Progress
) -> Evaluated:
    """Evaluates a file of predictions by both rules.

    Raises:
        InputError: the file or the data cannot be used.
        MachineError: this machine lacks what it needs.
    """
    predictions = read_class_predictions(path, load_benchmark("classeval", data))
    options = Options(benchmark="classeval", data=data, counter="none", python=python, ks=(1, 3, 5))
    own = evaluate(predictions.samples, model, options, progress, Journal("reproduce", resume=True), session=session)
    theirs = _by_their_rules(predictions, own, data, WorkerSetting(python or default_interpreter()), session, progress)
    return Evaluated(model, path, hashlib.sha256(path.read_bytes()).hexdigest(), own, theirs)


def _by_their_rules(
    predictions: Predictions,
    own: Result,
    data: Path,
    setting: WorkerSetting,
    session: Session | None,
    progress: Progress,
) -> dict[Key, tuple[SuiteVerdict, ...]]:
    """The verdicts by ClassEval's rules. What is the same class by both rules is not run again."""
    whole = load_benchmark("classeval", data)
    found = {
        (sample.task_id, sample.index): sample.suites.verdicts for sample in own.samples if sample.suites is not None
    }
    attempts = {(one.task_id, one.index): one for one in read_attempts(predictions.samples, whole)}
    tasks: dict[tuple[str, str], tuple[Problem, str]] = {}
    again: dict[Key, tuple[str, str]] = {}
    for sample in predictions.samples:
        key = sample.task_id, sample.index
        if key not in found:
            continue
        problem = whole.by_id[sample.task_id]
        code = plain_program(problem, sample.text)
        attempt: Attempt = attempts[key]
        if not same_class(attempt.code, code, problem.entry_point):
            again[key] = problem.task_id, code_hash(code)
            tasks[again[key]] = problem, code
    outcomes: dict[tuple[str, str], CheckOutcome] = {}
    step = "by ClassEval's rules"
    progress(step, 0, len(tasks))
    with lend_workers(session, setting) as pool:
        asked = ((name, CheckTask(Tests.of(problem), code)) for name, (problem, code) in tasks.items())
        for name, outcome in pool.run(asked):
            outcomes[name] = CheckOutcome.lost(outcome) if isinstance(outcome, Lost) else outcome
            progress(step, len(outcomes), len(tasks))
    for key, name in again.items():
        problem, code = tasks[name]
        told = suites_result(problem, code, outcomes[name])
        assert told is not None
        found[key] = told.verdicts
    return found


def published_of(data: Path, stem: str) -> dict[int, dict[str, float]]:
    """The published figures of a file of predictions, in percent, by k; nothing where they are not at hand."""
    path = (data if data.is_dir() else data.parent) / PUBLISHED
    if not path.is_file():
        return {}
    file = read_json(path, "ClassEval's published pass@k")
    name = stem.removeprefix("predictions_")
    found = {}
    for key, k in (("pass_1_greedy", 1), ("pass_1", 1), ("pass_3", 3), ("pass_5", 5)):
        runs = file.expect(file.value, dict, "", "an object").get(key, {})
        if name in runs:
            found[k] = {figure: 100 * value for figure, value in runs[name].items()}
    return found


def predictions_section(found: Evaluated, published: Mapping[int, Mapping[str, float]]) -> Section:
    """The published pass@k of a file of predictions beside ours."""
    by_task: dict[str, list[Sequence[SuiteVerdict]]] = defaultdict(list)
    for (task_id, _), verdicts in sorted(found.theirs.items()):
        by_task[task_id].append(verdicts)
    rows = []
    for k in found.ks:
        theirs = published_figures(by_task, k)
        for name, ours in _FIGURES.items():
            figure = found.own.metrics.get(ours.format(k=k))
            value = None if figure is None or figure.value is None else 100 * figure.value
            told = published.get(k, {}).get(name)
            rows.append(
                Row(
                    f"{name}@{k}",
                    PaperFigure(value=told, source="the public result file"),
                    value,
                    f"over {len(found.own.problems)} classes",
                    "the same answers; ours leaves out by name what cannot be run, theirs counts it as failed",
                    "%",
                    theirs[name],
                    "over 100 classes, 502 test classes",
                )
            )
    notes = (
        f"{len(found.own.samples)} samples; {len(found.own.exclusions)} classes are left out by name.",
        f"{NEVER} counts as failed by ClassEval's rules, for its first test class holds no test.",
    )
    listings = (_differing(found), _left_out(found.own))
    return Section(f"7/{found.model}", f"Table 7 and the published pass@k: {found.model}", tuple(rows), notes, listings)


def _differing(found: Evaluated) -> Listing:
    """The classes with another number of right samples by ClassEval's rules."""
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    for sample in found.own.samples:
        right = sample.verdict is Verdict.PASSED
        other = all(verdict is SuiteVerdict.PASSED for verdict in found.theirs[sample.task_id, sample.index])
        other = other and sample.task_id != NEVER
        ours[sample.task_id] += right
        theirs[sample.task_id] += other
        if right != other:
            reasons[sample.task_id][_why(sample.task_id, sample.verdict, sample.sanitized)] += 1
    rows = tuple(
        (task_id, str(ours[task_id]), str(theirs[task_id]), "; ".join(sorted(reasons[task_id])))
        for task_id in found.own.problems
        if task_id in reasons
    )
    return Listing(
        "Classes with another number of right samples by ClassEval's rules", ("class", "ours", "theirs", "why"), rows
    )


def _why(task_id: str, verdict: Verdict, rules: Sequence[str]) -> str:
    if task_id == NEVER:
        return "by their rules no sample of it can be right"
    if verdict is Verdict.PASSED:
        return f"our sanitizer keeps or adds what theirs does not ({', '.join(rules) or 'no rule'})"
    return "their rules put `@staticmethod` before methods that lack it, or take code that ours does not"


def _left_out(result: Result) -> Listing:
    rows = tuple((exclusion.task_id, exclusion.reason) for exclusion in result.exclusions)
    return Listing("Classes that are left out", ("class", "reason"), rows)
