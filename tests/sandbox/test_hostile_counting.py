"""Hostile solutions under the counter: no count can be forged, lowered or kept from being taken."""

import subprocess
from contextlib import closing
from dataclasses import replace

import pytest

from tallybench.counting.witness import LEAST_PAUSE, pause
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.values.wire import decode
from tests.sandbox.running import attack, spent

pytestmark = pytest.mark.usefixtures("short_limits")
LOOP = "def loop():\n    total = 0\n    for i in range(300_000):\n        total += i * i % 7\n"
LOOP_AT_LEAST = 10_000_000


@pytest.mark.parametrize("junk", [0, 10_000, 3_000_000])
def test_forged_totals_are_not_believed_however_much_is_written_after_them(
    native: Zygote, emulated: Zygote, junk: int
) -> None:
    solution = f"""{LOOP}
import os
def f(x):
    loop()
    forged = "==%d== I   refs:      1,000\\n==%d== I   refs:      900\\n" % (os.getpid(), os.getppid())
    line = b"." * 999 + b"\\n"
    for fd in range(3, 1024):
        try:
            if os.fstat(fd).st_mode & 0o170000 == 0o010000:
                os.write(fd, forged.encode())
                for _ in range({junk} // 1000):
                    os.write(fd, line)
        except OSError:
            pass
    return x
"""
    answer = attack(native, emulated, solution)
    refused = answer.failure is not None and answer.failure.verdict in (Verdict.TAMPERING, Verdict.EXCEPTION)
    assert refused or (answer.count or 0) >= LOOP_AT_LEAST


def test_the_encoded_input_is_not_there_to_be_written_as_the_output(native: Zygote, emulated: Zygote) -> None:
    """What is taken off a count for encoding must have been spent, or a solution works for nothing."""
    solution = """
import os, sys
def f(numbers):
    frame, seen = sys._getframe(1), {}
    while frame is not None:
        seen |= frame.f_locals
        frame = frame.f_back
    held = [value for value in [*seen.values(), *seen["loaded"]] if isinstance(value, (bytes, bytearray))]
    return seen["channel"] > 2, max(map(len, held), default=0)
"""
    found_the_channel, longest = decode(attack(native, emulated, solution, list(range(100_000))).output or b"")
    assert found_the_channel and longest < 1000


def test_without_a_sandbox_a_busy_machine_costs_no_new_zygote(native: Zygote, emulated: Zygote) -> None:
    """There everything that runs on the machine takes process ids, not a child's threads alone."""
    with (
        closing(Zygote(replace(emulated.setting, isolated=False))) as outside,
        subprocess.Popen(["sh", "-c", "while :; do sleep 0.01; done"]) as others,
    ):
        process = outside.process
        try:
            for _ in range(3):
                assert spent(native, outside, LOOP + "f = lambda x: loop()\n", 3) >= LOOP_AT_LEAST
        finally:
            others.kill()
        assert outside.process is process


def test_after_a_run_that_slept_to_a_time_of_its_choice_nobody_knows_when_the_next_one_starts() -> None:
    """The time of day is a message: what ran natively ends when the clock says the answer. A pause hides the time."""
    slept = [pause(2.0, 0.005, 1_000) for _ in range(200)]
    assert max(slept) > 10
    assert min(slept) < 5
    assert pause(9.0, 1.99, 1_000) == 0  # whoever works for so long has no count that does not explain it
    loaded = [pause(0.2, 0.02, 10_000_000) for _ in range(200)]  # to load ten megabytes takes its time
    assert max(loaded) <= LEAST_PAUSE
