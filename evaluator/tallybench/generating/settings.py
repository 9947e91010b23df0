"""How samples are generated: options of a run, checked, and the facts that a result states about them."""

from dataclasses import dataclass
from typing import Any, Literal

from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt

Kind = Literal["self", "exec", "nl+exec"]


@dataclass(frozen=True)
class Refinement:
    """The round of a refinement that samples belong to."""

    # the feedback before the model writes again: `self`, its own critique; `exec`, what its program did on public
    # tests; `nl+exec`, its reflection on that
    kind: Kind
    round: int  # its number, from 1; the first attempt is round 0, and has no refinement
    of: str  # SHA-256 of the previous round's file


@dataclass(frozen=True)
class Examples:
    """Solved problems that are shown before the question."""

    seed: int  # the seed by which they were drawn
    task_ids: tuple[str, ...]  # their task ids, in the order in which they are shown
    turns: tuple[tuple[str, str], ...]  # the question and answer of each


@dataclass(frozen=True)
class Settings:
    """How the samples of one file are generated.

    Raises:
        InputError: a value cannot be used.
    """

    model: str  # PROVIDER/NAME, as Inspect AI names models
    prompt: Prompt  # what it is asked
    base_url: str | None = None  # the server's address; None is the provider's own
    samples: int = 1  # answers per problem
    temperature: float = 0.0  # 0 is greedy
    top_p: float | None = None  # None leaves it to the server
    max_tokens: int | None = None  # the most tokens of an answer; None leaves it to the server
    # the seed of a problem's first sample; each further sample has the next one. None sends no seed
    seed: int | None = None
    system: str | None = None  # a system prompt in place of the prompt's own; None keeps that
    connections: int = 10  # requests under way at once
    retries: int = 8  # how often a request is retried that was refused for its rate, or lost
    timeout: int | None = None  # seconds that a request and its retries may take; None sets no limit
    cache: bool = False  # use answers of earlier runs from Inspect AI's cache, and add these to it
    refinement: Refinement | None = None  # which round of a refinement it is; None is a first attempt
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
            raise InputError(f"--temperature {self.temperature:g}: must be from 0, greedy, to 2")
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
        """Return what a result states about them, without the address, since it may hold a key."""
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
