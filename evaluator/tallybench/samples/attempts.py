"""Take the programs from samples, in a process of its own, with limits that the kernel holds it to.

Python's parser is C: no exception stops an answer that is built to keep it busy or to overflow its stack. So
a separate process parses, and is replaced if need be. It is kept between samples, and started when the
first sample comes that has to be parsed.
"""

import json
import signal
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

from tallybench.counting.session import Session
from tallybench.errors import MachineError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, code_hash
from tallybench.samples.reading import Sample
from tallybench.samples.sanitize import Sanitized, is_whole, sanitize
from tallybench.samples.sanitize.program import UNPARSABLE
from tallybench.sandbox.guard import ENDS_BY, ended_after, leave_no_core
from tallybench.sandbox.messages import START_SECONDS, Connected, accept_connection, say_ready, start_connected
from tallybench.values.text import UNUSABLE

CPU_SECONDS = 10.0  # for one sample; answers of models take milliseconds
NO_TEXT = Sanitized(None, ("nul_or_half_surrogate",))  # characters that no Python or JSON file can hold
TOO_COSTLY = Sanitized(None, ("not_parsed_within_limits",))
_BY_THE_TEXT = (ENDS_BY, signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT)  # how a text ends its parser
_TRIES = 2
_WORTH_A_PROCESS = 300  # samples that take as long to parse as a process takes to start
_NO_CODE = {
    "nul_or_half_surrogate": "the program holds a NUL character or half of a surrogate pair, which no file can hold",
    "unfinished_reasoning": "the answer is a thought that never ends",
}


class Sanitizer:
    """Turns samples into programs, as `sanitize` does. What cannot be parsed within the limits holds no code."""

    def __init__(self) -> None:
        self._started: Connected | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._started is not None:
            self._started.end()

    def sanitize(self, field: str, text: str, prompt: str, entry_point: str, any_name: bool = False) -> Sanitized:
        """Turn a sample into a program; the arguments are those of `sanitize`."""
        taken = self._taken(field, text, prompt, entry_point, any_name)
        return NO_TEXT if taken.code is not None and UNUSABLE.search(taken.code) else taken

    def _taken(self, field: str, text: str, prompt: str, entry_point: str, any_name: bool) -> Sanitized:
        whole = field == "solution"
        if whole and is_whole(text, prompt, entry_point):
            return Sanitized(text, ())
        too_costly = Sanitized(text, ()) if whole else TOO_COSTLY  # executing it will say so
        request = json.dumps([field, text, prompt, entry_point, any_name]).encode()
        for _ in range(_TRIES):
            try:
                connection = self._start().connection
                connection.send_bytes(request)
                code, rules = json.loads(connection.recv_bytes())
            except (EOFError, OSError):
                status = self._end()
                if -status in _BY_THE_TEXT:
                    return too_costly
            else:
                sanitized = Sanitized(code, tuple(rules))
                return too_costly if sanitized == TOO_COSTLY else sanitized
        raise MachineError(f"the process that takes programs from samples ended (exit status {status}); try again")

    def _start(self) -> Connected:
        """Return its process, started if necessary."""
        if self._started is None:
            try:
                self._started = start_connected("from tallybench.samples.attempts import main\nmain()")
            except OSError as error:
                raise MachineError(f"no process can be started to parse samples ({error.strerror})") from None
            self._started.confirm(START_SECONDS)
        return self._started

    def _end(self) -> int:
        """Return the status of the process, which has hung up; if negative, minus the signal that ended it."""
        assert self._started is not None
        status = self._started.process.wait()
        self._started.end()
        self._started = None
        return status


def held_sanitizers(session: Session) -> list[Sanitizer]:
    """Return a session's sanitizers, as many as it has workers. Each starts its process when it is first used."""
    return [session.hold((Sanitizer, number), Sanitizer) for number in range(session.size)]


def main() -> None:
    """Answer each sample with its program and the rules, until the other side hangs up."""
    connection = accept_connection()
    leave_no_core()
    try:
        say_ready(connection)
        while True:
            request = json.loads(connection.recv_bytes())
            try:
                with ended_after(CPU_SECONDS):
                    sanitized = sanitize(*request)
            except UNPARSABLE:
                sanitized = TOO_COSTLY
            connection.send_bytes(json.dumps([sanitized.code, sanitized.rules]).encode())
    except (EOFError, ConnectionError):
        pass


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sample and the program that was taken from it.

    Attributes:
        task_id: the problem.
        index: its number among the samples of its task.
        code: the program; None if the answer has no code.
        code_hash: SHA-256 of the program.
        rules: the rules by which it was taken from the answer.
        tokens: the numbers of input and output tokens; None if the samples do not say.
    """

    task_id: str
    index: int
    code: str | None
    code_hash: str | None
    rules: tuple[str, ...]
    tokens: tuple[int, int] | None = None


def no_code_reason(rules: Iterable[str]) -> str:
    """Return why no program was taken from an answer, by the rules that were applied to it."""
    known = (_NO_CODE[rule] for rule in rules if rule in _NO_CODE)
    return next(known, "the answer has no code that defines the entry point")


def read_attempts(
    samples: Iterable[Sample], benchmark: Benchmark, sanitizers: Sequence[Sanitizer] = ()
) -> list[Attempt]:
    """Take the programs from the samples of a benchmark's problems, in the benchmark's order.

    Samples of problems that were not selected are skipped.

    Args:
        samples: the samples.
        benchmark: the problems that were selected.
        sanitizers: parse the samples side by side; if empty, one is started for the call.

    Raises:
        InputError: the samples cannot be read.
        MachineError: the process that parses them cannot be started.
    """
    if not sanitizers:
        with Sanitizer() as sanitizer:
            return read_attempts(samples, benchmark, [sanitizer])
    by_id = benchmark.by_id
    chosen = [sample for sample in samples if sample.task_id in by_id]
    count = min(len(sanitizers), 1 + len(chosen) // _WORTH_A_PROCESS)

    def read_part(number: int) -> list[Attempt]:
        return [attempt_of(one, by_id[one.task_id], sanitizers[number]) for one in chosen[number::count]]

    with ThreadPoolExecutor(count) as threads:
        attempts = [attempt for part in threads.map(read_part, range(count)) for attempt in part]
    order = {task_id: number for number, task_id in enumerate(by_id)}
    attempts.sort(key=lambda attempt: (order[attempt.task_id], attempt.index))
    return attempts


def attempt_of(sample: Sample, problem: Problem, sanitizer: Sanitizer) -> Attempt:
    """Take the program from a sample."""
    taken = sanitizer.sanitize(sample.field, sample.text, problem.prompt, problem.entry_point, problem.any_name)
    digest = None if taken.code is None else code_hash(taken.code)
    return Attempt(problem.task_id, sample.index, taken.code, digest, taken.rules, sample.tokens)
