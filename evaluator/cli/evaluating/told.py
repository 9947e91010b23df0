"""What is said of a result that was made."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.headline import print_headline
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.problems.benchmark import Benchmark
    from evaluator.results.result import Model, Result
    from evaluator.run.options import Options


def refuse_replacing(output: Path, replace: bool, inputs: Iterable[Path | str | None] = ()) -> None:
    """Check that a result would not replace what is there.

    Args:
        output: the result's file.
        replace: a file that is there may be replaced, but never one of the inputs.
        inputs: files and folders that are read; what does not exist is none.

    Raises:
        InputError: it would replace an input, or programs or samples in an input's folder; or the file is there, and
            may not be replaced.
    """
    for given in inputs:
        if given is None or not os.path.exists(given):
            continue
        read = Path(given).resolve()
        same = output.exists() and os.path.samefile(output, read)
        program = output.suffix in (".py", ".jsonl") and read in output.resolve().parents
        if same or (program and output.exists()):
            raise InputError(f"--output {output}: is what is read, {given}; give another --output")
    if output.exists() and not replace:
        raise InputError(f"{output}: is there already; give another --output, or --force to replace it")


def tell(result: "Result", output: Path, lines: Sequence[str] = ()) -> None:
    """Prints the figures of a result, what else there is to say of them, and where it is."""
    print_headline([result])
    for line in lines:
        typer.echo(line)
    typer.echo(f"\nresult: {output}")


def by_rules(result: "Result", benchmark: "Benchmark", rules: str, workers: int | None) -> list[str]:
    """The figures by the rules of a benchmark's authors, where these are asked for."""
    counted = result.environment.counter != "none"
    if rules == "coffe":
        from evaluator.reproduce.figures import coffe_figures, told

        return told(coffe_figures(result))[: None if counted else 1]
    if rules == "ecco" and counted:
        from evaluator.cli.progress import Display
        from evaluator.reproduce.ecco.credit import ecco_credits, passed_tests, told_credits

        with Display() as display:
            passed = passed_tests(result, benchmark, workers, display)
        return told_credits(ecco_credits(result, passed))
    return []


def tell_of_rank(model: "Model", options: "Options") -> None:
    """Says what a result lacks for a rank, where it could have one."""
    from evaluator.benchmarks.own.folder import own_at
    from evaluator.results.ranking import NEEDED, not_told

    whole = options.counter == "valgrind" and options.ids is None and own_at(options.benchmark) is None
    if whole and not (options.withhold_code or model.baseline) and (missing := not_told(model)):
        typer.echo(f"to be ranked, this result needs {', '.join(NEEDED[name] for name in missing)} besides", err=True)
