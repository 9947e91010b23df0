"""Packages that the tests of a benchmark need: set up once in a folder of their own, which only its sandbox mounts.

Versions are pinned, dependencies included, and nothing is built. The folder is in the cache, named after the hash of
the pins; pip's records of the files go into the fingerprint.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tallybench.errors import InputError, MachineError
from tallybench.files import cache_folder, using_cache
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.isolation import module_command

INSTALL_SECONDS = 1800
SCRATCH = "scratch"  # no packages, only SQLite and a folder to write to
CLASSEVAL = "classeval"


@dataclass(frozen=True)
class Provision:
    """What the sandbox adds for some tests.

    For correctness only: nothing is counted in such a sandbox, so it may contain things that would endanger a count.
    """

    folder: str = ""  # the packages' folder; empty for none
    # what else the zygote imports before any solution runs, because a child cannot load a library
    modules: tuple[str, ...] = ()
    scratch: bool = False  # solutions may write to /tmp, which is their working folder
    identity: str = ""  # what distinguishes it from others: a hash over the packages


NOTHING = Provision()


@dataclass(frozen=True)
class PackageSet:
    """Packages that are set up together."""

    pins: tuple[str, ...]  # each with its version
    # the modules of these and of the standard library that the sandbox imports before any solution runs
    modules: tuple[str, ...]
    packages: frozenset[str]  # the names by which solutions import them


_FILES = ("sqlite3", "zipfile", "xml.etree.ElementTree")
PACKAGES = {
    CLASSEVAL: PackageSet(
        pins=tuple(
            (  # noqa: SIM905  # a list of words reads better than a list of strings
                "numpy==1.26.4 scipy==1.12.0 gensim==4.3.3 smart-open==9.0.2 wrapt==2.5.2 pandas==2.2.3 "
                "python-dateutil==4.0.0 pytz==2026.6 tzdata==2026.6 beautifulsoup4==4.12.3 soupsieve==4.1.2 "
                "lxml==5.3.0 python-docx==1.1.2 typing-extensions==4.16.0 openpyxl==3.1.5 et-xmlfile==2.0.0 "
                "pillow==10.4.0 pypdf2==2.12.1 reportlab==4.2.5 chardet==7.7.0 coverage==7.17.3"
            ).split()
        ),
        modules=tuple(
            (  # noqa: SIM905
                "ctypes _ctypes mmap numpy pandas gensim gensim.matutils bs4 lxml.etree docx docx.enum.text "
                "docx.shared openpyxl PIL.Image PIL.ImageEnhance PIL.ImageChops PIL.ImageFilter PIL.ImageOps "
                "PIL.ImageDraw PIL.PngImagePlugin PIL.JpegImagePlugin PIL.BmpImagePlugin PIL.GifImagePlugin PyPDF2 "
                "reportlab.pdfgen.canvas coverage coverage.jsonreport coverage.tracer coverage.sqldata "
                "scipy.interpolate scipy.stats"
            ).split()
        )
        + _FILES,
        packages=frozenset({"numpy", "gensim", "pandas", "bs4", "docx", "openpyxl", "PIL", "PyPDF2", "reportlab"}),
    )
}


def packages_folder(name: str) -> Path:
    """Return the folder in which a set of packages is, or is to be, set up."""
    pins = hashlib.sha256("\n".join(PACKAGES[name].pins).encode()).hexdigest()
    return cache_folder() / "packages" / f"{name}-{pins[:16]}"


def provision_of(name: str) -> Provision:
    """Return what the sandbox adds for a package set, for `scratch`, or for nothing (an empty name).

    If the set is not set up, this raises MachineError.
    """
    if not name:
        return NOTHING
    if name == SCRATCH:
        return Provision(modules=_FILES, scratch=True, identity=SCRATCH)
    folder = packages_folder(name)
    if not folder.is_dir():
        raise MachineError(
            f"{folder}: the packages that tests of this benchmark need are not installed; "
            f"run `tallybench dev packages {name}` once"
        )
    return Provision(str(folder), PACKAGES[name].modules, True, _identity(folder))


@cache
def _identity(folder: Path) -> str:
    """Return the SHA-256 over pip's records of each package's files: their names and hashes."""
    records = sorted(folder.glob("*.dist-info/RECORD"))
    total = hashlib.sha256()
    for record in records:
        lines = sorted(line for line in record.read_bytes().splitlines() if b".pyc," not in line and b"../" not in line)
        total.update(record.parent.name.encode() + b"\n" + b"\n".join(lines) + b"\n")
    return total.hexdigest()


def install_packages(name: str) -> tuple[Path, str]:
    """Set up a set of packages if that has not been done; return its folder, and a hash over its contents.

    Raises:
        InputError: there is no such set.
        MachineError: pip cannot install it.
    """
    if name not in PACKAGES:
        raise InputError(f"packages {name}: must be {' or '.join(PACKAGES)}")
    folder = packages_folder(name)
    if not folder.is_dir():
        beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
        with using_cache(folder):
            folder.parent.mkdir(parents=True, exist_ok=True)
            try:
                _pip(beside, PACKAGES[name])
                os.replace(beside, folder)
            except OSError:
                if not folder.is_dir():  # otherwise another process was faster
                    raise
            finally:
                shutil.rmtree(beside, ignore_errors=True)
    return folder, _identity(folder)


def _pip(target: Path, wanted: PackageSet) -> None:
    command = module_command("pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps")
    command += ["--only-binary=:all:", "--target", str(target)]
    version = probe_interpreter(default_interpreter()).version.rpartition(".")[0]
    if version != f"{sys.version_info.major}.{sys.version_info.minor}":
        command += ["--python-version", version, "--implementation", "cp"]
    try:
        finished = subprocess.run([*command, *wanted.pins], capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise MachineError(f"pip cannot be run ({error}); install it beside TallyBench") from None
    if finished.returncode != 0:
        said = [line for line in finished.stderr.splitlines() if line.startswith("ERROR")] or ["it failed"]
        raise MachineError(f"pip cannot install the packages: {said[-1][:200]}; check the network and try again")
