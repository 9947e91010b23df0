"""The steps and the outcome of making a problem's inputs: questions to a model, trials in the sandbox, what is kept."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from textwrap import dedent
from typing import Any

from tallybench.authoring.stress_generation.allowed import MODULES
from tallybench.authoring.stress_generation.contract import AssertionTask, Contract, Tests, TestsTask, call_name
from tallybench.authoring.stress_generation.draft import FUNCTION
from tallybench.authoring.stress_generation.inputs import AgainTask, Fate, InputsTask, Tried
from tallybench.generating.conversation import Message, opening
from tallybench.generating.prompt import Prompt, read_prompt
from tallybench.model.inputs import Kind
from tallybench.model.problem import Problem
from tallybench.values.shorten import shorten_call

KEPT = 5  # how many inputs are kept: those on which the ground truth spends most (COFFE, section 3.4)
SHOWN_TESTS = 8
SHOWN_CHARACTERS = 2_000  # of an input in a prompt


@dataclass(frozen=True)
class Ask:
    """A question to the model.

    Attributes:
        messages: what is sent.
    """

    messages: tuple[Message, ...]


Step = Ask | TestsTask | AssertionTask | InputsTask | AgainTask
Making = Generator[Step, Any, "Made"]
"""Yields a step, is sent the answer's text or the task's outcome, and returns what was made. It has no outside
state and no randomness, so that a run that was cut off resumes when it is sent the same again."""


@dataclass(frozen=True)
class Made:
    """What was made for a problem.

    Attributes:
        contract: the model's; None if the method makes none.
        tried: every proposed input, in order, and also the answers that held none.
        kept: the names of the inputs that are kept, the most expensive first.
        dropped: proposed assertions that were not kept.
        rejected: how many of the benchmark's own invalid inputs the contract rejects.
        verdicts: what the judge said, each time.
    """

    contract: Contract | None
    tried: tuple[Tried, ...]
    kept: tuple[str, ...]
    dropped: int = 0
    rejected: int = 0
    verdicts: tuple[str, ...] = ()

    @property
    def inputs(self) -> tuple[Tried, ...]:
        """The inputs that are kept."""
        by_name = {tried.name: tried for tried in self.tried}
        return tuple(by_name[name] for name in self.kept)


def method_prompt(method: str) -> Prompt:
    """Return the prompt of a method."""
    return read_prompt(
        Path(str(resources.files("tallybench.authoring.stress_generation"))) / "prompts" / f"{method}.toml"
    )


def question(prompt: Prompt, which: str, fields: dict[str, str]) -> Ask:
    """Return one of a prompt's texts, filled in, as a question."""
    return Ask(tuple(opening(prompt, prompt.fill(which, fields))))


def fields_of(problem: Problem, prompt: Prompt, tests: Tests) -> dict[str, str]:
    """Return the fields that every text of a prompt may use, among them its parts for the problem's level."""
    call = call_name(problem)
    calls = shown_tests(call, tests.inputs)
    fields = {
        "task": problem.prompt.strip("\n"),
        "program": problem.ground_truth.code.strip("\n"),
        "entry_point": problem.entry_point,
        "call": call,
        "names": ", ".join(f"`{name}`" for name in tests.contract.names),
        "tests": calls,
        "calls": dedent(calls),
        "kinds": ", ".join(_kinds(problem.level)),
        "modules": ", ".join(sorted(MODULES)),
    }
    for part in ("given", "form"):
        if (name := f"{part}-{problem.level}") in prompt.text:
            fields[part] = prompt.fill(name, fields).strip("\n")
    return fields


def _kinds(level: str) -> Sequence[str]:
    """Return the kinds of inputs that a level has; those of call scripts come last."""
    kinds = [kind for kind in Kind if kind is not Kind.GIVEN]
    return kinds if level == "class" else kinds[: kinds.index(Kind.BUILD_THEN_QUERY)]


def shown_tests(call: str, inputs: Sequence[tuple[Any, ...]]) -> str:
    """Return some inputs of the correctness tests, the shortest first, one per line."""
    shown = sorted(dict.fromkeys(shorten_call(call, given, {}) for given in inputs), key=len)
    return "\n".join(f"    {line}" for line in shown[:SHOWN_TESTS])


def shown_input(tried: Tried, call: str) -> str:
    """Return an input as a prompt shows it."""
    assert tried.draft is not None
    draft = tried.draft
    source = draft.source.replace(f"def {FUNCTION}(", "def generate(", 1)
    text = source or f"# {draft.kind}: {draft.exposes}\n{call}({', '.join(draft.expressions)})"
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + " ..."


def seen_in(tried: Sequence[Tried]) -> tuple[str, ...]:
    """Return the hashes of inputs that were tried before, for an InputsTask."""
    drafts = {given.draft.sha256 for given in tried if given.draft is not None}
    return tuple(sorted(drafts | {given.sha256 for given in tried if given.fate is Fate.VERIFIED}))


def dearest(tried: Iterable[Tried]) -> tuple[str, ...]:
    """Return the names of the verified inputs on which the ground truth spends most."""
    verified = [given for given in tried if given.fate is Fate.VERIFIED]
    return tuple(given.name for given in sorted(verified, key=lambda given: (-(given.count or 0), given.name))[:KEPT])
