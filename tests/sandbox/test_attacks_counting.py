"""Attacks by way of the counter: no count is had by cheating, and the next count is as it was."""

from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.parts import PASSED, StressResult
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox import jobs
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.limits import OUTPUT_LIMIT
from tests.sandbox.running import returned

pytestmark = pytest.mark.usefixtures("short_limits")
PROMPT = 'def f(n):\n    """The sum of the squares below n."""\n'
CHECK = "def check(candidate):\n    assert [candidate(n) for n in range(5)] == [0, 0, 1, 5, 14]\n"
HONEST = "def f(n):\n    return sum(i * i for i in range(n))\n"
LARGE = 20_000
SQUARES = Problem(
    task_id="Attack/0",
    entry_point="f",
    level="function",
    prompt=PROMPT,
    tests=CHECK,
    canonical=Solution("canonical", HONEST),
    stressful=(StressfulInput("large", Kind.LARGE_RANDOM, "a slow sum", "expression", "", expressions=(str(LARGE),)),),
    references=(Solution("generator", HONEST),),
)


@pytest.fixture(scope="module")
def yardstick(meter: Meter, folder: Path) -> Yardstick:
    return take_yardstick(meter, SQUARES, folder)


class Measuring:
    """Measures a solution, after which the honest one must still have its count."""

    def __init__(self, meter: Meter, yardstick: Yardstick, folder: Path) -> None:
        self._given = meter, yardstick, folder
        self.honest = yardstick.counts["generator"]["large"] or 0

    def once(self, solution: str) -> StressResult:
        meter, yardstick, folder = self._given
        return measure_solution(meter, SQUARES, solution, "large", yardstick, folder)

    def __call__(self, solution: str) -> StressResult:
        stressed = self.once(solution)
        assert self.once(HONEST) == StressResult.counted(self.honest)
        return stressed

    def count(self, solution: str) -> int:
        count = self(solution).count
        assert count is not None
        return count


@pytest.fixture
def measuring(meter: Meter, yardstick: Yardstick, folder: Path) -> Measuring:
    return Measuring(meter, yardstick, folder)


def passes_tests(native: Zygote, solution: str) -> bool:
    return check_solution(native, Tests("Attack/0", "f", PROMPT, CHECK), solution) == PASSED


@pytest.mark.parametrize(
    ("badly", "verdict", "words"),
    [
        ("return 0", "wrong_output", "differs"),
        ("return float(sum(i * i for i in range(n))) + 0.5", "wrong_output", "differs"),
        ("return str(sum(i * i for i in range(n)))", "wrong_output", "differs"),
        ("return lambda: 0", "wrong_output", "of type function"),
        ("return type('Yes', (), {'__eq__': lambda *_: True})()", "wrong_output", "of type Yes"),
        ("return 1 << 3_000_000", "wrong_output", "differs"),
        ("return [sum(range(n)) for _ in range(n)] and sum(i * i for i in range(n))", "over_budget", "20 times"),
        ("while True: pass", "over_budget", "20 times"),
        ("return __import__('collections').deque(__import__('itertools').count(), 0)", "over_budget", "20 times"),
        ("1 / 0", "exception", "ZeroDivisionError"),
        ("return f(n + 1)", "exception", "RecursionError"),
        ("return bytearray(1 << 45)", "memory", "MemoryError"),
        ("return bytearray(1 << 32)", "memory", "MemoryError"),
        ("import os; os.fork(); return 1", "forbidden", "system call"),
        ("import os, sys; os.execv(sys.executable, ['x'])", "forbidden", "system call"),
        ("import os; os.kill(os.getppid(), 9)", "forbidden", "system call"),
        ("import os; os._exit(0)", "exception", "(exit code 0) before it returned"),
        ("import sys; sys.exit(0)", "exception", "SystemExit: 0"),
        ("import os; os.abort()", "exception", "SIGABRT"),
        ("import os; os.closerange(0, 2000)", "tampering", "closed or filled the channel"),
        ("import ctypes; ctypes.CDLL(None)", "exception", "no attribute 'CDLL'"),
        ("import socket; socket.socket()", "forbidden", "system call"),
        ("return open('/etc/passwd').read()", "exception", "FileNotFoundError"),
        ("return open('/dev/null', 'w').write('x')", "exception", "PermissionError"),
    ],
)
def test_what_behaves_well_in_tests_and_badly_in_stress(
    native: Zygote, measuring: Measuring, badly: str, verdict: str, words: str
) -> None:
    solution = f"def f(n):\n    if n < 100:\n        return sum(i * i for i in range(n))\n    {badly}\n"
    assert passes_tests(native, solution)
    stressed = measuring(solution)
    assert (stressed.verdict, stressed.count) == (verdict, None), stressed
    assert words in (stressed.reason or ""), stressed


def test_much_small_memory_is_a_memory_failure(measuring: Measuring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.limits, "__defaults__", (1 << 30, OUTPUT_LIMIT))
    stressed = measuring.once("def f(n):\n    kept = []\n    while True: kept.append(bytearray(1 << 20))\n")
    assert (stressed.verdict, stressed.reason) == (StressVerdict.MEMORY, "MemoryError")


def test_a_recursion_in_c_that_overflows_the_stack_is_an_exception(measuring: Measuring) -> None:
    stressed = measuring(
        "import sys\nclass Deep:\n    def __getattr__(self, name):\n        return getattr(self, name)\n"
        "def f(n):\n    sys.setrecursionlimit(10**9)\n    return Deep().x\n"
    )
    assert (stressed.verdict, stressed.count) == (StressVerdict.EXCEPTION, None)
    assert stressed.reason == "the process was ended by SIGSEGV"


@pytest.mark.parametrize(
    "emulated_here",
    [
        "os.path.exists('/proc/self/maps')",
        "any('VALGRIND' in name or name.startswith('LD_') for name in os.environ)",
        "slow()",
    ],
)
def test_a_constant_returned_under_the_counter_is_a_wrong_output(measuring: Measuring, emulated_here: str) -> None:
    solution = f"""
import os, time
def slow():
    start = time.thread_time()
    for _ in range(1_000_000):
        pass
    return time.thread_time() - start > 0.08
def f(n):
    return 7 if {emulated_here} else sum(i * i for i in range(n))
"""
    stressed = measuring(solution)
    assert stressed == StressResult.failed(StressVerdict.WRONG_OUTPUT, "it differs from the references' output")


@pytest.mark.parametrize(
    ("natively", "words"),
    [
        ("return -1", "run natively, it gives another output"),
        ("1 / 0", "run natively, it fails: ZeroDivisionError"),
        ("os._exit(0)", "run natively, it fails: the process ended"),
    ],
)
def test_who_is_right_under_the_counter_alone_is_not_counted(measuring: Measuring, natively: str, words: str) -> None:
    solution = (
        "import os\ndef f(n):\n    if 'VALGRIND_LIB' not in os.environ:\n"
        f"        {natively}\n    return sum(i * i for i in range(n))\n"
    )
    stressed = measuring(solution)
    assert (stressed.verdict, stressed.count) == (StressVerdict.TAMPERING, None)
    assert (stressed.reason or "").startswith(words)


def with_a_million(code: str) -> Problem:
    """A problem whose only solution is this one, and whose input is a million."""
    million = replace(SQUARES.stressful[0], expressions=("1_000_000",))
    known = Solution("canonical", code), (Solution("reference", code),)
    return replace(SQUARES, canonical=known[0], references=known[1], stressful=(million,))


def test_code_that_only_moves_memory_is_counted(meter: Meter, tmp_path: Path) -> None:
    """It is as slow as the memory is, and the pages of it: some fifty times as slow as a loop."""
    copies = "def f(n):\n    text = b'12345678' * n\n    return sum(bytes(bytearray(text))[-1] for _ in range(20))\n"
    yardstick = take_yardstick(meter, with_a_million(copies), tmp_path)
    assert (yardstick.counts["reference"]["large"] or 0) > 1_000_000


@pytest.mark.parametrize(
    "keep",
    [
        "kept = {}",
        "import functools; kept = functools.__dict__.setdefault('kept', {})",
        "import sys; kept = sys.modules.setdefault('kept', {})",
        "import os; kept = os.environ.__dict__.setdefault('kept', {})",
    ],
)
def test_nothing_cached_pays_off_twice(measuring: Measuring, keep: str) -> None:
    body = "    if n not in kept:\n        kept[n] = sum(i * i for i in range(n))\n    return kept[n]\n"
    solution = f"{keep}\ndef f(n):\n{body}"
    first, second, third = (measuring.count(solution) for _ in range(3))
    assert first == second == third >= measuring.honest


def test_an_output_that_is_written_without_being_encoded_is_tampering(meter: Meter, tmp_path: Path) -> None:
    """A million zeros are encoded in many instructions, and written down in few by who knows the encoding."""
    code = "def f(n):\n    return [0] * n\n"
    zeros = with_a_million(code)
    yardstick = take_yardstick(meter, zeros, tmp_path)
    solution = """
import os, struct, sys
def f(n):
    frame = sys._getframe(1)
    while "channel" not in frame.f_locals:
        frame = frame.f_back
    os.write(frame.f_locals["channel"], b"R[" + struct.pack("<I", n) + b"i\\0\\0\\0\\0" * n)
    os._exit(0)
"""
    outcome = measure_solution(meter, zeros, solution, "large", yardstick, tmp_path)
    assert outcome == StressResult.failed(StressVerdict.TAMPERING, "it spent less than its output takes to encode")
    honest = measure_solution(meter, zeros, code, "large", yardstick, tmp_path)
    assert honest == StressResult.counted(yardstick.counts["reference"]["large"] or 0)


def test_sleeping_costs_no_instructions(measuring: Measuring) -> None:
    sleeps = HONEST.replace("return", "__import__('time').sleep(0.3)\n    return")
    assert 0 < measuring.count(sleeps) - measuring.honest < 5_000


def test_work_in_threads_is_counted(measuring: Measuring) -> None:
    solution = """
import threading
def f(n):
    out = []
    threads = [threading.Thread(target=lambda: out.append(sum(i * i for i in range(n)))) for _ in range(4)]
    for one in threads: one.start()
    for one in threads: one.join()
    return out[0]
"""
    assert measuring.count(solution) > 3.9 * measuring.honest


def test_a_total_forged_for_later_jobs_changes_no_count(measuring: Measuring) -> None:
    solution = """
import os
def f(n):
    forged = "".join(
        f"=={pid}== I   refs:      1,000\\n" for pid in range(os.getpid() + 1, os.getpid() + 40)
    ).encode()
    for fd in range(1100):
        try:
            if not os.isatty(fd) and os.fstat(fd).st_mode & 0o170000 != 0o100000:
                os.write(fd, forged)
        except OSError:
            pass
    return sum(i * i for i in range(n))
"""
    first = measuring(solution)
    assert first.verdict is StressVerdict.TAMPERING or (first.count or 0) > measuring.honest
    for _ in range(5):
        assert measuring.once(HONEST) == StressResult.counted(measuring.honest)


def test_there_is_no_proc_but_what_valgrind_reads(native: Zygote, emulated: Zygote) -> None:
    solution = """
import os
def f(n):
    return [os.path.join(at, name) for at, folders, files in os.walk("/proc") for name in files]
"""
    assert returned(native, emulated, solution, 3) in ([], ["/proc/self/maps"])
