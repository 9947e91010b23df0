"""The commands, in the groups of `--help`. Each imports what it needs when it runs, so that `--help` is quick."""

from collections.abc import Callable
from typing import Annotated

import typer

from evaluator.cli.benchmarks.audit import audit
from evaluator.cli.benchmarks.catalogue import catalogue
from evaluator.cli.benchmarks.measure import measure
from evaluator.cli.benchmarks.new import new
from evaluator.cli.benchmarks.packages import packages
from evaluator.cli.benchmarks.problems import problems
from evaluator.cli.benchmarks.stress import stress
from evaluator.cli.benchmarks.tests import tests
from evaluator.cli.evaluating.demo import demo
from evaluator.cli.evaluating.doctor import doctor
from evaluator.cli.evaluating.evaluate import evaluate
from evaluator.cli.evaluating.humans import humans
from evaluator.cli.evaluating.merge import merge
from evaluator.cli.evaluating.reproduce import reproduce
from evaluator.cli.evaluating.samples import samples
from evaluator.cli.evaluating.stability import stability
from evaluator.cli.generating.generate import generate
from evaluator.cli.generating.run import run
from evaluator.cli.grouping import CommandGroup
from evaluator.cli.publishing.dataset import dataset
from evaluator.cli.publishing.site import site
from evaluator.cli.results.export import export
from evaluator.cli.results.growth import growth
from evaluator.cli.results.records import records
from evaluator.cli.results.report import report
from evaluator.cli.results.results import results
from evaluator.cli.results.review import review
from evaluator.cli.results.schema import schema
from evaluator.cli.results.submit import submit
from evaluator.cli.results.validate import validate
from evaluator.cli.results.verify import verify

GROUPS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Generate": (generate, run),
    "Evaluate": (evaluate, merge, demo, doctor, stability, humans, reproduce, samples),
    "Benchmarks": (new, problems, audit, measure, catalogue, packages, tests, stress),
    "Results": (report, validate, submit, verify, records, growth, review, schema, results, export),
    "Site and dataset": (site, dataset),
}


app = typer.Typer(
    name="tallybench",
    cls=CommandGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


for _group, _commands in GROUPS.items():
    for _command in _commands:
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, rich_help_panel=_group)
        else:
            app.command(rich_help_panel=_group)(_command)
