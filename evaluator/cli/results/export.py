"""`tallybench export`: a result as others read it, and programs as a trainer reads them."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.grouping import CommandGroup
from evaluator.cli.packages import need_packages
from evaluator.errors import InputError

export = typer.Typer(name="export", cls=CommandGroup, no_args_is_help=True)


@export.callback()
def formats() -> None:
    """Writes a result for Hugging Face, or programs for a trainer."""


@export.command()
def hf(
    result: Annotated[Path, typer.Argument(metavar="RESULT", help="The result's file.")],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            show_default=False,
            help="A checkout of the model's repository; .eval_results/ goes there. Default: this folder.",
        ),
    ] = Path("."),
    dataset: Annotated[
        str | None,
        typer.Option("--dataset", metavar="ORG/NAME", help="The dataset on the Hub. Default: the benchmark's own."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="URL", help="Where the result can be looked at.")
    ] = None,
) -> None:
    """Writes the file for the model's own repository on the Hub.

    It is .eval_results/NAME.yaml, which the Hub shows on the model's page.
    """
    need_packages("export hf", "dataset", "huggingface_hub", "yaml")
    from evaluator.benchmarks.catalogue import shows_texts
    from evaluator.files import write_atomically
    from evaluator.results.reading import load_result
    from evaluator.submissions.checks import submission_faults
    from hf_dataset.eval_results import FOLDER, eval_results_yaml
    from hf_dataset.tasks import hub_dataset

    loaded = load_result(result)
    if not shows_texts(loaded.benchmark.name):
        raise InputError(
            f"{result}: benchmark.name: is {loaded.benchmark.name}, whose problems are not ours to publish, so that "
            "there is no dataset with a leaderboard of it"
        )
    try:
        text = eval_results_yaml(loaded, dataset or hub_dataset(loaded.benchmark.name).hub_id, source)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    # Figures on a model's page are read as ours: those that do not follow from verdicts and counts stay away.
    if faults := submission_faults(result):
        for fault in faults:
            typer.echo(fault.of(result), err=True)
        raise InputError(f"{result}: cannot be exported; mend the {len(faults)} faults above, or evaluate again")
    path = output / FOLDER / f"tallybench-{loaded.benchmark.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])
    typer.echo(text, nl=False)
    typer.echo(f"written: {path}; commit it to the model's repository", err=True)


@export.command()
def training(
    kind: Annotated[
        str,
        typer.Option("--kind", metavar="KIND", help="pairs, execution (with feedback of public tests) or trajectory."),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="JSON Lines.")] = Path("train.jsonl"),
    benchmark: Annotated[
        str, typer.Option("--benchmark", metavar="NAME", help="humaneval or tally-classes.")
    ] = "humaneval",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Writes conversations that make slow programs fast, for fine-tuning.

    They are of the training split alone, in TRL's form: prompt and completion, with role and content.
    """
    from evaluator.cli.progress import Display
    from evaluator.cli.session import open_session
    from evaluator.files import check_writable, write_atomically
    from evaluator.generating.training import KINDS, training_rows

    chosen = next((known for known in KINDS if known == kind), None)
    if chosen is None:
        raise InputError(f"--kind {kind}: there is {', '.join(KINDS)}")
    if output.exists() and not force:
        raise InputError(f"{output}: is there already; give another --output, or --force to replace it")
    check_writable(output)
    with Display() as display:
        lines = list(training_rows(chosen, benchmark, display, open_session()))
    write_atomically(output, lines)
    typer.echo(f"{len(lines):,} conversations: {output}")
