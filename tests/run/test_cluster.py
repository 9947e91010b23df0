"""Runs on a real Ray cluster of nodes on this machine: equal results, nodes lost, drivers killed and side by side."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest

from evaluator import Options
from evaluator.execution.session import Session
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import dump_result
from evaluator.run.pipeline import evaluate
from evaluator.samples.reading import read_samples
from tests.conftest import CommandLine
from tests.run.ray_cluster import TestCluster

IDS = "82,134"
SLOW = "for _ in range(3 * 10**6):\n    pass\n"
SLOWLY = 24
MAIN = "import sys; from evaluator.cli import main; main()"


@pytest.fixture
def unfit(cluster: TestCluster, tmp_path: Path) -> Iterator[None]:
    """Two nodes more: one with another valgrind, and one where nothing can be written."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "valgrind").write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo valgrind-3.99.0 && exit\nexec /usr/bin/valgrind "$@"\n'
    )
    (tools / "valgrind").chmod(0o755)
    with (
        cluster.with_node("other-valgrind", tmp_path, PATH=f"{tools}:{os.environ['PATH']}"),
        cluster.with_node("no-room", tmp_path, TALLYBENCH_CACHE="/dev/null/cache"),
    ):
        yield


@pytest.fixture(scope="module")
def samples(benchmark: Benchmark, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs that nobody counted before, among them a wrong one, and an answer without code."""
    prime, letter = (benchmark.by_id[f"HumanEval/{number}"] for number in IDS.split(","))
    lines = [
        {"task_id": prime.task_id, "solution": prime.canonical.code + "# a comment\n"},
        {"task_id": prime.task_id, "solution": prime.references[0].code + "# a comment\n"},
        {"task_id": letter.task_id, "solution": letter.canonical.code + "# a comment\n"},
        {"task_id": letter.task_id, "solution": f"def {letter.entry_point}(txt):\n    return None\n"},
        {"task_id": letter.task_id, "raw": "I cannot help with that."},
    ]
    return written(tmp_path_factory.mktemp("samples") / "samples.jsonl", lines)


def written(path: Path, lines: list[dict[str, str]]) -> Path:
    path.write_bytes(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))
    return path


def alone(path: Path, benchmark: Benchmark, options: Options, session: Session) -> bytes:
    """The bytes of the result that this machine makes without a cluster."""
    return b"".join(dump_result(evaluate(read_samples(path, benchmark.by_id.keys()), "m", options, session=session)))


def started(cluster: TestCluster, samples: Path, cache: Path, output: Path, *options: str) -> "subprocess.Popen[str]":
    """`tallybench evaluate --ray`, with a cache of its own."""
    about = written(output.with_suffix(".about.json"), [{"model": {"name": "m"}}])  # type: ignore[dict-item]
    command = [sys.executable, "-c", MAIN, "evaluate", str(samples), "--about", str(about), "--output", str(output)]
    command += ["--ray", cluster.address, *options]
    return subprocess.Popen(
        command,
        env=os.environ | {"TALLYBENCH_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def same(output: Path, expected: bytes) -> bool:
    """Whether a result is the expected one, but for the hash of the samples' file, which the command line tells."""
    found = orjson.loads(output.read_bytes())
    found["model"]["answers_sha256"] = None
    return orjson.dumps(found, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n" == expected


def journal(cache: Path) -> int:
    """How many lines the journal has."""
    return sum(path.read_bytes().count(b"\n") for path in cache.glob("journals/*"))


def test_two_drivers_at_once_make_the_result_of_one_machine_whatever_nodes_are_left_out(
    cluster: TestCluster, unfit: None, samples: Path, benchmark: Benchmark, session: Session, tmp_path: Path
) -> None:
    expected = alone(samples, benchmark, Options(ids=tuple(IDS.split(","))), session)
    outputs = [tmp_path / f"{name}.json" for name in ("one", "other")]
    drivers = [
        started(cluster, samples, tmp_path / path.stem, path, "--ids", IDS, "--workers", "1") for path in outputs
    ]
    for driver, output in zip(drivers, outputs, strict=True):
        _, error = driver.communicate(timeout=500)
        assert driver.returncode == 0, error
        assert error.count("is left out") == 2
        assert "warning: node other-valgrind" in error and "valgrind is valgrind-3.99.0, not valgrind-3." in error
        assert "warning: node no-room" in error and "the cache cannot be used (Not a directory)" in error
        assert same(output, expected)
    # What was counted lies where it was made: the drivers' inputs on the nodes, by hash; no draft is left.
    assert list(cluster.cache.glob("cluster/inputs/*/*.in"))
    assert list(cluster.cache.glob("cluster/drafts/*")) == []


@pytest.fixture(scope="module")
def slow(benchmark: Benchmark, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Correct programs that take a tenth of a second and more each."""
    letter = benchmark.by_id["HumanEval/134"]
    lines = [
        {"task_id": letter.task_id, "solution": f"{SLOW}# {number}\n{letter.canonical.code}"}
        for number in range(SLOWLY)
    ]
    return written(tmp_path_factory.mktemp("slow") / "samples.jsonl", lines)


def test_the_run_goes_on_without_a_node_and_without_its_driver(
    cluster: TestCluster, slow: Path, benchmark: Benchmark, session: Session, tmp_path: Path
) -> None:
    expected = alone(slow, benchmark, Options(ids=("134",), counter="none"), session)
    cache, output = tmp_path / "cache", tmp_path / "result.json"
    options = ("--ids", "134", "--no-count", "--workers", "1")
    with cluster.with_node("second", tmp_path) as second:
        driver = started(cluster, slow, cache, output, *options)
        while journal(cache) < 4:
            assert driver.poll() is None, driver.communicate()[1]
            time.sleep(0.01)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
        driver.communicate()
        noted = journal(cache) - 1
        assert noted < SLOWLY and not output.exists()
        while second.works():
            time.sleep(0.01)  # Ray ends what a driver leaves
        driver = started(cluster, slow, cache, output, *options, "--resume")
        while not second.works():
            assert driver.poll() is None, driver.communicate()[1]
            time.sleep(0.01)
    _, error = driver.communicate(timeout=500)
    assert driver.returncode == 0, error
    assert f"correctness tests: {noted} of {SLOWLY}" in error
    assert "a process on node second" in error or ("node second" in error and "is left out: it is gone" in error)
    assert same(output, expected)


def test_without_ray_it_says_how_to_install_it(
    samples: Path, tallybench: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = tallybench("evaluate", samples, "--model", "m", "--ids", IDS, "--ray", "auto")
    assert done.returncode == 2
    assert done.stderr == "tallybench: --ray: ray is missing; pip install 'tallybench[ray]'\n"


def test_an_address_without_a_cluster_is_refused(samples: Path, tallybench: CommandLine) -> None:
    done = tallybench("evaluate", samples, "--model", "m", "--ids", IDS, "--no-count", "--ray", "nowhere")
    assert done.returncode == 2
    assert "--ray nowhere: no cluster answers there" in done.stderr and "Traceback" not in done.stderr
