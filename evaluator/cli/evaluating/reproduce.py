"""`tallybench reproduce`: what others published, measured again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.evaluating.plan import plan_lines
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import Python, Workers
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.reproduce.classeval.run import Reproduced as ClassesReproduced
    from evaluator.reproduce.ecco.run import Reproduced as EccoReproduced
    from evaluator.reproduce.run import Reproduced as CoffeReproduced

_PAPERS = {"coffe": "COFFE, measured again", "classeval": "ClassEval, measured again", "ecco": "ECCO, measured again"}


def reproduce(
    paper: Annotated[str, typer.Argument(metavar="PAPER", help="The paper: coffe, classeval, ecco.")],
    data: Annotated[
        Path,
        typer.Option(
            "--data",
            metavar="DIR",
            help="COFFE's `datasets` folder; that of `ClassEval_data.json`; or that of ECCO's tables.",
        ),
    ],
    predictions: Annotated[
        list[Path] | None,
        typer.Option(
            "--predictions",
            metavar="FILE",
            help="A model's outputs as the paper's code writes them, for table 6 or 7; may be repeated.",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="NAME", help="The model's name, one for each file. Default: the file's name."),
    ] = None,
    tables: Annotated[
        str | None, typer.Option("--tables", metavar="N,...", help="Only these tables. Default: all there are.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Table 4 over all problems, or changes of a class, not over a part.")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option(
            "--paper", metavar="FILE", help="Published figures to add, in the format of reproduce/paper.json."
        ),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="The folder of the report.")] = Path(
        "reproduced"
    ),
    plan: Annotated[bool, typer.Option("--plan", help="Say what it would cost, and stop.")] = False,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Measures a paper's tables again, its figures beside ours.

    The report says why where they differ.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.reproduce.classeval.run import TABLES as CLASS_TABLES
    from evaluator.reproduce.classeval.run import check_class_tables, reproduce_classes
    from evaluator.reproduce.ecco.run import TABLES as ECCO_TABLES
    from evaluator.reproduce.ecco.run import check_ecco_tables, reproduce_ecco
    from evaluator.reproduce.report import as_json, as_markdown
    from evaluator.reproduce.run import TABLES, Wanted, check_tables
    from evaluator.reproduce.run import reproduce as measure
    from evaluator.results.result import dump_result

    if paper not in _PAPERS:
        raise InputError(f"reproduce {paper}: there is no such paper; there is {', '.join(_PAPERS)}")
    files, names = predictions or [], model or []
    if names and len(names) != len(files):
        raise InputError(
            f"--model: is given {len(names)} times for {len(files)} files of predictions; give one for each"
        )
    named = tuple(zip(files, names or [path.stem for path in files], strict=True))
    there, check = {
        "coffe": (TABLES, check_tables),
        "classeval": (CLASS_TABLES, check_class_tables),
        "ecco": (ECCO_TABLES, check_ecco_tables),
    }[paper]
    given = list(there)
    if tables is not None:
        given = [number.strip() for number in tables.split(",") if number.strip()]
    wanted = Wanted(data, named, check(given), everything, figures, python, open_session(workers))
    check_early(python=python, files=[data, *files, figures])
    if output.exists() and not output.is_dir():
        raise InputError(f"--output {output}: is no folder; give another")
    if plan:
        if paper != "coffe":
            raise InputError(f"--plan: is not for {paper}, whose tables take minutes; leave it out")
        _print_plan(wanted)
        return
    if paper == "classeval" and "4" in wanted.tables:
        need_packages("reproduce classeval: table 4", "audit", "coverage", "mutmut")
    with after_interrupt(SAME_COMMAND), Display() as display:
        if paper == "coffe":
            found: CoffeReproduced | ClassesReproduced | EccoReproduced = measure(wanted, display)
        else:
            found = reproduce_classes(wanted, display) if paper == "classeval" else reproduce_ecco(wanted, display)
    output.mkdir(parents=True, exist_ok=True)
    heading = _PAPERS[paper]
    write_atomically(output / f"{paper}.md", [as_markdown(heading, found.facts, found.sections).encode()])
    write_atomically(output / f"{paper}.json", [as_json(heading, found.facts, found.sections)])
    for evaluated in found.evaluated:
        name = "".join(letter if letter.isalnum() or letter in "-._" else "-" for letter in evaluated.model)
        write_atomically(output / f"{name}-{evaluated.benchmark}.json", dump_result(evaluated.own))
    for section in found.sections:
        for row in section.rows:
            ours = "none" if row.ours is None else f"{row.ours:,.{row.digits}f}"
            published = "not at hand" if row.paper.value is None else f"{row.paper.value:,.{row.digits}f}"
            theirs = "" if row.theirs is None else f"   by their rules {row.theirs:,.{row.digits}f}"
            typer.echo(f"{section.title[:34]:36}{row.figure[:40]:42}paper {published:>12}   ours {ours:>10}{theirs}")
    typer.echo(f"\nreport: {output / f'{paper}.md'}, {output / f'{paper}.json'}")


def _print_plan(wanted: object) -> None:
    from evaluator.reproduce.run import Wanted
    from evaluator.reproduce.run import plan as planned

    assert isinstance(wanted, Wanted)
    for what, cost in planned(wanted):
        if isinstance(cost, str):
            typer.echo(f"{what}: {cost}")
            continue
        typer.echo(f"{what}:")
        for line in plan_lines(cost):
            typer.echo(f"  {line}")
