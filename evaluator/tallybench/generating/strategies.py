"""How a model is asked for one sample: in one message, or in several that depend on earlier answers.

A strategy is a generator function. It yields a list of messages to send, is sent the model's answer to them, and
returns the sample's text. It has no state and no randomness of its own, so that an interrupted run resumes by
replaying the noted answers. To add a strategy, write a function here and a row in `STRATEGIES`; a prompt's file names
its strategy.

Incremental and compositional are ClassEval's (section 4.2 of its paper): one message per method, which shows the
methods written so far or the other methods' signatures. The sample is the class: the skeleton with the answers.
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal

from tallybench.benchmarks.training import load_training
from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt
from tallybench.generating.settings import Examples, Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import GIVEN, Problem, Solution, Task, code_hash
from tallybench.samples.assembling import assemble_class, contract_of, method_names, skeleton_of, without_methods
from tallybench.samples.attempts import Sanitizer
from tallybench.statistics.spending import Price

_CHARACTERS_A_TOKEN = 3.5  # for Python and its descriptions; from 3 to 4 with the tokenizers in use


@dataclass(frozen=True)
class Message:
    """A message of a conversation: `system` and `user` are ours, `assistant` is an earlier answer of the model."""

    role: Literal["system", "user", "assistant"]
    text: str


Conversation = Generator[list[Message], str, str]
Strategy = Callable[[Problem, Prompt], Conversation]
Asking = Callable[[Problem, int], Conversation]
"""Returns the conversation that asks for a problem's sample, given its number."""


def opening(prompt: Prompt, text: str) -> list[Message]:
    """Return the first messages of a conversation: the system prompt, if there is one, and the question."""
    system = [Message("system", prompt.system)] if prompt.system is not None else []
    return [*system, Message("user", text)]


def _fields_of(problem: Problem, prompt: Prompt) -> dict[str, str]:
    """Return the fields that any text may use: `{prompt}`, `{entry_point}` and, for an editing task, `{program}`."""
    if prompt.task != problem.task:
        other = "edit" if problem.task is Task.EDIT else "instruct"
        raise InputError(
            f"--prompt {prompt.name}: is for tasks to {prompt.task}, but {problem.task_id} is one to {problem.task}; "
            f'use --prompt {other}, or a file of your own with task = "{problem.task}"'
        )
    # A completion continues where the prompt ends, so the prompt keeps its last line break.
    text = problem.prompt if prompt.answer == "completion" else problem.prompt.strip("\n")
    fields = {"prompt": text, "entry_point": problem.entry_point}
    return fields | ({"program": problem.canonical.code.rstrip()} if problem.task is Task.EDIT else {})


def question_of(problem: Problem, prompt: Prompt) -> str:
    """Return the question about a problem in a prompt that asks once."""
    return prompt.fill(problem.level, _fields_of(problem, prompt))


def _ask_once(problem: Problem, prompt: Prompt) -> Conversation:
    return (yield opening(prompt, question_of(problem, prompt)))


def _ask_methods(problem: Problem, prompt: Prompt, *, shows_written: bool) -> Conversation:
    answers: list[str] = []
    if problem.level != "class":
        raise InputError(f"--prompt {prompt.name}: asks for a class method by method; {problem.task_id} is not a class")
    names = method_names(problem)
    with Sanitizer() as sanitizer:
        for name in names:
            if shows_written:
                shown = without_methods(assemble_class(problem, answers, sanitizer), names[len(answers) :])
            else:
                others = [other for other in names if other != name]
                shown = without_methods(skeleton_of(problem), [name], signatures=others)
            fields = {"context": shown.strip("\n"), "method": name, "contract": contract_of(problem, name)}
            answers.append((yield opening(prompt, prompt.fill("method", _fields_of(problem, prompt) | fields))))
        return assemble_class(problem, answers, sanitizer)


STRATEGIES: dict[str, Strategy] = {
    "once": _ask_once,
    "incremental": partial(_ask_methods, shows_written=True),
    "compositional": partial(_ask_methods, shows_written=False),
}


def strategy_of(prompt: Prompt) -> Strategy:
    """Return a prompt's strategy."""
    if prompt.strategy not in STRATEGIES:
        raise InputError(
            f"--prompt {prompt.name}: strategy {prompt.strategy!r}: must be one of {', '.join(STRATEGIES)}"
        )
    return STRATEGIES[prompt.strategy]


def check_asks_chat_once(prompt: Prompt, option: str) -> None:
    """Refuse a prompt that does not ask a chat model once; `option` says what needs that."""
    if strategy_of(prompt) is not _ask_once or prompt.answer != "raw":
        raise InputError(
            f"{option} a prompt that asks a chat model once, which {prompt.name} does not; choose another --prompt"
        )


def by_prompt(settings: Settings) -> Asking:
    """Return how samples are asked for if that depends only on the prompt and the examples before it."""
    strategy = strategy_of(settings.prompt)
    if settings.examples is None:
        return lambda problem, _: strategy(problem, settings.asked)
    check_asks_chat_once(settings.prompt, "--examples: go before")
    shown: list[Message] = []
    for asked, answered in settings.examples.turns:
        shown += [Message("user", asked), Message("assistant", answered)]

    def ask(problem: Problem, _: int) -> Conversation:
        *before, question = opening(settings.asked, question_of(problem, settings.prompt))
        return (yield [*before, *shown, question])

    return ask


def draw_examples(benchmark: str, prompt: Prompt, count: int, seed: int, data: Path | None = None) -> Examples:
    """Draw solved problems from the training split, to show before the question (ECCO, section 4.1).

    Each is the question as the prompt asks it, with a fast program as the answer: the best known one or, if the source
    has pairs of a slow and a fast program, the fast one. All problems of a run get the same examples.

    Raises:
        InputError: there are fewer than `count`.
    """
    try:
        training = load_training(benchmark, data)
    except InputError as error:
        raise InputError(f"--examples: {error}") from None
    solved = {}
    for one in training.problems:
        if prompt.task == one.problem.task:
            solved[one.problem.task_id] = one.problem, one.fastest
        elif prompt.task == Task.EDIT.value:
            for slow, fast in one.pairs:
                given = replace(one.problem, task=Task.EDIT, canonical=Solution(GIVEN, slow.code), corrected=None)
                solved[f"{one.problem.task_id.replace('/', 'Edit/')}-{code_hash(slow.code)[:8]}"] = given, fast
    solved = {task_id: known for task_id, known in solved.items() if known[0].task is Task.EDIT or known[0].prompt}
    if count > len(solved):
        raise InputError(f"--examples {count}: the training split of {benchmark} has {len(solved)} solved problems")
    drawn = Random(f"examples {seed}").sample(sorted(solved), count)
    turns = [(question_of(solved[name][0], prompt), in_a_block(solved[name][1].code)) for name in drawn]
    return Examples(seed, tuple(drawn), tuple(turns))


def in_a_block(code: str) -> str:
    """Return a program in a fenced block, as a chat model would answer."""
    return f"```python\n{code.strip()}\n```"


@dataclass(frozen=True)
class Plan:
    """What would be sent for one file of samples, or for several."""

    samples: int  # how many samples there would be
    requests: int  # the least number of requests; a strategy may ask more, depending on the answers
    tokens_in: int  # the approximate number of input tokens
    tokens_out: int | None  # the most output tokens; None if the server decides

    def __add__(self, other: "Plan") -> "Plan":
        out = None if None in (self.tokens_out, other.tokens_out) else (self.tokens_out or 0) + (other.tokens_out or 0)
        samples, requests = self.samples + other.samples, self.requests + other.requests
        return Plan(samples, requests, self.tokens_in + other.tokens_in, out)

    def cost(self, price: Price) -> float | None:
        """Return the estimated highest cost in dollars; None if the server decides how long answers are."""
        return None if self.tokens_out is None else price.of(self.tokens_in, self.tokens_out)


def plan_samples(benchmark: Benchmark, settings: Settings, asking: Asking | None = None) -> Plan:
    """Plan what would be sent, by playing each conversation with empty answers.

    Raises:
        InputError: a problem cannot be asked for with the prompt.
    """
    asking = asking or by_prompt(settings)
    requests = characters = 0
    for problem in benchmark:
        conversation = asking(problem, 0)
        try:
            messages = next(conversation)
            while True:
                requests += 1
                characters += sum(len(message.text) for message in messages)
                messages = conversation.send("")
        except StopIteration:
            pass
    requests *= settings.samples
    return Plan(
        samples=len(benchmark) * settings.samples,
        requests=requests,
        tokens_in=round(characters * settings.samples / _CHARACTERS_A_TOKEN),
        tokens_out=None if settings.max_tokens is None else requests * settings.max_tokens,
    )
