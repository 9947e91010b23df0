"""Get public samples from their sources: each file by its pinned address, kept only if its hash is right."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from tallybench.errors import InputError, MachineError
from tallybench.files import write_atomically
from tallybench.model.parts import Source
from tallybench.samples.public import check_file, place_of

MAX_FILE = 64 << 20  # bytes
TIMEOUT_SECONDS = 60
# Where repository hosts serve the content of a file at a commit.
ADDRESSES = {
    "github.com": "https://raw.githubusercontent.com/{repository}/{commit}/{path}",
    "gitlab.com": "https://gitlab.com/{repository}/-/raw/{commit}/{path}",
    "huggingface.co": "https://huggingface.co/{repository}/resolve/{commit}/{path}",
}


def address_of(source: Source, path: str, mirror: str | None = None) -> str:
    """Return the address of a file of a source.

    Args:
        source: the source of the file.
        path: its path in the repository.
        mirror: the address of a server with the layout of a folder of fetched samples; None is the host itself.

    Raises:
        InputError: it is not known how the host serves a file at a commit.
    """
    host, _, repository = source.repository.removeprefix("https://").partition("/")
    if mirror is not None:
        return f"{mirror.rstrip('/')}/{quote(f'{host}/{repository}/{source.commit}/{path}')}"
    if host not in ADDRESSES:
        raise InputError(f"{source.repository}: only {', '.join(ADDRESSES)} are known; get its files by hand")
    return ADDRESSES[host].format(repository=repository, commit=source.commit, path=quote(path))


def fetch(source: Source, folder: Path, mirror: str | None = None) -> Iterator[tuple[Path, bool]]:
    """Get the files of a source that are not in a folder yet.

    Args:
        source: the files, each with its hash.
        folder: where fetched samples are; correct files in it are left alone.
        mirror: as for `address_of`.

    Yields:
        Each file's place, and whether it had to be fetched.

    Raises:
        InputError: a file is no longer there, or has changed.
        MachineError: a file cannot be fetched now.
    """
    for path, digest in sorted(source.files.items()):
        place = place_of(source, path, folder)
        if _is_there(place, digest):
            yield place, False
            continue
        address = address_of(source, path, mirror)
        content = _download(address)
        if (found := sha256(content).hexdigest()) != digest:
            raise InputError(f"{address}: is another file than the result was made of (SHA-256 {found}); not kept")
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, [content])
        yield place, True


def _is_there(place: Path, digest: str) -> bool:
    try:
        check_file(place, digest)
    except InputError:
        return False
    return True


def _download(address: str) -> bytes:
    try:
        request = urllib.request.Request(address, headers={"User-Agent": "tallybench"})
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            content: bytes = response.read(MAX_FILE + 1)
    except urllib.error.HTTPError as error:
        if error.code in (404, 410):
            raise InputError(f"{address}: is not there (any more); ask the submitter of the result") from None
        raise MachineError(f"{address}: HTTP {error.code} {error.reason}; try again later") from None
    except ValueError as error:
        raise InputError(f"--mirror: {error}; give an address such as http://127.0.0.1:8000") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise MachineError(f"{address}: cannot be got ({reason}); try again later, or give --mirror") from None
    if len(content) > MAX_FILE:
        raise InputError(f"{address}: is larger than {MAX_FILE >> 20} MB")
    return content
