"""Asks a model for all samples, some at once; what was answered is noted, so that a run that was cut off goes on."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

import orjson

from tallybench.errors import InputError
from tallybench.generating.model import Answer, AskedModel, NoAnswer
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Asking, by_prompt
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem

_GIVE_UP = 20  # failed requests without a single answer, after which no more are sent

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Generated:
    """One sample, as it was generated.

    Attributes:
        task_id: the problem.
        index: its number among the samples of its task.
        text: what the model answered; None where a request failed.
        finish_reason: why the last answer of it ended.
        tokens_in: of all its requests; None where the server does not say.
        tokens_out: likewise.
        seconds: of all its requests.
        requests: how many there were.
        error: why a request failed; None where none did.
    """

    task_id: str
    index: int
    text: str | None
    finish_reason: str | None
    tokens_in: int | None
    tokens_out: int | None
    seconds: float
    requests: int
    error: str | None = None


def generate(
    benchmark: Benchmark, settings: Settings, journal: Journal, progress: Progress, asking: Asking | None = None
) -> list[Generated]:
    """Asks a model for samples of every problem of a benchmark, in its order.

    Args:
        benchmark: the problems.
        settings: what is asked of whom.
        journal: notes each answer, and gives those of a run that was cut off. Who made it removes it.
        progress: called as answers come.
        asking: how a sample is asked for, where that depends on more than its problem; None is by the prompt.

    Raises:
        InputError: the model cannot be asked, or every request failed.
    """
    asking = asking or by_prompt(settings)
    journal.open(_identity(benchmark, settings))
    try:
        return asyncio.run(_generate(benchmark, settings, asking, journal, progress))
    finally:
        journal.close()


def _identity(benchmark: Benchmark, settings: Settings) -> str:
    """Return a hash of all that decides on what is asked of whom."""
    facts: dict[str, Any] = settings.facts()
    # Neither how many samples nor the address decides on what one of them is.
    facts = {name: value for name, value in facts.items() if name != "samples"}
    lines = [facts, benchmark.name, [[problem.task_id, problem.prompt, problem.level] for problem in benchmark]]
    return sha256(orjson.dumps(lines, option=orjson.OPT_SORT_KEYS)).hexdigest()


async def _generate(
    benchmark: Benchmark, settings: Settings, asking: Asking, journal: Journal, progress: Progress
) -> list[Generated]:
    wanted = [(problem, index) for problem in benchmark for index in range(settings.samples)]
    found: dict[tuple[str, int], Generated] = {}
    waiting: Iterator[tuple[Problem, int]] = iter(wanted)
    model = AskedModel(settings)
    failed: list[str] = []

    async def work() -> None:
        for problem, index in waiting:
            if len(failed) >= _GIVE_UP and len(failed) == len(found):
                return
            sample = await _sample(model, asking, journal, problem, index)
            found[problem.task_id, index] = sample
            if sample.error is not None:
                failed.append(sample.error)
            progress("generating", len(found), len(wanted))

    # The packages' own objects, some hundred thousand, are not looked through for garbage again and again: a third of
    # the processor time of a request.
    gc.freeze()
    try:
        await asyncio.gather(*(work() for _ in range(settings.connections)))
    finally:
        gc.unfreeze()
        await model.close()
    if len(failed) == len(found):
        raise InputError(
            f"--model {settings.model}: the first {len(failed)} requests all failed: {failed[-1]}; "
            "no more were sent; see to that, then try again"
        )
    return [found[problem.task_id, index] for problem, index in wanted]


async def _sample(model: AskedModel, asking: Asking, journal: Journal, problem: Problem, index: int) -> Generated:
    """Hold one conversation to its end. Answers that were noted are not asked for again."""
    conversation = asking(problem, index)
    answers: list[Answer] = []
    text = error = None
    try:
        messages = next(conversation)
        while True:
            key = (problem.task_id, str(index), str(len(answers)))
            if (answer := _noted(journal, key)) is None:
                answer = await model.ask(messages, index)
                journal.record(key, asdict(answer))
            answers.append(answer)
            messages = conversation.send(answer.text)
    except StopIteration as end:
        text = end.value
    except NoAnswer as failure:
        error = str(failure)
    return Generated(
        task_id=problem.task_id,
        index=index,
        text=text,
        finish_reason=answers[-1].finish_reason if answers and error is None else None,
        tokens_in=_sum([answer.tokens_in for answer in answers]),
        tokens_out=_sum([answer.tokens_out for answer in answers]),
        seconds=round(sum(answer.seconds for answer in answers), 3),
        requests=len(answers),
        error=error,
    )


def _noted(journal: Journal, key: tuple[str, ...]) -> Answer | None:
    if (record := journal.get(key)) is None:
        return None
    try:
        return Answer(**record)
    except TypeError:
        raise journal.damaged() from None


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known and len(known) == len(numbers) else None
