"""The messages of a further round: the program, feedback on it, and the request to write it again."""

from dataclasses import dataclass

from tallybench.errors import InputError
from tallybench.generating.conversation import Conversation, opening
from tallybench.generating.prompt import Prompt
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Asking, ask_once, question_of, strategy_of
from tallybench.model.problem import Problem

LONGEST_ANSWER = 4_000  # characters that are shown of an answer without code


@dataclass(frozen=True)
class Before:
    """The sample of the round before.

    Attributes:
        answer: the model's.
        code: the program in it; None if it has none.
        feedback: the feedback on its execution; None in `self`, where nothing is run.
    """

    answer: str
    code: str | None
    feedback: str | None = None

    @property
    def shown(self) -> str:
        """What a prompt shows as the program."""
        return (self.answer[:LONGEST_ANSWER] if self.code is None else self.code).strip("\n")


def check_refinable(prompt: Prompt) -> None:
    """Refuse the prompt of a first attempt if it cannot be shown again.

    Raises:
        InputError: it does not ask a chat model once.
    """
    if strategy_of(prompt) is not ask_once or prompt.answer != "raw":
        raise InputError(
            f"--refine: goes on from a prompt that asks a chat model once, which {prompt.name} is not; "
            "take another --prompt"
        )


def refine(question: str, before: Before, prompt: Prompt) -> Conversation:
    """Send one message, or two if the model first says what it thinks of the program.

    Args:
        question: what the first attempt was asked.
        before: the sample to be improved.
        prompt: the prompt of the kind of refinement.
    """
    fields = {"question": question, "code": before.shown, "feedback": before.feedback or ""}
    if "critique" in prompt.text:
        said = yield opening(prompt, prompt.fill("critique", fields | {"execution": before.feedback or ""}))
        fields["feedback"] = said.strip()
    return (yield opening(prompt, prompt.fill("rewrite", fields)))


def asking_anew(first: Settings, settings: Settings, before: dict[tuple[str, int], Before]) -> Asking:
    """Return how the samples of a round are asked for.

    Args:
        first: the settings of the first attempt.
        settings: the settings of this round.
        before: by task id and number, the samples of the round before.
    """

    def ask(problem: Problem, index: int) -> Conversation:
        question = question_of(problem, first.prompt)
        return refine(question, before[problem.task_id, index], settings.asked)

    return ask
