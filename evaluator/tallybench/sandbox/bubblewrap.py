"""The sandbox from outside: where solutions run, and the bubblewrap command line that creates it."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache

from tallybench.environment.artifact import BUBBLEWRAP, host_command
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.sandbox.counters import NATIVE_TUNABLES, OPTIONS, TUNABLES, Valgrind
from tallybench.sandbox.interpreter import Interpreter
from tallybench.sandbox.packages import NOTHING, Provision

HOME = "/tallybench"  # where the zygote's own files are, inside
_PACKAGES = f"{HOME}/packages"  # where a provision's packages are, inside
# Inside: where bubblewrap reports the process it puts into the sandbox, and what it waits for; closed once that runs.
INFO_FD, PAUSE_FD = 5, 6
_TMP_BYTES, _SCRATCH_BYTES = 1 << 20, 32 << 20
_NOBODY = "65534"


@dataclass(frozen=True)
class Setting:
    """Where solutions run."""

    interpreter: Interpreter  # the Python that runs them
    valgrind: Valgrind | None = None  # emulate under it; None runs natively
    hash_seed: int = 0  # PYTHONHASHSEED
    isolated: bool = True  # inside bubblewrap. Running without it is an explicit choice that every result records.
    # under valgrind, run programs on standard input instead of functions. (Natively, one zygote runs both.)
    programs: bool = False
    converting: bool = False  # under valgrind, run functions whose output is not plain data. (Natively, all are.)
    hardware_counter: bool = False  # give solutions Cirron, and with it `ctypes`: native code. Never ranked.
    provision: Provision = NOTHING  # natively, what is added for tests that need more than the standard library
    gauged: bool = False  # natively, measure the memory that solutions use


def check_platform() -> None:
    """Raise MachineError if the sandbox cannot work here at all."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise MachineError(
            f"solutions can only be run on Linux on x86-64; this is {sys.platform} on {os.uname().machine}"
        )


@cache
def find_bubblewrap() -> tuple[str, ...]:
    """Return how to call bubblewrap: the environment's own, or the machine's if only that one can run here.

    (Some machines, such as Ubuntu's, allow new namespaces only to a program at a certain path.) Without the
    environment, this raises MachineError.
    """
    root = installed_environment().root
    own = tuple(host_command(root, f"{root}/{BUBBLEWRAP}")[0])
    installed = shutil.which("bwrap")
    if installed is not None and not can_isolate(own) and can_isolate((installed,)):
        return (installed,)
    return own


def can_isolate(bubblewrap: tuple[str, ...]) -> bool:
    """Return whether bubblewrap can give a trusted program namespaces of its own."""
    namespaces = ["--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/"]
    command = [*bubblewrap, *namespaces, bubblewrap[0], "--version"]
    return subprocess.run(command, capture_output=True).returncode == 0


def environment(setting: Setting, scratch: str = "/tmp") -> dict[str, str]:
    """Return the whole environment of a zygote; `scratch` is its folder for temporary files, closed to solutions."""
    variables = {
        "GLIBC_TUNABLES": TUNABLES if setting.valgrind is not None else NATIVE_TUNABLES,
        "HOME": scratch,
        "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin",
        "PYTHONHASHSEED": str(setting.hash_seed),
        "TMPDIR": scratch,
    }
    if setting.valgrind is not None:
        variables["VALGRIND_LAUNCHER"] = variables["VALGRIND_LIB"] = setting.valgrind.folder(setting.isolated)
    if setting.gauged:
        variables["PYTHONMALLOC"] = "malloc"  # see gauge.py
    if setting.provision.folder:
        variables["PYTHONPATH"] = _PACKAGES if setting.isolated else setting.provision.folder
        variables["OPENBLAS_NUM_THREADS"] = "1"  # a forked child has no other threads
        variables["OPENBLAS_CORETYPE"] = "Haswell"  # else the last digits of a sum depend on the processor's model
    return variables


def zygote_command(setting: Setting, home: str = HOME) -> list[str]:
    """Return the program to run inside: the interpreter, or valgrind with the interpreter below it.

    `home` is the folder with zygote.py, launch.py and seal.so, as seen from inside.
    """
    interpreter = setting.interpreter
    python = [interpreter.executable, "-s", "-B"]
    if interpreter.root and not setting.isolated:
        python = [*host_command(interpreter.root, interpreter.outside(interpreter.executable))[0], "-s", "-B"]
    mode = "native" if setting.valgrind is None else "emulated"
    modules = [*interpreter.modules, *(["cirron"] if setting.hardware_counter else [])]
    zygote = [*python, f"{home}/zygote.py", mode, f"{home}/seal.so", *modules]
    if setting.valgrind is None:
        return zygote
    return [*python, f"{home}/launch.py", setting.valgrind.tool(setting.isolated), *OPTIONS, *zygote]


def bubblewrap_command(setting: Setting) -> list[str]:
    """Return the whole command line. While bubblewrap waits for the end of PAUSE_FD, files are put into the sandbox."""
    scratch = setting.provision.scratch
    command = [*find_bubblewrap(), "--die-with-parent", "--as-pid-1", "--new-session", "--cap-drop", "ALL"]
    command += ["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--uid", _NOBODY, "--gid", _NOBODY, "--hostname", "sandbox"]
    command += ["--chdir", "/tmp" if scratch else "/", "--clearenv"]
    for name, value in environment(setting).items():
        command += ["--setenv", name, value]
    command += ["--info-fd", str(INFO_FD), "--file", str(PAUSE_FD), "/tmp/pause"]
    if setting.provision.folder:
        command += ["--ro-bind", setting.provision.folder, _PACKAGES]
    for device in ("null", "urandom"):  # /dev/zero would fill memory for nothing
        command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    if setting.valgrind is not None:
        # valgrind reads its own memory map, once, when it starts; anything else under /proc would be a way around it.
        command += ["--ro-bind", "/proc/self/maps", "/proc/self/maps"]
    # valgrind writes two files when it starts; nothing else is writable, and children may not even try. Nor may they
    # list the folder: when that is first done is recorded there, which could be a message to the next job.
    permissions, size = ("0700", _SCRATCH_BYTES) if scratch else ("0300", _TMP_BYTES)
    command += ["--perms", permissions, "--size", str(size), "--tmpfs", "/tmp"]
    if setting.valgrind is None and not scratch:
        command += ["--remount-ro", "/tmp"]
    return [*command, "--remount-ro", "/", *zygote_command(setting)]
