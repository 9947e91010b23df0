"""Build the environment from Debian packages: no root, nothing installed on the machine, the same bytes everywhere."""

import io
import os
import shutil
import subprocess
import tarfile
import tempfile
import urllib.request
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

import orjson

from tallybench.environment.artifact import PYTHON, Package, host_command, place_member
from tallybench.errors import MachineError
from tallybench.files import sha256_of

_APT_HELPER = "/usr/lib/apt/apt-helper"
_SECONDS = 1800

# What is taken: programs, libraries (by the start of their names), and folders.
_PROGRAMS = ("usr/bin/bwrap", "usr/bin/python3.11")
_LIBRARIES = (
    *("ld-linux-x86-64.so", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libutil.so"),
    *("libbz2.so", "libexpat.so", "libffi.so", "liblzma.so", "libsqlite3.so", "libuuid.so", "libz.so"),
    *("libgcc_s.so", "libstdc++.so", "libcap.so", "libpcre2-8.so", "libselinux.so"),
)
_LIBRARY_FOLDER = "usr/lib/x86_64-linux-gnu/"
_VALGRIND = ("cachegrind-amd64-linux", "vgpreload_core-amd64-linux.so", "default.supp")
_STDLIB = "usr/lib/python3.11/"
_OTHERS = (
    "usr/lib/locale/C.utf8/LC_CTYPE",
    *(f"usr/libexec/valgrind/{name}" for name in _VALGRIND),
)

# Parts of the standard library that solutions do not get: large ones, and those whose libraries are not included.
_LEFT_OUT = (
    *("test", "ensurepip", "idlelib", "lib2to3", "tkinter", "turtledemo", "distutils", "venv", "pydoc_data", "curses"),
    *("dbm", "sitecustomize.py", "EXTERNALLY-MANAGED", "LICENSE.txt"),
)
_LEFT_OUT_EXTENSIONS = (
    *("_crypt", "_curses", "_dbm", "_gdbm", "_hashlib", "_ssl", "_test", "_tkinter", "_xx", "xx", "nis", "ossaudiodev"),
    *("readline", "_ctypes_test"),
)


def build_environment(
    folder: Path, packages: Sequence[Package], addresses: Sequence[str] = (), archive: Path | None = None
) -> None:
    """Download packages and build the environment from them, in a folder that must not exist and in an archive.

    The addresses are those of Debian archives, such as `http://HOST/debian`; by default, those that apt uses. If a
    package cannot be downloaded, or the environment's own interpreter does not run, this raises MachineError.
    """
    (folder / "root").mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="tallybench-environment-") as temporary:
        for deb in _downloaded(packages, addresses, Path(temporary)):
            _unpack(deb, folder / "root")
    about = [{"name": package.name, "version": package.version, "sha256": package.sha256} for package in packages]
    (folder / "environment.json").write_bytes(orjson.dumps({"packages": about}, option=orjson.OPT_INDENT_2))
    python, variables = host_command(f"{folder}/root", f"{folder}/root/{PYTHON}")
    with resources.as_file(resources.files(__package__).joinpath("pack.py")) as script:
        done = subprocess.run(
            [*python, "-s", "-B", str(script), str(folder), *([] if archive is None else [str(archive)])],
            env=variables | {"LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    if done.returncode != 0:
        said = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        raise MachineError(f"the environment's interpreter does not run here: {said}")


def _downloaded(packages: Sequence[Package], addresses: Sequence[str], folder: Path) -> Iterator[Path]:
    """Yield the packages' files, each with the right hash."""
    tried = list(addresses) or _apt_addresses()
    if not tried:
        raise MachineError(
            "no Debian archive is known here; give the address of one with --archive, or install the environment from "
            "a file, with `tallybench environment install FILE`"
        )
    for package in packages:
        target = folder / f"{package.name}.deb"
        for address in tried:
            if _fetch(f"{address.rstrip('/')}/{package.path}", target) and sha256_of(target) == package.sha256:
                tried = [address, *(other for other in tried if other != address)]
                break
        else:
            raise MachineError(
                f"{package.name} {package.version}: none of the archives ({', '.join(tried)}) has the file with the "
                "expected hash; give another address with --archive"
            )
        yield target


def _apt_addresses() -> list[str]:
    if shutil.which("apt-get") is None:
        return []
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.split()
    return list(dict.fromkeys(listed))


def _fetch(address: str, target: Path) -> bool:
    """Download a file, with apt if possible, which knows the machine's proxies; return whether that worked."""
    if os.path.exists(_APT_HELPER):
        command = [_APT_HELPER, "download-file", address, str(target)]
        return subprocess.run(command, capture_output=True, timeout=_SECONDS).returncode == 0
    try:
        with urllib.request.urlopen(address, timeout=60) as answer, open(target, "wb") as file:
            shutil.copyfileobj(answer, file)
    except (OSError, ValueError):
        return False
    return True


def _unpack(deb: Path, root: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(_data_of(deb)), mode="r:xz") as tar:
        for member in tar:
            path = _merged(member.name.removeprefix("./"))
            if (member.isfile() or member.issym()) and _is_taken(path):
                place_member(tar, member, root / path)


def _data_of(deb: Path) -> bytes:
    """Return the archive of a package's files: the member `data.tar.xz` of an `ar` archive."""
    content = deb.read_bytes()
    at = 8
    while at < len(content):
        name, size = content[at : at + 16].strip(), int(content[at + 48 : at + 58])
        if name == b"data.tar.xz":
            return content[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    raise MachineError(f"{deb.name}: a package without data.tar.xz")


def _merged(path: str) -> str:
    """Return a path as it is if /lib is a link to /usr/lib, as on every Debian since 12."""
    return f"usr/{path}" if path.startswith("lib/") else path


def _is_taken(path: str) -> bool:
    folder, name = os.path.split(path)
    if path.startswith("usr/share/doc/"):
        return name == "copyright"
    if path.startswith(f"{_STDLIB}lib-dynload/"):
        return not name.startswith(_LEFT_OUT_EXTENSIONS)
    if path.startswith(_STDLIB):
        return path.removeprefix(_STDLIB).split("/")[0] not in _LEFT_OUT
    if folder + "/" == _LIBRARY_FOLDER:
        return name.startswith(_LIBRARIES)
    return path in _PROGRAMS or path in _OTHERS
