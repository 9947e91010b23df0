"""A session: its workers stay, are replaced, and serve all kinds of calls."""

import os
import signal
import threading
from pathlib import Path

import pytest

from tallybench import Options, Sample, Session, load_problems, reward
from tallybench.counting.worker import Task, Worker
from tallybench.errors import InputError
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

SETTING = WorkerSetting(default_interpreter())


class ProcessTask:
    """Which process does it."""

    def run(self, worker: Worker) -> int:
        return os.getpid()


class FailingTask:
    """Ends with an error of the caller's."""

    def run(self, worker: Worker) -> int:
        raise InputError("at fault")


def processes(session: Session, task_seconds: float = 60) -> set[int]:
    with session.workers(SETTING, task_seconds=task_seconds) as pool:
        return {process for _, process in pool.run((number, ProcessTask()) for number in range(8))}  # type: ignore[misc]


def canonical(task: str, index: int = 0) -> Sample:
    (problem,) = load_problems(ids=[task])
    return Sample(problem.task_id, index, "solution", problem.canonical.code)


def children() -> set[str]:
    """The processes that this one has started."""
    return set(Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split())


def test_the_same_workers_serve_every_call() -> None:
    with Session(1) as session:
        (first,) = processes(session)
        before = children()
        result = evaluate([canonical("0")], "A model", Options(ids=("0",), counter="none"), session=session)
        assert result.samples[0].verdict is Verdict.PASSED
        assert reward("HumanEval/1", "def separate_paren_groups(paren_string):\n    return []\n", session=session) == 0
        assert processes(session) == processes(session, 1800) == {first}
        assert len(children() - before) == 1, "the process that parses samples, and no second worker"
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_worker_that_died_is_replaced() -> None:
    with Session(1) as session:
        (first,) = processes(session)
        os.kill(first, signal.SIGKILL)
        (second,) = processes(session)
        assert second != first


def test_a_call_that_was_broken_off_leaves_nothing_to_the_next() -> None:
    with Session(2) as session:
        tasks: list[Task[int]] = [FailingTask(), *(ProcessTask() for _ in range(20))]
        with pytest.raises(InputError, match="at fault"), session.workers(SETTING) as pool:
            list(pool.run(enumerate(tasks)))
        with session.workers(SETTING) as pool:
            assert sorted(key for key, _ in pool.run((name, ProcessTask()) for name in "abc")) == ["a", "b", "c"]


def test_a_closed_session_starts_again_when_it_is_used() -> None:
    session = Session(1)
    (first,) = processes(session)
    session.close()
    (second,) = processes(session)
    session.close()
    assert first != second


def test_fewer_than_one_worker_is_refused() -> None:
    with pytest.raises(InputError, match=r"^workers 0: at least 1 is needed"):
        Session(0)
