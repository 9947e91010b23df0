"""The expected outputs of inputs that come without them: what a ground truth returns, kept in the cache."""

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from tallybench.files import cache_folder, write_in_cache
from tallybench.model.problem import Problem
from tallybench.sandbox.bubblewrap import Setting, find_bubblewrap
from tallybench.sandbox.channel import Channel, ChannelClosed, serve_solution
from tallybench.sandbox.foresight import first_calls
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import failed
from tallybench.sandbox.limits import CHECK_MEMORY, STRESS_MEMORY, TESTS_CPU_SECONDS
from tallybench.values.wire import WireError, decode, decode_own, encode

EXPECTED_CPU_SECONDS = 120  # for all calls of one ground truth

# Why a ground truth cannot be used, what it returns for each input, and whether the limits for samples suffice.
Outputs = tuple[str | None, list[Any], bool]


@dataclass(frozen=True)
class Inputs:
    """The arguments of each call for a problem; `whether_any` keeps only whether there is an output."""

    problem: Problem
    arguments: list[tuple[Any, ...]]
    whether_any: bool = False


def expected_outputs(rows: Sequence[Inputs], kind: str) -> dict[str, Outputs]:
    """Return the outputs of each ground truth, by task id, from the cache's file of this kind if it exists."""
    content = encode([(row.problem.task_id, row.problem.ground_truth.code, row.arguments) for row in rows])
    path = cache_folder() / "expected" / f"{kind}-{hashlib.sha256(content).hexdigest()[:16]}"
    try:
        digest, _, kept = path.read_bytes().partition(b"\n")
        if digest == hashlib.sha256(kept).hexdigest().encode():
            cached: dict[str, Outputs] = decode_own(kept)
            return cached
    except OSError:
        pass
    found = _run_truths(rows)
    made = encode(found)
    write_in_cache(path, [hashlib.sha256(made).hexdigest().encode(), b"\n", made])
    return found


def _run_truths(rows: Sequence[Inputs]) -> dict[str, Outputs]:
    """Run the ground truths, the longest first, one at a time on each processor."""
    find_bubblewrap()
    setting = Setting(probe_interpreter(default_interpreter()))
    longest_first = sorted(rows, key=lambda row: -(row.problem.test_seconds or 0))
    idle: SimpleQueue[Zygote] = SimpleQueue()

    def run(row: Inputs) -> Outputs:
        zygote = idle.get()
        try:
            fault, outputs = _run_one(zygote, row, row.problem.test_seconds or TESTS_CPU_SECONDS, CHECK_MEMORY)
            if fault is None:
                return fault, outputs, True
            return *_run_one(zygote, row, EXPECTED_CPU_SECONDS, STRESS_MEMORY), False
        finally:
            idle.put(zygote)

    count = len(os.sched_getaffinity(0))
    with ExitStack() as owner:
        for _ in range(count):
            idle.put(owner.enter_context(closing(Zygote(setting))))
        with ThreadPoolExecutor(count) as threads:
            outputs = dict(
                zip((row.problem.task_id for row in longest_first), threads.map(run, longest_first), strict=True)
            )
    return {row.problem.task_id: outputs[row.problem.task_id] for row in rows}


def _run_one(zygote: Zygote, row: Inputs, cpu_seconds: float, memory: int) -> tuple[str | None, list[Any]]:
    outputs: list[Any] = []
    fault = "it ended"
    whether_any = row.whether_any

    def talk(channel: Channel) -> None:
        nonlocal fault
        channel.foresee(first_calls(row.arguments))
        try:
            if (refusal := channel.refusal()) is not None:
                fault = refusal.reason
                return
            for given in row.arguments:
                answer, failure = channel.call(given, {})
                if whether_any and failure is not None and failure.is_object:
                    outputs.append(True)
                    continue
                if answer is None or failure is not None:
                    fault = f"for input {len(outputs) + 1}: {failure.reason if failure else ''}"
                    return
                output = decode(answer)
                outputs.append(output is not None if whether_any else output)
            fault = ""
        except (ChannelClosed, WireError) as error:
            fault = str(error) or fault

    problem = row.problem
    ended = serve_solution(zygote, problem.ground_truth.code, problem.entry_point, cpu_seconds, talk, memory)
    if not fault:
        return None, outputs
    why = failed(ended) if fault == "it ended" else None
    return f"its canonical solution fails: {why.reason if why else fault}", []
