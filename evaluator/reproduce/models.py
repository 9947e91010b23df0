"""Table 6 of COFFE's paper, for one model: pass@1, efficient@1 and speedup, and each problem on which rules differ."""

from collections import Counter

from evaluator.benchmarks.rules import COFFE
from evaluator.reproduce.figures import CoffeFigures
from evaluator.reproduce.paper import Paper, PaperFigure
from evaluator.reproduce.predictions import Evaluated
from evaluator.reproduce.report import Listing, Row, Section
from evaluator.results.budget import Tie
from evaluator.results.result import Result, SampleResult
from evaluator.results.verdicts import StressVerdict, Verdict
from evaluator.values.text import clean_text

SPLITS = {"coffe-function": "function", "coffe-code-contests": "file", "coffe-file": "file"}
# Rules that make a program of an answer which a plain extraction takes for none.
TELLING = {"other_name", "prompt_preamble", "other_blocks", "body_only", "solution_method", "unfenced_lines"}
_COUNTS = (
    "only in kind: instructions of hardware counters and another Python build there, emulated ones here, and ratios of "
    "counts move with the build"
)


def model_section(found: Evaluated, paper: Paper) -> Section:
    """Table 6 for one model."""
    split = SPLITS[found.benchmark]
    name = paper.model(found.model)
    own, theirs = found.figures_by_own(), found.figures_by_coffe()
    whole = found.benchmark != "coffe-code-contests"

    def published(figure: str) -> PaperFigure:
        return paper.figure(f"6/{name or found.model}/{split}/{figure}")

    rows = (
        Row(
            "pass@1", published("pass@1"), own.pass_at_1, f"{own.passed} of {own.problems}",
            _why_pass(found, whole), "%", theirs.pass_at_1, f"{theirs.passed} of {theirs.problems}",
        ),
        Row(
            "efficient@1", published("efficient@1"), _percent(found.own, "efficient@1"), _of(found.own, "efficient@1"),
            _why_efficient(found, theirs, published("efficient@1")), "%",
            theirs.efficient_at_1, f"{theirs.efficient} of {theirs.measured}",
        ),
        Row(
            "efficient@1, strict", PaperFigure(value=None, source="as above"),
            _percent(found.own, "efficient_strict@1"), _of(found.own, "efficient_strict@1"),
            "ours without the tolerance for ties: as COFFE compares, on what passes by our rules", "%",
        ),
        Row(
            "speedup", published("speedup"), _value(found.own, "speedup_of_sums"), f"over {own.timed} solutions",
            f"{_COUNTS}; sums over all problems, so that one heavy problem decides"
            + (f"; {theirs.censored} solutions enter with the budget, for they spend more" if theirs.censored else ""),
            "", theirs.speedup, f"over {theirs.timed} solutions",
        ),
        Row(
            "speedup, geometric mean", PaperFigure(value=None, source="not one of the paper's"),
            _value(found.own, "speedup"), _of(found.own, "speedup"), "ours: every problem counts the same",
        ),
    )  # fmt: skip
    notes = [*found.predictions.notes(), *_implied(found, own, theirs, published("pass@1"))]
    close = _below_by_a_hair(found)
    notes.append(
        f"{close} of our {_strict(found)} strictly efficient solutions are below the ground truth by less than our "
        "tolerance for ties: another build, or a hardware counter's noise, may turn them, as it may the ties below."
    )
    if not whole:
        notes.append("The paper's figures are of the whole file split, ours of its 58 problems from Code Contests.")
    listings = (
        _differences(found),
        _from_sanitizing(found),
        _under_stress(found),
        _ties(found),
        _deciding(found),
        _exclusions(found.own),
    )
    title = f"Table 6: {found.model} on {found.benchmark}"
    return Section(f"6/{found.model}/{found.benchmark}", title, rows, tuple(notes), listings)


def _why_pass(found: Evaluated, whole: bool) -> str:
    if not whole:
        return "not of the same problems: no public tests for those of APPS"
    moved = len(_moved(found))
    return f"the same tests; {moved} verdicts differ by the comparison alone, the rest by how code is taken and run"


def _why_efficient(found: Evaluated, theirs: CoffeFigures, paper: PaperFigure) -> str:
    parts = [_COUNTS]
    if paper.of is not None and paper.of != theirs.measured and found.benchmark != "coffe-code-contests":
        parts.append(
            f"another denominator: {theirs.measured} problems could be measured here, {paper.of} there (all 18 models "
            "together; which ones is not published)"
        )
    parts.append("ours counts ties, COFFE's does not")
    if theirs.undecided:
        parts.append(f"{theirs.undecided} over the budget on some input, taken as not efficient")
    return "; ".join(parts)


def _implied(found: Evaluated, own: CoffeFigures, theirs: CoffeFigures, paper: PaperFigure) -> list[str]:
    """What the paper's total says of the verdicts, which it does not publish."""
    if paper.value is None or paper.of is None or found.benchmark != "coffe-function":
        return []
    implied = round(paper.value * paper.of / 100)
    return [
        f"The paper's {paper.value} % are {implied} of {paper.of} problems; by our rules {own.passed} pass, by COFFE's "
        f"comparison {theirs.passed}. So the comparison explains {own.passed - theirs.passed} of the "
        f"{own.passed - implied}.",
        f"The other {theirs.passed - implied} lie in what cannot be told apart from outside: how COFFE takes the code "
        "from an answer (it puts the prompt before what does not begin with `def`, and renames a function to "
        "`solution`), that it runs all tests of a problem in one process, and whether the public outputs are those of "
        "the paper's run. The paper publishes no verdict by problem, so none of them can be named; the answers "
        "on which the way of taking code decides are listed below.",
    ]


def _samples(result: Result) -> dict[tuple[str, int], SampleResult]:
    return {(sample.task_id, sample.index): sample for sample in result.samples}


def _moved(found: Evaluated) -> list[tuple[SampleResult, SampleResult]]:
    """Samples on whose correctness the two comparisons differ."""
    theirs = _samples(found.coffe)
    pairs = [(own, theirs[key]) for key, own in sorted(_samples(found.own).items()) if key in theirs]
    return [
        (own, other) for own, other in pairs if (own.verdict is Verdict.PASSED) != (other.verdict is Verdict.PASSED)
    ]


def _differences(found: Evaluated) -> Listing:
    rows = []
    for own, theirs in _moved(found):
        right = own.verdict is Verdict.PASSED
        failure = (theirs if right else own).failure
        told = ""
        if failure is not None:
            told = clean_text(f"{failure.reason}; expected {failure.expected}, got {failure.got}", 160)
        reason = f"{'COFFE refuses it' if right else 'COFFE takes it for equal'}: {told}"
        rows.append((own.task_id, own.verdict.value, theirs.verdict.value, reason))
    title = f"Verdicts that differ by the comparison (--rules {COFFE})"
    return Listing(title, ("problem", "our rules", "COFFE's", "reason"), tuple(rows))


def _from_sanitizing(found: Evaluated) -> Listing:
    rows = [
        (sample.task_id, sample.verdict.value, ", ".join(sample.sanitized))
        for _, sample in sorted(_samples(found.own).items())
        if TELLING & set(sample.sanitized) or sample.verdict is Verdict.NO_CODE
    ]
    title = "Answers on which the way of taking code decides"
    return Listing(title, ("problem", "our rules", "how the code was taken"), tuple(rows))


def _under_stress(found: Evaluated) -> Listing:
    rows = []
    for _, sample in sorted(_samples(found.own).items()):
        for name, stress in sorted(sample.stress.items()):
            if stress.verdict is not StressVerdict.COUNTED:
                rows.append((sample.task_id, name, stress.verdict.value, clean_text(stress.reason or "", 120)))
    return Listing("Correct solutions without a count on an input", ("problem", "input", "what", "why"), tuple(rows))


def _beside_truth(found: Evaluated) -> list[tuple[str, int, int, float]]:
    """Of each solution with all counts: the task, its total, the ground truth's, and up to what difference they tie."""
    rows = []
    tie = Tie(found.own.tie_tolerance.relative, found.own.tie_tolerance.absolute)
    for (task_id, _), sample in sorted(_samples(found.own).items()):
        inputs = found.own.problems[task_id].inputs
        if sample.stress and all(stress.count is not None for stress in sample.stress.values()):
            spent = sum(stress.count or 0 for stress in sample.stress.values())
            truth = sum(built.ground_truth or 0 for built in inputs.values())
            rows.append((task_id, spent, truth, tie.slack(truth, len(inputs))))
    return rows


def _strict(found: Evaluated) -> int:
    return sum(spent < truth for _, spent, truth, _ in _beside_truth(found))


def _below_by_a_hair(found: Evaluated) -> int:
    return sum(truth - slack <= spent < truth for _, spent, truth, slack in _beside_truth(found))


def _ties(found: Evaluated) -> Listing:
    """Solutions that are efficient with the tolerance for ties and not without."""
    rows = [
        (task_id, f"{spent:,}", f"{truth:,}", f"{100 * (spent / truth - 1):+.3f} %")
        for task_id, spent, truth, slack in _beside_truth(found)
        if truth <= spent <= truth + slack
    ]
    header = ("problem", "solution, instructions", "best ground truth", "difference")
    return Listing("Ties: efficient by our rules, not by COFFE's", header, tuple(rows))


def _deciding(found: Evaluated, most: int = 8) -> Listing:
    """The problems with the largest share in the sums that COFFE's speedup divides."""
    sums: list[tuple[int, int, str]] = []
    for (task_id, _), sample in _samples(found.own).items():
        inputs = found.own.problems[task_id].inputs
        if sample.stress and all(stress.verdict.bounded for stress in sample.stress.values()):
            bounds = {name: found.own.budget * built.best_known for name, built in inputs.items()}
            spent = sum(stress.count or bounds[name] for name, stress in sample.stress.items())
            truth = sum(built.ground_truth or bounds[name] for name, built in inputs.items())
            sums.append((truth, spent, task_id))
    truths, spents = sum(truth for truth, _, _ in sums), sum(spent for _, spent, _ in sums)
    rows = tuple(
        (task_id, f"{100 * truth / truths:.1f} %", f"{100 * spent / spents:.1f} %", f"{truth / spent:.2f}")
        for truth, spent, task_id in sorted(sums, key=lambda row: (-max(row[:2]), row[2]))[:most]
    )
    header = ("problem", "share of the ground truths' sum", "share of the solutions' sum", "its own speedup")
    return Listing("Problems that decide the sums of speedup", header, rows)


def _exclusions(result: Result) -> Listing:
    counted = Counter(exclusion.excluded_from for exclusion in result.exclusions)
    title = "What some figure leaves out: " + (
        ", ".join(f"{count} from {what}" for what, count in sorted(counted.items())) or "nothing"
    )
    rows = [
        (exclusion.task_id, exclusion.excluded_from, exclusion.reason)
        for exclusion in sorted(
            result.exclusions, key=lambda exclusion: (exclusion.excluded_from, exclusion.task_id, exclusion.reason)
        )
        if exclusion.excluded_from != "speedup"
    ]
    return Listing(title, ("problem", "left out of", "reason"), tuple(rows))


def _value(result: Result, name: str) -> float | None:
    figure = result.metrics.get(name)
    return None if figure is None else figure.value


def _percent(result: Result, name: str) -> float | None:
    value = _value(result, name)
    return None if value is None else 100 * value


def _of(result: Result, name: str) -> str:
    figure = result.metrics.get(name)
    if figure is None:
        return ""
    if figure.low is None or figure.high is None:
        return figure.reason or ""
    factor = 1 if name == "speedup" else 100
    return f"[{factor * figure.low:.2f}, {factor * figure.high:.2f}] of {figure.problems}"
