"""A model's predictions by COFFE's rules and by ours, and what its answers are like; `coffe_report.py` shows them.

COFFE's own figures are computed as in its public code (`efficient_at_1`, `speedup`), over our verdicts and counts:
pass@1 is the number of correct solutions over the number of problems in the split. efficient@1 is the number of correct
solutions that spend strictly less than the best ground truth, without tolerance, over the number of problems whose
stressful inputs could be measured. speedup is the sum of the ground truths' counts over the sum of the solutions'
counts, for correct solutions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.rules import COFFE
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.model.benchmark import Benchmark
from tallybench.model.counts import problem_counts
from tallybench.model.result import ProblemResult, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt, Sanitizer
from tallybench.samples.predictions import Predictions, is_predictions, read_predictions, whole_value
from tallybench.samples.reading import Sample
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.samples.sources import open_samples
from tallybench.studies.study import Paper, Run

# In this order, because Code Contests' programs are in the file split as well.
BENCHMARKS = ("coffe-function", "coffe-code-contests", "coffe-file")
FEATURES = {
    "no code": "nothing in it can be taken as the code that was asked for",
    "no fenced block": "the code, if any, is not fenced",
    "several blocks": "more than one fenced block",
    "prose around the code": "text outside of the fenced blocks",
    "prose in a block": "a fenced block that is not Python",
    "example or test statements": "top-level statements that the function does not need",
    "main block": '`if __name__ == "__main__"`',
    "renamed function": "the function's name differs from the prompt's",
    "missing import": "it uses a name that only the prompt or another block imports or defines",
}
_BY_RULE = {
    "dropped_statements": "example or test statements",
    "dropped_main_block": "main block",
    "other_name": "renamed function",
    "prompt_preamble": "missing import",
    "other_blocks": "missing import",
}


@dataclass(frozen=True)
class CoffeFigures:
    """COFFE's figures, each with what it is computed from."""

    passed: int  # correct solutions
    problems: int  # the denominator of pass@1: the problems of the split, times the samples of each
    efficient: int  # correct solutions that spend strictly less than the best ground truth
    measured: int  # the same for efficient@1: only problems whose stressful inputs could be measured
    speedup: float | None  # sum over sum; None if no correct solution was counted
    timed: int  # the solutions that speedup is computed over
    censored: int  # how many of them enter with the budget, because they spend more
    undecided: int  # over the budget on some input, but maybe cheaper in total: counted as not efficient

    @property
    def pass_at_1(self) -> float | None:
        """COFFE's pass@1, in percent; None without problems."""
        return 100 * self.passed / self.problems if self.problems else None

    @property
    def drop(self) -> float | None:
        """How much of COFFE's pass@1 is lost if efficiency is required, in percent (delta in table 6)."""
        passing, efficient = self.pass_at_1, self.efficient_at_1
        return None if not passing or efficient is None else 100 * (1 - efficient / passing)

    @property
    def efficient_at_1(self) -> float | None:
        """COFFE's efficient@1, in percent; None without measured problems."""
        return 100 * self.efficient / self.measured if self.measured else None


def coffe_figures(result: Result) -> CoffeFigures:
    """Return COFFE's figures over one result, whichever rules it was made by."""
    return figures_over(result.problems, result.samples, result.budget, _of_split(result), result.counted)


def _of_split(result: Result) -> int:
    """Return how many problems a result's split has, including unusable ones."""
    return len(result.problems) + sum(exclusion.excluded_from == "benchmark" for exclusion in result.exclusions)


def figures_over(
    problems: Mapping[str, ProblemResult],
    samples: Sequence[SampleResult],
    budget: int,
    of_split: int,
    counted: bool = True,
) -> CoffeFigures:
    """Return COFFE's figures over parts of results.

    With several samples per problem, COFFE's denominators are the problems times the samples of each. `of_split` is how
    many problems the split has; `counted` is whether efficiency was measured.
    """
    each = max((sample.index for sample in samples), default=0) + 1
    found: Counter[str] = Counter()
    for counts in problem_counts(problems, samples, budget):
        for sample in counts.samples:
            found["passed"] += sample.correct
            if not sample.correct or not counts.efficiency or counts.ground_truth is None or sample.total is None:
                continue
            less = sample.total < counts.ground_truth
            found["timed"] += 1
            found["truths"] += counts.ground_truth
            found["spent"] += sample.total
            found["efficient"] += less and not sample.censored
            found["undecided"] += less and sample.censored
            found["censored"] += sample.censored
    speedup = found["truths"] / found["spent"] if found["spent"] else None
    measured = each * sum(problem.without_efficiency is None for problem in problems.values()) if counted else 0
    names = ("passed", "efficient", "timed", "censored", "undecided")
    return CoffeFigures(
        problems=of_split * each, measured=measured, speedup=speedup, **{name: found[name] for name in names}
    )


def coffe_lines(figures: CoffeFigures) -> list[str]:
    """Describe the figures, one per line."""

    def percent(value: float | None) -> str:
        return "none" if value is None else f"{value:.2f} %"

    lines = [
        f"COFFE's pass@1       {percent(figures.pass_at_1)} ({figures.passed} of {figures.problems})",
        f"COFFE's efficient@1  {percent(figures.efficient_at_1)} ({figures.efficient} of {figures.measured}), strict",
    ]
    if figures.speedup is None:
        return [*lines, "COFFE's speedup      none: no correct solution was counted"]
    bounds = f", {figures.censored} of them bounded by the budget" if figures.censored else ""
    return [*lines, f"COFFE's speedup      {figures.speedup:.2f}, sum by sum over {figures.timed} solutions{bounds}"]


@dataclass(frozen=True)
class Evaluated:
    """A file of predictions, evaluated by both sets of rules; or a result, by our rules alone."""

    own: Result  # by our rules
    predictions: Predictions | None = None
    coffe: Result | None = None  # the verdicts by COFFE's comparison; nothing is counted in it
    extra: Result | None = None  # the counts of what passes only by COFFE's comparison; None if nothing does

    @property
    def samples(self) -> list[SampleResult]:
        """The samples by our rules, in the order of their task ids."""
        return sorted(self.own.samples, key=key_of)

    def figures_by_coffe(self) -> CoffeFigures:
        """Return COFFE's figures over what passes by its comparison, or by ours if only that is known."""
        if self.coffe is None:
            return coffe_figures(self.own)
        problems = dict(self.own.problems)
        stress = {key_of(sample): sample.stress for sample in self.own.samples if sample.verdict is Verdict.PASSED}
        if self.extra is not None:
            problems |= {task_id: problem for task_id, problem in self.extra.problems.items() if problem.inputs}
            stress |= {key_of(sample): sample.stress for sample in self.extra.samples}
        samples = [
            sample.model_copy(update={"stress": stress.get(key_of(sample), {})}) for sample in self.coffe.samples
        ]
        return figures_over(problems, samples, self.own.budget, _of_split(self.coffe), self.own.counted)

    def published_key(self, paper: Paper) -> str:
        """Return the start of the keys of the model's published figures."""
        names = sorted({key.split("/")[1] for key in paper if key.startswith("6/")})
        known = next((name for name in names if name.casefold() == self.own.model.name.casefold()), self.own.model.name)
        return f"6/{known}/{'function' if self.own.benchmark.name == 'coffe-function' else 'file'}"

    def counted(self) -> list[tuple[str, int, int, float, bool]]:
        """Return each total: its task, the ground truth's total, the tolerance for ties, and whether it is a bound."""
        problems = zip(sorted(self.own.problems), self.own.counts(), strict=True)
        slack = self.own.tie_tolerance.slack
        return [
            (task_id, sample.total, truth, slack(truth, len(problem.inputs)), sample.censored)
            for task_id, problem in problems
            for sample in problem.samples
            if sample.total is not None and (truth := problem.ground_truth) is not None
        ]

    def moved(self) -> list[tuple[SampleResult, SampleResult]]:
        """Return the samples that only one of the two comparisons finds correct."""
        theirs = {key_of(sample): sample for sample in self.coffe.samples} if self.coffe is not None else {}
        pairs = [(own, theirs[key_of(own)]) for own in self.samples if key_of(own) in theirs]
        return [pair for pair in pairs if (pair[0].verdict is Verdict.PASSED) != (pair[1].verdict is Verdict.PASSED)]


def key_of(sample: SampleResult) -> tuple[str, int]:
    return sample.task_id, sample.index


def read_file(path: Path, benchmark: Benchmark) -> Predictions:
    """Read a model's samples for a benchmark: predictions in COFFE's format, or samples in any other form.

    Raises:
        InputError: the file has no samples for the benchmark, or samples for tasks that it does not have.
    """
    if is_predictions(whole_value(path)):
        return read_predictions(path, benchmark)
    samples = tuple(open_samples(str(path), benchmark, lambda _: None))
    answered = {sample.task_id for sample in samples}
    missing = tuple(problem.task_id for problem in benchmark if problem.task_id not in answered)
    return Predictions(benchmark.name, samples, missing, (), ())


def find_benchmark(path: Path, data: Path) -> str:
    """Return the name of the benchmark that a file of samples belongs to: the one with most of its problems.

    Raises:
        InputError: it belongs to none of COFFE's benchmarks.
    """
    found: dict[str, int] = {}
    for name in BENCHMARKS:
        try:
            predictions = read_file(path, load_benchmark(name, data))
        except InputError as error:
            last = error
            continue
        found[name] = len({sample.task_id for sample in predictions.samples})
    if not found:
        raise last
    return max(found, key=lambda name: found[name])


def open_file(run: Run, path: Path) -> tuple[Predictions, Options]:
    """Read a file of samples, and return it with the options for its evaluation."""
    name = find_benchmark(path, run.data)
    options = Options(benchmark=name, data=run.data, python=run.python)
    if not run.counted:
        options = replace(options, counter="none")
    return read_file(path, load_benchmark(name, run.data)), options


def evaluate_predictions(run: Run, path: Path, model: str) -> Evaluated:
    """Evaluate a file of predictions by both sets of rules."""
    predictions, options = open_file(run, path)
    own = run.keep(path, run.evaluate(predictions.samples, model, options))
    theirs = replace(options, rules=COFFE)
    coffe = run.evaluate(predictions.samples, model, replace(theirs, counter="none"))
    passed = {key_of(sample) for sample in own.samples if sample.verdict is Verdict.PASSED}
    more = [sample for sample in coffe.samples if sample.verdict is Verdict.PASSED and key_of(sample) not in passed]
    ids = tuple(sample.task_id for sample in more)
    extra = run.evaluate(predictions.samples, model, replace(theirs, ids=ids)) if more and run.counted else None
    return Evaluated(own, predictions, coffe, extra)


def features(sample: Sample, attempt: Attempt, sanitizer: Sanitizer) -> list[str]:
    """Return which of FEATURES an answer has."""
    text = _with_line_feeds(sample.text)
    blocks = fenced_blocks(text)
    found = {
        "no code": attempt.code is None,
        "no fenced block": not blocks,
        "several blocks": len(blocks) > 1,
        "prose around the code": bool(blocks) and _around(text, blocks),
        "prose in a block": not all(sanitizer.is_program(block.strip("\n") + "\n") for block in blocks),
    } | {_BY_RULE[rule]: True for rule in attempt.rules if rule in _BY_RULE}
    return [feature for feature in FEATURES if found.get(feature)]


def _with_line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _around(text: str, blocks: Sequence[str]) -> bool:
    """Return whether there is text outside the fenced blocks and the fences' own lines."""
    inside = Counter(line.strip() for block in blocks for line in block.split("\n"))
    for line in text.split("\n"):
        stripped = line.strip()
        if inside[stripped] > 0:
            inside[stripped] -= 1
        elif stripped and not stripped.startswith(("```", "~~~")):
            return True
    return False


def plain_code(text: str) -> str:
    """Extract code plainly: the first fenced block as it is, or the whole answer."""
    blocks = fenced_blocks(_with_line_feeds(text))
    return blocks[0] if blocks else text
