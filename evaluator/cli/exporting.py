"""The commands that write a result as others take it: export hf."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli import app
from evaluator.errors import InputError

export = typer.Typer(help="A result as others take it.", no_args_is_help=True)
app.add_typer(export, name="export")


@export.callback()
def formats() -> None:
    """A result as others take it."""


@export.command()
def hf(
    result: Annotated[Path, typer.Argument(help="The result's file.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A checkout of the model's repository; .eval_results/ goes there.")
    ] = Path("."),
    dataset: Annotated[str | None, typer.Option("--dataset", help="The benchmark's dataset on the Hub.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="Where the result can be looked at.")] = None,
) -> None:
    """Writes .eval_results/NAME.yaml for the model's own repository on the Hugging Face Hub."""
    import importlib.util

    if importlib.util.find_spec("huggingface_hub") is None or importlib.util.find_spec("yaml") is None:
        raise InputError("export hf: huggingface_hub is missing; pip install 'tallybench[dataset]'")
    from evaluator.files import write_atomically
    from evaluator.results.reading import load_result
    from hf_dataset.eval_results import FOLDER, eval_results_yaml
    from hf_dataset.tasks import HUB_ID

    loaded = load_result(result)
    try:
        text = eval_results_yaml(loaded, dataset or HUB_ID, source)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    path = output / FOLDER / f"tallybench-{loaded.benchmark.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])
    typer.echo(text, nl=False)
    typer.echo(f"written: {path}; commit it to the model's repository", err=True)
