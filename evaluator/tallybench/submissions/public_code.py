"""The code of samples that are public elsewhere, for pages that may show it."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tallybench.errors import InputError
from tallybench.model.parts import OPEN_LICENCES
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.approvals import FILE as APPROVED
from tallybench.statistics.published.approvals import read_approvals
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import Entry, read_entries
from tallybench.submissions.verify import published_samples


def public_code(root: Path, folder: Path, say: Callable[[str], object]) -> dict[str, dict[str, str]]:
    """Return the programs that may be shown, by the result's path and the program's SHA-256.

    A maintainer must have confirmed the licence at the commit; the sender's word is not enough.

    Args:
        root: the project's root.
        folder: the folder of fetched samples.
        say: called for each result whose programs are not shown: its licence is not confirmed, or a file of its source
            is missing or has other content.
    """
    found = {}
    approvals = read_approvals(root)
    for entry in read_entries(root):
        source = entry.result.source
        if source is None or source.licence not in OPEN_LICENCES:
            continue
        if not approvals.shows(source):
            say(f"{entry.path}: its code is not shown: {APPROVED} does not confirm its licence at its commit")
            continue
        try:
            samples = published_samples(entry.submitted, folder=folder)
        except InputError as error:
            say(f"{entry.path}: its code is not shown: {error}")
            continue
        hashes = {(sample.task_id, sample.index): sample.code_sha256 for sample in entry.submitted.samples}
        found[entry.path] = {
            digest: sample.text for sample in samples if (digest := hashes[sample.task_id, sample.index]) is not None
        }
    return found


def correct_programs(entries: Iterable[Entry], folder: Path | None) -> dict[str, dict[str, str]]:
    """Return the programs of results that pass the correctness tests, by task id and the program's SHA-256.

    Args:
        entries: results; those whose code is withheld are left out.
        folder: the folder of fetched samples, if some are public elsewhere.

    Raises:
        InputError: a file of a source is missing or has other content.
    """
    found: dict[str, dict[str, str]] = {}
    for entry in entries:
        if not entry.result.has_public_code:
            continue
        try:
            samples = published_samples(entry.submitted, folder=folder)
        except InputError as error:
            raise InputError(f"{entry.path}: {error}") from None
        correct = {
            (sample.task_id, sample.index): sample.code_sha256
            for sample in entry.submitted.samples
            if sample.verdict is Verdict.PASSED
        }
        for sample in samples:
            if (digest := correct.get((sample.task_id, sample.index))) is not None:
                found.setdefault(sample.task_id, {})[digest] = sample.text
    return found


def ranked_programs(root: Path, benchmark: str, folder: Path | None) -> dict[str, dict[str, str]]:
    """Return the correct programs of the ranked results on a benchmark, by task id and the program's SHA-256.

    Args:
        root: the project's root.
        benchmark: its name.
        folder: the folder of fetched samples, if some are public elsewhere.

    Raises:
        InputError: there is no ranked result, or a file of a source is missing or has other content.
    """
    ranked = [row.entry for board in make_boards(read_entries(root, benchmark=benchmark)) for row in board.rows]
    if not ranked:
        raise InputError(f"{root}: has no ranked result on {benchmark}")
    return correct_programs(ranked, folder)
