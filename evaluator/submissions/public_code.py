"""The code of samples that are public elsewhere, for pages that may show it."""

from pathlib import Path

from evaluator.errors import InputError
from evaluator.results.published.entries import read_entries
from evaluator.submissions.verify import published_samples


def public_code(root: Path, folder: Path) -> dict[str, dict[str, str]]:
    """The programs of all results whose samples may be shown: by the result's path and the program's SHA-256.

    Args:
        root: the project's root.
        folder: of fetched samples.

    Raises:
        InputError: a file of a source is missing or another one.
    """
    found = {}
    for entry in read_entries(root):
        source = entry.submitted.source
        if source is None or not source.may_be_shown:
            continue
        try:
            samples = published_samples(entry.submitted, folder=folder)
        except InputError as error:
            raise InputError(f"{entry.path}: {error}") from None
        hashes = {(sample.task_id, sample.index): sample.code_sha256 for sample in entry.submitted.samples}
        found[entry.path] = {
            digest: sample.text for sample in samples if (digest := hashes[sample.task_id, sample.index]) is not None
        }
    return found
