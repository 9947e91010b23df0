"""`tallybench submit` and `site`, `dev dataset` and `dev export`: results and benchmarks for others to see."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.options import open_session, parse_date
from tallybench.cli.preconditions import check_root, find_checkout, need_packages, refuse_replacing
from tallybench.cli.terminal import Display, after_interrupt, warn
from tallybench.errors import InputError
from tallybench.files import check_writable, site_folder, write_atomically

if TYPE_CHECKING:
    from tallybench.submissions.faults import Fault


def submit(result: Path, *, as_: str | None = None, date: str | None = None, root: Path = Path(".")) -> None:
    """Check a result, put it in place, and say how to send it.

    Args:
        result (RESULT): The result's file.
        as_ (NAME): The model's short name. Default: made from its name.
    """
    from tallybench.benchmarks.catalogue import shows_texts
    from tallybench.model.redaction import without_texts
    from tallybench.model.result import dump_result
    from tallybench.statistics.ranking import NEEDED, missing_facts
    from tallybench.statistics.reading import load_result
    from tallybench.statistics.report import as_markdown
    from tallybench.submissions.checks import check_content, submission_faults
    from tallybench.submissions.faults import placeholder_faults
    from tallybench.submissions.folder import place_of

    check_root(root)
    loaded = load_result(result)
    content = result.read_bytes()
    if bare := not shows_texts(loaded.benchmark.name):
        loaded = without_texts(loaded)
        content = b"".join(dump_result(loaded))
    _refuse_faults(result, check_content(content)[1] if bare else submission_faults(result), "submitted")
    place = place_of(loaded, content, parse_date(date), as_, root)
    target = root / place
    is_new = not any(target.parent.glob("*"))
    target.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(target, [content])
    typer.echo(f"placed: {target}\n")
    if bare:
        typer.echo("The benchmark's texts and the code were taken out: they are not ours to publish.\n")
    typer.echo(f"What a reviewer will see:\n\n{as_markdown([loaded])}")
    if not loaded.has_public_code:
        typer.echo("The code is withheld, so nothing can be measured again: it has no rank and is listed as a claim.")
    elif not loaded.environment.ranked:
        typer.echo("Measured in another environment than the ranked one: it is ranked once it is measured again there.")
    if missing := missing_facts(loaded.model):
        needed = ", ".join(NEEDED[name] for name in missing)
        typer.echo(f"It will have no rank, as too little is known about the model; evaluate again with {needed}.")
    for fault in placeholder_faults(loaded.model):
        typer.echo(f"will be refused: {fault}")
    kind = "The model is new here" if is_new else "The model has a folder, and may have a row that this replaces"
    branch = f"result-{place.parent.name}-{place.stem[-8:]}"
    typer.echo(
        f"{kind}: a maintainer decides about that.\n\n"
        "To send it, in your fork of the repository:\n\n"
        f"    git switch -c {branch} main\n"
        f"    git add {place}\n"
        f'    git commit -m "Result: {place.parent.name}"\n'
        f"    git push -u origin {branch}\n\n"
        "then open a pull request against main. It must change nothing else."
    )


def _refuse_faults(result: Path, faults: "list[Fault]", what: str, otherwise: str = "") -> None:
    for fault in faults:
        warn(fault.of(result))
    if faults:
        raise InputError(f"{result}: cannot be {what}; fix the {len(faults)} faults above{otherwise}")


def site(
    *,
    output: Path | None = None,
    benchmark: Path | None = None,
    serve: bool = False,
    samples: Path | None = None,
) -> None:
    """Build the site: leaderboard, problems, models.

    Needs the extra `site` and, without --benchmark, a checkout of TallyBench. With --samples, pages show the code of
    samples that are public elsewhere, if its licence allows that and its files are in DIR.

    Args:
        output (DIR): The folder. Default: public.
        benchmark (DIR): Only your own benchmark, with the results in DIR/results; --output is then DIR/public if not
            given.
        serve: Show it on this machine; rebuild it after each change.
    """
    import os
    import shlex
    import subprocess
    import tempfile

    import orjson

    from tallybench.sandbox.isolation import module_command
    from tallybench.submissions.programs import public_code

    if benchmark is not None:
        if samples is not None:
            raise InputError("--samples: is for TallyBench's own site; leave it out with --benchmark")
        output = output or benchmark / "public"
        _check_own_site(benchmark, output)
    root = find_checkout("site") if benchmark is None else site_folder()
    need_packages("site", "site")
    command = module_command("mkdocs", "serve" if serve else "build", "--strict")
    if output is not None and not serve:
        command += ["--site-dir", str(output.resolve())]
    folder = output or root / "public"
    half_built = "the site is no longer served" if serve else f"{folder} may be half built: run the same command again"
    with after_interrupt(half_built), tempfile.TemporaryDirectory() as temporary:
        environment = dict(os.environ)
        if benchmark is not None:
            # No site address, so that pages name none, and none links to TallyBench's own site.
            environment |= {"TALLYBENCH_BENCHMARK": str(benchmark.resolve()), "TALLYBENCH_SITE_URL": ""}
        if samples is not None:
            code = Path(temporary, "code.json")
            code.write_bytes(orjson.dumps(public_code(root, samples.resolve(), warn)))
            environment["TALLYBENCH_CODE"] = str(code)
        done = subprocess.run(command, cwd=root, env=environment)
    if benchmark is not None and not serve and done.returncode == 0:
        typer.echo(f"site: {folder}; python3 -m http.server -d {shlex.quote(str(folder))} shows it on this machine")
    raise typer.Exit(done.returncode)


def _check_own_site(benchmark: Path, output: Path) -> None:
    """Check a user's benchmark, and that the folder of its site holds nothing else, which would be lost."""
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.statistics.published.entries import read_own_entries

    own = user_benchmark_at(str(benchmark))
    if own is None:
        raise InputError(f"--benchmark {benchmark}: has no benchmark.toml; tallybench new makes such a folder")
    read_own_entries(own.folder, own.benchmark.name)
    built = output / "data/result.schema.json"
    if output.exists() and (not output.is_dir() or any(output.iterdir())) and not built.is_file():
        raise InputError(f"--output {output}: holds something that is not a site built before; give another folder")


def build(out: Path, *, benchmark: str = "humaneval") -> None:
    """Build the dataset: Parquet files, card, eval.yaml.

    Needs a checkout of TallyBench, and its extra `dataset`.

    Args:
        out (FOLDER): The folder; one that this command wrote before is replaced.
    """
    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    root = find_checkout("dataset build") if user_benchmark_at(benchmark) is None else site_folder()
    need_packages("dataset build", "dataset")
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
    need_packages("dataset push", "dataset")
    import logging
    import sys
    import tempfile

    from huggingface_hub.utils.tqdm import disable_progress_bars

    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.dataset.build import build_dataset
    from tallybench.dataset.built import read_built
    from tallybench.dataset.push import Destination, push

    # Its warnings about retries quote signed upload addresses.
    logging.getLogger("huggingface_hub").setLevel(logging.ERROR)
    if not sys.stderr.isatty():
        disable_progress_bars()
    destination = Destination(repo, revision, private, create_pr, tag)
    with after_interrupt("the commit is on the Hub as a whole or not at all: the same command continues"):
        if folder is not None:
            given = read_built(folder)
            if benchmark not in (None, given.facts.benchmark):
                raise InputError(
                    f"dataset push: --benchmark {benchmark}: {folder} holds {given.facts.benchmark}; "
                    "give the folder of that benchmark, or leave --benchmark out"
                )
            push(given, destination, dry_run, typer.echo)
            return
        own = user_benchmark_at(benchmark or "humaneval")
        if own is not None and own.manifest.private:
            raise InputError(
                f"dataset push: {own.manifest.name} is private, so nothing of it leaves this machine; to publish it, "
                f"set `private = false` in {own.folder / 'benchmark.toml'}"
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
    from tallybench.dataset.tasks import FOLDER, eval_results_yaml, hub_dataset
    from tallybench.statistics.reading import load_result
    from tallybench.submissions.checks import submission_faults

    loaded = load_result(result)
    if not shows_texts(loaded.benchmark.name):
        raise InputError(
            f"{result}: benchmark.name: is {loaded.benchmark.name}, whose problems are not ours to publish, so "
            "there is no dataset with a leaderboard for it"
        )
    try:
        text = eval_results_yaml(loaded, dataset or hub_dataset(loaded.benchmark.name).hub_id, source)
    except InputError as error:
        raise InputError(f"{result}: {error}") from None
    # Readers take figures on a model's page for ours: those that do not follow from verdicts and counts are refused.
    _refuse_faults(result, submission_faults(result), "exported", ", or evaluate again")
    path = output / FOLDER / f"tallybench-{loaded.benchmark.name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, [text.encode()])
    typer.echo(text, nl=False)
    warn(f"written: {path}; commit it to the model's repository")


def training(
    *,
    kind: str,
    output: Path = Path("train.jsonl"),
    benchmark: str = "humaneval",
    data: Path | None = None,
    force: bool = False,
) -> None:
    """Write conversations that make slow programs fast, for fine-tuning.

    They are from the training split only, in TRL's form: prompt and completion, with role and content.

    Args:
        kind (KIND): One of pairs, execution (with feedback of public tests), trajectory, vanilla (from a text to the
            fastest program).
        output: JSON Lines.
        benchmark (NAME): The benchmark: humaneval, tally-classes, coffe-code-contests-edit, ecco-edit ...
    """
    from tallybench.generating.training import KINDS, training_rows

    chosen = next((known for known in KINDS if known == kind), None)
    if chosen is None:
        raise InputError(f"--kind {kind}: must be one of {', '.join(KINDS)}")
    refuse_replacing(output, force)
    check_writable(output)
    with Display() as display:
        lines = list(training_rows(chosen, benchmark, display, open_session(), data))
    write_atomically(output, lines)
    typer.echo(f"{len(lines):,} conversations: {output}")
