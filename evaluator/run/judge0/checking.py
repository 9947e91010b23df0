"""Runs programs on a Judge0 server until each is decided: keeps the server busy, judges what comes back, notes it."""

from collections import deque
from collections.abc import Iterable, Mapping

from evaluator.errors import TallyBenchError
from evaluator.execution.judge0.answer import Judged, Ran
from evaluator.execution.judge0.judging import MoreCalls, judged_lost
from evaluator.execution.judge0.queue import Ended, Queue
from evaluator.execution.judge0.server import Judge0, Submission
from evaluator.execution.messages import Lost
from evaluator.execution.pool import Progress, Workers
from evaluator.journal import Journal
from evaluator.run.judge0.programs import Program, ProgramKey, ProgramOutcome


class Checking:
    """What runs of programs share.

    Args:
        judge0: the server.
        pool: the workers that judge.
        journal: notes what is judged, and gives what an earlier run noted; None notes nothing.
        progress: called with a step's name, how much is done, and how much there is.
    """

    def __init__(self, judge0: Judge0, pool: Workers, journal: Journal | None, progress: Progress) -> None:
        self._judge0 = judge0
        self._pool = pool
        self._journal = journal
        self._progress = progress

    def check(self, programs: Iterable[Program], step: str, total: int) -> dict[ProgramKey, ProgramOutcome]:
        """Runs programs until each is decided.

        Args:
            programs: taken as the server has room for them.
            step: what `progress` calls these programs.
            total: how many they are.

        Raises:
            InputError: the server refuses what it is sent.
            MachineError: it is busy or out of reach for too long. What was judged is in the journal.
        """
        outcomes: dict[ProgramKey, ProgramOutcome] = {}
        queue, waiting, coming = Queue(self._judge0), deque[Submission](), iter(programs)
        started: dict[ProgramKey, Program] = {}

        def go_on(program: Program) -> None:
            waiting.extend(program.submission(number, self._judge0.server.limits) for number in program.following())
            if program.is_decided:
                outcomes[program.key] = program.outcome()
                started.pop(program.key, None)
                self._progress(step, len(outcomes), total)

        if total:
            self._progress(step, 0, total)
        while True:
            for _ in range(queue.room):
                while not waiting and (program := next(coming, None)) is not None:
                    self._recall(program)
                    started[program.key] = program
                    go_on(program)
                if waiting:
                    queue.add(waiting.popleft())
            if not queue:
                return outcomes
            try:
                ended = queue.ended()
            except TallyBenchError as error:
                if self._journal is None:
                    raise
                kept = "what was judged is kept: the same command with --resume goes on with it"
                raise type(error)(f"{error}; {kept}") from None
            for key in self._take(ended, started):
                go_on(started[key])

    def _take(self, ended: list[Ended], started: Mapping[ProgramKey, Program]) -> list[ProgramKey]:
        """Judges the runs that have ended, and gives them to their programs, of which it returns the keys."""
        tasks, ran = [], {}
        for submission, outcome in ended:
            program, number = self._run_of(submission.key, started)
            if isinstance(outcome, Ran):
                ran[submission.key] = outcome
                tasks.append((submission.key, program.task(number, outcome, self._judge0.server.limits)))
            else:
                program.take(number, outcome.reason)
        for key, found in self._pool.run(tasks):
            program, number = self._run_of(key, started)
            judged: Judged | MoreCalls = judged_lost(found, ran[key]) if isinstance(found, Lost) else found
            if isinstance(judged, Judged) and self._journal is not None:
                self._journal.record(("judge0", *key), vars(judged))
            program.take(number, judged)
        return list(dict.fromkeys(self._run_of(submission.key, started)[0].key for submission, _ in ended))

    def _run_of(self, key: tuple[str, ...], started: Mapping[ProgramKey, Program]) -> tuple[Program, int]:
        task_id, digest, number = key
        return started[task_id, digest], int(number)

    def _recall(self, program: Program) -> None:
        """Gives a program the runs that an earlier run noted.

        Raises:
            InputError: they are none that were noted here.
        """
        if self._journal is None:
            return
        for number in range(program.runs):
            record = self._journal.get(("judge0", *program.key, str(number)))
            if record is None:
                continue
            try:
                program.judged[number] = Judged.of_record(record)
            except (TypeError, ValueError, KeyError):
                raise self._journal.damaged() from None
