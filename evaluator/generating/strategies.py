"""How a model is asked for one sample: in one message, or in several that depend on the answers before.

A strategy is a generator function. It yields a list of messages to send, is sent the model's answer to them, and
returns the sample's text. It has no state and no randomness of its own, so that a run that was cut off is gone on with
by giving it the answers again that were noted.

A new strategy is a function here (or in a module beside) and a row of `STRATEGIES`; the prompt's file names it.
"""

from collections.abc import Callable

from evaluator.errors import InputError
from evaluator.generating.class_methods import ask_compositionally, ask_incrementally
from evaluator.generating.conversation import Conversation, Message, fields_of, opening
from evaluator.generating.prompt import Prompt
from evaluator.problems.problem import Problem

__all__ = ["STRATEGIES", "Conversation", "Message", "Strategy", "strategy_of"]

Strategy = Callable[[Problem, Prompt], Conversation]


def ask_once(problem: Problem, prompt: Prompt) -> Conversation:
    """One message by the problem's level, and the answer is the sample."""
    answer = yield opening(prompt, prompt.fill(problem.level, fields_of(problem, prompt)))
    return answer


STRATEGIES: dict[str, Strategy] = {
    "once": ask_once,
    "incremental": ask_incrementally,
    "compositional": ask_compositionally,
}


def strategy_of(prompt: Prompt) -> Strategy:
    """How a prompt is asked.

    Raises:
        InputError: its file names a strategy that there is not.
    """
    if prompt.strategy not in STRATEGIES:
        raise InputError(f"--prompt {prompt.name}: strategy {prompt.strategy!r}: there is {', '.join(STRATEGIES)}")
    return STRATEGIES[prompt.strategy]
