"""The measuring interpreter: the Python that runs the solutions, apart from the one that runs the evaluator."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from evaluator.errors import MachineError

RANKED_INTERPRETER = "/usr/bin/python3"

# Imported by the zygote before any solution runs, so that a solution's own `import` of them costs next to nothing.
# What solutions to programming tasks usually import, and the C parts of what they may: a child cannot load a library.
PRELOADED = tuple(
    (  # noqa: SIM905  # a list of words reads better than a list of strings
        "abc array ast base64 binascii bisect calendar cmath collections collections.abc contextlib copy csv "
        "dataclasses datetime decimal difflib enum fractions functools gc hashlib heapq hmac inspect io itertools json "
        "keyword locale math numbers operator os pprint queue random re resource secrets signal socket statistics "
        "string struct sys textwrap threading time timeit traceback types typing unicodedata uuid warnings weakref "
        "zlib zoneinfo _bz2 _contextvars _decimal _lzma _multibytecodec _queue _statistics"
    ).split()
)


@dataclass(frozen=True)
class Interpreter:
    """What `probe.py` says of an interpreter.

    Attributes:
        executable: its real path.
        stdlib: the folder of its standard library.
        extensions: the folder of the standard library's extension modules.
        modules: those of PRELOADED that it has.
        mapped: every file that it maps with these modules loaded: itself, its extension modules, libraries, locale.
        sources: the source files of these modules and of what they import.
    """

    executable: str
    implementation: str
    version: str
    build: str
    compiler: str
    libc: str
    machine: str
    prefix: str
    stdlib: str
    extensions: str
    modules: tuple[str, ...]
    mapped: tuple[str, ...]
    sources: tuple[str, ...]

    def build_hash(self) -> str:
        """SHA-256 over all native code that the interpreter maps, the C library excepted."""
        return _hash_files(
            path for path in self.mapped if path == self.executable or (".so" in path and not _is_libc(path))
        )

    def libc_hash(self) -> str:
        """SHA-256 of the C library."""
        return _hash_files(path for path in self.mapped if _is_libc(path))

    def sources_hash(self) -> str:
        """SHA-256 over the sources of the preloaded modules."""
        return _hash_files(self.sources)


def default_interpreter() -> str:
    """The interpreter that is ranked where it is present, else the one that runs the evaluator."""
    return RANKED_INTERPRETER if os.path.exists(RANKED_INTERPRETER) else sys.executable


@cache
def probe_interpreter(python: str) -> Interpreter:
    """Asks an interpreter what it is.

    Args:
        python: the path of a CPython 3.9 or later.

    Raises:
        MachineError: it cannot be run, or is not one that can measure.
    """
    probe = resources.files("evaluator.execution").joinpath("probe.py")
    environment = {"LC_ALL": "C.UTF-8", "PATH": os.environ.get("PATH", "/usr/bin:/bin")}
    with resources.as_file(probe) as script:
        try:
            finished = subprocess.run(
                [python, "-s", "-B", str(script), *PRELOADED],
                capture_output=True,
                text=True,
                env=environment,
                timeout=60,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            detail = getattr(error, "stderr", None) or str(error)
            raise MachineError(
                f"--python {python}: cannot be run as an interpreter ({detail.strip().splitlines()[-1]}); "
                "give the path of a CPython 3.9 or later"
            ) from None
    facts = json.loads(finished.stdout)
    facts = {name: tuple(value) if isinstance(value, list) else value for name, value in facts.items()}
    interpreter = Interpreter(**facts)
    version = tuple(int(part) for part in interpreter.version.split(".")[:2])
    if interpreter.implementation != "CPython" or version < (3, 9):
        raise MachineError(
            f"--python {python}: {interpreter.implementation} {interpreter.version} cannot measure; "
            "give the path of a CPython 3.9 or later"
        )
    return interpreter


def _is_libc(path: str) -> bool:
    return os.path.basename(path).startswith("libc.so")


def _hash_files(paths: Iterable[str]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths, key=os.path.basename):
        total.update(os.path.basename(path).encode() + b"\0")
        total.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return total.hexdigest()
