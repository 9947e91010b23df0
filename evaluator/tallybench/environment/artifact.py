"""The environment: what it is made of, its id, how it is unpacked, and how its programs are started on any host."""

import hashlib
import os
import tarfile
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import orjson

from tallybench.errors import InputError
from tallybench.files import sha256_of

LIBRARIES = "usr/lib/x86_64-linux-gnu"
PYTHON = "usr/bin/python3.11"
BUBBLEWRAP = "usr/bin/bwrap"
VALGRIND = "usr/libexec/valgrind"
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Package:
    """A Debian package."""

    name: str
    version: str
    path: str  # below the address of any archive that has it
    size: int  # in bytes
    sha256: str  # of the `.deb` file


@dataclass(frozen=True)
class Lock:
    """The environment of this version of TallyBench."""

    version: str  # of the package `tallybench-environment`
    id: str  # the hash over its files (see `artifact.identify`)
    archive_sha256: str  # of its archive
    packages: tuple[Package, ...]  # what it is made of

    @property
    def archive_name(self) -> str:
        """The name of its archive."""
        return f"tallybench-environment-{self.id[:16]}.tar.xz"


@cache
def read_lock() -> Lock:
    """Return the lock that comes with TallyBench."""
    data = orjson.loads(resources.files(__package__).joinpath("lock.json").read_bytes())
    return Lock(**data | {"packages": tuple(Package(**entry) for entry in data["packages"])})


@dataclass(frozen=True)
class Environment:
    """An unpacked environment."""

    id: str  # the hash over its files
    folder: Path  # where it is

    @property
    def root(self) -> str:
        """The folder that is `/` inside a sandbox."""
        return str(self.folder / "root")

    @property
    def python(self) -> str:
        """Where its interpreter is on this machine."""
        return f"{self.root}/{PYTHON}"


def host_command(root: str, program: str) -> tuple[list[str], dict[str, str]]:
    """Return the start of the command line for a program below a root, and the environment variables it needs.

    With these it runs on this machine, outside any sandbox, with the root's loader, libraries and locale.
    """
    libraries = f"{root}/{LIBRARIES}"
    command = [f"{libraries}/ld-linux-x86-64.so.2", "--library-path", libraries, program]
    return command, {"LOCPATH": f"{root}/usr/lib/locale"}


def root_of(python: str) -> str:
    """Return the root of the environment that an interpreter belongs to; empty if it belongs to none."""
    root = python.removesuffix(f"/{PYTHON}")
    return os.path.realpath(root) if root != python and os.path.exists(f"{root}/../environment.json") else ""


def identify(folder: Path) -> str:
    """Return the id of the environment in a folder: SHA-256 over the name, kind, mode and content of each file."""
    total = hashlib.sha256()
    found = sorted(
        os.path.relpath(os.path.join(parent, name), folder)
        for parent, folders, names in os.walk(folder)
        for name in (*names, *(one for one in folders if os.path.islink(os.path.join(parent, one))))
    )
    for path in found:
        whole = folder / path
        if whole.is_symlink():
            kind, content = "link", os.readlink(whole)
        else:
            kind = "program" if os.access(whole, os.X_OK) else "file"
            content = sha256_of(whole)
        total.update(f"{path}\0{kind}\0{content}\n".encode())
    return total.hexdigest()


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an environment's archive into a new folder; raise InputError if it is damaged."""
    if not archive.is_file():
        raise InputError(f"{archive}: there is no such file; check the path")
    try:
        folder.mkdir()
        with tarfile.open(archive, "r:xz") as tar:
            for member in tar:
                if os.path.isabs(member.name) or ".." in member.name.split("/"):
                    raise InputError(f"{archive}: not an environment: it holds {member.name!r}")
                place_member(tar, member, folder / member.name)
    except (OSError, EOFError, tarfile.TarError) as error:
        raise InputError(f"{archive}: cannot be unpacked ({error}); it is damaged, or not an environment") from None


def place_member(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    """Write a member of an archive, a link or a file, with a mode that does not depend on the archive's maker."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if member.issym():
        target.symlink_to(member.linkname)
    elif (content := tar.extractfile(member)) is not None:
        target.write_bytes(content.read())
        target.chmod(0o755 if member.mode & 0o100 else 0o644)
        os.utime(target, (member.mtime, member.mtime))
