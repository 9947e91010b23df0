"""`generate --refine`: the rounds after the first attempt."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evaluator.cli.generating.to_file import generate_to_file, refuse_to_replace
from evaluator.cli.progress import Display
from evaluator.cli.session import open_session
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.generating.plan import Plan
    from evaluator.generating.settings import Kind, Settings
    from evaluator.problems.benchmark import Benchmark
    from evaluator.results.result import Model


def parse_kind(refine: str | None, settings: "Settings", benchmark: "Benchmark") -> "Kind | None":
    """The kind of refinement that an option names.

    Args:
        refine: what was given; None is no refinement.
        settings: of the first attempt.
        benchmark: the problems.

    Raises:
        InputError: there is none of this name, it cannot go on from the prompt of the first attempt, or it needs public
            tests, and no problem has any.
    """
    if refine is None:
        return None
    from evaluator.generating.refining.conversations import check_refinable
    from evaluator.generating.refining.public_tests import growing_of
    from evaluator.generating.refining.rounds import KINDS

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


def plan_rounds(benchmark: "Benchmark", settings: "Settings", kind: "Kind", rounds: int) -> "list[Plan]":
    """What the rounds after the first attempt would send."""
    from evaluator.generating.plan import plan_samples
    from evaluator.generating.refining.rounds import planned_asking, round_settings

    anew = round_settings(settings, kind, 1, "")
    return [plan_samples(benchmark, anew, planned_asking(settings, anew, benchmark))] * rounds


def refuse_rounds(output: Path, kind: "Kind", rounds: int) -> None:
    """Refuses to replace samples of a round, before anything is sent.

    Raises:
        InputError: there are some.
    """
    from evaluator.generating.refining.rounds import round_path

    for number in range(1, rounds + 1):
        if (path := round_path(output, kind, number)).exists():
            raise InputError(f"{path}: is there already; give --resume to go on, or --force to replace it")


def refine_to_files(
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
    """Makes the rounds after the first attempt, each with a file of samples and the file beside it.

    Args:
        benchmark: the problems.
        settings: of the first attempt.
        model: what is known of the model.
        output: the samples of the first attempt, which are all there.
        kind: of the refinement.
        rounds: how many.
        resume: go on with a run that was cut off.
        force: replace samples that are there.

    Returns:
        How many requests failed in the last round that was begun: no round goes on from one with failures.
    """
    from evaluator.generating.refining.rounds import Rounds, round_path

    with Display() as display, Rounds(benchmark, settings, kind, display, open_session()) as making:
        for number in range(1, rounds + 1):
            previous, path = round_path(output, kind, number - 1), round_path(output, kind, number)
            anew = making.settings(number, previous)
            if not force:
                refuse_to_replace(path, anew, resume=resume, instead="another --output, or --force to replace it")
            asking = partial(making.asking, anew, previous)
            failed = generate_to_file(benchmark, anew, model, path, resume=resume, asking=asking)
            typer.echo(f"samples: {path}")
            if failed:
                return failed
    return 0
