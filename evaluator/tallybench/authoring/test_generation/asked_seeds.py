"""Seeds that a model writes: it is shown the ground truth and some tests, with three prompts (EvalPlus, section 2.1).

Its answers are read as literals and never run. Whether an input keeps the contract is checked where it is used.
"""

import ast
import asyncio
import gc
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any, TypeGuard

from tallybench.authoring.test_generation.seeds import seed_inputs
from tallybench.counting.pool import Progress
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.generating.conversation import Message, opening
from tallybench.generating.kept_answers import KeptAnswer, KeptAnswers, key_of
from tallybench.generating.prompt import Prompt, read_prompt
from tallybench.generating.settings import Settings
from tallybench.model.problem import Problem
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.sandbox.guard import TooMuch, guarded
from tallybench.values.literals import LiteralError, write_literal
from tallybench.values.shorten import shorten_call

PROMPTS = ("difficult", "corner-cases", "complex")
COUNT = 10  # inputs that one prompt asks for, so about 30 per problem (EvalPlus, section 3)
MOST = 50  # calls that are read from one answer
SHOWN = 5  # tests in a prompt
LONGEST = 100_000  # characters of an answer's code
STEP = "seeds"
_READ_SECONDS = 10.0  # of CPU time, for one answer
_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError, TooMuch)
_Question = tuple[Problem, str, list[Message]]  # for one prompt: the problem, the answer's key, and what is sent
_GIVE_UP = 20  # failed requests without a single answer, after which no more are sent


@dataclass
class AskedSeeds:
    """What was asked and answered.

    Attributes:
        inputs: by task id, the arguments of each input as a literal, in the order of the prompts.
        requests: answers that were used.
        empty: answers without a call that can be read.
        failed: why requests failed, in words, by task id; the same command asks again.
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
        inputs = seed_inputs(worker.native, self.problem)
        return shown_tests(self.problem, inputs)


def shown_tests(problem: Problem, inputs: Iterable[tuple[Any, ...]]) -> tuple[str, ...]:
    """Return the SHOWN shortest calls, shortest first."""
    calls = dict.fromkeys(shorten_call(problem.entry_point, given, {}) for given in inputs)
    return tuple(sorted(calls, key=len)[:SHOWN])


def seed_prompt(name: str) -> Prompt:
    """Return one of the three prompts."""
    return read_prompt(Path(str(resources.files("tallybench.authoring.test_generation"))) / "prompts" / f"{name}.toml")


def read_seeds(text: str, entry_point: str) -> list[str]:
    """Return the distinct calls in an answer whose arguments are all plain values, as literals of argument tuples.

    Args:
        text: the answer.
        entry_point: the function whose calls are read.
    """
    blocks = fenced_blocks(text)
    code = blocks[-1] if blocks else text
    if len(code) > LONGEST:
        return []
    found: dict[str, None] = {}
    try:
        with guarded(_READ_SECONDS), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for node in ast.walk(ast.parse(code)):
                if _is_call_of(node, entry_point) and (literal := _literal_of(node)) is not None:
                    found[literal] = None
    except _UNREADABLE:
        return []
    return list(found)[:MOST]


def _is_call_of(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _literal_of(call: ast.Call) -> str | None:
    if call.keywords or not call.args:
        return None
    try:
        return write_literal(tuple(ast.literal_eval(given) for given in call.args))
    except (ValueError, TypeError, LiteralError):
        return None


def ask_for_seeds(
    problems: Sequence[Problem],
    shown: Mapping[str, Sequence[str]],
    settings: Settings,
    answers: KeptAnswers,
    progress: Progress,
) -> AskedSeeds:
    """Ask a model for inputs of each problem, with each prompt.

    Args:
        problems: of level `function`.
        shown: by task id, calls of its tests.
        settings: which model to ask, and how; the prompts are this module's.
        answers: the answers of earlier runs; those of this run are added.
        progress: called with a step's name, how much is done and how much there is.

    Raises:
        InputError: the model cannot be asked, or does not answer at all.
    """
    asked = _questions(problems, shown, settings)
    found = {key: kept for _, key, _ in asked if (kept := answers.get(key)) is not None}
    summary = AskedSeeds()
    missing = [question for question in asked if question[1] not in found]
    if missing:
        asyncio.run(_ask(missing, settings, answers, found, summary, progress))
    if asked and not found:
        reason = next(reversed(summary.failed.values()))
        raise InputError(f"--model {settings.model}: all requests failed: {reason}; see to that, then try again")
    inputs: dict[str, dict[str, None]] = {}
    for problem, key, _ in asked:
        if key in found:
            read = read_seeds(found[key].text, problem.entry_point)
            summary.requests += 1
            summary.empty += not read
            inputs.setdefault(problem.task_id, {}).update(dict.fromkeys(read))
    summary.inputs = {task_id: tuple(texts) for task_id, texts in inputs.items()}
    return summary


async def _ask(
    missing: Sequence[_Question],
    settings: Settings,
    answers: KeptAnswers,
    found: dict[str, KeptAnswer],
    summary: AskedSeeds,
    progress: Progress,
) -> None:
    """Ask what is missing, several questions at once; answers are added to `found`, failures to `summary`."""
    from tallybench.generating.model import AskedModel, NoAnswer  # takes seconds: it imports Inspect AI

    model = AskedModel(settings)
    gc.freeze()  # so that the packages' own objects are not searched for garbage again and again
    waiting, there = iter(missing), len(found)
    progress(STEP, there, there + len(missing))

    async def work() -> None:
        for problem, key, messages in waiting:
            if len(summary.failed) >= _GIVE_UP and not found:
                return
            try:
                given = await model.ask(messages, 0)
            except NoAnswer as failure:
                summary.failed[problem.task_id] = str(failure)
                continue
            found[key] = KeptAnswer(given.text, given.tokens_in, given.tokens_out)
            answers.keep(key, found[key])
            progress(STEP, len(found), there + len(missing))

    try:
        await asyncio.gather(*(work() for _ in range(settings.connections)))
    finally:
        await model.close()


def _questions(problems: Sequence[Problem], shown: Mapping[str, Sequence[str]], settings: Settings) -> list[_Question]:
    prompts = [seed_prompt(name) for name in PROMPTS]
    asked = []
    for problem in problems:
        fields = {
            "program": problem.ground_truth.code.strip("\n"),
            "entry_point": problem.entry_point,
            "tests": "\n".join(f"    {call}" for call in shown.get(problem.task_id, ())),
            "count": str(COUNT),
        }
        for prompt in prompts:
            messages = opening(prompt, prompt.fill("seeds", fields))
            asked.append((problem, key_of(replace(settings, prompt=prompt), messages, 0), messages))
    return asked
