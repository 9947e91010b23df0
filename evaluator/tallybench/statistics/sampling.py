"""What several samples per problem show: success against speed, and what the temperature does to both.

Coignion et al., "A Performance Study of LLM-Generated Code on Leetcode" (EASE 2024), section 5.3, relate them within a
problem: over the settings of all models, that is, each model at each temperature. `within_problems` does that, and
`success_and_speed` relates them over the problems of one model.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from tallybench.model.estimators import DIGITS, mean_figure, pass_at_k
from tallybench.model.result import Figure
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.sample_statistics import correct_solutions, correlate

LEAST_SETTINGS = 3  # with fewer, a rank correlation within a problem says nothing


def temperature_of(entry: Entry) -> float | None:
    """Return the temperature that a result was sampled at; None if it is not given as a number."""
    found = entry.result.model.generation.get("temperature")
    return float(found) if isinstance(found, int | float) else None


def temperatures(entries: Sequence[Entry]) -> list[dict[float, Entry]]:
    """Return the results of each model and prompt by the temperature that they were sampled at."""
    found: dict[tuple[str | None, str | None, str], dict[float, Entry]] = {}
    for entry in entries:
        model, temperature = entry.result.model, temperature_of(entry)
        if not model.pipeline and temperature is not None:
            key = (model.organization, model.revision or model.name, str(model.prompt))
            found.setdefault(key, {}).setdefault(temperature, entry)
    return [dict(sorted(by_temperature.items())) for by_temperature in found.values()]


def pass_by_temperature(family: dict[float, Entry], k: int) -> dict[float, float]:
    """Return a model's pass@k, 0 to 1, by temperature; without those that have fewer than k samples for a problem."""
    found = {}
    for temperature, entry in family.items():
        drawn = [(len(p.samples), sum(s.correct for s in p.samples)) for p in entry.counts.values()]
        if min(n for n, _ in drawn) >= k:
            found[temperature] = float(np.mean([pass_at_k(n, c, k) for n, c in drawn]))
    return found


def settings_by_problem(samples: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each setting (a result) and each problem for which it has several samples.

    Columns: model, task_id, success (the share of correct samples), cost (the mean log2 of their ratio to the best
    known solution) and spread (its standard deviation); the last two are missing without a correct sample.
    """
    own = samples[samples.groupby(["model", "task_id"])["sample"].transform("size") > 1]
    success = own.groupby(["model", "task_id"])["correct"].mean()
    correct = correct_solutions(own).groupby(["model", "task_id"])["log_ratio"]
    # Rounded: the means of two and of three equal numbers may differ in the last digit, and so in rank.
    cost, spread = correct.mean().round(DIGITS), correct.std(ddof=0).round(DIGITS)
    return pd.DataFrame({"success": success, "cost": cost, "spread": spread}).reset_index()


def success_and_speed(samples: pd.DataFrame) -> pd.DataFrame:
    """Return, for each model with several samples per problem, whether it solves fast what it solves often.

    Columns: model, problems, rho (the correlation of a problem's share of correct samples with the mean log2 of their
    ratio to the best known solution), rho_low, rho_high (its 95 % interval), spread_rho (the correlation of that share
    with the standard deviation of log2 of these ratios), spread_low, spread_high (likewise).
    """
    related = {"cost": ("rho", "rho_low", "rho_high"), "spread": ("spread_rho", "spread_low", "spread_high")}
    rows = []
    for model, on in settings_by_problem(samples).groupby("model"):
        row: dict[str, object] = {"model": model, "problems": int(on["cost"].notna().sum())}
        for column, names in related.items():
            if (found := correlate(on, "success", column)) is not None:
                row |= zip(names, (found.rho, found.low, found.high), strict=True)
        rows.append(row)
    columns = ["model", "problems", *related["cost"], *related["spread"]]
    return pd.DataFrame(rows, columns=pd.Index(columns))


def within_problems(settings: pd.DataFrame, first: str, second: str, by: Sequence[str] = ("task_id",)) -> Figure | None:
    """Return the mean over problems of the rank correlation of two columns over the settings of each.

    Only problems count on which at least LEAST_SETTINGS settings have both, and both vary; None if there are none. Each
    group of `by` has a correlation; a problem with several groups has their mean.
    """
    both = settings.dropna(subset=[first, second]).astype({first: float, second: float})
    found: dict[str, list[float]] = {}
    for _, rows in both.groupby(list(by)):
        if len(rows) >= LEAST_SETTINGS and rows[first].nunique() > 1 and rows[second].nunique() > 1:
            found.setdefault(rows["task_id"].iloc[0], []).append(rows[first].corr(rows[second], method="spearman"))
    if not found:
        return None
    return mean_figure([float(np.mean(own)) for own in found.values()])
