"""Statistics of models' samples: how fast correct code is, whose code it is, how classes use their own methods.

Models solve different problems, so speed is measured against the other models' correct solutions of the same problem.
"""

import math
import statistics
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import ConstantInputWarning, bootstrap, spearmanr, spearmanrho

from tallybench.model.budget import BUDGET
from tallybench.model.estimators import SEED
from tallybench.model.parts import Recall
from tallybench.model.result import SampleResult
from tallybench.model.verdicts import SuiteVerdict, Verdict

LEAST_ROWS = 6  # with fewer, a rank correlation says nothing
CORRELATION_REPLICATES = 2_000

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation of two columns, with its 95 % interval (percentile bootstrap over the rows)."""

    rho: float  # -1 to 1
    low: float
    high: float
    rows: int

    @property
    def significant(self) -> bool:
        """Whether 0 is outside its interval."""
        return not self.low <= 0 <= self.high

    def __str__(self) -> str:
        return f"rank correlation {self.rho:+.2f}, 95 % interval {self.low:+.2f} to {self.high:+.2f}, n = {self.rows}"


def correlate(frame: pd.DataFrame, first: str, second: str) -> Correlation | None:
    """Return the correlation of two columns over the rows that have both.

    None if there are fewer than LEAST_ROWS of them, or a column is constant.
    """
    both = frame[[first, second]].astype("Float64").dropna().to_numpy(dtype=np.float64)
    if len(both) < LEAST_ROWS or not np.ptp(both, axis=0).all():
        return None
    columns = (both[:, 0], both[:, 1])
    low, high = bootstrap(
        columns, _rho, paired=True, vectorized=True, method="percentile", n_resamples=CORRELATION_REPLICATES, rng=SEED
    ).confidence_interval
    return Correlation(float(spearmanr(*columns).statistic), float(low), float(high), len(both))


def _rho(first: Values, second: Values, axis: int = -1) -> Values:
    """Correlate many resamples at once; the result is 0 if a column does not vary, as that shows no relation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConstantInputWarning)
        found: Values = np.nan_to_num(spearmanrho(first, second, axis=axis).statistic)
    return found


def correct_solutions(samples: pd.DataFrame) -> pd.DataFrame:
    """Return the correct samples that have a total, with two more columns.

    `effort` is their multiple of the best known solution's count (see `effort`), `log_ratio` its binary logarithm.
    """
    found = samples[samples["correct"] & samples["ratio"].notna()].copy()
    both = zip(found["ratio"].astype(float), found["censored"].astype(bool), strict=True)
    found["effort"] = np.array([effort(ratio, censored) for ratio, censored in both], dtype=np.float64)
    found["log_ratio"] = np.log2(found["effort"])
    return found


def effort(ratio: float, censored: bool) -> float:
    """Return the multiple of the best known solution's count; if it is censored, at least the budget.

    This keeps the order of `cost_order`, as no exact ratio is above the budget. (The ratio over all inputs may be below
    it: the input that is over the budget may be a small part of the sum.)
    """
    return max(ratio, float(BUDGET)) if censored else ratio


def cheapest(correct: pd.DataFrame) -> pd.DataFrame:
    """Return each model's cheapest correct sample of each problem, in the order of `cost_order`."""
    return correct.sort_values(["censored", "ratio"]).drop_duplicates(["task_id", "model"])


def speed_of_models(samples: pd.DataFrame) -> pd.DataFrame:
    """Return, by model, how fast its correct samples are.

    Columns: model, speed (the cost of the models' mean correct solution to a problem over that of its own, as a
    geometric mean over problems; above 1 is faster), problems (how many it has a correct solution for) and
    censored (how many of its samples enter with the budget, so that its speed is at most this).
    """
    correct = correct_solutions(samples)
    each = correct.groupby(["task_id", "model"])["log_ratio"].mean().reset_index()
    each["beside"] = each["log_ratio"] - each.groupby("task_id")["log_ratio"].transform("mean")
    grouped = each.groupby("model")["beside"]
    found = pd.DataFrame({"speed": 2 ** -grouped.mean(), "problems": grouped.size()})
    found["censored"] = correct.groupby("model")["censored"].sum().astype("Int64")
    return found.reset_index()


def spread_of(efforts: Sequence[float]) -> float | None:
    """Return how far the efforts of the models' cheapest solutions to a problem differ; None for fewer than two.

    This is their typical distance, as a factor, from their middle: the geometric standard deviation, so that no single
    model decides.
    """
    return math.exp(statistics.pstdev(map(math.log, efforts))) if len(efforts) > 1 else None


def problems_by_spread(samples: pd.DataFrame) -> pd.DataFrame:
    """Return how far correct solutions differ, for each problem that counts for efficiency, largest spread first.

    Each model enters with its cheapest correct solution. Columns: task_id, models (with a correct solution), censored
    (how many of them enter with the budget), solved (their share of all models), median_ratio, largest_ratio (a lower
    bound if `censored` is above 0) and spread (see `spread_of`; missing for a single model).
    """
    each = cheapest(correct_solutions(samples[samples["score"].notna()]))
    grouped = each.groupby("task_id")
    found = grouped.agg(
        models=("model", "size"),
        censored=("censored", "sum"),
        median_ratio=("effort", "median"),
        largest_ratio=("effort", "max"),
    )
    found["spread"] = pd.Series({task_id: spread_of(list(efforts)) for task_id, efforts in grouped["effort"]})
    found["solved"] = found["models"] / max(samples["model"].nunique(), 1)
    return found.reset_index().sort_values(["spread", "task_id"], ascending=[False, True]).reset_index(drop=True)


def recitation(samples: pd.DataFrame, canonical: pd.DataFrame, organizations: "pd.Series[str]") -> pd.DataFrame:
    """Return, by model, how much of its code is the canonical solution's or another model's.

    A model may have seen HumanEval's solutions when it was trained (Coignion et al., section 5.1). Everyone writes
    short functions alike, so these prove nothing: they have no tree, and are left out. `benchmarks/copies.py` says what
    counts as the same tree.

    Columns: model, compared (samples whose function is long enough to tell), letter (the share of all samples that are
    the canonical program to the letter), letter_shared (the share of all samples that a model of another
    organization has written too, to the letter), canonical (the share of compared ones whose syntax tree is the
    canonical solution's) and shared (the share whose tree a model of another organization has written too).
    """
    known = canonical.drop_duplicates("task_id", keep="last").set_index("task_id")
    rows = samples[samples["code_sha256"].notna()].copy()
    rows["letter"] = rows["code_sha256"] == rows["task_id"].map(known["code_sha256"])
    rows["organization"] = rows["model"].map(organizations)
    rows["letter_shared"] = rows.groupby(["task_id", "code_sha256"])["organization"].transform("nunique") > 1
    compared = rows[rows["tree_sha256"].notna()].copy()
    compared["canonical"] = compared["tree_sha256"] == compared["task_id"].map(known["tree_sha256"])
    compared["shared"] = compared.groupby(["task_id", "tree_sha256"])["organization"].transform("nunique") > 1
    by_model, grouped = rows.groupby("model"), compared.groupby("model")
    found = pd.DataFrame(
        {
            "compared": grouped.size(),
            "letter": by_model["letter"].mean(),
            "letter_shared": by_model["letter_shared"].mean(),
            "canonical": grouped["canonical"].mean(),
            "shared": grouped["shared"].mean(),
        }
    )
    return found.reset_index()


@dataclass(frozen=True)
class ClassFigures:
    """How far a model's classes use their own fields and methods, and how they fail.

    These are figures 7 to 9 of ClassEval's paper.
    """

    fields: Recall  # DEP(F): of the fields that the canonical methods use, those that the written ones use, too
    calls: Recall  # DEP(M): the same for other methods of the class
    by_calls: dict[int, Recall]  # how many written methods are right, by how many others the canonical one uses
    most_frequent: list[tuple[str, int]]  # the exceptions that ended tests of wrong classes, and how many each ended


def class_figures(samples: Iterable[SampleResult]) -> ClassFigures:
    """Return the figures of a result, from those of its samples that have verdicts by method."""
    sums: dict[str, Counter[str]] = {"fields": Counter(), "calls": Counter()}
    right: Counter[int] = Counter()
    written: Counter[int] = Counter()
    exceptions: Counter[str] = Counter()
    for sample in samples:
        if (suites := sample.suites) is None:
            continue
        sums["fields"].update(suites.fields.model_dump())
        sums["calls"].update(suites.calls.model_dump())
        written.update(method.calls for method in suites.methods.values())
        right.update(method.calls for method in suites.methods.values() if method.verdict is SuiteVerdict.PASSED)
        if sample.verdict is not Verdict.PASSED:
            exceptions.update(suites.exceptions)
    fields, calls = (Recall(found=each["found"], of=each["of"]) for each in sums.values())
    return ClassFigures(
        fields,
        calls,
        {count: Recall(found=right[count], of=written[count]) for count in sorted(written)},
        sorted(exceptions.items(), key=lambda item: (-item[1], item[0])),
    )
