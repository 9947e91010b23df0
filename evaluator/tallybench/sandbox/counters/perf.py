"""The hardware's instruction counter, through Cirron: quick, self-measured, never ranked.

Cirron 0.4 imports `pkg_resources`, which setuptools no longer has, compiles a library when first imported, and raises
if there is no counter. So it is tried in a separate process, with a stand-in for the one function that it uses.
"""

import importlib.util
import subprocess
from pathlib import Path

from tallybench.errors import MachineError
from tallybench.sandbox.counters.traits import Counter
from tallybench.sandbox.isolation import clean_environment, isolated_command

INSTALL = "pip install 'tallybench[perf]'"

_PROBE = """
import os, sys, types
stand_in = types.ModuleType("pkg_resources")
stand_in.resource_filename = lambda name, file: os.path.join(sys.argv[1], file)
sys.modules["pkg_resources"] = stand_in
from cirron import Collector
with Collector() as collector:
    sum(range(100_000))
assert collector.counters.instruction_count > 100_000, "the counter stands still"
"""


def cirron_folder() -> Path:
    """Return where Cirron is installed.

    Raises:
        MachineError: it is not.
    """
    spec = importlib.util.find_spec("cirron")
    if spec is None or spec.origin is None:
        raise MachineError(f"counter perf: Cirron is not installed; {INSTALL}, or choose valgrind")
    return Path(spec.origin).parent


def check_hardware_counter() -> None:
    """Compile Cirron's library if that has not been done, and count once.

    Raises:
        MachineError: Cirron or a compiler is missing, or this machine has no readable counter.
    """
    folder = cirron_folder()
    try:
        finished = subprocess.run(
            isolated_command(_PROBE, str(folder)),
            capture_output=True,
            text=True,
            env=clean_environment(),
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        raise MachineError("counter perf: Cirron does not answer; choose valgrind") from None
    if finished.returncode:
        said = (finished.stderr.strip().splitlines() or ["it failed"])[-1]
        remedy = "apt-get install -y g++, then try again" if "cirronlib" in said else "choose valgrind"
        raise MachineError(f"counter perf: no hardware instruction counter can be read here ({said[:150]}); {remedy}")


COUNTER = Counter("perf", self_measured=True, hardware=True, check=check_hardware_counter)
