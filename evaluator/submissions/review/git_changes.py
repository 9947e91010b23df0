"""What a pull request changes, read out of git as bytes: nothing of it is checked out."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evaluator.errors import InputError


@dataclass(frozen=True)
class Change:
    """A file that a pull request changes.

    Attributes:
        path: from the repository's root.
        status: git's letter: A added, M modified, D deleted, T of another type.
        mode: git's mode of the new file.
        blob: git's name of the new content.
    """

    path: str
    status: str
    mode: str
    blob: str


def changed_files(repository: Path, base: str, head: str) -> Iterator[Change]:
    """What differs in `head` from where it left `base`.

    Raises:
        InputError: git knows no such revision.
    """
    # Three dots: what came to the base branch in the meantime is not of the pull request.
    arguments = (
        "--raw",
        "-z",
        "--no-abbrev",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=none",
    )
    raw = git(repository, "diff", *arguments, "--end-of-options", f"{base}...{head}", "--")
    parts = raw.split(b"\0")
    for facts, path in zip(parts[0::2], parts[1::2], strict=False):
        _, mode, _, blob, status = facts.decode("ascii").split(" ")
        yield Change(path.decode("utf-8", "backslashreplace"), status[0], mode, blob)


def content_of(repository: Path, change: Change, most: int) -> bytes | None:
    """The new content of a file that is changed; None where it has more bytes than `most`."""
    size = int(git(repository, "cat-file", "-s", change.blob))
    return git(repository, "cat-file", "blob", change.blob) if size <= most else None


def revision_of(repository: Path, name: str) -> str:
    git(repository, "rev-parse", "--git-dir")
    try:
        found = git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except InputError:
        raise InputError(f"{name}: git knows no such revision in {repository}; fetch it first") from None
    return found.decode().strip()


def git(repository: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(repository), *arguments]
    try:
        return subprocess.run(command, check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise InputError("git is not installed; apt-get install -y git") from None
    except subprocess.CalledProcessError as error:
        said = re.sub(r"\s+", " ", error.stderr.decode("utf-8", "replace")).strip()
        raise InputError(f"{repository}: git {arguments[0]} failed: {said[:300]}") from None
