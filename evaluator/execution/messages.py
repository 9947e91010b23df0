"""What the pool and a worker say to each other. Both ends are ours, so these are pickled; nothing untrusted is."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from evaluator.errors import TallyBenchError
from evaluator.results.verdicts import Verdict

T = TypeVar("T")


@dataclass(frozen=True)
class WorkerSetting:
    """What a worker is started with.

    Attributes:
        python: the path of the measuring interpreter.
        counter: the name of one of `counters.COUNTERS`.
        hash_seed: PYTHONHASHSEED of solutions.
        isolated: inside bubblewrap.
        rate: overrides the calibrated rate.
        processor: the one to stay on. A worker and its sandbox take turns, and to wake each other on one processor
            is quicker than across two; None leaves it to the kernel.
    """

    python: str
    counter: str = "valgrind"
    hash_seed: int = 0
    isolated: bool = True
    rate: float | None = None
    processor: int | None = None


@dataclass(frozen=True)
class Done(Generic[T]):
    """A task that was done, with what it returned."""

    outcome: T


@dataclass(frozen=True)
class Lost:
    """A task that has no outcome of its own: it ended the process or the sandbox that did it.

    Attributes:
        reason: in words.
        verdict: that follows from it for the solution that was judged.
    """

    reason: str
    verdict: Verdict = Verdict.TAMPERING


@dataclass(frozen=True)
class Raised:
    """A task that ended with an error that is the caller's to handle."""

    error: TallyBenchError


Reply = Done[T] | Lost | Raised
