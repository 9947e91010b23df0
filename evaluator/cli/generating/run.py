"""`tallybench run`: from a model's name to its result, in one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.evaluating.about import read_about
from evaluator.cli.evaluating.run import run_to_file
from evaluator.cli.generating.options import (
    AskedModel,
    BaseUrl,
    Cache,
    Connections,
    MaxTokens,
    PerProblem,
    PromptName,
    Retries,
    Seed,
    ShownName,
    System,
    Temperature,
    Timeout,
    TopP,
    all_settings,
    path_at,
    tell_of_private,
)
from evaluator.cli.generating.to_file import generate_to_file, model_named, refuse_to_replace
from evaluator.cli.headline import print_headline
from evaluator.cli.model_options import (
    Cost,
    OpenWeights,
    Organization,
    Parameters,
    Released,
    Revision,
    Submitter,
    Url,
)
from evaluator.cli.options import BenchmarkName, Data, Ids, Ks, Python, Workers, parse_ids, parse_ks
from evaluator.cli.packages import need_packages
from evaluator.cli.session import open_session
from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.problems.benchmark import Benchmark
    from evaluator.results.result import Model, Result
    from evaluator.run.options import Options


def run(
    model: AskedModel,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="A folder for samples and result.")
    ] = Path("tallybench-run"),
    base_url: BaseUrl = None,
    benchmark: BenchmarkName = "humaneval",
    data: Data = None,
    ids: Ids = None,
    prompt: PromptName = "instruct",
    samples: PerProblem = 1,
    temperature: Temperature = "0",
    top_p: TopP = None,
    max_tokens: MaxTokens = None,
    seed: Seed = None,
    system: System = None,
    connections: Connections = 10,
    retries: Retries = 8,
    timeout: Timeout = None,
    cache: Cache = False,
    k: Ks = "1",
    workers: Workers = None,
    python: Python = None,
    no_count: Annotated[bool, typer.Option("--no-count", help="Correctness only.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was cut off, wherever.")] = False,
    price: Cost = None,
    name: ShownName = None,
    organization: Organization = None,
    parameters: Parameters = None,
    open_weights: OpenWeights = None,
    released: Released = None,
    url: Url = None,
    revision: Revision = None,
    submitter: Submitter = None,
) -> None:
    """Generates samples, evaluates them, and shows the result.

    DIR then holds samples.jsonl, samples.about.json and result.json; of several temperatures one of each.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.generating.plan import plan_samples
    from evaluator.generating.sample_file import about_path
    from evaluator.journal import Journal
    from evaluator.results.reading import load_result
    from evaluator.results.spending import Price
    from evaluator.run.options import Options
    from evaluator.run.preparation import check_machine
    from evaluator.samples.gaps import warn_of_gaps
    from evaluator.samples.sources import open_samples

    every = all_settings(
        model,
        base_url,
        prompt,
        samples,
        temperature,
        top_p,
        max_tokens,
        seed,
        system,
        connections,
        retries,
        timeout,
        cache,
    )
    facts: dict[str, object] = {
        "organization": organization,
        "parameters": parameters,
        "open_weights": open_weights,
        "released": released,
        "url": url,
        "revision": revision,
        "submitter": submitter,
    }
    options = Options(
        benchmark=benchmark,
        data=data,
        ids=parse_ids(ids),
        counter="none" if no_count else "valgrind",
        python=python,
        ks=parse_ks(k),
        price=None if price is None else Price.parse(price),
    )
    who = model_named(every[0], name, facts)
    need_packages("run", "generate", "inspect_ai", "openai")
    if output.exists() and not output.is_dir():
        raise InputError(f"--output {output}: is no folder; give another")
    session = open_session(workers)
    check_machine(options)
    whole = open_benchmark(benchmark, None, data, options.ids)
    problems = select(whole, options.ids)
    for settings in every:
        plan_samples(problems, settings)  # whether the prompt fits is said before anything is sent
    tell_of_private(benchmark, every[0])
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
        asked, _ = read_about(about_path(written))
        if result_file.exists() and _is_of(there := load_result(result_file), asked, problems, options):
            results.append(there)
            continue
        opened = open_samples(str(written), whole, _warn)
        given = warn_of_gaps(opened, problems, dict(whole.exclusions), _warn)
        journal = Journal("evaluate", resume=resume)
        results.append(
            run_to_file(given, asked, options, result_file, journal, "the same command with --resume", session=session)
        )
        journal.remove()
        typer.echo(f"result: {result_file}", err=True)
    print_headline(results)


def _is_of(result: "Result", model: "Model", problems: "Benchmark", options: "Options") -> bool:
    """Whether a result is what an evaluation of these answers with these options would give."""
    from evaluator.results.metrics import ks_of

    spending, price = result.spending, options.price
    priced = spending is None or (spending.price_in, spending.price_out) == (
        (None, None) if price is None else (price.tokens_in, price.tokens_out)
    )
    same_problems = result.problems.keys() == problems.by_id.keys() and ks_of(result.metrics) == options.ks
    return priced and same_problems and result.model == model and result.environment.counter == options.counter


def _warn(line: str) -> None:
    typer.echo(line, err=True)
