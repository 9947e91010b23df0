"""Many calls of one program, in one sandboxed process as long as it lasts."""

from collections.abc import Sequence
from typing import Any

from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Channel, ChannelClosed, Failure, failed, read_answer, serve_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import encode

CPU_SECONDS = 0.2  # for calls that share a process; one that needs more on its own fails: tests have to be quick


def call_all(
    zygote: Zygote,
    program: str,
    entry_point: str,
    inputs: Sequence[tuple[Any, ...]],
    cpu_seconds: float = CPU_SECONDS,
    patience: int | None = None,
    processes: int | None = None,
) -> list[bytes | Failure | None]:
    """Call a program with each input.

    A call in which the process ends is repeated as the first one of a new process, so that what earlier calls spent
    does not count against it.

    Args:
        zygote: a native one.
        program: the program, which defines the entry point.
        entry_point: the function to call.
        inputs: the arguments of each call.
        cpu_seconds: CPU limit of a process.
        patience: how many calls may end a process on their own; None for any number.
        processes: how many processes all calls together may take; None for any number.

    Returns:
        For each input its encoded output (untrusted), or why it is missing; None if the call was no longer made.
    """
    outcomes: list[bytes | Failure | None] = []
    ends = started = 0
    while len(outcomes) < len(inputs):
        if (patience is not None and ends >= patience) or started == processes:
            return outcomes + [None] * (len(inputs) - len(outcomes))
        started += 1
        first = len(outcomes)
        refused: list[Failure] = []

        def talk(channel: Channel, first: int = first, refused: list[Failure] = refused) -> None:
            try:
                if (hello := channel.receive()) != b"S":
                    refused.append(read_answer(hello)[1] or Failure(Verdict.TAMPERING, "its answer is malformed"))
                    return
                for arguments in inputs[first:]:
                    output, failure = read_answer(channel.call(arguments, {}))
                    outcomes.append(output if failure is None else failure)
            except ChannelClosed:
                return

        ended = serve_solution(zygote, program, entry_point, cpu_seconds, talk)
        if refused:
            return outcomes + [refused[0]] * (len(inputs) - len(outcomes))
        if len(outcomes) == first < len(inputs):
            outcomes.append(failed(ended) or Failure(Verdict.EXCEPTION, "the process ended before it returned"))
            ends += 1
    return outcomes


def is_wrong(problem: Problem, arguments: tuple[Any, ...], expected: bytes, output: bytes | Failure | None) -> bool:
    """Return whether the outcome of a call is wrong by the problem's own rule; a call that was not made is not."""
    if output is None or isinstance(output, Failure):
        return output is not None
    return LEVELS[problem.level].wrong(problem, encode(arguments), expected, output) is not None


def wrong_calls(
    problem: Problem,
    inputs: Sequence[tuple[Any, ...]],
    expected: Sequence[bytes | Failure | None],
    outputs: Sequence[bytes | Failure | None],
) -> frozenset[int]:
    """Return the numbers of the calls that are wrong, among those for which the ground truth has an output."""
    return frozenset(
        number
        for number, (arguments, wanted, output) in enumerate(zip(inputs, expected, outputs, strict=True))
        if isinstance(wanted, bytes) and is_wrong(problem, arguments, wanted, output)
    )
