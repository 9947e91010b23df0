"""The published results, made again from their samples: every program and verdict that is another one now.

Usage: python -m benchmarks.results_again --samples DIR [--data DATA] [--programs] [RESULT ...]

DIR is what `tallybench dev samples fetch` made, DATA the files of benchmarks that do not come with TallyBench. Only
correctness is judged; nothing is counted. `--programs` only compares what is taken from the answers.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.cli.terminal import Display
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import Result, SampleResult
from tallybench.samples.attempts import read_attempts
from tallybench.samples.public import read_public
from tallybench.samples.reading import Sample
from tallybench.statistics.published.entries import read_entries

ROOT = Path(__file__).parent.parent


def samples_of(result: Result, benchmark: Benchmark, folder: Path) -> list[Sample]:
    """Return the samples of a result as its model wrote them, or its programs where they are in the file.

    Raises:
        InputError: a file of its source is missing or another one, or its code is withheld.
    """
    if result.source is not None:
        tasks = {sample.task_id for sample in result.samples}
        return [sample for sample in read_public(result.source, folder, benchmark) if sample.task_id in tasks]
    if result.code_withheld:
        raise InputError("its code is withheld")
    written = [sample for sample in result.samples if sample.code is not None]
    return [Sample(sample.task_id, sample.index, "solution", sample.code or "") for sample in written]


def changes(result: Result, programs: dict[tuple[str, int], str | None], again: Result | None) -> Iterator[str]:
    """Yield a row of a table for each sample whose program or verdict differs."""
    now = {} if again is None else {(sample.task_id, sample.index): sample for sample in again.samples}
    for sample in result.samples:
        key = sample.task_id, sample.index
        if key not in programs or (again is not None and key not in now):
            continue
        program = "the same" if programs[key] == sample.code_sha256 else "another"
        verdicts = f"{in_words(sample)} | {in_words(now[key])}" if key in now else f"{in_words(sample)} |"
        if program == "another" or (key in now and now[key].verdict is not sample.verdict):
            yield f"| {result.model.name} | {sample.task_id} | {sample.index} | {program} | {verdicts} |"


def in_words(sample: SampleResult) -> str:
    reason = sample.failure.reason if sample.failure is not None else None
    return f"{sample.verdict}: {reason}".replace("|", "\\|") if reason else str(sample.verdict)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "results", nargs="*", metavar="RESULT", help="paths such as gpt-4o/...; all where none is given"
    )
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--programs", action="store_true")
    asked = parser.parse_args()
    benchmarks: dict[str, Benchmark] = {}
    compared = rows = 0
    print("| model | task | sample | program | verdict before | verdict now |\n|---|---|---|---|---|---|", flush=True)
    for entry in read_entries(ROOT):
        result, name = entry.submitted, entry.benchmark
        if asked.results and entry.path not in asked.results:
            continue
        try:
            data = None if asked.data is None else asked.data / name
            data = data if data is not None and data.is_dir() else None
            if name not in benchmarks:
                benchmarks[name] = load_benchmark(name, data)
            samples = samples_of(result, benchmarks[name], asked.samples)
        except InputError as error:
            print(f"| {result.model.name} ({name}) | not compared: {error} | | | | |", flush=True)
            continue
        attempts = read_attempts(samples, benchmarks[name])
        programs = {(attempt.task_id, attempt.index): attempt.code_hash for attempt in attempts}
        again = None
        if not asked.programs:
            options = Options(benchmark=name, data=data, counter="none")
            with Display() as display:
                again = evaluate(samples, result.model, options, display, source=result.source)
        compared += len(programs)
        for row in changes(result, programs, again):
            rows += 1
            print(row, flush=True)
    print(f"\n{compared:,} samples were compared; {rows:,} differ.")


if __name__ == "__main__":
    main()
