"""`tallybench dev stress`: stressful inputs, written by a model or found by search."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from tallybench.cli.asking import Requests
from tallybench.cli.benchmarks import open_pool
from tallybench.cli.options import Chosen, Machine, Natural, Positive, made, parse_ids
from tallybench.cli.preconditions import check_root, make_folder, need_packages
from tallybench.cli.terminal import print_rows, warn
from tallybench.errors import InputError
from tallybench.files import write_atomically

if TYPE_CHECKING:
    from tallybench.authoring.stress_generation.methods import Made
    from tallybench.generating.settings import Settings
    from tallybench.model.benchmark import Benchmark

_KEPT = "answers and measurements so far are kept: the same command continues with them"


def generate(
    *,
    model: str,
    output: Path,
    given: Chosen,
    requests: Requests,
    machine: Machine,
    method: str = "stgen",
    pool: list[str] | None = None,
    temperature: float = 0.8,
    seed: Natural | None = None,
    force: bool = False,
    json: bool = False,
) -> None:
    """Have a model write a contract and stressful inputs for each problem.

    Each assertion and each input is tried in the sandbox immediately. DIR then holds a file for each problem, to be
    read and audited before it is merged; a report; and every answer, so that the same command does not ask again.

    Args:
        output (DIR): For problem files, report.json and answers.jsonl.
        method (NAME): stgen, which asks for a contract, then for inputs that are checked one by one; or one of the
            paper's baselines, which ask for everything at once: instruction, few-shot, generator.
        force: Replace problem files that were changed since they were written.
    """
    from tallybench.authoring.asking import KeptAnswers, authoring_prompt
    from tallybench.authoring.stress_generation import make_inputs
    from tallybench.authoring.stress_generation.methods import METHODS
    from tallybench.authoring.stress_generation.report import (
        HEADER,
        as_json_text,
        fates,
        figures_of,
        measure_coverage,
        measure_spread,
        rows,
        with_made,
    )
    from tallybench.generating.settings import Settings

    if method not in METHODS:
        raise InputError(f"--method {method}: must be one of {', '.join(METHODS)}")
    need_packages("stress generate", "generate")
    prompt = authoring_prompt(method)
    settings = made(Settings, requests, model=model, prompt=prompt, temperature=temperature, seed=seed)
    machine.check(samples=pool or ())
    whole = given.open()
    chosen = given.of(whole)
    solutions = open_pool(pool or (), whole, chosen)
    make_folder(output)
    with KeptAnswers(output / "answers.jsonl") as answers, machine.runner(_KEPT) as runner:
        outcomes = make_inputs(chosen, settings, method, answers, runner)
        inputs = {outcome.task_id: outcome.made for outcome in outcomes if outcome.made is not None}
        problems = {task_id: with_made(chosen.by_id[task_id], found) for task_id, found in inputs.items() if found.kept}
        covered, spread = measure_coverage(problems, runner), measure_spread(problems, solutions, runner)
    figures = figures_of(chosen, outcomes, covered, spread)
    text = as_json_text(chosen, method, settings, outcomes, figures, covered, spread)
    write_atomically(output / "report.json", [text])
    kept_back = _write_files(chosen, inputs, settings, method, output, force)
    if json:
        typer.echo(text.decode(), nl=False)
    elif figures:
        print_rows(HEADER, rows(figures))
        typer.echo("\n" + "\n".join(fates(inputs.values())))
    failed = [outcome for outcome in outcomes if outcome.fault is not None]
    for outcome in failed:
        warn(f"{outcome.task_id}: {outcome.fault}")
    if any(outcome.asked for outcome in failed):
        warn(_KEPT)
    if kept_back or failed:
        raise typer.Exit(1)


def _write_files(
    benchmark: "Benchmark", made: "dict[str, Made]", settings: "Settings", method: str, folder: Path, force: bool
) -> int:
    """Write a file for each problem; return how many were not replaced, since they exist and differ."""
    from tallybench.authoring.stress_generation.problem_file import file_name, problem_text

    kept_back = 0
    for task_id, found in made.items():
        if not found.kept:
            warn(f"{task_id}: no input is valid, and no file is written")
            continue
        path = folder / file_name(benchmark, task_id)
        try:
            content = problem_text(benchmark, benchmark.by_id[task_id], found, settings, method).encode()
        except InputError as error:
            warn(str(error))
            continue
        if path.exists() and path.read_bytes() != content and not force:
            warn(f"{path}: already exists and differs; it is not replaced without --force")
            kept_back += 1
            continue
        write_atomically(path, [content])
        warn(f"written: {path}")
    return kept_back


def search(
    *,
    machine: Machine,
    benchmark: str = "humaneval",
    ids: str | None = None,
    output: Path | None = None,
    published: bool = False,
    root: Path = Path("."),
    samples: Path | None = None,
    tries: Positive = 60,
    seed: int = 0,
    max_cost: Annotated[float, Option(min=0.002, max=200)] = 200,
    min_cost: Annotated[float, Option(min=0.001, max=1)] = 1,
    keep: Positive = 5,
) -> None:
    """Search for stressful inputs that tell programs apart, without a model.

    The search starts from the growing input and from the existing stressful inputs, and changes them step by step:
    sizes, seeds, and what is done to an argument. It keeps what raises RSD(+) of the programs' instructions, within the
    contract and the bounds of our own inputs, and prints the functions that do better than all existing ones; review
    them before they go into a problem's file. The same command continues an interrupted search.

    Args:
        output: All that was found, with every count, as JSON.
        published: Tell apart the correct programs of the published results.
        tries: Inputs to try for each problem.
        seed: The same seed gives the same inputs.
        max_cost (M): The most instructions, in millions, that the best known solution may spend on an input that is
            found. Less is cheaper to evaluate.
        min_cost (M): Its instructions, in millions, on the smallest growing input to start from; an input that is found
            costs it at least half as many. The benchmark itself takes inputs of a million and more.
        keep: Inputs to keep for each problem, each with a different idea.
    """
    import orjson

    from tallybench.authoring.stress_search import (
        HEADER,
        as_function,
        as_json,
        better_than_written,
        distinct_programs,
        rows,
        search_inputs,
        without_search,
    )
    from tallybench.benchmarks import open_benchmark, select
    from tallybench.benchmarks.measured import load_measured, measured_file
    from tallybench.benchmarks.published import RUN_BY_AUDIT
    from tallybench.submissions.programs import ranked_programs

    if 2 * min_cost > max_cost:
        raise InputError(f"--min-cost {min_cost:g}: is more than half of --max-cost {max_cost:g}; give less")
    machine.check(outputs=[output])
    if published:
        check_root(root)
    chosen = select(open_benchmark(benchmark, RUN_BY_AUDIT), parse_ids(ids))
    reasons = {problem.task_id: reason for problem in chosen if (reason := without_search(problem)) is not None}
    if len(reasons) == len(chosen.problems):
        raise InputError(f"--benchmark {benchmark}: nothing can be searched: {next(iter(reasons.values()))}")
    measured = load_measured(chosen.name) if measured_file(chosen.name).exists() else None
    pools = distinct_programs(ranked_programs(root, chosen.name, samples)) if published else {}
    most, least = round(max_cost * 1_000_000), round(min_cost * 1_000_000)
    with machine.runner() as runner:
        found = search_inputs(chosen, measured, pools, runner, tries, seed, most, least, keep)
    if output is not None:
        option = orjson.OPT_APPEND_NEWLINE | orjson.OPT_INDENT_2
        write_atomically(output, [orjson.dumps(as_json(found), option=option)])
    print_rows(HEADER, rows(found))
    for searched in found:
        for number, candidate in enumerate(better_than_written(searched), 1):
            typer.echo(f"\n# {searched.task_id}")
            typer.echo(as_function(candidate, f"found_{number}"), nl=False)
    for task_id, reason in reasons.items():
        warn(f"{task_id}: not searched: {reason}")
    done = {searched.task_id for searched in found}
    for task_id in chosen.by_id:
        if task_id not in reasons and task_id not in done:
            warn(f"{task_id}: it ended the sandbox; nothing was found")
    if output is not None:
        warn(f"written: {output}")
