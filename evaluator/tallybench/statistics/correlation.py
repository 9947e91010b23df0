"""How strongly two columns rise together: Spearman's rank correlation, with an interval."""

import warnings
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import ConstantInputWarning, bootstrap, spearmanr, spearmanrho

from tallybench.model.estimators import SEED

LEAST_ROWS = 6  # with fewer, a rank correlation says nothing
REPLICATES = 2_000

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Correlation:
    """Spearman's rho of two columns.

    Attributes:
        rho: -1 to 1.
        low: the lower end of its 95 % interval (percentile bootstrap over the rows).
        high: the upper end.
        p: the probability that unrelated rows give a correlation this strong.
        rows: the number of rows.
    """

    rho: float
    low: float
    high: float
    p: float
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
    found = spearmanr(both[:, 0], both[:, 1])
    interval = bootstrap(
        (both[:, 0], both[:, 1]),
        _rho,
        paired=True,
        vectorized=True,
        method="percentile",
        n_resamples=REPLICATES,
        rng=np.random.default_rng(SEED),
    ).confidence_interval
    return Correlation(
        float(found.statistic), float(interval.low), float(interval.high), float(found.pvalue), len(both)
    )


def _rho(first: Values, second: Values, axis: int = -1) -> Values:
    """Correlate many resamples at once; the result is 0 if a column does not vary, as that shows no relation."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConstantInputWarning)
        found: Values = np.nan_to_num(spearmanrho(first, second, axis=axis).statistic)
    return found
