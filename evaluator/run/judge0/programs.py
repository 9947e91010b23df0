"""Programs that are run on a Judge0 server: what of each is sent, and when it is decided whether it is correct."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.judge0.answer import Judged, Limits, Ran
from evaluator.execution.judge0.driver import calls_text, function_program
from evaluator.execution.judge0.judging import CallsTask, JudgeTask, MoreCalls, TextTask
from evaluator.execution.judge0.server import Submission
from evaluator.execution.programs import as_bytes
from evaluator.results.verdicts import Verdict

ProgramKey = tuple[str, str]
"""A task's id and the SHA-256 of a program."""

_TOGETHER = 4  # tests of a program that are under way at once: one that fails is run on no more than these
_MOST_ROUNDS = 20  # in which the tests of a function may make calls that follow from what it returned


@dataclass(frozen=True)
class ProgramOutcome:
    """What was found of a program.

    Attributes:
        checked: of its tests; None where nobody can say.
        undecided: why nobody can; None where it is known.
        tests: how many runs that took.
        seconds: CPU time of these together, as Judge0 says; None where it does not say it of each.
        kilobytes: the most memory that one of them took, likewise.
    """

    checked: CheckOutcome | None
    undecided: str | None = None
    tests: int = 0
    seconds: float | None = None
    kilobytes: float | None = None


@dataclass
class Program:
    """A program on its way to an outcome. Its runs are numbered: a function has one, a program one for each test.

    Attributes:
        key: of the program.
        tests: of its problem.
        solution: the program itself.
        calls: that the tests of a function make, encoded.
        judged: the runs that are judged, by number.
        undecided: why nobody can say whether it is right; None where somebody can.
        under_way: the numbers of the runs that are.
    """

    key: ProgramKey
    tests: Tests
    solution: str
    calls: tuple[bytes, ...] = ()
    judged: dict[int, Judged] = field(default_factory=dict)
    undecided: str | None = None
    under_way: set[int] = field(default_factory=set)
    _rounds: int = 0

    @property
    def runs(self) -> int:
        """How many runs it takes at the most."""
        return 1 if self.tests.level == "function" else len(self.tests.cases)

    @property
    def _known(self) -> list[Judged]:
        """The judged runs, up to the first that failed."""
        known: list[Judged] = []
        for number in sorted(self.judged):
            known.append(self.judged[number])
            if known[-1].verdict is not Verdict.PASSED:
                break
        return known

    @property
    def _has_failed(self) -> bool:
        return any(run.verdict is not Verdict.PASSED for run in self.judged.values())

    @property
    def is_decided(self) -> bool:
        """Whether nothing more is to be run."""
        known = self._has_failed or self.undecided is not None or len(self.judged) == self.runs
        return known and not self.under_way

    def following(self) -> list[int]:
        """The numbers of the runs that come next; they are under way then."""
        if self.under_way or self.is_decided:
            return []
        missing = [number for number in range(self.runs) if number not in self.judged][:_TOGETHER]
        self.under_way = set(missing)
        return missing

    def submission(self, number: int, limits: Limits) -> Submission:
        """What is sent for a run."""
        key = (*self.key, str(number))
        if self.tests.level == "function":
            program = function_program(self.solution, self.tests.entry_point, limits.file_kilobytes)
            return Submission(key, program, calls_text(self.calls))
        (stdin,) = self.tests.cases[number].arguments
        return Submission(key, self.solution.encode("utf-8", "surrogatepass"), as_bytes(stdin))

    def task(self, number: int, ran: Ran, limits: Limits) -> JudgeTask:
        """What judges a run that has ended."""
        if self.tests.level == "function":
            return CallsTask(self.tests, self.calls, ran, limits)
        where = f"test {number + 1} of {self.runs}"
        return TextTask(replace(self.tests, cases=(self.tests.cases[number],)), where, ran, limits)

    def take(self, number: int, outcome: Judged | MoreCalls | str) -> None:
        """Takes the outcome of a run: as it was judged, which calls are missing, or why nobody can judge it."""
        self.under_way.discard(number)
        if isinstance(outcome, Judged):
            self.judged[number] = outcome
        elif isinstance(outcome, str):
            self.undecided = self.undecided or outcome
        elif self._rounds < _MOST_ROUNDS:
            self._rounds += 1
            self.calls = outcome.calls
        else:
            self.undecided = f"its tests make ever other calls, after {_MOST_ROUNDS} rounds"

    def outcome(self) -> ProgramOutcome:
        """What was found of it, once it is decided."""
        if self.undecided is not None and not self._has_failed:
            return ProgramOutcome(None, self.undecided)
        known = self._known
        last = known[-1] if known else Judged(Verdict.PASSED)  # there are no tests
        checked = CheckOutcome(last.verdict, last.reason, last.call, last.expected, last.got)
        seconds = [run.seconds for run in known if run.seconds is not None]
        kilobytes = [run.kilobytes for run in known if run.kilobytes is not None]
        return ProgramOutcome(
            checked,
            None,
            len(known),
            round(sum(seconds), 6) if len(seconds) == len(known) else None,
            max(kilobytes) if len(kilobytes) == len(known) else None,
        )


def most_runs(tests: Sequence[Tests]) -> int:
    """How many runs programs take at the most."""
    return sum(1 if of.level == "function" else len(of.cases) for of in tests)
