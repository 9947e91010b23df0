"""The commands of the dataset on the Hugging Face Hub: dataset build, dataset push."""

import typer

from evaluator.cli import app

dataset = typer.Typer(help="The benchmark as a dataset for the Hugging Face Hub.", no_args_is_help=True)
app.add_typer(dataset, name="dataset")
