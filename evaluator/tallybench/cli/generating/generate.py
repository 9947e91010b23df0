"""`tallybench generate`: a model's name in, its samples out."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.early import check_early
from tallybench.cli.evaluating.about import Facts
from tallybench.cli.generating.asked import (
    Asked,
    generate_to_file,
    model_named,
    path_at,
    refuse_to_replace,
    tell_of_private,
)
from tallybench.cli.options import Chosen, Force, Natural, Positive
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import Display
from tallybench.cli.session import open_session
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.generating.plan import Plan
    from tallybench.generating.settings import Kind, Settings
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model
    from tallybench.statistics.spending import Price


def generate(
    *,
    asked: Asked,
    output: Path = Path("samples.jsonl"),
    given: Chosen,
    facts: Facts,
    refine: str | None = None,
    rounds: Positive = 1,
    examples: Natural = 0,
    examples_seed: int = 0,
    resume: bool = False,
    force: Force = False,
    plan: bool = False,
) -> None:
    """Ask a model for samples, and write them.

    Keys are read from the environment variables of each provider. SAMPLES.about.json is written beside SAMPLES.jsonl,
    for `evaluate --about`. Each round of --refine has such a pair: SAMPLES.KIND.round-1.jsonl, and so on.

    Args:
        output: The file of samples.
        refine (KIND): Further rounds, in which the model sees its program again and rewrites it, with: self, its own
            critique; exec, the results of public tests; nl+exec, its reflection on these.
        rounds: Rounds of --refine after the first; each has a file.
        examples: Show N solved problems of the training split first, and ask only about the test split.
        examples_seed: The seed for drawing them.
        resume: Continue a run that was cut off.
        plan: Print what would be sent, and stop.
    """
    from tallybench.generating.plan import Plan, plan_samples

    every = asked.settings()
    who, price = model_named(every[0], facts), facts.price()
    paths = [path_at(output, settings, len(every) > 1) for settings in every]
    if not plan:
        need_packages("generate", "generate", "inspect_ai", "openai")
        check_early(outputs=paths)
    problems = given.of(given.open(()))
    if examples:
        problems, every = _with_examples(problems, every, examples, examples_seed)
    kind = _parse_kind(refine, every[0], problems)
    plans = [plan_samples(problems, settings) for settings in every]
    if plan:
        for settings, planned in zip(every, plans, strict=True):
            if len(every) > 1:
                typer.echo(f"temperature  {settings.temperature:g}")
            further = [] if kind is None else _plan_rounds(problems, settings, kind, rounds)
            for line in _plan_lines(Plan.together([planned, *further]), price):
                typer.echo(line)
        return
    tell_of_private(given.benchmark, every[0])
    for settings, path in zip(every, paths, strict=True):
        if not force:
            instead = "another --output, or --force to replace it"
            refuse_to_replace(path, settings, resume=resume, instead=instead)
            if kind is not None and not resume:
                _refuse_rounds(path, kind, rounds)
    failed = 0
    for settings, path in zip(every, paths, strict=True):
        missing = generate_to_file(problems, settings, who, path, resume=resume)
        typer.echo(f"samples: {path}")
        if kind is not None and not missing:
            missing = _refine_to_files(problems, settings, who, path, kind, rounds, resume=resume, force=force)
        failed += missing
    if failed:
        raise typer.Exit(1)


def _with_examples(
    benchmark: "Benchmark", every: "list[Settings]", count: int, seed: int
) -> "tuple[Benchmark, list[Settings]]":
    """Return the test split of what is asked about, and settings that show examples of the training split first.

    Raises:
        InputError: no problem is left to ask about, or there are too few examples.
    """
    from dataclasses import replace

    from tallybench.benchmarks import in_training, select
    from tallybench.generating.examples import draw_examples

    left = tuple(problem.task_id for problem in benchmark if not in_training(problem.task_id))
    if not left:
        raise InputError("--examples: all of these problems are of the training split, which is not asked about then")
    examples = draw_examples(benchmark.name, every[0].asked, count, seed)
    return select(benchmark, left), [replace(settings, examples=examples) for settings in every]


def _plan_lines(plan: "Plan", price: "Price | None") -> list[str]:
    """Return what would be sent, one fact per line."""
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


def _parse_kind(refine: str | None, settings: "Settings", benchmark: "Benchmark") -> "Kind | None":
    """Return the kind of refinement that was given.

    Raises:
        InputError: it is unknown, cannot continue from the prompt of the first round, or needs public tests, and no
            problem has any.
    """
    if refine is None:
        return None
    from tallybench.generating.refining.conversations import check_refinable
    from tallybench.generating.refining.public_tests import growing_of
    from tallybench.generating.refining.rounds import KINDS

    kind = next((kind for kind in KINDS if kind == refine), None)
    if kind is None:
        raise InputError(f"--refine {refine}: there is {', '.join(KINDS)}")
    check_refinable(settings.prompt)
    if kind != "self" and not growing_of(benchmark):
        raise InputError(
            f"--refine {refine}: runs programs on public tests, and no problem of {benchmark.name} that was chosen has "
            "any; take --refine self, or problems that have them"
        )
    return kind


def _plan_rounds(benchmark: "Benchmark", settings: "Settings", kind: "Kind", rounds: int) -> "list[Plan]":
    """Return what the rounds after the first would send."""
    from tallybench.generating.plan import plan_samples
    from tallybench.generating.refining.rounds import planned_asking, round_settings

    later = round_settings(settings, kind, 1, "")
    return [plan_samples(benchmark, later, planned_asking(settings, later, benchmark))] * rounds


def _refuse_rounds(output: Path, kind: "Kind", rounds: int) -> None:
    """Check that no samples of a round would be replaced, before anything is sent.

    Raises:
        InputError: there are such samples.
    """
    from tallybench.generating.refining.rounds import round_path

    for number in range(1, rounds + 1):
        if (path := round_path(output, kind, number)).exists():
            raise InputError(f"{path}: is there already; give --resume to go on, or --force to replace it")


def _refine_to_files(
    benchmark: "Benchmark",
    settings: "Settings",
    model: "Model",
    output: Path,
    kind: "Kind",
    rounds: int,
    *,
    resume: bool,
    force: bool,
) -> int:
    """Generate the rounds after the first, which `output` holds; each has a file, and a file of facts beside it.

    Returns:
        How many requests failed in the last round; no round continues from one with failures.
    """
    from tallybench.generating.refining.rounds import Rounds, round_path

    with Display() as display, Rounds(benchmark, settings, kind, display, open_session()) as making:
        for number in range(1, rounds + 1):
            previous, path = round_path(output, kind, number - 1), round_path(output, kind, number)
            later = making.settings(number, previous)
            if not force:
                refuse_to_replace(path, later, resume=resume, instead="another --output, or --force to replace it")
            asking = partial(making.asking, later, previous)
            failed = generate_to_file(benchmark, later, model, path, resume=resume, asking=asking)
            typer.echo(f"samples: {path}")
            if failed:
                return failed
    return 0
