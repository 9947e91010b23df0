"""Programs on standard input: what they find there, how they end, and how what they print is judged."""

import json
import random
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import take_yardstick
from tallybench.errors import InputError
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox import jobs, programs
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.messages import WorkerSetting
from tallybench.sandbox.outputs import differing_line
from tallybench.sandbox.programs import check_program
from tallybench.values.wire import decode

ADDS = "a, b = map(int, input().split())\nprint(a + b)\n"
THREE = "alpha\nbeta gamma\n\ndelta\n"


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAM_CPU_SECONDS", 0.5)


@pytest.fixture
def usual_limits(short_limits: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAM_CPU_SECONDS", 6)


def file_tests(*cases: tuple[str, str], accepts: str | None = None, tolerance: float | None = None) -> Tests:
    given = tuple(Case((stdin,), expected) for stdin, expected in cases)
    return Tests("File/0", "", "", "", "file", given, tolerance, accepts)


def adding(count: int) -> Tests:
    return file_tests(*((f"{number} 2\n", f"{number + 2}\n") for number in range(count)))


def check(zygote: Zygote, program: str, stdin: str = "1 2\n", expected: str = "3\n") -> CheckOutcome:
    """The outcome for a program, after which the same zygote must judge a right and a wrong one as such."""
    checked = check_program(zygote, file_tests((stdin, expected)), textwrap.dedent(program))
    assert check_program(zygote, file_tests(("1 2\n", "3\n")), ADDS) == PASSED
    assert check_program(zygote, file_tests(("1 2\n", "4\n")), ADDS).verdict is Verdict.WRONG_OUTPUT
    return checked


@pytest.mark.parametrize(
    "program",
    [
        "import sys\nwhile line := sys.stdin.readline():\n    sys.stdout.write(line)",
        "import sys\nsys.stdout.write(sys.stdin.read())",
        "import sys\nsys.stdout.writelines(sys.stdin.readlines())",
        "import sys\nfor line in sys.stdin.buffer:\n    print(line.decode(), end='')",
        "import sys\nsys.__stdout__.write(sys.__stdin__.read())",
        "for line in open(0, 'rb'):\n    print(line.decode(), end='')",
        "with open(0) as given, open(1, 'w') as out:\n    out.write(given.read())",
        "out = open(1, 'w', closefd=False)\nout.write(open(0).read())",
        "import os\nwhile part := os.read(0, 3):\n    os.write(1, part)",
        "import os\nwith os.fdopen(1, 'w') as out:\n    out.write(os.fdopen(0).read())",
        "import sys, io\nsys.stdin = io.TextIOWrapper(sys.stdin.buffer)\nprint(sys.stdin.read(), end='')",
        "import sys, io\nsys.stdout = io.StringIO()\nprint(sys.stdin.read(), end='')\n"
        "sys.__stdout__.write(sys.stdout.getvalue())",
        "import sys, functools\nprint = functools.partial(print, flush=True)\nprint(sys.stdin.read(), end='')",
        "import sys, __main__\ndata = sys.stdin.read()\nprint(__main__.data, end='')",
        "def main():\n    global data\n    data = open(0).read()\n    print(data, end='')\nmain()",
        "import contextlib, io, sys\nwith contextlib.redirect_stdout(io.StringIO()) as kept:\n"
        "    print(sys.stdin.read(), end='')\nprint(kept.getvalue(), end='')",
    ],
)  # fmt: skip
def test_standard_input_is_read_and_output_written_in_odd_forms(native: Zygote, program: str) -> None:
    assert check(native, program, THREE, THREE) == PASSED


IN_A_THREAD = """
    import sys, threading
    sys.setrecursionlimit(10**6)
    threading.stack_size({stack} << 20)

    def depth(n):
        return 0 if n == 0 else 1 + depth(n - 1)

    def main():
        print(depth(int(input())))

    threading.Thread(target=main).start()
"""


@pytest.mark.usefixtures("usual_limits")
def test_a_large_output_is_taken_whole(native: Zygote) -> None:
    program = "for number in range(10**6): print(number)"
    expected = "".join(f"{number}\n" for number in range(10**6))
    assert check(native, program, "", expected) == PASSED
    assert check(native, f"{program}\nimport os\nos.ftruncate(1, 99)", "", expected).verdict is Verdict.WRONG_OUTPUT


@pytest.mark.usefixtures("usual_limits")
@pytest.mark.parametrize(
    ("program", "stdin", "expected"),
    [
        pytest.param("import sys\nprint(len(sys.stdin.read()))", "x" * (20 << 20), f"{20 << 20}", id="a large input"),
        pytest.param("import sys\nprint(repr(sys.stdin.read()))", "", "''", id="an empty input"),
        pytest.param("print(input()[::-1])", "aß\u4e2d\U0001f600", "\U0001f600\u4e2dßa", id="UTF-8"),
        pytest.param("print([input(), input()])", "1\r\n2\r\n", "['1\\r', '2\\r']", id="ends of lines"),
        pytest.param(f"import os\nos.write(0, b'7 7\\n')\nos.lseek(0, 0, 0)\n{ADDS}", "1 2\n", "14", id="writes on it"),
        *(pytest.param(IN_A_THREAD.format(stack=stack), "200000", "200000", id=f"{stack} MiB") for stack in (64, 512)),
    ],
)
def test_standard_input_is_what_the_test_says(native: Zygote, program: str, stdin: str, expected: str) -> None:
    assert check(native, program, stdin, expected) == PASSED


@pytest.mark.parametrize(
    "end",
    [
        "", "exit()", "quit()", "exit(0)", "import sys\nsys.exit()", "import sys\nsys.exit(0)", "raise SystemExit",
        "raise SystemExit(0)", "raise SystemExit(256)", "import sys\nsys.stdout.flush()\nimport os\nos._exit(0)",
        "import sys\nsys.stdout.close()", "import os, sys\nsys.stdout.flush()\nos.close(0)",
    ],
)  # fmt: skip
def test_a_program_that_ends_with_status_zero_has_its_output_judged(native: Zygote, end: str) -> None:
    assert check(native, f"{ADDS}{end}\n") == PASSED
    assert check(native, f"{ADDS}{end}\n", "1 3\n").verdict is Verdict.WRONG_OUTPUT


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("exit(1)", "SystemExit: 1"),
        ("import sys\nsys.exit(98)", "SystemExit: 98"),
        ("import sys\nsys.exit('no answer')", "SystemExit: no answer"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("input()", "EOFError: EOF when reading a line"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("import os\nos._exit(3)", "it ended with exit status 3"),
        ("import os\nos._exit(98)", "it ended with exit status 98"),
        ("import os\nos._exit(1)", "it ended with exit status 1"),
        ("import os\nos.abort()", "the process was ended by SIGABRT"),
        ("import sys\nsys.stdout.close()\nprint(4)", "ValueError: I/O operation on closed file."),
        ("import os\nos.close(1)", "OSError: [Errno 9] Bad file descriptor"),
        ("import os\nos.closerange(0, 64)", "it ended with exit status 1"),
        ("print(", "SyntaxError: '(' was never closed (solution.py, line 3)"),
    ],
)
def test_any_other_end_after_the_right_output_is_an_exception(native: Zygote, end: str, reason: str) -> None:
    where = "" if reason.startswith("SyntaxError") else "test 1 of 1: "
    checked = check(native, f"{ADDS}{end}\n")
    assert (checked.verdict, checked.reason) == (Verdict.EXCEPTION, where + reason)


@pytest.mark.parametrize(
    "program",
    [
        "import threading, time\nthreading.Thread(target=lambda: (time.sleep(0.2), print(3))).start()",
        "import threading\nthread = threading.Thread(target=print, args=(3,))\nthread.start()\nthread.join()",
        "from concurrent.futures import ThreadPoolExecutor\nThreadPoolExecutor(2).submit(print, 3)",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(99,), daemon=True).start()\nprint(3)",
        "import threading\nprint(3)\nthreading.Thread(target=lambda: 1 / 0).start()",
        "import sys, threading, time\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print(3))).start()\nsys.exit()",
    ],
)  # fmt: skip
def test_the_end_waits_for_threads_as_the_interpreter_does(native: Zygote, program: str) -> None:
    assert check(native, program) == PASSED


@pytest.mark.parametrize(
    "wait",
    [
        "import threading, time\nthreading.Thread(target=time.sleep, args=(999,)).start()",
        "import atexit, time\natexit.register(time.sleep, 999)",
    ],
)
def test_a_program_that_never_ends_is_ended_by_the_wall_clock(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, wait: str
) -> None:
    monkeypatch.setattr(jobs, "WALL_FACTOR", 1)
    monkeypatch.setattr(jobs, "WALL_EXTRA", 0.3)
    checked = check(native, f"print(3, flush=True)\n{wait}\n")
    assert (checked.verdict, checked.reason) == (Verdict.TIMEOUT, "test 1 of 1: wall-clock limit: it slept")


@pytest.mark.parametrize(
    ("program", "verdict", "words"),
    [
        ("while True: pass", "timeout", "CPU time limit"),
        ("while True: print('x' * 1000)", "wrong_output", "it printed more than 16,777,216 bytes"),
        ("import os\nos.lseek(1, (1 << 24) - 1, 0)\nos.write(1, b'x')", "wrong_output", "it printed more than"),
        ("import os\nos.ftruncate(1, 1 << 40)", "exception", "File too large"),
        ("x = [0] * 10**10", "memory", "MemoryError"),
        ("kept = bytearray(1 << 33)", "memory", "MemoryError"),
        ("import os\nos.fork()", "forbidden", "system call"),
        ("import os\nos.kill(os.getppid(), 9)", "forbidden", "system call"),
        ("import os\nos.system('true')", "forbidden", "system call"),
        ("import socket\nsocket.socket()", "forbidden", "system call"),
        ("import os\nos.memfd_create('x')", "exception", "PermissionError"),
        ("open('out.txt', 'w')", "exception", "PermissionError"),
        ("open('/etc/passwd')", "exception", "FileNotFoundError"),
        ("open('/dev/stdin')", "exception", "FileNotFoundError"),
        ("import ctypes\nctypes.CDLL(None)", "exception", "AttributeError"),
        ("def f(): f()\nf()", "exception", "RecursionError"),
        ("import os\nos.write(1, b'\\xff\\xfe')", "wrong_output", "not UTF-8"),
        ("pass", "wrong_output", "line 1 differs"),
        ("print(3)\nprint(4)", "wrong_output", "line 2 differs"),
    ],
)
def test_what_a_program_does_wrong_has_its_verdict(native: Zygote, program: str, verdict: str, words: str) -> None:
    checked = check(native, program)
    assert checked.verdict == verdict
    assert words in (checked.reason or ""), checked


@pytest.mark.parametrize(
    "program",
    [
        # The answers of functions, the trailer of a failure, the length of a conversation: all of it is output here.
        "import os\nfor fd in range(64):\n    try: os.write(fd, b'Ri\\3\\0\\0\\0')\n    except OSError: pass",
        "import os\nos.write(1, b'S' + b'\\1' + bytes(7))\nos._exit(0)",
        "import marshal, os\ntold = b'E' + marshal.dumps(('MemoryError', ''), 2)\n"
        "os.write(1, told + len(told).to_bytes(8, 'little'))\nos._exit(0)",
        "import sys\nframe = sys._getframe()\nwhile frame:\n    if 'channel' in frame.f_locals:\n"
        "        __import__('os').write(frame.f_locals['channel'], b'R')\n    frame = frame.f_back",
        "import sys\nsys.modules['child'].finish = lambda *_: None\nprint(4)",
        "import os\nos.write = os._exit = os.dup2 = lambda *_: None\nprint(4)",
    ],
)  # fmt: skip
def test_a_forged_answer_is_nothing_but_output(native: Zygote, program: str) -> None:
    assert check(native, program).verdict is Verdict.WRONG_OUTPUT


@pytest.mark.usefixtures("usual_limits")
def test_what_is_expected_is_nowhere_in_the_process(native: Zygote) -> None:
    program = """
    import gc, os

    backwards, found = "9035768", []
    for one in gc.get_objects():
        members = [*one, *one.values()] if type(one) is dict else one if type(one) in (list, tuple) else ()
        found += [member for member in members if type(member) is str and backwards in member[::-1]]
        found += [member for member in members if type(member) is bytes and backwards.encode() in member[::-1]]
    for fd in range(64):
        try:
            os.lseek(fd, 0, 0)
            found += [fd] * (backwards.encode() in os.read(fd, 10**6)[::-1])
        except OSError:
            pass
    print(found)
    """
    checked = check(native, program, "", "8675309\n")
    assert checked.failure is not None and checked.failure.got == "'[]'", checked
    assert checked.verdict is Verdict.WRONG_OUTPUT


def test_a_program_that_counts_its_tests_does_not_pass(native: Zygote) -> None:
    """What the child that runs many keeps for it is gone where a test runs alone."""
    tests = file_tests(*((f"{number}\n", f"{number * number}\n") for number in range(1, 6)))
    for kept in KEPT:
        counts = f"{kept}\nprint(n * n)\n"
        checked = check_program(native, tests, counts)
        assert checked.verdict is Verdict.WRONG_OUTPUT, (kept, checked)


KEPT = (
    "import builtins\nbuiltins.n = n = getattr(builtins, 'n', 0) + 1",
    "import os\nos.n = n = getattr(os, 'n', 0) + 1",
    "import sys\nsys.modules['n'] = n = sys.modules.get('n', 0) + 1",
    "import re\nn = len(re.compile.__defaults__)\nre.compile.__defaults__ += (0,)",
)

ADDED = "sum(map(int, input().split()))"
READ = "a, b = map(int, input().split())"
ORDERLY = {
    "plain": "",
    "buffer": "import sys, io\nsys.stdin = io.TextIOWrapper(io.BytesIO(sys.stdin.buffer.read()))",
    "descriptor": "import io, os\ninput = io.BytesIO(os.read(0, 1 << 16)).readline",
    "recursion limit": "import sys\nassert sys.getrecursionlimit() == 1000\nsys.setrecursionlimit(10**6)",
    "random": "import random\nassert random.random() == 0.8444218515250481",
    "no globals": "assert 'a' not in globals() and __name__ == '__main__'",
    "memory in a cycle": "big = bytearray(100 << 20)\ndef get(): return big",
    "descriptors in a cycle": "import os\nkept = os.fdopen(os.dup(0))\ndef get(): return kept",
    "thread joined": "import threading\none = threading.Thread(target=int)\none.start()\none.join()",
}
ODD = {
    "os._exit": f"import os, sys\nprint({ADDED}, flush=True)\nos._exit(0)",
    "thread goes on": f"import threading\nthreading.Thread(target=lambda: print({ADDED})).start()",
    "at exit": f"import atexit\natexit.register(lambda: print({ADDED}))",
    "sys.exit": f"import sys\nprint({ADDED})\nsys.exit(0)",
    "replaced input": f"import builtins, sys\nbuiltins.input = sys.stdin.readline\nprint({ADDED})",
    "closed descriptors": f"import os\nprint({ADDED}, flush=True)\nos.closerange(0, 64)",
    "closed output": f"import sys\nprint({ADDED})\nsys.stdout.close()",
    "closes what it opened": f"with open(1, 'w') as output:\n    output.write(str({ADDED}))",
    "left open": f"kept = open(1, 'w', closefd=False)\nkept.write(str({ADDED}))",
    "fails at 20": f"{READ}\nprint(a + b)\n1 / (a - 20)",
    "exit status at 20": f"{READ}\nprint(a + b)\nexit(a == 20)",
    "wrong at 20": f"{READ}\nprint(a + b + (a == 20))",
    "endless at 20": f"{READ}\nprint(a + b)\nwhile a == 20: pass",
    "forbidden at 20": f"import os\n{READ}\nprint(a + b)\nif a == 20: os.fork()",
    "killed at 20": f"import os\n{READ}\nprint(a + b)\nif a == 20: os.abort()",
    "memory at 20": f"{READ}\nprint(a + b)\nif a == 20: bytearray(1 << 40)",
    "too much at 20": f"{READ}\nprint(a + b)\nif a == 20: print('x' * (1 << 25))",
}


@pytest.mark.usefixtures("usual_limits")
@pytest.mark.parametrize("before", ORDERLY.values(), ids=ORDERLY)
def test_a_child_runs_many_tests_as_if_each_were_the_first(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    monkeypatch.setattr(programs, "run_program", None)  # not called: all of them pass together
    assert check_program(native, adding(70), f"{before}\na, b = map(int, input().split())\nprint(a + b)") == PASSED


@pytest.mark.parametrize("program", ODD.values(), ids=ODD)
def test_an_odd_program_is_judged_as_if_each_test_had_a_process(
    native: Zygote, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    tests = adding(24)
    found = check_program(native, tests, program)
    monkeypatch.setattr(programs, "_MOST_TESTS", 1)
    assert check_program(native, tests, program) == found
    monkeypatch.setattr(programs, "run_programs", lambda *_: ([], 0.0))
    assert check_program(native, tests, program) == found
    assert (found == PASSED) == ("20" not in program)


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        ("decimal.getcontext().prec = 3", "decimal.getcontext().prec == 3"),
        ("random.seed(3)", "random.random() == 0.23796462709189137"),
        ("threading.stack_size(1 << 26)", "threading.stack_size() == 1 << 26"),
        ("sys.setrecursionlimit(3000)", "sys.getrecursionlimit() == 3000"),
        ("sys.setswitchinterval(0.5)", "sys.getswitchinterval() == 0.5"),
        ("sys.setprofile(lambda *_: None)", "sys.getprofile() is not None"),
        ("gc.disable()", "not gc.isenabled()"),
        ("sys.stdout.reconfigure(line_buffering=True)", "sys.stdout.line_buffering"),
    ],
)
def test_settings_do_not_outlive_a_test(native: Zygote, change: str, changed: str) -> None:
    program = f"""
    import decimal, gc, random, sys, threading
    a, b = map(int, input().split())
    if a == 20:
        {change}
    print(a + b if a < 21 or {changed} else 0)
    """
    checked = check_program(native, adding(40), textwrap.dedent(program))
    assert (checked.verdict, checked.reason) == (Verdict.WRONG_OUTPUT, "test 22 of 40: line 1 differs")


def test_what_dies_after_its_test_prints_into_no_other(native: Zygote, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "run_program", None)
    program = """
    class Late:
        def __del__(self, write=__import__("os").write):
            write(1, b"late\\n")
    late = [Late()]
    late.append(late)
    print(sum(map(int, input().split())))
    """
    assert check_program(native, adding(40), textwrap.dedent(program)) == PASSED


def test_an_output_beyond_the_limit_is_wrong_whatever_the_input_is(
    native: Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "MESSAGE_LIMIT", 1000)
    checked = check_program(native, file_tests(("1 " * 2000, "3")), "print(3)\nprint('\\n' * 1500)")
    assert checked.verdict is Verdict.WRONG_OUTPUT


def test_what_tells_where_outputs_end_is_not_believed(native: Zygote) -> None:
    program = """
    import os, struct
    a, b = map(int, input().split())
    print(a + b, flush=True)
    for ends in ([], [2], [9], [8, 3], [2, 2**63], [2**64 - 1, 1], [4, 2], [10**6] * 40):
        os.write(1, struct.pack(f"<{len(ends) + 1}Q", *ends, len(ends)))
    if a == 3:
        os._exit(0)
    """
    assert check_program(native, adding(40), textwrap.dedent(program)).verdict is Verdict.WRONG_OUTPUT


def test_the_first_failing_test_is_named_with_what_it_wanted_and_got(native: Zygote) -> None:
    tests = file_tests(("1 2\n", "3\n"), ("20 22\n", "head\n43\n"), ("x\n", ""))
    program = "a, b = map(int, input().split())\nprint('head\\n' * (a == 20), end='')\nprint(a + b)\n"
    assert check_program(native, tests, program) == CheckOutcome.failed(
        Verdict.WRONG_OUTPUT, "test 2 of 3: line 2 differs", "standard input '20 22\\n'", "'43'", "'42'"
    )


def test_all_tests_together_have_a_limit(native: Zygote, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PROGRAM_TOTAL_CPU_SECONDS", 0.5)
    program = "import time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass\nprint(3)"
    checked = check_program(native, file_tests(*[("", "3")] * 6), program)
    assert checked.verdict is Verdict.TIMEOUT
    assert (checked.reason or "").endswith("of 6: CPU time limit of all tests together")


@pytest.mark.parametrize(
    ("expected", "output", "line", "tolerance"),
    [
        ("1\n2\n", "1\n2", None, None),
        ("1\n2\n", "1  \n2\t\r\n\n\n", None, None),
        ("", "\n", None, None),
        ("1\n2\n", "1\n\n2\n", 1, None),
        ("1 2\n", "1  2\n", 0, None),
        ("1\n", " 1\n", 0, None),
        ("1\n2\n", "1\n", 1, None),
        ("1\n", "1\n2\n", 1, None),
        ("YES\n", "Yes\n", 0, None),
        ("1\u2028\n", "1\n", None, None),
        ("0.333333333\n", "0.33333\n", 0, 1e-6),
        ("0.333333333\n", "0.3333331\n", None, 1e-6),
        ("answer 1e9 x\n", "answer 1000000000.5 x\n", None, 1e-6),
        ("1 2\n", "1 2 3\n", 0, 1e-6),
        ("nan\n", "nan\n", None, 1e-6),
        ("1.0\n", "nan\n", 0, 1e-6),
        ("yes\n", "no\n", 0, 1e-6),
        ("10.5\n", "1_0.5\n", 0, 1e-6),
        ("10.5\n", "\uff11\uff10.5\n", 0, 1e-6),
    ],
)
def test_texts_are_compared_line_by_line_without_white_space_at_the_ends_and_numbers_within_a_tolerance(
    expected: str, output: str, line: int | None, tolerance: float | None
) -> None:
    assert differing_line(expected, output, tolerance) == line


JUDGE = """
def accepts(output, expected, stdin):
    a, b = map(int, output.split())
    return a + b == int(stdin) and len(expected) > 0
"""


@pytest.mark.parametrize(
    ("program", "verdict", "words"),
    [
        ("print(int(input()), 0)", "passed", ""),
        ("print(1, int(input()) - 1)", "passed", ""),
        ("print(1, 1)", "wrong_output", "the output is not accepted"),
        ("print('one two')", "wrong_output", "could not be judged: ValueError"),
    ],
)
def test_a_special_judge_accepts_several_answers(native: Zygote, program: str, verdict: str, words: str) -> None:
    checked = check_program(native, file_tests(("10\n", "5 5\n"), accepts=JUDGE), program)
    assert checked.verdict == verdict
    assert words in (checked.reason or "")


@pytest.fixture
def timing_worker() -> Iterator[Worker]:
    with closing(Worker(WorkerSetting(default_interpreter(), "cputime"))) as worker:
        yield worker


SUM = Problem("File/0", "", "file", "Add.", "", Solution("canonical", ADDS), cases=(Case(("1 2\n",), "3\n"),))
DOUBLE = Problem(
    "Case/0", "f", "function", "", "", Solution("canonical", "def f(x):\n    return [y * 2 for y in x]\n"),
    cases=(Case(([1],), [2]), Case(([0.1, 2],), [0.2, 4])),
)  # fmt: skip


def test_a_worker_checks_a_problem_by_its_level(timing_worker: Worker) -> None:
    assert timing_worker.run(CheckTask(Tests.of(SUM), ADDS)) == PASSED
    assert timing_worker.run(CheckTask(Tests.of(SUM), "print(4)")).verdict is Verdict.WRONG_OUTPUT
    assert timing_worker.run(CheckTask(Tests.of(DOUBLE), DOUBLE.canonical.code)) == PASSED


@pytest.mark.parametrize(
    ("solution", "outcome"),
    [
        (DOUBLE.canonical.code, PASSED),
        ("def f(x):\n    x[:] = [y + y for y in x]\n    return x\n", PASSED),
        (
            "def f(x):\n    return [y + 1 for y in x]\n",
            CheckOutcome.failed(
                Verdict.WRONG_OUTPUT, "test 2 of 2: the output differs", "f([0.1, 2])", "[0.2, 4]", "[1.1, 3]"
            ),
        ),
        (
            "def f(x):\n    return 1 / 0\n",
            CheckOutcome.failed(Verdict.EXCEPTION, "ZeroDivisionError: division by zero", "f([1])"),
        ),
        ("def g(x):\n    pass\n", CheckOutcome.failed(Verdict.NO_CODE, "it does not define the entry point")),
    ],
)
def test_a_function_is_called_with_the_arguments_of_each_case(
    native: Zygote, solution: str, outcome: CheckOutcome
) -> None:
    assert check_solution(native, Tests.of(DOUBLE), solution) == outcome


@pytest.mark.parametrize(
    ("options", "expected", "solution", "right"),
    [
        ({}, 0.3, "return 0.1 + 0.2", False),
        ({"tolerance": 1e-6}, 0.3, "return 0.1 + 0.2", True),
        ({"accepts": "def accepts(output, expected, x):\n    return output in (x, expected)\n"}, 3, "return 3", True),
        ({"accepts": "def accepts(output, expected, x):\n    return output in (x, expected)\n"}, 3, "return 4", False),
        ({}, float("nan"), "return float('nan')", True),
        ({}, 3, "return type('Yes', (int,), {'__eq__': lambda *_: True})(4)", False),
        ({"accepts": "def accepts(output, expected, x):\n    while True: pass\n"}, 3, "return 4", False),
    ],
)
def test_outputs_of_cases_are_compared_as_the_problem_says(
    native: Zygote,
    monkeypatch: pytest.MonkeyPatch,
    options: dict[str, object],
    expected: object,
    solution: str,
    right: bool,
) -> None:
    monkeypatch.setattr("tallybench.sandbox.correctness.JUDGING_CPU_SECONDS", 0.5)
    tests = Tests("Case/1", "f", "", "", cases=(Case((7,), expected),), **options)  # type: ignore[arg-type]
    checked = check_solution(native, tests, f"def f(x):\n    {solution}\n")
    assert checked.verdict is (Verdict.PASSED if right else Verdict.WRONG_OUTPUT), checked


def seeded(program: str, seed: str = "1024", function: str = "generate_input") -> StressfulInput:
    return StressfulInput("large", Kind.GIVEN, "", "seeded", program, function, seed=seed)


@pytest.mark.parametrize(
    ("result", "arguments"),
    [("'4\\n'", ("4\n",)), ("[1, 'x']", (1, "x")), ("(1, 'x')", (1, "x"))],
)
def test_a_seeded_input_is_a_text_or_a_list_of_arguments(native: Zygote, result: str, arguments: object) -> None:
    built = build_input(native, seeded(f"def generate_input():\n    return {result}\n").recipe(None))
    assert decode(built.output or b"") == arguments


def test_a_seeded_input_draws_what_random_draws_after_its_seed(native: Zygote) -> None:
    program = "import random as r\nfirst = r.random()\ndef generate_input():\n    return [first, r.random()]\n"
    draw = random.Random(1024)
    built = build_input(native, seeded(program).recipe(None))
    assert decode(built.output or b"") == (draw.random(), draw.random())
    assert build_input(native, seeded(program, "7").recipe(None)).output != built.output


def test_cases_and_level_are_part_of_a_problems_hash_where_they_are_given() -> None:
    plain = Problem("P/0", "f", "function", "", "", Solution("canonical", ""))
    with_case = Problem("P/0", "f", "function", "", "", Solution("canonical", ""), cases=(Case((1,), {2}),))
    other_case = Problem("P/0", "f", "function", "", "", Solution("canonical", ""), cases=(Case((1,), {3}),))
    file = Problem("P/0", "f", "file", "", "", Solution("canonical", ""))
    assert len({one.hash for one in (plain, with_case, other_case, file)}) == 4


def test_a_programs_time_is_not_measured_but_said_so(timing_worker: Worker, tmp_path: Path) -> None:
    one = seeded("def generate_input():\n    return '1 2\\n'\n")
    problem = Problem("File/0", "", "file", "", "", SUM.canonical, stressful=(one,), references=(SUM.canonical,))
    with pytest.raises(InputError, match=r"File/0: counter cputime measures functions only"):
        take_yardstick(timing_worker.meter, problem, tmp_path)


IDIOMS = [
    json.loads(line) for line in (Path(__file__).parent.parent / "reported/stdin-idioms.jsonl").read_text().splitlines()
]
GIVEN = [("2\naa\nab\n", "YES\nNO\n"), ("1\nabcabc\n", "YES\n"), ("3\na\nbb\nabab\n", "NO\nYES\nYES\n")]


# What is not passed, and why. The first exits with an error status, which every contest's judge takes for a failure.
NOT_PASSED = {
    "sys.exit(1)": (Verdict.EXCEPTION, "SystemExit: 1"),
    "lowercase out (must fail?)": (Verdict.WRONG_OUTPUT, "line 1 differs"),
    "prompted input (must fail)": (Verdict.WRONG_OUTPUT, "line 1 differs"),
    "subprocess echo (must not)": (Verdict.FORBIDDEN, "system call"),
    "mmap stdin": (Verdict.EXCEPTION, "No module named 'mmap'"),
    "import numpy": (Verdict.EXCEPTION, "No module named 'numpy'"),
}


@pytest.mark.parametrize("idiom", IDIOMS, ids=[idiom["note"] for idiom in IDIOMS])
def test_a_program_finds_its_input_however_it_reads_it(idiom: dict[str, str], native: Zygote) -> None:
    cases = tuple(Case((given,), wanted, "") for given, wanted in GIVEN)
    outcome = check_program(native, Tests("CodeContests/4a4036ee", "", "", "", "file", cases), idiom["solution"])
    verdict, reason = NOT_PASSED.get(idiom["note"], (Verdict.PASSED, ""))
    assert outcome.verdict is verdict and reason in (outcome.reason or ""), outcome.reason
