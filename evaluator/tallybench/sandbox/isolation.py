"""How TallyBench's Python processes are started, so that the host's settings do not affect what they do.

They are isolated (`-I`): neither PYTHON* variables, nor the working folder, nor the folder of a script decides what is
imported or how it is compiled. They read and write UTF-8 in any locale, and import the same `tallybench` as this
process. The installed command loads this module before it is isolated, so it imports only what Python has loaded by
then.
"""

import os
import sys

_COMMAND = "tallybench"
_PACKAGE = os.path.dirname(os.path.dirname(__file__))  # `tallybench`

# No other variable reaches a worker.
_PASSED_ON = (
    "HOME",  # the cache is there ...
    "XDG_CACHE_HOME",  # ... or here ...
    "TALLYBENCH_CACHE",  # ... or here
    "PATH",  # git is looked for there, and bubblewrap if the environment's own cannot run
    "TMPDIR",  # for short-lived files
    "LD_LIBRARY_PATH",  # without it, some interpreters do not find their own library
)

# Signals that the host ignores or blocks are received again, except for a Ctrl-C, which `start_connected` blocks.
# Package folders that an isolated interpreter does not know (the user's site-packages, pip's --target) come last, so
# that they replace nothing.
_START = """\
import signal, sys
from importlib import util
signal.signal(signal.SIGCHLD, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_UNBLOCK, signal.valid_signals() - {{signal.SIGINT}})
sys.path += [folder for folder in {folders} if folder not in sys.path]
_spec = util.spec_from_file_location("tallybench", {package})
sys.modules["tallybench"] = util.module_from_spec(_spec)
_spec.loader.exec_module(sys.modules["tallybench"])
"""


def isolated_command(code: str, *arguments: str, python: list[str] | None = None) -> list[str]:
    """Return the command line of an isolated process that executes `code`, with `arguments` in its `sys.argv`.

    A different `python`, given by its command line, finds no package but `tallybench` and writes nothing beside it.
    """
    start = _START.format(folders=ascii(() if python else _folders()), package=ascii(f"{_PACKAGE}/__init__.py"))
    command = [*python, "-S", "-B"] if python else [sys.executable]
    return [*command, "-I", "-X", "utf8", "-c", start + code, *arguments]


def module_command(module: str, *arguments: str) -> list[str]:
    """Return the command line of an isolated process that runs a module, as `python -m` does."""
    return isolated_command(f"import runpy\nrunpy.run_module({module!r}, None, '__main__', True)", *arguments)


def clean_environment() -> dict[str, str]:
    """Return the whole environment of a worker."""
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {"LC_ALL": "C.UTF-8", **passed_on}


def _folders() -> tuple[str, ...]:
    """Return the folders in which this process finds installed packages, and the one with `tallybench` itself."""
    folders = [folder for folder in sys.path if os.path.isabs(folder) and _holds_packages(folder)]
    return (*folders, os.path.dirname(_PACKAGE))


def _holds_packages(folder: str) -> bool:
    try:
        return any(name.endswith(".dist-info") for name in os.listdir(folder))
    except OSError:
        return False


def start_again_isolated() -> None:
    """Replace the process of the installed command with an isolated one that has all standard streams open.

    A program that calls the command line itself decides how it is started.
    """
    script = getattr(sys.modules["__main__"], "__file__", None)
    if sys.flags.isolated or script is None or os.path.basename(script) != _COMMAND:
        return
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:  # closed: the next file that is opened would take its number
            os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(stream, True)
    command = isolated_command("from tallybench.cli import main\nmain()", *sys.argv[1:])
    os.execv(command[0], command)  # noqa: TID251  # this process itself
