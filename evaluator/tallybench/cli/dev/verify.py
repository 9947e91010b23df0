"""`tallybench dev verify`: run a result again from its code, and compare."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import Data, Machine, Recount, SampleFolder
from tallybench.cli.progress import Display
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.counting.session import Session
    from tallybench.statistics.published.record import Record


def verify(
    results: list[Path],
    *,
    machine: Machine,
    sample: Annotated[int | None, typer.Option(min=1)] = None,
    seed: int = 0,
    output: Path | None = None,
    recount: Recount = False,
    samples: SampleFolder = None,
    data: Data = None,
) -> None:
    """Run results again from their code, and compare.

    Each is measured twice: on the public inputs, and on fresh ones, whose seed is the SHA-256 of the file. The record
    says what was measured, and what differs. Exit code 1 if a result does not agree.

    Args:
        results (RESULT...): Result files.
        sample: Run only N samples, drawn at random; write no record.
        seed: The seed of the draw.
        output: The record's file. Default: beside the result; for a result in results/MODEL/, in the current folder.
    """
    if output is not None and len(results) > 1:
        raise InputError(f"--output {output}: is one record's file, and there are {len(results)} results; leave it out")
    session = machine.session()
    places = {path: output or (_record_place(path) if sample is None else None) for path in results}
    machine.check(outputs=places.values())
    machine.check(files=results)
    agree = True
    for path in results:
        if len(results) > 1:
            typer.echo(f"{path}:")
        arguments = (path, places[path], sample, seed, machine.python, session)
        agree &= _verify(*arguments, recount=recount, samples=samples, data=data)
    if not agree:
        raise typer.Exit(1)


def _verify(
    path: Path,
    output: Path | None,
    sample: int | None,
    seed: int,
    python: str | None,
    session: "Session",
    *,
    recount: bool,
    samples: Path | None,
    data: Path | None,
) -> bool:
    """Verify one result, write its record and print the outcome.

    Returns:
        Whether the result agrees.
    """
    from tallybench.files import write_atomically
    from tallybench.statistics.published.record import dump_record
    from tallybench.submissions.verify import verify_result

    with after_interrupt(SAME_COMMAND), Display() as display:
        record = verify_result(path, sample, seed, python, session, display, recount=recount, folder=samples, data=data)
    place = output or (_record_place(path) if record.whole else None)
    if place is not None:
        write_atomically(place, [dump_record(record)])
    _print_record(record)
    if place is not None:
        typer.echo(f"record: {place}")
    return record.agrees


def _record_place(result: Path) -> Path:
    """Return where a record goes by default: not into `results/`, where only the main branch may add one."""
    from tallybench.statistics.published.record import record_path

    beside = record_path(result)
    published = result.resolve().parent.parent
    if published.name != "results":
        return beside
    here = Path.cwd()
    return (published.parent if here.is_relative_to(published) else Path()) / beside.name


def _print_record(record: "Record") -> None:
    from tallybench.statistics.report import figure_text

    measured = record.measured
    typer.echo(
        f"compared: {len(measured.samples):,} samples of {len(measured.problems)} problems, {record.counts:,} counts"
        + ("" if record.whole else f" (a part, drawn with the seed {measured.seed})")
    )
    for difference in record.differences:
        typer.echo(difference)
    typer.echo("agrees" if record.agrees else "does not agree")
    if measured.fresh is not None:
        for inputs, found in (("public", record.remeasured), ("fresh", record.on_fresh_inputs)):
            typer.echo(f"score@1 on {inputs} inputs: {figure_text('score@1', found.metrics.get('score@1'))}")
    for change in record.score_changes:
        typer.echo(change)
    for what, programs in (measured.unusual or {}).items():
        typer.echo(f"unusual in the code: {what}, in {programs} of its programs")
    if not record.where_ranked:
        typer.echo("not in the ranked environment: this does not make the result re-measured")
