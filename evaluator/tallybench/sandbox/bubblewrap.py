"""The command line that starts a zygote inside bubblewrap, with nothing mounted but what it needs."""

import os
import shutil
import sys
from dataclasses import dataclass

from tallybench.errors import MachineError
from tallybench.sandbox.counters.valgrind import NATIVE_TUNABLES, OPTIONS, TUNABLES, Valgrind
from tallybench.sandbox.interpreter import Interpreter
from tallybench.sandbox.provision import NOTHING, PACKAGES, SCRATCH_BYTES, Provision

INSTALL = "apt-get install -y bubblewrap"
HOME = "/tallybench"  # where the zygote's own files are, inside
TMP_BYTES = 1 << 20
NOBODY = "65534"

# Inside: where bubblewrap reports the process it puts into the sandbox, and what it waits for; closed once that runs.
INFO_FD, PAUSE_FD = 5, 6


@dataclass(frozen=True)
class Setting:
    """Where solutions run.

    Attributes:
        interpreter: the Python that runs them.
        valgrind: emulate under it; None runs natively.
        hash_seed: PYTHONHASHSEED.
        isolated: inside bubblewrap. Running without it is an explicit choice that every result records.
        programs: under valgrind, run programs on standard input instead of functions. (Natively, one zygote runs both.)
        converting: under valgrind, run functions whose output is not plain data. (Natively, all are.)
        hardware_counter: give solutions Cirron, and with it `ctypes`: native code. Never ranked.
        provision: natively, what else is there for tests that need more than the standard library.
        gauged: natively, measure the memory that solutions take.
    """

    interpreter: Interpreter
    valgrind: Valgrind | None = None
    hash_seed: int = 0
    isolated: bool = True
    programs: bool = False
    converting: bool = False
    hardware_counter: bool = False
    provision: Provision = NOTHING
    gauged: bool = False


def find_bubblewrap() -> str:
    """Return the path of bubblewrap.

    Raises:
        MachineError: it is not installed.
    """
    path = shutil.which("bwrap")
    if path is None:
        raise MachineError(f"bubblewrap is not installed, and nothing untrusted runs without it; as root: {INSTALL}")
    return path


def environment(setting: Setting, scratch: str = "/tmp") -> dict[str, str]:
    """Return the whole environment of a zygote.

    Args:
        setting: where solutions run.
        scratch: the folder for temporary files; solutions cannot write to it.
    """
    variables = {
        "GLIBC_TUNABLES": TUNABLES if setting.valgrind is not None else NATIVE_TUNABLES,
        "HOME": scratch,
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin",
        "PYTHONHASHSEED": str(setting.hash_seed),
        "TMPDIR": scratch,
    }
    if setting.valgrind is not None:
        variables["VALGRIND_LAUNCHER"] = variables["VALGRIND_LIB"] = setting.valgrind.folder
    if setting.gauged:
        variables["PYTHONMALLOC"] = "malloc"  # see gauge.py
    if setting.provision.folder:
        variables["PYTHONPATH"] = PACKAGES if setting.isolated else setting.provision.folder
        variables["OPENBLAS_NUM_THREADS"] = "1"  # a forked child has no other threads
    return variables


def zygote_command(setting: Setting, home: str = HOME) -> list[str]:
    """Return the program to run inside: the interpreter, or valgrind with the interpreter below it.

    Args:
        setting: where solutions run.
        home: the folder with zygote.py, launch.py and seal.so, as seen from inside.
    """
    python = [setting.interpreter.executable, "-s", "-B"]
    mode = "native" if setting.valgrind is None else "emulated"
    modules = [*setting.interpreter.modules, *(["cirron"] if setting.hardware_counter else [])]
    zygote = [*python, f"{home}/zygote.py", mode, f"{home}/seal.so", *modules]
    if setting.valgrind is None:
        return zygote
    return [*python, f"{home}/launch.py", setting.valgrind.tool, *OPTIONS, *zygote]


def bubblewrap_command(setting: Setting) -> list[str]:
    """Return the whole command line. While bubblewrap waits for the end of PAUSE_FD, files are put into the sandbox.

    Raises:
        MachineError: bubblewrap is not installed.
    """
    command = [find_bubblewrap(), "--die-with-parent", "--as-pid-1", "--new-session", "--cap-drop", "ALL"]
    command += ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--uid", NOBODY, "--gid", NOBODY, "--hostname", "sandbox"]
    command += ["--chdir", "/tmp" if setting.provision.scratch else "/"]
    command.append("--clearenv")
    for name, value in environment(setting).items():
        command += ["--setenv", name, value]
    command += ["--info-fd", str(INFO_FD), "--file", str(PAUSE_FD), "/tmp/pause"]
    if setting.provision.folder:
        command += ["--ro-bind", setting.provision.folder, PACKAGES]
    for device in ("null", "urandom"):  # /dev/zero would fill memory for nothing
        command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    if setting.valgrind is not None:
        # valgrind reads its own memory map, once, when it starts; anything else under /proc would be a way around it.
        command += ["--ro-bind", "/proc/self/maps", "/proc/self/maps"]
    # valgrind writes two files when it starts; nothing else is writable, and children may not even try. Nor may they
    # list the folder: when that is first done is recorded there, which could be a message to the next job.
    permissions, size = ("0700", SCRATCH_BYTES) if setting.provision.scratch else ("0300", TMP_BYTES)
    command += ["--perms", permissions, "--size", str(size), "--tmpfs", "/tmp"]
    closed = ["/tmp"] if setting.valgrind is None and not setting.provision.scratch else []
    for path in (*closed, "/"):
        command += ["--remount-ro", path]
    return command + zygote_command(setting)


def check_platform() -> None:
    """Raise MachineError where the sandbox cannot work at all."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise MachineError(
            f"solutions can only be run on Linux on x86-64; this is {sys.platform} on {os.uname().machine}"
        )
