"""Counts that are forged: each of the four defences is switched off, to show that the attack is real and that the
others hold without it."""

import errno
import struct
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter
from tallybench.counting.witness import Witness
from tallybench.counting.worker import calibrate
from tallybench.counting.yardstick import Yardstick, measure_solution, take_yardstick
from tallybench.sandbox import child_exit, process
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.seal import build_seal
from tests.sandbox.test_attacks_counting import SQUARES

# Long enough for the kernel's clock to tell, natively a fifth of a second.
LONG = replace(SQUARES, stressful=(replace(SQUARES.stressful[0], expressions=("2_000_000",)),))

# A constant from beyond the end of the constants is an object of any bytes: here a bytearray over all memory. With it
# the solution finds the largest number that grew while it worked, which is the emulator's count, and writes back what
# was there before it did the work.
BY_MEMORY = """
import opcode, os, struct
def memory():
    constants = (None, 7.5)
    fake = struct.pack("<QQqqqqq", 1 << 40, id(bytearray), 1 << 62, 1 << 62, 0, 0, 0)
    cell = struct.pack("<Q", id(fake) + 32)
    index = (id(cell) + 32 - (id(constants) + 24)) // 8 & 0xFFFFFFFF
    extend, load = opcode.opmap["EXTENDED_ARG"], opcode.opmap["LOAD_CONST"]
    begin = [opcode.opmap["RESUME"], 0] if "RESUME" in opcode.opmap else []
    high = [byte for shift in (24, 16, 8) for byte in (extend, index >> shift & 255)]
    code = bytes([*begin, *high, load, index & 255, opcode.opmap["RETURN_VALUE"], 0])
    def empty(): pass
    crafted = empty.__code__.replace(co_code=code, co_consts=constants, co_stacksize=4)
    return type(empty)(crafted, {})(), (constants, fake, cell)

LOOKED = 2  # tenths of what the count grew by between two looks: what the attack itself has spent, but for some
START, PAGE, PAGES = 0x1002001000, 4096, 4096
def pages(memory):
    return [bytes(memory[at:at + PAGE]) for at in range(START, START + PAGE * PAGES, PAGE)]

def grown(before, after):
    for number, (old, new) in enumerate(zip(before, after)):
        if old != new:
            for at in range(0, PAGE, 8):
                was, = struct.unpack_from("<Q", old, at)
                grew = struct.unpack_from("<Q", new, at)[0] - was
                if 10**7 < was < 10**9 and 10**5 < grew < 10**9:
                    yield was, START + number * PAGE + at

def f(n):
    if "VALGRIND_LIB" not in os.environ:
        return sum(i * i for i in range(n))
    everything, kept = memory()
    pages(everything)
    before = pages(everything)
    sum(i * i for i in range(1000))
    count, at = max(grown(before, pages(everything)))
    spent = struct.unpack("<Q", everything[at:at + 8])[0] - count
    result = sum(i * i for i in range(n))
    everything[at:at + 8] = struct.pack("<Q", count - spent // 10 * LOOKED)
    return result
"""
# A process that is started from within an emulated one runs natively, and nobody counts it.
BY_PROCESS = """
import os, sys
def f(n):
    if n < 100:
        return sum(i * i for i in range(n))
    here, there = os.pipe()
    program = f"import os; os.write({there}, str(sum(i * i for i in range({n}))).encode())"
    os.set_inheritable(there, True)
    started = os.posix_spawn(sys.executable, [sys.executable, "-S", "-c", program], {})
    os.close(there)
    result = int(os.read(here, 1000))
    os.waitpid(started, 0)
    return result
"""


def permissive_filter(**_: bool) -> bytes:
    """Refuses the one call by which a child sees that it is sealed, and nothing else."""
    load, if_equal, give_back, getsid = 0x20, 0x15, 0x06, 124
    refuse, allow = 0x00050000 | errno.EPERM, 0x7FFF0000
    statements = [(load, 0, 0, 0), (if_equal, 0, 1, getsid), (give_back, 0, 0, refuse), (give_back, 0, 0, allow)]
    return b"".join(struct.pack("<HBBI", *one) for one in statements)


Without = Callable[..., Meter]


@pytest.fixture(scope="module")
def started() -> Iterator[dict[tuple[bool, bool], tuple[Zygote, Zygote]]]:
    """Zygotes without the filter, without the hook, or without both: they are started without them."""
    zygotes: dict[tuple[bool, bool], tuple[Zygote, Zygote]] = {}
    yield zygotes
    for pair in zygotes.values():
        for zygote in pair:
            zygote.close()


@pytest.fixture
def without(
    native: Zygote,
    emulated: Zygote,
    started: dict[tuple[bool, bool], tuple[Zygote, Zygote]],
    monkeypatch: pytest.MonkeyPatch,
) -> Without:
    """Switches defences off: the filter, the hook, the witness, the emulated process's own time."""
    speed = calibrate("valgrind", native, emulated)[1]

    def switch_off(*defences: str) -> Meter:
        if "filter" in defences:
            monkeypatch.setattr(process, "build_filter", permissive_filter)
        if "hook" in defences:
            monkeypatch.setattr(process, "build_seal", lambda bpf: build_seal(bpf, (), ()))
        if "witness" in defences:
            monkeypatch.setattr(Witness, "contradiction", lambda *_: None)
        if "time" in defences:
            monkeypatch.setattr(child_exit, "_START_CPU_SECONDS", 600.0)
        off = "filter" in defences, "hook" in defences
        if off not in started:
            started[off] = Zygote(native.setting), Zygote(emulated.setting)
        there, counting = started[off]
        return Meter("valgrind", there, counting, 400e6, speed)

    return switch_off


@pytest.fixture(scope="module")
def yardstick(meter: Meter, folder: Path) -> Yardstick:
    return take_yardstick(meter, LONG, folder)


@pytest.mark.parametrize(
    ("solution", "off", "verdict"),
    [
        pytest.param(BY_MEMORY, ("hook", "witness", "time"), "forged", id="memory"),
        pytest.param(BY_MEMORY, ("hook", "time"), "tampering", id="memory, held by the witness"),
        pytest.param(BY_MEMORY, ("filter", "witness", "time"), "forbidden", id="memory, held by the hook"),
        pytest.param(BY_PROCESS, ("filter", "witness", "time"), "forged", id="process"),
        pytest.param(BY_PROCESS, ("filter", "time"), "tampering", id="process, held by the witness"),
        pytest.param(BY_PROCESS, ("hook", "witness", "time"), "forbidden", id="process, held by the filter"),
    ],
)
def test_a_count_is_forged_only_where_every_defence_against_it_is_off(
    without: Without, yardstick: Yardstick, folder: Path, solution: str, off: tuple[str, ...], verdict: str
) -> None:
    outcome = measure_solution(without(*off), LONG, solution, "large", yardstick, folder)
    if verdict == "forged":
        assert outcome.count is not None, outcome
        assert outcome.count < (yardstick.counts["generator"]["large"] or 0) / 2
    else:
        assert (outcome.verdict, outcome.count) == (verdict, None), outcome


def test_the_emulated_processs_own_time_holds_alone_where_the_work_is_long(
    without: Without, yardstick: Yardstick, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sees work that takes far longer than its start may: three seconds, and here a fifth of one."""
    monkeypatch.setattr(child_exit, "_START_CPU_SECONDS", 0.2)
    # The filter lets it pass.
    outcome = measure_solution(without("hook", "witness"), LONG, BY_MEMORY, "large", yardstick, folder)
    assert (outcome.verdict, outcome.count) == ("tampering", None), outcome
