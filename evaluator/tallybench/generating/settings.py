"""How samples are generated: a run's checked options, the file of samples, and the facts that a result states.

The facts about the model are in a file beside the samples.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import orjson

from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import MAX_PROMPT, Model
from tallybench.samples.sources import answers_digest

Kind = Literal["self", "exec", "nl+exec"]


@dataclass(frozen=True)
class Refinement:
    """The round of a refinement that samples belong to."""

    # the feedback before the rewrite: `self`, the model's own critique; `exec`, what its program did on public tests;
    # `nl+exec`, its reflection on that
    kind: Kind
    round: int  # its number, from 1; the first attempt is round 0, and has no refinement
    of: str  # SHA-256 of the previous round's file


@dataclass(frozen=True)
class Examples:
    """Solved problems that are shown before the question."""

    seed: int  # the seed with which they were drawn
    task_ids: tuple[str, ...]  # their task ids, in the order shown
    turns: tuple[tuple[str, str], ...]  # the question and answer of each


@dataclass(frozen=True)
class Settings:
    """How the samples of one file are generated.

    Raises:
        InputError: a value cannot be used.
    """

    model: str  # PROVIDER/NAME, as Inspect AI names models
    prompt: Prompt  # what it is asked
    base_url: str | None = None  # the server's address; None: the provider's own
    samples: int = 1  # answers per problem
    temperature: float = 0.0  # 0 is greedy
    top_p: float | None = None  # None leaves it to the server
    max_tokens: int | None = None  # the most tokens per answer; None leaves it to the server
    # the seed for a problem's first sample; each further sample uses the next one. None sends no seed
    seed: int | None = None
    system: str | None = None  # a system prompt in place of the prompt's own; None keeps that
    connections: int = 10  # requests under way at once
    retries: int = 8  # how often to retry a request that was rate-limited or lost
    timeout: int | None = None  # seconds that a request and its retries may take; None sets no limit
    cache: bool = False  # use answers from earlier runs in Inspect AI's cache, and add new ones to it
    refinement: Refinement | None = None  # which round of a refinement it is; None: a first attempt
    examples: Examples | None = None  # the examples shown before the question; None shows none

    def __post_init__(self) -> None:
        if not all(self.model.partition("/")):
            raise InputError(
                f"--model {self.model}: name provider and model, such as openai/gpt-4o-mini, "
                "or openai-api/local/NAME with --base-url for a server of your own"
            )
        if self.samples > 1 and self.temperature == 0:
            raise InputError(
                f"-n {self.samples}: greedy answers to one prompt are all the same; give -n 1, or --temperature 0.8"
            )
        if not 0 <= self.temperature <= 2:
            raise InputError(f"--temperature {self.temperature:g}: must be from 0 (greedy) to 2")
        if self.top_p is not None and not 0 < self.top_p <= 1:
            raise InputError(f"--top-p {self.top_p:g}: must be above 0 and at most 1")

    @property
    def asked(self) -> Prompt:
        """The prompt, with the system prompt of these settings if they have one."""
        return self.prompt if self.system is None else self.prompt.model_copy(update={"system": self.system})

    def of_sample(self, index: int) -> dict[str, Any]:
        """Return the settings of a request, by the names of Inspect AI's `GenerateConfig`."""
        return {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": None if self.seed is None else self.seed + index,
        }

    def facts(self) -> dict[str, str | int | float]:
        """Return what a result states about these settings, without the address, which may hold a key."""
        given: dict[str, str | int | float | None] = {
            "provider": self.model.partition("/")[0],
            "model": self.model.partition("/")[2],
            "prompt_version": self.prompt.label,
            "prompt_sha256": self.prompt.sha256,
            "samples": self.samples,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "seed": self.seed,
            "system": self.system,
        }
        if self.refinement is not None:
            given |= {"refine": self.refinement.kind, "round": self.refinement.round, "of": self.refinement.of}
        if self.examples is not None:
            given |= {"examples": " ".join(self.examples.task_ids), "examples_seed": self.examples.seed}
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True)
class Generated:
    """One sample, as it was generated."""

    task_id: str
    index: int  # its number among the samples of its task
    text: str | None  # what the model answered; None if a request failed
    finish_reason: str | None  # why its last answer ended
    tokens_in: int | None  # input tokens of all its requests; None if the server does not say
    tokens_out: int | None  # output tokens, likewise
    seconds: float  # the time that all its requests took
    requests: int  # how many requests there were
    error: str | None = None  # why a request failed; None if none did


def sample_lines(samples: Iterable[Generated], settings: Settings) -> Iterator[bytes]:
    """Yield the file's lines, one per sample; a failed request has `error` in place of an answer."""
    for sample in samples:
        line: dict[str, Any] = {"task_id": sample.task_id}
        if sample.error is not None:
            line["error"] = sample.error
        else:
            line |= {settings.prompt.answer: sample.text, "finish_reason": sample.finish_reason}
        line |= {"tokens_in": sample.tokens_in, "tokens_out": sample.tokens_out, "seconds": sample.seconds}
        if sample.requests > 1:
            line["requests"] = sample.requests
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def about_path(samples: Path) -> Path:
    """Return the file of facts about a sample file's model: samples.about.json beside samples.jsonl."""
    return samples.with_name(f"{samples.name.removesuffix('.jsonl')}.about.json")


def about_samples(model: Model, settings: Settings, benchmark: Benchmark, lines: Iterable[bytes]) -> bytes:
    """Return the file for `evaluate --about`: what is known about the model, and the hash of the samples' lines."""
    known = {
        "generation": settings.facts(),
        "prompt": _prompt_stated(settings, benchmark),
        "answers_sha256": sha256(b"".join(lines)).hexdigest(),
    }
    content = {"model": model.model_copy(update=known).model_dump(mode="json", exclude_defaults=True)}
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _prompt_stated(settings: Settings, benchmark: Benchmark) -> str:
    """Return what the model is asked, as a result states it: the texts for the levels of the benchmark's problems."""
    asked = settings.asked
    levels = sorted({problem.level for problem in benchmark} & asked.text.keys())
    # A strategy may have texts of its own instead.
    texts = [asked.text[name].removeprefix("\n") for name in levels or sorted(asked.text)]
    parts = [*([f"System: {asked.system}"] if asked.system is not None else []), *texts]
    return "\n\n---\n\n".join(parts)[:MAX_PROMPT]


def are_of(path: Path, settings: Settings) -> bool:
    """Return whether samples were generated with these settings, according to the facts beside them."""
    return _facts(path).get("generation") == settings.facts()


def is_complete(path: Path, benchmark: Benchmark, settings: Settings) -> bool:
    """Return whether a file holds all answers that would be asked for, according to the facts beside it."""
    if not are_of(path, settings):
        return False
    try:
        lines = path.read_bytes().splitlines()
        failed = any("error" in orjson.loads(line) for line in lines)
        whole = len(lines) == len(benchmark) * settings.samples and not failed
        return whole and _facts(path).get("answers_sha256") == answers_digest(str(path))
    except (OSError, ValueError, TypeError):
        return False


def _facts(path: Path) -> dict[str, Any]:
    """Return the facts about the model beside samples; empty if they cannot be read."""
    try:
        facts = orjson.loads(about_path(path).read_bytes())["model"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return facts if isinstance(facts, dict) else {}
