"""A problem's samples as data: what its page's chart and table are drawn from, and the code that others show beside."""

import csv
import io
from typing import Any

from generator.problem import ProblemView
from generator.render import readable
from generator.written import WrittenSolution
from tallybench.statistics.published.entries import Entry

COLUMNS = (
    "model",
    "sample",
    "solution",
    "outcome",
    "instructions",
    "over_budget",
    "to_best_known",
    "peak_memory",
    "code_sha256",
    "tree_sha256",
)


def problem_csv(problem: ProblemView) -> str:
    """Return a line a sample: whose, which of the page's solutions it is, what became of it, and what it spends.

    `model` is a model's folder. Where `over_budget` is 1, `instructions` is a lower bound. `peak_memory` is in
    bytes, the highest over the stressful inputs, and empty where it was not measured on each.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for solution in problem.written:
        for model in solution.writers:
            for one in model.samples:
                sample, ratio = one.sample, one.ratio
                facts = (one.label, one.total or "", int(one.censored), "" if ratio is None else f"{ratio:.4f}")
                peak = "" if one.peak is None else one.peak
                hashes = (sample.code_sha256 or "", sample.tree_sha256 or "")
                writer.writerow((model.entry.slug, sample.index, solution.number, *facts, peak, *hashes))
    return out.getvalue()


def problem_code(problem: ProblemView) -> dict[str, Any]:
    """Return the code of its solutions, where it may be shown, by their number on the page, and where it is from."""
    return {
        "task_id": problem.task_id,
        "solutions": {str(solution.number): _code(solution) for solution in problem.written},
    }


def _code(solution: WrittenSolution) -> dict[str, str]:
    if solution.shown is None:
        return {"from": _origin(solution.writers[0].entry)}
    entry, sample = solution.shown
    return {"code": sample.code or "", "from": _origin(entry)}


def _origin(entry: Entry) -> str:
    source = entry.result.source
    if source is not None:
        return f"from {source.repository}, commit {source.commit[:10]}, {source.licence or 'no licence stated'}"
    return "withheld" if entry.result.code_withheld else f"as in the result file of {readable(entry.name, 60)}"
