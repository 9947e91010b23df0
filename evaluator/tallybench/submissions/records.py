"""The records of `results/`: which are missing, and which of another job's are accepted."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from tallybench.errors import InputError
from tallybench.files import write_atomically
from tallybench.model.environment import is_ranked
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.entries import FILE, FOLDER, Entry, State, needs_fresh_inputs, read_entries
from tallybench.statistics.published.record import VERIFIED, Record, read_measurements, record_misfits, record_path
from tallybench.statistics.reading import ResultFaults, parse_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.faults import Fault
from tallybench.submissions.texts import text_faults
from tallybench.submissions.verify import problems_with_families, unusual_in_file

MAX_BYTES = 100 << 20  # of a record, which may hold a whole result


def record_faults(path: Path, result: Path) -> list[Fault]:
    """Return why a file is not the record of a result's verification.

    What was measured must fit the result, and be possible in its environment: counts of references, for example, must
    be those that are known there.

    Args:
        path: the record's file.
        result: the result's file.
    """
    try:
        measured = read_measurements(path)
        try:
            content = result.read_bytes()
        except OSError:
            return [Fault("", f"is the record of {result.name}, which is not there; remove it")]
        if sha256(content).hexdigest() != measured.result_sha256:
            return [
                Fault("result_sha256", f"is not that of {result.name}; tallybench dev verify writes the record anew")
            ]
        record = Record(parse_result(content, result), measured)
    except ResultFaults as error:
        return [Fault(where, what) for where, what in error.faults]
    except InputError as error:
        return [Fault("", str(error))]
    if misfits := [Fault(where, what) for where, what in record_misfits(record)]:
        return misfits
    if measured.unusual is not None and (found := unusual_in_file(record.submitted)) not in (None, measured.unusual):
        return [Fault("unusual", f"is not what the code shows, {found or 'nothing'}; measure it again")]
    return [*_fresh_faults(record, result), *result_faults(record.remeasured), *text_faults(record.remeasured)]


def _fresh_faults(record: Record, result: Path) -> Iterator[Fault]:
    """Check that fresh inputs are those that the result's own file gives, for every problem that needs some."""
    measured = record.measured
    name = FILE.fullmatch(result.stem)
    late = name is not None and needs_fresh_inputs(name["date"])
    if measured.fresh is None and record.submitted.source is not None and not late:
        return  # measured only on the public inputs so far
    fresh = {} if measured.fresh is None else measured.fresh.problems
    known = problems_with_families(measured.benchmark.name) if measured.environment.counter != "none" else {}
    correct = {sample.task_id for sample in measured.samples if sample.verdict is Verdict.PASSED}
    if fresh.keys() != known.keys() & correct:
        yield Fault("fresh.problems", "are not those with families that have a correct sample; measure it again")
        return
    for task_id, problem in fresh.items():
        asked = known[task_id].at_seed(measured.result_sha256)
        if problem.hash != asked.hash or problem.inputs.keys() != {given.name for given in asked.stressful}:
            yield Fault(f"fresh.problems.{task_id}", "has other inputs than those that result_sha256 gives")


def without_record(root: Path) -> list[Entry]:
    """Return the results that can be measured again, but have no complete record from a ranked environment."""

    def has_record(entry: Entry) -> bool:
        if entry.record is None:
            return False
        environment = entry.record.environment
        if environment.counter == "none":  # without counts, the environment does not matter
            return True
        complete = entry.record.measured.fresh is not None or not problems_with_families(entry.benchmark)
        return is_ranked(environment.facts) and complete

    return [entry for entry in read_entries(root) if entry.state is not State.CODE_WITHHELD and not has_record(entry)]


def remove_orphans(root: Path) -> list[Path]:
    """Remove the records of results that were withdrawn, and return them."""
    orphans = []
    for path in sorted((root / "results").glob(f"*/*{VERIFIED}")):
        result = path.with_name(path.name.removesuffix(VERIFIED) + ".json")
        if not result.exists():
            path.unlink()
            orphans.append(path)
    return orphans


def take_records(root: Path, folder: Path, only: str | None = None) -> Iterator[tuple[Path, str | None]]:
    """Copy the records that another job has written for results that are here, and nothing else.

    Args:
        root: the project's root.
        folder: a folder laid out like `results/`; nothing in it is trusted.
        only: the path of the one result whose record is taken; None: any.

    Yields:
        A record's place in `results/`, and why it was not taken; None if it was.
    """
    for path in sorted(folder.glob(f"*/*{VERIFIED}")):
        slug, stem = path.parent.name, path.name.removesuffix(VERIFIED)
        if FOLDER.fullmatch(slug) is None or FILE.fullmatch(stem) is None:
            continue
        if only not in (None, f"results/{slug}/{stem}.json"):
            continue
        result = root / "results" / slug / f"{stem}.json"
        target = record_path(result)
        if path.is_symlink() or path.parent.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES:
            yield target, "is no plain file, or too large"
        elif faults := record_faults(path, result):
            yield target, str(faults[0])
        else:
            target.parent.mkdir(exist_ok=True)
            write_atomically(target, [path.read_bytes()])
            yield target, None
