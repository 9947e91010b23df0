"""A slow or busy machine takes longer, and says of each solution what an idle one says."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tallybench.counting.tasks import CheckTask, check_fairly
from tallybench.counting.worker import Worker, _reply
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.verdicts import Verdict
from tallybench.sandbox import correctness, host, jobs, judging_limits
from tallybench.sandbox.child_exit import descendant
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Starved, Zygote
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.judging_limits import ORDINARY_SECONDS, TooMuch, assumed, estimate, guarded
from tallybench.sandbox.messages import Done, Lost, Raised, WorkerSetting

TESTS = Tests("T/0", "f", "", "def check(candidate):\n    assert candidate(0.2) == 1\n")
SPINS = "def f(x):\n    while True: pass\n"
SLEEPS = "import time\ndef f(x):\n    time.sleep(1000)\n"
SLEEPS_IN_THREADS = """\
import threading, time
def f(x):
    threads = [threading.Thread(target=time.sleep, args=(1000,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    threads[0].join()
"""
WORKS = "import time\ndef f(x):\n    while time.process_time() < x: pass\n    return 1\n"
COMPETITORS = 6
SPINNING = "import time\nprint(flush=True)\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass\n"


@pytest.fixture
def short_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "WALL_FACTOR", 1)
    monkeypatch.setattr(jobs, "WALL_EXTRA", 0.3)


@pytest.fixture
def busy(native: Zygote) -> Iterator[None]:
    """The sandbox has one processor, and six other processes want it, too."""
    zygote = descendant(native.process.pid, 1)
    assert zygote is not None
    before = os.sched_getaffinity(zygote)
    one = {min(before)}
    command = [sys.executable, "-I", "-c", SPINNING]
    # Each in a session of its own, or all of them together would have as much of it as the sandbox.
    settings: dict[str, Any] = {"start_new_session": True, "preexec_fn": lambda: os.sched_setaffinity(0, one)}
    others = [subprocess.Popen(command, stdout=subprocess.PIPE, **settings) for _ in range(COMPETITORS)]
    os.sched_setaffinity(zygote, one)
    try:
        for other in others:
            assert other.stdout is not None and other.stdout.readline() == b"\n"  # now it spins
        yield
    finally:
        os.sched_setaffinity(zygote, before)
        for other in others:
            other.kill()
            other.communicate()


@pytest.mark.parametrize("is_busy", [False, True], ids=["idle", "busy"])
def test_whether_a_solution_computes_or_sleeps_does_not_depend_on_what_else_runs(
    native: Zygote, short_clock: None, request: pytest.FixtureRequest, is_busy: bool
) -> None:
    if is_busy:
        request.getfixturevalue("busy")
    for solution, reason in ((SPINS, jobs.CPU_LIMIT), (SLEEPS, jobs.WALL_LIMIT), (SLEEPS_IN_THREADS, jobs.WALL_LIMIT)):
        checked = check_solution(native, TESTS, solution, cpu_seconds=0.3)
        assert (checked.verdict, checked.reason) == (Verdict.TIMEOUT, reason)


def test_a_machine_that_is_too_busy_is_named_and_no_verdict_given(
    native: Zygote, short_clock: None, busy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "STARVED_FACTOR", 1.0)
    with pytest.raises(Starved, match="other processes kept a solution from running: this machine is too busy"):
        check_solution(native, TESTS, SPINS, cpu_seconds=0.3)
    assert check_solution(native, TESTS, "def f(x):\n    return 1\n").verdict is Verdict.PASSED, "it goes on"


@dataclass
class KeptFromRunning:
    """A task that the machine is too busy for, so many times."""

    times: int

    def run(self, worker: Worker) -> str:
        self.times -= 1
        if self.times >= 0:
            raise Starved("this machine is too busy")
        return "done"


@pytest.mark.parametrize(("times", "kind"), [(1, Done), (2, Raised)])
def test_what_a_busy_machine_kept_from_running_is_run_again_before_the_run_ends(times: int, kind: type) -> None:
    assert isinstance(_reply(Worker(WorkerSetting(default_interpreter())), KeptFromRunning(times)), kind)


def test_where_the_wait_cannot_be_read_the_sandbox_keeps_the_clock(
    native: Zygote, short_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "_watchable", False)
    assert check_solution(native, TESTS, SLEEPS, cpu_seconds=0.3).reason == jobs.WALL_LIMIT


def test_a_machine_several_times_slower_gives_proportionally_more_time(native: Zygote) -> None:
    """Both to a solution and to what judges it."""
    with assumed(1.0):
        assert check_solution(native, TESTS, WORKS, cpu_seconds=0.1).verdict is Verdict.TIMEOUT
    with assumed(4.0):
        assert check_solution(native, TESTS, WORKS, cpu_seconds=0.1).verdict is Verdict.PASSED

    def works() -> None:
        began = time.process_time()
        with guarded(0.1):
            while time.process_time() - began < 0.35:  # the kernel looks at times of ticks only
                pass

    with assumed(1.0), pytest.raises(TooMuch):
        works()
    with assumed(4.0):
        works()


@pytest.mark.parametrize(
    ("seconds", "factor"),
    [([0.5], 1.0), ([1.2], 1.0), ([9.0, 2.0, 1.1], 1.0), ([3.0, 4.0] * 4, 3.0)],
    ids=["faster", "as fast", "disturbed at first", "slower"],
)
def test_the_speed_of_a_machine_is_that_of_its_quickest_try_and_ordinary_ones_are_alike(
    seconds: list[float], factor: float
) -> None:
    tries = iter(seconds)
    assert estimate(lambda: next(tries) * ORDINARY_SECONDS) == pytest.approx(factor)
    assert next(tries, None) is None, "no more tries than it takes"


def test_a_solution_that_a_machine_was_too_slow_for_is_run_again_with_the_time_it_needs_there(
    native: Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 0.1)
    with assumed(1.0):
        assert check_fairly(native, TESTS, WORKS).verdict is Verdict.TIMEOUT
        assert check_fairly(native, TESTS, WORKS, own=True).verdict is Verdict.PASSED, "a benchmark's own has more time"
        # The machine has become four times slower since it was measured.
        monkeypatch.setattr(judging_limits, "ORDINARY_SECONDS", ORDINARY_SECONDS / 4)
        assert check_fairly(native, TESTS, WORKS).verdict is Verdict.PASSED
        assert check_fairly(native, TESTS, SPINS) == CheckOutcome.failed(Verdict.TIMEOUT, jobs.CPU_LIMIT, "f(0.2)")


RESTS = "import time\ntime.sleep(0.3)\ndef f(x):\n    return 1\n"


@contextmanager
def out_of_memory(zygote: Callable[[], Zygote | None], generations: int, kills: int) -> Iterator[None]:
    """Does as the kernel does where it has no memory left, so many times: it kills a process of a zygote."""

    def kill() -> None:
        killed: set[int] = set()
        while len(killed) < kills and not done.wait(0.01):
            found = zygote()
            try:
                # That it has a child says that a job has begun.
                job = None if found is None else descendant(found.process.pid, 2)
                victim = None if found is None or job in killed else descendant(found.process.pid, generations)
            except OSError:  # it ended meanwhile
                continue
            if job is None or victim is None:
                continue
            os.kill(victim, signal.SIGKILL)
            killed.add(job)

    done = threading.Event()
    kernel = threading.Thread(target=kill)
    kernel.start()
    try:
        yield
    finally:
        done.set()
        kernel.join()


@pytest.mark.parametrize(("kills", "verdict"), [(1, Verdict.PASSED), (2, Verdict.MEMORY)])
def test_a_solution_that_the_machine_had_no_memory_for_is_run_once_more(
    native: Zygote, kills: int, verdict: Verdict
) -> None:
    with out_of_memory(lambda: native, 2, kills):
        checked = check_fairly(native, TESTS, RESTS)
    assert checked.verdict is verdict
    assert checked.reason in (None, jobs.OUT_OF_MEMORY)


@pytest.mark.parametrize(("kills", "reply"), [(1, Done(PASSED)), (2, Lost(jobs.OUT_OF_MEMORY, Verdict.MEMORY))])
def test_a_sandbox_that_the_machine_had_no_memory_for_is_no_tampering(
    kills: int, reply: Done[CheckOutcome] | Lost
) -> None:
    with closing(Worker(WorkerSetting(default_interpreter()))) as worker:
        assert worker.native.alive
        with out_of_memory(lambda: worker._zygotes.get("native"), 1, kills):
            assert _reply(worker, CheckTask(TESTS, RESTS)) == reply
