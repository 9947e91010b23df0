"""Counting instructions by emulation: how valgrind is started and what it prints.

`cachegrind` without cache simulation is the fastest of valgrind's tools that count instructions (about 370 million per
second, compared with callgrind's 90 million), and it prints each process's total when the process ends.
"""

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tallybench.errors import MachineError
from tallybench.sandbox.counters.traits import Counter
from tallybench.sandbox.inside.protocol import LOG_FD

OPTIONS = (
    "--tool=cachegrind",
    "--cache-sim=no",
    "--branch-sim=no",
    "--cachegrind-out-file=/dev/null",
    "--vgdb=no",
    "--trace-children=no",
    f"--log-fd={LOG_FD}",
)
INSTALL = "apt-get install -y valgrind"

# What the emulated C library believes about the processor. It picks its memcpy and similar functions by processor and
# by cache size, so without this the same program has different counts on two machines (a sort: 2 % without AVX2). Also,
# malloc's threshold for mapping large blocks is fixed: otherwise it would change with what was freed before, and so
# would whether a growing list is copied or remapped.
TUNABLES = ":".join(
    (
        "glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-BMI1,-BMI2,-LZCNT,-MOVBE,-FMA,-ERMS,-FSRM,-RTM",
        "glibc.cpu.x86_data_cache_size=32768",
        "glibc.cpu.x86_shared_cache_size=1048576",
        "glibc.cpu.x86_non_temporal_threshold=786432",
        "glibc.cpu.x86_rep_movsb_threshold=2048",
        "glibc.cpu.x86_rep_stosb_threshold=2048",
        "glibc.malloc.mmap_threshold=131072",
        "glibc.malloc.trim_threshold=131072",
    )
)

# Natively the same, except for memory: it comes from one heap that is never returned, in pages as large as the kernel
# has. Asking the kernel for pages again takes time that no count explains.
NATIVE_TUNABLES = ":".join(
    (
        *(one for one in TUNABLES.split(":") if not one.startswith("glibc.malloc.")),
        "glibc.malloc.mmap_max=0",
        "glibc.malloc.trim_threshold=4294967296",
        "glibc.malloc.hugetlb=1",
    )
)

_TOTAL = re.compile(rb"==(\d+)== I\s+refs:\s+([\d,]+)")
_SIGNAL = re.compile(rb"==(\d+)== Process terminating with default action of signal (\d+)")
_FOLDERS = ("/usr/libexec/valgrind", "/usr/lib/x86_64-linux-gnu/valgrind", "/usr/lib/valgrind", "/usr/lib64/valgrind")
_FILES = ("cachegrind-amd64-linux", "vgpreload_core-amd64-linux.so", "default.supp")


@dataclass(frozen=True)
class Valgrind:
    """An installed valgrind.

    Attributes:
        folder: where its tools are.
        version: as valgrind prints it, such as `valgrind-3.19.0`.
    """

    folder: str
    version: str

    @property
    def tool(self) -> str:
        """The emulator itself, started without valgrind's launcher."""
        return f"{self.folder}/{_FILES[0]}"

    def tool_hash(self) -> str:
        """SHA-256 of the emulator."""
        return hashlib.sha256(Path(self.tool).read_bytes()).hexdigest()

    @property
    def files(self) -> list[str]:
        return [path for name in _FILES if Path(path := f"{self.folder}/{name}").exists()]


@cache
def find_valgrind() -> Valgrind:
    """Find the installed valgrind.

    Raises:
        MachineError: valgrind is missing, or is not for x86-64.
    """
    launcher = shutil.which("valgrind")
    if launcher is None:
        raise MachineError(f"valgrind is not installed; as root: {INSTALL}")
    version = subprocess.run([launcher, "--version"], capture_output=True, text=True, timeout=30).stdout.strip()
    beside = Path(launcher).resolve().parent.parent / "libexec" / "valgrind"
    for folder in (str(beside), *_FOLDERS):
        if Path(folder, _FILES[0]).exists():
            return Valgrind(folder, version)
    raise MachineError(f"{version} has no {_FILES[0]}; as root: {INSTALL} (only x86-64 is supported)")


@dataclass(frozen=True)
class Totals:
    """What valgrind printed about the processes of one job: the totals by pid, and the signals that ended them by pid.

    A pid with two totals is in `forged`.
    """

    instructions: dict[int, int]
    signals: dict[int, int]
    forged: frozenset[int]


def parse_log(log: bytes) -> Totals:
    """Read the totals of a job's processes from valgrind's log."""
    instructions: dict[int, int] = {}
    forged = set()
    for pid_text, count_text in _TOTAL.findall(log):
        pid = int(pid_text)
        if pid in instructions:
            forged.add(pid)
        instructions[pid] = int(count_text.replace(b",", b""))
    signals = {int(pid): int(number) for pid, number in _SIGNAL.findall(log)}
    return Totals(instructions, signals, frozenset(forged))


def _check() -> None:
    find_valgrind()


def _facts() -> dict[str, str]:
    """Return the emulator, how it is started, and which processor the emulated C library sees."""
    found = find_valgrind()
    return {
        "tunables": TUNABLES,
        "valgrind": found.version,
        "valgrind_sha256": found.tool_hash(),
        "valgrind_options": " ".join(OPTIONS),
    }


COUNTER = Counter("valgrind", emulated=True, ranked=True, check=_check, facts=_facts)
