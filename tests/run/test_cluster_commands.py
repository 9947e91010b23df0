"""Each command with `--ray`, on a real cluster: byte for byte what one worker on this machine makes."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from evaluator import Options
from evaluator.execution.session import Session
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import dump_result
from evaluator.run.cluster.nodes import Cluster
from evaluator.run.pipeline import evaluate
from evaluator.samples.reading import Sample
from tests.benchmarks.coffe_data import write_data
from tests.conftest import run_command
from tests.run.ray_cluster import TestCluster

WEAK = "HumanEval/76"  # generated tests find out mutants that its base tests do not
TASK = "HumanEval/23"  # its inputs are the cheapest of those with families, slow solutions and headroom
CLOCK = "time to build an input"  # the one thing that a clock says, and so no two audits
RAYLET = re.compile(r"\(raylet\)|^\t\(\d\) raylet")  # Ray writes of nodes that ended to standard output


@pytest.fixture(scope="module")
def there(head: TestCluster) -> Iterator[Session]:
    """One worker on the cluster. `test_cluster.py` loses nodes, and has commands connect by themselves."""
    told: list[str] = []
    with Session(1, Cluster(head.address, told.append)) as session:
        yield session
    assert not [line for line in told if "warning" in line and "it is gone" not in line]


class Commands:
    """Runs a command on this machine and on the cluster, each with a cache of its own.

    Args:
        here: the session on this machine.
        there: the session on the cluster.
        folder: for the caches and for what is written.
    """

    def __init__(self, here: Session, there: Session, folder: Path) -> None:
        self._sessions = {folder / "here": here, folder / "there": there}

    def both(self, *command: str, name: str) -> tuple[bytes, bytes]:
        """What a command writes into a file of this name: here, and on the cluster.

        What it prints is equal, too, but for what a clock says.
        """
        told, written = [], []
        for folder, session in self._sessions.items():
            folder.mkdir(exist_ok=True)
            cache = os.environ | {"TALLYBENCH_CACHE": str(folder / "cache")}
            done = run_command(session, *command, "--output", name, cwd=folder, env=cache)
            assert done.returncode == 0, done.stdout + done.stderr
            assert "warning" not in done.stderr
            told.append([line for line in done.stdout.splitlines() if CLOCK not in line and not RAYLET.search(line)])
            written.append((folder / name).read_bytes())
        assert told[0] == told[1]
        return written[0], written[1]


@pytest.fixture
def commands(cluster: TestCluster, session: Session, there: Session, tmp_path: Path) -> Commands:
    return Commands(session, there, tmp_path)


def test_measure(cluster: TestCluster, commands: Commands) -> None:
    here, there = commands.both("measure", "humaneval", "--ids", TASK, name="measured.json")
    assert here == there
    (problem,) = orjson.loads(there)["problems"].values()
    assert all(given["memory"] for given in problem["inputs"].values())
    # They were built on the node, kept here, and came back for the memory.
    assert {path.stem for path in cluster.cache.glob("cluster/inputs/*/*.in")} >= problem["inputs"].keys()
    assert list(cluster.cache.glob("cluster/drafts/*")) == []


def without_seconds(audit: bytes) -> Any:
    """An audit but for the time that its inputs took to be built."""
    told = orjson.loads(audit)
    for given in told["problems"][0]["inputs"]:
        del given["build_seconds"]
    told["findings"] = [finding for finding in told["findings"] if finding["what"] != CLOCK]
    return told


def test_audit(commands: Commands) -> None:
    here, there = commands.both("audit", "--ids", TASK, "--seeds", "2", name="audit.json")
    assert without_seconds(here) == without_seconds(there)


def test_tests_generate(commands: Commands) -> None:
    here, there = commands.both("tests", "generate", "--ids", TASK, "--count", "20", name="tests.jsonl")
    assert here == there and len(orjson.loads(there)["inputs"]) == 20


def test_humans(commands: Commands, tmp_path: Path) -> None:
    data = write_data(tmp_path / "datasets")
    here, there = commands.both("humans", "--data", str(data), "--first", "2", name="humans.json")
    assert here == there


def test_verify(commands: Commands, benchmark: Benchmark, session: Session, tmp_path: Path) -> None:
    program = Sample(TASK, 0, "solution", benchmark.by_id[TASK].canonical.code + "# a comment\n")
    result = tmp_path / "result.json"
    result.write_bytes(b"".join(dump_result(evaluate([program], "m", Options(ids=(TASK,)), session=session))))
    here, there = commands.both("verify", str(result), name="record.json")
    assert here == there
    assert orjson.loads(there)["fresh"]["samples"], "on fresh inputs, too"


def test_tests_reduce(commands: Commands) -> None:
    """Each reads what was generated beside it. Last, for it has workers of its own."""
    commands.both("tests", "generate", "--ids", WEAK, "--count", "40", name="many.jsonl")
    here, there = commands.both("tests", "reduce", "many.jsonl", "--without-results", name="few.jsonl")
    assert here == there and 0 < len(orjson.loads(there)["inputs"]) < 40
