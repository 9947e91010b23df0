"""How a model is asked for one sample: in one message, or in several that depend on earlier answers.

A strategy is a generator function. It yields a list of messages to send, is sent the model's answer to them, and
returns the sample's text. It has no state and no randomness of its own, so that an interrupted run is resumed
by giving it the noted answers again.

A new strategy is a function here (or in a module beside) and a row of `STRATEGIES`; the prompt's file names it.
"""

from collections.abc import Callable

from tallybench.errors import InputError
from tallybench.generating.class_methods import ask_compositionally, ask_incrementally
from tallybench.generating.conversation import Conversation, Message, fields_of, opening
from tallybench.generating.prompt import Prompt
from tallybench.generating.settings import Settings
from tallybench.model.problem import Problem

__all__ = ["STRATEGIES", "Asking", "Conversation", "Message", "Strategy", "by_prompt", "strategy_of"]

Strategy = Callable[[Problem, Prompt], Conversation]
Asking = Callable[[Problem, int], Conversation]
"""How the sample of a number is asked for."""


def ask_once(problem: Problem, prompt: Prompt) -> Conversation:
    """Send one message, the text for the problem's level; the answer is the sample."""
    answer = yield opening(prompt, question_of(problem, prompt))
    return answer


STRATEGIES: dict[str, Strategy] = {
    "once": ask_once,
    "incremental": ask_incrementally,
    "compositional": ask_compositionally,
}


def strategy_of(prompt: Prompt) -> Strategy:
    """Return how a prompt is asked.

    Raises:
        InputError: its file names an unknown strategy.
    """
    if prompt.strategy not in STRATEGIES:
        raise InputError(f"--prompt {prompt.name}: strategy {prompt.strategy!r}: there is {', '.join(STRATEGIES)}")
    return STRATEGIES[prompt.strategy]


def by_prompt(settings: Settings) -> Asking:
    """Return how samples are asked for if that depends only on the prompt and the examples before it.

    Raises:
        InputError: the prompt cannot be asked, or not with examples.
    """
    strategy = strategy_of(settings.prompt)
    if settings.examples is None:
        return lambda problem, _: strategy(problem, settings.asked)
    if strategy is not ask_once or settings.prompt.answer != "raw":
        raise InputError(
            f"--examples: go before a prompt that asks a chat model once, which {settings.prompt.name} is not; "
            "take another --prompt"
        )
    shown: list[Message] = []
    for asked, answered in settings.examples.turns:
        shown += [Message("user", asked), Message("assistant", answered)]

    def ask(problem: Problem, _: int) -> Conversation:
        *before, question = opening(settings.asked, question_of(problem, settings.prompt))
        return (yield [*before, *shown, question])

    return ask


def question_of(problem: Problem, prompt: Prompt) -> str:
    """Return the question about a problem in a prompt that asks once."""
    return prompt.fill(problem.level, fields_of(problem, prompt))
