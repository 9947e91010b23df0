"""Samples published elsewhere: get their files, each by its pinned address and hash, and read what they hold."""

import http.client
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from tallybench.errors import InputError, MachineError
from tallybench.files import write_atomically
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import Source
from tallybench.samples.predictions import is_class_predictions, read_class_predictions, whole_value
from tallybench.samples.reading import Sample, as_file_name, read_program, read_samples

_MAX_FILE = 64 << 20  # bytes
_TIMEOUT_SECONDS = 60
_FETCH = "tallybench dev samples fetch gets it"
# Where repository hosts serve the content of a file at a commit.
ADDRESSES = {
    "github.com": "https://raw.githubusercontent.com/{repository}/{commit}/{path}",
    "gitlab.com": "https://gitlab.com/{repository}/-/raw/{commit}/{path}",
    "huggingface.co": "https://huggingface.co/{repository}/resolve/{commit}/{path}",
}


def place_of(source: Source, path: str, folder: Path) -> Path:
    """Return the place of a source's file in a folder of fetched samples: HOST/OWNER/NAME/COMMIT/PATH."""
    return folder / source.repository.removeprefix("https://") / source.commit / path


def address_of(source: Source, path: str, mirror: str | None = None) -> str:
    """Return the address of a file: at its host, or on a mirror, a server with the layout of fetched samples."""
    host, _, repository = source.repository.removeprefix("https://").partition("/")
    if mirror is not None:
        return f"{mirror.rstrip('/')}/{quote(f'{host}/{repository}/{source.commit}/{path}')}"
    if host not in ADDRESSES:
        raise InputError(f"{source.repository}: only {', '.join(ADDRESSES)} are supported; get its files by hand")
    return ADDRESSES[host].format(repository=repository, commit=source.commit, path=quote(path))


def fetch_samples(source: Source, folder: Path, mirror: str | None = None) -> Iterator[tuple[Path, bool]]:
    """Get the files of a source that are not in a folder yet, from its host or a mirror with the folder's layout.

    Yields:
        Each file's place, and whether it had to be fetched. Correct files in the folder are left alone.
    """
    for path, digest in sorted(source.files.items()):
        place = place_of(source, path, folder)
        try:
            _check_file(place, digest)
            yield place, False
            continue
        except InputError:
            pass
        address = address_of(source, path, mirror)
        content = _download(address)
        if (found := sha256(content).hexdigest()) != digest:
            raise InputError(f"{address}: is not the file that the result was made from (SHA-256 {found}); not kept")
        place.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(place, [content])
        yield place, True


def _download(address: str) -> bytes:
    try:
        request = urllib.request.Request(address, headers={"User-Agent": "tallybench"})
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:
            content: bytes = response.read(_MAX_FILE + 1)
    except urllib.error.HTTPError as error:
        if error.code in (404, 410):
            raise InputError(f"{address}: no longer exists; ask the submitter of the result") from None
        raise MachineError(f"{address}: HTTP {error.code} {error.reason}; try again later") from None
    except ValueError as error:
        raise InputError(f"--mirror: {error}; give an address such as http://127.0.0.1:8000") from None
    except (OSError, http.client.HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise MachineError(f"{address}: cannot be fetched ({reason}); try again later, or give --mirror") from None
    if len(content) > _MAX_FILE:
        raise InputError(f"{address}: is larger than {_MAX_FILE >> 20} MB")
    return content


def read_public(source: Source, folder: Path, benchmark: Benchmark) -> Iterator[Sample]:
    """Yield the samples of a source from a folder, one by one. No file is read before its hash has been checked.

    A file `HumanEval_0.py` is a program, as is each in a folder of that name; a file that is one JSON array holds
    ClassEval's predictions; any other holds JSON Lines. Samples for tasks that the benchmark leaves out are read too.

    Raises:
        InputError: a file is missing, differs from the pinned one, or cannot be read.
    """
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    by_name = {as_file_name(task_id): task_id for task_id in tasks}
    counts: Counter[str] = Counter()
    for path, digest in sorted(source.files.items()):
        place = place_of(source, path, folder)
        _check_file(place, digest)
        if place.suffix == ".py":
            task_id = by_name.get(place.stem) or by_name.get(place.parent.name)
            if task_id is None:
                raise InputError(f"{place}: is not named after a task of {benchmark.name}")
            read = iter([Sample(task_id, 0, "solution", read_program(place))])
        elif is_class_predictions(whole_value(place)):
            read = iter(read_class_predictions(place, benchmark).samples)
        else:
            read = read_samples(place, tasks, {str(ours): theirs for ours, theirs in source.fields.items()})
        for sample in read:
            yield replace(sample, index=counts[sample.task_id])
            counts[sample.task_id] += 1


def _check_file(place: Path, digest: str) -> None:
    """Check that a file exists and is the pinned one."""
    try:
        found = sha256(place.read_bytes()).hexdigest()
    except FileNotFoundError:
        raise InputError(f"{place}: is not there; {_FETCH}") from None
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror}); check its permissions") from None
    if found != digest:
        raise InputError(f"{place}: is not the file that the result was made from (SHA-256 {found}); {_FETCH}")
