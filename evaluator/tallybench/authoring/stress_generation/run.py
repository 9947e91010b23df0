"""Makes inputs for a benchmark: questions go to the model, trials to the sandbox, and both are saved as they finish."""

import asyncio
import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import TypeAdapter

from tallybench.authoring.stress_generation.baselines import by_generator, by_instruction
from tallybench.authoring.stress_generation.contract import AssertionTask, Proposed, TestsTask, plain_invalid
from tallybench.authoring.stress_generation.inputs import AgainTask, Fate, InputsTask, Tried
from tallybench.authoring.stress_generation.making import Ask, Made, Making
from tallybench.authoring.stress_generation.stgen import by_stgen
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Pool, Progress
from tallybench.counting.session import Session, opened
from tallybench.counting.store import OutcomeStore, outcome_store
from tallybench.errors import InputError
from tallybench.generating.kept_answers import KeptAnswer, KeptAnswers, key_of
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem
from tallybench.sandbox.messages import Lost, WorkerSetting
from tallybench.values.wire import encode

if TYPE_CHECKING:
    from tallybench.generating.model import AskedModel

RULES = "5"  # incremented whenever the same answers give different inputs
STEP = "stress"
METHODS: dict[str, Callable[[Problem, Any], Making]] = {
    "stgen": by_stgen,
    "instruction": by_instruction,
    "few-shot": by_instruction,
    "generator": by_generator,
}
_GIVE_UP = 20  # gives up once requests for this many problems have failed, without a single answer
_Task = TestsTask | AssertionTask | InputsTask | AgainTask
_OUTCOMES: dict[type, TypeAdapter[Any]] = {
    AssertionTask: TypeAdapter(Proposed),
    InputsTask: TypeAdapter(tuple[Tried, ...]),
    AgainTask: TypeAdapter(tuple[Tried, ...]),
}


@dataclass
class Spent:
    """What making a problem's inputs cost in requests and tokens.

    Attributes:
        requests: answers that were used.
        tokens_in: tokens of the questions; None if the server does not report them.
        tokens_out: tokens of the answers; None likewise.
    """

    requests: int = 0
    tokens_in: int | None = 0
    tokens_out: int | None = 0

    def add(self, answer: KeptAnswer) -> None:
        """Count an answer."""
        self.requests += 1
        self.tokens_in = _sum(self.tokens_in, answer.tokens_in)
        self.tokens_out = _sum(self.tokens_out, answer.tokens_out)


@dataclass
class Outcome:
    """What became of a problem.

    Attributes:
        task_id: the problem.
        made: what was made; None if there is a fault.
        fault: why nothing was made, in words.
        asked: whether the fault is a failed request, so that another run may do better.
        spent: what it cost in requests and tokens.
    """

    task_id: str
    made: Made | None = None
    fault: str | None = None
    asked: bool = False
    spent: Spent = field(default_factory=Spent)


def without_inputs(problem: Problem) -> str | None:
    """Return why no stressful inputs can be made for a problem; None where they can."""
    return "its tests are unittest suites, which have no call scripts" if problem.suites is not None else None


def make_inputs(
    benchmark: Benchmark,
    settings: Settings,
    method: str,
    answers: KeptAnswers,
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Make stressful inputs, and with `stgen` a contract, for each problem.

    Args:
        benchmark: the problems.
        settings: whom to ask, and how; the prompt is the method's.
        method: one of METHODS.
        answers: the answers of earlier runs; those of this run are added.
        python: the interpreter that runs everything; None: that of the measuring environment.
        session: whose workers do it; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        The outcomes, in the benchmark's order.

    Raises:
        InputError: the model cannot be asked.
        MachineError: this machine lacks what it needs.
    """
    python, fingerprint = ready_to_count(python)
    run = _Run(settings, method, answers, fingerprint, progress or (lambda *_: None))
    with ExitStack() as stack:
        own = stack.enter_context(opened(session))
        executor = stack.enter_context(ThreadPoolExecutor(own.size))
        # One worker each: a conversation that waits for a task takes whichever of them is free.
        pools = stack.enter_context(own.single_workers(WorkerSetting(python)))
        return asyncio.run(run.make(benchmark, executor, pools))


class _Run:
    """One run. The model is asked, and its packages are imported, only when an answer is missing."""

    def __init__(
        self, settings: Settings, method: str, answers: KeptAnswers, fingerprint: Fingerprint, progress: Progress
    ) -> None:
        self._settings, self._method, self._answers = settings, method, answers
        self._fingerprint, self._progress = fingerprint, progress
        self._model: AskedModel | None = None
        self._failed: list[str] = []
        self._answered = 0

    async def make(self, benchmark: Benchmark, executor: ThreadPoolExecutor, pools: Sequence[Pool]) -> list[Outcome]:
        """Hold the conversations of all problems, several at a time, and return their outcomes."""
        self._executor = executor
        self._pools: asyncio.Queue[Pool] = asyncio.Queue()
        for pool in pools:
            self._pools.put_nowait(pool)
        self._connections = asyncio.Semaphore(self._settings.connections)
        waiting: Iterator[Problem] = iter(benchmark)
        found: dict[str, Outcome] = {}

        async def work() -> None:
            for problem in waiting:
                if len(self._failed) >= _GIVE_UP and not self._answered:
                    return
                found[problem.task_id] = await self._problem(problem)
                self._progress(STEP, len(found), len(benchmark))

        self._progress(STEP, 0, len(benchmark))
        try:
            await asyncio.gather(*(work() for _ in range(max(self._settings.connections, len(pools)))))
        finally:
            if self._model is not None:
                await self._model.close()
        if self._failed and not self._answered:
            raise InputError(
                f"--model {self._settings.model}: the first {len(self._failed)} requests all failed: "
                f"{self._failed[-1]}; fix this, then try again"
            )
        return [found[problem.task_id] for problem in benchmark]

    async def _problem(self, problem: Problem) -> Outcome:
        outcome = Outcome(problem.task_id, fault=without_inputs(problem))
        if outcome.fault is not None:
            return outcome
        store = outcome_store(STEP, problem, self._fingerprint)
        making = METHODS[self._method](problem, self._settings.asked)
        asked: Counter[str] = Counter()
        try:
            step = next(making)
            while True:
                if isinstance(step, Ask):
                    first = key_of(self._settings, step.messages, 0)
                    answer = await self._answer(step, asked[first])
                    asked[first] += 1
                    if isinstance(answer, str):
                        outcome.fault, outcome.asked = f"a request failed: {answer}", True
                        return outcome
                    outcome.spent.add(answer)
                    step = making.send(answer.text)
                    continue
                try:
                    tried = await self._tried(step, store)
                except InputError as error:  # concerns this problem only
                    outcome.fault = str(error)
                    return outcome
                step = making.send(tried)
        except StopIteration as end:
            outcome.made = end.value
        return outcome

    async def _answer(self, ask: Ask, again: int) -> KeptAnswer | str:
        """Return the answer to a question, or why it failed."""
        key = key_of(self._settings, ask.messages, again)
        if (kept := self._answers.get(key)) is not None:
            self._answered += 1
            return kept
        from tallybench.generating.model import AskedModel, NoAnswer  # takes seconds: it imports Inspect AI

        if self._model is None:
            self._model = AskedModel(self._settings)
            gc.freeze()  # so that the packages' own objects are not scanned for garbage again and again
        async with self._connections:
            try:
                given = await self._model.ask(list(ask.messages), again)
            except NoAnswer as failure:
                self._failed.append(str(failure))
                return str(failure)
        self._answered += 1
        answer = KeptAnswer(given.text, given.tokens_in, given.tokens_out)
        self._answers.keep(key, answer)
        return answer

    async def _tried(self, task: _Task, store: OutcomeStore) -> Any:
        """Return the outcome of a task, and keep it unless it follows from the problem alone."""
        adapter = _OUTCOMES.get(type(task))
        key = None if adapter is None else (RULES, type(task).__name__, _digest(task))
        if adapter is not None and key is not None:
            noted = store.get(adapter.validate_python, *key)
            if noted is not None:
                return noted
        pool = await self._pools.get()
        try:
            outcome = await asyncio.get_running_loop().run_in_executor(self._executor, _done, pool, task)
        finally:
            self._pools.put_nowait(pool)
        if isinstance(outcome, Lost):
            return _without(task, outcome.reason)
        if adapter is not None and key is not None:
            store.note(adapter.dump_python(outcome, mode="json"), *key)
        return outcome


def _done(pool: Pool, task: _Task) -> Any:
    ((_, outcome),) = pool.run([("", task)])
    return outcome


def _without(task: _Task, reason: str) -> Any:
    """Return the outcome for a task that crashed the sandbox or the process that read the answer."""
    if isinstance(task, AssertionTask):
        return Proposed(None, reason)
    if isinstance(task, InputsTask):
        return (Tried("", Fate.UNREADABLE, reason),)
    if isinstance(task, AgainTask):
        return tuple(Tried(given.name, Fate.NOT_BUILT, reason, given.draft) for given in task.tried)
    raise InputError(f"{task.problem.task_id}: its correctness tests cannot be run: {reason}")


def _digest(task: AssertionTask | InputsTask | AgainTask | TestsTask) -> str:
    """Hash what a task depends on besides the content of its problem, by which outcomes are stored anyway."""
    facts = {name: value for name, value in vars(task).items() if name not in ("problem", "inputs")}
    values = [asdict(value) if hasattr(value, "__dataclass_fields__") else value for value in facts.values()]
    content = orjson.dumps([[*facts], values], default=asdict, option=orjson.OPT_SORT_KEYS)
    return sha256(content + encode(plain_invalid(task.problem))).hexdigest()


def _sum(total: int | None, more: int | None) -> int | None:
    return None if total is None or more is None else total + more
