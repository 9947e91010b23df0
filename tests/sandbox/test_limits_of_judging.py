"""What is done with an output ends in time, whatever the output: each attack is run, and gets its verdict."""

import mmap
import resource
import signal
import struct
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from tallybench import Options, Sample
from tallybench.counting.pool import Pool
from tallybench.counting.tasks import CheckTask
from tallybench.counting.worker import Worker
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.samples import attempts
from tallybench.sandbox import correctness, programs
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.judging_limits import MEMORY, OVER_LIMITS, guarded
from tallybench.sandbox.messages import Lost, WorkerSetting, start_connected
from tallybench.sandbox.outputs import wrong_output
from tallybench.values.wire import encode

SETTING = WorkerSetting(default_interpreter())
HONEST = "def f(x):\n    return [x]\n"
COLLIDING = "[((1 << 61) - 1) * i for i in range(40_000)]"
ENDLESS_SET = "set(((1 << 61) - 1) * i for i in range(1_000_000))"  # no machine is quick enough for it
# Three of these take several seconds on a fast machine: each is wrong, and read several times.
SLOWLY_PARSED = f"def concatenate(strings):\n    import a{'.a' * 31_900}.\n    return 1"
PROBLEM = Problem("P/0", "f", "function", "", "", Solution("canonical", ""))


@dataclass(frozen=True)
class InC:
    """A task that spends its time within one call into C, under a guard."""

    cpu_seconds: float

    def run(self, worker: Worker) -> str:
        colliding = [((1 << 61) - 1) * number for number in range(40_000)]
        with guarded(self.cpu_seconds):
            return str(len(set(colliding)))


@dataclass(frozen=True)
class Judging(CheckTask):
    """Judges as in a run, in a worker whose limits are far below the usual ones."""

    def run(self, worker: Worker) -> CheckOutcome:
        vars(correctness).update(TESTS_CPU_SECONDS=1, JUDGING_CPU_SECONDS=0.7)
        vars(programs).update(COMPARING_CPU_SECONDS=0.7)
        return super().run(worker)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(1, SETTING) as pool:
        yield pool


def judge(pool: Pool, tests: Tests, solution: str) -> tuple[CheckOutcome, float]:
    """The outcome of a solution as in a run, and what it took; the same worker, or the next, then judges another."""
    started = time.monotonic()
    (found,) = dict(pool.run([("attack", Judging(tests, solution))])).values()
    seconds = time.monotonic() - started
    honest = dict(pool.run([("honest", Judging(asserting("candidate(3) == [3]"), HONEST))]))
    assert honest == {"honest": PASSED}
    return CheckOutcome.failed(found.verdict, found.reason) if isinstance(found, Lost) else found, seconds


def asserting(condition: str) -> Tests:
    return Tests("T/0", "f", "", f"def check(candidate):\n    assert {condition}\n")


@pytest.mark.parametrize("output", [COLLIDING, f"{COLLIDING}[::-1] * 3"])
@pytest.mark.parametrize("use", ["set(candidate(3))", "sorted(dict.fromkeys(candidate(3)))"])
def test_a_list_of_colliding_integers_is_refused_at_once(pool: Pool, output: str, use: str) -> None:
    """To put them into a set took 87 seconds."""
    checked, seconds = judge(pool, asserting(f"{use} == 0"), f"def f(x):\n    return {output}\n")
    assert checked.verdict is Verdict.WRONG_OUTPUT
    assert checked.reason == "output of different integers with one hash"
    assert seconds < 30


@pytest.mark.parametrize(
    ("output", "condition"),
    [
        ("[2**i for i in range(5000)]", "candidate(3) == [2**i for i in range(5000)]"),  # every 61st has the same hash
        ("[10**30] * 100_000", "set(candidate(3)) == {10**30}"),
    ],
    ids=["powers of two", "one large integer many times"],
)
def test_honest_outputs_with_equal_hashes_are_right(pool: Pool, output: str, condition: str) -> None:
    assert judge(pool, asserting(condition), f"def f(x):\n    return {output}\n")[0] == PASSED


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("output", "use"),
    [
        ("10**8", "10**candidate(3)"),
        ("[((((1 << 61) - 1) * i,),) for i in range(1, 60_000)]", "set(candidate(3))"),
        ("'a' * 100_000 + 'b'", "__import__('re').match('(a|a)*$', candidate(3)[-40:])"),
    ],
    ids=["power", "colliding tuples", "regular expression"],
)
def test_one_call_into_c_does_not_outlast_the_limit(pool: Pool, output: str, use: str) -> None:
    """No exception is raised within such a call, so that these took minutes or never ended."""
    checked, seconds = judge(pool, asserting(f"{use} == 0"), f"def f(x):\n    return {output}\n")
    assert checked == CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
    assert seconds < 120


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "check",
    [
        "    n = candidate(3)\n    assert candidate(3) == set(n)\n",  # to tell what was expected, it is computed again
        "    n = candidate(3)\n    assert 0 == sum(1 for _ in iter(int, n))\n",
        "    n = candidate(3)\n    while n: pass\n",
    ],
    ids=["expected", "endless", "an endless loop of the test"],
)
def test_a_limit_is_told_alike_whichever_step_it_ends(pool: Pool, check: str) -> None:
    tests = Tests("T/8", "f", "", f"def check(candidate):\n{check}")
    solution = "def f(x):\n    return [((((1 << 61) - 1) * i,),) for i in range(1, 9_000)]\n"
    checked, seconds = judge(pool, tests, solution)
    assert checked == CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
    assert seconds < 120


def test_an_error_whose_message_cannot_be_made_is_told_by_its_type(pool: Pool) -> None:
    tests = Tests("T/9", "f", "", "def check(candidate):\n    {}[candidate(3)]\n")
    checked, _ = judge(pool, tests, "def f(x):\n    return 1 << 100_000\n")
    assert (checked.verdict, checked.reason) == (Verdict.WRONG_OUTPUT, "the test could not use the output: KeyError")


def test_a_worker_that_the_limit_ends_is_replaced_and_its_task_not_tried_again(pool: Pool) -> None:
    started = time.monotonic()
    found = dict(pool.run([("first", InC(0.2)), ("second", InC(0.2))]))
    lost = Lost(OVER_LIMITS, Verdict.WRONG_OUTPUT)
    assert found == {"first": lost, "second": lost}
    assert time.monotonic() - started < 120


def test_what_a_process_has_spent_before_is_not_held_against_it() -> None:
    """The kernel's own clock for that runs seconds away from the time that it tells, and would end honest work."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    with guarded(0.5):
        assert resource.getrlimit(resource.RLIMIT_CPU) == before
        assert 0 < signal.getitimer(signal.ITIMER_VIRTUAL)[0] <= 0.51
        assert 2 < signal.getitimer(signal.ITIMER_PROF)[0] <= 2.51


def test_a_limit_holds_for_its_own_block_only() -> None:
    for _ in range(3):
        with guarded(0.5):
            pass
    started = time.process_time()
    while time.process_time() - started < 3:  # longer than any of the limits
        pass


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"[" + struct.pack("<I", 25_000_000) + (b"<" + bytes(4)) * 25_000_000,
        lambda: encode([0] * 6_000_000),
    ],
    ids=["nonsense", "zeros"],
)
def test_an_output_far_larger_than_the_expected_is_not_decoded(make: Callable[[], bytes]) -> None:
    """127 MB of nonsense took two minutes."""
    output = make()
    started = time.process_time()
    wrong = wrong_output(PROBLEM, encode(()), encode([1, 2]), output)
    assert wrong == f"the output has {len(output):,} bytes where 15 are expected"
    assert time.process_time() - started < 1


def test_a_text_far_longer_than_the_expected_is_not_compared() -> None:
    printed = b"1\n" * 60_000_000
    started = time.process_time()
    wrong = wrong_output(PROBLEM, encode(("",)), b"1\n", printed, text=True)
    assert wrong == "the output has 120,000,000 bytes where 2 are expected"
    assert time.process_time() - started < 1


def test_equal_values_that_take_more_bytes_are_right() -> None:
    """The most that equal values can differ by."""
    assert wrong_output(PROBLEM, encode(()), encode([True] * 200_000), encode([1 + 0j] * 200_000)) is None


def test_an_answer_far_larger_than_a_case_expects_is_not_decoded(pool: Pool) -> None:
    tests = Tests("T/5", "f", "", "", cases=(Case((3,), [3]),))
    checked, seconds = judge(pool, tests, "def f(x):\n    return [set()] * 3_000_000\n")
    assert checked.verdict is Verdict.WRONG_OUTPUT
    assert checked.reason == "test 1 of 1: the output has 15,000,005 bytes where 10 are expected"
    assert seconds < 30


@pytest.mark.timeout(300)
def test_hostile_samples_of_a_run_have_their_verdicts_and_honest_ones_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    limited = "from tallybench.samples.sanitize import child\nchild.CPU_SECONDS = 1.0\n"
    monkeypatch.setattr(attempts, "start_connected", lambda code, python: start_connected(limited + code, python))
    task_id, honest = "HumanEval/28", "def concatenate(strings):\n    return ''.join(strings)\n"
    samples = [
        ("solution", honest),
        ("solution", f"def concatenate(strings):\n    return {COLLIDING}\n"),
        ("solution", f"def concatenate(strings):\n    return {ENDLESS_SET}\n"),
        ("solution", "def concatenate(strings):\n    return [set()] * 3_000_000\n"),
        ("raw", f"```python\n{SLOWLY_PARSED}\n```\n" * 3 + f"```python\n{honest}```\n"),
        ("raw", "def concatenate(strings):\n    return " + "(" * 5_000 + ")" * 5_000),
        ("raw", f"```python\n{honest}```\n"),
    ]
    result = evaluate(
        [Sample(task_id, index, field, text) for index, (field, text) in enumerate(samples)],  # type: ignore[arg-type]
        "hostile",
        Options(ids=("28",), counter="none"),
    )
    expected = ("passed", "wrong_output", "timeout", "wrong_output", "no_code", "exception", "passed")
    assert tuple(sample.verdict for sample in result.samples) == expected


@pytest.mark.timeout(300)
def test_a_program_whose_numbers_are_slow_to_read_is_stopped(pool: Pool) -> None:
    accepts = "def accepts(output, expected, stdin):\n    return 10 ** int(output) == 1\n"
    tests = Tests("T/6", "", "", "", "file", cases=(Case(("",), "1\n"),), accepts=accepts)
    checked, seconds = judge(pool, tests, "print(10**9)\n")
    assert checked == CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
    assert seconds < 120


def test_a_constant_set_of_colliding_integers_is_the_solutions_own_time(pool: Pool) -> None:
    members = ", ".join(str(((1 << 61) - 1) * number) for number in range(1, 40_001))
    checked, seconds = judge(
        pool, asserting("candidate(3) == 0"), f"def f(x):\n    return 0 if x in {{{members}}} else 1\n"
    )
    assert checked.verdict is Verdict.TIMEOUT
    assert seconds < 120


def test_the_tests_of_a_sample_have_the_cpu_time_that_the_benchmark_keeps(pool: Pool) -> None:
    busy = "import time\n\n\ndef f(x):\n    while time.process_time() < 0.6:\n        pass\n    return [x]\n"
    problem = replace(PROBLEM, cases=(Case((1,), [1]),))
    for seconds, verdict in ((0.2, Verdict.TIMEOUT), (6.0, Verdict.PASSED), (None, Verdict.PASSED)):
        outcome, _ = judge(pool, Tests.of(replace(problem, test_seconds=seconds)), busy)
        assert outcome.verdict is verdict, (seconds, outcome)


def test_four_problems_of_humaneval_have_more_time_than_the_others(benchmark: Benchmark) -> None:
    longer = {problem.task_id: problem.test_seconds for problem in benchmark if problem.test_seconds != 1.0}
    assert longer == dict.fromkeys(("HumanEval/6", "HumanEval/100", "HumanEval/108", "HumanEval/129"), 7.0)


def test_a_process_that_has_much_memory_mapped_can_compute_within_the_limits() -> None:
    with (
        mmap.mmap(-1, MEMORY + (1 << 20), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
        guarded(5),
    ):
        assert sum(bytearray(64 << 20)) == 0


def test_memory_beyond_the_limit_is_refused() -> None:
    with guarded(5), pytest.raises(MemoryError):
        bytearray(MEMORY + (1 << 30))
