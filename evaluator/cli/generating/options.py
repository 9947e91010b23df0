"""Options of `generate` and `run`: whom to ask, and how."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.errors import InputError

if TYPE_CHECKING:
    from evaluator.generating.settings import Settings
    from evaluator.problems.benchmark import Benchmark

AskedModel = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="PROVIDER/NAME",
        help="As Inspect AI names it: openai/gpt-4o-mini, anthropic/..., vllm/..., hf/...; openai-api/local/NAME, with "
        "--base-url, for a server of your own; openai-api-completions/local/NAME where it only continues text.",
    ),
]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="The server's address. Default: the provider's own.")
]
PromptName = Annotated[
    str,
    typer.Option(
        "--prompt",
        metavar="NAME",
        help="What it is asked: continue, instruct, instruct-efficient, chain-of-thought ...; or a file, NAME.toml.",
    ),
]
PerProblem = Annotated[int, typer.Option("--samples", "-n", min=1, metavar="N", help="Answers to each problem.")]
Temperature = Annotated[
    str,
    typer.Option("--temperature", metavar="T", help="0 is greedy. Several, such as 0.2,0.8, give a file for each."),
]
TopP = Annotated[float | None, typer.Option("--top-p", metavar="P", help="Default: the server's.")]
MaxTokens = Annotated[
    int | None, typer.Option("--max-tokens", min=1, metavar="N", help="Of an answer. Default: the server's.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="N", help="Of each problem's first answer; each further one has the next."),
]
System = Annotated[
    str | None,
    typer.Option("--system", metavar="TEXT", help="A system prompt, instead of the prompt's own; @FILE reads it."),
]
Connections = Annotated[int, typer.Option("--connections", min=1, metavar="N", help="Requests under way at once.")]
Retries = Annotated[
    int, typer.Option("--retries", min=0, metavar="N", help="Of a request that was refused for its rate, or lost.")
]
Timeout = Annotated[
    int | None, typer.Option("--timeout", min=1, metavar="SECONDS", help="For a request with its retries.")
]
Cache = Annotated[
    bool, typer.Option("--cache", help="Use Inspect AI's cache: what was asked before, by whatever run, is not again.")
]
Refine = Annotated[
    str | None,
    typer.Option(
        "--refine",
        metavar="KIND",
        help="Further rounds, in which the model is told something of its program and writes it anew: self, its own "
        "critique; exec, what public tests gave; nl+exec, its reflection on that.",
    ),
]
RoundCount = Annotated[
    int, typer.Option("--rounds", min=1, metavar="N", help="Of --refine, after the first attempt; each has a file.")
]
ExampleCount = Annotated[
    int,
    typer.Option(
        "--examples",
        min=0,
        metavar="N",
        help="Solved problems of the training split that are shown first; only the test split is asked about then.",
    ),
]
ExampleSeed = Annotated[int, typer.Option("--examples-seed", metavar="N", help="By which they are drawn.")]
ShownName = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="The model's name in the result. Default: the last part of --model."),
]


def all_settings(
    model: str,
    base_url: str | None,
    prompt: str,
    samples: int,
    temperatures: str,
    top_p: float | None,
    max_tokens: int | None,
    seed: int | None,
    system: str | None,
    connections: int,
    retries: int,
    timeout: int | None,
    cache: bool,
) -> "list[Settings]":
    """The settings that options tell: one for each temperature.

    Raises:
        InputError: an option cannot be used.
    """
    from evaluator.cli.evaluating.about import file_or_text
    from evaluator.generating.prompt import load_prompt
    from evaluator.generating.settings import Settings

    try:
        levels = list(dict.fromkeys(float(number) for number in temperatures.split(",")))
    except ValueError:
        raise InputError(f"--temperature {temperatures}: must be numbers, such as 0.8 or 0.2,0.8") from None
    asked = load_prompt(prompt)
    return [
        Settings(
            model=model,
            prompt=asked,
            base_url=base_url,
            samples=samples,
            temperature=level,
            top_p=top_p,
            max_tokens=max_tokens,
            seed=seed,
            system=file_or_text(system, "--system"),
            connections=connections,
            retries=retries,
            timeout=timeout,
            cache=cache,
        )
        for level in levels
    ]


def path_at(path: Path, settings: "Settings", several: bool) -> Path:
    """The file for one of several temperatures: samples.jsonl, samples.t0.8.jsonl."""
    if not several:
        return path
    return path.with_name(f"{path.stem}.t{settings.temperature:g}{path.suffix}")


def with_examples(
    benchmark: "Benchmark", every: "list[Settings]", count: int, seed: int
) -> "tuple[Benchmark, list[Settings]]":
    """The test split of what is asked about, and settings that show examples of the training split first.

    Raises:
        InputError: nothing is left to be asked, or there are not so many examples.
    """
    from dataclasses import replace

    from evaluator.benchmarks import select
    from evaluator.benchmarks.splits import in_training
    from evaluator.generating.examples import draw_examples

    left = tuple(problem.task_id for problem in benchmark if not in_training(problem.task_id))
    if not left:
        raise InputError("--examples: all of these problems are of the training split, which is not asked about then")
    examples = draw_examples(benchmark.name, every[0].asked, count, seed)
    return select(benchmark, left), [replace(settings, examples=examples) for settings in every]


def tell_of_private(source: str, settings: "Settings") -> None:
    """Says that prompts of a private benchmark are about to be sent, where they leave this machine.

    Args:
        source: what was given with --benchmark.
        settings: which model is asked, and where.
    """
    from urllib.parse import urlsplit

    from evaluator.benchmarks.own.folder import own_at

    own = own_at(source)
    here = settings.base_url is not None and urlsplit(settings.base_url).hostname in ("localhost", "127.0.0.1", "::1")
    if own is not None and own.manifest.private and not here:
        typer.echo(
            f"note: {own.manifest.name} is private, and its prompts go to {settings.model}; nothing else of it does",
            err=True,
        )
