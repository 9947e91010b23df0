"""How much a problem's score moves from the public inputs to fresh ones, for honest solutions.

Reads the records in `results/`: of each re-measured result, the score of each problem on both. Nothing is run. From
what it prints, `WITHIN_CHANCE` in evaluator/tallybench/statistics/published/record.py is chosen.
"""

from pathlib import Path
from statistics import median, quantiles

from tallybench.statistics.published.entries import read_entries
from tallybench.statistics.published.record import WITHIN_CHANCE, problem_scores

ROOT = Path(__file__).parent.parent


def main() -> None:
    changes: list[float] = []
    for entry in read_entries(ROOT):
        record = entry.record
        if record is None or (measured := record.measured.fresh) is None:
            continue
        public, fresh = problem_scores(record.remeasured), problem_scores(record.on_fresh_inputs)
        correct = {task_id for task_id in measured.problems if task_id in public}
        moved = {task_id: fresh[task_id] - public[task_id] for task_id in correct}
        if not moved:
            continue
        changes += map(abs, moved.values())
        widest = max(moved, key=lambda task_id: abs(moved[task_id]))
        figures = (found.metrics["score@1"].value for found in (record.remeasured, record.on_fresh_inputs))
        told = " -> ".join(f"{figure:.2f}" for figure in figures if figure is not None)
        print(f"{entry.name}: score@1 {told}; {len(moved)} problems, the widest {widest} {moved[widest]:+.2f} points")
    if not changes:
        print("no record has fresh inputs: tallybench dev records measures what is missing")
        return
    points = quantiles(changes, n=100)
    print(
        f"{len(changes)} problems: median {median(changes):.2f} points, 95 of 100 within {points[94]:.2f}, 99 within "
        f"{points[98]:.2f}, all within {max(changes):.2f}; named from {WITHIN_CHANCE:g} on"
    )


if __name__ == "__main__":
    main()
