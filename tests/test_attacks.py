"""Attacks by way of the correctness tests: each has its verdict and its reason, and the next job is judged right."""

import os
import signal
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from evaluator.execution import correctness, jobs
from evaluator.execution.correctness import Checked, Tests, check_solution
from evaluator.execution.host import Zygote, ZygoteDied
from evaluator.execution.interpreter import default_interpreter, probe_interpreter
from evaluator.execution.sandbox import Setting
from evaluator.execution.worker import CheckTask, Worker, WorkerSetting
from evaluator.verdicts import Verdict

ROOT = Path(__file__).parent.parent
PROMPT = 'def f(x):\n    """Returns x."""\n'
RETURNS_THREE = "def check(candidate):\n    assert candidate(3) == 3\n"
FINDS_NOTHING = "def check(candidate):\n    assert candidate(3) == []\n"
IDENTITY = "def f(x):\n    return x\n"


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correctness, "CPU_SECONDS", 2)
    monkeypatch.setattr(jobs, "WALL_EXTRA", 2.0)


@pytest.fixture
def mortal() -> Iterator[Zygote]:
    zygote = Zygote(Setting(probe_interpreter(default_interpreter())))
    yield zygote
    zygote.close()


def tests(check: str = RETURNS_THREE, task_id: str = "Attack/0") -> Tests:
    return Tests(task_id, "f", PROMPT, check)


def attack(zygote: Zygote, solution: str, check: str = RETURNS_THREE) -> Checked:
    """The outcome for a solution, after which the same zygote must still judge a right and a wrong one as such."""
    checked = check_solution(zygote, tests(check), textwrap.dedent(solution))
    assert check_solution(zygote, tests(), IDENTITY) == Checked(Verdict.PASSED)
    assert check_solution(zygote, tests(), "def f(x):\n    return 4\n").verdict is Verdict.WRONG_OUTPUT
    return checked


def function(body: str, before: str = "") -> str:
    """A solution with `body` in its function, after imports of what attacks use."""
    modules = "import builtins, collections, gc, itertools, json, marshal, os, re, resource, signal, sys, threading\n"
    return f"{modules}{textwrap.dedent(before)}\ndef f(x):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"


RECURSES_IN_C = """
class Deep:
    def __getattr__(self, name):
        return getattr(self, name + "x")
"""


@pytest.mark.parametrize(
    ("solution", "verdict", "words"),
    [
        pytest.param(function(body, before), verdict, words, id=name)
        for name, body, verdict, words, before in [
            ("endless loop", "while True: pass", "timeout", "CPU time limit", ""),
            ("endless at import", "return x", "timeout", "CPU time limit", "while True: pass"),
            ("endless product", "collections.deque(itertools.product(range(9), repeat=99), 0)", "timeout", "CPU", ""),
            ("endless power", "return 10**10**8", "timeout", "CPU time limit", ""),
            ("endless regex", "return re.match('(a+)+$', 'a' * 60 + 'b')", "timeout", "CPU time limit", ""),
            ("ignores SIGXCPU", "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass", "timeout", "CPU", ""),
            ("raises its CPU limit", "resource.setrlimit(resource.RLIMIT_CPU, (99, 99))", "exception", "ValueError", ""),
            ("sleep", "import time\ntime.sleep(999)", "timeout", "slept", ""),
            ("deadlock", "lock = threading.Lock()\nlock.acquire()\nlock.acquire()", "timeout", "slept", ""),
            ("fork bomb", "while True: os.fork()", "forbidden", "system call", ""),
            ("fork at import", "return x", "forbidden", "system call", "os.fork()"),
            ("memory at once", "return bytearray(1 << 40)", "memory", "MemoryError", ""),
            ("memory bit by bit", "return [bytearray(1 << 20) for _ in range(10**6)]", "memory", "MemoryError", ""),
            ("1 GB returned", "return 'x' * (1 << 30)", "memory", "MemoryError", ""),
            ("10 GB shared", "return ['x' * 10**6] * 10**4", "memory", "MemoryError", ""),
            ("100 MB returned", "return 'x' * 10**8", "wrong_output", "100,000,006 bytes, more than are accepted", ""),
            ("1 GB raised", "raise Exception('x' * 10**8)", "exception", "Exception: xxx", ""),
            ("deep recursion", "return f(x)", "exception", "RecursionError", ""),
            ("deep recursion in C", "sys.setrecursionlimit(10**9)\nDeep().x", "exception", "SIGSEGV", RECURSES_IN_C),
            ("os._exit", "os._exit(0)", "exception", "(exit code 0) before it returned", ""),
            ("os._exit at import", "return x", "exception", "(exit code 0) before it returned", "os._exit(0)"),
            ("sys.exit", "sys.exit(0)", "exception", "SystemExit: 0", ""),
            ("sys.exit at import", "return x", "exception", "SystemExit: 0", "sys.exit(0)"),
            ("abort", "os.abort()", "exception", "SIGABRT", ""),
            ("kills itself", "os.kill(os.getpid(), signal.SIGKILL)", "forbidden", "system call", ""),
            ("kills its thread", "signal.pthread_kill(threading.get_ident(), 9)", "forbidden", "system call", ""),
            ("kills pid 1", "os.kill(1, signal.SIGKILL)", "forbidden", "system call", ""),
            ("kills everyone", "os.kill(-1, signal.SIGKILL)", "forbidden", "system call", ""),
            ("kills its group", "os.killpg(0, signal.SIGKILL)", "forbidden", "system call", ""),
            ("kills its parent", "os.kill(os.getppid(), signal.SIGTERM)", "forbidden", "system call", ""),
            ("opens a pidfd", "os.pidfd_open(1)", "forbidden", "system call", ""),
            ("limits pid 1", "resource.prlimit(1, resource.RLIMIT_CPU, (1, 1))", "exception", "PermissionError", ""),
            ("changes priorities", "os.setpriority(os.PRIO_PROCESS, 1, 19)", "exception", "PermissionError", ""),
            ("closes all", "os.closerange(0, 65536)\nreturn x", "tampering", "closed or filled the channel", ""),
            ("closes all, leaves", "os.closerange(0, 65536)\nos._exit(0)", "exception", "(exit code 0)", ""),
            ("network", "import socket\nsocket.create_connection(('127.0.0.1', 80))", "forbidden", "system call", ""),
            ("unix socket", "import socket\nsocket.socket(socket.AF_UNIX)", "forbidden", "system call", ""),
            ("file outside", "return open('/etc/passwd').read()", "exception", "FileNotFoundError", ""),
            ("file outside by dots", "return open('/tmp/../../etc/hosts')", "exception", "FileNotFoundError", ""),
            ("os.system", "os.system('true')", "forbidden", "system call", ""),
            ("execv", "os.execv(sys.executable, ['x'])", "forbidden", "system call", ""),
            ("posix_spawn", "os.posix_spawn(sys.executable, ['x'], {})", "forbidden", "system call", ""),
            ("subprocess", "import subprocess\nsubprocess.run(['true'])", "forbidden", "system call", ""),
            ("vfork", "import subprocess\nsubprocess.run([sys.executable])", "forbidden", "system call", ""),
            ("ctypes", "import ctypes", "exception", "ModuleNotFoundError", ""),
            ("_ctypes", "import _ctypes", "exception", "ModuleNotFoundError", ""),
            ("mmap", "import mmap", "exception", "ModuleNotFoundError", ""),
            ("_posixshmem", "import _posixshmem", "exception", "ModuleNotFoundError", ""),
            ("_xxsubinterpreters", "import _xxsubinterpreters", "exception", "ModuleNotFoundError", ""),
            ("shared memory", "import multiprocessing.shared_memory", "exception", "ModuleNotFoundError", ""),
            ("process", "import multiprocessing as m\nm.Process(target=print).start()", "forbidden", "system call", ""),
            ("process pool", "import multiprocessing\nmultiprocessing.Pool(2)", "exception", "Error", ""),
            ("no code", "del globals()['f']", "exception", "KeyError", "del f\n" if False else ""),
            ("message raises", "raise Odd", "exception", "Odd: (its message cannot be read)",
             "class Odd(Exception):\n    def __str__(self): 1 / 0"),
            ("message is endless", "raise Odd", "timeout", "CPU time limit",
             "class Odd(Exception):\n    def __str__(self):\n        while True: pass"),
            ("message leaves", "raise Odd", "exception", "(exit code 0)",
             "class Odd(Exception):\n    def __str__(self): os._exit(0)"),
            ("message is no str", "raise Odd", "exception", "Odd: (its message cannot be read)",
             "class Odd(Exception):\n    def __str__(self): return 3"),
            ("name with controls", "raise type('A\\n\\x1b[31m\\u202eB', (Exception,), {})", "exception", "A [31m B", ""),
        ]
    ],
)  # fmt: skip
def test_an_attack_fails(native: Zygote, solution: str, verdict: str, words: str) -> None:
    checked = attack(native, solution)
    assert (checked.verdict, words in (checked.reason or "")) == (verdict, True), checked
