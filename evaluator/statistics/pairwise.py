"""Models against one another where each has several correct samples of a problem.

Coignion et al., "A Performance Study of LLM-Generated Code on Leetcode" (EASE 2024), section 4.2: for each pair of
models with more than five correct samples of a problem, Student's t-test on what the samples cost, and Cohen's d.
Counts are not normal, so the Mann-Whitney test stands beside it; and as there are many tests, p values are corrected by
Holm's method.
"""

import warnings
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import mannwhitneyu, ttest_ind
from statsmodels.stats.multitest import multipletests

LEAST_CORRECT = 6  # samples of a problem: "more than five"
LEVEL = 0.05

Counts = NDArray[np.float64]
COLUMNS = {
    "task_id": "the problem",
    "first": "a model's folder",
    "second": "another's",
    "first_samples": "its correct samples with a count",
    "second_samples": "the other's",
    "first_mean": "the mean of their instructions",
    "second_mean": "the other's",
    "cohens_d": "the difference of the means over the pooled standard deviation; missing where no count varies",
    "t_p": "p of Student's t-test, corrected by Holm's method over all rows",
    "mann_whitney_p": "p of the Mann-Whitney test, corrected likewise",
    "faster": "which of the two the t-test finds faster; missing where neither",
}


def compare_samples(samples: pd.DataFrame) -> pd.DataFrame:
    """Tests of each pair of models on each problem: a row each; see COLUMNS.

    Args:
        samples: the frame of samples of one benchmark. A sample over the budget enters with the budget.
    """
    usable = samples[samples["correct"] & samples["instructions"].notna()]
    rows = []
    for task_id, on_problem in usable.groupby("task_id"):
        counts = {
            str(model): own["instructions"].to_numpy(dtype=np.float64)
            for model, own in on_problem.groupby("model")
            if len(own) >= LEAST_CORRECT
        }
        for first, second in combinations(sorted(counts), 2):
            rows.append({"task_id": task_id, **_test(first, counts[first], second, counts[second])})
    found = pd.DataFrame(rows, columns=pd.Index(list(COLUMNS)))
    if len(found):
        for name in ("t_p", "mann_whitney_p"):
            found[name] = multipletests(found[name], method="holm")[1]
        faster = np.where(found["first_mean"] < found["second_mean"], found["first"], found["second"])
        found["faster"] = pd.Series(faster).where(found["t_p"] < LEVEL)
    return found


def _test(first: str, ours: Counts, second: str, theirs: Counts) -> dict[str, object]:
    return {
        "first": first,
        "second": second,
        "first_samples": len(ours),
        "second_samples": len(theirs),
        "first_mean": ours.mean(),
        "second_mean": theirs.mean(),
        "cohens_d": cohens_d(ours, theirs),
        "t_p": _t_test(ours, theirs),
        "mann_whitney_p": float(mannwhitneyu(ours, theirs).pvalue),
    }


def cohens_d(ours: Counts, theirs: Counts) -> float | None:
    """The difference of two means over their pooled standard deviation; None where nothing varies.

    Neither SciPy nor statsmodels has it as a function of two samples.
    """
    freedom = len(ours) + len(theirs) - 2
    pooled = ((len(ours) - 1) * ours.var(ddof=1) + (len(theirs) - 1) * theirs.var(ddof=1)) / freedom
    return float((ours.mean() - theirs.mean()) / np.sqrt(pooled)) if pooled > 0 else None


def _t_test(ours: Counts, theirs: Counts) -> float:
    """Its p. Counts are exact: where neither side varies, two means are the same or surely are not."""
    if ours.std() == 0 and theirs.std() == 0:
        return 1.0 if ours[0] == theirs[0] else 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of counts that hardly vary: p is 0 then, as it should be
        return float(ttest_ind(ours, theirs).pvalue)


def summarize_pairs(tests: pd.DataFrame) -> pd.DataFrame:
    """One row for each pair of models, in both directions.

    Columns: first, second, problems (that both are compared on), faster and slower (the shares of them on which the
    first is, by the t-test), mann_whitney (the share on which that test tells them apart) and mean_d (mean Cohen's d;
    below 0 where the first is faster; missing where no count varies).

    Args:
        tests: of `compare_samples`.
    """
    turned = tests.rename(
        columns={
            "first": "second",
            "second": "first",
            "first_samples": "second_samples",
            "second_samples": "first_samples",
            "first_mean": "second_mean",
            "second_mean": "first_mean",
        }
    )
    turned["cohens_d"] = -turned["cohens_d"].astype("Float64")
    both = pd.concat([tests.astype({"cohens_d": "Float64"}), turned], ignore_index=True)
    rows = []
    for (first, second), pair in both.groupby(["first", "second"]):
        rows.append(
            {
                "first": first,
                "second": second,
                "problems": len(pair),
                "faster": float((pair["faster"] == first).mean()),
                "slower": float((pair["faster"] == second).mean()),
                "mann_whitney": float((pair["mann_whitney_p"] < LEVEL).mean()),
                "mean_d": pair["cohens_d"].mean(),
            }
        )
    columns = ["first", "second", "problems", "faster", "slower", "mann_whitney", "mean_d"]
    return pd.DataFrame(rows, columns=pd.Index(columns))
