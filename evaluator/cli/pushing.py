"""The command that publishes the dataset: dataset push."""

import importlib.util
import logging
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.dataset import dataset
from evaluator.errors import InputError


@dataset.command()
def push(
    repo: Annotated[str, typer.Option("--repo", metavar="ORG/NAME", help="The dataset on the Hub.")],
    folder: Annotated[
        Path | None, typer.Argument(help="What `dataset build` made. Default: it is built first, for this push.")
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Private, if it is created.")] = False,
    revision: Annotated[str, typer.Option("--revision", help="The branch; created if missing.")] = "main",
    create_pr: Annotated[bool, typer.Option("--create-pr", help="Open a pull request instead.")] = False,
    tag: Annotated[bool, typer.Option("--tag", help="Tag the commit with the version, v1.0.0 say.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would change.")] = False,
) -> None:
    """Pushes the dataset to the Hugging Face Hub, in one commit. The token comes from HF_TOKEN or `hf auth login`."""
    for package in ("datasets", "huggingface_hub", "jinja2", "pyarrow", "yaml"):
        if importlib.util.find_spec(package) is None:
            raise InputError(f"dataset push: {package} is missing; pip install 'tallybench[dataset]'")
    from huggingface_hub.utils.tqdm import disable_progress_bars

    from hf_dataset.built import read_built
    from hf_dataset.push import Destination, push

    # Its warnings about retries quote signed upload addresses.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if not sys.stderr.isatty():
        disable_progress_bars()
    destination = Destination(repo, revision, private, create_pr, tag)
    if folder is not None:
        push(read_built(folder), destination, dry_run, typer.echo)
        return
    from evaluator.cli.publishing import checkout
    from hf_dataset.build import build_dataset

    root = checkout("dataset push without FOLDER")
    with tempfile.TemporaryDirectory(prefix="tallybench-dataset-") as temporary:
        built = Path(temporary) / "dataset"
        build_dataset(root, built)
        push(read_built(built), destination, dry_run, typer.echo)
