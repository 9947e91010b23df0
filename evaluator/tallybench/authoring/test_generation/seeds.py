"""The inputs that generation starts from: those of the correctness tests."""

from typing import Any

from tallybench.benchmarks.check import recorded_calls
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.sandbox.correctness import CPU_SECONDS, TEST_CPU_SECONDS
from tallybench.sandbox.guard import guarded
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Channel, ChannelClosed, read_answer, serve_solution
from tallybench.values.wire import decode, encode


def seed_inputs(native: Zygote, problem: Problem) -> list[tuple[Any, ...]]:
    """Return the distinct inputs of a problem's correctness tests. The ground truth answers them in the sandbox.

    Raises:
        InputError: the ground truth fails the tests.
    """
    if problem.cases:
        return _distinct([case.arguments for case in problem.cases])
    found: list[tuple[Any, ...]] = []
    faults: list[str] = []

    def talk(channel: Channel) -> None:
        def function(*arguments: Any, **named: Any) -> Any:
            output, failure = read_answer(channel.call(arguments, named))
            if output is None:
                raise ValueError(failure.reason if failure else "it returned nothing")
            return decode(output)

        try:
            channel.receive()
            with guarded(TEST_CPU_SECONDS):
                found.extend(recorded_calls(problem, function, lambda arguments, named: arguments if not named else ()))
        except ChannelClosed:
            faults.append("its process ended")
        except Exception as error:
            faults.append(f"{type(error).__name__}: {error}".rstrip(": "))

    serve_solution(native, problem.ground_truth.code, problem.entry_point, CPU_SECONDS, talk)
    if faults:
        raise InputError(
            f"{problem.task_id}: the ground truth fails the correctness tests ({faults[0]}); mend it first"
        )
    return _distinct([arguments for arguments in found if arguments])


def _distinct(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return list({encode(arguments): arguments for arguments in inputs}.values())
