"""A file of ClassEval's answers: whose it is, its published figures, and ours, by our rules and by ClassEval's.

ClassEval's evaluation code (as of February 2024) tests an answer as it is; if methods were answered one by one, it
tests the class that its generation code assembled from them. The code is the first fenced block, or else everything
from the first `class` on, with the imports above it; the skeleton's imports are put before it, and `@staticmethod`
before every method whose `def` line contains neither `self` nor `cls`. The packages in its requirements are installed.

The paper's figures are over the answers in `output/model_output` in ClassEval's repository, and `output/result` there
has them for each model and strategy; `output/model_output_v1.0.0` and `output/result_v1.0.0` are from a later run.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from tallybench.benchmarks.rules import CLASSEVAL, under_rules
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.evaluation.assemble import suites_result
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.estimators import pass_at_k
from tallybench.model.problem import Problem
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import SuiteVerdict, Verdict
from tallybench.samples.predictions import RESPONSES, Predictions
from tallybench.sandbox.packages import CLASSEVAL as PACKAGE_SET
from tallybench.sandbox.packages import PACKAGES
from tallybench.studies.study import Listing, PaperFigure, Row, Run, Section, check_programs, figure_of

CLASSES, SUITES = 100, 502  # in the whole benchmark; what cannot be run counts as failed
NEVER = "ClassEval/69"  # its first test class has no tests, which counts as an error: no sample can be right
UNFOUND = "ClassEval/97"  # the data put a space before its last test class's name, so that it is never found
# In the order in which ClassEval looks for them; the fourth matches an unclosed block, but takes no code from it.
_BLOCKS = (
    *(r"```python(.*?)```", r"```ruby(.*?)```", r"```scss(.*?)```"),
    *(r"```python", r"```(.*?)```", r"\[PYTHON\](.*?)\[/PYTHON\]"),
)
_INCODER_END = "<|/ file |>"
_IMPORTED = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)
_KS = (1, 3, 5)
_FIGURES = {
    "class_success": "pass@{k}",
    "class_partial_success": "class_partial_success@{k}",
    "fun_success": "fun_success@{k}",
    "fun_partial_success": "fun_partial_success@{k}",
}
# Each model's strategy in table 7: the one with these figures in the repository's result file.
TABLE_7 = {
    **{"GPT-4": "holistic", "GPT-3.5": "holistic", "WizardCoder": "compositional", "Instruct-StarCoder": "holistic"},
    **{"SantaCoder": "incremental", "Instruct-CodeGen": "incremental", "CodeGeeX": "incremental"},
    **{"InCoder": "incremental", "Vicuna": "incremental", "ChatGLM": "compositional", "PolyCoder": "incremental"},
}
_STRATEGIES = {"c": "holistic", "m_iter": "incremental", "m_dire": "compositional"}
_STRATEGIES |= {"class_H": "holistic", "method_I": "incremental", "method_C": "compositional"}
_FILE = re.compile(rf"(?:predictions_)?(.+?)(?:_100)?_({'|'.join(_STRATEGIES)})(?:_([^_]+))?")
_MODELS = {"ChatGPT": "GPT-3.5", "incoder": "InCoder", "instruct-CodeGen(16b)": "Instruct-CodeGen"}
_MODELS |= {"instruct-StarCoder": "Instruct-StarCoder"}
_RENAMED = {"InCoder": "Incoder", "starcoder-instruct-15B": "starcoder-gpteacher-code-instruct-15B"}
_SAMPLED = {"5", "rep5", "t0.2"}  # in a file's name: five samples; otherwise one greedy sample
_RESULTS = (
    "published_pass_at_k.json",
    *(f"../output/{folder}/pass_at_k_result.json" for folder in ("result", "result_v1.0.0")),
)
_PUBLISHED = "the public result file"


@dataclass(frozen=True)
class AnswersFile:
    """Whose answers a file has, according to its name."""

    model: str  # as the paper calls it
    strategy: str
    greedy: bool

    @classmethod
    def named(cls, stem: str) -> "AnswersFile | None":
        """Return what a file's name says; None if it is not named as in ClassEval's repository."""
        if (found := _FILE.fullmatch(stem)) is None:
            return None
        return cls(_MODELS.get(found[1], found[1]), _STRATEGIES[found[2]], found[3] not in _SAMPLED)

    @property
    def key(self) -> str:
        """The name in the result file of 2023."""
        name = f"{_RENAMED.get(self.model, self.model)}_{self.strategy[0].upper()}"
        return f"{name}(greedy)" if self.greedy else name


def published_of(data: Path, stem: str) -> dict[int, dict[str, float]]:
    """Return the published figures for a file of predictions, in percent, by k, as far as the data have them.

    Looks in the data folder and, if that is `data` in ClassEval's repository, in the repository's results.
    """
    folder = data if data.is_dir() else data.parent
    names = {stem.removeprefix("predictions_")}
    if (file_of := AnswersFile.named(stem)) is not None:
        renamed = _RENAMED.get(file_of.model, file_of.model)
        names |= {file_of.key, stem.removeprefix("predictions_").replace(file_of.model, renamed)}
    found = {}
    for path in (folder / name for name in _RESULTS):
        if path.is_file():
            file = read_json(path, "ClassEval's published pass@k")
            results = file.expect(file.value, dict, "", "an object")
            for key, k in (("pass_1_greedy", 1), ("pass_1", 1), ("pass_3", 3), ("pass_5", 5)):
                for name in names & results.get(key, {}).keys():
                    found[k] = {figure: 100 * value for figure, value in results[key][name].items()}
    return found


@dataclass(frozen=True)
class Measured:
    """A file of predictions, evaluated by our rules and by ClassEval's."""

    path: Path
    predictions: Predictions
    own: Result
    theirs: Mapping[tuple[str, int], tuple[SuiteVerdict, ...]]  # the test classes' verdicts, by task and sample

    def figures_by_k(self) -> dict[int, dict[str, float]]:
        """Return the figures by ClassEval's rules, for each k that the file has enough samples for."""
        by_task: dict[str, list[Sequence[SuiteVerdict]]] = defaultdict(list)
        for (task_id, _), verdicts in sorted(self.theirs.items()):
            by_task[task_id].append(verdicts)
        most = max(Counter(sample.task_id for sample in self.own.samples).values())
        return {k: published_figures(by_task, k) for k in _KS if k <= most}


def evaluate_classes(run: Run, path: Path, model: str, benchmark: Benchmark, predictions: Predictions) -> Measured:
    """Evaluate a file of predictions by both sets of rules."""
    options = Options(benchmark="classeval", data=run.data, counter="none", python=run.python, ks=_KS)
    own = run.keep(path, run.evaluate(predictions.samples, model, options))
    with_packages = under_rules(benchmark, CLASSEVAL).by_id
    programs = {}
    for sample in predictions.samples:
        if sample.task_id in own.problems:
            key, problem = (sample.task_id, sample.index), benchmark.by_id[sample.task_id]
            text = predictions.tested.get(key, sample.text)
            program = plain_program(problem, text, incoder="incoder" in path.name)
            if PACKAGES[PACKAGE_SET].packages & set(_IMPORTED.findall(program)):
                problem = with_packages[sample.task_id]
            programs[key] = problem, program
    outcomes = check_programs(programs, run.setting, run.session, run.progress, "by ClassEval's rules")
    found = {key: suites_result(*programs[key], outcome) for key, outcome in outcomes.items()}
    theirs = {key: as_found(key[0], suites.verdicts) for key, suites in found.items() if suites is not None}
    return Measured(path, predictions, own, theirs)


def as_found(task_id: str, verdicts: tuple[SuiteVerdict, ...]) -> tuple[SuiteVerdict, ...]:
    """Return the verdicts of a class's test classes, with an error for one that ClassEval's code never finds."""
    return (*verdicts[:-1], SuiteVerdict.ERROR) if task_id == UNFOUND else verdicts


def plain_program(problem: Problem, answer: str, *, incoder: bool = False) -> str:
    """Return the program that ClassEval makes from an answer; InCoder's answers are plain code."""
    text = answer.rstrip()
    text = next((text.split(mark)[1] for mark in RESPONSES if mark in text), text)
    if incoder:
        code = text.partition(_INCODER_END)[0]
    else:
        blocks = (re.search(pattern, text, re.DOTALL) for pattern in _BLOCKS)
        block = next((found for found in blocks if found), None)
        code = _from_class(text) if block is None else block[1] if block.re.groups else ""
    imports = problem.suites.imports if problem.suites is not None else ""
    lines = []
    for line in code.split("\n"):
        if re.match(r" {4}def ", line) and not re.search("@staticmethod|self|cls", line):
            lines.append("    @staticmethod")
        lines += [] if "@staticmethod" in line else [line]
    return "\n".join([imports, *lines])


def _from_class(text: str) -> str:
    """Return a text without the non-import lines above its first class; copies of them further down go too."""
    lines = text.split("\n")
    above = takewhile(lambda line: not line.strip().startswith("class"), lines)
    removed = {line for line in above if not line.strip().startswith(("import", "from"))}
    kept = [line for line in lines if line not in removed]
    first = next((line for line in kept if line.strip().startswith("class")), "")
    if not (extra := len(first) - len(first.lstrip())):
        return "\n".join(kept)
    return "\n".join(" " * (len(line) - len(line.lstrip()) - extra) + line.lstrip() for line in kept)


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


def predictions_section(data: Path, measured: Measured) -> Section:
    """Return the published pass@k for a file of predictions beside ours, for each k that it has enough samples for."""
    own, published = measured.own, published_of(data, measured.path.stem)
    rows = []
    why = "the same answers; ours leaves out by name what cannot be run, theirs counts it as failed"
    for k, by_their_rules in measured.figures_by_k().items():
        for name, metric in _FIGURES.items():
            paper = PaperFigure(value=published.get(k, {}).get(name), source=_PUBLISHED)
            ours, of = figure_of(own, metric.format(k=k)), f"over {len(own.problems)} classes"
            theirs_of = f"over {CLASSES} classes, {SUITES} test classes"
            rows.append(Row(f"{name}@{k}", paper, ours, of, why, "%", by_their_rules[name], theirs_of))
    notes = (
        f"{len(own.samples)} samples; {len(own.exclusions)} classes are left out by name.",
        f"By ClassEval's rules {NEVER} and {UNFOUND} count as failed: the first test class of {NEVER} has no tests, "
        f"and the data put a space before the name of {UNFOUND}'s last test class.",
    )
    excluded = tuple((exclusion.task_id, exclusion.reason) for exclusion in own.exclusions)
    listings = _differing(measured), Listing("Classes that are left out", ("class", "reason"), excluded)
    title = f"The published pass@k: {own.model.name}"
    return Section(f"7/{own.model.name}", title, tuple(rows), notes, listings)


def _differing(measured: Measured) -> Listing:
    right: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: dict[str, set[str]] = defaultdict(set)
    assembled = {
        (sample.task_id, sample.index) for sample in measured.predictions.samples if sample.field == "solution"
    }
    for sample in measured.own.samples:
        ours = sample.verdict is Verdict.PASSED
        verdicts = measured.theirs[sample.task_id, sample.index]
        other = sample.task_id != NEVER and all(verdict is SuiteVerdict.PASSED for verdict in verdicts)
        right[sample.task_id] += Counter(ours=ours, theirs=other)
        if ours != other:
            reasons[sample.task_id].add(_why(sample, (sample.task_id, sample.index) in assembled))
    rows = tuple(
        (task_id, str(right[task_id]["ours"]), str(right[task_id]["theirs"]), "; ".join(sorted(reasons[task_id])))
        for task_id in measured.own.problems
        if task_id in reasons
    )
    title = "Classes with a different number of correct samples by ClassEval's rules"
    return Listing(title, ("class", "ours", "theirs", "why"), rows)


def _why(sample: SampleResult, assembled: bool) -> str:
    if sample.task_id in (NEVER, UNFOUND):
        return "by their rules no sample can be right"
    if sample.suites is not None and "ModuleNotFoundError" in sample.suites.exceptions:
        return "it imports a package that its class does not have here"
    if assembled:
        return "the class that their code assembled from the answers differs from ours"
    if sample.verdict is Verdict.PASSED:
        return f"our sanitizer keeps or adds what theirs does not ({', '.join(sample.sanitized) or 'no rule'})"
    return "their rules put `@staticmethod` before methods that lack it, or take code that ours does not"


def table_section(run: Run, measured: Sequence[Measured]) -> Section:
    """Return table 7, with our figures for the given files of five samples."""
    by_file = {AnswersFile.named(one.path.stem): one for one in measured}
    rows = []
    for model, strategy in TABLE_7.items():
        one = by_file.get(AnswersFile(model, strategy, greedy=False))
        figures = {} if one is None else one.figures_by_k()
        for level, own, name in (("class", "pass", "class_success"), ("method", "fun_success", "fun_success")):
            for k in (1, 3, 5):
                paper = run.paper[f"7/{model}/{level} pass@{k}"]
                ours = None if one is None else figure_of(one.own, f"{own}@{k}")
                why = strategy if one else f"{strategy}; its files with five samples per class were not given"
                theirs = figures.get(k, {}).get(name)
                rows.append(Row(f"{model}: {level} pass@{k}", paper, ours, "", why, "%", theirs, "", 1))
    note = (
        "In the repository's own result file, PolyCoder's best strategy is compositional (class pass@1 2.6), not the "
        "one shown in the table."
    )
    return Section("7", "Table 7: the best strategy of each model", tuple(rows), (note,))


def strategies_section(data: Path, measured: Sequence[Measured]) -> Section:
    """Return figures 5 and 6: class pass@k by strategy, for the files that were given."""
    rows: list[tuple[tuple[str, str, int], Row]] = []
    for one in measured:
        if (file := AnswersFile.named(one.path.stem)) is None:
            continue
        published = published_of(data, one.path.stem)
        for k, by_their_rules in one.figures_by_k().items():
            paper = PaperFigure(value=published.get(k, {}).get("class_success"), source=_PUBLISHED)
            ours, theirs = figure_of(one.own, f"pass@{k}"), by_their_rules["class_success"]
            how = "greedy" if file.greedy else "5 samples"
            figure = f"{file.model}, {file.strategy}, {how}: class pass@{k}"
            row = Row(figure, paper, ours, f"over {len(one.own.problems)} classes", "", "%", theirs, "", 1)
            rows.append(((file.model, how, k), row))
    rows.sort(key=lambda pair: pair[0])
    return Section("6", "Figures 5 and 6: the strategies", tuple(row for _, row in rows))
