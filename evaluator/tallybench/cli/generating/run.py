"""`tallybench run`: from a model's name to its result, in one command."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from tallybench.cli.evaluating.about import Facts, read_about
from tallybench.cli.evaluating.evaluate import Evaluation
from tallybench.cli.evaluating.run import run_to_file
from tallybench.cli.evaluating.told import by_rules
from tallybench.cli.generating.asked import (
    Asked,
    generate_to_file,
    model_named,
    path_at,
    refuse_to_replace,
    tell_of_private,
)
from tallybench.cli.packages import need_packages
from tallybench.cli.progress import warn
from tallybench.cli.tables import print_headline
from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.evaluation.options import Options
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model, Result


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
    from tallybench.evaluation.preparation import check_machine
    from tallybench.generating.plan import plan_samples
    from tallybench.generating.sample_file import about_path
    from tallybench.journal import Journal
    from tallybench.samples.gaps import warn_of_gaps
    from tallybench.samples.sources import open_samples
    from tallybench.statistics.reading import load_result

    every = asked.settings()
    options = given.options(facts.price())
    who = model_named(every[0], facts)
    need_packages("run", "generate", "inspect_ai", "openai")
    if output.exists() and not output.is_dir():
        raise InputError(f"--output {output}: is no folder; give another")
    session = given.session()
    check_machine(options)
    whole = given.open(() if given.trust_tests else None)
    problems = given.of(whole)
    for settings in every:
        plan_samples(problems, settings)  # a prompt that does not fit is refused before anything is sent
    tell_of_private(given.benchmark, every[0])
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--output {output}: cannot be made ({error.strerror}); give another folder") from None
    files = []
    instead = "another --output" if resume else "another --output, or --resume to go on"
    for settings in every:
        written, result_file = (
            path_at(output / name, settings, len(every) > 1) for name in ("samples.jsonl", "result.json")
        )
        refuse_to_replace(written, settings, resume=resume, instead=instead)
        if result_file.exists() and not resume:
            raise InputError(f"{result_file}: is there already; give {instead}")
        files.append((settings, written, result_file))
    results = []
    for settings, written, result_file in files:
        if generate_to_file(problems, settings, who, written, resume=resume):
            raise typer.Exit(1)
        author, _ = read_about(about_path(written))
        if result_file.exists() and _is_of(there := load_result(result_file), author, problems, options):
            results.append(there)
            continue
        opened = open_samples(str(written), whole, warn)
        samples = warn_of_gaps(opened, problems, dict(whole.exclusions), warn)
        journal = Journal("evaluate", resume=resume)
        go_on = "the same command with --resume"
        results.append(run_to_file(samples, author, options, result_file, journal, go_on, session=session))
        journal.remove()
        warn(f"result: {result_file}")
    print_headline(results)
    for result in results:
        for line in by_rules(result, whole, options.rules, session):
            typer.echo(line)


def _is_of(result: "Result", model: "Model", problems: "Benchmark", options: "Options") -> bool:
    """Return whether evaluating these samples with these options would give this result again."""
    from tallybench.model.metrics import ks_of

    spending, price = result.spending, options.price
    priced = spending is None or (spending.price_in, spending.price_out) == (
        (None, None) if price is None else (price.tokens_in, price.tokens_out)
    )
    same_problems = result.problems.keys() == problems.by_id.keys() and ks_of(result.metrics) == options.ks
    same_settings = (result.environment.counter, result.code_withheld, result.has_memory) == (
        options.counter,
        options.withhold_code,
        options.memory,
    )
    same_way = options.rules == "own" and not options.recount
    sandboxed = (result.environment.sandbox != "none") == options.sandbox
    return priced and same_problems and same_settings and same_way and sandboxed and result.model == model
