"""Refinement by a small model: the first attempt and two rounds of each kind, on 42 programs of humaneval-edit.

Usage: python -m benchmarks.refinement

`benchmarks/refinement/` has the samples, as `tallybench generate` wrote them (the command is in `site/pages/ecco.md`).
Each file is evaluated with memory; what was counted before is not counted again.
"""

from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.cli.model_facts import read_about
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.result import Figure, Result
from tallybench.samples.reading import read_samples

FOLDER = Path(__file__).parent / "refinement"
ROUNDS = ("attempt", *(f"attempt.{kind}.round-{number}" for kind in ("self", "exec", "nl-exec") for number in (1, 2)))
BENCHMARK = "humaneval-edit"
IDS = ("0", "1", "3-42")  # HumanEval/2 is not among them
SHARES = ("pass@1", "optimized@1", "spurious")
RATIOS = ("speedup", "memory_reduction")


def shown(figure: Figure, factor: float) -> str:
    """Return a figure with its interval."""
    if figure.value is None:
        return "-"
    value, low, high = (factor * (part or 0.0) for part in (figure.value, figure.low, figure.high))
    digits = 1 if factor > 1 else 2
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def measure(name: str) -> Result:
    """Return the result of a file of samples."""
    path = FOLDER / f"{name}.jsonl"
    model, _ = read_about(FOLDER / f"{name}.about.json")
    tasks = {problem.task_id for problem in load_benchmark(BENCHMARK)}
    return evaluate(read_samples(path, tasks), model, Options(benchmark=BENCHMARK, ids=IDS, memory=True))


def main() -> None:
    print("| |", " | ".join((*SHARES, *RATIOS)), "|")
    print("|---|" + "---|" * len((*SHARES, *RATIOS)))
    for name in ROUNDS:
        metrics = measure(name).metrics
        told = [shown(metrics[key], 100) for key in SHARES] + [shown(metrics[key], 1) for key in RATIOS]
        print(f"| {name.removeprefix('attempt.') or name} |", " | ".join(told), "|", flush=True)


if __name__ == "__main__":
    main()
