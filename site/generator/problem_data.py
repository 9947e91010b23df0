"""A problem's samples as data: what its page's chart and table are drawn from."""

import csv
import io

from generator.problem import ProblemView

COLUMNS = (
    "model",
    "sample",
    "solution",
    "outcome",
    "instructions",
    "over_budget",
    "to_best_known",
    "code_sha256",
    "tree_sha256",
)


def problem_csv(problem: ProblemView) -> str:
    """A line a sample: whose, which of the page's solutions it is, what became of it, and what it spends.

    `model` is a model's folder. Where `over_budget` is 1, `instructions` is a lower bound.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for solution in problem.written:
        for model in solution.writers:
            for one in model.samples:
                sample, ratio = one.sample, one.ratio
                facts = (one.label, one.total or "", int(one.censored), "" if ratio is None else f"{ratio:.4f}")
                hashes = (sample.code_sha256 or "", sample.tree_sha256 or "")
                writer.writerow((model.entry.slug, sample.index, solution.number, *facts, *hashes))
    return out.getvalue()
