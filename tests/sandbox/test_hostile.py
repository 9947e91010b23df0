"""Hostile solutions in the correctness tests, some under the counter too: each gets its verdict, the zygote goes on."""

import os
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallybench.model.verdicts import Verdict
from tallybench.sandbox import correctness
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import CRAFTED, NO_RESULT
from tallybench.sandbox.jobs import read_answer
from tests.sandbox import running
from tests.sandbox.test_attacks import attack

pytestmark = pytest.mark.usefixtures("short_limits")

Judge = Callable[[str], tuple[Verdict, str | None]]


@pytest.fixture(autouse=True)
def short_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 2)


@pytest.fixture
def inherited_folder(tmp_path: Path) -> Iterator[int]:
    """A descriptor as a shell or make hands it on: inheritable, here of a folder of the user's."""
    (tmp_path / "secret").write_text("42")
    folder = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    os.dup2(folder, 50, inheritable=True)
    yield 50
    os.close(50)
    os.close(folder)


@pytest.fixture(params=["tests", "counter"])
def judge(request: pytest.FixtureRequest, native: Zygote) -> Judge:
    """The outcome for a hostile solution in the correctness tests or under the counter, which then works as before."""

    def by_tests(solution: str) -> tuple[Verdict, str | None]:
        checked = attack(native, solution)
        return checked.verdict, checked.reason

    def by_counter(solution: str) -> tuple[Verdict, str | None]:
        failure = running.attack(native, emulated, solution, cpu_seconds=2).failure
        assert failure is not None
        return failure.verdict, failure.reason

    if request.param == "tests":
        return by_tests
    emulated = request.getfixturevalue("emulated")
    return by_counter


@pytest.mark.parametrize("code", range(90, 104))
def test_no_exit_code_is_taken_for_a_fault_of_the_machine(judge: Judge, code: int) -> None:
    verdict, reason = judge(f"import os\ndef f(x):\n    os._exit({code})\n")
    if code == NO_RESULT:
        assert verdict is Verdict.TAMPERING
    elif code == CRAFTED:
        assert verdict is Verdict.FORBIDDEN
    else:
        assert (verdict, reason) == (Verdict.EXCEPTION, f"the process ended (exit code {code}) before it returned")


@pytest.mark.timeout(60)
def test_a_solution_cannot_stop_its_process(judge: Judge) -> None:
    verdict, _ = judge("import signal\ndef f(x):\n    signal.raise_signal(signal.SIGSTOP)\n")
    assert verdict is Verdict.FORBIDDEN


@pytest.mark.timeout(60)
@pytest.mark.parametrize("call", ["fcntl.F_SETOWN, os.getppid()", "15, bytes(8)", "10, signal.SIGCHLD"])
def test_no_descriptor_can_be_made_to_signal_the_parent(judge: Judge, call: str) -> None:
    """Not whom it signals (F_SETOWN, F_SETOWN_EX), nor by which signal (F_SETSIG)."""
    verdict, reason = judge(
        f"import fcntl, os, signal, socket\ndef f(x):\n    fcntl.fcntl(socket.socketpair()[0], {call})\n"
    )
    assert (verdict, reason) == (Verdict.EXCEPTION, "PermissionError: [Errno 1] Operation not permitted")


def test_what_is_done_to_the_temporary_folder_does_not_reach_the_next_job(native: Zygote) -> None:
    attack(native, "import os\ndef f(x):\n    os.chmod('/tmp', 0)\n    return x\n")
    nested = (
        "    os.chdir('/tmp')\n    for _ in range(3000):\n        os.mkdir('d')\n        os.chdir('d')\n    return x\n"
    )
    attack(native, f"import os\ndef f(x):\n{nested}")


@pytest.mark.parametrize(
    ("leave", "look"),
    [
        ("os.chmod('/tmp', 0o713)", "os.stat('/tmp').st_mode & 0o777 == 0o713"),
        ("os.utime('/tmp', (42, 42))", "42 in (os.stat('/tmp').st_atime, os.stat('/tmp').st_mtime)"),
        ("os.utime('/dev/null', (42, 42))", "42 in (os.stat('/dev/null').st_atime, os.stat('/dev/null').st_mtime)"),
        ("open('/tmp/note', 'w').close()", "os.path.exists('/tmp/note')"),
    ],
)
def test_no_note_reaches_the_next_job(native: Zygote, leave: str, look: str) -> None:
    attack(
        native, f"import os\ndef f(x):\n    try:\n        {leave}\n    except OSError:\n        pass\n    return x\n"
    )
    finds_none = "def check(candidate):\n    assert candidate(0) is False\n"
    assert attack(native, f"import os\ndef f(x):\n    return bool({look})\n", finds_none).verdict is Verdict.PASSED


def test_descriptors_of_the_evaluator_are_not_inherited(native: Zygote, inherited_folder: int) -> None:
    with closing(Zygote(native.setting)) as zygote:
        checked = attack(zygote, f"import os\ndef f(x):\n    return os.listdir({inherited_folder})\n")
    assert checked.verdict is Verdict.EXCEPTION


def test_memory_cannot_be_hoarded_in_the_kernel(native: Zygote) -> None:
    checked = attack(
        native,
        """
        import resource, socket

        def f(x):
            resource.setrlimit(resource.RLIMIT_NOFILE, resource.getrlimit(resource.RLIMIT_NOFILE)[1:] * 2)
            kept, total = [], 0
            try:
                for _ in range(1000):
                    pair = socket.socketpair()
                    kept += pair
                    for one in pair:
                        one.setblocking(False)
                        try:
                            while True:
                                total += one.send(bytes(65536))
                        except BlockingIOError:
                            pass
            except OSError:
                pass
            return total
        """,
        "def check(candidate):\n    assert candidate(3) < 100_000_000\n",
    )
    assert checked.verdict is Verdict.PASSED


def test_a_failure_told_at_great_length_does_not_fill_the_parents_memory() -> None:
    count = 4_000_000
    answer = b"E(" + struct.pack("<I", 2) + b"N[" + struct.pack("<I", count) + bytes([0x3C, 0, 0, 0, 0]) * count
    tracemalloc.start()
    try:
        _, failure = read_answer(answer)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert failure is not None and failure.verdict is Verdict.TAMPERING
    assert peak < 3 * len(answer)
