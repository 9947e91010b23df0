"""What a run finds out about its programs. Equal programs for the same problem share one outcome."""

from dataclasses import dataclass, field

from tallybench.counting.yardstick import Yardstick
from tallybench.model.parts import CheckOutcome, StressResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt

CheckKey = tuple[str, str]
"""A task's id and the SHA-256 of a program."""
StressKey = tuple[str, str, str]
"""A task's id, the SHA-256 of a program and the name of a stressful input."""


@dataclass
class Outcomes:
    """What a run has found out so far.

    Attributes:
        checks: the outcomes of the correctness tests.
        yardsticks: the yardsticks, by task id.
        faults: why a problem has no yardstick although its data seemed usable, by task id.
        stress: the outcomes on the stressful inputs, for programs that passed.
        memory: the peak memory of what was counted, and of the problems' own solutions; empty unless asked for.
        wrong: the counts of wrong programs at editing tasks.
    """

    checks: dict[CheckKey, CheckOutcome] = field(default_factory=dict)
    yardsticks: dict[str, Yardstick] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    stress: dict[StressKey, StressResult] = field(default_factory=dict)
    memory: dict[StressKey, StressResult] = field(default_factory=dict)
    wrong: dict[StressKey, StressResult] = field(default_factory=dict)

    def verdict(self, attempt: Attempt) -> Verdict:
        """Return the verdict on an attempt."""
        if attempt.code_hash is None:
            return Verdict.NO_CODE
        return self.checks[attempt.task_id, attempt.code_hash].verdict

    def passed(self, attempt: Attempt) -> bool:
        """Return whether an attempt passed the correctness tests."""
        return self.verdict(attempt) is Verdict.PASSED
