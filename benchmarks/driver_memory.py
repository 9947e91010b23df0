"""How much memory the process takes that a run is started in, of many samples.

Usage: python benchmarks/driver_memory.py [--programs N] [--ids IDS] [--folder DIR]

Every program is another one, and each is really checked. To count them would take days, so that their counts are made
up beforehand and lie where those of earlier runs lie; the driver reads, holds and writes them like any others.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import orjson

from tallybench.benchmarks import load_benchmark, select
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.store import CountStore
from tallybench.model.parts import StressResult
from tallybench.model.problem import code_hash
from tallybench.model.result import Result
from tallybench.statistics.reading import load_result

TALLYBENCH = [sys.executable, "-c", "from tallybench.cli import main; main()"]
LETTERS = 600  # of a program: about what models write


def write_samples(path: Path, ids: str, programs: int) -> list[tuple[str, str]]:
    """Return each canonical solution so many times, with another comment each time. Returns each one's task and hash.

    None is the canonical solution to the letter, whose counts are known, but where there is to be one of each.
    """
    written = []
    with path.open("wb") as file:
        for problem in select(load_benchmark(), ids.split(",")):
            for number in range(programs):
                code = problem.canonical.code
                if programs > 1:
                    code = f"{code}\n# {number}".ljust(LETTERS, ".") + "\n"
                file.write(orjson.dumps({"task_id": problem.task_id, "solution": code}) + b"\n")
                written.append((problem.task_id, code_hash(code)))
    return written


def note_counts(programs: list[tuple[str, str]], one_each: Result) -> int:
    """Note a count for each program on each stressful input, between the best known one and 19 times as much."""
    random.seed(0)
    _, fingerprint = ready_to_count(None)
    store, problems, noted = CountStore(fingerprint), load_benchmark().by_id, 0
    for task_id, digest in programs:
        for name, given in one_each.problems[task_id].inputs.items():
            count = int(given.best_known * random.uniform(1, 19)) + 1
            store.note(problems[task_id], digest, name, StressResult.counted(count))
            noted += 1
    return noted


def peak(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command. Returns the most memory that its own process held, in MB, and its own processor seconds."""
    most, spent = 0, 0
    with (folder / "told").open("wb") as told:
        process = subprocess.Popen(command, cwd=folder, stdout=told, stderr=told)
    while process.poll() is None:
        try:
            status = Path(f"/proc/{process.pid}/status").read_text()
            times = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            break
        most = max(most, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
        spent = max(spent, int(times[11]) + int(times[12]))  # user and system, as proc(5) counts them
        time.sleep(0.05)
    if process.wait():
        sys.exit((folder / "told").read_text()[-3000:])
    return most * 1024 / 1e6, spent / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ids", default="0-163")
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="keeps the inputs for another time, in which they are not built")
    options = parser.parse_args()
    folder = options.folder or Path(tempfile.mkdtemp(prefix="driver-"))
    folder.mkdir(exist_ok=True)
    os.environ["TALLYBENCH_CACHE"] = str(folder / "cache")
    evaluate = [*TALLYBENCH, "evaluate", "samples.jsonl", "--model", "m", "--ids", options.ids]
    if not (folder / "one-each.json").exists():
        write_samples(folder / "samples.jsonl", options.ids, 1)
        first, _ = peak([*evaluate, "--output", "one-each.json"], folder)
        print(f"one sample of each problem: {first:.0f} MB", flush=True)
    one_each = load_result(folder / "one-each.json")
    programs = write_samples(folder / "samples.jsonl", options.ids, options.programs)
    shutil.rmtree(folder / "cache/counts", ignore_errors=True)
    noted = note_counts(programs, one_each)
    began = time.monotonic()
    most, spent = peak([*evaluate, "--force"], folder)
    size = (folder / "result.json").stat().st_size / 1e6
    print(f"{len(programs):,} samples, {noted:,} counts: {most:.0f} MB, {spent:.1f} processor s", end="; ")
    print(f"{time.monotonic() - began:.0f} s, a result of {size:.0f} MB, load {os.getloadavg()[0]:.1f}")
    if options.folder is None:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
