"""Every ranked model beside every other one, over the problems of a board."""

import numpy as np
import pandas as pd

from evaluator.results.published.boards import RANKED_BY, Board
from evaluator.statistics.pairwise import compare_samples, summarize_pairs
from evaluator.statistics.speed import correct_solutions

COLUMNS = {
    "first": "a model's folder",
    "second": "another's",
    "difference": "how many points of score@1 the first is ahead, paired over the problems",
    "low": "the lower end of its 95 % interval",
    "high": "the upper end",
    "both": "problems that both solve",
    "faster": "share of these on which the first one's cheapest program spends fewer instructions",
    "slower": "share on which it spends more; on the others both tie",
    "tested": "problems on which both have more than five correct samples",
    "t_faster": "share of these on which the first is faster, by Student's t-test, corrected by Holm's method",
    "t_slower": "share on which it is slower",
    "mann_whitney": "share on which the Mann-Whitney test tells the two apart, corrected likewise",
    "mean_d": "mean Cohen's d over these; below 0 where the first is faster; missing where no count varies",
}


def compare_pairs(board: Board, samples: pd.DataFrame, most: int | None = None) -> pd.DataFrame:
    """A row for each pair of ranked models, in both directions; see COLUMNS.

    Args:
        board: a leaderboard.
        samples: the frame of samples of its ranked models, on the public inputs.
        most: so many models, those with the highest scores; None: all.
    """
    slugs = [row.entry.slug for row in board.rows[:most]]
    samples = samples[samples["model"].isin(slugs)]
    differences = board.differences[RANKED_BY].among(most) if RANKED_BY in board.differences else {}
    faster, both = _faster(slugs, samples, *_tolerance(board))
    rows = [
        {
            "first": slugs[ours],
            "second": slugs[theirs],
            "difference": found.value,
            "low": found.low,
            "high": found.high,
            "both": int(both[ours, theirs]),
            "faster": _share(faster[ours, theirs], both[ours, theirs]),
            "slower": _share(faster[theirs, ours], both[ours, theirs]),
        }
        for (ours, theirs), found in sorted(differences.items())
    ]
    tested = summarize_pairs(compare_samples(samples)).rename(
        columns={"problems": "tested", "faster": "t_faster", "slower": "t_slower"}
    )
    pairs = pd.DataFrame(rows, columns=pd.Index([*COLUMNS][: [*COLUMNS].index("tested")]))
    found = pairs.merge(tested, on=["first", "second"], how="left")
    found["tested"] = found["tested"].fillna(0).astype("Int64")
    for name in ("t_faster", "t_slower", "mann_whitney", "mean_d"):
        found[name] = found[name].astype("Float64")
    return found[list(COLUMNS)]


def _tolerance(board: Board) -> tuple[float, int]:
    """Up to which difference two sums of counts tie: a share, and instructions for each input."""
    if not board.rows:
        return 0.0, 0
    tie = board.rows[0].entry.head.tie_tolerance
    return tie.relative, tie.absolute


def _faster(slugs: list[str], samples: pd.DataFrame, relative: float, absolute: int) -> tuple[np.ndarray, np.ndarray]:
    """On how many problems the model of a row is faster than that of a column, and how many both solve."""
    cheapest = correct_solutions(samples).groupby(["model", "task_id"])["instructions"].min().unstack()
    counts = cheapest.reindex(slugs).to_numpy(dtype=float)
    solved = ~np.isnan(counts)
    both = solved.astype(int) @ solved.T.astype(int)
    faster = np.zeros((len(slugs), len(slugs)), dtype=int)
    with np.errstate(invalid="ignore"):
        for place, own in enumerate(counts):
            faster[place] = (counts - own > np.maximum(counts * relative, absolute)).sum(axis=1)
    return faster, both


def _share(part: int, whole: int) -> float | None:
    return float(part / whole) if whole else None
