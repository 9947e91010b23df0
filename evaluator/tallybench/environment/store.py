"""Find the environment on this machine, or get it: from a file, a package, the Hub, or Debian's packages."""

import os
import shutil
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from tallybench.environment.artifact import Environment, identify, read_lock, unpack
from tallybench.errors import InputError, MachineError
from tallybench.files import kept_folder, sha256_of, using_cache

PACKAGE = "tallybench-environment"  # a wheel that carries it
HUB_DATASET = "tallybench/environment"
_MODULE = "tallybench_environment"


def environment_folder() -> Path:
    """Return where this version's environment is, or will be."""
    return kept_folder(f"environments/{read_lock().id}")


@cache
def installed_environment() -> Environment:
    """Return this version's environment; unpack it first if the package that carries it is installed.

    If it is missing or damaged, this raises MachineError.
    """
    lock, folder = read_lock(), environment_folder()
    if not folder.is_dir():
        carried = _in_package()
        if carried is None:
            raise MachineError(
                "the measuring environment is not installed; run `tallybench environment install` (11 MB, no root "
                f"needed), or pip install {PACKAGE}"
            )
        install_file(carried)
    if (found := identify(folder)) != lock.id:
        raise MachineError(
            f"{folder}: the measuring environment is damaged (its files make {found[:16]}, not {lock.id[:16]}); "
            "run `tallybench environment install`"
        )
    return Environment(lock.id, folder.resolve())  # as programs in it see their own paths


def install_environment(
    archive: Path | None = None, addresses: Sequence[str] = (), say: Callable[[str], None] = lambda _: None
) -> tuple[Environment, str]:
    """Get the environment: from a file if one is given, else from the first of cache, package, Hub, Debian's packages.

    Args:
        archive: the file that carries it.
        addresses: of Debian archives; empty for those that apt uses.
        say: called with what is tried.

    Returns:
        The environment, and where it is from.

    Raises:
        InputError: the file is damaged, or carries a different environment.
        MachineError: none of the sources has it; the message has a line for each.
    """
    from tallybench.environment.build import build_environment  # it imports an HTTP client, which nothing else needs

    installed_environment.cache_clear()
    if archive is not None:
        install_file(archive)
        return installed_environment(), str(archive)
    with suppress(MachineError):
        return installed_environment(), "the cache"
    refused = []
    sources: dict[str, Callable[[Path], None]] = {
        f"the Hub's dataset {HUB_DATASET}": lambda folder: unpack(_from_hub(), folder),
        "Debian's packages": lambda folder: build_environment(folder, read_lock().packages, addresses),
    }
    for name, make in sources.items():
        say(f"looking in {name}")
        try:
            _install(make, name)
            return installed_environment(), name
        except (InputError, MachineError) as error:
            refused.append(f"  {name}: {error}")
    raise MachineError("the measuring environment cannot be obtained here:\n" + "\n".join(refused))


def install_file(archive: Path) -> None:
    """Unpack a file into the cache; raise InputError if it is damaged or does not carry this version's environment."""
    _install(lambda folder: unpack(archive, folder), str(archive))


def _install(make: Callable[[Path], None], name: str) -> None:
    """Make the environment beside its place in the cache, check it, and move it there: whole, or not at all."""
    lock, folder = read_lock(), environment_folder()
    beside = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    replaced = beside.with_suffix(".old")
    with using_cache(folder):
        try:
            shutil.rmtree(beside, ignore_errors=True)
            folder.parent.mkdir(parents=True, exist_ok=True)
            make(beside)
            if (found := identify(beside)) != lock.id:
                raise InputError(
                    f"{name}: this is environment {found[:16]}; this version of TallyBench measures in {lock.id[:16]}"
                )
            with suppress(FileNotFoundError):
                os.replace(folder, replaced)  # one that is damaged
            try:
                os.replace(beside, folder)
            except OSError:
                if identify(folder) != lock.id:  # otherwise another process was faster
                    raise
        finally:
            shutil.rmtree(beside, ignore_errors=True)
            shutil.rmtree(replaced, ignore_errors=True)


def _in_package() -> Path | None:
    """Return the file that the package `tallybench-environment` carries; None if it is not installed."""
    try:
        module = import_module(_MODULE)
    except ImportError:
        return None
    archive = Path(str(module.__file__)).with_name(read_lock().archive_name)
    if not archive.exists():
        carried = ", ".join(sorted(path.name for path in archive.parent.glob("*.tar.xz")))
        raise MachineError(
            f"the installed {PACKAGE} carries {carried or 'nothing'}, but this version of TallyBench needs "
            f"{archive.name}; pip install --upgrade {PACKAGE}"
        )
    return archive


def _from_hub() -> Path:
    """Download the environment's archive from the Hub, by its id and its hash."""
    lock = read_lock()
    try:
        from huggingface_hub import constants, hf_hub_download
        from huggingface_hub.errors import HfHubHTTPError
    except ImportError:
        raise MachineError("huggingface_hub is missing; pip install 'tallybench[hub]'") from None
    try:
        at = urlsplit(constants.ENDPOINT)
        socket.getaddrinfo(at.hostname, at.port or 443)  # without a network, the client would try for half a minute
        got = Path(hf_hub_download(HUB_DATASET, lock.archive_name, repo_type="dataset", revision=lock.id[:16]))
    except (HfHubHTTPError, OSError) as error:
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise MachineError(f"cannot be reached, or does not have it ({first})") from None
    if sha256_of(got) != lock.archive_sha256:
        raise MachineError(f"{lock.archive_name} does not have the expected hash")
    return got
