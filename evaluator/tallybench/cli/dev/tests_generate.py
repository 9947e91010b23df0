"""`tallybench dev tests generate`: inputs by mutation of existing tests, and of inputs that a model writes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from tallybench.cli.generating.asked import OneTemperature, Requests, tell_of_private
from tallybench.cli.interruption import SAME_COMMAND, after_interrupt
from tallybench.cli.options import Chosen, Machine, Positive, made
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display, warn
from tallybench.cli.tables import print_rows
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.authoring.test_generation.asked_seeds import AskedSeeds
    from tallybench.benchmarks.extra_tests import GeneratedInputs


def _seed_line(asked: "AskedSeeds", made: "Sequence[GeneratedInputs]") -> str:
    """Return a line on how many of the model's inputs were kept."""
    read = sum(len(texts) for texts in asked.inputs.values())
    kept = sum(len(set(found.inputs) & set(asked.inputs.get(found.task_id, ()))) for found in made)
    return (
        f"inputs that the model wrote: {read}, in {asked.requests - asked.empty} of {asked.requests} answers; "
        f"{kept} are new and valid"
    )


def generate(
    *,
    output: Path,
    given: Chosen,
    machine: Machine,
    requests: Requests,
    count: Positive = 1000,
    seconds: Annotated[float | None, Option(min=0)] = None,
    seed: int = 0,
    extremes: bool = False,
    model: str | None = None,
    temperature: OneTemperature = 0.8,
    answers: Path | None = None,
) -> None:
    """Generate inputs by type-aware mutation of the existing tests.

    With --model it also starts from inputs that a model writes; nothing that the model writes is run. An input is kept
    if it satisfies the contract and all ground truths agree on it; those on which they disagree are written as well.
    The same command continues an interrupted run.

    Args:
        output: JSON Lines, one line per problem.
        count: Inputs for each problem.
        seconds (S): Stop making inputs for a problem after S seconds.
        seed: The same seed gives the same inputs.
        extremes: Also make inputs with all numbers zero, and with whole numbers beyond a billion, on which a program
            that tries every number does not end: for problems without stressful inputs.
        model (PROVIDER/NAME): Have a model, named as for `generate`, write further inputs to start from, with three
            prompts.
        answers: The file that keeps the model's answers. Default: beside --output, .answers.jsonl.
    """
    from tallybench.authoring.asking import authoring_prompt
    from tallybench.authoring.running import Runner
    from tallybench.authoring.test_generation.asked_seeds import PROMPTS, ask_for_seeds
    from tallybench.authoring.test_generation.generate import generate_tests, without_generation
    from tallybench.benchmarks.extra_tests import write_lines
    from tallybench.benchmarks.published import RUN_BY_AUDIT
    from tallybench.files import write_atomically
    from tallybench.generating.kept_answers import KeptAnswers
    from tallybench.generating.settings import Settings

    if model is None and (answers is not None or requests.base_url is not None):
        raise InputError(f"{'--base-url' if answers is None else '--answers'}: is of a model; give --model, too")
    if model is not None:
        need_packages("tests generate --model", "generate", "inspect_ai", "openai")
    machine.check(outputs=[output])
    session = machine.session()
    chosen = given.of(given.open(RUN_BY_AUDIT))
    reasons = {problem.task_id: reason for problem in chosen if (reason := without_generation(problem)) is not None}
    if len(reasons) == len(chosen.problems):
        raise InputError(f"--benchmark {given.benchmark}: no tests can be generated: {next(iter(reasons.values()))}")
    settings = asked = None
    if model is not None:
        prompt = authoring_prompt(PROMPTS[0])
        settings = made(Settings, requests, model=model, prompt=prompt, temperature=temperature)
        tell_of_private(given.benchmark, settings)
    with after_interrupt(SAME_COMMAND), Display() as display:
        runner = Runner(machine.python, session, display)
        if settings is not None:
            problems = [problem for problem in chosen if problem.task_id not in reasons]
            with KeptAnswers(answers or output.with_suffix(".answers.jsonl")) as kept:
                asked = ask_for_seeds(problems, settings, kept, runner)
        written = None if asked is None else asked.inputs
        inputs = generate_tests(chosen, runner, count, seed, written, extremes, seconds)
    write_atomically(output, write_lines(inputs))
    _print(inputs)
    if asked is not None:
        typer.echo(_seed_line(asked, inputs))
    for task_id, reason in reasons.items():
        warn(f"{task_id}: no tests: {reason}")
    for task_id in sorted({problem.task_id for problem in chosen} - {found.task_id for found in inputs} - set(reasons)):
        warn(f"{task_id}: it ended the sandbox and has no tests")
    warn(f"written: {output}")
    if asked is not None and asked.failed:
        for task_id, reason in asked.failed.items():
            warn(f"{task_id}: a request failed: {reason}; the same command asks again")
        raise typer.Exit(1)


def _print(made: "list[GeneratedInputs]") -> None:
    header = ("problem", "inputs", "tried", "break the contract", "without output", "disputed", "canonical wrong")
    rows = [
        (
            found.task_id,
            str(len(found.inputs)),
            str(found.tried),
            str(found.invalid),
            str(found.failed),
            str(len(found.disputed)),
            str(len(found.canonical_wrong)),
        )
        for found in made
    ]
    print_rows(header, rows)
