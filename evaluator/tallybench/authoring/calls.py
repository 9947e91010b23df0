"""Call a program many times in one sandboxed process, as long as it lasts; collect the inputs of correctness tests."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from tallybench.benchmarks.check import recorded_calls
from tallybench.counting.instructions import run_to_budget
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.channel import Channel, ChannelClosed, serve_solution
from tallybench.sandbox.foresight import first_calls
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Failure, failed
from tallybench.sandbox.judging_limits import guarded
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.limits import JUDGING_CPU_SECONDS, TESTS_CPU_SECONDS
from tallybench.values.shorten import shorten_call
from tallybench.values.wire import decode, encode

Arguments = tuple[Any, ...]  # of a call
Output = bytes | Failure | None
"""An encoded, untrusted output, or why it is missing; None if the call was not made."""


@dataclass(frozen=True)
class Limits:
    """When to stop calling a program."""

    cpu_seconds: float  # CPU time of a process, which answers as many calls as it can
    # no more calls are made after this many have each ended a fresh process; None: no limit
    patience: int | None = None
    processes: int | None = None  # how many processes there may be in all; None: no limit


# What a ground truth may spend on a test's input: tests have to be quick. No processor executes that many within the
# time of QUICK, so only a call that takes longer has to be counted.
INSTRUCTIONS = 100_000_000
QUICK = Limits(0.01, 1)
MOST_SLOW = 10  # stop after this many inputs on which a ground truth exceeds them
TESTED = Limits(TESTS_CPU_SECONDS)  # for a ground truth that has answered before
# About five times the time of INSTRUCTIONS; many mutants never end, or are slow on every input.
OF_MUTANTS = Limits(0.25, 2, 6)
# A single call gets what a sample gets for all its correctness tests: a program that is only slow is not wrong.
OF_SAMPLES = Limits(TESTS_CPU_SECONDS, 1, 2)
TRACED = Limits(10.0, 2, 6)  # tracing makes a ground truth some ten to thirty times slower


def call_all(
    zygote: Zygote, program: str, entry_point: str, inputs: Sequence[Arguments], limits: Limits = TESTED
) -> list[Output]:
    """Call a program with each input, and return the outputs.

    A call in which the process ends is repeated as the first call of a new process, so that what earlier calls spent
    does not count against it.
    """
    outcomes: list[Output] = []
    ends = started = 0
    while len(outcomes) < len(inputs):
        if ends == limits.patience or started == limits.processes:
            return outcomes + [None] * (len(inputs) - len(outcomes))
        started += 1
        first = len(outcomes)
        refused: list[Failure] = []

        def talk(channel: Channel, first: int = first, refused: list[Failure] = refused) -> None:
            try:
                if (refusal := channel.refusal()) is not None:
                    refused.append(refusal)
                    return
                channel.foresee(first_calls(inputs[first:]))
                for arguments in inputs[first:]:
                    output, failure = channel.call(arguments, {})
                    outcomes.append(output if failure is None else failure)
            except ChannelClosed:
                return

        ended = serve_solution(zygote, program, entry_point, limits.cpu_seconds, talk)
        if refused:
            return outcomes + [refused[0]] * (len(inputs) - len(outcomes))
        if len(outcomes) == first < len(inputs):
            outcomes.append(failed(ended) or Failure(Verdict.EXCEPTION, "the process ended before it returned"))
            ends += 1
    return outcomes


def call_counted(
    worker: Worker, problem: Problem, solution: Solution, inputs: Sequence[Arguments], most_slow: int = MOST_SLOW
) -> list[Output]:
    """Call a ground truth with each input; a call that takes more than INSTRUCTIONS fails, on any machine.

    No more calls are made after `most_slow` of these.
    """
    outputs: list[Output] = []
    slow = 0
    while len(outputs) < len(inputs) and slow < most_slow:
        found = call_all(worker.native, solution.code, problem.entry_point, inputs[len(outputs) :], QUICK)
        outputs += takewhile(lambda output: output is not None and not is_slow(output), found)
        if len(outputs) < len(inputs):
            outputs.append(_call_one(worker, problem, solution, inputs[len(outputs)]))
            slow += is_slow(outputs[-1])
    return outputs + [None] * (len(inputs) - len(outputs))


def _call_one(worker: Worker, problem: Problem, solution: Solution, arguments: Arguments) -> Output:
    """Call a ground truth with an input under the counter."""
    meter = worker.meter
    bytecode = meter.compile(problem, solution.code)
    if isinstance(bytecode, StressResult):
        return Failure(Verdict.EXCEPTION, bytecode.reason or "")
    answer = run_to_budget(meter, problem, bytecode, encode(arguments), 0, INSTRUCTIONS)
    if answer.out_of_time or (answer.count or 0) > INSTRUCTIONS:
        return Failure(Verdict.TIMEOUT, f"more than {INSTRUCTIONS:,} instructions")
    return answer.output if answer.failure is None else answer.failure


def is_slow(output: Output) -> bool:
    """Return whether a call ended at its limit of time or instructions."""
    return isinstance(output, Failure) and output.verdict is Verdict.TIMEOUT


def is_wrong(problem: Problem, arguments: Arguments, expected: bytes, output: Output) -> bool:
    """Return whether a call's outcome is wrong by the problem's own rule; False if the call was not made."""
    if output is None or isinstance(output, Failure):
        return output is not None
    return LEVELS[problem.level].wrong(problem, encode(arguments), expected, output) is not None


def find_wrong_calls(
    native: Zygote,
    problem: Problem,
    inputs: Sequence[Arguments],
    expected: Sequence[Output],
    program: str,
    limits: Limits,
) -> dict[int, Output]:
    """Return a program's wrong outputs by call number, for the calls made within its limits.

    Calls on which the ground truth has no `expected` output are left out.
    """
    outputs = call_all(native, program, problem.entry_point, inputs, limits)
    return {
        number: output
        for number, (arguments, wanted, output) in enumerate(zip(inputs, expected, outputs, strict=True))
        if isinstance(wanted, bytes) and is_wrong(problem, arguments, wanted, output)
    }


def inputs_of_tests(native: Zygote, problem: Problem) -> list[Arguments]:
    """Return the distinct inputs of a problem's correctness tests, which the ground truth answers in the sandbox.

    Raises:
        InputError: the ground truth fails the tests.
    """
    if problem.cases:
        return _distinct(case.arguments for case in problem.cases)
    found: list[Arguments] = []
    faults: list[str] = []

    def talk(channel: Channel) -> None:
        def function(*arguments: Any, **named: Any) -> Any:
            output, failure = channel.call(arguments, named)
            if output is None:
                raise ValueError(failure.reason if failure else "it returned nothing")
            return decode(output)

        try:
            channel.refusal()
            with guarded(JUDGING_CPU_SECONDS):
                found.extend(recorded_calls(problem, function, lambda arguments, named: arguments if not named else ()))
        except ChannelClosed:
            faults.append("its process ended")
        except Exception as error:
            faults.append(f"{type(error).__name__}: {error}".rstrip(": "))

    serve_solution(native, problem.ground_truth.code, problem.entry_point, TESTS_CPU_SECONDS, talk)
    if faults:
        raise InputError(f"{problem.task_id}: the ground truth fails the correctness tests ({faults[0]}); fix it first")
    return _distinct(arguments for arguments in found if arguments)


def _distinct(inputs: Iterable[Arguments]) -> list[Arguments]:
    return list({encode(arguments): arguments for arguments in inputs}.values())


def shown_calls(name: str, inputs: Iterable[Arguments], most: int) -> tuple[str, ...]:
    """Return at most `most` calls with these inputs, as a prompt shows them, the shortest first."""
    calls = dict.fromkeys(shorten_call(name, given, {}) for given in inputs)
    return tuple(sorted(calls, key=len)[:most])
