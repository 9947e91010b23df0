"""What is printed about a new result."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import typer

from tallybench.cli.tables import print_headline
from tallybench.errors import InputError
from tallybench.values.text import clean_text

if TYPE_CHECKING:
    from tallybench.counting.session import Session
    from tallybench.evaluation.options import Options
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model, Result, SampleResult

SHOWN = 160  # characters of a sample in a warning
NO_TEXTS: Mapping[tuple[str, int], str] = MappingProxyType({})
_UNPARSED = re.compile(r"(?:Syntax|Indentation|Tab)Error: .*\(solution\.py, line \d+\)\Z")


def refuse_replacing(output: Path, replace: bool, inputs: Iterable[Path | str | None] = ()) -> None:
    """Check that a result would replace nothing that must stay.

    Args:
        output: the result's file.
        replace: allow replacing a file, but never one of the inputs.
        inputs: files and folders that are read; those that do not exist are ignored.

    Raises:
        InputError: it would replace an input, or programs or samples in an input's folder; or the file exists, and
            must not be replaced.
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


def tell(
    result: "Result", output: Path, lines: Sequence[str] = (), texts: "Mapping[tuple[str, int], str]" = NO_TEXTS
) -> None:
    """Print the figures of a result, what goes with them, and where it is.

    Args:
        result: the result.
        output: its file.
        lines: further lines.
        texts: the beginnings of some samples, by task and index, to show one that is not code.
    """
    print_headline([result])
    if (warning := unparsed(result, texts)) is not None:
        typer.echo(warning, err=True)
    for line in lines:
        typer.echo(line)
    typer.echo(f"\nresult: {output}")


def unparsed(result: "Result", texts: "Mapping[tuple[str, int], str]" = NO_TEXTS) -> str | None:
    """Return a warning if more than half of the samples do not parse as Python; None otherwise."""
    lost = [sample for sample in result.samples if _is_no_code(sample)]
    if 2 * len(lost) <= len(result.samples):
        return None
    shown = next((sample for sample in lost if (sample.task_id, sample.index) in texts), lost[0])
    text = texts.get((shown.task_id, shown.index)) or clean_text(shown.code or "", SHOWN)
    reason = shown.failure.reason if shown.failure else shown.verdict.value
    return (
        f"warning: {len(lost)} of {len(result.samples)} samples hold no code that parses; is their form right? "
        f"One is {shown.task_id}, sample {shown.index} ({reason}): {text or 'empty'}"
    )


def _is_no_code(sample: "SampleResult") -> bool:
    if sample.code_sha256 is None:
        return True
    failure = sample.failure
    return failure is not None and failure.call is None and _UNPARSED.match(failure.reason) is not None


def by_rules(result: "Result", benchmark: "Benchmark | None", rules: str, session: "Session") -> list[str]:
    """Return lines with the figures by the rules of a benchmark's authors, if these were asked for."""
    counted = result.environment.counter != "none"
    if rules == "coffe":
        from tallybench.studies.coffe_models import coffe_figures, coffe_lines

        return coffe_lines(coffe_figures(result))[: None if counted else 1]
    if rules == "ecco" and counted and benchmark is not None:
        from tallybench.cli.progress import Display
        from tallybench.studies.ecco import credit_lines, ecco_credits, passed_tests

        with Display() as display:
            passed = passed_tests(result, benchmark, session, display)
        return credit_lines(ecco_credits(result, passed))
    return []


def tell_of_rank(model: "Model", options: "Options") -> None:
    """Print what a result lacks to be ranked, if it could be."""
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.statistics.ranking import NEEDED, missing_facts

    whole = options.counter == "valgrind" and options.ids is None and user_benchmark_at(options.benchmark) is None
    if whole and not (options.withhold_code or model.baseline) and (missing := missing_facts(model)):
        typer.echo(f"to be ranked, this result also needs {', '.join(NEEDED[name] for name in missing)}", err=True)
