"""Hostile solutions under the counter: no count can be forged, lowered or kept from being taken."""

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.counting.witness import LEAST_PAUSE, pause
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.values.wire import decode
from tests.sandbox.running import attack, run, spent

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


LOADS = """
import _imp
from types import SimpleNamespace
def f(path):
    try:
        _imp.create_dynamic(SimpleNamespace(name="native", origin=path))
    except SystemError:
        return "its code ran"
"""


@pytest.fixture(scope="module")
def outside(native: Zygote, emulated: Zygote) -> Iterator[dict[str, Zygote]]:
    """Zygotes without bubblewrap, whose children see this machine's files: the filter alone is left."""
    beside = {"native": native, "emulated": emulated}
    zygotes = {kind: Zygote(replace(zygote.setting, isolated=False)) for kind, zygote in beside.items()}
    yield zygotes
    for zygote in zygotes.values():
        zygote.close()


@pytest.mark.parametrize("code", ["returns", "client request"])
@pytest.mark.parametrize("kind", ["native", "emulated"])
def test_native_code_in_memory_without_a_file_cannot_be_loaded(
    native: Zygote, outside: dict[str, Zygote], tmp_path: Path, code: str, kind: str
) -> None:
    """A library whose code is written by its relocations, into a segment that no file is mapped to."""
    library = tmp_path / "native.so"
    machine_code = bytes.fromhex("31c0c3") if code == "returns" else _loop_by_client_request()
    library.write_bytes(_library_without_file_code(machine_code))
    failure = run(native, outside[kind], LOADS, str(library)).failure
    assert failure is not None and failure.verdict is Verdict.EXCEPTION, failure
    assert "failed to map segment" in failure.reason


def test_without_a_sandbox_a_busy_machine_costs_no_new_zygote(native: Zygote, outside: dict[str, Zygote]) -> None:
    """There everything that runs on the machine takes process ids, not a child's threads alone."""
    process = outside["emulated"].process
    with subprocess.Popen(["sh", "-c", "while :; do sleep 0.01; done"]) as others:
        try:
            for _ in range(3):
                assert spent(native, outside["emulated"], LOOP + "f = lambda x: loop()\n", 3) >= LOOP_AT_LEAST
        finally:
            others.kill()
    assert outside["emulated"].process is process


def _loop_by_client_request() -> bytes:
    """PyInit that asks valgrind (VG_USERREQ__CLIENT_CALL0) to run 10**9 instructions on the real processor."""
    before = bytes.fromhex("4883ec38 48c7042401110000")  # sub rsp,56; mov qword [rsp],0x1101
    after = bytes.fromhex(
        "48894c2408"  # mov [rsp+8],rcx
        "48c744241000000000"  # mov qword [rsp+16],0
        "4889e0 31d2"  # mov rax,rsp; xor edx,edx
        "48c1c703 48c1c70d 48c1c73d 48c1c733 4887db"  # rol rdi by 3, 13, 61, 51; xchg rbx,rbx
        "4883c438 31c0 c3"  # add rsp,56; xor eax,eax; ret
    )
    loop = bytes.fromhex("b90065cd1d 48ffc9 75fb 31c0 c3")  # mov ecx,500000000; dec rcx; jnz; xor eax,eax; ret
    return before + bytes.fromhex("488d0d") + struct.pack("<i", len(after)) + after + loop  # lea rcx,[loop]


def _library_without_file_code(code: bytes) -> bytes:
    code += bytes(-len(code) % 8)
    code_at, segments = 0x10000, 4
    names = b"\0PyInit_native\0"
    symbols_at = 64 + segments * 56
    local = struct.pack("<IBBHQQ", 0, 0x02, 0, 0xFFF1, 0, 0)  # absolute and 0: its relocations are their addends
    initialise = struct.pack("<IBBHQQ", 1, 0x12, 0, 1, code_at, len(code))
    symbols = bytes(24) + local + initialise
    names_at = symbols_at + len(symbols)
    hash_at = (names_at + len(names) + 7) // 8 * 8
    symbol_hash = struct.pack("<6I", 1, 3, 2, 0, 0, 0)
    relocations_at = hash_at + len(symbol_hash)
    words = struct.unpack(f"<{len(code) // 8}q", code)
    relocations = b"".join(
        struct.pack("<QQq", code_at + 8 * index, 1 << 32 | 1, word) for index, word in enumerate(words)
    )
    dynamic_at = relocations_at + len(relocations)
    table = [(4, hash_at), (5, names_at), (6, symbols_at), (10, len(names)), (11, 24)]
    table += [(7, relocations_at), (8, len(relocations)), (9, 24), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", *entry) for entry in table)
    end = dynamic_at + len(dynamic)

    def segment(kind: int, flags: int, at: int, size: int, memory: int, alignment: int) -> bytes:
        return struct.pack("<IIQQQQQQ", kind, flags, 0 if size == 0 else at, at, at, size, memory, alignment)

    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, segments, 0, 0, 0
    )
    header += segment(1, 6, 0, end, end, 4096) + segment(1, 7, code_at, 0, 4096, 4096)
    header += segment(2, 6, dynamic_at, len(dynamic), len(dynamic), 8) + segment(0x6474E551, 6, 0, 0, 0, 16)
    library = bytearray(end)
    for at, part in (
        (0, header),
        (symbols_at, symbols),
        (names_at, names),
        (hash_at, symbol_hash),
        (relocations_at, relocations),
        (dynamic_at, dynamic),
    ):
        library[at : at + len(part)] = part
    return bytes(library)


def test_after_a_run_that_slept_to_a_time_of_its_choice_nobody_knows_when_the_next_one_starts() -> None:
    """The time of day is a message: what ran natively ends when the clock says the answer. A pause hides the time."""
    slept = [pause(2.0, 0.005, 1_000) for _ in range(200)]
    assert max(slept) > 10
    assert min(slept) < 5
    assert pause(9.0, 1.99, 1_000) == 0  # whoever works for so long has no count that does not explain it
    loaded = [pause(0.2, 0.02, 10_000_000) for _ in range(200)]  # to load ten megabytes takes its time
    assert max(loaded) <= LEAST_PAUSE
