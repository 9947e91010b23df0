"""Read from git what a pull request changes and what its base branch publishes. Nothing is checked out."""

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from tallybench.errors import InputError
from tallybench.statistics.published.approvals import FILE as APPROVED
from tallybench.statistics.published.approvals import Approvals, read_approvals
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import Entry, read_entries

PLAIN_FILE = "100644"  # git's mode
RowKey = tuple[str, str, str]  # benchmark, version, folder: a model has one row on each board


@dataclass(frozen=True)
class Change:
    """A file that a pull request changes.

    Attributes:
        path: from the repository's root.
        status: git's letter: A added, M modified, D deleted, T changed in type.
        mode: git's mode of the new file.
        blob: git's hash of the new content.
    """

    path: str
    status: str
    mode: str
    blob: str


@dataclass(frozen=True)
class BaseBranch:
    """What the base branch publishes: its results, and what maintainers have approved."""

    entries: Sequence[Entry] = ()
    approvals: Approvals = field(default_factory=Approvals)

    @cached_property
    def rows(self) -> dict[RowKey, Entry]:
        """The result that stands for a model on each leaderboard."""
        return {
            (board.benchmark, board.version, row.entry.slug): row.entry
            for board in make_boards(self.entries)
            for row in board.all_rows
        }


def changed_files(repository: Path, base: str, head: str) -> Iterator[Change]:
    """Yield the files that `head` changes since it left `base`.

    Raises:
        InputError: git knows no such revision.
    """
    options = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")
    # Three dots: what the base branch has gained since then is not part of the pull request.
    what = ("--ignore-submodules=none", "--end-of-options", f"{base}...{head}", "--")
    raw = _git(repository, "diff", *options, *what)
    parts = raw.split(b"\0")
    for facts, path in zip(parts[0::2], parts[1::2], strict=False):
        _, mode, _, blob, status = facts.decode("ascii").split(" ")
        yield Change(path.decode("utf-8", "backslashreplace"), status[0], mode, blob)


def content_of(repository: Path, change: Change, most: int) -> bytes | None:
    """Return the new content of a changed file; None if it has more bytes than `most`."""
    size = int(_git(repository, "cat-file", "-s", change.blob))
    return _git(repository, "cat-file", "blob", change.blob) if size <= most else None


def revision_of(repository: Path, name: str) -> str:
    """Return the full hash of a revision.

    Raises:
        InputError: git knows no such revision, or this is not a repository.
    """
    _git(repository, "rev-parse", "--git-dir")
    try:
        found = _git(repository, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except InputError:
        raise InputError(f"{name}: git knows no such revision in {repository}; fetch it first") from None
    return found.decode().strip()


@contextmanager
def open_base_branch(repository: Path, base: str) -> Iterator[BaseBranch]:
    """Read what a revision publishes; a checkout may hold something else.

    Raises:
        InputError: a file in its `results/` is malformed.
    """
    with tempfile.TemporaryDirectory(prefix="tallybench-base-") as given:
        root = Path(given)
        listed = _git(repository, "ls-tree", "-r", "-z", "--full-tree", base, "--", "results/")
        for line in filter(None, listed.split(b"\0")):
            facts, _, name = line.partition(b"\t")
            mode, kind, blob = facts.decode("ascii").split(" ")
            path = PurePosixPath(name.decode("utf-8", "backslashreplace"))
            is_result = len(path.parts) == 3 and path.suffix == ".json"
            if (kind, mode) == ("blob", PLAIN_FILE) and (is_result or str(path) == APPROVED):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(_git(repository, "cat-file", "blob", blob))
        yield BaseBranch(read_entries(root), read_approvals(root))


def _git(repository: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(repository), *arguments]
    try:
        return subprocess.run(command, check=True, capture_output=True).stdout
    except FileNotFoundError:
        raise InputError("git is not installed; apt-get install -y git") from None
    except subprocess.CalledProcessError as error:
        said = re.sub(r"\s+", " ", error.stderr.decode("utf-8", "replace")).strip()
        raise InputError(f"{repository}: git {arguments[0]} failed: {said[:300]}") from None
