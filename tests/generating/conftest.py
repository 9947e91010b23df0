"""A server process that answers in the protocol's form, for the tests of generating."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CommandLine, lend_environment

# What asks models uses settings of its packages that are deprecated.
ASKING = pytest.mark.filterwarnings("ignore::DeprecationWarning")

FOLDER = Path(__file__).parent
KEY = "sk-loopback-0123456789abcdef"


@dataclass
class Running:
    """A server that runs: where, and where it writes what it was asked."""

    url: str
    log: Path

    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


StartServer = Callable[..., Running]
Generate = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    processes: list[subprocess.Popen[str]] = []

    def start(
        faults: dict[str, str] | None = None,
        latency: float = 0.0,
        answers: Path | None = None,
        any_prompt: bool = False,
    ) -> Running:
        log = tmp_path / f"requests-{len(processes)}.jsonl"
        command = [sys.executable, FOLDER / "server.py", answers or FOLDER / "recorded.jsonl", log]
        process = subprocess.Popen(
            [
                *map(str, command),
                *("--latency", str(latency), "--faults", json.dumps(faults or {})),
                *(["--any"] if any_prompt else []),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        processes.append(process)
        assert process.stdout is not None
        return Running(f"http://127.0.0.1:{int(process.stdout.readline())}/v1", log)

    yield start
    for process in processes:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of its own: whatever a command writes beside what it was told to write is in there."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "INSPECT_", "TALLYBENCH_"))
    }
    lend_environment(home / "cache")
    return kept | {"HOME": str(home), "LOCAL_API_KEY": KEY, "TALLYBENCH_CACHE": str(home / "cache")}


def words(server: Running, output: Path, *more: str) -> list[str]:
    return ["generate", "--model", "openai-api/local/recorded", "--base-url", server.url, "-o", str(output), *more]


@pytest.fixture
def generate(tallybench: CommandLine, environment: dict[str, str]) -> Generate:
    """The command: asks a server, and writes samples to a file."""
    return lambda server, output, *more, **given: tallybench(*words(server, output, *more), env=environment, **given)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
