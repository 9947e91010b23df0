"""A server process that answers by a script."""

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
    """A server that runs: where, where it writes what it was asked, and how it is ended."""

    url: str
    log: Path
    process: subprocess.Popen[str]

    def questions(self) -> list[str]:
        lines = self.log.read_text().splitlines()
        return [json.loads(line)["request"]["messages"][-1]["content"] for line in lines]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


StartServer = Callable[..., Running]


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    running: list[Running] = []

    def start(rules: list[dict[str, Any]], latency: float = 0.0) -> Running:
        script, log = (tmp_path / f"{name}-{len(running)}" for name in ("script.json", "questions.jsonl"))
        script.write_text(json.dumps(rules))
        module = [sys.executable, "-m", "tests.stress_generation.server"]
        command = [*module, str(script), str(log), "--latency", str(latency)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert process.stdout is not None
        running.append(Running(f"http://127.0.0.1:{int(process.stdout.readline())}/v1", log, process))
        return running[-1]

    yield start
    for server in running:
        if server.process.poll() is None:
            server.end()


def block(code: str) -> str:
    """An answer as chat models write them."""
    return f"Here it is:\n\n```python\n{code}\n```\n\nIt does what you ask for."
