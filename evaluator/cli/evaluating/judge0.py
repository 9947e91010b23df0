"""`tallybench evaluate --engine judge0`: samples to a Judge0 server, a report out."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.evaluating.run import judge0_to_file
from evaluator.cli.packages import need_packages
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.execution.judge0.address import Address
    from evaluator.execution.session import Session
    from evaluator.results.judge0_report import Judge0Report
    from evaluator.results.result import Figure, Model
    from evaluator.results.source import Source
    from evaluator.run.options import Options
    from evaluator.samples.reading import Sample

_SHOWN = 5  # problems that are left out, on the terminal


def address_of(engine: str, url: str | None, language: int | None) -> "Address | None":
    """The server's address where one is to run the samples; None where our own sandbox is.

    Raises:
        InputError: there is no such engine, or an option does not go with it.
    """
    if engine == "own":
        if language is not None:
            raise InputError("--language: is of a Judge0 server; give --engine judge0 --url URL")
        return None
    if engine != "judge0":
        raise InputError(f"--engine {engine}: there is own and judge0")
    if url is None:
        raise InputError("--engine judge0: needs --url, the server's address, such as http://127.0.0.1:2358")
    need_packages("evaluate --engine judge0", "judge0", "httpx")
    from evaluator.execution.judge0.address import Address

    return Address.of(url)


def refuse_with_judge0(options: "Options", *, shard: str | None, ray: str | None, source: "Source | None") -> None:
    """Refuses what a run on a server does not do.

    Raises:
        InputError: something was asked for that it does not do.
    """
    for option, asked, why in (
        ("--counter", options.counter not in ("valgrind", "none"), "nothing is counted there"),
        ("--memory", options.memory, "Judge0 tells its own figure of memory"),
        ("--rules", options.rules != "own", "it judges by our own rules"),
        ("--shard", shard is not None, "its reports are not put together"),
        ("--ray", ray is not None, "the server does the work"),
        ("--about", source is not None, "its report names no source of public samples"),
    ):
        if asked:
            raise InputError(f"{option}: does not go with --engine judge0: {why}")


def tell_plan(address: "Address", samples: "Iterable[Sample]", options: "Options") -> None:
    """Says what would be sent to a server. Nothing is."""
    from evaluator.run.judge0.job import plan_judge0

    sent = plan_judge0(samples, options)
    typer.echo(f"server               {address.host} (not asked for this plan)")
    typer.echo(f"samples              {sent.samples:,} ({sent.programs:,} distinct programs)")
    typer.echo(f"own solutions        {sent.own:,}, one of each problem, to see what the server can run")
    typer.echo(f"submissions          {sent.runs:,} at the most, with the tests' inputs and without their outputs")


def evaluate_there(
    address: "Address",
    language: int | None,
    samples: "Iterable[Sample]",
    model: "Model",
    options: "Options",
    output: Path,
    session: "Session",
    *,
    resume: bool,
) -> None:
    """Evaluates samples on a server, writes the report, and prints its figures.

    Args:
        address: of the server.
        language: the id of a language there; None takes the newest Python 3.
        samples: the samples.
        model: who wrote them.
        options: how the run is done.
        output: the report's file.
        resume: go on with a run that did not end.
    """
    from evaluator.execution.judge0.server import Judge0
    from evaluator.journal import Journal

    journal = Journal("evaluate, Judge0", resume=resume)
    go_on = "the same command with --resume"
    with Judge0(address, language, notice=lambda line: typer.echo(line, err=True)) as judge0:
        report, undecided = judge0_to_file(judge0, samples, model, options, output, journal, go_on, session)
    _tell(report, output)
    if undecided:
        typer.echo(
            f"{len(undecided)} left out by the server's fault, not the model's: {go_on} asks for them again", err=True
        )
    else:
        journal.remove()


def _tell(report: "Judge0Report", output: Path) -> None:
    rows = [(name, *_figure(figure)) for name, figure in report.metrics.items()]
    print_rows(("figure", "value", "95 % interval", "problems"), rows)
    engine = report.engine
    typer.echo(f"\nJudge0 {engine.version} at {engine.host}, {engine.language}: self-measured, never ranked")
    if (medians := report.medians) is not None:
        typer.echo(
            f"median of {medians.samples:,} passed samples: {medians.seconds:g} s and {medians.kilobytes:,.0f} KB, "
            f"interpreter included; of the problems' own solutions {medians.own_seconds:g} s and "
            f"{medians.own_kilobytes:,.0f} KB"
        )
    for exclusion in report.exclusions[:_SHOWN]:
        typer.echo(f"left out: {exclusion.task_id}: {exclusion.reason}", err=True)
    if len(report.exclusions) > _SHOWN:
        typer.echo(f"left out: {len(report.exclusions) - _SHOWN:,} more, which the report names", err=True)
    typer.echo(f"\nreport: {output}")


def _figure(figure: "Figure") -> tuple[str, str, str]:
    if figure.value is None:
        return "–", figure.reason or "", str(figure.problems)
    return f"{figure.value:.1%}", f"{figure.low:.1%} to {figure.high:.1%}", str(figure.problems)
