"""Ask a model for all samples, several at a time; answers are noted, so that an interrupted run can be resumed."""

import asyncio
import gc
from dataclasses import asdict, dataclass
from hashlib import sha256

import orjson

from tallybench.counting.pool import Progress
from tallybench.errors import InputError
from tallybench.generating.model import Answer, AskedModel, NoAnswer
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Asking, by_prompt
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem

_GIVE_UP = 20  # failed requests without a single answer, after which no more are sent


@dataclass(frozen=True)
class Generated:
    """One sample, as it was generated."""

    task_id: str
    index: int  # its number among the samples of its task
    text: str | None  # what the model answered; None if a request failed
    finish_reason: str | None  # why its last answer ended
    tokens_in: int | None  # input tokens of all its requests; None if the server does not say
    tokens_out: int | None  # output tokens, likewise
    seconds: float  # the time that all its requests took
    requests: int  # how many requests there were
    error: str | None = None  # why a request failed; None if none did


def generate(
    benchmark: Benchmark, settings: Settings, journal: Journal, progress: Progress, asking: Asking | None = None
) -> list[Generated]:
    """Ask a model for samples of every problem of a benchmark, in the benchmark's order.

    The journal keeps each answer, and has those of an interrupted run; the caller removes it.

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
    """Return a hash of everything that determines what a single sample is, which their number does not."""
    facts = {name: value for name, value in settings.facts().items() if name != "samples"}
    lines = [facts, benchmark.name, [[problem.task_id, problem.prompt, problem.level] for problem in benchmark]]
    return sha256(orjson.dumps(lines, option=orjson.OPT_SORT_KEYS)).hexdigest()


async def _generate(
    benchmark: Benchmark, settings: Settings, asking: Asking, journal: Journal, progress: Progress
) -> list[Generated]:
    wanted = [(problem, index) for problem in benchmark for index in range(settings.samples)]
    found: dict[tuple[str, int], Generated] = {}
    waiting = iter(wanted)
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

    # Keep the garbage collector from going over the packages' hundred thousand objects again and again, which takes a
    # third of a request's processor time.
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
    """Hold one conversation to its end, without asking again for answers that were noted."""
    conversation = asking(problem, index)
    answers: list[Answer] = []
    text = error = None
    try:
        messages = next(conversation)
        while True:
            key = (problem.task_id, str(index), str(len(answers)))
            if (noted := journal.get(key)) is None:
                answer = await model.ask(messages, index)
                journal.record(key, asdict(answer))
            else:
                try:
                    answer = Answer(**noted)
                except TypeError:
                    raise journal.damaged() from None
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


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known and len(known) == len(numbers) else None
