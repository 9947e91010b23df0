"""COFFE's own figures, as its public code computes them (`efficient_at_1`, `speedup`), over our verdicts and counts.

pass@1 is the number of correct solutions over that of all problems of the split. efficient@1 is the number of correct
solutions that spend strictly less than the best ground truth, without tolerance, over that of the problems whose
stressful inputs could be measured. speedup is the sum of the ground truths' counts over the sum of the solutions'
counts, for correct solutions.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallybench.model.counts import problem_counts
from tallybench.model.result import ProblemResult, Result, SampleResult


@dataclass(frozen=True)
class CoffeFigures:
    """COFFE's figures, each with what it is computed from.

    Attributes:
        passed: correct solutions.
        problems: the denominator of pass@1: the problems of the split, times the samples of each.
        efficient: correct solutions that spend strictly less than the best ground truth.
        measured: the denominator of efficient@1: the problems whose stressful inputs could be measured, times the same.
        speedup: sum over sum; None if no correct solution was counted.
        timed: solutions that speedup is computed over.
        censored: those of them that enter with the budget, because they spend more.
        undecided: solutions over the budget on some input that may still spend less in total: counted as not efficient.
    """

    passed: int
    problems: int
    efficient: int
    measured: int
    speedup: float | None
    timed: int
    censored: int
    undecided: int

    @property
    def pass_at_1(self) -> float | None:
        """COFFE's pass@1, in percent; None without problems."""
        return 100 * self.passed / self.problems if self.problems else None

    @property
    def efficient_at_1(self) -> float | None:
        """COFFE's efficient@1, in percent; None without measured problems."""
        return 100 * self.efficient / self.measured if self.measured else None


def coffe_figures(result: Result) -> CoffeFigures:
    """Return COFFE's figures over one result, by whichever rules it was made."""
    lost = sum(exclusion.excluded_from == "benchmark" for exclusion in result.exclusions)
    return figures_over(result.problems, result.samples, result.budget, len(result.problems) + lost)


def figures_over(
    problems: Mapping[str, ProblemResult], samples: Sequence[SampleResult], budget: int, of_split: int
) -> CoffeFigures:
    """Return COFFE's figures over parts of results.

    Args:
        problems: every problem with a sample, by task id.
        samples: one per problem; if there are more, COFFE's denominators are the problems times the samples of each.
        budget: the budget of the results.
        of_split: how many problems the split has.
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
    measured = each * sum(problem.without_efficiency is None for problem in problems.values())
    names = ("passed", "efficient", "timed", "censored", "undecided")
    return CoffeFigures(
        problems=of_split * each, measured=measured, speedup=speedup, **{name: found[name] for name in names}
    )


def coffe_lines(figures: CoffeFigures) -> list[str]:
    """Describe the figures, a line each."""

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
