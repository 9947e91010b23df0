"""Run tasks in workers, and keep their outcomes in the cache, so that an interrupted run can resume."""

import hashlib
import io
import pickle
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import TASK_SECONDS, Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import OutcomeStore, outcome_store
from tallybench.counting.worker import Task
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.messages import Lost, WorkerSetting

RULES = "9"  # bump when the same task would give a different outcome

Key = TypeVar("Key")
T = TypeVar("T")
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)  # making one takes milliseconds


@dataclass(frozen=True)
class Place(Generic[T]):
    """Where an outcome is kept."""

    store: OutcomeStore
    key: tuple[str, ...]
    adapter: TypeAdapter[T]

    def recall(self) -> T | None:
        """Return the outcome; None if it is not kept."""
        return self.store.get(self.adapter.validate_python, *self.key)

    def note(self, outcome: T) -> None:
        """Keep the outcome."""
        self.store.note(self.adapter.dump_python(outcome, mode="json"), *self.key)


class Runner:
    """Runs tasks in a session's workers; without a session, each call opens one.

    Raises:
        MachineError: this machine lacks what counting needs.
    """

    def __init__(
        self, python: str | None = None, session: Session | None = None, progress: Progress | None = None
    ) -> None:
        python, self.fingerprint = ready_to_count(python)
        self.setting = WorkerSetting(python)
        self.session = session
        self.progress = progress or (lambda *_: None)

    def place(self, step: str, task: Any, form: Any) -> Place[Any]:
        """Return where a task's outcome is kept.

        The task is a dataclass with a `problem`; `form` is the outcome's type.
        """
        problem: Problem = task.problem
        facts = {name: value for name, value in vars(task).items() if name != "problem"}
        # The problem's hash, already part of the key, does not cover these.
        beside = (problem.slow, problem.growing, problem.invalid, problem.few_families, problem.cost_varies)
        content = io.BytesIO()
        pickler = pickle.Pickler(content)
        pickler.fast = True  # equal tasks pickle to the same bytes, even if they share objects differently
        pickler.dump((type(task), facts, beside))
        key = (RULES, hashlib.sha256(content.getvalue()).hexdigest())
        return Place(outcome_store(step.replace(" ", "-"), problem, self.fingerprint), key, _adapter(form))

    def finish(
        self,
        step: str,
        tasks: Mapping[Key, Task[T]],
        *,
        kept: Any = None,
        lost: Callable[[Key, Lost], T] | None = None,
        seconds: float = TASK_SECONDS,
    ) -> dict[Key, T]:
        """Do the tasks that no earlier run has done, and return all outcomes in the order of the tasks.

        Outcomes are kept if their type is given as `kept`; then tasks are as in `place`. A lost task's outcome is never
        kept; the task is left out unless `lost` makes an outcome for it.
        """
        if not tasks:
            return {}
        places = {} if kept is None else {key: self.place(step, task, kept) for key, task in tasks.items()}

        def note(key: Key, outcome: T | Lost) -> None:
            if places and not isinstance(outcome, Lost):
                places[key].note(outcome)

        either: dict[Key, Task[T | Lost]] = dict(tasks)
        with lend_workers(self.session, self.setting, task_seconds=seconds) as pool:
            found = finish_tasks(
                pool,
                either,
                recall=lambda key: places[key].recall() if places else None,
                note=note,
                lost=lambda lost: lost,
                step=step,
                progress=self.progress,
            )
        outcomes: dict[Key, T] = {}
        for key in tasks:
            outcome = found[key]
            if not isinstance(outcome, Lost):
                outcomes[key] = outcome
            elif lost is not None:
                outcomes[key] = lost(key, outcome)
        return outcomes


def in_batches(programs: Mapping[str, Mapping[str, str]]) -> dict[tuple[str, str], tuple[Solution, ...]]:
    """Divide programs, by task id and SHA-256, into small batches; one more program changes only one batch."""
    batches: dict[tuple[str, str], list[Solution]] = defaultdict(list)
    for task_id, codes in programs.items():
        for digest, code in sorted(codes.items()):
            batches[task_id, digest[0]].append(Solution(digest, code))
    return {key: tuple(batch) for key, batch in batches.items()}
