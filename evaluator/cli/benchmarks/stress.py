"""`tallybench stress`: stressful inputs that a model writes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.benchmarks.stress_search import search
from evaluator.cli.early import check_early
from evaluator.cli.generating.options import (
    AskedModel,
    BaseUrl,
    Cache,
    Connections,
    MaxTokens,
    Retries,
    Seed,
    Timeout,
    TopP,
)
from evaluator.cli.grouping import CommandGroup
from evaluator.cli.interruption import after_interrupt
from evaluator.cli.options import AsJson, BenchmarkName, Data, Ids, Python, Workers, parse_ids
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.cli.tables import print_rows
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.generating.settings import Settings
    from evaluator.problems.benchmark import Benchmark
    from evaluator.stress_generation.making import Made

_KEPT = "what was answered and measured is kept: the same command goes on with it"

stress = typer.Typer(name="stress", cls=CommandGroup, no_args_is_help=True)


@stress.callback()
def about() -> None:
    """Makes stressful inputs, on which slow programs show."""


@stress.command()
def generate(
    model: AskedModel,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="For the problems' files, report.json and answers.jsonl."),
    ],
    base_url: BaseUrl = None,
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="NAME",
            help="stgen: a contract, then inputs that are checked as they come; or one of the paper's baselines, which "
            "ask for all at once: instruction, few-shot, generator.",
        ),
    ] = "stgen",
    pool: Annotated[
        list[str] | None,
        typer.Option(
            "--pool",
            metavar="SAMPLES",
            help="Samples to take correct solutions from, for RSD(+), as for evaluate; may be repeated.",
        ),
    ] = None,
    temperature: Annotated[float, typer.Option("--temperature", metavar="T", help="0 is greedy.")] = 0.8,
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    seed: Seed = None,
    connections: Connections = 10,
    retries: Retries = 8,
    timeout: Timeout = None,
    cache: Cache = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace problems' files that were changed since they were written.")
    ] = False,
    as_json: AsJson = False,
    workers: Workers = None,
    python: Python = None,
) -> None:
    """Has a model write a contract and stressful inputs for each problem.

    Each assertion and each input is tried in the sandbox at once. DIR then holds a problem's file for each problem, to
    be read and audited before it is merged; a report; and every answer, so that the same command again asks nobody.
    """
    from evaluator.audit import read_pool
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.cli.benchmarks.audit import open_pool
    from evaluator.cli.progress import Display
    from evaluator.files import write_atomically
    from evaluator.generating.kept_answers import KeptAnswers
    from evaluator.generating.settings import Settings
    from evaluator.stress_generation.appraisal import appraise
    from evaluator.stress_generation.contract import plain_invalid
    from evaluator.stress_generation.making import method_prompt
    from evaluator.stress_generation.report import HEADER, as_json_text, fates, figures_of, rows
    from evaluator.stress_generation.run import METHODS, make_inputs

    if method not in METHODS:
        raise InputError(f"--method {method}: there is {', '.join(METHODS)}")
    need_packages("stress generate", "generate", "inspect_ai", "openai")
    settings = Settings(
        model=model,
        prompt=method_prompt(method),
        base_url=base_url,
        temperature=temperature,
        top_p=top_p,
        max_tokens=max_tokens,
        seed=seed,
        connections=connections,
        retries=retries,
        timeout=timeout,
        cache=cache,
    )
    session = open_session(workers)
    check_early(python=python, samples=pool or ())
    whole = open_benchmark(benchmark, None, data, parse_ids(ids))
    chosen = select(whole, parse_ids(ids))
    solutions = read_pool([open_pool(source, whole) for source in pool or ()], chosen)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--out {out}: cannot be made ({error.strerror})") from None
    answers, ended = KeptAnswers(out / "answers.jsonl"), False
    try:
        with after_interrupt(_KEPT), Display() as display:
            outcomes = make_inputs(chosen, settings, method, answers, python=python, session=session, progress=display)
            made = {outcome.task_id: outcome.made for outcome in outcomes if outcome.made is not None}
            covered, spread = appraise(chosen, made, solutions, python=python, session=session, progress=display)
        ended = True
    finally:
        answers.close(ended=ended)
    figures = {
        outcome.task_id: figures_of(
            outcome,
            outcome.made,
            len(plain_invalid(chosen.by_id[outcome.task_id])),
            covered.get(outcome.task_id),
            spread.get(outcome.task_id),
        )
        for outcome in outcomes
        if outcome.made is not None
    }
    text = as_json_text(chosen, method, settings, outcomes, figures, covered, spread)
    write_atomically(out / "report.json", [text])
    kept_back = _write_files(chosen, made, settings, method, out, force)
    if as_json:
        typer.echo(text.decode(), nl=False)
    elif figures:
        print_rows(HEADER, rows(figures))
        typer.echo("")
        for line in fates(made.values()):
            typer.echo(line)
    failed = [outcome for outcome in outcomes if outcome.fault is not None]
    for outcome in failed:
        typer.echo(f"{outcome.task_id}: {outcome.fault}", err=True)
    if any(outcome.asked for outcome in failed):
        typer.echo(_KEPT, err=True)
    if kept_back or failed:
        raise typer.Exit(1)


def _write_files(
    benchmark: "Benchmark", made: "dict[str, Made]", settings: "Settings", method: str, out: Path, force: bool
) -> int:
    """Writes a file for each problem; returns how many are not written that could be."""
    from evaluator.files import write_atomically
    from evaluator.stress_generation.problem_file import file_name, problem_text

    kept_back = 0
    for task_id, found in made.items():
        if not found.kept:
            typer.echo(f"{task_id}: no input is valid, and no file is written", err=True)
            continue
        path = out / file_name(benchmark, task_id)
        try:
            content = problem_text(benchmark, benchmark.by_id[task_id], found, settings, method).encode()
        except InputError as error:
            typer.echo(str(error), err=True)
            continue
        if path.exists() and path.read_bytes() != content and not force:
            typer.echo(f"{path}: is there already and differs; it stays as it is, --force replaces it", err=True)
            kept_back += 1
            continue
        write_atomically(path, [content])
        typer.echo(f"written: {path}", err=True)
    return kept_back


stress.command()(search)
