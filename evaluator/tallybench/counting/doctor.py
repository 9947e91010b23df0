"""Report what this machine can do, and the exact command that fixes each thing it lacks."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.pool import usable_processors
from tallybench.counting.worker import calibrate
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.files import cache_folder
from tallybench.model.environment import ranked_facts
from tallybench.sandbox.bubblewrap import Setting, can_isolate, check_platform, find_bubblewrap
from tallybench.sandbox.counters import check_hardware_counter, find_valgrind
from tallybench.sandbox.host import Zygote, check_address_space
from tallybench.sandbox.interpreter import Interpreter, default_interpreter, probe_interpreter
from tallybench.sandbox.judging_limits import slowness

WORKER_MEMORY = 2 << 30  # what a worker may need at its worst: a child at its limit, twice emulated

Status = Literal["ok", "lack", "note"]


@dataclass(frozen=True)
class Finding:
    """One thing that was examined."""

    what: str  # its name
    status: Status  # `ok`, `lack` (something cannot be done here), or `note` (it works, with a reservation)
    detail: str  # what was found
    mend: str = ""  # the exact command that fixes it; empty if there is nothing to fix


def examine(python: str | None = None) -> Iterator[Finding]:
    """Examine this machine, one finding at a time, with this measuring interpreter or the environment's."""
    yield _platform()
    try:
        installed_environment()
    except MachineError as error:
        yield Finding("environment", "lack", str(error), "tallybench environment install")
        return
    try:
        interpreter = probe_interpreter(python or default_interpreter())
    except MachineError as error:
        yield Finding("interpreter", "lack", str(error), "tallybench doctor")
        return
    yield _environment(interpreter)
    isolated = _sandbox(interpreter)
    yield isolated
    if isolated.status != "lack":
        yield _counter(interpreter)
    yield _hardware_counter()
    yield _memory()
    yield _cache()


def _platform() -> Finding:
    try:
        check_platform()
    except MachineError as error:
        return Finding("platform", "lack", str(error), "use a Linux machine or container on x86-64")
    release = os.uname().release
    return Finding("platform", "ok", f"Linux {release}, {os.uname().machine}, {os.cpu_count()} processors")


def _environment(interpreter: Interpreter) -> Finding:
    """Say whether counts here are ranked, or exactly why not."""
    fingerprint = take_fingerprint(interpreter, "valgrind")
    if fingerprint.ranked:
        version = f"{installed_environment().id[:16]}, {interpreter.implementation} {interpreter.version}"
        return Finding("environment", "ok", f"{version}: counts here are ranked")
    if not interpreter.root:
        what = f"{interpreter.implementation} {interpreter.version} of this machine"
        return Finding("environment", "note", f"{interpreter.executable} ({what}): its counts are never ranked")
    differs = [name for name, value in ranked_facts().items() if fingerprint.facts.get(name) != value]
    return Finding("environment", "note", f"counts here are not ranked: different {', '.join(differs)}")


def _sandbox(interpreter: Interpreter) -> Finding:
    command = find_bubblewrap()
    version = subprocess.run([*command, "--version"], capture_output=True, text=True).stdout.strip()
    try:
        check_address_space()
    except MachineError as error:
        limited, mend = str(error).split("; ")
        return Finding("sandbox", "lack", limited, mend)
    try:
        Zygote(Setting(interpreter)).close()
    except MachineError as error:
        mend = "" if can_isolate(command) else _userns_remedy()
        return Finding("sandbox", "lack", f"{version}: {_reason(error)}", mend)
    isolated = f"{version}, a solution can be isolated"
    if (factor := slowness()) > 1:
        longer = f"this machine is {factor:.1f} times as slow as an ordinary one, and time limits are as much longer"
        return Finding("sandbox", "note", f"{isolated}; {longer}")
    return Finding("sandbox", "ok", isolated)


def _reason(error: MachineError) -> str:
    """Return the error of a sandbox that does not start, without the advice to run the doctor."""
    return str(error).split("; `")[0]


def _userns_remedy() -> str:
    """Return the command that allows user namespaces, if the kernel's settings show what forbids them."""
    settings = {
        "kernel/apparmor_restrict_unprivileged_userns": ("1", "kernel.apparmor_restrict_unprivileged_userns=0"),
        "kernel/unprivileged_userns_clone": ("0", "kernel.unprivileged_userns_clone=1"),
        "user/max_user_namespaces": ("0", "user.max_user_namespaces=10000"),
    }
    for name, (bad, line) in settings.items():
        try:
            value = Path("/proc/sys", name).read_text().strip()
        except OSError:
            continue
        if value == bad:
            return f"sudo sysctl -w {line}"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "start the container with: --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
    return "sudo sysctl -w user.max_user_namespaces=10000"


def _counter(interpreter: Interpreter) -> Finding:
    try:
        native, emulated = Zygote(Setting(interpreter)), Zygote(Setting(interpreter, find_valgrind()))
    except MachineError as error:
        return Finding("counter: valgrind", "lack", _reason(error))
    rate, _ = calibrate("valgrind", native, emulated)
    native.close()
    emulated.close()
    return Finding("counter: valgrind", "ok", f"{rate / 1e6:.0f} million instructions per second")


def _hardware_counter() -> Finding:
    what = "counter: perf"
    try:
        check_hardware_counter()
    except MachineError as error:
        return Finding(what, "note", f"{str(error).removeprefix('counter perf: ')} (optional)")
    return Finding(what, "ok", "Cirron reads the hardware's counter (self-measured, never ranked)")


def _memory() -> Finding:
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    workers = max(1, min(usable_processors(), total // WORKER_MEMORY))
    detail = f"{total / 2**30:.1f} GiB, enough for {workers} workers at their worst"
    if workers < usable_processors():
        return Finding("memory", "note", detail, f"tallybench evaluate --workers {workers} ...")
    return Finding("memory", "ok", detail)


def _cache() -> Finding:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        remedy = "export TALLYBENCH_CACHE=/tmp/tallybench-cache"
        return Finding("cache", "lack", f"{folder}: cannot be written ({error.strerror})", remedy)
    detail = f"{folder}: {size / 2**20:.0f} MiB, {free / 2**30:.1f} GiB free"
    return Finding("cache", "ok" if free > 1 << 30 else "note", detail)
