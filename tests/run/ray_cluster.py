"""A real Ray cluster of node processes on this machine: one head for a test run, and nodes that tests add to it."""

import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from tests.conftest import ROOT
from tests.once import Once

# No workers in advance, which nobody needs; and as much of the processor for workers as for others.
SETTINGS = {"RAY_prestart_worker_first_driver": "0", "RAY_enable_worker_prestart": "0", "RAY_worker_niceness": "0"}
START = 180  # seconds: a node is there, or something is wrong


class Node:
    """A node of a cluster: a process group of its own, with its own cache.

    Args:
        name: of the node.
        where: options that say where the head is, or that this is one.
        folder: for its cache and its log.
        environment: variables of its own.
        processors: how many it gives to Ray.
    """

    def __init__(
        self, name: str, where: list[str], folder: Path, environment: dict[str, str], processors: int = 1
    ) -> None:
        self.cache = folder / name
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *where, "--block", f"--node-name={name}"]
        command += [f"--num-cpus={processors}", "--object-store-memory=100000000", "--include-log-monitor=false"]
        self._log = folder / f"{name}.log"
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                env=os.environ | SETTINGS | {"TALLYBENCH_CACHE": str(self.cache)} | environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until it is part of the cluster."""
        deadline = time.monotonic() + START
        while "will now block forever" not in self._log.read_text():
            assert self.process.poll() is None and time.monotonic() < deadline, self._log.read_text()[-3000:]
            time.sleep(0.1)

    def works(self) -> bool:
        """Whether it has a worker, which starts with the first job."""
        return any("evaluator.execution.worker" in command for command in self._processes().values())

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


class TestCluster:
    """The cluster of a test run.

    Attributes:
        address: of the head.
        cache: of the head, which is a node, too.
    """

    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.address = (folder / "address").read_text()
        self.cache = folder / "head"

    @contextmanager
    def with_node(self, name: str, folder: Path, **environment: str) -> Iterator[Node]:
        """Have one more node in this block."""
        node = Node(name, [f"--address={self.address}"], folder, environment)
        try:
            node.wait()
            yield node
        finally:
            node.kill()


def shared_cluster(once: Once) -> TestCluster:
    """Return the cluster of this test run; its head starts where it is asked for first, and ends with the run."""

    def start(folder: Path) -> None:
        folder.mkdir()
        run = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
        command = [sys.executable, "-m", "tests.run.ray_cluster", str(folder), str(run)]
        with (folder / "log").open("wb") as log:
            subprocess.run(command, cwd=ROOT, stdout=log, stderr=log, check=True)

    return TestCluster(once("cluster", start))


def keep_head(folder: Path, run: int) -> None:
    """Start a head, and go on in another process, which ends the head once the process of the test run has ended."""
    running = os.pidfd_open(run)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started, starts = os.pipe()
    if os.fork() != 0:
        os.close(starts)
        sys.exit(0 if os.read(started, 1) else "the head did not start")
    os.setsid()
    temporary = mkdtemp(prefix="ray-")  # a socket's path has to be short
    where = ["--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={temporary}"]
    head = Node("head", [*where, "--no-monitor", "--disable-usage-stats"], folder, {}, processors=2)
    try:
        head.wait()
        (folder / "address").write_text(f"127.0.0.1:{port}")
        os.write(starts, b"x")
        os.close(starts)
        select.select([running], [], [])
    finally:
        head.kill()
        shutil.rmtree(temporary, ignore_errors=True)


if __name__ == "__main__":
    keep_head(Path(sys.argv[1]), int(sys.argv[2]))
