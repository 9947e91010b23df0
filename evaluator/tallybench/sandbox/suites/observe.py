"""Runs one test of a class in a fresh child, and takes its report as data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tallybench.model.verdicts import Verdict
from tallybench.sandbox.conversation import Channel, ChannelClosed, serve_solution
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Failure, failed, read_answer
from tallybench.sandbox.suites.driver import ENTRY_POINT, prologue, whole_program
from tallybench.sandbox.suites.judge import Report
from tallybench.sandbox.suites.observable import SuiteTest
from tallybench.values.wire import WireError, decode


@dataclass(frozen=True)
class Observed:
    """The outcome of a test's child.

    Attributes:
        output: its encoded report, untrusted; None if there is a failure.
        failure: why there is no output.
        loaded: the class could be loaded.
        cpu_seconds: CPU time of the child.
    """

    output: bytes | None
    failure: Failure | None
    loaded: bool
    cpu_seconds: float


def observe_test(
    zygote: Zygote,
    test: SuiteTest,
    solution: str,
    imports: str,
    cpu_seconds: float,
    *,
    seed: int = 0,
    day: str = "",
    later: bool = False,
) -> Observed:
    """Run one test.

    Args:
        zygote: a native one, with what the tests need.
        test: the test.
        solution: a program that defines the class.
        imports: the skeleton's imports.
        cpu_seconds: limit of the child's CPU time.
        seed: that of random numbers.
        day: the day on which it has to run; empty if any will do.
        later: run on another day, a year later.
    """
    before = prologue(seed=seed, day=day, later=later)
    program = whole_program(before, solution, imports, test.program)
    calls = [(test.suite, test.name)] if test.prelude is None else [test.prelude, (test.suite, test.name)]
    return call_program(zygote, program, calls, cpu_seconds)


def call_program(zygote: Zygote, program: str, calls: Sequence[tuple[Any, ...]], cpu_seconds: float) -> Observed:
    """Call a program's entry point in a fresh child, and take its last answer.

    Args:
        zygote: a native one.
        program: one that defines ENTRY_POINT.
        calls: the arguments of each call.
        cpu_seconds: limit of the child's CPU time.
    """
    loaded = False
    output: bytes | None = None
    failure: Failure | None = None

    def talk(channel: Channel) -> None:
        nonlocal loaded, output, failure
        try:
            if (hello := channel.receive()) != b"S":
                _, failure = read_answer(hello)
                return
            loaded = True
            for arguments in calls:
                answer = channel.call(arguments, {})
            output, failure = read_answer(answer)
        except ChannelClosed as closed:
            if closed.malformed:
                failure = Failure(Verdict.TAMPERING, "its answer is malformed")

    ended = serve_solution(zygote, program, ENTRY_POINT, cpu_seconds, talk)
    if output is None and failure is None:
        failure = failed(ended) or Failure(
            Verdict.EXCEPTION, f"the process ended (exit code {ended.exit_code}) in the middle of a test"
        )
    return Observed(output, failure, loaded, ended.cpu_seconds)


def read_report(output: bytes) -> Report:
    """Return the report in a child's answer. Call this under a guard.

    Raises:
        ValueError: the answer is malformed.
    """
    try:
        return Report.of(decode(output))
    except WireError as error:
        raise ValueError(str(error)) from None
