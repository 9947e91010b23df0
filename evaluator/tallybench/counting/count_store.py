"""Keep counts and peak memory between runs, in the cache: each program is measured once, whatever model wrote it.

By the problem's content, the program, the stressful input and the environment: the same gives the same count, to the
instruction, and the same output. Whatever else failed is not kept, and is measured again.
"""

from collections import OrderedDict
from typing import Literal

from tallybench.counting.instructions import StressOutcome
from tallybench.counting.outcome_store import OutcomeStore, outcome_store
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox.gauge import GAUGE_VERSION

_MOST_PROBLEMS = 16  # whose counts are held: a run asks for them problem by problem


class CountStore:
    """The counts of one environment.

    Args:
        fingerprint: the environment's.
        what: `counts` or `memory`.
    """

    def __init__(self, fingerprint: Fingerprint, what: Literal["counts", "memory"] = "counts") -> None:
        self._fingerprint = fingerprint
        self._what = what
        self._stores: OrderedDict[str, OutcomeStore] = OrderedDict()

    def get(self, problem: Problem, code_hash: str, name: str) -> StressOutcome | None:
        """Return what a program spends on a stressful input, as far as it is known.

        Args:
            problem: which the program solves.
            code_hash: SHA-256 of the program.
            name: of the stressful input.
        """
        return self._of(problem).get(StressOutcome.of_record, code_hash, name)

    def note(self, problem: Problem, code_hash: str, name: str, outcome: StressOutcome) -> None:
        """Keep what was measured, where it would be the same again: a count, its bound, or a wrong output.

        Raises:
            MachineError: the cache cannot be written.
        """
        if outcome.verdict.bounded or outcome.verdict is StressVerdict.WRONG_OUTPUT:
            self._of(problem).note(outcome.as_record(), code_hash, name)

    def _of(self, problem: Problem) -> OutcomeStore:
        if problem.hash not in self._stores:
            folder = f"memory-{GAUGE_VERSION}" if self._what == "memory" else self._what
            self._stores[problem.hash] = outcome_store(folder, problem, self._fingerprint)
            if len(self._stores) > _MOST_PROBLEMS:
                self._stores.popitem(last=False)
        self._stores.move_to_end(problem.hash)
        return self._stores[problem.hash]
