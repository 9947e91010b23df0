"""Take the programs to evaluate from samples."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, code_hash
from tallybench.samples.reading import Sample
from tallybench.samples.sanitizer import Sanitizer

_WORTH_A_PROCESS = 300  # samples that take as long to parse as a process takes to start


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


_NO_CODE = {
    "nul_or_half_surrogate": "the program holds a NUL character or half of a surrogate pair, which no file can hold",
    "unfinished_reasoning": "the answer is a thought that never ends",
}


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
