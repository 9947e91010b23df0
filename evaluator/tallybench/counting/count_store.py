"""Keep counts and peak memory between runs, in the cache: each program is measured once, whatever model wrote it.

The key is the problem's content, the program, the stressful input and the environment: if these are the same, so is the
count, to the instruction, and the output. Other failures are not kept, and are measured again.
"""

from collections import OrderedDict
from typing import Literal

from tallybench.counting.outcome_store import OutcomeStore, outcome_store
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox.gauge import GAUGE_VERSION

_MOST_PROBLEMS = 16  # whose counts are held in memory: a run asks for them problem by problem


class CountStore:
    """The counts, or the peak memory, of one environment.

    Args:
        fingerprint: the environment's.
        what: `counts` or `memory`.
    """

    def __init__(self, fingerprint: Fingerprint, what: Literal["counts", "memory"] = "counts") -> None:
        self._fingerprint = fingerprint
        self._what = what
        self._stores: OrderedDict[str, OutcomeStore] = OrderedDict()

    def get(self, problem: Problem, code_hash: str, name: str) -> StressResult | None:
        """Return what a program spends on a stressful input; None if it is not known.

        Args:
            problem: the problem that the program solves.
            code_hash: SHA-256 of the program.
            name: the stressful input's name.
        """
        return self._of(problem).get(StressResult.model_validate, code_hash, name)

    def note(self, problem: Problem, code_hash: str, name: str, outcome: StressResult) -> None:
        """Keep what was measured if it would be the same again: a count, its bound, or a wrong output.

        Raises:
            MachineError: the cache cannot be written.
        """
        if outcome.verdict.bounded or outcome.verdict is StressVerdict.WRONG_OUTPUT:
            self._of(problem).note(outcome.model_dump(mode="json"), code_hash, name)

    def _of(self, problem: Problem) -> OutcomeStore:
        if problem.hash not in self._stores:
            folder = f"memory-{GAUGE_VERSION}" if self._what == "memory" else self._what
            self._stores[problem.hash] = outcome_store(folder, problem, self._fingerprint)
            if len(self._stores) > _MOST_PROBLEMS:
                self._stores.popitem(last=False)
        self._stores.move_to_end(problem.hash)
        return self._stores[problem.hash]
