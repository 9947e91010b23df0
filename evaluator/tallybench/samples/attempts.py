"""Take the programs from samples in a separate process, with limits that the kernel enforces.

Python's parser is C: no exception stops an answer that is built to keep it busy or to overflow its stack. So
a separate process parses, and is replaced if need be. It starts with the first sample that has to be parsed, and is
kept between samples. It always runs on the measuring environment's Python, so the same answer gives the same program
everywhere.
"""

import json
import signal
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Self

from tallybench.counting.session import Session
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, code_hash
from tallybench.samples.reading import Sample
from tallybench.samples.sanitize import Sanitized, is_whole
from tallybench.sandbox.judging_limits import ENDS_BY
from tallybench.sandbox.messages import START_SECONDS, Connected, start_connected
from tallybench.values.text import UNUSABLE

NO_TEXT = Sanitized(None, ("nul_or_half_surrogate",))  # characters that no Python or JSON file can hold
TOO_COSTLY = Sanitized(None, ("not_parsed_within_limits",))
_BY_THE_TEXT = (ENDS_BY, signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT)  # how a text can end its parser
_TRIES = 2
_WORTH_A_PROCESS = 300  # samples that take as long to parse as a process takes to start
_NO_CODE = {
    "nul_or_half_surrogate": "the program holds a NUL character or half of a surrogate pair, which no file can hold",
    "unfinished_reasoning": "the answer is a thought that never ends",
}


class Sanitizer:
    """Turns samples into programs, as `sanitize` does. What cannot be parsed within the limits counts as no code."""

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
        for code, rules in self._ask("sanitize", field, text, prompt, entry_point, any_name):
            return Sanitized(code, tuple(rules))
        return Sanitized(text, ()) if whole else TOO_COSTLY  # executing it will say so

    def find_method(self, name: str, answer: str, signature: str) -> tuple[str, list[str]] | None:
        """Find a method in an answer, as the function of this name does; also None beyond the limits."""
        for found in filter(None, self._ask("find_method", name, answer, signature)):
            return found[0], found[1]
        return None

    def is_program(self, source: str) -> bool:
        """Return whether a source can be parsed, within the limits."""
        return self._ask("is_program", source) == [True]

    def _ask(self, task: str, *arguments: Any) -> list[Any]:
        """Have its process do a task; return a list of the results, empty beyond the limits."""
        request = json.dumps([task, arguments]).encode()
        for _ in range(_TRIES):
            try:
                connection = self._start().connection
                connection.send_bytes(request)
                found: list[Any] = json.loads(connection.recv_bytes())
                return found
            except (EOFError, OSError):
                status = self._end()
                if -status in _BY_THE_TEXT:
                    return []
        raise MachineError(f"the process that takes programs from samples ended (exit status {status}); try again")

    def _start(self) -> Connected:
        if self._started is None:
            code = "from tallybench.samples.sanitize.child import main\nmain()"
            try:
                self._started = start_connected(code, installed_environment())
            except OSError as error:
                raise MachineError(f"no process can be started to parse samples ({error.strerror})") from None
            self._started.confirm(START_SECONDS)
        return self._started

    def _end(self) -> int:
        """Return the exit status of the process, which has hung up; if negative, minus the signal that ended it."""
        assert self._started is not None
        status = self._started.process.wait()
        self._started.end()
        self._started = None
        return status


def held_sanitizers(session: Session) -> list[Sanitizer]:
    """Return a session's sanitizers, as many as it has workers. Each starts its process when it is first used."""
    return [session.hold((Sanitizer, number), Sanitizer) for number in range(session.size)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A sample and the program that was taken from it."""

    task_id: str  # the problem
    index: int  # its number among the samples of its task
    code: str | None  # the program; None if the answer has no code
    code_hash: str | None  # SHA-256 of the program
    rules: tuple[str, ...]  # the rules by which it was taken from the answer
    tokens: tuple[int, int] | None = None  # the numbers of input and output tokens; None if the samples do not say


def no_code_reason(rules: Iterable[str]) -> str:
    """Return why no program was taken from an answer, by the rules that were applied to it."""
    known = (_NO_CODE[rule] for rule in rules if rule in _NO_CODE)
    return next(known, "the answer has no code that defines the entry point")


def read_attempts(
    samples: Iterable[Sample], benchmark: Benchmark, sanitizers: Sequence[Sanitizer] = ()
) -> list[Attempt]:
    """Take the programs from the samples of a benchmark's problems, in the benchmark's order.

    Samples of problems that were not selected are skipped. The sanitizers parse side by side; if there are none, one is
    started for the call.

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
