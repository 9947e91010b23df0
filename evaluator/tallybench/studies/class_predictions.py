"""A model's predictions: ClassEval's published pass@k beside ours, and the names of the classes that differ.

By ClassEval's rules, as its evaluation code has them, code is the first fenced block of an answer, else the lines from
the first `class` on with the imports above it; the skeleton's imports are put before it, and `@staticmethod` before
every method whose `def` line contains neither `self` nor `cls`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.evaluation.assemble import suites_result
from tallybench.evaluation.options import Options
from tallybench.model.estimators import pass_at_k
from tallybench.model.problem import Problem
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import SuiteVerdict, Verdict
from tallybench.samples.predictions import read_class_predictions
from tallybench.studies.study import Listing, PaperFigure, Row, Run, Section, check_programs, figure_of

CLASSES, SUITES = 100, 502  # of the whole benchmark; what cannot be run counts as failed
NEVER = "ClassEval/69"  # its first test class holds no test, which counts as an error: no sample can be right
_FENCED = re.compile(r"```(?:python|ruby|scss)?(.*?)```", re.DOTALL)
_PUBLISHED = "published_pass_at_k.json"
_KS = (1, 3, 5)
_FIGURES = {
    "class_success": "pass@{k}",
    "class_partial_success": "class_partial_success@{k}",
    "fun_success": "fun_success@{k}",
    "fun_partial_success": "fun_partial_success@{k}",
}
SuiteVerdicts = Mapping[tuple[str, int], tuple[SuiteVerdict, ...]]
"""The verdicts of the test classes, by task and sample."""


def evaluate_classes(run: Run, path: Path, model: str) -> tuple[Result, SuiteVerdicts]:
    """Evaluate a file of predictions, and return the result by our rules and the verdicts by ClassEval's."""
    benchmark = load_benchmark("classeval", run.data)
    predictions = read_class_predictions(path, benchmark)
    options = Options(benchmark="classeval", data=run.data, counter="none", python=run.python, ks=_KS)
    own = run.keep(path, run.evaluate(predictions.samples, model, options))
    programs = {}
    for sample in predictions.samples:
        if sample.task_id in own.problems:
            problem = benchmark.by_id[sample.task_id]
            programs[sample.task_id, sample.index] = problem, plain_program(problem, sample.text)
    outcomes = check_programs(programs, run.setting, run.session, run.progress, "by ClassEval's rules")
    found = {key: suites_result(*programs[key], outcome) for key, outcome in outcomes.items()}
    return own, {key: suites.verdicts for key, suites in found.items() if suites is not None}


def plain_program(problem: Problem, answer: str) -> str:
    """Return the program that ClassEval makes of an answer."""
    fenced = _FENCED.search(answer.rstrip())
    code = fenced[1] if fenced else _from_class(answer.rstrip())
    imports = problem.suites.imports if problem.suites is not None else ""
    lines = []
    for line in code.split("\n"):
        if re.match(r" {4}def ", line) and not re.search("@staticmethod|self|cls", line):
            lines.append("    @staticmethod")
        lines += [] if "@staticmethod" in line else [line]
    return "\n".join([imports, *lines])


def _from_class(text: str) -> str:
    kept: list[str] = []
    above = True
    for line in text.split("\n"):
        above = above and not line.strip().startswith("class")
        if not above or line.strip().startswith(("import", "from")):
            kept.append(line)
    first = next((line for line in kept if line.strip().startswith("class")), "")
    if not (extra := len(first) - len(first.lstrip())):
        return "\n".join(kept)
    return "\n".join(" " * (len(line) - len(line.lstrip()) - extra) + line.lstrip() for line in kept)


def published_of(data: Path, stem: str) -> dict[int, dict[str, float]]:
    """Return the published figures of a file of predictions, in percent, by k, as far as the data have them."""
    path = (data if data.is_dir() else data.parent) / _PUBLISHED
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


def published_figures(verdicts: Mapping[str, Sequence[Sequence[SuiteVerdict]]], k: int) -> dict[str, float]:
    """Return the four figures of ClassEval's result files, in percent, from the verdicts by task id and sample."""
    sums = dict.fromkeys(_FIGURES, 0.0)
    passed, some = {SuiteVerdict.PASSED}, {SuiteVerdict.PASSED, SuiteVerdict.PARTIAL}
    for task_id, samples in verdicts.items():
        n = len(samples)
        if n < k:
            continue
        for kind, right in (("success", passed), ("partial_success", some)):
            if task_id != NEVER:
                sums[f"class_{kind}"] += pass_at_k(n, sum(right.issuperset(one) for one in samples), k) / CLASSES
            for column in zip(*samples, strict=True):
                sums[f"fun_{kind}"] += pass_at_k(n, sum(verdict in right for verdict in column), k) / SUITES
    return {name: 100 * value for name, value in sums.items()}


def predictions_section(own: Result, theirs: SuiteVerdicts, published: Mapping[int, Mapping[str, float]]) -> Section:
    """Return the published pass@k of a file of predictions beside ours, for each k for which it has enough samples."""
    by_task: dict[str, list[Sequence[SuiteVerdict]]] = defaultdict(list)
    for (task_id, _), verdicts in sorted(theirs.items()):
        by_task[task_id].append(verdicts)
    most = max(Counter(sample.task_id for sample in own.samples).values())
    rows = []
    why = "the same answers; ours leaves out by name what cannot be run, theirs counts it as failed"
    for k in (k for k in _KS if k <= most):
        by_their_rules = published_figures(by_task, k)
        for name, metric in _FIGURES.items():
            paper = PaperFigure(value=published.get(k, {}).get(name), source="the public result file")
            ours, of = figure_of(own, metric.format(k=k)), f"over {len(own.problems)} classes"
            theirs_of = f"over {CLASSES} classes, {SUITES} test classes"
            rows.append(Row(f"{name}@{k}", paper, ours, of, why, "%", by_their_rules[name], theirs_of))
    notes = (
        f"{len(own.samples)} samples; {len(own.exclusions)} classes are left out by name.",
        f"{NEVER} counts as failed by ClassEval's rules, for its first test class holds no test.",
    )
    excluded = tuple((exclusion.task_id, exclusion.reason) for exclusion in own.exclusions)
    listings = (_differing(own, theirs), Listing("Classes that are left out", ("class", "reason"), excluded))
    title = f"Table 7 and the published pass@k: {own.model.name}"
    return Section(f"7/{own.model.name}", title, tuple(rows), notes, listings)


def _differing(own: Result, theirs: SuiteVerdicts) -> Listing:
    """List the classes whose number of right samples differs by ClassEval's rules."""
    right: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: dict[str, set[str]] = defaultdict(set)
    for sample in own.samples:
        ours = sample.verdict is Verdict.PASSED
        verdicts = theirs[sample.task_id, sample.index]
        other = sample.task_id != NEVER and all(verdict is SuiteVerdict.PASSED for verdict in verdicts)
        right[sample.task_id] += Counter(ours=ours, theirs=other)
        if ours != other:
            reasons[sample.task_id].add(_why(sample))
    rows = tuple(
        (task_id, str(right[task_id]["ours"]), str(right[task_id]["theirs"]), "; ".join(sorted(reasons[task_id])))
        for task_id in own.problems
        if task_id in reasons
    )
    title = "Classes with another number of right samples by ClassEval's rules"
    return Listing(title, ("class", "ours", "theirs", "why"), rows)


def _why(sample: SampleResult) -> str:
    if sample.task_id == NEVER:
        return "by their rules no sample of it can be right"
    if sample.verdict is Verdict.PASSED:
        return f"our sanitizer keeps or adds what theirs does not ({', '.join(sample.sanitized) or 'no rule'})"
    return "their rules put `@staticmethod` before methods that lack it, or take code that ours does not"
