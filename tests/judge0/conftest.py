"""A server process that speaks Judge0's API, for the tests of the engine."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT


@dataclass
class Running:
    """A server that runs: where, and where it writes what it was asked and what it ran."""

    url: str
    log: Path

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def requests(self, method: str, path: str = "/submissions/batch") -> list[dict[str, Any]]:
        return [line for line in self.lines() if line.get("method") == method and line["path"] == path]

    def runs(self) -> list[int]:
        """The status of each run."""
        return [line["status"] for line in self.lines() if "ran" in line]


Start = Callable[..., Running]


@pytest.fixture(scope="module")
def start_judge0(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    processes: list[subprocess.Popen[str]] = []

    def start(**faults: Any) -> Running:
        log = tmp_path_factory.mktemp("judge0") / "log.jsonl"
        command = [sys.executable, "-m", "tests.judge0.server", str(log), "--faults", json.dumps(faults)]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        processes.append(process)
        assert process.stdout is not None
        return Running(f"http://127.0.0.1:{int(process.stdout.readline())}", log)

    yield start
    for process in processes:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
