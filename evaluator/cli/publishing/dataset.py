"""`tallybench dataset build` and `tallybench dataset push`: a benchmark as a dataset for the Hugging Face Hub."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.checkout import find_checkout
from evaluator.cli.grouping import CommandGroup
from evaluator.cli.interruption import after_interrupt
from evaluator.cli.packages import need_packages
from evaluator.errors import InputError
from evaluator.files import site_folder

PACKAGES = ("datasets", "huggingface_hub", "jinja2", "pandas", "pyarrow", "yaml")

dataset = typer.Typer(
    name="dataset",
    cls=CommandGroup,
    help="Builds the dataset for the Hugging Face Hub, and pushes it.",
    no_args_is_help=True,
)


@dataset.command()
def build(
    out: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder; one that this command wrote before is replaced.")
    ],
    benchmark: Annotated[
        str,
        typer.Option("--benchmark", metavar="NAME", help="The benchmark's name, or the folder of your own."),
    ] = "humaneval",
) -> None:
    """Builds the dataset: Parquet files, card, eval.yaml.

    Needs the extra `dataset`; for a benchmark that comes with TallyBench, a checkout with its results, too.
    """
    from evaluator.benchmarks.own.folder import own_at

    root = find_checkout("dataset build") if own_at(benchmark) is None else site_folder()
    need_packages("dataset build", "dataset", *PACKAGES)
    from hf_dataset.build import build_dataset

    for name, config in build_dataset(root, out, benchmark).items():
        typer.echo(f"{name:10} {config.rows:6,} rows {config.file_size:10,} bytes")
    typer.echo(f"dataset: {out}")


@dataset.command()
def push(
    repo: Annotated[str, typer.Option("--repo", metavar="ORG/NAME", help="The dataset on the Hub.")],
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="FOLDER", help="What `dataset build` wrote. Default: it is built first, for this push."),
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option(
            "--benchmark",
            metavar="NAME",
            show_default=False,
            help="The benchmark to build, or the folder of your own. Default: humaneval, or the one in FOLDER.",
        ),
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Private, if it is created.")] = False,
    revision: Annotated[
        str, typer.Option("--revision", metavar="BRANCH", help="The branch; created if missing.")
    ] = "main",
    create_pr: Annotated[bool, typer.Option("--create-pr", help="Open a pull request instead.")] = False,
    tag: Annotated[bool, typer.Option("--tag", help="Tag the commit with the version, v1.0.0 say.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would change.")] = False,
) -> None:
    """Pushes the dataset to the Hugging Face Hub, in one commit.

    The token comes from HF_TOKEN or `hf auth login`.
    """
    need_packages("dataset push", "dataset", *PACKAGES)
    import logging
    import sys
    import tempfile

    from huggingface_hub.utils.tqdm import disable_progress_bars

    from hf_dataset.built import read_built
    from hf_dataset.push import Destination, push

    # Its warnings about retries quote signed upload addresses.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if not sys.stderr.isatty():
        disable_progress_bars()
    destination = Destination(repo, revision, private, create_pr, tag)
    with after_interrupt("the commit is on the Hub as a whole or not at all: the same command goes on"):
        if folder is not None:
            given = read_built(folder)
            if benchmark not in (None, given.facts.benchmark):
                raise InputError(
                    f"dataset push: --benchmark {benchmark}: {folder} holds {given.facts.benchmark}; "
                    "give the folder of that benchmark, or leave --benchmark out"
                )
            push(given, destination, dry_run, typer.echo)
            return
        from evaluator.benchmarks.own.folder import own_at
        from hf_dataset.build import build_dataset

        own = own_at(benchmark or "humaneval")
        if own is not None and own.manifest.private:
            raise InputError(
                f"dataset push: {own.manifest.name} is private, so that nothing of it leaves this machine; to publish "
                f"it, set `private = false` in {own.folder / 'benchmark.toml'}"
            )
        root = find_checkout("dataset push without FOLDER") if own is None else site_folder()
        with tempfile.TemporaryDirectory(prefix="tallybench-dataset-") as temporary:
            built = Path(temporary) / "dataset"
            build_dataset(root, built, benchmark or "humaneval")
            push(read_built(built), destination, dry_run, typer.echo)
