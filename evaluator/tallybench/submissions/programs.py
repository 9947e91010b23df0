"""The programs of published results: in the result's file, or in public samples that were fetched."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.errors import InputError
from tallybench.model.parts import OPEN_LICENCES
from tallybench.model.result import Result
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.public import read_public
from tallybench.samples.reading import Sample
from tallybench.statistics.published.approvals import FILE as APPROVED
from tallybench.statistics.published.approvals import read_approvals
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.entries import Entry, read_entries


def published_samples(
    result: Result, tasks: set[str] | None = None, folder: Path | None = None, data: Path | None = None
) -> list[Sample]:
    """Return the samples of a result, to be evaluated again; the program taken from an answer is run as it is.

    Code that is public elsewhere is read from the `folder` of fetched samples.

    Raises:
        InputError: the code is withheld; or public samples are missing, or are not those that the result was made from.
    """
    if not result.has_public_code:
        raise InputError("its code is withheld; only those who have the samples can evaluate them again")
    programs = _public_programs(result, folder, data) if result.source is not None else {}
    samples = []
    for sample in sorted(result.samples, key=lambda sample: (sample.task_id, sample.index)):
        if tasks is None or sample.task_id in tasks:
            code = programs.get((sample.task_id, sample.index), sample.code)
            field = ("raw", "") if code is None else ("solution", code)
            samples.append(Sample(sample.task_id, sample.index, *field))  # type: ignore[arg-type]
    return samples


def _public_programs(result: Result, folder: Path | None, data: Path | None) -> dict[tuple[str, int], str | None]:
    """Return the programs of samples that are public elsewhere; each must have the hash that the result has."""
    assert result.source is not None
    if folder is None:
        raise InputError(
            f"its samples are public at {result.source.repository}: tallybench dev samples fetch DIR gets them, then "
            "give --samples DIR"
        )
    benchmark = load_benchmark(result.benchmark.name, data)
    attempts = read_attempts(read_public(result.source, folder, benchmark), benchmark)
    programs = {(attempt.task_id, attempt.index): attempt for attempt in attempts}
    for sample in result.samples:
        attempt = programs.get((sample.task_id, sample.index))
        if attempt is None or attempt.code_hash != sample.code_sha256:
            what = "is not there" if attempt is None else "gives a different program than the result was made from"
            raise InputError(f"{result.source.repository}: sample {sample.index} of {sample.task_id} {what}")
    return {key: attempt.code for key, attempt in programs.items()}


def is_embedded(benchmark: str) -> bool:
    """Return whether the problems of a benchmark come with TallyBench."""
    return benchmark in BENCHMARKS and BENCHMARKS[benchmark].embedded


def public_code(root: Path, folder: Path, say: Callable[[str], object]) -> dict[str, dict[str, str]]:
    """Return the programs that pages may show, by the result's path and the program's SHA-256.

    A maintainer must have confirmed the licence at the commit; the sender's word is not enough. `say` is called for
    each result whose programs are not shown.
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
            programs = _hashed(entry, folder)
        except InputError as error:
            say(f"{entry.path}: its code is not shown: {error}")
            continue
        found[entry.path] = {digest: code for (_, digest), code in programs.items()}
    return found


def _hashed(entry: Entry, folder: Path | None, *, passed: bool = False) -> dict[tuple[str, str], str]:
    """Return the programs of a result, all or those that passed the tests, by task id and SHA-256."""
    samples = published_samples(entry.submitted, folder=folder)
    hashes = {
        (sample.task_id, sample.index): sample.code_sha256
        for sample in entry.submitted.samples
        if not passed or sample.verdict is Verdict.PASSED
    }
    return {
        (sample.task_id, digest): sample.text
        for sample in samples
        if (digest := hashes.get((sample.task_id, sample.index))) is not None
    }


def correct_programs(entries: Iterable[Entry], folder: Path | None) -> dict[str, dict[str, str]]:
    """Return the programs of results that pass the correctness tests, by task id and the program's SHA-256.

    Results whose code is withheld are left out.
    """
    found: dict[str, dict[str, str]] = {}
    for entry in entries:
        if not entry.result.has_public_code:
            continue
        try:
            programs = _hashed(entry, folder, passed=True)
        except InputError as error:
            raise InputError(f"{entry.path}: {error}") from None
        for (task_id, digest), code in programs.items():
            found.setdefault(task_id, {})[digest] = code
    return found


def entries_on_board(entries: Sequence[Entry], benchmark: str) -> list[Entry]:
    """Return the ranked results and the baselines on a benchmark's newest board; none if it has no board."""
    board = {board.benchmark: board for board in make_boards(entries)}.get(benchmark)
    return [] if board is None else [row.entry for row in (*board.rows, *board.baselines)]


def ranked_programs(root: Path, benchmark: str, folder: Path | None) -> dict[str, dict[str, str]]:
    """Return the correct programs of the ranked results on a benchmark, by task id and the program's SHA-256.

    Raises:
        InputError: there is no ranked result, or a source's file is missing or has different content.
    """
    ranked = [row.entry for board in make_boards(read_entries(root, benchmark=benchmark)) for row in board.rows]
    if not ranked:
        raise InputError(f"{root}: has no ranked result on {benchmark}")
    return correct_programs(ranked, folder)
