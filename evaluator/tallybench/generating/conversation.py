"""What a strategy says to a model, and how it begins."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

from tallybench.errors import InputError
from tallybench.generating.prompt import Prompt
from tallybench.model.problem import Problem, Task


@dataclass(frozen=True)
class Message:
    """A message of a conversation: `system` and `user` are ours, `assistant` is an earlier answer of the model."""

    role: Literal["system", "user", "assistant"]
    text: str


Conversation = Generator[list[Message], str, str]


def opening(prompt: Prompt, text: str) -> list[Message]:
    """Return the first messages of a conversation: the system prompt, if there is one, and the question."""
    system = [Message("system", prompt.system)] if prompt.system is not None else []
    return [*system, Message("user", text)]


def fields_of(problem: Problem, prompt: Prompt) -> dict[str, str]:
    """Return the fields that any text may use: `{prompt}`, `{entry_point}` and, for an editing task, `{program}`.

    Raises:
        InputError: the prompt is for another kind of task than the problem's.
    """
    if prompt.task != problem.task:
        other = "edit" if problem.task is Task.EDIT else "instruct"
        raise InputError(
            f"--prompt {prompt.name}: is of tasks to {prompt.task}, {problem.task_id} is one to {problem.task}; "
            f'take --prompt {other}, or a file of your own with task = "{problem.task}"'
        )
    # A completion continues where the prompt ends, so the prompt keeps its last line break.
    text = problem.prompt if prompt.answer == "completion" else problem.prompt.strip("\n")
    fields = {"prompt": text, "entry_point": problem.entry_point}
    return fields | ({"program": problem.canonical.code.rstrip()} if problem.task is Task.EDIT else {})
