"""How fast a model's correct code is, and what correlates with that.

Coignion et al. (EASE 2024), section 5.3, asks whether a model that solves a problem more often also solves it faster.
Models solve different problems, so speed is measured against the other models' correct solutions of the same problem.
"""

import math
import statistics
from collections.abc import Sequence

import numpy as np
import pandas as pd

from tallybench.model.budget import BUDGET
from tallybench.model.counts import cost_order
from tallybench.statistics.correlation import correlate


def correct_solutions(samples: pd.DataFrame) -> pd.DataFrame:
    """Return the correct samples that have a total, with two more columns.

    `effort` is their multiple of the best known solution's count (see `effort`), `log_ratio` its binary logarithm.
    """
    found = samples[samples["correct"] & samples["ratio"].notna()].copy()
    both = zip(found["ratio"].astype(float), found["censored"].astype(bool), strict=True)
    found["effort"] = np.array([effort(ratio, censored) for ratio, censored in both], dtype=np.float64)
    found["log_ratio"] = np.log2(found["effort"])
    return found


def cheapest(correct: pd.DataFrame) -> pd.DataFrame:
    """Return each model's cheapest correct sample of each problem, in the order of `cost_order`."""
    order = [
        cost_order(ratio, censored)
        for ratio, censored in zip(correct["ratio"].astype(float), correct["censored"].astype(bool), strict=True)
    ]
    rising = correct.iloc[sorted(range(len(correct)), key=order.__getitem__)]
    return rising.drop_duplicates(["task_id", "model"])


def speed_of_models(samples: pd.DataFrame) -> pd.DataFrame:
    """Return, by model, how fast its correct samples are.

    Columns: model, speed (the cost of the models' mean correct solution of a problem over that of its own, as a
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


def effort(ratio: float, censored: bool) -> float:
    """Return the multiple of the best known solution's count; if it is censored, at least the budget.

    This keeps the order of `cost_order`, as no exact ratio is above the budget. (The ratio over all inputs may be below
    it: the input that is over the budget may be a small part of the sum.)
    """
    return max(ratio, float(BUDGET)) if censored else ratio


def spread_of(efforts: Sequence[float]) -> float | None:
    """Return how far the models' correct solutions of a problem differ; None for fewer than two.

    This is the factor by which they typically miss their middle: the geometric standard deviation, so that no single
    model decides.

    Args:
        efforts: the effort of each model's cheapest correct solution.
    """
    return math.exp(statistics.pstdev(map(math.log, efforts))) if len(efforts) > 1 else None


def problems_by_spread(samples: pd.DataFrame) -> pd.DataFrame:
    """Return how far correct solutions differ, by problem that counts for efficiency, the largest spread first.

    Each model enters with its cheapest correct solution. Columns: task_id, models (with a correct solution), censored
    (how many of them enter with the budget), solved (their share of all models), median_ratio, largest_ratio (a lower
    bound where `censored` is above 0) and spread (see `spread_of`; missing for a single model).
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


def success_and_speed(samples: pd.DataFrame) -> pd.DataFrame:
    """Return, by model with several samples per problem, whether it solves fast what it solves often.

    Columns: model, problems, rho (the correlation of a problem's share of correct samples with the mean log2 of their
    ratio to the best known solution), rho_low, rho_high (its 95 % interval), spread_rho (the correlation of that share
    with the standard deviation of log2 of these ratios), spread_low, spread_high (likewise).
    """
    several = samples.groupby(["model", "task_id"])["sample"].transform("size") > 1
    own = samples[several]
    success = own.groupby(["model", "task_id"])["correct"].mean()
    correct = correct_solutions(own).groupby(["model", "task_id"])["log_ratio"]
    each = pd.DataFrame({"success": success, "cost": correct.mean(), "spread": correct.std(ddof=0)}).reset_index()
    rows = []
    for model, on in each.groupby("model"):
        row: dict[str, object] = {"model": model, "problems": int(on["cost"].notna().sum())}
        for column, names in (
            ("cost", ("rho", "rho_low", "rho_high")),
            ("spread", ("spread_rho", "spread_low", "spread_high")),
        ):
            found = correlate(on, "success", column)
            values = (None, None, None) if found is None else (found.rho, found.low, found.high)
            row |= zip(names, values, strict=True)
        rows.append(row)
    columns = ["model", "problems", "rho", "rho_low", "rho_high", "spread_rho", "spread_low", "spread_high"]
    return pd.DataFrame(rows, columns=pd.Index(columns))
