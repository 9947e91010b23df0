"""COFFE's own figures, as its public code computes them (`efficient_at_1`, `speedup`), over our verdicts and counts.

pass@1: correct solutions by all problems of the split. efficient@1: correct solutions that spend strictly less than the
best ground truth, by the problems whose stressful inputs could be measured; there is no tolerance. speedup: the ground
truths' counts together by the solutions' counts together, over correct solutions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluator.results.counts import problem_counts
from evaluator.results.result import ProblemResult, Result, SampleResult


@dataclass(frozen=True)
class CoffeFigures:
    """COFFE's figures, each with what it is made of.

    Attributes:
        passed: correct solutions.
        problems: of the split: the denominator of pass@1, as each has one solution.
        efficient: correct solutions that spend strictly less than the best ground truth.
        measured: problems whose stressful inputs could be measured: the denominator of efficient@1.
        speedup: sum by sum; None where no correct solution was counted.
        timed: solutions that speedup is over.
        censored: of them, those that enter with the budget, for they spend more.
        undecided: solutions over the budget on some input that may still spend less in total: counted as not efficient.
        uncounted: correct solutions that failed under stress, where COFFE does not look at outputs.
    """

    passed: int
    problems: int
    efficient: int
    measured: int
    speedup: float | None
    timed: int
    censored: int
    undecided: int
    uncounted: int

    @property
    def pass_at_1(self) -> float | None:
        """In percent."""
        return 100 * self.passed / self.problems if self.problems else None

    @property
    def efficient_at_1(self) -> float | None:
        """In percent."""
        return 100 * self.efficient / self.measured if self.measured else None


def coffe_figures(result: Result) -> CoffeFigures:
    """COFFE's figures over one result, whatever rules it was made by."""
    lost = sum(exclusion.excluded_from == "benchmark" for exclusion in result.exclusions)
    return figures_over(result.problems, result.samples, result.budget, len(result.problems) + lost)


def figures_over(
    problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult], budget: int, of_split: int
) -> CoffeFigures:
    """COFFE's figures over parts of results.

    Args:
        problems: by task id, of every problem with a sample.
        samples: one a problem; of more, COFFE's denominators are the problems times the samples.
        budget: of the results.
        of_split: how many problems the split has.
    """
    each = max((sample.index for sample in samples), default=0) + 1
    passed = efficient = timed = censored = undecided = uncounted = 0
    truths = spent = 0
    for counts in problem_counts(dict(problems), samples, budget):
        for sample in counts.samples:
            passed += sample.correct
            if not sample.correct or not counts.efficiency or counts.ground_truth is None:
                continue
            if sample.total is None:
                uncounted += 1
                continue
            timed += 1
            truths += counts.ground_truth
            spent += sample.total
            less = sample.total < counts.ground_truth
            efficient += less and not sample.censored
            undecided += less and sample.censored
            censored += sample.censored
    measured = sum(problem.without_efficiency is None for problem in problems.values())
    return CoffeFigures(
        passed,
        of_split * each,
        efficient,
        measured * each,
        truths / spent if spent else None,
        timed,
        censored,
        undecided,
        uncounted,
    )


def told(figures: CoffeFigures) -> list[str]:
    """The figures in words, a line each."""
    lines = [
        f"COFFE's pass@1       {_percent(figures.pass_at_1)} ({figures.passed} of {figures.problems})",
        f"COFFE's efficient@1  {_percent(figures.efficient_at_1)} ({figures.efficient} of {figures.measured}), strict",
    ]
    if figures.speedup is None:
        return [*lines, "COFFE's speedup      none: no correct solution was counted"]
    bounds = f", {figures.censored} of them bounded by the budget" if figures.censored else ""
    return [*lines, f"COFFE's speedup      {figures.speedup:.2f}, sum by sum over {figures.timed} solutions{bounds}"]


def _percent(value: float | None) -> str:
    return "none" if value is None else f"{value:.2f} %"
