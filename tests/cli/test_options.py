"""An option is declared once: a parameter or a field of a dataclass, with its help in the docstring."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer import Option
from typer.testing import CliRunner

from tallybench.cli.asking import Asked, Requests
from tallybench.cli.evaluate import Evaluation
from tallybench.cli.options import Positive, for_typer
from tallybench.evaluation.options import Options
from tallybench.generating.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Heat:
    """How hot it is.

    Attributes:
        top_p (P): The share that is drawn from.
        key (TEXT...): What is needed. The text
            goes on in a second line.
    """

    top_p: float | None = None
    key: str


def brew(
    pot: Path,
    *,
    heat: Heat,
    output: Path = Path("out"),
    cups: Positive = 1,
    milk: bool = False,
    words: Annotated[list[str] | None, Option("--word", "-w")] = None,
) -> None:
    """Brew tea.

    Slowly.

    Args:
        pot (POT): The pot.
        output: Where it goes.
        cups: How many.
        milk: With milk.
        words: What is said.

    Raises:
        InputError: never.
    """
    typer.echo(f"{pot} {heat} {output} {cups} {milk} {words}")


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer(rich_markup_mode=None, add_completion=False)
    made.command()(for_typer(brew))
    return made


def test_help_has_every_option_and_what_is_required_first(app: typer.Typer) -> None:
    shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}, prog_name="brew").stdout
    assert "\n\n  Brew tea.\n\n  Slowly.\n\n" in shown and "InputError" not in shown
    options = shown.partition("Options:\n")[2].splitlines()
    assert options == [
        "  --key TEXT...      What is needed. The text goes on in a second line.",
        "                     [required]",
        "  --top-p P          The share that is drawn from.",
        "  -o, --output FILE  Where it goes.  [default: out]",
        "  --cups N           How many.  [default: 1; x>=1]",
        "  --milk             With milk.",
        "  -w, --word TEXT    What is said.",
        "  --help             Show this message and exit.",
    ]


def test_what_is_typed_arrives_in_parameters_and_dataclasses(app: typer.Typer) -> None:
    words = ["pot", "--key", "k", "--top-p", "0.5", "-o", "cup", "--milk", "-w", "a", "-w", "b"]
    shown = CliRunner().invoke(app, words).stdout
    assert shown == "pot Heat(top_p=0.5, key='k') cup 1 True ['a', 'b']\n"
    assert CliRunner().invoke(app, ["pot", "--key", "k", "--cups", "0"]).exit_code == 2
    assert CliRunner().invoke(app, ["pot"]).exit_code == 2


def test_options_have_the_names_of_the_fields_that_they_fill() -> None:
    evaluation = {"ids", "k", "ks", "no_count", "recount", "unsafe_no_sandbox", "workers", "ray"}
    assert set(Evaluation.__dataclass_fields__) - evaluation <= set(Options.__dataclass_fields__)
    assert set(Requests.__dataclass_fields__) | set(Asked.__dataclass_fields__) <= set(Settings.__dataclass_fields__)
