"""`tallybench generate`: a model's name in, its samples out."""

from pathlib import Path
from typing import Annotated

import typer

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
)
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
    for `evaluate --about`.
    """
    from evaluator.benchmarks import open_benchmark, select
    from evaluator.generating.plan import plan_samples
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
    problems = select(open_benchmark(benchmark, (), data), parse_ids(ids))
    several = len(every) > 1
    plans = [plan_samples(problems, settings) for settings in every]
    if plan:
        for settings, planned in zip(every, plans, strict=True):
            if several:
                typer.echo(f"temperature  {settings.temperature:g}")
            for line in plan_lines(planned, asked_price):
                typer.echo(line)
        return
    need_packages("generate", "generate", "inspect_ai", "openai")
    paths = [path_at(output, settings, several) for settings in every]
    for settings, path in zip(every, paths, strict=True):
        if not force:
            instead = "another --output, or --force to replace it"
            refuse_to_replace(path, settings, resume=resume, instead=instead)
    failed = 0
    for settings, path in zip(every, paths, strict=True):
        failed += generate_to_file(problems, settings, who, path, resume=resume)
        typer.echo(f"samples: {path}")
    if failed:
        raise typer.Exit(1)
