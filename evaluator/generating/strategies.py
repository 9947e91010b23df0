"""How a model is asked for one sample: in one message, or in several that depend on the answers before.

A strategy is a generator function. It yields a list of messages to send, is sent the model's answer to them, and
returns the sample's text. It has no state and no randomness of its own, so that a run that was cut off is gone on with
by giving it the answers again that were noted.

A new strategy is a function here (or in a module beside) and a row of `STRATEGIES`; the prompt's file names it.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal

from evaluator.errors import InputError
from evaluator.generating.prompt import Prompt
from evaluator.problems.problem import Problem


@dataclass(frozen=True)
class Message:
    """A message of a conversation: `system` and `user` are ours, `assistant` is what the model answered before."""

    role: Literal["system", "user", "assistant"]
    text: str


Conversation = Generator[list[Message], str, str]
Strategy = Callable[[Problem, Prompt], Conversation]


def opening(prompt: Prompt, text: str) -> list[Message]:
    """The first messages of a conversation: the system prompt, where there is one, and what is asked."""
    system = [Message("system", prompt.system)] if prompt.system is not None else []
    return [*system, Message("user", text)]


def fields_of(problem: Problem, prompt: Prompt) -> dict[str, str]:
    """The fields that every text may have: what is filled in for `{prompt}` and `{entry_point}`."""
    # A completion goes on where the prompt ends, so that its last line break belongs to it.
    text = problem.prompt if prompt.answer == "completion" else problem.prompt.strip("\n")
    return {"prompt": text, "entry_point": problem.entry_point}


def ask_once(problem: Problem, prompt: Prompt) -> Conversation:
    """One message by the problem's level, and the answer is the sample."""
    answer = yield opening(prompt, prompt.fill(problem.level, fields_of(problem, prompt)))
    return answer


STRATEGIES: dict[str, Strategy] = {"once": ask_once}


def strategy_of(prompt: Prompt) -> Strategy:
    """How a prompt is asked.

    Raises:
        InputError: its file names a strategy that there is not.
    """
    if prompt.strategy not in STRATEGIES:
        raise InputError(f"--prompt {prompt.name}: strategy {prompt.strategy!r}: there is {', '.join(STRATEGIES)}")
    return STRATEGIES[prompt.strategy]
