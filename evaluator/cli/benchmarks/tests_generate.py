"""`tallybench tests generate`: inputs by mutation of tests that are there, and of inputs that a model writes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.generating.options import BaseUrl, Connections, MaxTokens, Retries, Timeout, tell_of_private
from evaluator.cli.interruption import SAME_COMMAND, after_interrupt
from evaluator.cli.options import BenchmarkName, Data, Ids, Python, Workers, parse_ids
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.execution.pool import Progress
    from evaluator.execution.session import Session
    from evaluator.generating.settings import Settings
    from evaluator.problems.benchmark import Benchmark
    from evaluator.test_generation.asked_seeds import AskedSeeds
    from evaluator.test_generation.generate import GeneratedInputs

SeedModel = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="PROVIDER/NAME",
        help="Has a model write further inputs to start from, with three prompts, as `generate --model` names it.",
    ),
]


def _ask(
    benchmark: "Benchmark",
    settings: "Settings",
    answers: Path,
    *,
    python: str | None,
    session: "Session",
    progress: "Progress",
) -> "AskedSeeds":
    """Asks for inputs of all problems that tests can be generated for; answers that are kept are not asked again."""
    from evaluator.generating.kept_answers import KeptAnswers
    from evaluator.test_generation.asked_seeds import ask_for_seeds
    from evaluator.test_generation.run import find_shown_tests, without_generation

    problems = [problem for problem in benchmark if without_generation(problem) is None]
    kept, ended = KeptAnswers(answers), False
    try:
        shown = find_shown_tests(problems, python=python, session=session, progress=progress)
        asked = ask_for_seeds(problems, shown, settings, kept, progress)
        ended = True
    finally:
        kept.close(ended=ended)
    return asked


def _seed_line(asked: "AskedSeeds", made: "Sequence[GeneratedInputs]") -> str:
    """What the model's inputs gave."""
    read = sum(len(texts) for texts in asked.inputs.values())
    kept = sum(len(set(found.inputs) & set(asked.inputs.get(found.task_id, ()))) for found in made)
    return (
        f"inputs that the model wrote: {read}, in {asked.requests - asked.empty} of {asked.requests} answers; "
        f"{kept} are new and valid"
    )


def generate(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="JSON Lines, a problem each.")],
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="Inputs for each problem.")] = 1000,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            min=0,
            metavar="S",
            help="Makes no more inputs for a problem after so many seconds; those that there are are still checked.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same inputs.")] = 0,
    extremes: Annotated[
        bool,
        typer.Option(
            "--extremes",
            help="Also inputs with all numbers zero, and with whole numbers beyond a billion, on which a program that "
            "tries every number does not end: for problems without stressful inputs.",
        ),
    ] = False,
    workers: Workers = None,
    python: Python = None,
    model: SeedModel = None,
    base_url: BaseUrl = None,
    temperature: Annotated[float, typer.Option("--temperature", metavar="T", help="Of --model; 0 is greedy.")] = 0.8,
    max_tokens: MaxTokens = None,
    connections: Connections = 10,
    retries: Retries = 8,
    timeout: Timeout = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers", metavar="FILE", help="Keeps the model's answers. Default: beside --output, .answers.jsonl."
        ),
    ] = None,
) -> None:
    """Generates inputs by type-aware mutation of the tests that are there.

    With --model it starts from inputs that a model writes, too; nothing that the model writes is run. Kept is what
    keeps the contract and on what all ground truths agree; where they disagree is written down as well. A run that was
    interrupted goes on.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.benchmarks.published import RUN_BY_AUDIT
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.generating.settings import Settings
    from evaluator.test_generation.asked_seeds import PROMPTS, seed_prompt
    from evaluator.test_generation.run import generate_tests, without_generation, write_lines

    if model is None and (answers is not None or base_url is not None):
        raise InputError(f"{'--base-url' if answers is None else '--answers'}: is of a model; give --model, too")
    if model is not None:
        need_packages("tests generate --model", "generate", "inspect_ai", "openai")
    check_early(python=python, outputs=[output])
    session = open_session(workers)
    chosen = select(open_benchmark(benchmark, RUN_BY_AUDIT, data, parse_ids(ids)), parse_ids(ids))
    reasons = {problem.task_id: reason for problem in chosen if (reason := without_generation(problem)) is not None}
    if len(reasons) == len(chosen.problems):
        raise InputError(f"--benchmark {benchmark}: no tests can be generated: {next(iter(reasons.values()))}")
    asked = None
    if model is not None:
        settings = Settings(
            model=model,
            prompt=seed_prompt(PROMPTS[0]),
            base_url=base_url,
            temperature=temperature,
            max_tokens=max_tokens,
            connections=connections,
            retries=retries,
            timeout=timeout,
        )
        tell_of_private(benchmark, settings)
        kept = answers or output.with_suffix(".answers.jsonl")
        with after_interrupt(SAME_COMMAND), Display() as display:
            asked = _ask(chosen, settings, kept, python=python, session=session, progress=display)
    with after_interrupt(SAME_COMMAND), Display() as display:
        made = generate_tests(
            chosen,
            count,
            seed,
            python=python,
            session=session,
            progress=display,
            asked=None if asked is None else asked.inputs,
            extremes=extremes,
            seconds=seconds,
        )
    write_atomically(output, write_lines(made))
    _print(made)
    if asked is not None:
        typer.echo(_seed_line(asked, made))
    for task_id, reason in reasons.items():
        typer.echo(f"{task_id}: no tests: {reason}", err=True)
    for task_id in sorted({problem.task_id for problem in chosen} - {found.task_id for found in made} - set(reasons)):
        typer.echo(f"{task_id}: it ended the sandbox and has no tests", err=True)
    typer.echo(f"written: {output}", err=True)
    if asked is not None and asked.failed:
        for task_id, reason in asked.failed.items():
            typer.echo(f"{task_id}: a request failed: {reason}; the same command asks again", err=True)
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
