"""Make stressful inputs with a model: it writes a contract and inputs, and the sandbox tries each immediately.

Questions go to the model, trials to the sandbox, and the outcomes of both are saved as they finish.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from tallybench.authoring.asking import Asker, KeptAnswer, KeptAnswers
from tallybench.authoring.running import Runner
from tallybench.authoring.stress_generation.contract import AssertionTask, Proposed, TestsTask
from tallybench.authoring.stress_generation.inputs import AgainTask, Fate, InputsTask, Tried
from tallybench.authoring.stress_generation.methods import METHODS, Ask, Made
from tallybench.counting.pool import Pool
from tallybench.counting.session import opened
from tallybench.errors import InputError
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.sandbox.messages import Lost

_STEP = "stress"
_Task = TestsTask | AssertionTask | InputsTask | AgainTask
# The types of kept outcomes; a TestsTask's outcome follows from the problem alone.
_OUTCOMES: dict[type, Any] = {
    AssertionTask: Proposed,
    InputsTask: tuple[Tried, ...],
    AgainTask: tuple[Tried, ...],
}


@dataclass
class Outcome:
    """What became of a problem."""

    task_id: str
    made: Made | None = None  # what was made; None if there is a fault
    fault: str | None = None  # why nothing was made, in words
    asked: bool = False  # whether the fault is a failed request, so that running again may help
    answers: list[KeptAnswer] = field(default_factory=list)  # the answers that were used


def make_inputs(
    benchmark: Benchmark, settings: Settings, method: str, answers: KeptAnswers, runner: Runner
) -> list[Outcome]:
    """Make stressful inputs, and with `stgen` a contract, for each problem, in the benchmark's order.

    The prompt in the settings is the method's. This run's answers are added to those of earlier runs.

    Raises:
        InputError: the model cannot be asked.
    """
    with ExitStack() as stack:
        session = stack.enter_context(opened(runner.session))
        # Pools of one worker each: a conversation that needs a task done takes whichever is free.
        pools = stack.enter_context(session.single_workers(runner.setting))
        return asyncio.run(_Run(settings, method, answers, runner).make(benchmark, pools))


class _Run:
    def __init__(self, settings: Settings, method: str, answers: KeptAnswers, runner: Runner) -> None:
        self._settings, self._method, self._answers, self._runner = settings, method, answers, runner

    async def make(self, benchmark: Benchmark, pools: Sequence[Pool]) -> list[Outcome]:
        """Hold all conversations, several at a time."""
        self._free: asyncio.Queue[Pool] = asyncio.Queue()
        for pool in pools:
            self._free.put_nowait(pool)
        self._asker = asker = Asker(self._settings, self._answers)
        waiting = iter(benchmark)
        found: dict[str, Outcome] = {}

        async def work() -> None:
            for problem in waiting:
                if asker.hopeless:
                    return
                found[problem.task_id] = await self._hold(problem)
                self._runner.progress(_STEP, len(found), len(benchmark))

        self._runner.progress(_STEP, 0, len(benchmark))
        try:
            await asyncio.gather(*(work() for _ in range(max(self._settings.connections, len(pools)))))
        finally:
            await asker.close()
        asker.check()
        return [found[problem.task_id] for problem in benchmark]

    async def _hold(self, problem: Problem) -> Outcome:
        outcome = Outcome(problem.task_id)
        if problem.suites is not None:
            outcome.fault = "its tests are unittest suites, which have no call scripts"
            return outcome
        making = METHODS[self._method](problem, self._settings.asked)
        asked: Counter[Ask] = Counter()
        given: Any = None
        while True:
            try:
                step = making.send(given)
            except StopIteration as end:
                outcome.made = end.value
                return outcome
            if isinstance(step, Ask):
                answer = await self._asker.ask(step.messages, asked[step])
                asked[step] += 1
                if isinstance(answer, str):
                    outcome.fault, outcome.asked = f"a request failed: {answer}", True
                    return outcome
                outcome.answers.append(answer)
                given = answer.text
            else:
                try:
                    given = await self._try(step)
                except InputError as error:  # concerns this problem only
                    outcome.fault = str(error)
                    return outcome

    async def _try(self, task: _Task) -> Any:
        form = _OUTCOMES.get(type(task))
        place = None if form is None else self._runner.place(_STEP, task, form)
        if place is not None and (noted := place.recall()) is not None:
            return noted
        pool = await self._free.get()
        try:
            ((_, outcome),) = await asyncio.to_thread(lambda: list(pool.run([("", task)])))
        finally:
            self._free.put_nowait(pool)
        if isinstance(outcome, Lost):
            return _without(task, outcome.reason)
        if place is not None:
            place.note(outcome)
        return outcome


def _without(task: _Task, reason: str) -> Any:
    """Return the outcome for a task that crashed the sandbox or the process that read the answer."""
    match task:
        case AssertionTask():
            return Proposed(None, reason)
        case InputsTask():
            return (Tried("", Fate.UNREADABLE, reason),)
        case AgainTask(tried=before):
            return tuple(Tried(given.name, Fate.NOT_BUILT, reason, given.draft) for given in before)
    raise InputError(f"{task.problem.task_id}: its correctness tests cannot be run: {reason}")
