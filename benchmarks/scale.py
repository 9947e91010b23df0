"""What it costs to spread a run: shards one after another, and a Ray cluster on this machine, against one plain run.

Usage: python benchmarks/scale.py [--ids IDS] [--programs N] [--shards N] [--no-shards] [--no-ray]

Each way starts with an empty cache and makes the same result, which is compared. Processor seconds are those of all
processes that take part, from a control group, which needs root; without it there are only seconds by the clock.
"""

import argparse
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from tallybench.benchmarks import load_benchmark, select
from tallybench.counting.pool import usable_processors

TALLYBENCH = [sys.executable, "-c", "from tallybench.cli import main; main()"]
RAY = [sys.executable, "-m", "ray.scripts.scripts"]


class ControlGroup:
    """Adds up the processor time of all processes that are started in it."""

    def __init__(self) -> None:
        name = f"tallybench-{os.getpid()}"
        old = Path("/sys/fs/cgroup/cpuacct")
        self._usage = (old if old.exists() else Path("/sys/fs/cgroup")) / name
        try:
            self._usage.mkdir()
        except OSError:
            self._usage = Path()

    def join(self) -> None:
        """Join the group whose use is measured; called in a process that was just started."""
        if self._usage != Path():
            (self._usage / "cgroup.procs").write_text(str(os.getpid()))

    def remove(self) -> None:
        if self._usage != Path():
            try:
                self._usage.rmdir()
            except OSError:  # something in it has not quite ended
                pass

    def seconds(self) -> float:
        if self._usage == Path():
            return float("nan")
        if (total := self._usage / "cpuacct.usage").exists():
            return int(total.read_text()) / 1e9
        return int((self._usage / "cpu.stat").read_text().split()[1]) / 1e6


def write_samples(path: Path, ids: str, programs: int) -> int:
    """Return each canonical solution so many times, every time with another comment, and so another program."""
    lines = [
        {"task_id": problem.task_id, "solution": f"{problem.canonical.code}\n# {number}\n"}
        for problem in select(load_benchmark(), ids.split(","))
        for number in range(programs)
    ]
    path.write_bytes(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))
    return len(lines)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ids", default="0-11")
    parser.add_argument("--programs", type=int, default=4)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--no-shards", action="store_true")
    parser.add_argument("--no-ray", action="store_true")
    options = parser.parse_args()
    folder, group, processors = Path(tempfile.mkdtemp(prefix="scale-")), ControlGroup(), usable_processors()
    samples = folder / "samples.jsonl"
    count = write_samples(samples, options.ids, options.programs)
    evaluate = ["evaluate", str(samples), "--model", "m", "--ids", options.ids]

    def tallybench(cache: str, *arguments: str) -> None:
        environment = os.environ | {"TALLYBENCH_CACHE": str(folder / cache)}
        command = [*TALLYBENCH, *arguments]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=group.join
        )
        if done.returncode:
            sys.exit(done.stderr)

    def measured(way: str, run: Callable[[], None]) -> tuple[float, float]:
        clock, spent = time.monotonic(), group.seconds()
        run()
        clock, spent = time.monotonic() - clock, group.seconds() - spent
        print(f"{way:28} {clock:8.1f} s   {spent:8.1f} processor s   {spent / count:6.2f} a sample", flush=True)
        return clock, spent

    def in_shards() -> None:
        names = []
        for number in range(1, options.shards + 1):
            tallybench(f"shard-{number}", *evaluate, "--shard", f"{number}/{options.shards}")
            names.append(f"shard-{number}-of-{options.shards}.json")
        tallybench("merge", "merge", *names, "-o", "shards.json")

    print(f"{count} samples, {processors} processors, load {os.getloadavg()[0]:.1f}")
    measured("correctness alone", lambda: tallybench("correctness", *evaluate, "--no-count", "-o", "correctness.json"))
    one = measured("one run", lambda: tallybench("one", *evaluate, "-o", "one.json"))
    ways = {}
    if not options.no_shards:
        ways["shards"] = measured(f"{options.shards} shards and merge", in_shards)
    if not options.no_ray:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            address = f"127.0.0.1:{free.getsockname()[1]}"
        nodes = []
        try:
            for number in range(processors):
                where = [f"--address={address}"]
                if number == 0:
                    where = ["--head", f"--port={address.split(':')[1]}", "--include-dashboard=false"]
                nodes.append(
                    subprocess.Popen(
                        [*RAY, "start", *where, "--num-cpus=1", "--object-store-memory=200000000", "--block"],
                        env=os.environ | {"TALLYBENCH_CACHE": str(folder / f"node-{number}")},
                        stdout=(folder / f"node-{number}.log").open("w"),
                        stderr=subprocess.STDOUT,
                        start_new_session=True,
                        preexec_fn=group.join,
                    )
                )
                while "will now block" not in (folder / f"node-{number}.log").read_text():
                    time.sleep(0.1)
            run = [*evaluate, "-o", "ray.json", "--ray", address]
            ways["ray"] = measured(f"Ray, {processors} nodes", lambda: tallybench("driver", *run))
        finally:
            for node in nodes[::-1]:
                os.killpg(node.pid, signal.SIGKILL)
                node.wait()
    for way, spent in ways.items():
        same = (folder / f"{way}.json").read_bytes() == (folder / "one.json").read_bytes()
        more = " and ".join(f"{100 * (taken / alone - 1):+.1f} %" for taken, alone in zip(spent, one, strict=True))
        print(f"{way}: {more} against one run, by the clock and in processor time; the same bytes: {same}")
    group.remove()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
