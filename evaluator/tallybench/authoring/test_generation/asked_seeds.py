"""Seeds that a model writes when shown the ground truth and some tests, with three prompts (EvalPlus, section 2.1).

Its answers are read as literals and never run. Whether an input keeps the contract is checked where it is used.
"""

import ast
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from tallybench.authoring.asking import (
    Asker,
    KeptAnswer,
    KeptAnswers,
    NotAllowed,
    authoring_prompt,
    code_in,
    parse_answer,
    reading,
)
from tallybench.authoring.calls import inputs_of_tests, shown_calls
from tallybench.authoring.running import Runner
from tallybench.counting.pool import Progress
from tallybench.counting.worker import Worker
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import opening
from tallybench.model.problem import Problem
from tallybench.values.literals import LiteralError, write_literal

PROMPTS = ("difficult", "corner-cases", "complex")
COUNT = 10  # inputs that one prompt asks for, so about 30 per problem (EvalPlus, section 3)
MOST = 50  # the most calls that are read from one answer
SHOWN = 5  # tests in a prompt
LONGEST = 100_000  # characters of an answer's code


@dataclass
class AskedSeeds:
    """What was asked and answered.

    Attributes:
        inputs: by task id, the arguments of each input as a literal, in the order of the prompts.
        requests: answers that were used.
        empty: answers without a readable call.
        failed: why requests failed, in words, by task id; running the same command asks again.
    """

    inputs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    requests: int = 0
    empty: int = 0
    failed: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ShownTestsTask:
    """Find the calls of a problem's correctness tests that a prompt shows."""

    problem: Problem

    def run(self, worker: Worker) -> tuple[str, ...]:
        return shown_calls(self.problem.entry_point, inputs_of_tests(worker.native, self.problem), SHOWN)


def read_seeds(text: str, entry_point: str) -> list[str]:
    """Return the distinct calls to a function in an answer whose arguments are all plain values.

    Each is the tuple of its arguments as a literal.
    """
    found: dict[str, None] = {}
    try:
        with reading():
            for node in ast.walk(parse_answer(code_in(text, LONGEST))):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=[*given], keywords=[]) if name == entry_point and given:
                        try:
                            found[write_literal(tuple(map(ast.literal_eval, given)))] = None
                        except (ValueError, TypeError, LiteralError):
                            continue
    except NotAllowed:
        return []
    return list(found)[:MOST]


def ask_for_seeds(problems: Sequence[Problem], settings: Settings, answers: KeptAnswers, runner: Runner) -> AskedSeeds:
    """Ask a model for inputs of each problem, with each prompt.

    Raises:
        InputError: the model cannot be asked, or does not answer at all.
    """
    shown = runner.finish(
        "tests shown", {problem.task_id: ShownTestsTask(problem) for problem in problems}, lost=lambda *_: ()
    )
    questions = [(problem, name) for problem in problems for name in PROMPTS]
    given = asyncio.run(_ask(questions, shown, Asker(settings, answers), runner.progress))
    asked = AskedSeeds()
    inputs: dict[str, dict[str, None]] = {}
    for (problem, _), answer in zip(questions, given, strict=True):
        if isinstance(answer, str):
            asked.failed[problem.task_id] = answer
            continue
        read = read_seeds(answer.text, problem.entry_point)
        asked.requests += 1
        asked.empty += not read
        inputs.setdefault(problem.task_id, {}).update(dict.fromkeys(read))
    asked.inputs = {task_id: tuple(texts) for task_id, texts in inputs.items()}
    return asked


async def _ask(
    questions: Sequence[tuple[Problem, str]], shown: dict[str, tuple[str, ...]], asker: Asker, progress: Progress
) -> list[KeptAnswer | str]:
    """Return the answers, or why the requests failed; several are sent at once."""
    prompts = {name: authoring_prompt(name) for name in PROMPTS}
    done = 0

    async def ask(problem: Problem, name: str) -> KeptAnswer | str:
        nonlocal done
        fields = {
            "program": problem.ground_truth.code.strip("\n"),
            "entry_point": problem.entry_point,
            "tests": "\n".join(f"    {call}" for call in shown[problem.task_id]),
            "count": str(COUNT),
        }
        answer = await asker.ask(opening(prompts[name], prompts[name].fill("seeds", fields)), prompt=prompts[name])
        done += 1
        progress("seeds", done, len(questions))
        return answer

    try:
        answers = await asyncio.gather(*(ask(problem, name) for problem, name in questions))
    finally:
        await asker.close()
    asker.check()
    return answers
