"""How fast a model's correct code is, and what goes with it.

Coignion et al. (EASE 2024), section 5.3, asks whether a model that solves a problem more often also solves it faster.
Models solve different problems, so speed is measured against the other models' correct solutions of the same problem.
"""

import numpy as np
import pandas as pd

from evaluator.statistics.correlation import Correlation, correlate


def correct_solutions(samples: pd.DataFrame) -> pd.DataFrame:
    """The correct samples that have a count, with `log_ratio`: log2 of their instructions over the best known one's."""
    found = samples[samples["correct"] & samples["ratio"].notna()].copy()
    found["log_ratio"] = np.log2(found["ratio"].astype(float))
    return found


def speed_of_models(samples: pd.DataFrame) -> pd.DataFrame:
    """By model, over all its correct samples: how fast they are.

    Columns: model, speed (how many times it does the work of the models' mean correct solution of the same problem with
    as many instructions, as a geometric mean over problems; above 1 is faster) and problems (that it has a correct
    solution of).
    """
    correct = correct_solutions(samples)
    each = correct.groupby(["task_id", "model"])["log_ratio"].mean().reset_index()
    each["beside"] = each["log_ratio"] - each.groupby("task_id")["log_ratio"].transform("mean")
    grouped = each.groupby("model")["beside"]
    found = pd.DataFrame({"speed": 2 ** -grouped.mean(), "problems": grouped.size()})
    return found.reset_index()


def problems_by_spread(samples: pd.DataFrame) -> pd.DataFrame:
    """By problem, the largest spread first: how far correct solutions differ.

    Columns: task_id, models (with a correct solution), solved (the share of all models), median_ratio, spread (the
    standard deviation over the models of log2 of the ratio to the best known solution) and largest_ratio (a lower
    bound where it is over the budget).
    """
    correct = correct_solutions(samples)
    each = correct.groupby(["task_id", "model"]).agg(ratio=("ratio", "min"), log_ratio=("log_ratio", "mean"))
    grouped = each.reset_index().groupby("task_id")
    found = grouped.agg(models=("model", "size"), median_ratio=("ratio", "median"), largest_ratio=("ratio", "max"))
    found["spread"] = grouped["log_ratio"].std(ddof=0)
    found["solved"] = found["models"] / max(samples["model"].nunique(), 1)
    return found.reset_index().sort_values(["spread", "task_id"], ascending=[False, True]).reset_index(drop=True)


def success_and_speed(samples: pd.DataFrame) -> pd.DataFrame:
    """By model with several samples of a problem: does it solve fast what it solves often?

    Columns: model, problems, rho (of the share of correct samples of a problem with log2 of their mean ratio to the
    best known solution), rho_low, rho_high, spread_rho (of that share with the spread of their counts).
    """
    several = samples.groupby(["model", "task_id"])["sample"].transform("size") > 1
    own = samples[several]
    success = own.groupby(["model", "task_id"])["correct"].mean()
    correct = correct_solutions(own).groupby(["model", "task_id"])["log_ratio"]
    each = pd.DataFrame({"success": success, "cost": correct.mean(), "spread": correct.std(ddof=0)}).reset_index()
    rows = []
    for model, on in each.groupby("model"):
        cost, spread = correlate(on, "success", "cost"), correlate(on, "success", "spread")
        rows.append(
            {
                "model": model,
                "problems": int(on["cost"].notna().sum()),
                "rho": _value(cost),
                "rho_low": None if cost is None else cost.low,
                "rho_high": None if cost is None else cost.high,
                "spread_rho": _value(spread),
            }
        )
    columns = ["model", "problems", "rho", "rho_low", "rho_high", "spread_rho"]
    return pd.DataFrame(rows, columns=pd.Index(columns))


def _value(correlation: Correlation | None) -> float | None:
    return None if correlation is None else correlation.rho
