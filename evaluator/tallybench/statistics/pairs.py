"""Every ranked model against every other: by score, by the cost of correct code, and by the tests of a study.

The table of pairs (PAIR_COLUMNS) is ours; its unit is the problem. The tests (TEST_COLUMNS) are those of Coignion et
al., "A Performance Study of LLM-Generated Code on Leetcode" (EASE 2024), section 4.2: for each pair of models with more
than five correct samples of a problem, Student's t-test on what the samples cost, and Cohen's d. Counts are not
normally distributed, so the Mann-Whitney test is added; as there are many tests, p values are corrected by Holm's
method.

The study measures seconds. Counts are exact, so three things differ here: the same program with the same count is one
observation, however often it was sampled; a difference within the tie tolerance is a tie; and d is undefined where the
counts of neither model vary by more than a tie.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu, ttest_ind
from statsmodels.stats.multitest import multipletests

from tallybench.model.parts import TieTolerance
from tallybench.statistics.cost import CostRatio, Pair
from tallybench.statistics.published.boards import RANKED_BY, Board
from tallybench.statistics.published.entries import Entry

LEAST_CORRECT = 6  # distinct samples of a problem: "more than five"
LEVEL = 0.05
PAIR_COLUMNS = {
    "first": "a model's folder",
    "second": "another model's folder",
    "difference": "how many points of score@1 the first is ahead, paired over the problems",
    "low": "the lower end of its 95 % interval",
    "high": "the upper end",
    "both": "problems that both solve within the budget and that count for efficiency; all that follows is over these",
    "cost_ratio": "the first's instructions over the second's: per problem the geometric mean of the correct samples "
    "within the budget, over problems the geometric mean; below 1 if the first is cheaper",
    "cost_low": "the lower end of its 95 % interval (bootstrap over the problems); missing for fewer than 6 problems",
    "cost_high": "the upper end",
    "cost_median": "the median of the ratio over the problems",
    "cheaper": "problems on which the first costs less, by more than the tie tolerance",
    "dearer": "problems on which it costs more, by more than the tie tolerance",
    "ties": "the others",
    "sign_p": "p of a two-sided exact sign test of `cheaper` against `dearer`; not corrected for the number of pairs",
    "a12": "effect size, Vargha and Delaney's A: the probability that a correct sample of the first costs less than "
    "one of the second on the same problem, a tie counting half; the mean over the problems, 0 to 1, 0.5 is even",
    "a12_median": "its median over the problems",
    "first_left_out": "correct samples of the first that are left out, as they have no exact total: over the budget on "
    "an input, or failed on one",
    "second_left_out": "the same for the second",
}
TEST_COLUMNS = {
    "task_id": "the problem",
    "first": "a model's folder",
    "second": "another model's folder",
    "first_samples": "its distinct correct samples within the budget, by program and count",
    "second_samples": "the other's",
    "first_mean": "the mean of their instructions",
    "second_mean": "the other's",
    "first_median": "the median of their instructions",
    "second_median": "the other's",
    "cohens_d": "the difference of the means over the pooled standard deviation, as in the study; missing if the "
    "counts of neither vary by more than a tie",
    "t_p": "p of Student's t-test, as in the study, corrected by Holm's method over all rows",
    "mann_whitney_p": "p of the Mann-Whitney test, corrected likewise",
    "tie": "whether the two means differ by no more than the tie tolerance: then neither is faster",
    "faster": "which of the two the t-test finds faster; missing if neither",
}
SUMMARY = {
    "first": "a model's folder",
    "second": "another model's folder",
    "problems": "problems on which both have more than five distinct correct samples within the budget",
    "faster": "share of these on which the first is faster, by Student's t-test and by more than a tie",
    "slower": "share on which it is slower",
    "mann_whitney": "share on which the Mann-Whitney test tells the two apart, by more than a tie",
    "median_d": "median of Cohen's d over these; below 0 if the first is faster; missing if no count varies",
}
_TYPES = {
    **dict.fromkeys(("task_id", "first", "second"), "string"),
    **dict.fromkeys(("first_samples", "second_samples", "problems", "both", "cheaper", "dearer", "ties"), "Int64"),
    **dict.fromkeys(("first_left_out", "second_left_out"), "Int64"),
    "tie": "boolean",
}

Counts = NDArray[np.float64]


def _frame(rows: list[dict[str, object]], columns: Mapping[str, str], types: Mapping[str, str]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=pd.Index(list(columns)))
    return frame.astype({name: types.get(name, "Float64") for name in columns})


def compare_pairs(board: Board, costs: Mapping[Pair, CostRatio], most: int | None = None) -> pd.DataFrame:
    """Return a row for each pair of the first `most` ranked models, in both directions; see PAIR_COLUMNS.

    `costs` has their cost ratios, by their positions in `board.rows`.
    """
    slugs = [row.entry.slug for row in board.rows[:most]]
    differences = board.differences[RANKED_BY].among(most) if RANKED_BY in board.differences else {}
    rows: list[dict[str, object]] = []
    for (first, second), found in sorted(differences.items()):
        cost = costs[first, second]
        row = {"first": slugs[first], "second": slugs[second]}
        score = {"difference": found.value, "low": found.low, "high": found.high, "both": cost.problems}
        ratio = {"cost_ratio": cost.value, "cost_low": cost.low, "cost_high": cost.high, "cost_median": cost.median}
        sides = {"cheaper": cost.cheaper, "dearer": cost.dearer, "ties": cost.ties}
        effect = {"sign_p": float(f"{cost.p:.6g}"), "a12": cost.a12, "a12_median": cost.a12_median}
        left_out = zip(("first_left_out", "second_left_out"), cost.left_out, strict=True)
        rows.append({**row, **score, **ratio, **sides, **effect, **dict(left_out)})
    return _frame(rows, PAIR_COLUMNS, _TYPES)


@dataclass(frozen=True)
class Observations:
    """A model's distinct correct samples for a problem."""

    counts: Counts  # the instructions of the samples within the budget that differ in program or count
    tie: TieTolerance
    inputs: int  # the number of stressful inputs that a count is summed over

    def ties(self, one: float, other: float) -> bool:
        """Return whether two counts of the problem tie."""
        return bool(abs(one - other) <= max(self.tie.relative * min(one, other), self.tie.absolute * self.inputs))

    @property
    def varies(self) -> bool:
        """Whether its counts differ by more than a tie."""
        return not self.ties(self.counts.min(), self.counts.max())


def observations(entry: Entry) -> dict[str, Observations]:
    """Return a result's distinct correct samples by task id, for problems with at least LEAST_CORRECT of them."""
    found = {}
    for task_id, problem in entry.counts.items():
        distinct = {
            (sample.code_sha256, counts.total)
            for sample, counts in zip(entry.samples.get(task_id, ()), problem.samples, strict=True)
            if counts.correct and counts.total and not counts.censored
        }
        if len(distinct) >= LEAST_CORRECT:
            totals = np.array(sorted(total for _, total in distinct if total), dtype=np.float64)
            found[task_id] = Observations(totals, entry.result.tie_tolerance, len(problem.inputs))
    return found


def compare_samples(models: Mapping[str, Mapping[str, Observations]]) -> pd.DataFrame:
    """Return the tests of each pair of models on each problem that both have observations on; see TEST_COLUMNS."""
    rows: list[dict[str, object]] = []
    for task_id in sorted({task_id for own in models.values() for task_id in own}):
        on_problem = {model: own[task_id] for model, own in sorted(models.items()) if task_id in own}
        for first, second in combinations(on_problem, 2):
            test = _test(on_problem[first], on_problem[second])
            rows.append({"task_id": task_id, "first": first, "second": second, **test})
    found = pd.DataFrame(rows, columns=pd.Index(list(TEST_COLUMNS)))
    if len(found):
        for name in ("t_p", "mann_whitney_p"):
            found[name] = multipletests(found[name], method="holm")[1]
        faster = found["first"].where(found["first_mean"] < found["second_mean"], found["second"])
        found["faster"] = faster.where((found["t_p"] < LEVEL) & ~found["tie"].astype(bool))
    return found.astype({name: _TYPES.get(name, "Float64") for name in TEST_COLUMNS} | {"faster": "string"})


def _test(first: Observations, second: Observations) -> dict[str, object]:
    ours, theirs = first.counts, second.counts
    return {
        "first_samples": len(ours),
        "second_samples": len(theirs),
        "first_mean": ours.mean(),
        "second_mean": theirs.mean(),
        "first_median": np.median(ours),
        "second_median": np.median(theirs),
        "cohens_d": _cohens_d(ours, theirs) if first.varies or second.varies else None,
        "t_p": _t_test(ours, theirs),
        "mann_whitney_p": float(mannwhitneyu(ours, theirs).pvalue),
        "tie": first.ties(ours.mean(), theirs.mean()),
    }


def _cohens_d(ours: Counts, theirs: Counts) -> float:
    """Return the difference of two means over their pooled standard deviation; the counts must vary.

    Neither SciPy nor statsmodels has a function for it.
    """
    freedom = len(ours) + len(theirs) - 2
    pooled = ((len(ours) - 1) * ours.var(ddof=1) + (len(theirs) - 1) * theirs.var(ddof=1)) / freedom
    return float((ours.mean() - theirs.mean()) / np.sqrt(pooled))


def _t_test(ours: Counts, theirs: Counts) -> float:
    """Return the test's p. Counts are exact: if neither side varies, it is 1 for equal means and 0 otherwise."""
    if ours.std() == 0 and theirs.std() == 0:
        return 1.0 if ours[0] == theirs[0] else 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # if counts hardly vary; p is 0 then, as it should be
        return float(ttest_ind(ours, theirs).pvalue)


def summarize_pairs(tests: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each pair of models, in both directions, from `compare_samples`; see SUMMARY."""
    names = {"first": "second", "second": "first"}
    for what in ("samples", "mean", "median"):
        names |= {f"first_{what}": f"second_{what}", f"second_{what}": f"first_{what}"}
    turned = tests.rename(columns=names)
    turned["cohens_d"] = -turned["cohens_d"]
    both = pd.concat([tests, turned[list(TEST_COLUMNS)]], ignore_index=True)
    both["apart"] = (both["mann_whitney_p"] < LEVEL) & ~both["tie"]
    rows: list[dict[str, object]] = [
        {
            "first": first,
            "second": second,
            "problems": len(pair),
            "faster": float((pair["faster"] == first).fillna(False).mean()),
            "slower": float((pair["faster"] == second).fillna(False).mean()),
            "mann_whitney": float(pair["apart"].mean()),
            "median_d": pair["cohens_d"].median(),
        }
        for (first, second), pair in both.groupby(["first", "second"])
    ]
    return _frame(rows, SUMMARY, _TYPES)
