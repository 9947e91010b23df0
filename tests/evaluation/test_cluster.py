"""A run on a real Ray cluster of nodes on this machine: its result is that of one machine, whatever is lost."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import mkdtemp

import orjson
import pytest

from tallybench import Options
from tallybench.benchmarks import select
from tallybench.counting.session import Session
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import dump_result
from tallybench.samples.reading import read_samples
from tests.conftest import CommandLine

COUNTED = "HumanEval/134"
SLOW = "for _ in range(10**7):\n    pass\n"
MAIN = "import sys; from tallybench.cli import main; main()"
# No workers in advance, which nobody needs; and as much of the processor for workers as for others.
SETTINGS = {"RAY_prestart_worker_first_driver": "0", "RAY_enable_worker_prestart": "0", "RAY_worker_niceness": "0"}
START = 180  # seconds: a node is there, or something is wrong


class Node:
    """A node with one processor: a process group of its own, with its own cache but for the references' counts.

    Args:
        name: of the node.
        where: options that say where the head is, or that this is one.
        folder: for its cache and its log.
        environment: variables of its own.
    """

    def __init__(self, name: str, where: list[str], folder: Path, **environment: str) -> None:
        cache = folder / name
        cache.mkdir()
        (cache / "yardsticks").symlink_to(Path(os.environ["TALLYBENCH_CACHE"], "yardsticks").resolve())
        self._command = [sys.executable, "-m", "ray.scripts.scripts", "start", *where, "--block", f"--node-name={name}"]
        self._command += ["--num-cpus=1", "--object-store-memory=100000000", "--include-log-monitor=false"]
        self._environment = os.environ | SETTINGS | {"TALLYBENCH_CACHE": str(cache)} | environment
        self._log = folder / f"{name}.log"
        self._start()

    def _start(self) -> None:
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                self._command, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )

    def wait(self) -> None:
        """Wait until it is part of the cluster; on a busy machine Ray may give up, and is started again."""
        deadline = time.monotonic() + START
        while "will now block forever" not in self._log.read_text():
            assert time.monotonic() < deadline, self._log.read_text()[-3000:]
            if self.process.poll() is not None:
                assert "timed out during startup" in self._log.read_text(), self._log.read_text()[-3000:]
                self._start()
            time.sleep(0.1)

    def works(self) -> bool:
        """Whether it has a worker, which starts with the first shard."""
        return any("tallybench.counting.worker" in command for command in self._processes().values())

    def kill(self) -> None:
        for process in [self.process.pid, *self._processes()]:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def _processes(self) -> dict[int, str]:
        """What it started, and what that started: process and command."""
        listed = subprocess.run(
            ["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout
        rows = [(int(pid), int(parent), command) for pid, parent, command in map(_row, listed.splitlines())]
        found: dict[int, str] = {}
        grown = True
        while grown:
            more = {pid: command for pid, parent, command in rows if parent in found or parent == self.process.pid}
            grown = not more.keys() <= found.keys()
            found |= more
        return found


def _row(line: str) -> list[str]:
    return [*line.split(None, 2), ""][:3]


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, Node]]:
    """The address of a cluster of three nodes, and the second of them. The third lacks the measuring environment."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    temporary = mkdtemp(prefix="ray-")  # a socket's path has to be short
    where = ["--head", f"--port={address.rpartition(':')[2]}", "--include-dashboard=false", f"--temp-dir={temporary}"]
    with ExitStack() as nodes:
        nodes.callback(shutil.rmtree, temporary, ignore_errors=True)
        head = Node("head", [*where, "--no-monitor", "--disable-usage-stats"], folder)
        nodes.callback(head.kill)
        head.wait()
        second = Node("second", [f"--address={address}"], folder)
        nodes.callback(second.kill)
        bare = {"TALLYBENCH_CACHE": f"{folder}/none", "XDG_CACHE_HOME": f"{folder}/none"}
        other = Node("other", [f"--address={address}"], folder, **bare)
        nodes.callback(other.kill)
        second.wait()
        other.wait()
        yield address, second


def written(path: Path, lines: list[dict[str, str]]) -> Path:
    path.write_bytes(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))
    return path


@pytest.fixture
def samples(benchmark: Benchmark, tmp_path: Path) -> Path:
    """A program to count, a wrong one and an answer without code, and slow ones at problems that count for pass@k."""
    letter = benchmark.by_id[COUNTED]
    slow = [problem for problem in benchmark if problem.without_efficiency][:6]
    lines = [
        {"task_id": letter.task_id, "solution": letter.canonical.code + "# a comment\n"},
        {"task_id": letter.task_id, "solution": f"def {letter.entry_point}(txt):\n    return None\n"},
        {"task_id": letter.task_id, "raw": "I cannot help with that."},
        *(
            {"task_id": problem.task_id, "solution": f"{SLOW}# {number}\n{problem.canonical.code}"}
            for problem in slow
            for number in range(2)
        ),
    ]
    return written(tmp_path / "samples.jsonl", lines)


def journal(cache: Path) -> int:
    """How many lines the journal has."""
    return sum(path.read_bytes().count(b"\n") for path in cache.glob("journals/*"))


def test_the_result_is_that_of_one_machine_whatever_is_lost(
    samples: Path, benchmark: Benchmark, session: Session, tmp_path: Path
) -> None:
    """The driver is killed and goes on, a node is killed, and one without the environment is left out."""
    given = list(read_samples(samples, benchmark.by_id.keys()))
    ids = tuple(dict.fromkeys(sample.task_id for sample in given))
    alone = evaluate(given, "m", Options(ids=ids), session=session)
    assert len(select(benchmark, ids)) == len(ids) == 7
    cache, output = tmp_path / "cache", tmp_path / "result.json"
    with cluster(tmp_path) as (address, second):
        command = [sys.executable, "-c", MAIN, "evaluate", str(samples), "--model", "m", "--ids", ",".join(ids)]
        command += ["--output", str(output), "--ray", address]

        def started(*options: str) -> "subprocess.Popen[str]":
            environment = os.environ | {"TALLYBENCH_CACHE": str(cache)}
            return subprocess.Popen(
                [*command, *options], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )

        driver = started()
        while journal(cache) < 3:
            assert driver.poll() is None, driver.communicate()[1]
            time.sleep(0.01)
        driver.kill()
        driver.communicate()
        noted = journal(cache) - 1
        assert noted < len(ids) and not output.exists()
        while second.works():
            time.sleep(0.01)  # Ray ends what a driver leaves
        driver = started("--resume")
        while not second.works():
            assert driver.poll() is None, driver.communicate()[1]
            time.sleep(0.01)
        second.kill()
        _, error = driver.communicate(timeout=500)
    assert driver.returncode == 0, error
    assert f"shards: {noted} of {len(ids)}" in error
    assert "warning: node second" in error and "lost a shard, which is evaluated again" in error
    assert "warning: node other" in error and "the measuring environment is not installed" in error
    assert error.count("is left out") == 1
    answers = orjson.loads(output.read_bytes())["model"]["answers_sha256"]  # which the command line adds
    model = alone.model.model_copy(update={"answers_sha256": answers})
    assert output.read_bytes() == b"".join(dump_result(alone.model_copy(update={"model": model})))


def test_without_ray_it_says_how_to_install_it(
    samples: Path, tallybench: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = tallybench("evaluate", samples, "--model", "m", "--ray", "auto")
    assert done.returncode == 2
    assert done.stderr == "tallybench: --ray: ray is missing; pip install 'tallybench[ray]'\n"


def test_a_shard_is_not_divided_once_more(samples: Path, tallybench: CommandLine) -> None:
    done = tallybench("evaluate", samples, "--model", "m", "--ray", "auto", "--shard", "1/2")
    assert done.returncode == 2
    assert done.stderr == "tallybench: --ray: divides the evaluation itself; leave --shard out\n"
