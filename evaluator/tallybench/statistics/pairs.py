"""Every ranked model against every other over a board's problems: by score, and by the cost of correct code."""

from collections.abc import Mapping

import pandas as pd

from tallybench.statistics.cost import CostRatio, Pair
from tallybench.statistics.published.boards import RANKED_BY, Board

COLUMNS = {
    "first": "a model's folder",
    "second": "another's",
    "difference": "how many points of score@1 the first is ahead, paired over the problems",
    "low": "the lower end of its 95 % interval",
    "high": "the upper end",
    "both": "problems that both solve within the budget and that count for efficiency; all that follows is over these",
    "cost_ratio": "the first's instructions over the second's: per problem the geometric mean of the correct samples "
    "within the budget, over problems the geometric mean; below 1 where the first is cheaper",
    "cost_low": "the lower end of its 95 % interval (bootstrap over the problems); missing for fewer than 6 problems",
    "cost_high": "the upper end",
    "cost_median": "the median of the ratio over the problems",
    "cheaper": "problems on which the first costs less, by more than the tie tolerance",
    "dearer": "problems on which it costs more, by more than the tie tolerance",
    "ties": "the others",
    "sign_p": "p of a two-sided exact sign test of `cheaper` against `dearer`; not corrected for the number of pairs",
    "a12": "effect size, Vargha and Delaney's A: the probability that a correct sample of the first costs less than "
    "one of the second on the same problem, a tie counting half; the mean over the problems, 0 to 1, 0.5 is even",
    "a12_median": "the median of it over the problems",
    "first_left_out": "correct samples of the first that have no part in this, for they have no exact total: over the "
    "budget on an input, or failed on one",
    "second_left_out": "the same of the second",
}
_WHOLE = ("both", "cheaper", "dearer", "ties", "first_left_out", "second_left_out")


def compare_pairs(board: Board, costs: Mapping[Pair, CostRatio], most: int | None = None) -> pd.DataFrame:
    """Return a row for each pair of ranked models, in both directions; see COLUMNS.

    Args:
        board: a leaderboard.
        costs: the cost ratios of its ranked models, by their positions in `board.rows`.
        most: compare only this many models, those with the highest scores; None: all.
    """
    slugs = [row.entry.slug for row in board.rows[:most]]
    differences = board.differences[RANKED_BY].among(most) if RANKED_BY in board.differences else {}
    rows = [
        {
            "first": slugs[first],
            "second": slugs[second],
            "difference": found.value,
            "low": found.low,
            "high": found.high,
            **_cost_columns(costs[first, second]),
        }
        for (first, second), found in sorted(differences.items())
    ]
    pairs = pd.DataFrame(rows, columns=pd.Index(list(COLUMNS)))
    texts = dict.fromkeys(("first", "second"), "string")
    numbers = {name: "Int64" if name in _WHOLE else "Float64" for name in COLUMNS if name not in texts}
    return pairs.astype(texts | numbers)


def _cost_columns(cost: CostRatio) -> dict[str, float | None]:
    return {
        "both": cost.problems,
        "cost_ratio": cost.value,
        "cost_low": cost.low,
        "cost_high": cost.high,
        "cost_median": cost.median,
        "cheaper": cost.cheaper,
        "dearer": cost.dearer,
        "ties": cost.ties,
        "sign_p": float(f"{cost.p:.6g}"),
        "a12": cost.a12,
        "a12_median": cost.a12_median,
        "first_left_out": cost.left_out[0],
        "second_left_out": cost.left_out[1],
    }
