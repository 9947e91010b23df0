"""Counts of programs on standard input: the whole program from its first statement to its last flush."""

from functools import cache
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter, over_budget
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.errors import InputError
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox import jobs
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Answer, run_program
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode, encode
from tests.sandbox.running import compiled, spent

pytestmark = pytest.mark.usefixtures("short_limits")
LOOP = "total = 0\nfor i in range({}):\n    total += i * i % 7\nprint(total)\n"


NO_PROBLEM = Problem("File/0", "", "file", "", "", Solution("canonical", ""))


def run(native: Zygote, emulated: Zygote, program: str, stdin: bytes = b"", cpu_seconds: float = 30) -> Answer:
    return run_program(emulated, compiled(native, program), stdin, cpu_seconds)


@cache
def overhead(native: Zygote, emulated: Zygote, stdin: bytes) -> int:
    return LEVELS["file"].overhead(native, emulated, NO_PROBLEM, encode((stdin.decode(),)), b"")


def count(native: Zygote, emulated: Zygote, program: str, stdin: bytes = b"") -> int:
    """A program's count less what one without a statement spends."""
    answer = run(native, emulated, program, stdin)
    assert answer.failure is None and answer.count is not None, answer
    return answer.count - overhead(native, emulated, stdin)


def test_programs_and_functions_beside_each_other_have_exactly_the_same_counts_in_every_process(
    native: Zygote, emulated: Zygote, another: Zygote
) -> None:
    """What runs programs is loaded in a process of its own, so that it does not move the counts of functions."""
    program = "n = int(input())\nseen = set(input().split())\nprint(n, *sorted(seen, key=str))\n"
    stdin = b"3\n" + b" ".join(b"%d" % (number * 7919 % 997) for number in range(3000)) + b"\n"
    function = "def f(x):\n    return sorted(set(x), key=str)\n", [number * 7919 % 997 for number in range(3000)]
    alone = spent(native, another, *function)
    programs = {count(native, zygote, program, stdin) for zygote in (emulated, emulated, another, emulated)}
    assert emulated.for_programs() is emulated.for_programs() is not emulated
    assert len(programs) == 1 and spent(native, emulated, *function) == alone


def test_a_count_is_the_same_whatever_ran_before_it(native: Zygote, emulated: Zygote) -> None:
    first = count(native, emulated, LOOP.format(1000), b"1\n")
    for before in ("", "1 / 0", "import os\nos.abort()", "import os\nos.fork()", "print('x' * 10**6)", "exit(3)"):
        run(native, emulated, before, b"2\n" * 1000)
        assert count(native, emulated, LOOP.format(1000), b"1\n") == first


def test_a_program_that_ends_at_once_counts_nothing_and_the_usual_end_is_its_own(
    native: Zygote, emulated: Zygote
) -> None:
    """Who skips the end (os._exit) is not paid for it: it is taken off nobody's count."""
    assert count(native, emulated, "import os\nos._exit(0)\n") == 0
    assert 50_000 < count(native, emulated, "") < 100_000


def test_a_count_grows_with_the_work(native: Zygote, emulated: Zygote) -> None:
    one, ten = (count(native, emulated, LOOP.format(size)) for size in (10_000, 100_000))
    assert 9 < ten / one < 10.5


def test_reading_is_counted_and_what_is_only_there_to_be_read_is_not(native: Zygote, emulated: Zygote) -> None:
    small, large = (count(native, emulated, "print(1)", b"1 2 3\n" * size) for size in (1, 1_000_000))
    assert abs(large - small) < 100  # by where things happen to lie in memory
    program = "import sys\nlines = sys.stdin.readlines()\n"
    few, many = (count(native, emulated, program, b"1 2 3\n" * size) for size in (1000, 100_000))
    assert many - few > 99_000 * 50


def test_printing_is_counted_to_its_last_flush(native: Zygote, emulated: Zygote) -> None:
    printed = count(native, emulated, "for i in range(10**5): print(i)")
    written = count(native, emulated, "import sys\nfor i in range(10**5): sys.stdout.write(str(i) + '\\n')")
    at_once = count(native, emulated, "print('\\n'.join(map(str, range(10**5))))")
    loop = count(native, emulated, "for i in range(10**5): str(i)")
    assert printed > written > at_once > loop / 2
    assert printed - loop > 10**5 * 500


def test_what_is_left_for_the_end_is_counted(native: Zygote, emulated: Zygote) -> None:
    inside = "def work():\n" + "".join(f"    {line}\n" for line in LOOP.format(30_000).splitlines())
    loop = count(native, emulated, f"{inside}work()\n")
    for late in (
        f"import atexit\n{inside}atexit.register(work)\n",
        f"import threading\n{inside}threading.Thread(target=work).start()\n",
    ):
        assert 0.99 < count(native, emulated, late) / loop < 1.05


def test_input_and_a_line_of_standard_input_are_told_apart_and_each_repeats(native: Zygote, emulated: Zygote) -> None:
    stdin = b"12 34\n" * 20_000
    by_input = "for _ in range(20_000): a, b = input().split()"
    by_line = "import sys\nreadline = sys.stdin.readline\nfor _ in range(20_000): a, b = readline().split()"
    first, second = (count(native, emulated, by_input, stdin) for _ in range(2))
    assert first == second > count(native, emulated, by_line, stdin)


@pytest.mark.parametrize("stack", [64, 512])
def test_a_recursion_in_a_thread_with_a_large_stack_is_counted(native: Zygote, emulated: Zygote, stack: int) -> None:
    program = f"""
import sys, threading
sys.setrecursionlimit(10**6)
threading.stack_size({stack} << 20)
def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)
threading.Thread(target=lambda: print(depth(100_000))).start()
"""
    answer = run(native, emulated, program)
    assert answer.output == b"100000\n"
    assert answer.count is not None and answer.count > 100_000 * 50


@pytest.fixture(scope="module")
def usual(native: Zygote, emulated: Zygote) -> int:
    """The count of a program before any did what it may not."""
    return count(native, emulated, "print(1)")


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        ("import os\nos.closerange(0, 2000)\nprint(3)", Verdict.EXCEPTION),
        ("import os\nos.fork()", Verdict.FORBIDDEN),
        ("import os\nos.memfd_create('x')", Verdict.EXCEPTION),
        ("import ctypes\nctypes.CDLL(None)", Verdict.EXCEPTION),
        ("import threading, time\nthreading.Thread(target=time.sleep, args=(999,)).start()", Verdict.TIMEOUT),
        ("x = bytearray(1 << 45)", Verdict.MEMORY),
    ],
)
def test_what_programs_may_not_do_has_its_verdict_under_the_counter(
    native: Zygote, emulated: Zygote, monkeypatch: pytest.MonkeyPatch, usual: int, program: str, verdict: Verdict
) -> None:
    monkeypatch.setattr(jobs, "WALL_FACTOR", 1)
    failure = run(native, emulated, program, cpu_seconds=2).failure
    assert failure is not None and failure.verdict is verdict, failure
    assert count(native, emulated, "print(1)") == usual


def problem(reference: str, generator: str, *others: str, accepts: str | None = None) -> Problem:
    stressful = StressfulInput("large", Kind.GIVEN, "", "seeded", generator, "generate_input", seed="1024")
    known = tuple(Solution(f"human_{number}", code) for number, code in enumerate((reference, *others)))
    canonical = Solution("canonical", reference)
    given = (stressful,)
    return Problem("File/0", "", "file", "", "", canonical, stressful=given, references=known, accepts=accepts)


NUMBERS = """
import random
def generate_input():
    numbers = [random.randint(1, 10**9) for _ in range(5000)]
    return f"{len(numbers)}\\n{' '.join(map(str, numbers))}\\n"
"""
BUILT_IN = "input()\nfor number in sorted(map(int, input().split())): print(number)\n"
JOINED = "import sys\nprint('\\n'.join(map(str, sorted(map(int, sys.stdin.read().split()[1:])))), end='  \\n\\n')\n"
SLOW = """
n = int(input())
numbers = list(map(int, input().split()))
done = []
for number in numbers:
    at = 0
    while at < len(done) and done[at] < number:
        at += 1
    done.insert(at, number)
print(*done, sep="\\n")
"""
SORTS = problem(BUILT_IN, NUMBERS, JOINED)


@pytest.fixture(scope="module")
def known(meter: Meter, tmp_path_factory: pytest.TempPathFactory) -> tuple[Yardstick, Path]:
    folder = tmp_path_factory.mktemp("inputs")
    return take_yardstick(meter, SORTS, folder), folder


def test_a_yardstick_of_programs_has_texts_and_the_best_of_the_references(known: tuple[Yardstick, Path]) -> None:
    yardstick, folder = known
    (text,) = decode((folder / "large.in").read_bytes())
    printed = (folder / "large.out").read_text()
    assert text.startswith("5000\n") and len(printed.splitlines()) == 5000
    assert yardstick.best == "human_1"
    assert (yardstick.counts["human_0"]["large"] or 0) > (yardstick.counts["human_1"]["large"] or 0) > 1_000_000
    assert yardstick.budget("large") == BUDGET * (yardstick.counts["human_1"]["large"] or 0)


@pytest.mark.parametrize(
    ("program", "verdict"),
    [
        (JOINED, "counted"),
        (BUILT_IN, "counted"),
        (SLOW, "over_budget"),
        ("while True: pass", "over_budget"),
        ("print(1)", "wrong_output"),
        (f"{JOINED}import os, sys\nos.write(1, b'\\xff')\n", "wrong_output"),
        (f"{JOINED}exit(1)\n", "exception"),
        (f"{JOINED}1 / 0\n", "exception"),
        ("print(", "exception"),
        ("x = bytearray(1 << 45)", "memory"),
    ],
)
def test_a_program_is_measured_like_a_function(
    meter: Meter, known: tuple[Yardstick, Path], program: str, verdict: str
) -> None:
    yardstick, folder = known
    stressed = measure_solution(meter, SORTS, program, "large", yardstick, folder)
    assert stressed.verdict == verdict, stressed
    if program in (JOINED, BUILT_IN):
        name = "human_1" if program == JOINED else "human_0"
        assert stressed == StressResult.counted(yardstick.counts[name]["large"] or 0)
    else:
        assert stressed.count is None
    assert verdict != "over_budget" or stressed == over_budget()


def test_leaving_without_an_end_is_no_tampering_and_gains_next_to_nothing(
    meter: Meter, known: tuple[Yardstick, Path]
) -> None:
    yardstick, folder = known
    leaves = f"{JOINED}sys.stdout.flush()\nimport os\nos._exit(0)\n"
    left = measure_solution(meter, SORTS, leaves, "large", yardstick, folder)
    assert left.verdict is StressVerdict.COUNTED
    assert abs((left.count or 0) - (yardstick.counts["human_1"]["large"] or 0)) < 200_000


@pytest.mark.parametrize(
    ("faulty", "words"),
    [
        (problem(BUILT_IN, NUMBERS, "print(1)\n"), "human_1 disagrees with human_0"),
        (problem("1 / 0\n", NUMBERS), "human_0 fails: ZeroDivisionError"),
        (problem(BUILT_IN, "def generate_input():\n    return [1, 2]\n"), "a program's input is one text"),
        (problem(BUILT_IN, "def generate_input():\n    return 5\n"), "cannot be built: TypeError"),
        (problem(BUILT_IN, "def generate_input():\n    return '\\ud800'\n"), "cannot be written as UTF-8"),
        (problem(BUILT_IN, "def generate_input():\n    1 / 0\n"), "cannot be built: ZeroDivisionError"),
    ],
)
def test_a_faulty_problem_is_named(meter: Meter, tmp_path: Path, faulty: Problem, words: str) -> None:
    with pytest.raises(InputError, match=r"the benchmark is at fault: File/0, stressful input large: .*" + words):
        take_yardstick(meter, faulty, tmp_path)


def test_several_right_answers_under_stress_are_judged(meter: Meter, tmp_path: Path) -> None:
    accepts = "def accepts(output, expected, stdin):\n    return sorted(output.split()) == sorted(expected.split())\n"
    judged = problem(BUILT_IN, NUMBERS, accepts=accepts)
    yardstick = take_yardstick(meter, judged, tmp_path)
    backwards = BUILT_IN.replace("sorted(map(int, input().split()))", "sorted(map(int, input().split()))[::-1]")
    for program, verdict in ((backwards, StressVerdict.COUNTED), ("print(1)", StressVerdict.WRONG_OUTPUT)):
        assert measure_solution(meter, judged, program, "large", yardstick, tmp_path).verdict is verdict
