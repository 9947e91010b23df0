"""How fast this machine is, under the counter and natively: measured once by each worker that counts.

Also whether a solution that was ended by a limit would have been ended by it on every machine.
"""

from tallybench.counting.instructions import BytecodeCache
from tallybench.counting.witness import (
    PAGE,
    QUICKEST_PAGE,
    SLOWEST_PAGE,
    SLOWEST_RATE,
    TYPICAL_SPEED,
    NativeSpeed,
)
from tallybench.model.parts import CheckOutcome
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import OUT_OF_MEMORY, run_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.slowness import assumed, slowness
from tallybench.values.wire import encode

CALIBRATION = "def calibrate(n):\n    total = 0\n    for i in range(n):\n        total += i * i % 7\n    return total\n"
CALIBRATION_ARGUMENT = 200_000
FRESH_MEMORY = "def calibrate(n):\n    return len(bytearray(n))\n"
FRESH_BYTES = 32 << 20
OWN_PATIENCE = 4.0  # times the limits, in the second try of a benchmark's own solution


def check_fairly(native: Zygote, tests: Tests, solution: str, *, own: bool = False) -> CheckOutcome:
    """Run the correctness tests, and run them again if the machine may be why they failed.

    That may be so if it ran out of memory, or if a CPU limit was reached while it was slower than when measured.

    Args:
        native: a native zygote.
        tests: the tests.
        solution: the program.
        own: it is the benchmark's own: whichever limit it reached, it gets a second try, with more time.
    """
    level = LEVELS[tests.level]
    checked = level.check(native, tests, solution)
    timed_out = checked.verdict is Verdict.TIMEOUT or any("TimeoutError" in tally for tally in _tallies(checked))
    if timed_out:
        factor = slowness() * OWN_PATIENCE if own else native.measure_slowness()
        if factor > slowness():
            with assumed(factor):
                return level.check(native, tests, solution)
    elif OUT_OF_MEMORY in (checked.reason or "") or (own and checked.verdict is Verdict.MEMORY):
        return level.check(native, tests, solution)
    return checked


def _tallies(checked: CheckOutcome) -> list[dict[str, int]]:
    return list((checked.suites or {}).values())


def calibrate(counter: str, native: Zygote, emulated: Zygote | None) -> tuple[float, NativeSpeed]:
    """Return how much this machine counts per second, on a plain loop, and how fast it is natively."""
    cache, arguments = BytecodeCache(), encode((CALIBRATION_ARGUMENT,))
    bytecode = cache.compile(native, CALIBRATION)
    assert isinstance(bytecode, bytes)
    zygote, meter = (native, counter) if emulated is None else (emulated, None)
    answer = run_solution(zygote, bytecode, "calibrate", arguments, 60, meter)
    rate = (answer.count or 0) / max(answer.cpu_seconds, 0.01)
    if emulated is None:
        return rate, TYPICAL_SPEED
    native_rate = (answer.count or 0) / max(_quickest(native, cache, CALIBRATION, CALIBRATION_ARGUMENT), 1e-3)
    filling = _quickest(native, cache, FRESH_MEMORY, FRESH_BYTES) - _quickest(native, cache, FRESH_MEMORY, 0)
    page = filling / (FRESH_BYTES // PAGE)
    return rate, NativeSpeed(max(native_rate, SLOWEST_RATE), min(max(page, QUICKEST_PAGE), SLOWEST_PAGE))


def _quickest(native: Zygote, cache: BytecodeCache, program: str, argument: int) -> float:
    """Return the CPU seconds that one of our own programs takes natively."""
    bytecode = cache.compile(native, program)
    assert isinstance(bytecode, bytes)
    return min(run_solution(native, bytecode, "calibrate", encode((argument,)), 60).cpu_seconds for _ in range(3))
