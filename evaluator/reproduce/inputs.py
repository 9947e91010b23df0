"""Table 5 of COFFE's paper, for the stressful inputs that are published: accuracy and line coverage."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict

from pydantic import TypeAdapter

from evaluator.execution.pool import Progress, Workers, finish_tasks
from evaluator.measuring.outcome_store import outcome_store
from evaluator.problems.benchmark import Benchmark
from evaluator.reproduce.covering import Covered, CoverTask
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.report import Listing, Row, Section
from evaluator.results.environment import Fingerprint

_COVERED = TypeAdapter(Covered)
LEVELS = {"coffe-function": "function", "coffe-code-contests": "file"}
_ACCURACY = (
    "not like with like: the paper's is of all inputs that an approach generated, ours of those that were published, "
    "which passed the same test there; ours fail by our limits of time and size"
)
_COVERAGE = (
    "nearly: Coverage.py's statements there, the interpreter's own line events here; our mean is over the problems "
    "that could be traced"
)


def measure_coverages(
    benchmark: Benchmark, pool: Workers, fingerprint: Fingerprint, progress: Progress
) -> dict[str, Covered]:
    """What the usable stressful inputs reach of each best solution, by task id."""
    tasks = {problem.task_id: CoverTask(problem) for problem in benchmark if problem.stressful}
    stores = {task_id: outcome_store("covered", task.problem, fingerprint) for task_id, task in tasks.items()}
    names = {
        task_id: ",".join(stressful_input.name for stressful_input in task.problem.stressful)
        for task_id, task in tasks.items()
    }

    def recall(task_id: str) -> Covered | None:
        return stores[task_id].get(_COVERED.validate_python, "covered", names[task_id])

    return finish_tasks(
        pool,
        tasks,
        recall=recall,
        note=lambda task_id, covered: stores[task_id].note(asdict(covered), "covered", names[task_id]),
        lost=lambda lost: Covered(0, 0, 0, lost.reason),
        step="coverage",
        progress=progress,
    )


def inputs_section(measured: Sequence[tuple[Benchmark, dict[str, Covered]]], paper: Paper) -> Section:
    """Table 5.

    Args:
        measured: benchmarks without what cannot be used, each with its coverage.
        paper: what is published.
    """
    rows, faults, traces = [], [], []
    for benchmark, covered in measured:
        level = LEVELS[benchmark.name]
        given = sum(len(problem.given_inputs) for problem in benchmark)
        usable = sum(len(problem.stressful) for problem in benchmark)
        of = f"{usable:,} of {given:,} inputs of {len(benchmark)} problems"
        share = 100 * usable / given if given else None
        rows.append(Row(f"{level}: accuracy", paper.figure(f"5/{level}/accuracy"), share, of, _ACCURACY, "%"))
        shares = [
            100 * coverage.reached / coverage.lines
            for coverage in covered.values()
            if coverage.fault is None and coverage.lines
        ]
        mean = statistics.fmean(shares) if shares else None
        of = f"mean over {len(shares)} problems"
        rows.append(Row(f"{level}: line coverage", paper.figure(f"5/{level}/line coverage"), mean, of, _COVERAGE, "%"))
        for problem in benchmark:
            faults += [(problem.task_id, stressful_input.name, reason) for stressful_input, reason in problem.left_out]
        traces += [(task_id, coverage.fault) for task_id, coverage in covered.items() if coverage.fault is not None]
    note = "File level is the part from Code Contests: what APPS' part holds cannot be judged without its tests."
    notes = (note,) if any(LEVELS[benchmark.name] == "file" for benchmark, _ in measured) else ()
    listings = (
        Listing("Stressful inputs that cannot be used", ("problem", "input", "reason"), tuple(sorted(faults))),
        Listing("Best solutions that could not be traced", ("problem", "reason"), tuple(sorted(traces))),
    )
    return Section("5", "Table 5: the published stressful inputs", tuple(rows), notes, listings)
