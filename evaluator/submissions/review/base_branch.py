"""What `results/` holds where a pull request goes, read out of git: a checkout may hold something else."""

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from evaluator.errors import InputError
from evaluator.results.published.approvals import FILE as APPROVED
from evaluator.results.published.approvals import Approvals, read_approvals
from evaluator.results.published.boards import make_boards
from evaluator.results.published.entries import Entry, read_entries
from evaluator.submissions.review.git_changes import git
from evaluator.submissions.review.owners import MAINTAINERS, OWNER, Account, read_maintainers, read_owner

RowKey = tuple[str, str, str]  # benchmark, version, folder: a model has one row on each board


@dataclass(frozen=True)
class BaseBranch:
    """What the base branch publishes.

    Attributes:
        entries: its results.
        folders: the models' folders, with their owners; None where a folder is the project's own.
        maintainers: who may change what is somebody else's.
        approvals: what they have decided.
    """

    entries: Sequence[Entry]
    folders: Mapping[str, Account | None]
    maintainers: Collection[Account] = ()
    approvals: Approvals = field(default_factory=Approvals)

    def is_maintainer(self, account: Account | None) -> bool:
        return any(maintainer.is_same(account) for maintainer in self.maintainers)

    @cached_property
    def rows(self) -> dict[RowKey, Entry]:
        """The result that stands for a model on each leaderboard."""
        return {
            (board.benchmark, board.version, row.entry.slug): row.entry
            for board in make_boards(self.entries)
            for row in board.all_rows
        }

    def row_of(self, path: str) -> Entry | None:
        """The row that a file stands for; None where it stands for none."""
        return next((entry for entry in self.rows.values() if entry.path == path), None)


@contextmanager
def open_base_branch(repository: Path, base: str) -> Iterator[BaseBranch]:
    """Reads what a revision publishes.

    Raises:
        InputError: a file of its `results/` is not in the form.
    """
    folders: dict[str, Account | None] = {}
    maintainers: list[Account] = []
    with tempfile.TemporaryDirectory(prefix="tallybench-base-") as given:
        root = Path(given)
        (root / "results").mkdir()
        for path, blob in _files(repository, base):
            content = git(repository, "cat-file", "blob", blob)
            folder, name = path.parts[1], path.name
            if str(path) == APPROVED:
                (root / path).write_bytes(content)
                continue
            try:
                if str(path) == MAINTAINERS:
                    maintainers = read_maintainers(content)
                    continue
                folders.setdefault(folder, None)
                if name == OWNER:
                    folders[folder] = read_owner(content)
            except InputError as error:
                raise InputError(f"{path} on the base branch: {error}") from None
            if path.suffix == ".json":
                target = root / path
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(content)
        yield BaseBranch(read_entries(root), folders, maintainers, read_approvals(root))


def _files(repository: Path, base: str) -> Iterator[tuple[PurePosixPath, str]]:
    """The plain files of a revision's `results/` and of its models' folders, and git's names of their contents."""
    listed = git(repository, "ls-tree", "-r", "-z", "--full-tree", base, "--", "results/")
    for line in filter(None, listed.split(b"\0")):
        facts, _, name = line.partition(b"\t")
        mode, kind, blob = facts.decode("ascii").split(" ")
        path = PurePosixPath(name.decode("utf-8", "backslashreplace"))
        if kind == "blob" and mode == "100644" and (len(path.parts) == 3 or str(path) in (MAINTAINERS, APPROVED)):
            yield path, blob
