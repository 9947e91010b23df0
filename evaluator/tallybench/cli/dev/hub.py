"""`tallybench dev dataset` and `dev export`: datasets and results for Hugging Face, and programs for a trainer."""

from pathlib import Path

import typer

from tallybench.cli.checkout import find_checkout
from tallybench.cli.interruption import after_interrupt
from tallybench.cli.options import BenchmarkName, Force
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display, warn
from tallybench.cli.session import open_session
from tallybench.errors import InputError
from tallybench.files import site_folder

_PACKAGES = ("datasets", "huggingface_hub", "jinja2", "pandas", "pyarrow", "yaml")


def build(out: Path, *, benchmark: BenchmarkName = "humaneval") -> None:
    """Build the dataset: Parquet files, card, eval.yaml.

    Needs a checkout of TallyBench, and its extra `dataset`.

    Args:
        out (FOLDER): The folder; one that this command wrote before is replaced.
    """
    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    root = find_checkout("dataset build") if user_benchmark_at(benchmark) is None else site_folder()
    need_packages("dataset build", "dataset", *_PACKAGES)
    from tallybench.dataset.build import build_dataset

    for name, config in build_dataset(root, out, benchmark).items():
        typer.echo(f"{name:10} {config.rows:6,} rows {config.file_size:10,} bytes")
    typer.echo(f"dataset: {out}")


def push(
    folder: Path | None = None,
    *,
    repo: str,
    benchmark: str | None = None,
    private: bool = False,
    revision: str = "main",
    create_pr: bool = False,
    tag: bool = False,
    dry_run: bool = False,
) -> None:
    """Push the dataset to the Hugging Face Hub, in one commit.

    The token comes from HF_TOKEN or `hf auth login`.

    Args:
        folder (FOLDER): The folder that `dataset build` wrote. Default: the dataset is built first, for this push.
        repo (ORG/NAME): The dataset on the Hub.
        benchmark (NAME): The benchmark to build, or the folder of your own. Default: humaneval, or the one in FOLDER.
        private: Make the dataset private, if it is created.
        revision (BRANCH): The branch; created if missing.
        create_pr: Open a pull request instead.
        tag: Tag the commit with the version, such as v1.0.0.
        dry_run: Only print what would change.
    """
    need_packages("dataset push", "dataset", *_PACKAGES)
    import logging
    import sys
    import tempfile

    from huggingface_hub.utils.tqdm import disable_progress_bars

    from tallybench.dataset.built import read_built
    from tallybench.dataset.push import Destination, push

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
        from tallybench.benchmarks.user_benchmark import user_benchmark_at
        from tallybench.dataset.build import build_dataset

        own = user_benchmark_at(benchmark or "humaneval")
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


def hf(result: Path, *, output: Path = Path("."), dataset: str | None = None, source: str | None = None) -> None:
    """Write the file for the model's own repository on the Hub.

    It is .eval_results/NAME.yaml, which the Hub shows on the model's page.

    Args:
        result (RESULT): The result's file.
        output (DIR): A checkout of the model's repository; .eval_results/ goes there.
        dataset (ORG/NAME): The dataset on the Hub. Default: the benchmark's own.
        source (URL): Where the result can be viewed.
    """
    need_packages("export hf", "dataset", "huggingface_hub", "yaml")
    from tallybench.benchmarks.catalogue import shows_texts
    from tallybench.dataset.eval_results import FOLDER, eval_results_yaml
    from tallybench.dataset.tasks import hub_dataset
    from tallybench.files import write_atomically
    from tallybench.statistics.reading import load_result
    from tallybench.submissions.checks import submission_faults

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
    # Readers take figures on a model's page for ours: those that do not follow from verdicts and counts are refused.
    if faults := submission_faults(result):
        for fault in faults:
            warn(fault.of(result))
        raise InputError(f"{result}: cannot be exported; mend the {len(faults)} faults above, or evaluate again")
    path = output / FOLDER / f"tallybench-{loaded.benchmark.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])
    typer.echo(text, nl=False)
    warn(f"written: {path}; commit it to the model's repository")


def training(
    *, kind: str, output: Path = Path("train.jsonl"), benchmark: str = "humaneval", force: Force = False
) -> None:
    """Write conversations that make slow programs fast, for fine-tuning.

    They are from the training split only, in TRL's form: prompt and completion, with role and content.

    Args:
        kind (KIND): One of pairs, execution (with feedback of public tests), trajectory.
        output: JSON Lines.
        benchmark (NAME): The benchmark, humaneval or tally-classes.
    """
    from tallybench.files import check_writable, write_atomically
    from tallybench.generating.training import KINDS, training_rows

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
