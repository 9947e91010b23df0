"""A result as a table with one row per sample; the columns' descriptions state the units."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tallybench.errors import InputError
from tallybench.model.counts import ProblemCounts, SampleCounts, is_efficient, sample_score
from tallybench.model.parts import SampleResult, TieTolerance

if TYPE_CHECKING:
    import pandas as pd

# What each column holds. A value is missing (`pandas.NA`) if its description says so.
SAMPLE_COLUMNS = {
    "task_id": "the problem",
    "sample": "the number of the sample among those of its problem, from 0",
    "verdict": "the verdict of the correctness tests",
    "correct": "whether it passed them",
    "instructions": "CPU instructions over all stressful inputs; missing if one has no count",
    "censored": "whether `instructions` is a lower bound, because an input is over the budget: to order samples, "
    "sort by `censored`, then by `instructions`",
    "best_known": "what the best known solution spends on the same inputs",
    "ground_truth": "what the ground truth spends on them; or the budget if it exceeds that",
    "counts_for_efficiency": "whether the problem counts for efficiency; else it counts for pass@k only",
    "ratio": "`instructions` divided by `best_known`; missing if the problem counts for pass@k only",
    "score": "0 to 100: how close it comes to the best known solution; missing likewise",
    "efficient": "whether it spends no more than the ground truth; missing likewise",
    "code_sha256": "SHA-256 of the program; missing if the answer has none",
    "tree_sha256": "SHA-256 of the normalised syntax tree of the task's function; missing if that is short",
}
# The pandas types of columns that do not hold text; all of them allow missing values.
SAMPLE_TYPES = {
    **dict.fromkeys(("sample", "instructions", "best_known", "ground_truth"), "Int64"),
    **dict.fromkeys(("ratio", "score"), "Float64"),
    **dict.fromkeys(("correct", "censored", "counts_for_efficiency", "efficient"), "boolean"),
}


def sample_rows(
    counts: Mapping[str, ProblemCounts], samples: Mapping[str, Sequence[SampleResult]], tie: TieTolerance
) -> Iterator[tuple[SampleResult, dict[str, Any]]]:
    """Yield each sample with its row, whose keys are SAMPLE_COLUMNS, problem by problem.

    Both mappings are by task id, and have the samples in the same order.
    """
    for task_id, problem in counts.items():
        for sample, sample_counts in zip(samples.get(task_id, ()), problem.samples, strict=True):
            row = {
                "task_id": task_id,
                "sample": sample.index,
                "verdict": str(sample.verdict),
                "correct": sample_counts.correct,
                "instructions": sample_counts.total,
                "censored": sample_counts.censored,
                "best_known": problem.best_known,
                "ground_truth": problem.ground_truth,
                "counts_for_efficiency": problem.efficiency,
                **_beside_best(problem, sample_counts, tie),
                "code_sha256": sample.code_sha256,
                "tree_sha256": sample.tree_sha256,
            }
            yield sample, row


def sample_frame(rows: Iterable[dict[str, Any]]) -> "pd.DataFrame":
    """Make a data frame from rows of `sample_rows`; raise InputError if pandas is not installed."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("to_pandas: pandas is not installed; pip install 'tallybench[statistics]'") from None
    frame = pd.DataFrame(list(rows), columns=pd.Index(list(SAMPLE_COLUMNS)), dtype=object)
    return frame.astype({column: SAMPLE_TYPES.get(column, "string") for column in SAMPLE_COLUMNS})


def _beside_best(problem: ProblemCounts, sample: SampleCounts, tie: TieTolerance) -> dict[str, Any]:
    """Compare a sample with the benchmark's solutions; all None if the problem does not count for efficiency."""
    if not problem.efficiency:
        return {"ratio": None, "score": None, "efficient": None}
    return {
        "ratio": sample.total / problem.best_known if sample.total and problem.best_known else None,
        "score": sample_score(problem, sample),
        "efficient": is_efficient(problem, sample, tie),
    }
