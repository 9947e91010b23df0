"""The commands of the dataset on the Hugging Face Hub: dataset build; and dataset push, which is in `pushing`."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli import app
from evaluator.errors import InputError

dataset = typer.Typer(help="The benchmark as a dataset for the Hugging Face Hub.", no_args_is_help=True)
app.add_typer(dataset, name="dataset")


@dataset.command()
def build(
    out: Annotated[Path, typer.Argument(help="The folder; one that this command made before is replaced.")],
    benchmark: Annotated[str, typer.Option("--benchmark", help="The benchmark's name.")] = "humaneval",
) -> None:
    """Makes the dataset: Parquet files, card, eval.yaml. Needs a checkout of TallyBench, and its extra `dataset`."""
    import importlib.util

    from evaluator.cli.publishing import checkout

    root = checkout("dataset build")
    for package in ("datasets", "huggingface_hub", "jinja2", "pyarrow", "yaml"):
        if importlib.util.find_spec(package) is None:
            raise InputError(f"dataset build: {package} is missing; pip install 'tallybench[dataset]'")
    from hf_dataset.build import build_dataset

    for name, config in build_dataset(root, out, benchmark).items():
        typer.echo(f"{name:10} {config.rows:6,} rows {config.file_size:10,} bytes")
    typer.echo(f"dataset: {out}")
