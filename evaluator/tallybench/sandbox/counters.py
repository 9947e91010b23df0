"""The counters: their names, what each needs, and how its counts may be used.

- `valgrind` counts instructions by emulation. `cachegrind` without cache simulation is the fastest of valgrind's tools
  that count instructions (about 370 million per second, compared with callgrind's 90 million), and it prints each
  process's total when the process ends.
- `perf` is the hardware's instruction counter, through Cirron: quick, self-measured, never ranked.
- `cputime` is CPU time as the kernel counts it, in nanoseconds: it works everywhere, varies by machine, and is never
  ranked.

A new counter needs a row in COUNTERS, its name in `model/environment.py` (the schema of results) and, if the child
measures itself, a meter in `inside/child.py`.
"""

import importlib.util
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tallybench.environment.artifact import VALGRIND
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.sandbox.inside.protocol import LOG_FD
from tallybench.sandbox.isolation import clean_environment, isolated_command

OPTIONS = (
    "--tool=cachegrind",
    "--cache-sim=no",
    "--branch-sim=no",
    "--cachegrind-out-file=/dev/null",
    "--vgdb=no",
    "--trace-children=no",
    f"--log-fd={LOG_FD}",
)
_INSTALL_CIRRON = "pip install 'tallybench[perf]'"

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
_FILES = ("cachegrind-amd64-linux", "vgpreload_core-amd64-linux.so", "default.supp")

# Cirron 0.4 imports `pkg_resources`, which setuptools no longer has, compiles a library when first imported, and raises
# if there is no counter. So it is tried in a separate process, with a stand-in for the one function that it uses.
_CIRRON_PROBE = """
import os, sys, types
stand_in = types.ModuleType("pkg_resources")
stand_in.resource_filename = lambda name, file: os.path.join(sys.argv[1], file)
sys.modules["pkg_resources"] = stand_in
from cirron import Collector
with Collector() as collector:
    sum(range(100_000))
assert collector.counters.instruction_count > 100_000, "the counter stands still"
"""


@dataclass(frozen=True)
class Valgrind:
    """The environment's valgrind."""

    root: str  # of the environment

    def folder(self, isolated: bool) -> str:
        """Return where its tools are: inside a sandbox, or on this machine."""
        return f"/{VALGRIND}" if isolated else f"{self.root}/{VALGRIND}"

    def tool(self, isolated: bool) -> str:
        """Return the emulator itself, started without valgrind's launcher."""
        return f"{self.folder(isolated)}/{_FILES[0]}"

    @property
    def files(self) -> list[tuple[str, str]]:
        """Where each of its files is on this machine, and inside the sandbox."""
        return [(f"{self.folder(False)}/{name}", f"{self.folder(True)}/{name}") for name in _FILES]


def find_valgrind() -> Valgrind:
    """Return the environment's valgrind; raise MachineError if the environment is damaged or not installed."""
    return Valgrind(installed_environment().root)


@dataclass(frozen=True)
class Totals:
    """What valgrind printed about the processes of one job, by pid."""

    instructions: dict[int, int]  # the totals
    signals: dict[int, int]  # the signals that ended them
    forged: bool  # whether there are two totals for one process


def parse_log(log: bytes) -> Totals:
    """Read the totals of a job's processes from valgrind's log."""
    totals = [(int(pid), int(count.replace(b",", b""))) for pid, count in _TOTAL.findall(log)]
    signals = {int(pid): int(number) for pid, number in _SIGNAL.findall(log)}
    return Totals(dict(totals), signals, len(dict(totals)) < len(totals))


def cirron_folder() -> Path:
    """Return where Cirron is installed; raise MachineError if it is not."""
    spec = importlib.util.find_spec("cirron")
    if spec is None or spec.origin is None:
        raise MachineError(f"counter perf: Cirron is not installed; {_INSTALL_CIRRON}, or choose valgrind")
    return Path(spec.origin).parent


def check_hardware_counter() -> None:
    """Compile Cirron's library if that has not been done, and count once; raise MachineError if that fails here."""
    command = isolated_command(_CIRRON_PROBE, str(cirron_folder()))
    try:
        finished = subprocess.run(command, capture_output=True, text=True, env=clean_environment(), timeout=120)
    except subprocess.TimeoutExpired:
        raise MachineError("counter perf: Cirron does not answer; choose valgrind") from None
    if finished.returncode:
        said = (finished.stderr.strip().splitlines() or ["it failed"])[-1]
        remedy = "apt-get install -y g++, then try again" if "cirronlib" in said else "choose valgrind"
        raise MachineError(f"counter perf: no hardware instruction counter can be read here ({said[:150]}); {remedy}")


@dataclass(frozen=True)
class Counter:
    """A way to measure what a solution spends."""

    emulated: bool = False  # the zygote runs under valgrind, which prints what each process spent; this repeats exactly
    hardware: bool = False  # the child may read the processor's own counter with Cirron, which needs native code
    check: Callable[[], object] = lambda: None  # prepares this machine; raises MachineError if something is missing
    facts: Mapping[str, str] = field(default_factory=dict)  # what it adds to the fingerprint


# How the emulator is started, and which processor the emulated C library sees.
_VALGRIND_FACTS = {"tunables": TUNABLES, "valgrind_options": " ".join(OPTIONS)}
COUNTERS = {
    "valgrind": Counter(emulated=True, check=find_valgrind, facts=_VALGRIND_FACTS),
    "perf": Counter(hardware=True, check=check_hardware_counter),
    "cputime": Counter(),
}


def is_self_measured(counter: str) -> bool:
    """Return whether the measured process takes the counts itself; False for `none`, too."""
    return counter in COUNTERS and not COUNTERS[counter].emulated
