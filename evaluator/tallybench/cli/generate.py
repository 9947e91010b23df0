"""`tallybench generate`, a model's name in, its samples out; and `tallybench run`, which evaluates them as well."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.asking import Asked, generate_to_file, path_at, refuse_other_samples, warn_if_private
from tallybench.cli.evaluate import Evaluation
from tallybench.cli.evaluation_file import by_rules, evaluate_to_file
from tallybench.cli.model_facts import Facts, asked_model, read_about
from tallybench.cli.options import Chosen, Natural, Positive, open_session
from tallybench.cli.preconditions import check_early, check_folder, make_folder, need_packages
from tallybench.cli.terminal import Display, print_headline, warn
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.evaluation.options import Options
    from tallybench.generating.settings import Kind, Settings
    from tallybench.generating.strategies import Plan
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model, Result
    from tallybench.statistics.spending import Price

_INSTEAD = "another --output, or --force to replace it"


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
    force: bool = False,
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
    from tallybench.generating.refining import planned_asking, round_path, round_settings
    from tallybench.generating.strategies import Plan, plan_samples

    every = asked.settings()
    who, price = asked_model(facts, asked.model), facts.price()
    paths = [path_at(output, settings, len(every) > 1) for settings in every]
    if not plan:
        need_packages("generate", "generate")
        check_early(outputs=paths)
    problems = given.of(given.open(()))
    every = asked.fitted(every, problems)
    if examples:
        problems, every = _with_examples(problems, every, examples, examples_seed, given.data)
    kind = None if refine is None else _parse_kind(refine, every[0], problems)
    plans = [plan_samples(problems, settings) for settings in every]
    if plan:
        for settings, planned in zip(every, plans, strict=True):
            if len(every) > 1:
                typer.echo(f"temperature  {settings.temperature:g}")
            further: list[Plan] = []
            if kind is not None:
                later = round_settings(settings, kind, 1, "")
                further = [plan_samples(problems, later, planned_asking(settings, later, kind, problems))] * rounds
            _print_plan(sum(further, planned), price)
        return
    warn_if_private(given.benchmark, every[0])
    for settings, path in zip(every, paths, strict=True):
        if force:
            continue
        refuse_other_samples(path, settings, resume=resume, instead=_INSTEAD)
        later_paths = [] if kind is None or resume else [round_path(path, kind, one + 1) for one in range(rounds)]
        for there in filter(Path.exists, later_paths):
            raise InputError(f"{there}: already exists; give --resume to continue, or --force to replace it")
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
    benchmark: "Benchmark", every: "list[Settings]", count: int, seed: int, data: Path | None
) -> "tuple[Benchmark, list[Settings]]":
    """Return the test split of what is asked about, and settings that show examples of the training split first."""
    from tallybench.benchmarks import BENCHMARKS, in_training, select
    from tallybench.generating.strategies import draw_examples

    row = BENCHMARKS.get(benchmark.name)
    apart = row is not None and bool(row.training)  # the source's own split
    left = tuple(problem.task_id for problem in benchmark if apart or not in_training(problem.task_id))
    if not left:
        raise InputError("--examples: all of these problems are in the training split, from which the examples come")
    examples = draw_examples(benchmark.name, every[0].asked, count, seed, data)
    return select(benchmark, left), [replace(settings, examples=examples) for settings in every]


def _print_plan(plan: "Plan", price: "Price | None") -> None:
    most = "as the server decides; set --max-tokens" if plan.tokens_out is None else f"{plan.tokens_out:,} at most"
    typer.echo(f"samples      {plan.samples:,}")
    typer.echo(f"requests     {plan.requests:,}")
    typer.echo(f"tokens in    about {plan.tokens_in:,}")
    typer.echo(f"tokens out   {most}")
    if price is not None and (cost := plan.cost(price)) is not None:
        typer.echo(f"dollars      {cost:,.2f} at most")


def _parse_kind(refine: str, settings: "Settings", benchmark: "Benchmark") -> "Kind":
    """Return the kind of refinement that was given, if it can continue from the prompt and has the tests it needs."""
    from tallybench.generating.public_tests import has_public_tests
    from tallybench.generating.refining import KINDS
    from tallybench.generating.strategies import check_asks_chat_once

    kind = next((kind for kind in KINDS if kind == refine), None)
    if kind is None:
        raise InputError(f"--refine {refine}: must be one of {', '.join(KINDS)}")
    check_asks_chat_once(settings.prompt, "--refine: continues from")
    if kind != "self" and not has_public_tests(benchmark):
        raise InputError(
            f"--refine {refine}: runs programs on public tests, and no problem of {benchmark.name} that was chosen has "
            "any; use --refine self, or problems that have them"
        )
    return kind


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

    Return how many requests failed in the last round; no round continues from one with failures.
    """
    from tallybench.generating.refining import Rounds, round_path

    with Display() as display, Rounds(benchmark, settings, kind, display, open_session()) as making:
        for number in range(1, rounds + 1):
            previous, path = round_path(output, kind, number - 1), round_path(output, kind, number)
            later = making.settings(number, previous)
            if not force:
                refuse_other_samples(path, later, resume=resume, instead=_INSTEAD)
            asking = partial(making.asking, later, previous)
            failed = generate_to_file(benchmark, later, model, path, resume=resume, asking=asking)
            typer.echo(f"samples: {path}")
            if failed:
                return failed
    return 0


def run(
    *,
    asked: Asked,
    output: Path = Path("tallybench-run"),
    given: Evaluation,
    facts: Facts,
    resume: bool = False,
) -> None:
    """Generate samples, evaluate them, and show the result.

    DIR then holds samples.jsonl, samples.about.json and result.json, one of each per temperature.

    Args:
        output (DIR): A folder for samples and result.
        resume: Continue a run that was cut off, in either half.
    """
    from tallybench.evaluation.pipeline import evaluate
    from tallybench.evaluation.preparation import check_machine
    from tallybench.generating.settings import about_path
    from tallybench.generating.strategies import plan_samples
    from tallybench.journal import Journal
    from tallybench.samples.sources import open_samples, warn_of_gaps
    from tallybench.statistics.reading import load_result

    every = asked.settings()
    options = given.options(facts.price())
    who = asked_model(facts, asked.model)
    need_packages("run", "generate")
    check_folder(output)
    session = given.session()
    check_machine(options)
    whole = given.open(() if given.trust_tests else None)
    problems = given.of(whole)
    every = asked.fitted(every, problems)
    for settings in every:
        plan_samples(problems, settings)  # a prompt that does not fit is refused before anything is sent
    warn_if_private(given.benchmark, every[0])
    make_folder(output)
    files = [
        tuple(path_at(output / name, settings, len(every) > 1) for name in ("samples.jsonl", "result.json"))
        for settings in every
    ]
    instead = "another --output" if resume else "another --output, or --resume to continue"
    for settings, (written, result_file) in zip(every, files, strict=True):
        refuse_other_samples(written, settings, resume=resume, instead=instead)
        if result_file.exists() and not resume:
            raise InputError(f"{result_file}: already exists; give {instead}")
    results = []
    for settings, (written, result_file) in zip(every, files, strict=True):
        if generate_to_file(problems, settings, who, written, resume=resume):
            raise typer.Exit(1)
        author, _ = read_about(about_path(written))
        if result_file.exists() and _is_of(there := load_result(result_file), author, problems, options):
            results.append(there)
            continue
        samples = warn_of_gaps(open_samples(str(written), whole, warn), problems, dict(whole.exclusions), warn)
        journal = Journal("evaluate", resume=resume)
        work = partial(evaluate, samples, author, options, session=session)
        results.append(evaluate_to_file(work, result_file, journal))
        journal.remove()
        warn(f"result: {result_file}")
    print_headline(results)
    for result in results:
        for line in by_rules(result, options.rules, options, session):
            typer.echo(line)


def _is_of(result: "Result", model: "Model", problems: "Benchmark", options: "Options") -> bool:
    """Return whether evaluating these samples with these options would give this result again."""
    from tallybench.model.metrics import ks_of

    price, environment = options.price, result.environment
    spent = result.spending is not None and (result.spending.price_in, result.spending.price_out)
    same: Sequence[tuple[object, object]] = (
        (result.model, model),
        (result.problems.keys(), problems.by_id.keys()),
        (ks_of(result.metrics), options.ks),
        (environment.counter, options.counter),
        (environment.sandbox != "none", options.sandbox),
        (result.code_withheld, options.withhold_code),
        (result.has_memory, options.memory),
        ("own", options.rules),
        (False, options.recount),
        (spent, spent and ((None, None) if price is None else (price.tokens_in, price.tokens_out))),
    )
    return all(one == other for one, other in same)
