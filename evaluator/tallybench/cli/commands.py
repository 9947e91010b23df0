"""The commands, in the groups of `--help`. Each imports what it needs when it runs, so that `--help` is quick."""

from collections.abc import Callable
from typing import Annotated

import typer

from tallybench.cli.dev.audit import audit
from tallybench.cli.dev.hub import build, hf, push, training
from tallybench.cli.dev.measure import catalogue, measure, packages
from tallybench.cli.dev.records import growth, records
from tallybench.cli.dev.results import results, schema, validate
from tallybench.cli.dev.review import review
from tallybench.cli.dev.samples import demo, fetch, show
from tallybench.cli.dev.stress import generate as generate_stress
from tallybench.cli.dev.stress import search
from tallybench.cli.dev.tests import check, reduce
from tallybench.cli.dev.tests import results as results_with_tests
from tallybench.cli.dev.tests_generate import generate as generate_tests
from tallybench.cli.dev.verify import verify
from tallybench.cli.dev_study import study
from tallybench.cli.doctor import doctor
from tallybench.cli.environment import build as build_environment
from tallybench.cli.environment import install as install_environment
from tallybench.cli.environment import show as show_environment
from tallybench.cli.evaluating.evaluate import evaluate
from tallybench.cli.evaluating.merge import merge
from tallybench.cli.generating.generate import generate
from tallybench.cli.generating.run import run
from tallybench.cli.grouping import CommandGroup
from tallybench.cli.options import for_typer
from tallybench.cli.problems import new, problems
from tallybench.cli.report import report
from tallybench.cli.site import site
from tallybench.cli.submit import submit

Groups = dict[str, tuple[Callable[..., None] | typer.Typer, ...]]


def _group(name: str, help: str | None, groups: Groups) -> typer.Typer:
    """Return a command with subcommands."""
    made = typer.Typer(
        name=name,
        help=help,
        cls=CommandGroup,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for panel, commands in groups.items():
        for command in commands:
            if isinstance(command, typer.Typer):
                made.add_typer(command, rich_help_panel=panel)
            else:
                made.command(rich_help_panel=panel)(for_typer(command))
    return made


def _subgroup(name: str, help: str, *commands: Callable[..., None]) -> typer.Typer:
    return _group(name, help, {"Commands": commands})


DEV: Groups = {
    "Benchmarks": (
        audit,
        measure,
        catalogue,
        packages,
        _subgroup(
            "tests",
            "Generate correctness tests, and reduce them to a few.",
            *(generate_tests, reduce, results_with_tests, check),
        ),
        _subgroup("stress", "Make stressful inputs, which show slow programs.", generate_stress, search),
    ),
    "Samples": (
        demo,
        _subgroup("samples", "Get samples: from a result, or from where they are public.", show, fetch),
    ),
    "Published results": (validate, verify, results, records, growth, review, schema),
    "Papers": (study,),
    "Hugging Face": (
        _subgroup("dataset", "Build the dataset for the Hugging Face Hub, and push it.", build, push),
        _subgroup("export", "Write a result for Hugging Face, or programs for a trainer.", hf, training),
    ),
}
GROUPS: Groups = {
    "Measure a model": (run, generate, evaluate, merge),
    "Results": (report, submit, site),
    "Problems": (problems, new),
    "This machine": (
        doctor,
        _subgroup(
            "environment",
            "Get the environment in which samples run, or show it.",
            *(install_environment, show_environment, build_environment),
        ),
    ),
    "For maintainers": (_group("dev", "Maintain benchmarks, published results, site and dataset.", DEV),),
}

app = _group("tallybench", None, GROUPS)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"tallybench {version('tallybench')}")
        raise typer.Exit


@app.callback()
def tallybench(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Is code that language models write correct and efficient? Counted in CPU instructions."""
