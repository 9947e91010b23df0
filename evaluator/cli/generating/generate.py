"""`tallybench generate`: a model's name in, its samples out."""

from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.early import check_early
from evaluator.cli.generating.options import (
    AskedModel,
    BaseUrl,
    Cache,
    Connections,
    ExampleCount,
    ExampleSeed,
    MaxTokens,
    PerProblem,
    PromptName,
    Refine,
    Retries,
    RoundCount,
    Seed,
    ShownName,
    System,
    Temperature,
    Timeout,
    TopP,
    all_settings,
    path_at,
    tell_of_private,
    with_examples,
)
from evaluator.cli.generating.refine import parse_kind, plan_rounds, refine_to_files, refuse_rounds
from evaluator.cli.generating.to_file import generate_to_file, model_named, plan_lines, refuse_to_replace
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
from evaluator.cli.options import BenchmarkName, Data, Ids, parse_ids
from evaluator.cli.packages import need_packages


def generate(
    model: AskedModel,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file of samples.")] = Path(
        "samples.jsonl"
    ),
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
    refine: Refine = None,
    rounds: RoundCount = 1,
    examples: ExampleCount = 0,
    examples_seed: ExampleSeed = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was cut off.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace samples that are there.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Say what would be sent, and stop.")] = False,
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
    """Asks a model for samples, and writes them.

    Keys are read from the environment, as each provider names them. Beside SAMPLES.jsonl stands SAMPLES.about.json,
    for `evaluate --about`. Of --refine each round has such a pair: SAMPLES.KIND.round-1.jsonl, and so on.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.generating.plan import Plan, plan_samples
    from evaluator.results.spending import Price

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
    who = model_named(every[0], name, facts)
    asked_price = None if price is None else Price.parse(price)
    paths = [path_at(output, settings, len(every) > 1) for settings in every]
    if not plan:
        need_packages("generate", "generate", "inspect_ai", "openai")
        check_early(outputs=paths)
    problems = select(open_benchmark(benchmark, (), data, parse_ids(ids)), parse_ids(ids))
    if examples:
        problems, every = with_examples(problems, every, examples, examples_seed)
    several = len(every) > 1
    kind = parse_kind(refine, every[0], problems)
    plans = [plan_samples(problems, settings) for settings in every]
    if plan:
        for settings, planned in zip(every, plans, strict=True):
            if several:
                typer.echo(f"temperature  {settings.temperature:g}")
            further = [] if kind is None else plan_rounds(problems, settings, kind, rounds)
            for line in plan_lines(Plan.together([planned, *further]), asked_price):
                typer.echo(line)
        return
    tell_of_private(benchmark, every[0])
    for settings, path in zip(every, paths, strict=True):
        if not force:
            instead = "another --output, or --force to replace it"
            refuse_to_replace(path, settings, resume=resume, instead=instead)
            if kind is not None and not resume:
                refuse_rounds(path, kind, rounds)
    failed = 0
    for settings, path in zip(every, paths, strict=True):
        missing = generate_to_file(problems, settings, who, path, resume=resume)
        typer.echo(f"samples: {path}")
        if kind is not None and not missing:
            missing = refine_to_files(problems, settings, who, path, kind, rounds, resume=resume, force=force)
        failed += missing
    if failed:
        raise typer.Exit(1)
