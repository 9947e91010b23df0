"""The packages that the environment is made of, and the id that it has to have."""

from dataclasses import dataclass
from functools import cache
from importlib import resources

import orjson


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
    archive_sha256: str  # of the file that carries it
    packages: tuple[Package, ...]  # what it is made of

    @property
    def archive_name(self) -> str:
        """The name of the file that carries it."""
        return f"tallybench-environment-{self.id[:16]}.tar.xz"


@cache
def read_lock() -> Lock:
    """Return the lock that comes with TallyBench."""
    data = orjson.loads(resources.files(__package__).joinpath("lock.json").read_bytes())
    return Lock(**data | {"packages": tuple(Package(**entry) for entry in data["packages"])})
