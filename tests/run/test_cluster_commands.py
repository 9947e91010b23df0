"""Each command with `--ray`, on a real cluster: byte for byte what one worker on this machine makes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest

from evaluator import Options, evaluate
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import dump_result
from evaluator.samples.reading import Sample
from tests.benchmarks.coffe_data import write_data
from tests.run.ray_cluster import TestCluster

WEAK = "HumanEval/76"  # generated tests find out mutants that its base tests do not
TASK = "HumanEval/23"  # its inputs are the cheapest of those with families, slow solutions and headroom
CLOCK = "time to build an input"  # the one thing that a clock says, and so no two audits
MAIN = "import sys; from evaluator.cli import main; main()"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestCluster]:
    """One node of one processor, with a cache of its own: `test_cluster.py` has more of them, and loses some."""
    started = TestCluster(tmp_path_factory.mktemp("nodes"))
    try:
        yield started
    finally:
        started.end()


class Commands:
    """Runs a command on this machine and on the cluster, each with a cache of its own.

    Args:
        cluster: the cluster.
        folder: for the caches and for what is written.
    """

    def __init__(self, cluster: TestCluster, folder: Path) -> None:
        self._cluster = cluster
        self._folder = folder

    def both(self, *command: str, name: str) -> tuple[bytes, bytes]:
        """What a command writes into a file of this name: here, and on the cluster.

        What it prints is equal, too, but for what a clock says.
        """
        here = self._started("here", name, *command, "--workers", "1")
        there = self._started("there", name, *command, "--ray", self._cluster.address)
        told = []
        for process in (here, there):
            output, error = process.communicate(timeout=500)
            assert process.returncode == 0, output + error
            assert "warning" not in error and "Traceback" not in error
            told.append([line for line in output.splitlines() if CLOCK not in line])
        assert told[0] == told[1]
        return (self._folder / "here" / name).read_bytes(), (self._folder / "there" / name).read_bytes()

    def _started(self, place: str, name: str, *command: str) -> "subprocess.Popen[str]":
        folder = self._folder / place
        folder.mkdir(exist_ok=True)
        return subprocess.Popen(
            [sys.executable, "-c", MAIN, *command, "--output", name],
            env=os.environ | {"TALLYBENCH_CACHE": str(folder / "cache")},
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture(scope="module")
def commands(cluster: TestCluster, tmp_path_factory: pytest.TempPathFactory) -> Commands:
    return Commands(cluster, tmp_path_factory.mktemp("commands"))


def test_measure(cluster: TestCluster, commands: Commands) -> None:
    here, there = commands.both("measure", "humaneval", "--ids", TASK, name="measured.json")
    assert here == there
    (problem,) = orjson.loads(there)["problems"].values()
    assert all(given["memory"] for given in problem["inputs"].values())
    # They were built on the node, kept here, and came back for the memory.
    assert len(list(cluster.nodes["first"].cache.glob("cluster/inputs/*/*.in"))) == len(problem["inputs"])
    assert [path for node in cluster.nodes.values() for path in node.cache.glob("cluster/drafts/*")] == []


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


def test_tests_reduce(commands: Commands) -> None:
    """Each reads what was generated beside it."""
    commands.both("tests", "generate", "--ids", WEAK, "--count", "40", name="many.jsonl")
    here, there = commands.both("tests", "reduce", "many.jsonl", "--without-results", name="few.jsonl")
    assert here == there and 0 < len(orjson.loads(there)["inputs"]) < 40


def test_humans(commands: Commands, tmp_path: Path) -> None:
    data = write_data(tmp_path / "datasets")
    here, there = commands.both("humans", "--data", str(data), name="humans.json")
    assert here == there


def test_verify(commands: Commands, benchmark: Benchmark, tmp_path: Path) -> None:
    program = Sample(TASK, 0, "solution", benchmark.by_id[TASK].canonical.code + "# a comment\n")
    result = tmp_path / "result.json"
    result.write_bytes(b"".join(dump_result(evaluate([program], "m", Options(ids=(TASK,))))))
    here, there = commands.both("verify", str(result), name="record.json")
    assert here == there
    assert orjson.loads(there)["fresh"]["samples"], "on fresh inputs, too"
