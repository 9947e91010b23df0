"""A real Ray cluster of node processes on this machine."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp

START = 180  # seconds: a node is there, or something is wrong


class Node:
    """A node of the cluster: a process group of its own, with its own cache."""

    def __init__(self, name: str, where: list[str], folder: Path, **environment: str) -> None:
        self.cache = folder / name
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", *where, "--block", f"--node-name={name}"]
        command += ["--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats"]
        settings = {"TALLYBENCH_CACHE": str(self.cache)} | environment
        with (folder / f"{name}.log").open("wb") as log:
            self.process = subprocess.Popen(
                command if "--head" in where else [part for part in command if part != "--disable-usage-stats"],
                env=os.environ | settings,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

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
    """The nodes that are there, and the address of the head."""

    __test__ = False

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.folder = folder
        self.address = f"127.0.0.1:{port}"
        self.temporary = mkdtemp(prefix="ray-")  # a socket's path has to be short
        head = ["--head", f"--port={port}", "--include-dashboard=false", f"--temp-dir={self.temporary}"]
        self.nodes = {"first": Node("first", head, folder)}
        self._await("first")

    def add(self, name: str, **environment: str) -> None:
        self.nodes[name] = Node(name, [f"--address={self.address}"], self.folder, **environment)
        self._await(name)

    def _await(self, name: str) -> None:
        log = self.folder / f"{name}.log"
        deadline = time.monotonic() + START
        while "will now block forever" not in log.read_text():
            assert self.nodes[name].process.poll() is None and time.monotonic() < deadline, log.read_text()[-3000:]
            time.sleep(0.1)

    def end(self) -> None:
        for node in reversed(self.nodes.values()):
            node.kill()
        shutil.rmtree(self.temporary, ignore_errors=True)
