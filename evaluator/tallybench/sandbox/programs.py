"""Whether a program is correct: it runs once for each test, and what it prints is compared here.

A test is data: a text for standard input, and the text that has to be printed. So there is no conversation as with
functions: a child gets the input, and never sees the expected output. Tests that one child passes in a row count as
passed; from the first failure on, each test runs in its own child, which decides.
"""

import random
from collections.abc import Sequence
from itertools import accumulate, takewhile

from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Case
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import compile_solution, run_program, run_programs
from tallybench.sandbox.judging_limits import OVER_LIMITS, TooMuch, guarded, slowness
from tallybench.sandbox.limits import (
    COMPARING_CPU_SECONDS,
    MESSAGE_LIMIT,
    PROGRAM_CPU_SECONDS,
    PROGRAM_MEMORY,
    PROGRAM_TOTAL_CPU_SECONDS,
)
from tallybench.sandbox.outputs import differing_line, far_larger, lines_of, texts_agree
from tallybench.values.shorten import shorten
from tallybench.values.text import clean_text, described
from tallybench.values.wire import decode

_LEAST_CPU_SECONDS = 0.05
_FIRST_BATCH, _MOST_TESTS = 8, 64  # tests that one child is given at once
_BATCH_SECONDS = 1.0  # how long they should take
_BATCH_BYTES = 4 << 20  # the most that their inputs may have together


def check_program(zygote: Zygote, tests: Tests, solution: str) -> CheckOutcome:
    """Run a problem's correctness tests on one program, up to the first that fails.

    Texts are compared line by line, without white space at the ends of lines and without empty lines at the end; within
    the tolerance, if there is one; or the problem's `accepts(output, expected, stdin)` judges.
    """
    compiled = compile_solution(zygote, solution)
    if compiled.failure is not None:
        return CheckOutcome.failed(compiled.failure.verdict, compiled.failure.reason)
    assert compiled.output is not None
    bytecode = decode(compiled.output)
    passed, left = _passed_together(zygote, tests, bytecode)
    for index in (*_failing_alone(zygote, tests, bytecode, passed), *range(passed, len(tests.cases))):
        number, case = index + 1, tests.cases[index]
        (stdin,) = case.arguments
        where, call = f"test {number} of {len(tests.cases)}", f"standard input {shorten(stdin)}"
        limit = max(min(PROGRAM_CPU_SECONDS, left), _LEAST_CPU_SECONDS)
        answer = run_program(zygote, bytecode, as_bytes(stdin), limit, PROGRAM_MEMORY, MESSAGE_LIMIT)
        left -= answer.cpu_seconds / slowness()
        if answer.failure is not None:
            together = " of all tests together" if answer.out_of_time and limit < PROGRAM_CPU_SECONDS else ""
            return CheckOutcome.failed(answer.failure.verdict, f"{where}: {answer.failure.reason}{together}", call)
        assert answer.output is not None
        if (wrong := compare_text(tests, stdin, case.expected, answer.output, where, call)) is not None:
            return wrong
    return PASSED


def _passed_together(zygote: Zygote, tests: Tests, bytecode: bytes) -> tuple[int, float]:
    """Return how many tests a program passes before the first failure, and the CPU seconds left.

    Each child runs many: as many as should take it about a second, going by those before.
    """
    passed, left, many = 0, PROGRAM_TOTAL_CPU_SECONDS, _FIRST_BATCH
    while cases := _batch(tests.cases[passed : passed + many]):
        stdins = [as_bytes(case.arguments[0]) for case in cases]
        limit = max(min(PROGRAM_CPU_SECONDS, left), _LEAST_CPU_SECONDS)
        outputs, spent = run_programs(zygote, bytecode, stdins, limit, PROGRAM_MEMORY, MESSAGE_LIMIT)
        spent /= slowness()
        right = len(list(takewhile(lambda pair: _is_right(tests, *pair), zip(cases, outputs, strict=False))))
        passed += right
        left -= spent * right / len(cases)
        if right < len(cases):
            break
        many = min(int(_BATCH_SECONDS / max(spent / len(cases), 1e-3)), _MOST_TESTS) or 1
    return passed, left


def _failing_alone(zygote: Zygote, tests: Tests, bytecode: bytes, passed: int) -> list[int]:
    """Return one test that a program passes together with others but fails alone; empty if the one drawn passes.

    With many tests in one child, a program can leave something behind that tells which test is running. It cannot
    foresee which one is drawn.
    """
    if passed < 2:
        return []
    index = random.SystemRandom().randrange(1, passed)
    case = tests.cases[index]
    outputs, _ = run_programs(
        zygote, bytecode, [as_bytes(case.arguments[0])], PROGRAM_CPU_SECONDS, PROGRAM_MEMORY, MESSAGE_LIMIT
    )
    return [] if outputs and _is_right(tests, case, outputs[0]) else [index]


def _is_right(tests: Tests, case: Case, output: bytes) -> bool:
    return compare_text(tests, case.arguments[0], case.expected, output, "", "") is None


def _batch(cases: Sequence[Case]) -> Sequence[Case]:
    """Return the first tests whose inputs are not too large together, at least one."""
    sizes = accumulate(len(case.arguments[0]) for case in cases)
    return cases[: max(sum(size <= _BATCH_BYTES for size in sizes), 1)]


def as_bytes(text: str) -> bytes:
    """Return a text as a program reads it from standard input."""
    return text.encode("utf-8", "surrogateescape")


def compare_text(tests: Tests, stdin: str, expected: str, output: bytes, where: str, call: str) -> CheckOutcome | None:
    """Return what is wrong with the (untrusted) output of a program; None if it is right.

    `where` says which test it is, and `call` shows its input.
    """
    if output == (right := expected.encode("utf-8", "surrogateescape")):
        return None
    wanted: str
    got: str | None
    wanted, got = shorten(expected), None
    if (larger := far_larger(output, right)) is not None:
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, f"{where}: {larger}", call, wanted)
    try:
        text = output.decode()
        got = shorten(text)
        with guarded(COMPARING_CPU_SECONDS):
            if texts_agree(tests, (stdin,), expected, text):
                return None
            reason = f"{where}: the output is not accepted"
            if tests.accepts is None:
                line = differing_line(expected, text, tests.tolerance) or 0
                reason = f"{where}: line {line + 1} differs"
                wanted, got = (shorten("".join(lines_of(whole)[line : line + 1])) for whole in (expected, text))
    except (TooMuch, MemoryError):
        return CheckOutcome.failed(Verdict.WRONG_OUTPUT, OVER_LIMITS)
    except UnicodeDecodeError:
        reason = f"{where}: what it printed is not UTF-8"
    except Exception as error:
        reason = clean_text(f"{where}: the output could not be judged: {described(error)}")
    return CheckOutcome.failed(Verdict.WRONG_OUTPUT, reason, call, wanted, got)
