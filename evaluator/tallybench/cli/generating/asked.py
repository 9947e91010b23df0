"""Which model to ask, and how; and writing its samples to a file, as `generate` and `run` do."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from tallybench.cli.evaluating.about import Facts, file_or_text, merged, read_about
from tallybench.cli.interruption import after_interrupt
from tallybench.cli.options import Natural, Positive, made
from tallybench.cli.progress import Display, warn
from tallybench.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybench.generating.settings import Settings
    from tallybench.generating.strategies import Asking
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model

_ASKED = "answers received so far are kept: the same command with --resume asks for the rest"

AskedModel = Annotated[
    str,
    Option(
        "--model",
        metavar="PROVIDER/NAME",
        help="As Inspect AI names it: openai/gpt-4o-mini, anthropic/..., vllm/..., hf/...; openai-api/local/NAME, with "
        "--base-url, for your own server; openai-api-completions/local/NAME if it only continues text.",
    ),
]
OneTemperature = Annotated[float, Option("--temperature", metavar="T", help="0 is greedy.")]
Seed = Annotated[
    int | None,
    Option("--seed", min=0, metavar="N", help="The seed of a problem's first answer; each further one has the next."),
]


@dataclass(frozen=True, kw_only=True)
class Requests:
    """How requests are sent: options by the names of the fields of `generating.settings.Settings`.

    Attributes:
        base_url (URL): The server's address. Default: the provider's own.
        top_p (P): Nucleus sampling. Default: the server's own.
        max_tokens: The most tokens of an answer. Default: the server's own.
        connections: Requests under way at once.
        retries: Retries of a request that failed or met a rate limit.
        timeout (SECONDS): The time limit of a request with its retries.
        cache: Use Inspect AI's cache of answers, which all runs share.
    """

    base_url: str | None = None
    top_p: float | None = None
    max_tokens: Annotated[int | None, Option(min=1)] = None
    connections: Positive = 10
    retries: Natural = 8
    timeout: Annotated[int | None, Option(min=1)] = None
    cache: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked(Requests):
    """What is asked, and how often.

    Attributes:
        prompt (NAME): The prompt: continue, instruct, instruct-efficient, chain-of-thought ...; or a file, NAME.toml.
        samples: Samples for each problem.
        temperature (T): The temperature; 0 is greedy. Several, such as 0.2,0.8, give a file for each.
        system: A system prompt, instead of the prompt's own; @FILE reads it.
    """

    model: AskedModel
    prompt: str = "instruct"
    samples: Annotated[int, Option("--samples", "-n", min=1)] = 1
    temperature: str = "0"
    seed: Seed = None
    system: str | None = None

    def settings(self) -> "list[Settings]":
        """Return the settings, one for each temperature.

        Raises:
            InputError: an option is invalid.
        """
        from tallybench.generating.prompt import load_prompt
        from tallybench.generating.settings import Settings

        try:
            levels = list(dict.fromkeys(float(number) for number in self.temperature.split(",")))
        except ValueError:
            raise InputError(f"--temperature {self.temperature}: must be numbers, such as 0.8 or 0.2,0.8") from None
        prompt = load_prompt(self.prompt)
        system = None if self.system is None else file_or_text(self.system, "--system ")
        return [made(Settings, self, prompt=prompt, system=system, temperature=level) for level in levels]


def model_named(settings: "Settings", facts: Facts) -> "Model":
    """Return what options say about the model to ask.

    Raises:
        InputError: a fact is invalid.
    """
    given = facts.given()
    for key in ("generation", "prompt"):
        if key in given:
            raise InputError(f"--set {key}: is known from how the samples are generated; leave it out")
    if facts.about is not None:
        return merged(read_about(facts.about)[0], given, "--set name")
    return merged(None, {"name": settings.model.rpartition("/")[2]} | given, "--set name")


def path_at(path: Path, settings: "Settings", several: bool) -> Path:
    """Return the file for one of several temperatures: samples.jsonl, samples.t0.8.jsonl."""
    if not several:
        return path
    return path.with_name(f"{path.stem}.t{settings.temperature:g}{path.suffix}")


def tell_of_private(source: str, settings: "Settings") -> None:
    """Print a note if prompts of a private benchmark are about to leave this machine.

    Args:
        source: what was given with --benchmark.
        settings: which model is asked, and where.
    """
    from urllib.parse import urlsplit

    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    own = user_benchmark_at(source)
    here = settings.base_url is not None and urlsplit(settings.base_url).hostname in ("localhost", "127.0.0.1", "::1")
    if own is not None and own.manifest.private and not here:
        warn(f"note: {own.manifest.name} is private, and its prompts go to {settings.model}; nothing else of it does")


def refuse_to_replace(output: Path, settings: "Settings", *, resume: bool, instead: str) -> None:
    """Check that no samples would be replaced. To continue, they must have the same settings.

    Args:
        output: the file of samples.
        settings: how they are to be generated.
        resume: continue with existing samples.
        instead: what to give instead, for the message.

    Raises:
        InputError: there are samples that cannot be continued.
    """
    from tallybench.generating.sample_file import are_of

    if output.exists() and not (resume and are_of(output, settings)):
        state = "holds samples that were generated otherwise" if resume else "is there already"
        raise InputError(f"{output}: {state}; give {instead}")


def generate_to_file(
    benchmark: "Benchmark",
    settings: "Settings",
    model: "Model",
    output: Path,
    *,
    resume: bool,
    asking: "Callable[[], Asking] | None" = None,
) -> int:
    """Generate samples, and write their file and the file of facts beside it.

    Args:
        benchmark: the problems.
        settings: what is asked of which model.
        model: what is known about the model.
        output: the file of samples. An existing one is replaced.
        resume: continue a run that was cut off, or in which requests failed.
        asking: returns how samples are asked for, if that is not by the prompt alone.

    Returns:
        How many requests failed.
    """
    from tallybench.files import check_writable, write_atomically
    from tallybench.generating.sample_file import about_path, about_samples, is_complete, sample_lines
    from tallybench.journal import Journal

    check_writable(output)
    check_writable(about_path(output))
    if resume and is_complete(output, benchmark, settings):
        warn(f"{output}: is complete; nothing is asked")
        # The facts about the model may differ this time.
        write_atomically(about_path(output), [about_samples(model, settings, benchmark, [output.read_bytes()])])
        return 0
    from tallybench.generating.answers import generate  # takes seconds: it imports Inspect AI

    journal = Journal("generate", resume=resume)
    with after_interrupt(_ASKED), Display() as display:
        samples = generate(benchmark, settings, journal, display, None if asking is None else asking())
        lines = list(sample_lines(samples, settings))
        # Written first, so that samples never exist without it: a run that continues reads from it whose they are.
        write_atomically(about_path(output), [about_samples(model, settings, benchmark, lines)])
        write_atomically(output, lines)
    failed = [sample.error for sample in samples if sample.error is not None]
    if not failed:
        journal.remove()
        return 0
    what = "1 request" if len(failed) == 1 else f"{len(failed)} requests"
    warn(f"{what} of {len(samples)} failed, such as: {failed[0]}; {_ASKED}")
    return len(failed)
