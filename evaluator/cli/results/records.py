"""`tallybench records`: measures published results again, on the main branch."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.checkout import check_root
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import Anew, Python, Root, SampleFolder, Workers
from evaluator.cli.session import open_session
from evaluator.errors import InputError, MachineError

if TYPE_CHECKING:
    pass


def records(
    root: Root = Path("."),
    take: Annotated[
        Path | None,
        typer.Option("--take", metavar="DIR", help="Measure nothing; take the records that another job left there."),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="Measure nothing; print the results that have no record yet, as JSON.")
    ] = False,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="RESULT",
            help="Only this result: results/MODEL/FILE.json.",
        ),
    ] = None,
    python: Python = None,
    workers: Workers = None,
    samples: SampleFolder = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            help="With --only: the files of its benchmark, where it does not come with TallyBench.",
        ),
    ] = None,
    anew: Anew = False,
) -> None:
    """Measures published results again that have no record yet.

    For the main branch: the record beside a result makes it re-measured. Exit code 1 where --only names a result that
    could not be measured.
    """
    import orjson

    from evaluator.cli.progress import Display
    from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
    from evaluator.files import write_atomically
    from evaluator.measuring.fingerprint import take_fingerprint
    from evaluator.results.published.approvals import FILE as APPROVED
    from evaluator.results.published.approvals import read_approvals
    from evaluator.results.published.record import dump_record, record_path
    from evaluator.submissions.records import remove_orphans, take_records, without_record
    from evaluator.submissions.verify import verify_result

    check_root(root)
    if data is not None and only is None:
        raise InputError("--data holds the files of one benchmark; name the result with --only")
    if listed:
        typer.echo(orjson.dumps([entry.path for entry in without_record(root)]))
        return
    for path in remove_orphans(root):
        typer.echo(f"{path}: removed, its result was withdrawn")
    if take is not None:
        refused = [(path, why) for path, why in take_records(root, take, only) if why is not None]
        for path, why in refused:
            typer.echo(f"{path}: not taken: {why}", err=True)
        if refused:
            raise typer.Exit(1)
        return
    without = without_record(root)
    missing = [entry for entry in without if only is None or entry.path == only]
    if only is not None and not missing:
        raise InputError(f"--only {only}: is no result without a record; tallybench records --list names them")
    if missing and not take_fingerprint(probe_interpreter(python or default_interpreter()), "valgrind").ranked:
        raise MachineError(
            "records: this is not the ranked environment, and a record of another one verifies nothing; "
            "tallybench doctor says what differs"
        )
    for entry in missing:
        path = root / entry.path
        try:
            with after_interrupt(SAME_COMMAND), Display() as display:
                record = verify_result(
                    path,
                    python=python,
                    session=open_session(workers),
                    progress=display,
                    anew=anew,
                    folder=samples,
                    data=data,
                    memory=True,
                )
        except InputError as error:
            typer.echo(f"{entry.path}: not measured again: {error}", err=True)
            if only is not None:
                raise typer.Exit(1) from None
            continue
        write_atomically(record_path(path), [dump_record(record)])
        typer.echo(f"{entry.path}: {'re-measured' if record.verifies else 'came out otherwise'}")
        for difference in record.differences[:5]:
            typer.echo(f"    {difference}")
        for what, programs in (record.measured.unusual or {}).items():
            typer.echo(f"    unusual in the code: {what}, in {programs} of its programs")
        digest = record.measured.result_sha256
        if read_approvals(root).lacks_code(digest, record.measured.unusual):
            typer.echo(
                f"    a maintainer has to read its code; then {APPROVED} gets the line: code {digest} {entry.path}"
            )
