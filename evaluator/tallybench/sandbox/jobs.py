"""The jobs that a zygote runs, each with its limits, as functions that return the outcome as data."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tallybench.model.verdicts import Verdict
from tallybench.sandbox.child_exit import ChildExit
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import CRAFTED, LENGTH, NO_RESULT
from tallybench.sandbox.limits import FAILURE_LIMIT, OUTPUT_LIMIT, STRESS_MEMORY, WALL_EXTRA, WALL_FACTOR
from tallybench.sandbox.process import own_memfd
from tallybench.values.text import clean_text
from tallybench.values.wire import WireError, decode

FAILED_PROGRAM = 1  # exit code, as in program_child.py
CPU_LIMIT, WALL_LIMIT = "CPU time limit", "wall-clock limit: it slept"
OUT_OF_MEMORY = "the machine ran out of memory"
ENDED_BY = "the process was ended by"


@dataclass(frozen=True)
class Failure:
    """Why there is no value."""

    verdict: Verdict  # the verdict that follows from it
    reason: str  # in words
    untaken: bool = False  # the child could not write its answer
    is_object: bool = False  # there is a value, but it is not plain data


@dataclass(frozen=True, kw_only=True)
class Answer(ChildExit):
    """How a child ended, and what it wrote."""

    output: bytes | None  # the encoded value, untrusted; None if there is a failure
    failure: Failure | None  # why there is no value
    count: int | None  # instructions, or what the meter measured; None if nothing was measured


def limits(cpu_seconds: float, memory: int = STRESS_MEMORY, output: int = OUTPUT_LIMIT) -> dict[str, Any]:
    """Return one job's limits: on CPU time and, derived from it, wall-clock time; on memory; and on what it writes."""
    wall_seconds = cpu_seconds * WALL_FACTOR + WALL_EXTRA
    of_job = {"cpu_seconds": float(cpu_seconds), "wall_seconds": wall_seconds, "memory": memory, "output_limit": output}
    return {"limits": of_job}


def build_input(zygote: Zygote, recipe: dict[str, Any], cpu_seconds: float = 30, memory: int = STRESS_MEMORY) -> Answer:
    """Build a stressful input and check it against the contract. The output is the encoded tuple of arguments."""
    return _run_to_file(zygote, {"kind": "build", **recipe, **limits(cpu_seconds, memory)})


def compile_solution(zygote: Zygote, source: str, cpu_seconds: int = 10) -> Answer:
    """Compile a solution inside the sandbox. The output is the encoded bytes of its code object."""
    return _run_to_file(zygote, {"kind": "compile", "source": source, **limits(cpu_seconds)})


def run_solution(
    zygote: Zygote, bytecode: bytes, entry_point: str, arguments: bytes, cpu_seconds: float, meter: str | None = None
) -> Answer:
    """Call a compiled solution once in a fresh child, under valgrind to count instructions.

    The bytecode is the marshalled code object, as the sandbox compiled it; the arguments are encoded. Under valgrind,
    the CPU limit is for the emulation. With a `meter` of `inside/child.py`, the child measures itself.
    """
    job = {"kind": "count", "code": bytecode, "entry_point": entry_point, "arguments": arguments}
    if meter is not None:
        job |= {"kind": "timed", "meter": meter}
    return _run_to_file(zygote, job | limits(cpu_seconds))


def run_program(
    zygote: Zygote,
    bytecode: bytes,
    stdin: bytes,
    cpu_seconds: float,
    memory: int = STRESS_MEMORY,
    output_limit: int = OUTPUT_LIMIT,
) -> Answer:
    """Run a compiled program once in a fresh child, as `__main__`; see `run_solution`.

    It must print fewer bytes than `output_limit`.

    Returns:
        An answer whose output is exactly what was printed. There is an output only if the exit status is 0: an uncaught
        exception, `sys.exit(1)` and a standard output that cannot be flushed are failures.
    """
    job = {"kind": "program", "code": bytecode, "stdin": stdin}
    with _result_file() as (result, channel):
        # The limit on the size of files also applies to the file with the standard input.
        job |= limits(cpu_seconds, memory, max(output_limit, len(stdin)))
        ended = zygote.for_programs().run(job, channel, timed=True)
        size = os.fstat(result).st_size
        failure = _cut_short(ended)
        if failure is None and size >= output_limit:
            failure = Failure(Verdict.WRONG_OUTPUT, f"it printed more than {output_limit:,} bytes")
        elif failure is None and ended.exit_code != 0:
            failure = _last_words(result, size, ended)
        output = os.pread(result, size, 0) if failure is None else None
    return Answer(**vars(ended), output=output, failure=failure, count=ended.instructions)


def run_programs(
    zygote: Zygote, bytecode: bytes, stdins: Sequence[bytes], cpu_seconds: float, memory: int, output_limit: int
) -> tuple[list[bytes], float]:
    """Run a compiled program natively on one text after another, in one child; see `run_program`.

    All limits are for all texts together.

    Returns:
        What it printed for each text (untrusted), and the CPU time. The outputs stop before the first text at which
        anything went wrong; if the child was ended, there are none.
    """
    job = {"kind": "programs", "code": bytecode, "stdins": list(stdins)}
    with _result_file() as (result, channel):
        ended = zygote.run(job | limits(cpu_seconds, memory, max(output_limit, *map(len, stdins))), channel)
        size = os.fstat(result).st_size
        written = os.pread(result, size, 0) if ended.exit_code == 0 and size < output_limit else b""
    return _cut(written, len(stdins)), ended.cpu_seconds


def _cut(written: bytes, most: int) -> list[bytes]:
    """Return the outputs from a file that ends with a table of where each one ends, and how many there are."""
    if len(written) < LENGTH.size:
        return []
    (count,) = LENGTH.unpack(written[-LENGTH.size :])
    table = len(written) - LENGTH.size * (count + 1)
    if count > most or table < 0:
        return []
    ends = [0, *(end for (end,) in LENGTH.iter_unpack(written[table : -LENGTH.size]))]
    if ends != sorted(ends) or ends[-1] > table:
        return []
    return [written[start:end] for start, end in pairwise(ends)]


def _last_words(result: int, size: int, ended: ChildExit) -> Failure:
    """Return why a program failed: what it may have written after its output, or its exit status."""
    if ended.exit_code == FAILED_PROGRAM and size > LENGTH.size:
        (length,) = LENGTH.unpack(os.pread(result, LENGTH.size, size - LENGTH.size))
        if 0 < length <= min(size - LENGTH.size, FAILURE_LIMIT):
            _, failure = read_answer(os.pread(result, length, size - LENGTH.size - length))
            if failure is not None and failure.verdict in (Verdict.EXCEPTION, Verdict.MEMORY):
                return failure
    return Failure(Verdict.EXCEPTION, f"it ended with exit status {ended.exit_code}")


def count_encoding(zygote: Zygote, value: bytes) -> int | None:
    """Count what a child spends beyond the solution's own work when it returns `value` (encoded, trusted)."""
    return _run_to_file(zygote, {"kind": "encode", "value": value, **limits(120)}).count


@contextmanager
def _result_file() -> Iterator[tuple[int, int]]:
    """Yield a file in memory, and a descriptor with which a child can write it, but not read it.

    If a child could read the file, it could have the kernel copy the contents back into it, uncounted.
    """
    with ExitStack() as owner:
        result = own_memfd(owner, "result")
        channel = os.open(f"/proc/self/fd/{result}", os.O_WRONLY)
        owner.callback(os.close, channel)
        yield result, channel


def _run_to_file(zygote: Zygote, job: dict[str, Any]) -> Answer:
    with _result_file() as (result, channel):
        ended = zygote.run(job, channel, timed=job["kind"] == "count")
        written = os.pread(result, job["limits"]["output_limit"] + 1, 0)
    count = ended.instructions
    if job["kind"] == "timed" and len(written) >= LENGTH.size:
        count = LENGTH.unpack_from(written)[0]
        written = written[LENGTH.size :]
    failure = failed(ended) if written else ended_early(ended)
    output = None
    if failure is None:
        output, failure = read_answer(written)
    return Answer(**vars(ended), output=output, failure=failure, count=count)


def failed(ended: ChildExit) -> Failure | None:
    """Return the failure that follows from how a child ended; None if it did not fail."""
    if ended.exit_code == NO_RESULT and ended.tampered is None and not ended.out_of_time:
        return Failure(Verdict.TAMPERING, "its output could not be taken: it had closed or filled the channel", True)
    return _cut_short(ended)


def ended_early(ended: ChildExit) -> Failure:
    """Return the failure of a child that ended before it answered."""
    early = Failure(Verdict.EXCEPTION, f"the process ended (exit code {ended.exit_code}) before it returned")
    return failed(ended) or early


def _cut_short(ended: ChildExit) -> Failure | None:
    """Return what ended a child that did not end by itself, or why its end is not credible."""
    if ended.tampered is not None:
        return Failure(Verdict.TAMPERING, ended.tampered)
    if ended.out_of_time:
        return Failure(Verdict.TIMEOUT, WALL_LIMIT if ended.slept else CPU_LIMIT)
    if ended.exit_code == CRAFTED:
        return Failure(
            Verdict.FORBIDDEN,
            "it made a code object that no compiler made or another interpreter, or set a variable of the environment",
        )
    if ended.signal == signal.SIGSYS:
        return Failure(Verdict.FORBIDDEN, "it made a system call that solutions may not make")
    if ended.signal == signal.SIGKILL:
        return Failure(Verdict.MEMORY, OUT_OF_MEMORY)
    if ended.signal is not None:
        return Failure(Verdict.EXCEPTION, f"{ENDED_BY} {signal.Signals(ended.signal).name}")
    return None


def read_answer(answer: bytes) -> tuple[bytes | None, Failure | None]:
    """Return the encoded value in an untrusted answer, or the failure that it reports."""
    tag, payload = answer[:1], answer[1:]
    if tag == b"R":
        return payload, None
    try:
        if len(payload) > FAILURE_LIMIT:
            raise WireError("the description of a failure is too long")
        described = decode(payload) if payload else None
        if tag == b"E" and isinstance(described, tuple):
            name, text = (clean_text(str(part)) for part in described)
            verdict = Verdict.MEMORY if name == "MemoryError" else Verdict.EXCEPTION
            return None, Failure(verdict, f"{name}: {text}" if text else name)
        if tag == b"T":
            reason = f"it returned a value of type {clean_text(str(described))}"
            return None, Failure(Verdict.WRONG_OUTPUT, reason, is_object=True)
        if tag == b"L" and isinstance(described, int):
            return None, Failure(Verdict.WRONG_OUTPUT, f"it returned {described:,} bytes, more than are accepted")
        if tag == b"N":
            return None, Failure(Verdict.NO_CODE, "it does not define the entry point")
    except (WireError, TypeError, ValueError):
        pass
    return None, Failure(Verdict.TAMPERING, "its output is malformed")
