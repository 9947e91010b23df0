"""A run on a Judge0 server: samples in, an ordinary result out, and a table of times and memory.

A worker runs a program on the server once for each test, and judges its output here.
"""

import csv
import io
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx
from pydantic import BaseModel, ConfigDict

from tallybench import version
from tallybench.benchmarks.sources.ecco import problem_of
from tallybench.benchmarks.sources.ecco_files import users_of
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, opened
from tallybench.counting.worker import Worker
from tallybench.errors import InputError, MachineError
from tallybench.evaluation.assemble import assemble_result
from tallybench.evaluation.options import Options
from tallybench.evaluation.preparation import prepare
from tallybench.evaluation.shards import Job
from tallybench.evaluation.steps import CheckKey, Run
from tallybench.integrations.judge0_server import Ran, Server, Undecided, connect, run_program
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import PASSED, CheckOutcome, Source
from tallybench.model.problem import Problem, code_hash
from tallybench.model.result import Model, Result
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import held_sanitizers, read_attempts
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.programs import as_bytes, compare_text
from tallybench.statistics.report import inert
from tallybench.studies.ecco_rules import place_by_rule
from tallybench.values.shorten import shorten

_TASK_SECONDS = 86_400.0  # a worker waits for the server, and gives up long before
_FIGURES = ("seconds", "kilobytes", "own_seconds", "own_kilobytes", "speedup", "memory_reduction")
_PLACES = ("runtime_place", "memory_place")
COLUMNS = ("task_id", "index", "verdict", "runs", *_FIGURES, *_PLACES)


class Checked(BaseModel):
    """How a program did on the server."""

    model_config = ConfigDict(frozen=True)

    outcome: CheckOutcome | None = None  # the outcome of its tests; None if the server did not run it
    undecided: str = ""  # why the server did not run it
    runs: int = 0  # how many tests it ran on
    seconds: float | None = None  # the mean CPU time over these tests; None if the server does not report it
    kilobytes: float | None = None  # the mean memory, likewise

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
            return Checked(undecided=str(undecided))
        seconds, kilobytes = _mean([ran.seconds for ran in runs]), _mean([ran.kilobytes for ran in runs])
        return Checked(outcome=outcome, runs=len(runs), seconds=seconds, kilobytes=kilobytes)

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


def _mean(figures: list[float | None]) -> float | None:
    """Return the mean; None if the server does not report all of the figures."""
    known = [figure for figure in figures if figure is not None]
    return round(fmean(known), 6) if known and len(known) == len(figures) else None


class Judge0Run:
    """Evaluates samples on a server, and keeps what the result cannot hold.

    Attributes:
        rows: for each sample, the values that COLUMNS names: means over its runs and over those of the problem's own
            solution (in ECCO, the program to be made faster); for a correct sample, the latter divided by the former,
            and its places among the users of ECCO's problems, by ECCO's rule.
        undecided: how many programs the server failed to run; their problems are excluded.
    """

    def __init__(self, server: Server) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self.undecided = 0
        self._server = server

    def table(self) -> bytes:
        """Return the rows as CSV."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([COLUMNS, *(map(inert, row) for row in self.rows)])
        return out.getvalue().encode()

    def lines(self, result: Result, table: Path) -> list[str]:
        """Return what is printed beside the result: the server's own figures, and what was excluded."""
        lines = [f"by the server's own figures: {self.relative()} (see {table})"]
        if result.exclusions:
            first = result.exclusions[0]
            lines.append(f"excluded: {len(result.exclusions)} problems, such as {first.task_id}: {first.reason}")
        if self.undecided:
            lines.append(f"not run because the server failed: {self.undecided} programs; --resume tries them again")
        return lines

    def relative(self) -> str:
        """Return ECCO's figures in words: means over problems, for correct samples; places are the fastest sample's."""
        ratios: dict[str, list[tuple[float, float]]] = {}
        places: dict[str, list[tuple[float, float, float]]] = {}
        for task_id, _, _, _, seconds, _, _, _, speedup, reduction, *place in self.rows:
            if speedup is not None and reduction is not None:
                ratios.setdefault(task_id, []).append((speedup, reduction))
            if None not in place:
                places.setdefault(task_id, []).append((seconds, *place))
        if not ratios:
            return "no correct sample has a time and a memory to compare"
        means = [fmean(fmean(pair[at] for pair in pairs) for pairs in ratios.values()) for at in (0, 1)]
        words = f"speedup {means[0]:.2f}, memory reduction {means[1]:.2f} over {len(ratios)} problems"
        if places:
            _, runtime, memory = (100 * fmean(min(found)[at] for found in places.values()) for at in range(3))
            words += f"; runtime % {runtime:.2f}, memory % {memory:.2f} among ECCO's users, over {len(places)} problems"
        return words

    def evaluate(
        self,
        samples: Iterable[Sample],
        model: Model,
        options: Options,
        progress: Progress,
        journal: Journal | None = None,
        source: Source | None = None,
        session: Session | None = None,
    ) -> Result:
        """Evaluate a model's samples on the server, like `evaluate`, but without counting.

        The problems' own solutions run first. A problem whose own solution fails there is excluded, and so is one with
        a sample that the server fails to run.

        Raises:
            InputError: the samples or an option cannot be used, or no problem can be evaluated there.
            MachineError: this machine or the server lacks what the run needs.
        """
        options = replace(options, counter="none")
        whole, _, setting = prepare(options)
        if any(problem.level != "file" for problem in whole):
            raise InputError(f"--judge0: runs whole programs, such as those of ecco-edit; {whole.name} has others")
        fingerprint = Fingerprint(self._server.facts)
        with ExitStack() as stack:
            lent = stack.enter_context(opened(session))
            attempts = read_attempts(samples, whole, held_sanitizers(lent))
            if journal is not None:
                programs = [(attempt.task_id, attempt.index, attempt.code_hash) for attempt in attempts]
                stack.callback(journal.close)
                journal.open(sha256(repr((version(), whole.hash, fingerprint.hash, programs)).encode()).hexdigest())
            pool = stack.enter_context(lent.workers(setting, task_seconds=_TASK_SECONDS))
            run = Run(whole, attempts, pool, journal, progress)
            found = self._check(run, {_own(problem): problem.ground_truth.code for problem in whole}, "own solutions")
            failing = {key[0]: f"its own solution {own.why_not}" for key, own in found.items() if own.why_not}
            benchmark = self._without(whole, failing)
            codes = {
                (attempt.task_id, attempt.code_hash): attempt.code
                for attempt in attempts
                if attempt.task_id in benchmark.by_id and attempt.code is not None and attempt.code_hash is not None
            }
            found |= self._check(run, {key: code for key, code in codes.items() if key not in found}, "samples")
        failing = {key[0]: f"a sample {found[key].why_not}" for key in codes if found[key].outcome is None}
        benchmark = self._without(benchmark, failing)
        attempts = [attempt for attempt in attempts if attempt.task_id in benchmark.by_id]
        checks = {key: checked.outcome for key, checked in found.items() if checked.outcome is not None}
        run = replace(run, benchmark=benchmark, attempts=attempts, checks=checks)
        job = Job(model, replace(options, sandbox=False), benchmark, attempts, source)
        result = assemble_result(job, run, fingerprint)
        environment = result.environment.model_copy(update={"self_measured": True})
        self.undecided = sum(checked.outcome is None for checked in found.values())
        self.rows = []
        users = users_of(options.data) if whole.name == "ecco-generate" and options.data is not None else {}
        for attempt in attempts:
            verdict, own = run.verdict(attempt), found[_own(benchmark.by_id[attempt.task_id])]
            ran = found.get((attempt.task_id, attempt.code_hash or ""), Checked())
            pairs = (own.seconds, ran.seconds), (own.kilobytes, ran.kilobytes)
            ratios = [round(a / b, 4) if a and b and verdict is Verdict.PASSED else None for a, b in pairs]
            figures = ran.seconds, ran.kilobytes, own.seconds, own.kilobytes
            people = users.get(problem_of(attempt.task_id)) if verdict is Verdict.PASSED else None
            placed: list[float | None] = [None, None]
            if people is not None and ran.seconds is not None and ran.kilobytes is not None:
                placed = [place_by_rule(ran.seconds, people.runtimes), place_by_rule(ran.kilobytes, people.memories)]
            row = attempt.task_id, attempt.index, verdict, ran.runs, *figures, *ratios, *placed
            self.rows.append(row)
        return result.model_copy(update={"environment": environment})

    def _check(self, run: Run, codes: Mapping[CheckKey, str], step: str) -> dict[CheckKey, Checked]:
        """Run programs, except those that the journal has from an earlier run."""

        def task(key: CheckKey) -> ServerTask:
            return ServerTask(self._server, Tests.of(run.benchmark.by_id[key[0]]), codes[key])

        def note(key: CheckKey, checked: Checked) -> None:
            if run.journal is not None and checked.outcome is not None:
                run.journal.record(("judge0", *key), checked.model_dump(mode="json"))

        try:
            return finish_tasks(
                run.pool,
                {key: task(key) for key in codes},
                recall=lambda key: run.recall(Checked.model_validate, "judge0", *key),
                note=note,
                lost=lambda lost: Checked(outcome=CheckOutcome.failed(lost.verdict, lost.reason)),
                step=step,
                progress=run.progress,
            )
        except MachineError as error:
            kept = "; what was judged is kept: the same command with --resume continues" if run.journal else ""
            raise MachineError(f"{error}{kept}") from None

    def _without(self, benchmark: Benchmark, failing: Mapping[str, str]) -> Benchmark:
        kept = tuple(problem for problem in benchmark if problem.task_id not in failing)
        excluded = tuple(
            (problem.task_id, failing[problem.task_id]) for problem in benchmark if problem.task_id in failing
        )
        if not kept:
            raise InputError(f"{self._server.address.host}: runs no problem; {excluded[0][0]}: {excluded[0][1]}")
        return replace(benchmark, problems=kept, exclusions=(*benchmark.exclusions, *excluded))


def _own(problem: Problem) -> CheckKey:
    return problem.task_id, code_hash(problem.ground_truth.code)
