"""The measuring interpreter: the Python that runs the solutions, apart from the one that runs the evaluator."""

import hashlib
import json
import os
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from tallybench.environment.artifact import host_command, root_of
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.files import cache_folder, write_in_cache

_PROBE = resources.files("tallybench.sandbox.inside").joinpath("probe.py")

# Imported by the zygote before any solution runs, so that a solution's own `import` of them costs next to nothing:
# what solutions to programming tasks usually import, and the C parts of all they may import, because a child cannot
# load a library.
PRELOADED = tuple(
    (  # noqa: SIM905  # a list of words reads better than a list of strings
        "abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath codecs collections "
        "collections.abc concurrent.futures.thread contextlib copy csv dataclasses datetime decimal difflib "
        "doctest encodings.ascii encodings.cp1252 encodings.hex_codec encodings.idna encodings.latin_1 "
        "encodings.raw_unicode_escape encodings.rot_13 encodings.unicode_escape encodings.utf_16 "
        "encodings.utf_16_be encodings.utf_16_le encodings.utf_32 encodings.utf_32_be encodings.utf_32_le "
        "encodings.utf_8_sig enum fcntl fnmatch fractions functools gc getpass glob graphlib gzip hashlib heapq "
        "hmac html inspect io ipaddress itertools json keyword locale logging lzma math numbers operator os "
        "pathlib pickle platform pprint queue random re resource sched secrets shlex shutil signal socket "
        "statistics string stringprep struct subprocess sys tempfile textwrap threading time timeit tokenize "
        "traceback types typing unicodedata unittest urllib.parse uuid warnings weakref zlib zoneinfo _bz2 "
        "_contextvars _decimal _lzma _multibytecodec _queue _statistics"
    ).split()
)


@dataclass(frozen=True)
class Interpreter:
    """What `probe.py` reports about an interpreter."""

    # the folder of the environment that it belongs to; empty for an interpreter of the machine. All paths are as seen
    # below it, and so inside a sandbox.
    root: str
    executable: str  # its real path
    implementation: str
    version: str
    build: str
    compiler: str
    libc: str
    machine: str
    prefix: str
    stdlib: str  # the folder of its standard library
    extensions: str  # the folder of the standard library's extension modules
    modules: tuple[str, ...]  # those of PRELOADED that it has
    # every file that it maps with these modules loaded: itself, extension modules, libraries, locale data
    mapped: tuple[str, ...]
    sources: tuple[str, ...]  # the source files of these modules and of what they import

    def outside(self, path: str) -> str:
        """Return where one of its files is on this machine."""
        return self.root + path

    def build_hash(self) -> str:
        """Return the SHA-256 of the interpreter: executable, extension modules and, if it has one, shared library."""
        own = (self.executable, f"{self.extensions}/")
        return self._hash(path for path in self.mapped if path.startswith(own) or "libpython" in os.path.basename(path))

    def libc_hash(self) -> str:
        """Return the SHA-256 of the C library, its mathematics library and its loader.

        Other libraries (OpenSSL, zlib ...) are left out: they are often updated, and hardly any solution calls them.
        """
        names = ("libc.so", "libm.so", "ld-linux")
        return self._hash(path for path in self.mapped if os.path.basename(path).startswith(names))

    def sources_hash(self) -> str:
        """Return the SHA-256 of the sources of the preloaded modules."""
        return self._hash(self.sources)

    def _hash(self, paths: Iterable[str]) -> str:
        return _hash_files(tuple(self.outside(path) for path in paths))


def default_interpreter() -> str:
    """Return the measuring environment's interpreter; raise MachineError if that is not installed, or damaged."""
    return installed_environment().python


@cache
def probe_interpreter(python: str, also: tuple[str, ...] = (), packages: str = "") -> Interpreter:
    """Ask an interpreter what it is.

    Args:
        python: the path of a CPython 3.9 or later.
        also: modules to preload in addition to PRELOADED.
        packages: another folder in which to look for modules; empty for none.

    Raises:
        MachineError: it cannot be run, or cannot measure.
    """
    root = root_of(python)
    if root and not packages:  # its id fixes its files, so it answers the same each time
        content = [python, *also, *PRELOADED, _PROBE.read_text()]
        place = cache_folder() / "interpreters" / hashlib.sha256("\0".join(content).encode()).hexdigest()[:16]
        try:
            facts = json.loads(place.read_bytes())
        except (OSError, ValueError):
            facts = _ask(python, root, also, packages)
            with suppress(MachineError):  # it is asked again the next time
                write_in_cache(place, [json.dumps(facts).encode()])
    else:
        facts = _ask(python, root, also, packages)
    facts = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    interpreter = _below(root, facts) if root else Interpreter(root="", **facts)
    version = tuple(int(number) for number in interpreter.version.split(".")[:2])
    if interpreter.implementation != "CPython" or version < (3, 9):
        raise MachineError(
            f"--python {python}: {interpreter.implementation} {interpreter.version} cannot measure; "
            "give the path of a CPython 3.9 or later"
        )
    return interpreter


def _ask(python: str, root: str, also: tuple[str, ...], packages: str) -> dict[str, Any]:
    command, variables = host_command(root, python) if root else ([python], {})
    variables |= {"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "/usr/bin:/bin")}
    if packages:
        variables["PYTHONPATH"] = packages
    with resources.as_file(_PROBE) as script:
        try:
            finished = subprocess.run(
                [*command, "-s" if packages else "-I", "-B", str(script), *PRELOADED, *also],
                capture_output=True,
                text=True,
                env=variables,
                timeout=60,
                check=True,
            )
            facts: dict[str, Any] = json.loads(finished.stdout)
            return facts
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            detail = getattr(error, "stderr", None) or str(error)
            raise MachineError(
                f"--python {python}: cannot be run as an interpreter ({detail.strip().splitlines()[-1]}); "
                "give the path of a CPython 3.9 or later"
            ) from None


def _below(root: str, facts: dict[str, Any]) -> Interpreter:
    """Return an environment's interpreter, with its paths as seen inside a sandbox.

    Files of the machine that it maps are left out: inside there are none.
    """
    own = {
        name: tuple(path.removeprefix(root) for path in value if path.startswith(f"{root}/"))
        for name, value in facts.items()
        if name in ("mapped", "sources")
    }
    paths = {name: facts[name].removeprefix(root) for name in ("executable", "prefix", "stdlib")}
    extensions = f"{paths['stdlib']}/lib-dynload"
    return Interpreter(**facts | own | paths | {"root": root, "extensions": extensions})


@cache
def _hash_files(paths: tuple[str, ...]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths, key=os.path.basename):
        total.update(os.path.basename(path).encode() + b"\0")
        total.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return total.hexdigest()
