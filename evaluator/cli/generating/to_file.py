"""From settings to a file of samples, as `generate` and `run` do it."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.interruption import after_interrupt
from evaluator.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluator.generating.plan import Plan
    from evaluator.generating.settings import Settings
    from evaluator.generating.strategies import Asking
    from evaluator.problems.benchmark import Benchmark
    from evaluator.results.result import Model
    from evaluator.results.spending import Price

_ASKED = "what was answered is kept: the same command with --resume asks for the rest"


def model_named(settings: "Settings", name: str | None, facts: dict[str, object]) -> "Model":
    """The model as options tell it.

    Raises:
        InputError: an option cannot be used.
    """
    from pydantic import ValidationError

    from evaluator.cli.evaluating.about import bad_option
    from evaluator.results.result import Model

    try:
        return Model.model_validate({"name": name or settings.model.rpartition("/")[2], **facts})
    except ValidationError as error:
        raise bad_option(error, "--name") from None


def refuse_to_replace(output: Path, settings: "Settings", *, resume: bool, instead: str) -> None:
    """Refuses to replace samples, before anything is sent. To go on, they must be of the same settings.

    Args:
        output: the file of samples.
        settings: how they are to be generated.
        resume: go on with those that are there.
        instead: what to give, in the message.

    Raises:
        InputError: there are samples.
    """
    from evaluator.generating.sample_file import are_of

    if output.exists() and not (resume and are_of(output, settings)):
        state = "holds samples that were generated otherwise" if resume else "is there already"
        raise InputError(f"{output}: {state}; give {instead}")


def generate_to_file(
    benchmark: "Benchmark",
    settings: "Settings",
    model: "Model",
    output: Path,
    *,
    resume: bool,
    asking: "Callable[[], Asking] | None" = None,
) -> int:
    """Generates samples and writes their file, and the file beside it that tells who wrote them.

    Args:
        benchmark: the problems.
        settings: what is asked of whom.
        model: what is known of the model.
        output: the file of samples. One that is there is replaced.
        resume: go on with a run that was cut off, or in which requests failed.
        asking: finds out how samples are asked for, where that is not by the prompt alone.

    Returns:
        How many requests failed.
    """
    from evaluator.cli.progress import Display
    from evaluator.files import check_writable, write_atomically
    from evaluator.generating.sample_file import about_path, about_samples, is_complete, sample_lines
    from evaluator.journal import Journal

    check_writable(output)
    check_writable(about_path(output))
    if resume and is_complete(output, benchmark, settings):
        typer.echo(f"{output}: is complete; nothing is asked", err=True)
        # What is known of the model may be told otherwise this time.
        write_atomically(about_path(output), [about_samples(model, settings, benchmark, [output.read_bytes()])])
        return 0
    from evaluator.generating.answers import generate  # seconds, for Inspect AI comes with it

    journal = Journal("generate", resume=resume)
    with after_interrupt(_ASKED), Display() as display:
        samples = generate(benchmark, settings, journal, display, None if asking is None else asking())
        lines = list(sample_lines(samples, settings))
        # First, so that samples never stand there without it: a run that goes on asks it whose they are.
        write_atomically(about_path(output), [about_samples(model, settings, benchmark, lines)])
        write_atomically(output, lines)
    failed = [sample.error for sample in samples if sample.error is not None]
    if not failed:
        journal.remove()
        return 0
    what = "1 request" if len(failed) == 1 else f"{len(failed)} requests"
    typer.echo(f"{what} of {len(samples)} failed, such as: {failed[0]}; {_ASKED}", err=True)
    return len(failed)


def plan_lines(plan: "Plan", price: "Price | None") -> list[str]:
    """What would be sent; a line a fact."""
    most = "as the server decides; say --max-tokens" if plan.tokens_out is None else f"{plan.tokens_out:,} at most"
    lines = [
        f"samples      {plan.samples:,}",
        f"requests     {plan.requests:,}",
        f"tokens in    about {plan.tokens_in:,}",
        f"tokens out   {most}",
    ]
    if price is not None and (cost := plan.cost(price)) is not None:
        lines.append(f"dollars      {cost:,.2f} at most")
    return lines
