"""What a pull request with results may change, and nothing else."""

from pathlib import PurePosixPath

from evaluator.results.published.record import VERIFIED
from evaluator.submissions.review.git_changes import Change
from evaluator.submissions.review.owners import OWNER

PLAIN_FILE = "100644"  # git's mode


def why_forbidden(change: Change) -> str | None:
    """Why a pull request with results may not make this change, whoever sends it."""
    path = PurePosixPath(change.path)
    if path.parts[0] != "results" or len(path.parts) != 3:
        return f"{change.path}: is not results/MODEL/FILE.json; a pull request with a result changes nothing else"
    if change.path.endswith(VERIFIED):
        return f"{change.path}: is a record of a verification; only the main branch writes these"
    if path.suffix != ".json" and path.name != OWNER:
        return f"{change.path}: is no result file"
    if change.status not in ("A", "D") and path.name != OWNER:
        return f"{change.path}: is changed; a result stays as it was sent: add a new file beside it, or remove it"
    if change.status != "D" and change.mode != PLAIN_FILE:
        return f"{change.path}: must be a plain file that is not executable (its mode is {change.mode})"
    return None
