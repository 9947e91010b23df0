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
    """A file that a pull request changes."""

    path: str  # from the repository's root
    status: str  # git's letter: A added, M modified, D deleted, T changed in type
    mode: str  # git's mode of the new file
    blob: str  # git's hash of the new content


@dataclass(frozen=True)
class BaseBranch:
    """What the base branch publishes: its results, and what maintainers have approved."""

    entries: Sequence[Entry] = ()
    approvals: Approvals = field(default_factory=Approvals)

    @cached_property
    def rows(self) -> dict[RowKey, Entry]:
        """The result that represents a model on each leaderboard."""
        return {
            (board.benchmark, board.version, row.entry.slug): row.entry
            for board in make_boards(self.entries)
            for row in board.all_rows
        }


@dataclass(frozen=True)
class Repository:
    """A git repository.

    Raises:
        InputError: git is not installed, or knows no such revision, or this is not a repository.
    """

    folder: Path

    def revision(self, name: str) -> str:
        """Return the full hash of a revision."""
        self._git("rev-parse", "--git-dir")
        try:
            found = self._git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        except InputError:
            raise InputError(f"{name}: git knows no such revision in {self.folder}; fetch it first") from None
        return found.decode().strip()

    def changes(self, base: str, head: str) -> Iterator[Change]:
        """Yield the files that `head` changes since it left `base`."""
        options = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv")
        # Three dots: what the base branch has gained since then is not part of the pull request.
        what = ("--ignore-submodules=none", "--end-of-options", f"{base}...{head}", "--")
        parts = self._git("diff", *options, *what).split(b"\0")
        for facts, path in zip(parts[0::2], parts[1::2], strict=False):
            _, mode, _, blob, status = facts.decode("ascii").split(" ")
            yield Change(path.decode("utf-8", "backslashreplace"), status[0], mode, blob)

    def content(self, change: Change, most: int) -> bytes | None:
        """Return the new content of a changed file; None if it has more bytes than `most`."""
        size = int(self._git("cat-file", "-s", change.blob))
        return self._git("cat-file", "blob", change.blob) if size <= most else None

    @contextmanager
    def base_branch(self, base: str) -> Iterator[BaseBranch]:
        """Read what a revision publishes; a checkout may hold something else."""
        with tempfile.TemporaryDirectory(prefix="tallybench-base-") as given:
            root = Path(given)
            listed = self._git("ls-tree", "-r", "-z", "--full-tree", base, "--", "results/")
            for line in filter(None, listed.split(b"\0")):
                facts, _, name = line.partition(b"\t")
                mode, kind, blob = facts.decode("ascii").split(" ")
                path = PurePosixPath(name.decode("utf-8", "backslashreplace"))
                is_result = len(path.parts) == 3 and path.suffix == ".json"
                if (kind, mode) == ("blob", PLAIN_FILE) and (is_result or str(path) == APPROVED):
                    (root / path).parent.mkdir(parents=True, exist_ok=True)
                    (root / path).write_bytes(self._git("cat-file", "blob", blob))
            yield BaseBranch(read_entries(root), read_approvals(root))

    def _git(self, *arguments: str) -> bytes:
        try:
            return subprocess.run(["git", "-C", self.folder, *arguments], check=True, capture_output=True).stdout
        except FileNotFoundError:
            raise InputError("git is not installed; apt-get install -y git") from None
        except subprocess.CalledProcessError as error:
            said = re.sub(r"\s+", " ", error.stderr.decode("utf-8", "replace")).strip()
            raise InputError(f"{self.folder}: git {arguments[0]} failed: {said[:300]}") from None
