"""Check tables before they are published: the bounds of figures, sums, and which models are in which table.

Each check yields what is wrong, one sentence per fault. A site with a fault is not built.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pandas as pd

from tallybench.errors import InputError
from tallybench.model.budget import BUDGET
from tallybench.model.metrics import Unit, ks_of, metric_of
from tallybench.statistics.frames import Frames
from tallybench.statistics.published.boards import CURVE, RANKED_BY

_ROUNDED = 1e-5  # figures are published with six digits
_SHOWN = 5  # faults that a message names
_MOST = {Unit.SHARE: 1.0, Unit.POINTS: 100.0, Unit.RATIO: math.inf}
# The least and greatest values of other columns, in any table.
BOUNDS = {
    **dict.fromkeys(("score", "mean_score"), (0, 100)),
    **dict.fromkeys(("a12", "a12_median", "sign_p"), (0, 1)),
    **dict.fromkeys(("best_known", "ground_truth"), (1, math.inf)),
    **dict.fromkeys(("ratio", "instructions", "memory", "parameters", "cost_ratio", "cost_median"), (0, math.inf)),
    "spread": (0, 50),
    "difference": (-100, 100),
}
# The first figure of a pair is never above the second, at any k.
_NEVER_ABOVE = (
    ("efficient@{k}", "pass@{k} (efficiency problems)"),
    ("efficient_strict@{k}", "efficient@{k}"),
    ("within@{k}(5)", "pass@{k} (efficiency problems)"),
    *((f"within@{{k}}{low[8:]}", f"within@{{k}}{high[8:]}") for low, high in pairwise(CURVE)),
)

Row = Mapping[str, Any]


def refuse(faults: Sequence[str]) -> None:
    """Stop if there is a fault.

    Raises:
        InputError: there is one; the message names the first ones.
    """
    if faults:
        more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
        raise InputError(
            f"published tables: {'; '.join(faults[:_SHOWN])}{more}. Nothing is published: tallybench dev validate "
            "checks the result files; if they are valid, the fault is in how the figure is computed"
        )


def board_faults(name: str, rows: Sequence[Row]) -> Iterator[str]:
    """Check a leaderboard as it is in the downloads: the ranked models first, in the order of the page."""
    yield from _figure_faults(name, rows)
    ranked = [row for row in rows if row["rank"] is not None]
    if [row["file"] for row in rows[: len(ranked)]] != [row["file"] for row in ranked]:
        yield f"{name}: a row without a rank is above one with a rank"
    for place, row in enumerate(ranked, 1):
        low, high = row["rank"], row["rank_high"]
        if not 1 <= low <= place <= (high or 0) <= len(ranked):
            yield f"{name}: {row['model']} is in place {place} of {len(ranked)}, which rank {low}-{high} excludes"
    for above, below in pairwise(ranked):
        if above[RANKED_BY] < below[RANKED_BY]:
            yield f"{name}: {below['model']} has a higher {RANKED_BY} than {above['model']} above it"


def _figure_faults(name: str, rows: Sequence[Row]) -> Iterator[str]:
    """Check every figure: its bounds, its interval, and what follows from other figures."""
    for row in rows:
        who = f"{name}: {row.get('model')}"
        for key, value in row.items():
            if isinstance(value, float) and not math.isfinite(value):
                yield f"{who}: {key} is {value}"
            metric = metric_of(key.removesuffix(" extra"))
            if metric is None or _is_missing(value):
                continue
            most = _MOST[metric.unit]
            low, high = row.get(f"{key} low"), row.get(f"{key} high")
            if not 0.0 <= value <= most or (metric.unit is Unit.RATIO and value == 0):
                yield f"{who}: {key} is {value}, and must be {'above 0' if most == math.inf else f'0 to {most:g}'}"
            elif low is None or high is None or not 0.0 <= low <= high <= most:
                yield f"{who}: {key} has the interval {low} to {high}"
            elif not low - _ROUNDED <= value <= high + _ROUNDED:
                yield f"{who}: {key} is {value}, outside of its interval {low} to {high}"
        for lower, upper in _ordered(row):
            if row[lower] > row[upper] + _ROUNDED:
                yield f"{who}: {lower} is {row[lower]}, and {upper} only {row[upper]}"


def _ordered(row: Row) -> Iterator[tuple[str, str]]:
    """Return the pairs of figures whose first cannot be above the second, if both are known."""
    ks = ks_of(row)
    pairs = [(lower.format(k=k), upper.format(k=k)) for lower, upper in _NEVER_ABOVE for k in ks]
    pairs.append(("pass@1 extra", "pass@1"))
    over_k = [key for key in row if "@1" in key and "extra" not in key and not key.endswith((" low", " high"))]
    pairs += [(key.replace("@1", f"@{k}"), key.replace("@1", f"@{more}")) for key in over_k for k, more in pairwise(ks)]
    return ((one, other) for one, other in pairs if not _is_missing(row.get(one)) and not _is_missing(row.get(other)))


def frame_faults(frames: Frames) -> Iterator[str]:
    """Check the frames of all results, each by itself and against the others."""
    results, samples, problems = frames.results, frames.samples, frames.problems
    for name, frame in frames.items():
        yield from _bound_faults(name, frame)
    records = results.to_dict("records")
    yield from _figure_faults(
        "results", [{str(key): None if value is pd.NA else value for key, value in row.items()} for row in records]
    )
    correct, counting = samples["correct"].astype(bool), samples["counts_for_efficiency"].astype(bool)
    beside = samples[["ratio", "score", "efficient"]].notna().any(axis=1)
    good = samples["efficient"].fillna(False).astype(bool) | (samples["score"].fillna(0) > 0)
    for wrong, what in (
        (beside & ~counting, "is compared on a problem that does not count for efficiency"),
        (samples["score"].isna() & counting, "has no score"),
        (correct != (samples["verdict"] == "passed"), "has a `correct` that contradicts its verdict"),
        (good & ~correct, "is not correct, and has a score or is efficient"),
    ):
        yield from _rows_where(wrong, samples, what)
    yield from _count_faults(samples, frames.counts)
    known = ["model", "benchmark", "version", "path"]
    listed = set(map(tuple, results[known].to_numpy()))
    for name, frame in (("samples", samples), ("counts", frames.counts)):
        strangers = set(map(tuple, frame[known].drop_duplicates().to_numpy())) - listed
        yield from (f"{name}: {path} is not among the results" for *_, path in sorted(strangers))
    solved = problems["solved_by"] > problems["models"]
    yield from (f"problems: more models solve {task} than have a result" for task in problems.loc[solved, "task_id"])


def _count_faults(samples: pd.DataFrame, counts: pd.DataFrame) -> Iterator[str]:
    """Check counts against the budget, and the samples' totals against their counts."""
    keys = ["path", "task_id", "sample"]
    most = BUDGET * counts["best_known"]
    over, counted = counts["verdict"] == "over_budget", counts["verdict"] == "counted"
    yield from _rows_where(counts["instructions"].isna() & counted, counts, "is counted, and has no count")
    yield from _rows_where((counts["instructions"] > most).fillna(False), counts, "has a count over the budget")
    spent = counts[keys].assign(total=counts["instructions"].where(counted, most.where(over)))
    sums = spent.groupby(keys)["total"].agg(lambda totals: totals.sum(skipna=False)).astype("Int64")
    censored = over.groupby([counts[key] for key in keys]).any()
    found = samples.set_index(keys)[["instructions", "censored"]].join(sums).join(censored.rename("over"))
    other = (found["instructions"].fillna(-1) != found["total"].fillna(-1)) & found["over"].notna()
    yield from _rows_where(other.to_numpy(), samples, "has instructions that differ from the sum over its inputs")
    bound = found["over"].notna() & (found["censored"] != found["over"].fillna(False).astype(bool))
    yield from _rows_where(bound.to_numpy(), samples, "has a `censored` that contradicts its counts")


def _bound_faults(name: str, frame: pd.DataFrame) -> Iterator[str]:
    """Check a table's columns: numbers are finite and within what the column can hold."""
    for column in frame.select_dtypes("number").columns:
        values = frame[column].dropna().astype(float)
        least, most = BOUNDS.get(column, (-math.inf, math.inf))
        wrong = values[~values.between(least, most) | values.isin([math.inf, -math.inf])]
        if len(wrong):
            limits = "finite" if least == -math.inf else f"{least:g} to {most:g}"
            yield f"{name}: {column} is {wrong.iloc[0]:g} in row {wrong.index[0]}, and must be {limits}"


def pair_faults(pairs: pd.DataFrame) -> Iterator[str]:
    """Check the table of pairs: bounds, intervals, and that one's lead is the other's lag."""
    yield from _bound_faults("pairs", pairs)
    outside = (pairs["low"] > pairs["difference"] + _ROUNDED) | (pairs["difference"] > pairs["high"] + _ROUNDED)
    found = pairs.set_index(["first", "second"])["difference"]
    back = found.rename_axis(["second", "first"]).swaplevel().reindex(found.index)
    uneven = ~((found + back).abs() <= _ROUNDED)
    for wrong, why in ((outside, "is outside of its interval"), (uneven, "is not the other's")):
        chosen = pairs[wrong.to_numpy(dtype=bool)]
        for first, second in zip(chosen["first"], chosen["second"], strict=True):
            yield f"pairs: the difference of {first} and {second} {why}"


def population_faults(name: str, rows: Sequence[Row], results: pd.DataFrame) -> Iterator[str]:
    """Check that a benchmark's leaderboard, as it is in the downloads, has the same results as the frame of results."""
    current = results[~results["superseded"] & (results["benchmark"] + " " + results["version"] == name)]
    ranked = set(current.loc[current["unranked"].isna(), "path"])
    other_rows = {row["file"] for row in rows} ^ set(current["path"])
    # A result on other problems under the same version has no rank for that reason.
    other_ranked = {row["file"] for row in rows if row["rank"] is not None} - ranked
    for what, differing in (("rows", other_rows), ("ranked rows", other_ranked)):
        if differing:
            yield f"{name}: the leaderboard and the frame of results have different {what}, such as {min(differing)}"


def _rows_where(wrong: Any, frame: pd.DataFrame, what: str) -> Iterator[str]:
    for row in frame[wrong].head(_SHOWN + 1).itertuples():
        yield f"{row.path}: sample {row.sample} of {row.task_id} {what}"


def _is_missing(value: Any) -> bool:
    return value is None or value is pd.NA
