"""Runs solutions in the sandbox, for the tests that look at what comes of it."""

from typing import Any

from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Answer, compile_solution, run_solution
from tallybench.values.wire import decode, encode

IDENTITY = "def f(x):\n    return x\n"


def compiled(native: Zygote, solution: str) -> bytes:
    code: bytes = decode(compile_solution(native, solution).output or b"")
    return code


def run(native: Zygote, zygote: Zygote, solution: str, *arguments: object, cpu_seconds: float = 20) -> Answer:
    """What comes of a call of `f`, compiled natively."""
    return run_solution(zygote, compiled(native, solution), "f", encode(arguments), cpu_seconds)


def returned(native: Zygote, zygote: Zygote, solution: str, *arguments: object, cpu_seconds: float = 20) -> Any:
    """What a call of `f` returns."""
    answer = run(native, zygote, solution, *arguments, cpu_seconds=cpu_seconds)
    assert answer.failure is None and answer.output is not None, answer
    return decode(answer.output)


def spent(native: Zygote, zygote: Zygote, solution: str, *arguments: object) -> int:
    """The count of a call of `f`."""
    answer = run(native, zygote, solution, *arguments)
    assert answer.failure is None and answer.count is not None, answer
    return answer.count


def attack(native: Zygote, emulated: Zygote, solution: str, *arguments: object, cpu_seconds: float = 20) -> Answer:
    """What comes of a hostile solution, which must leave the next count as it was."""
    before = spent(native, emulated, IDENTITY, 3)
    answer = run(native, emulated, solution, *(arguments or (3,)), cpu_seconds=cpu_seconds)
    assert spent(native, emulated, IDENTITY, 3) == before
    return answer
