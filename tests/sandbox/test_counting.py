"""What a count is made of: the solution's own work, to the instruction, whatever was before it and around it."""

import gc
import signal
import weakref
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.counting import instructions as counting
from tallybench.counting.instructions import BytecodeCache, Meter, over_budget
from tallybench.counting.witness import SLOWEST_PAGE, NativeSpeed, Witness
from tallybench.counting.worker import calibrate
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.model.budget import BUDGET
from tallybench.model.inputs import Kind, StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox import jobs
from tallybench.sandbox.child_exit import ChildExit, judge_exit
from tallybench.sandbox.counters import Totals, parse_log
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import REPORT
from tallybench.sandbox.jobs import Answer, build_input, count_encoding
from tallybench.sandbox.outputs import wrong_output
from tallybench.values.wire import encode
from tests.sandbox.running import IDENTITY, run, spent

MILLION = list(range(10**6))
NEXT_TO_NOTHING = 10_000  # instructions: defining a function and calling it takes some four thousand
CHANCE = 300  # by where things happen to lie in memory
SORTS = "def f(x):\n    return sorted(set(x), key=str)\n"


def own_work(native: Zygote, emulated: Zygote, solution: str, *arguments: object) -> int:
    """The count less what encoding the output takes."""
    answer = run(native, emulated, solution, *arguments)
    assert answer.count is not None and answer.output is not None
    overhead = count_encoding(emulated, answer.output)
    assert overhead is not None
    return answer.count - overhead


@pytest.mark.parametrize("solution", [IDENTITY, "def f(x):\n    return 0\n"])
def test_neither_loading_an_input_nor_returning_it_is_counted(native: Zygote, emulated: Zygote, solution: str) -> None:
    short, long = (own_work(native, emulated, solution, argument) for argument in ([1], MILLION))
    assert 0 < long < NEXT_TO_NOTHING
    assert abs(long - short) < CHANCE


def test_a_large_output_costs_no_more_than_its_slice(native: Zygote, emulated: Zygote) -> None:
    """6 instructions an element: its pointer is copied, its references are counted up. It is never freed."""
    slices = "def f(x, n):\n    return x[:n]\n"
    few, many = (own_work(native, emulated, slices, MILLION, size) for size in (10, 10**6))
    assert 0 < few < NEXT_TO_NOTHING
    assert many - few == pytest.approx(6 * 10**6, rel=0.01)


def test_a_count_is_the_same_whatever_ran_before_it(native: Zygote, emulated: Zygote, another: Zygote) -> None:
    numbers = [(number * 7919) % 10007 for number in range(5000)]
    first = spent(native, another, SORTS, numbers)
    for before in (
        IDENTITY,
        "def f(x):\n    return [0] * 10**6\n",
        "def f(x):\n    1 / 0\n",
        "import os\ndef f(x):\n    os._exit(3)\n",
        "import os\ndef f(x):\n    os.abort()\n",
        "import os\ndef f(x):\n    os.fork()\n",
        "import threading\ndef f(x):\n    [threading.Thread(target=len, args=(x,)).start() for _ in range(10)]\n",
        "import concurrent.futures, unittest\ndef f(x):\n    return x\n",
        "def f(x):\n    while True: pass\n",
        SORTS,
    ):
        run(native, emulated, before, numbers, cpu_seconds=1)
        assert spent(native, emulated, SORTS, numbers) == first, before


def test_comments_and_layout_change_no_count_and_a_docstring_hardly(native: Zygote, emulated: Zygote) -> None:
    bare = "def f(x):\n    total = 0\n    for y in x:\n        total += y\n    return total\n"
    dressed = (
        "# A comment.\n\n\ndef f(x):\n    # Another one.\n    total = 0\n\n"
        "    for y in x:  # a third\n            total += y\n\n    return total\n\n# The end.\n"
    )
    documented = bare.replace("    total = 0", '    """Sums."""\n    total = 0', 1)
    plain, commented, described = (
        own_work(native, emulated, code, list(range(1000))) for code in (bare, dressed, documented)
    )
    assert plain == commented
    assert abs(described - plain) < 20


@pytest.mark.parametrize(
    "imports",
    ["math, statistics", "re, collections, itertools, heapq", "asyncio, pathlib", "encodings.utf_32"],
)
def test_importing_what_solutions_usually_import_costs_little(native: Zygote, emulated: Zygote, imports: str) -> None:
    solution = f"try:\n    import {imports}\nexcept ImportError:\n    pass\n{IDENTITY}"
    assert 0 < own_work(native, emulated, solution, 3) - own_work(native, emulated, IDENTITY, 3) < NEXT_TO_NOTHING


def test_the_hash_seed_moves_a_count_over_lists_by_little(native: Zygote, emulated: Zygote) -> None:
    solution = "def f(x):\n    return [y * y % 7 for y in sorted(x, reverse=True)]\n"
    with closing(Zygote(replace(emulated.setting, hash_seed=1))) as reseeded:
        zero, one = (spent(native, zygote, solution, MILLION[:50_000]) for zygote in (emulated, reseeded))
    assert abs(one - zero) <= zero * 0.001


def problem(reference: str, *expressions: str, **options: object) -> Problem:
    stressful = StressfulInput("large", Kind.LARGE_RANDOM, "anything slow", "expression", "", expressions=expressions)
    known = Solution("reference", reference)
    return Problem("Count/0", "f", "function", "", "", known, stressful=(stressful,), references=(known,), **options)  # type: ignore[arg-type]


SUMS = problem("def f(n):\n    return n * (n - 1) // 2 + sum(range(20_000))\n", "100_000")
SLOW = "def f(n):\n    total = 0\n    for i in range(n * {}):\n        total += i\n    return total\n"


Measured = Callable[..., StressResult]


@pytest.fixture(scope="module")
def yardstick(meter: Meter, folder: Path) -> Yardstick:
    return take_yardstick(meter, SUMS, folder)


@pytest.fixture
def measured(meter: Meter, folder: Path, yardstick: Yardstick) -> Measured:
    """Measures a solution with a meter of this rate."""

    def measure(solution: str, rate: float = 300e6, known: Yardstick = yardstick) -> StressResult:
        return measure_solution(replace(meter, rate=rate), SUMS, solution, "large", known, folder)

    return measure


@pytest.mark.parametrize(
    ("solution", "verdict"),
    [
        (SUMS.canonical.code, StressVerdict.COUNTED),
        (SUMS.canonical.code.replace("20_000", "200_000").replace("sum(", "199_990_000 + 0 * sum("), "counted"),
        (SLOW.format(5), "over_budget"),
        (SLOW.format(10**6), "over_budget"),
        ("def f(n):\n    while True: pass\n", "over_budget"),
    ],
    ids=["best", "within", "over", "far over", "endless"],
)
def test_the_speed_of_the_machine_changes_no_byte(measured: Measured, solution: str, verdict: str) -> None:
    slow, fast = (measured(solution, rate) for rate in (100e6, 400e6))
    assert slow == fast and slow.verdict == verdict
    assert verdict == "counted" or slow == over_budget()


def test_a_solution_within_its_budget_is_counted_however_short_the_first_limit(
    measured: Measured, yardstick: Yardstick
) -> None:
    generous = replace(yardstick, counts={"reference": {"large": 20_000_000}}, best="reference")
    solution = SLOW.format(3).replace("return total", "return n * (n - 1) // 2 + sum(range(20_000))")
    slow, fast = (measured(solution, rate, generous) for rate in (100e6, 1e12))
    assert slow == fast
    assert slow.verdict is StressVerdict.COUNTED and (slow.count or 0) > 100_000_000


@pytest.mark.parametrize(("number", "out_of_time"), [(signal.SIGPROF, True), (signal.SIGKILL, False)])
def test_the_timer_has_ended_a_child_however_little_time_was_measured(number: int, out_of_time: bool) -> None:
    ended = judge_exit(REPORT.pack(1, 2, number, 0.01, 0.0), None, 10.0)
    assert (ended.signal, ended.out_of_time, ended.slept) == (number, out_of_time, False)


def test_whoever_keeps_the_timer_away_is_over_the_budget_too(
    measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "LAST_EXTRA", 1.0)  # what it runs for is waited for
    solution = "import signal\ndef f(n):\n    signal.signal(signal.SIGPROF, signal.SIG_IGN)\n    while True: pass\n"
    assert measured(solution) == over_budget()


def test_the_budget_is_twenty_times_the_best_known_count(measured: Measured, yardstick: Yardstick) -> None:
    best = yardstick.counts["reference"]["large"] or 0
    assert yardstick.best == "reference" and yardstick.budget("large") == BUDGET * best > 0
    assert measured(SUMS.canonical.code) == StressResult.counted(best)


def test_the_input_is_built_from_its_seed(native: Zygote) -> None:
    def built(seed: str) -> bytes | None:
        program = "def make(draw):\n    return ([draw.randrange(10**9) for _ in range(1000)],)\n"
        one = StressfulInput("large", Kind.LARGE_RANDOM, "", "generator", program, "make", seed=seed)
        return build_input(native, one.recipe(None)).output

    assert built("a") == built("a") != built("b")


def test_the_machines_speed_is_taken_from_a_plain_loop(native: Zygote, emulated: Zygote) -> None:
    rate, speed = calibrate("valgrind", native, emulated)
    assert 0 < rate < speed.rate
    assert 0 < speed.page < SLOWEST_PAGE


@pytest.mark.parametrize(
    ("own", "kernel", "page", "believed"),
    [
        (0.05, 0.0, 1.2e-6, True),
        (0.02, 0.1, 1.2e-6, True),
        (0.02, 0.1, 2e-7, False),
        (0.02, 0.5, 1.2e-6, False),
        (0.12, 0.0, 1.2e-6, False),
        (5.0, 0.0, SLOWEST_PAGE, False),
    ],
)
def test_what_fills_memory_may_take_what_pages_take_the_kernel(
    own: float, kernel: float, page: float, believed: bool
) -> None:
    hundred_megabytes = 11_000_000  # instructions
    ended = ChildExit(0, None, own + kernel, kernel, False, False, None, None)
    answer = Answer(**vars(ended), output=b"", failure=None, count=None)
    doubt = Witness(answer, None, 10, NativeSpeed(8.4e9, page)).contradiction(hundred_megabytes)
    assert (doubt is None) is believed


EXACT = problem(IDENTITY, "1")
TOLERANT = problem(IDENTITY, "1", tolerance=1e-6)
ACCEPTS = problem(IDENTITY, "1", accepts="def accepts(output, expected, x):\n    return sorted(output) == sorted(x)\n")
NAN = float("nan")


@pytest.mark.parametrize(
    ("judged_by", "expected", "output", "right"),
    [
        (EXACT, [1, 2], [1, 2], True),
        (EXACT, [1, 2], (1, 2), False),
        (EXACT, 0.0, -0.0, True),
        (EXACT, 1, True, True),
        (EXACT, 1, 1.0, True),
        (EXACT, NAN, NAN, True),
        (EXACT, [NAN], [NAN], True),
        (EXACT, 0.1 + 0.2, 0.3, False),
        (EXACT, {1: 2, 3: 4}, {3: 4, 1: 2}, True),
        (EXACT, "a", "b", False),
        (EXACT, None, 0, False),
        (TOLERANT, 0.3, 0.3 + 5e-7, True),
        (TOLERANT, 0.3, 0.3 + 2e-6, False),
        (TOLERANT, 0.0, 1e-9, True),
        (TOLERANT, 0.0, 1e-5, False),
        (TOLERANT, 1e9, 1e9 + 500, True),
        (TOLERANT, 1e9, 1e9 + 5000, False),
        (TOLERANT, [1.0, (2.0,)], [1.0 + 1e-7, (2.0 - 1e-7,)], True),
        (TOLERANT, [1.0, 2.0], [1.0], False),
        (TOLERANT, [1.0], (1.0,), False),
        (TOLERANT, 1.0, NAN, False),
        (TOLERANT, NAN, 1.0, False),
        (TOLERANT, float("inf"), float("inf"), True),
        (TOLERANT, float("inf"), 1.0, False),
        (TOLERANT, float("inf"), float("-inf"), False),
        (TOLERANT, 1.0, float("inf"), False),
        (TOLERANT, 1.0, 10**400, False),
        (TOLERANT, 1, 1 + 1e-9, False),
        (TOLERANT, 1.0, "1.0", False),
        (TOLERANT, 1.0, None, False),
        (ACCEPTS, [1, 2], [2, 1], True),
        (ACCEPTS, [1, 2], [2, 2], False),
        (ACCEPTS, [1, 2], 3, False),
    ],
)
def test_outputs_are_compared_as_the_problem_says(
    judged_by: Problem, expected: object, output: object, right: bool
) -> None:
    wrong = wrong_output(judged_by, encode(([1, 2],)), encode(expected), encode(output))
    assert (wrong is None) is right, wrong


def test_an_output_that_is_no_plain_data_is_wrong() -> None:
    assert wrong_output(EXACT, encode((1,)), encode(1), b"c") is not None
    assert wrong_output(ACCEPTS, encode(([1],)), encode(1), b"[\xff\xff\xff\xff") is not None


@pytest.mark.parametrize(
    ("log", "totals"),
    [
        (b"", Totals({}, {}, False)),
        (b"==301== \n==301== I   refs:      1,234,567\n", Totals({301: 1234567}, {}, False)),
        (b"==7== I refs: 12\n==8== I refs: 34\n", Totals({7: 12, 8: 34}, {}, False)),
        (b"==7== I refs: 12\n==7== I refs: 12\n", Totals({7: 12}, {}, True)),
        (b"==7== I refs: 1\n==8== I refs: 3\n==7== I refs: 2\n", Totals({7: 2, 8: 3}, {}, True)),
        (b"==7== I refs: twelve\n== I refs: 12\nI refs: 12\n", Totals({}, {}, False)),
        (
            b"==7== Process terminating with default action of signal 11 (SIGSEGV)\n==7== I   refs:      9\n",
            Totals({7: 9}, {7: 11}, False),
        ),
        (b"junk" * 9999 + b"\n==7== I   refs:      5\n", Totals({7: 5}, {}, False)),
    ],
)
def test_totals_are_read_from_valgrinds_log(log: bytes, totals: Totals) -> None:
    assert parse_log(log) == totals


def test_a_limit_may_be_finer_than_a_second(native: Zygote, emulated: Zygote) -> None:
    loops = "def f(n):\n    while n: pass\n"
    for zygote in (native, emulated):
        ended = run(native, zygote, loops, 1, cpu_seconds=0.2)
        assert ended.out_of_time and ended.cpu_seconds < 0.9
        assert ended.failure is not None and ended.failure.reason == "CPU time limit"
    assert ended.count is not None and ended.count > 10_000_000, "the emulator tells what it had spent"
    assert run(native, native, loops, 0, cpu_seconds=0.2).output is not None


def test_a_program_is_compiled_once_however_often_it_is_counted(native: Zygote) -> None:
    cache = BytecodeCache(most=2)
    dead = Zygote(native.setting)
    bytecode = cache.compile(dead, IDENTITY)
    assert isinstance(bytecode, bytes) and cache.compile(dead, SORTS) != bytecode
    dead.close()
    assert cache.compile(dead, IDENTITY) == bytecode, "the zygote that compiled it is gone, what it compiled is not"
    cache.compile(native, "x = 1\n")
    with pytest.raises(OSError):  # the oldest of three, where two are kept
        cache.compile(dead, SORTS)
    gone = weakref.ref(dead)
    del dead
    gc.collect()
    assert gone() is None, "a dead zygote is not kept alive by what it compiled"


def test_a_timeout_of_the_compiler_is_not_kept(native: Zygote, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, long = BytecodeCache(), "a = 1\n" * 100_000
    with monkeypatch.context() as short:
        short.setattr(jobs.compile_solution, "__defaults__", (0.05,))
        outcome = cache.compile(native, long)
    assert isinstance(outcome, StressResult) and outcome.verdict is StressVerdict.TIMEOUT
    assert isinstance(cache.compile(native, long), bytes)
