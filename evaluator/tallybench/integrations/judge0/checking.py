"""What a worker does: run a program on the server once for each test, and judge its output here."""

from dataclasses import dataclass
from statistics import fmean

import httpx

from tallybench.counting.worker import Worker
from tallybench.integrations.judge0.server import Ran, Server, Undecided, connect, run_program
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.programs import as_bytes, compare_text
from tallybench.values.shorten import shorten


@dataclass(frozen=True)
class Checked:
    """How a program did on the server.

    Attributes:
        outcome: the outcome of its tests; None if the server did not run it.
        undecided: why the server did not run it.
        runs: how many tests it ran on.
        seconds: the mean CPU time of the runs; None if the server does not report it.
        kilobytes: the mean memory, likewise.
    """

    outcome: CheckOutcome | None
    undecided: str = ""
    runs: int = 0
    seconds: float | None = None
    kilobytes: float | None = None

    @property
    def why_not(self) -> str | None:
        """Why it is not known to be correct; None if it is correct."""
        if self.outcome is None:
            return f"does not run there: {self.undecided}"
        passed = self.outcome.verdict is Verdict.PASSED
        return None if passed else f"fails there: {self.outcome.verdict}: {self.outcome.reason}"


@dataclass(frozen=True)
class ServerTask:
    """Run the tests of a problem on a program, on a server."""

    server: Server
    tests: Tests
    program: str

    def run(self, worker: Worker) -> Checked:
        """Run the tests, up to the first that fails."""
        runs: list[Ran] = []
        try:
            with connect(self.server.address) as client:
                outcome = self._outcome(client, runs)
        except Undecided as undecided:
            return Checked(None, str(undecided))
        seconds = [ran.seconds for ran in runs if ran.seconds is not None]
        kilobytes = [ran.kilobytes for ran in runs if ran.kilobytes is not None]
        means = (
            round(fmean(known), 6) if known and len(known) == len(runs) else None for known in (seconds, kilobytes)
        )
        return Checked(outcome, "", len(runs), *means)

    def _outcome(self, client: httpx.Client, runs: list[Ran]) -> CheckOutcome:
        for number, case in enumerate(self.tests.cases, 1):
            (stdin,) = case.arguments
            where, call = f"test {number} of {len(self.tests.cases)}", f"standard input {shorten(stdin)}"
            runs.append(ran := run_program(client, self.server, self.program.encode(), as_bytes(stdin)))
            if ran.failure is not None:
                return CheckOutcome.failed(ran.failure.verdict, f"{where}: {ran.failure.reason}", call)
            if wrong := compare_text(self.tests, stdin, case.expected, ran.stdout, where, call):
                return wrong
        return PASSED
