"""What others can use of a benchmark and this machine cannot ends the run, and is never left out in silence."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tallybench.benchmarks import catalogue as catalogues
from tallybench.benchmarks import read_benchmark
from tallybench.benchmarks.catalogue import dump_catalogue, make_catalogue, origin_of
from tallybench.counting import vetting
from tallybench.counting.pool import Pool
from tallybench.counting.vetting import check_counted, published_catalogue, vet_benchmark, vet_problems
from tallybench.counting.worker import Worker
from tallybench.errors import MachineError
from tallybench.model.benchmark import Benchmark
from tallybench.sandbox import correctness
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tests.benchmarks.coffe_data import ADD, write_data

SLOW = "HumanEval/900"
TAKES_TIME = """\
import time
def solution(numbers):
    end = time.process_time() + 0.15
    while time.process_time() < end: pass
    return sum(numbers)
"""
TOO_SLOW = (
    f"{SLOW}: its own best solution takes too long on this machine: .*CPU time limit. The published catalogue has it"
)


class Here(Pool):
    """A worker in this process, whose limits the tests can set."""

    def __init__(self) -> None:
        # A counter that does not need the emulator.
        setting = WorkerSetting(default_interpreter(), counter="cputime")
        super().__init__(0, setting)
        self._worker = Worker(setting)

    def run(self, tasks: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
        for key, task in tasks:
            yield key, self._worker.run(task)

    def close(self) -> None:
        self._worker.close()


@pytest.fixture(scope="module")
def here() -> Iterator[Here]:
    workers = Here()
    yield workers
    workers.close()


@pytest.fixture(scope="module")
def benchmark(tmp_path_factory: pytest.TempPathFactory) -> Benchmark:
    data = write_data(tmp_path_factory.mktemp("data") / "datasets")
    path = data / "function/best_solutions.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {ADD: [TAKES_TIME, False]}))
    return read_benchmark("coffe-function", data)


def vetted(benchmark: Benchmark, here: Here, folder: Path | None = None, inputs: bool = False) -> Benchmark:
    return vet_benchmark(benchmark, here, folder, lambda *_: None, inputs)


@pytest.fixture(scope="module")
def made(benchmark: Benchmark, here: Here) -> bytes:
    """The catalogue of this benchmark, as an ordinary machine makes it."""
    with pytest.MonkeyPatch.context() as patched, TemporaryDirectory() as empty:
        patched.setattr(vetting, "catalogue_folder", lambda: Path(empty))
        usable = vetted(benchmark, here, inputs=True)
    return dump_catalogue(make_catalogue(usable, origin_of(usable)))


@pytest.fixture
def published(made: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "catalogue"
    folder.mkdir()
    for module in (catalogues, vetting):
        monkeypatch.setattr(module, "catalogue_folder", lambda: folder)
    (folder / "coffe-function.json").write_bytes(made)


def be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 0.03)  # also in the second try, which has four times as much


def test_a_machine_too_slow_for_a_published_problem_ends_the_run(
    benchmark: Benchmark, here: Here, published: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert SLOW in vetted(benchmark, here, tmp_path / "kept").by_id
    be_slow(monkeypatch)
    with pytest.raises(MachineError, match=TOO_SLOW):
        vetted(benchmark, here)
    assert SLOW in vetted(benchmark, here, tmp_path / "kept").by_id, "it was found before that it can be used"


def test_a_machine_too_slow_for_a_published_input_ends_the_run(
    benchmark: Benchmark, here: Here, published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "_FIRST_SECONDS", 0.02)
    with pytest.raises(MachineError, match=f"{SLOW}: stressful input stress_1: the solution .* fails: CPU time limit"):
        vetted(benchmark, here, inputs=True)


def test_a_published_problem_that_fails_here_for_any_reason_ends_the_run(
    benchmark: Benchmark, here: Here, published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another interpreter, say, the benchmark's own solution may raise."""
    monkeypatch.setattr(vetting, "by_machine", lambda _: False)
    be_slow(monkeypatch)
    with pytest.raises(MachineError, match="evaluate without --python"):
        vetted(benchmark, here)


def test_what_is_published_as_unusable_is_left_out_as_before(benchmark: Benchmark, here: Here, published: None) -> None:
    """An input of Mbpp/8 names what is not there."""
    (problem,) = (one for one in vetted(benchmark, here, inputs=True) if one.task_id == "Mbpp/8")
    assert [given.name for given, _ in problem.left_out] == ["stress_2"]


def test_without_a_catalogue_the_problem_is_left_out_for_its_time_and_tried_again_the_next_time(
    benchmark: Benchmark, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vetting, "catalogue_folder", lambda: tmp_path)
    with monkeypatch.context() as patched:
        be_slow(patched)
        ((task_id, reason),) = vetted(benchmark, here, tmp_path / "kept").exclusions
    assert task_id == SLOW
    assert reason.startswith("its own best solution takes too long on this machine") and "CPU time limit" in reason
    assert SLOW in vetted(benchmark, here, tmp_path / "kept").by_id


def test_an_input_left_out_on_a_bad_day_is_tried_again_once_it_is_published(
    benchmark: Benchmark, here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(vetting, "catalogue_folder", lambda: tmp_path)
        patched.setattr(vetting, "_FIRST_SECONDS", 0.02)
        found = vet_problems(benchmark, here, tmp_path / "kept", lambda *_: None)
        assert set(found[SLOW].inputs or ()) == {"stress_1", "stress_2"}
    request.getfixturevalue("published")
    assert vet_problems(benchmark, here, tmp_path / "kept", lambda *_: None)[SLOW].inputs == {}


def test_a_machine_that_cannot_count_what_others_counted_ends_the_run(benchmark: Benchmark, published: None) -> None:
    problem, catalogue = benchmark.by_id[SLOW], published_catalogue("coffe-function")
    check_counted(catalogue, problem, "the benchmark is at fault: x disagrees with y")
    check_counted(None, problem, "x fails: CPU time limit")
    with pytest.raises(MachineError, match=f"{SLOW}: x fails: CPU time limit"):
        check_counted(catalogue, problem, "x fails: CPU time limit")
