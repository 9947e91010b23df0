"""Table 6 of COFFE's paper for one model: figures by our rules and by COFFE's, and each problem that differs."""

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.rules import COFFE
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.counts import SampleCounts, problem_counts
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.predictions import Predictions, read_predictions
from tallybench.studies.coffe.figures import CoffeFigures, coffe_figures, figures_over
from tallybench.studies.report import Listing, Paper, PaperFigure, Row, Section
from tallybench.studies.runner import Run, figure_of
from tallybench.values.text import clean_text

# In this order: the programs of Code Contests are in the file split as well.
BENCHMARKS = ("coffe-function", "coffe-code-contests", "coffe-file")
# Rules that find a program in an answer in which a plain extraction does not.
_DECIDING_RULES = {"other_name", "prompt_preamble", "other_blocks", "body_only", "solution_method", "unfenced_lines"}
_COUNTS = (
    "only in kind: instructions of hardware counters and another Python build there, emulated ones here, and ratios of "
    "counts move with the build"
)
_HEADER = ("problem", "our rules", "COFFE's", "reason")


@dataclass(frozen=True)
class Evaluated:
    """A file of predictions, evaluated by both sets of rules.

    Attributes:
        predictions: as they were read.
        own: the result by our rules.
        coffe: the verdicts by COFFE's comparison; nothing is counted in it.
        extra: the counts of what passes only by COFFE's comparison; None if nothing does.
    """

    predictions: Predictions
    own: Result
    coffe: Result
    extra: Result | None

    @property
    def samples(self) -> list[SampleResult]:
        """The samples by our rules, in the order of their task ids."""
        return sorted(self.own.samples, key=_key)

    def figures_by_coffe(self) -> CoffeFigures:
        """Return COFFE's figures over what passes by its comparison."""
        problems = dict(self.own.problems)
        stress = {_key(sample): sample.stress for sample in self.own.samples if sample.verdict is Verdict.PASSED}
        if self.extra is not None:
            problems |= {task_id: problem for task_id, problem in self.extra.problems.items() if problem.inputs}
            stress |= {_key(sample): sample.stress for sample in self.extra.samples}
        samples = [sample.model_copy(update={"stress": stress.get(_key(sample), {})}) for sample in self.coffe.samples]
        lost = sum(exclusion.excluded_from == "benchmark" for exclusion in self.coffe.exclusions)
        return figures_over(problems, samples, self.own.budget, len(self.coffe.problems) + lost)


def _key(sample: SampleResult) -> tuple[str, int]:
    return sample.task_id, sample.index


def find_benchmark(path: Path, data: Path) -> str:
    """Return the name of the benchmark that a file of predictions belongs to: the one with most of its prompts.

    Raises:
        InputError: it belongs to no benchmark of COFFE's.
    """
    found: dict[str, int] = {}
    for name in BENCHMARKS:
        try:
            predictions = read_predictions(path, load_benchmark(name, data))
        except InputError as error:
            last = error
            continue
        found[name] = len({sample.task_id for sample in predictions.samples})
    if not found:
        raise last
    return max(found, key=lambda name: found[name])


def read_file(run: Run, path: Path) -> tuple[Predictions, Options]:
    """Read a file of predictions, and return it with the options that it is evaluated with."""
    name = find_benchmark(path, run.data)
    options = Options(benchmark=name, data=run.data, python=run.python)
    return read_predictions(path, load_benchmark(name, run.data)), options


def evaluate_predictions(run: Run, path: Path, model: str) -> Evaluated:
    """Evaluate a file of predictions by both sets of rules."""
    predictions, options = read_file(run, path)
    own = run.keep(path, run.evaluate(predictions.samples, model, options))
    theirs = replace(options, rules=COFFE)
    coffe = run.evaluate(predictions.samples, model, replace(theirs, counter="none"))
    passed = {_key(sample) for sample in own.samples if sample.verdict is Verdict.PASSED}
    more = [sample for sample in coffe.samples if sample.verdict is Verdict.PASSED and _key(sample) not in passed]
    ids = tuple(sample.task_id for sample in more)
    extra = run.evaluate(predictions.samples, model, replace(theirs, ids=ids)) if more else None
    return Evaluated(predictions, own, coffe, extra)


def model_section(found: Evaluated, paper: Paper) -> Section:
    """Return table 6 for one model."""
    model, benchmark = found.own.model.name, found.own.benchmark.name
    whole = benchmark != "coffe-code-contests"
    names = sorted({key.split("/")[1] for key in paper if key.startswith("6/")})
    known = next((name for name in names if name.casefold() == model.casefold()), model)
    published = f"6/{known}/{'function' if benchmark == 'coffe-function' else 'file'}"
    passing, efficient = paper[f"{published}/pass@1"], paper[f"{published}/efficient@1"]
    own, theirs = coffe_figures(found.own), found.figures_by_coffe()
    why_pass = "not of the same problems: no public tests for those of APPS"
    if whole:
        moved = len(_moved(found))
        why_pass = (
            f"the same tests; {moved} verdicts differ by the comparison alone, the rest by how code is taken and run"
        )
    why_speedup = f"{_COUNTS}; sums over all problems, so that one heavy problem decides"
    if theirs.censored:
        why_speedup += f"; {theirs.censored} solutions enter with the budget, for they spend more"
    rows = (
        Row(
            "pass@1", passing, own.pass_at_1, f"{own.passed} of {own.problems}",
            why_pass, "%", theirs.pass_at_1, f"{theirs.passed} of {theirs.problems}",
        ),
        Row(
            "efficient@1", efficient, *_figure(found.own, "efficient@1"),
            _why_efficient(theirs, efficient if whole else None), "%",
            theirs.efficient_at_1, f"{theirs.efficient} of {theirs.measured}",
        ),
        Row(
            "efficient@1, strict", PaperFigure(value=None, source="as above"),
            *_figure(found.own, "efficient_strict@1"),
            "ours without the tolerance for ties: as COFFE compares, on what passes by our rules", "%",
        ),
        Row(
            "speedup", paper[f"{published}/speedup"], figure_of(found.own, "speedup_of_sums", 1),
            f"over {own.timed} solutions", why_speedup, "", theirs.speedup, f"over {theirs.timed} solutions",
        ),
        Row(
            "speedup, geometric mean", PaperFigure(value=None, source="not one of the paper's"),
            *_figure(found.own, "speedup", 1), "ours: every problem counts the same",
        ),
    )  # fmt: skip
    exact = [
        (task_id, spent, truth, slack)
        for task_id, sample, spent, truth, slack in _counted(found.own)
        if not sample.censored
    ]
    strict = sum(spent < truth for _, spent, truth, _ in exact)
    close = sum(truth - slack <= spent < truth for _, spent, truth, slack in exact)
    ties = tuple(
        (task_id, f"{spent:,}", f"{truth:,}", f"{100 * (spent / truth - 1):+.3f} %")
        for task_id, spent, truth, slack in exact
        if truth <= spent <= truth + slack
    )
    tie_header = ("problem", "solution, instructions", "best ground truth", "difference")
    notes = [
        *found.predictions.notes(),
        *(_implied(own, theirs, passing) if benchmark == "coffe-function" else ()),
        f"{close} of our {strict} strictly efficient solutions are below the ground truth by less than our "
        "tolerance for ties: another build, or a hardware counter's noise, may turn them, as it may the ties below.",
    ]
    if not whole:
        notes.append("The paper's figures are of the whole file split, ours of its 58 problems from Code Contests.")
    listings = (
        _differences(found),
        _from_sanitizing(found),
        _under_stress(found),
        Listing("Ties: efficient by our rules, not by COFFE's", tie_header, ties),
        _deciding(found),
        _exclusions(found.own),
    )
    title = f"Table 6: {model} on {benchmark}"
    return Section(f"6/{model}/{benchmark}", title, rows, tuple(notes), listings)


def _figure(result: Result, name: str, factor: int = 100) -> tuple[float | None, str]:
    """Return a figure of a result, times a factor, and its interval and denominator in words."""
    figure = result.metrics.get(name)
    if figure is None:
        return None, ""
    of = figure.reason or ""
    if figure.low is not None and figure.high is not None:
        of = f"[{factor * figure.low:.2f}, {factor * figure.high:.2f}] of {figure.problems}"
    return figure_of(result, name, factor), of


def _why_efficient(theirs: CoffeFigures, paper: PaperFigure | None) -> str:
    parts = [_COUNTS]
    if paper is not None and paper.of is not None and paper.of != theirs.measured:
        parts.append(
            f"another denominator: {theirs.measured} problems could be measured here, {paper.of} there (all 18 models "
            "together; which ones is not published)"
        )
    parts.append("ours counts ties, COFFE's does not")
    if theirs.undecided:
        parts.append(f"{theirs.undecided} over the budget on some input, taken as not efficient")
    return "; ".join(parts)


def _implied(own: CoffeFigures, theirs: CoffeFigures, paper: PaperFigure) -> list[str]:
    """Say what the paper's total implies for the verdicts, which it does not publish."""
    if paper.value is None or paper.of is None:
        return []
    implied = round(paper.value * paper.of / 100)
    return [
        f"The paper's {paper.value} % are {implied} of {paper.of} problems; by our rules {own.passed} pass, by COFFE's "
        f"comparison {theirs.passed}. So the comparison explains {own.passed - theirs.passed} of the "
        f"{own.passed - implied}.",
        f"The other {theirs.passed - implied} lie in what cannot be seen from outside: how COFFE takes the code "
        "from an answer (it puts the prompt before what does not begin with `def`, and renames a function to "
        "`solution`), that it runs all tests of a problem in one process, and whether the public outputs are those of "
        "the paper's run. The paper publishes no verdict by problem, so none of them can be named; the answers "
        "on which the way of taking code decides are listed below.",
    ]


def _moved(found: Evaluated) -> list[tuple[SampleResult, SampleResult]]:
    """Return the samples on whose correctness the two comparisons differ."""
    theirs = {_key(sample): sample for sample in found.coffe.samples}
    pairs = [(own, theirs[_key(own)]) for own in found.samples if _key(own) in theirs]
    return [pair for pair in pairs if (pair[0].verdict is Verdict.PASSED) != (pair[1].verdict is Verdict.PASSED)]


def _differences(found: Evaluated) -> Listing:
    rows = []
    for own, theirs in _moved(found):
        right = own.verdict is Verdict.PASSED
        failure = (theirs if right else own).failure
        seen = "" if failure is None else f"{failure.reason}; expected {failure.expected}, got {failure.got}"
        reason = f"{'COFFE refuses it' if right else 'COFFE takes it for equal'}: {clean_text(seen, 160)}"
        rows.append((own.task_id, own.verdict.value, theirs.verdict.value, reason))
    return Listing(f"Verdicts that differ by the comparison (--rules {COFFE})", _HEADER, tuple(rows))


def _from_sanitizing(found: Evaluated) -> Listing:
    rows = tuple(
        (sample.task_id, sample.verdict.value, ", ".join(sample.sanitized))
        for sample in found.samples
        if _DECIDING_RULES & set(sample.sanitized) or sample.verdict is Verdict.NO_CODE
    )
    header = ("problem", "our rules", "how the code was taken")
    return Listing("Answers on which the way of taking code decides", header, rows)


def _under_stress(found: Evaluated) -> Listing:
    rows = tuple(
        (sample.task_id, name, stress.verdict.value, clean_text(stress.reason or "", 120))
        for sample in found.samples
        for name, stress in sorted(sample.stress.items())
        if stress.verdict is not StressVerdict.COUNTED
    )
    return Listing("Correct solutions without a count on an input", ("problem", "input", "what", "why"), rows)


def _counted(result: Result) -> list[tuple[str, SampleCounts, int, int, float]]:
    """Return each solution with a total: its task, counts, total, ground truth's total, and tolerance for ties."""
    tie = result.tie_tolerance
    problems = zip(sorted(result.problems), problem_counts(result.problems, result.samples, result.budget), strict=True)
    return [
        (task_id, sample, sample.total, problem.ground_truth, tie.slack(problem.ground_truth, len(problem.inputs)))
        for task_id, problem in problems
        for sample in problem.samples
        if sample.total is not None and problem.ground_truth is not None
    ]


def _deciding(found: Evaluated, most: int = 8) -> Listing:
    """List the problems with the largest share in the sums that COFFE's speedup divides."""
    counted = [(truth, spent, task_id) for task_id, _, spent, truth, _ in _counted(found.own)]
    truths, spents = sum(truth for truth, _, _ in counted), sum(spent for _, spent, _ in counted)
    rows = tuple(
        (task_id, f"{100 * truth / truths:.1f} %", f"{100 * spent / spents:.1f} %", f"{truth / spent:.2f}")
        for truth, spent, task_id in sorted(counted, key=lambda row: (-max(row[:2]), row[2]))[:most]
    )
    header = ("problem", "share of the ground truths' sum", "share of the solutions' sum", "its own speedup")
    return Listing("Problems that decide the sums of speedup", header, rows)


def _exclusions(result: Result) -> Listing:
    counted = Counter(exclusion.excluded_from for exclusion in result.exclusions)
    excluded = ", ".join(f"{count} from {what}" for what, count in sorted(counted.items())) or "nothing"
    rows = sorted(
        (exclusion.excluded_from, exclusion.task_id, exclusion.reason)
        for exclusion in result.exclusions
        if exclusion.excluded_from != "speedup"
    )
    cells = tuple((task_id, excluded_from, reason) for excluded_from, task_id, reason in rows)
    return Listing(f"What some figure leaves out: {excluded}", ("problem", "left out of", "reason"), cells)
