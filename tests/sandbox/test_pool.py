"""Workers that die or hang are replaced, and no task is lost without a word."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tallybench.counting.pool import Pool, finish_tasks
from tallybench.counting.worker import Task, Worker
from tallybench.errors import InputError, MachineError
from tallybench.sandbox.messages import Lost, WorkerSetting
from tests.conftest import ROOT

SETTING = WorkerSetting("/usr/bin/python3")


@dataclass(frozen=True)
class Answer:
    """A task that is done at once."""

    number: int

    def run(self, worker: Worker) -> int:
        return self.number * 2


@dataclass(frozen=True)
class Deadly:
    """A task whose worker dies, as often as there is a file to be taken from a folder."""

    folder: Path

    def run(self, worker: Worker) -> str:
        lives = sorted(self.folder.iterdir())
        if lives:
            lives[0].unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return "survived"


@dataclass(frozen=True)
class Endless:
    """A task that never ends, in a way that no signal handler interrupts."""

    def run(self, worker: Worker) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        time.sleep(1_000)


@dataclass(frozen=True)
class Patient:
    """A task that starts a sandbox, says so, and goes on for long."""

    def run(self, worker: Worker) -> None:
        assert worker.native.alive
        print("begun", flush=True)
        time.sleep(1_000)


@dataclass(frozen=True)
class Faulty:
    def run(self, worker: Worker) -> None:
        raise InputError("the benchmark is at fault")


def numbers(count: int) -> list[tuple[object, Task[object]]]:
    return [(number, Answer(number)) for number in range(count)]


def test_every_task_is_done_and_told_by_its_key() -> None:
    with Pool(2, SETTING) as pool:
        assert dict(pool.run(numbers(100))) == {number: number * 2 for number in range(100)}


@pytest.mark.parametrize(("deaths", "survives"), [(1, True), (2, False)])
def test_a_task_whose_worker_died_is_tried_once_more(tmp_path: Path, deaths: int, survives: bool) -> None:
    for life in range(deaths):
        (tmp_path / str(life)).touch()
    with Pool(2, SETTING) as pool:
        found = dict(pool.run([("deadly", Deadly(tmp_path)), *numbers(20)]))
    assert found.pop("deadly") == ("survived" if survives else Lost("it ended the process that judged it twice"))
    assert found == {number: number * 2 for number in range(20)}


def test_a_worker_that_hangs_is_ended_and_replaced() -> None:
    with Pool(1, SETTING, task_seconds=1) as pool:
        found = dict(pool.run([("endless", Endless()), *numbers(5)]))
    assert found == {"endless": Lost("it could not be judged within the time limit")} | {n: 2 * n for n in range(5)}


def interpreter(folder: Path, shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has workers started by a shell in place of the interpreter, which is $python."""
    script = folder / "python"
    script.write_text(f"#!/bin/sh\npython={sys.executable}\n{shell}\n")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ("echo one >&2; echo no library >&2; exit 3", "ends with status 3: no library"),
        ('shift 4; exec $python -c "import no_such_module"', "ModuleNotFoundError: No module named 'no_such_module'"),
        ('exec $python -O "$@"', "a failing assertion does not fail here"),
        ('ulimit -s 512; exec $python "$@"', "the stack is limited to 512 KiB"),
    ],
)
def test_a_worker_that_does_not_come_to_judging_is_the_machines_fault_and_no_verdict(
    shell: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter(tmp_path, shell, monkeypatch)
    with Pool(2, SETTING) as pool, pytest.raises(MachineError, match=said):
        list(pool.run(numbers(4)))


def test_a_worker_that_hangs_at_its_start_is_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter(tmp_path, "exec sleep 1000", monkeypatch)
    for module in ("tallybench.counting.pool", "tallybench.sandbox.messages"):
        monkeypatch.setattr(f"{module}.START_SECONDS", 1.0)
    monkeypatch.setattr("tallybench.counting.pool._POLL_SECONDS", 0.1)
    with Pool(1, SETTING) as pool, pytest.raises(MachineError, match="says nothing for 1 seconds"):
        list(pool.run(numbers(1)))


def test_a_worker_that_ends_at_its_start_is_started_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first").touch()
    interpreter(tmp_path, f'rm {tmp_path}/first 2>/dev/null && exit 1\nexec $python "$@"', monkeypatch)
    with Pool(1, SETTING) as pool:
        assert dict(pool.run(numbers(3))) == {0: 0, 1: 2, 2: 4}


def test_a_task_is_not_judged_by_deaths_of_workers_that_replace_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lives = tmp_path / "lives"
    lives.mkdir()
    (lives / "0").touch()
    tasks: list[tuple[object, Task[object]]] = [("first", Answer(1)), ("deadly", Deadly(lives))]
    with Pool(1, SETTING) as pool:
        outcomes = pool.run(tasks)
        assert next(outcomes) == ("first", 2)
        interpreter(tmp_path, "echo gone >&2; exit 1", monkeypatch)
        with pytest.raises(MachineError, match="ends with status 1: gone"):
            list(outcomes)


def test_no_worker_outlives_its_pool() -> None:
    with Pool(2, SETTING) as pool:
        list(pool.run(numbers(4)))
        pids = [worker.started.process.pid for worker in pool._workers]
        assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


DRIVER = """\
from tallybench.counting.pool import Pool
from tests.sandbox.test_pool import SETTING, Patient
with Pool(1, SETTING) as pool:
    list(pool.run([(0, Patient())]))
"""


def test_no_worker_outlives_whoever_was_killed_in_the_middle_of_its_task() -> None:
    driver = subprocess.Popen([sys.executable, "-c", DRIVER], stdout=subprocess.PIPE, cwd=ROOT)
    assert driver.stdout is not None
    assert driver.stdout.readline() == b"begun\n"
    driver.kill()
    driver.communicate(timeout=60)  # to its end only once nobody is left to write


def test_only_what_was_not_finished_is_done_and_each_outcome_is_noted(tmp_path: Path) -> None:
    for life in range(2):
        (tmp_path / str(life)).touch()
    tasks: dict[str, Task[object]] = {"old": Faulty(), "new": Answer(4), "deadly": Deadly(tmp_path)}
    noted: dict[str, object] = {}
    steps = []
    with Pool(1, SETTING) as pool:
        outcomes = finish_tasks(
            pool,
            tasks,
            recall=lambda key: {"old": "done before", "other": "not asked for"}.get(key),
            note=noted.__setitem__,
            lost=lambda lost: f"lost: {lost.reason}",
            step="answers",
            progress=lambda *told: steps.append(told),
        )
    lost = "lost: it ended the process that judged it twice"
    assert noted == {"new": 8, "deadly": lost}
    assert outcomes == {"old": "done before", "new": 8, "deadly": lost}
    assert steps == [("answers", 1, 3), ("answers", 2, 3), ("answers", 3, 3)]


def test_what_was_done_before_an_error_is_noted() -> None:
    noted: dict[str, object] = {}
    tasks: dict[str, Task[object]] = {"good": Answer(1), "faulty": Faulty()}
    with Pool(1, SETTING) as pool, pytest.raises(InputError, match="at fault"):
        finish_tasks(
            pool, tasks, recall=lambda _: None, note=noted.__setitem__, lost=repr, step="", progress=lambda *_: None
        )
    assert noted == {"good": 2}
