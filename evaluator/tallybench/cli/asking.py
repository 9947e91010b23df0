"""Which model to ask, and how; and writing its samples to a file, as `generate` and `run` do."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from tallybench.cli.model_facts import file_or_text
from tallybench.cli.options import Natural, Positive, made
from tallybench.cli.terminal import Display, after_interrupt, warn
from tallybench.errors import InputError
from tallybench.files import check_writable, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable

    from tallybench.generating.settings import Settings
    from tallybench.generating.strategies import Asking
    from tallybench.model.benchmark import Benchmark
    from tallybench.model.result import Model

_ASKED = "answers received so far are kept: the same command with --resume asks for the rest"


@dataclass(frozen=True, kw_only=True)
class Requests:
    """How requests are sent: options by the names of the fields of `generating.settings.Settings`.

    Attributes:
        base_url (URL): The server's address. Default: the provider's own.
        top_p (P): Nucleus sampling. Default: the server's own.
        max_tokens: The most tokens in an answer. Default: the server's own.
        connections: Requests under way at once.
        retries: Retries of a request that failed or met a rate limit.
        timeout (SECONDS): The time limit of a request with its retries.
        cache: Use Inspect AI's cache of answers, which all runs share.
    """

    base_url: str | None = None
    top_p: float | None = None
    max_tokens: Positive | None = None
    connections: Positive = 10
    retries: Natural = 8
    timeout: Positive | None = None
    cache: bool = False


@dataclass(frozen=True, kw_only=True)
class Asked(Requests):
    """What is asked, and how often.

    Attributes:
        prompt (NAME): The prompt: continue, instruct, instruct-efficient, chain-of-thought, edit ...; or a file,
            NAME.toml. Default: instruct, or edit if the task is to make programs faster.
        samples: Samples for each problem.
        temperature (T): The temperature; 0 is greedy. Several, such as 0.2,0.8, give one file each.
        system: A system prompt, instead of the prompt's own; @FILE reads it.
    """

    model: str
    prompt: str | None = None
    samples: Annotated[int, Option("--samples", "-n", min=1)] = 1
    temperature: str = "0"
    seed: Natural | None = None
    system: str | None = None

    def settings(self) -> "list[Settings]":
        """Return the settings, one for each temperature."""
        from tallybench.generating.prompt import load_prompt
        from tallybench.generating.settings import Settings

        try:
            levels = list(dict.fromkeys(float(number) for number in self.temperature.split(",")))
        except ValueError:
            raise InputError(f"--temperature {self.temperature}: must be numbers, such as 0.8 or 0.2,0.8") from None
        prompt = load_prompt(self.prompt or "instruct")
        system = None if self.system is None else file_or_text(self.system, "--system ")
        return [made(Settings, self, prompt=prompt, system=system, temperature=level) for level in levels]

    def fitted(self, every: "list[Settings]", benchmark: "Benchmark") -> "list[Settings]":
        """Return the settings with the prompt that fits a benchmark's task, unless a prompt was chosen."""
        from tallybench.generating.prompt import load_prompt
        from tallybench.model.problem import Task

        if self.prompt is not None or any(problem.task is not Task.EDIT for problem in benchmark):
            return every
        return [replace(settings, prompt=load_prompt("edit")) for settings in every]


def path_at(path: Path, settings: "Settings", several: bool) -> Path:
    """Return the file for one of several temperatures: samples.jsonl, samples.t0.8.jsonl."""
    return path.with_name(f"{path.stem}.t{settings.temperature:g}{path.suffix}") if several else path


def warn_if_private(benchmark: str, settings: "Settings") -> None:
    """Print a note if prompts of a private benchmark are about to leave this machine."""
    from urllib.parse import urlsplit

    from tallybench.benchmarks.user_benchmark import user_benchmark_at

    own = user_benchmark_at(benchmark)
    here = settings.base_url is not None and urlsplit(settings.base_url).hostname in ("localhost", "127.0.0.1", "::1")
    if own is not None and own.manifest.private and not here:
        warn(f"note: {own.manifest.name} is private, and its prompts go to {settings.model}; nothing else does")


def refuse_other_samples(output: Path, settings: "Settings", *, resume: bool, instead: str) -> None:
    """Check that no samples would be replaced: they are missing or, to be continued, have the same settings."""
    from tallybench.generating.settings import are_of

    if output.exists() and not (resume and are_of(output, settings)):
        state = "holds samples that were generated with other settings" if resume else "already exists"
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
    """Generate samples, and write their file and the file of facts beside it; return how many requests failed.

    An existing file of samples is replaced; with `resume`, a run that was cut off or had failed requests is continued.
    `asking` returns how samples are asked for; without it, the prompt alone asks.
    """
    from tallybench.generating.settings import about_path, about_samples, is_complete, sample_lines
    from tallybench.journal import Journal

    about = about_path(output)
    check_writable(output)
    check_writable(about)
    if resume and is_complete(output, benchmark, settings):
        warn(f"{output}: is complete; nothing is asked")
        # The facts about the model may differ this time.
        write_atomically(about, [about_samples(model, settings, benchmark, [output.read_bytes()])])
        return 0
    from tallybench.generating.answers import generate  # takes seconds: it imports Inspect AI

    journal = Journal("generate", resume=resume)
    with after_interrupt(_ASKED), Display() as display:
        samples = generate(benchmark, settings, journal, display, None if asking is None else asking())
        lines = list(sample_lines(samples, settings))
        # Written first, so that samples never exist without it: a continued run reads from it who wrote them.
        write_atomically(about, [about_samples(model, settings, benchmark, lines)])
        write_atomically(output, lines)
    failed = [sample.error for sample in samples if sample.error is not None]
    if failed:
        what = "1 request" if len(failed) == 1 else f"{len(failed)} requests"
        warn(f"{what} of {len(samples)} failed, such as: {failed[0]}; {_ASKED}")
    else:
        journal.remove()
    return len(failed)
