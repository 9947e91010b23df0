"""What measuring COFFE's functions takes: here once under emulation, by COFFE's protocol twelve times with a counter.

COFFE measures a solution on an input 12 times, each time in a new process with a manager process beside it (section
4.1 of the paper). Its hardware counter is missing on most machines, so its side is put together of what can be measured
anywhere: 12 times a process and a manager that do nothing, and 12 times the solution's own native run. That is less
than its tool takes, which also builds the input anew each time.
"""

import argparse
import multiprocessing
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tallybench.benchmarks import load_benchmark
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import measure_solution, take_yardstick
from tallybench.errors import InputError
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.messages import WorkerSetting

REPEATS = 12


def nothing(shared: "dict[str, int]") -> None:
    shared["count"] = 0


def protocol_seconds(runs: int) -> float:
    """Wall seconds of a process and its manager that do nothing, the mean of some."""
    start = time.perf_counter()
    for _ in range(runs):
        with multiprocessing.Manager() as manager:
            shared = manager.dict()
            process = multiprocessing.Process(target=nothing, args=(shared,))
            process.start()
            process.join()
    return (time.perf_counter() - start) / runs


def native_seconds(worker: Worker, problem: Problem, folder: Path) -> dict[str, float]:
    """Wall seconds of the best solution's own run on each input."""
    bytecode = worker.compile(problem.references[0].code)
    assert not isinstance(bytecode, StressResult)
    taken = {}
    for stressful_input in problem.stressful:
        arguments = (folder / f"{stressful_input.name}.in").read_bytes()
        start = time.perf_counter()
        LEVELS[problem.level].run(worker.native, problem, bytecode, arguments, 60)
        taken[stressful_input.name] = time.perf_counter() - start
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("datasets", type=Path, help="COFFE's folder `datasets`")
    parser.add_argument("--problems", type=int, default=20, help="so many, evenly spread over the 398")
    arguments = parser.parse_args()
    benchmark = load_benchmark("coffe-function", arguments.datasets)
    step = max(1, len(benchmark) // arguments.problems)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as a worker does
    worker = Worker(WorkerSetting(default_interpreter()))
    overhead = protocol_seconds(20)
    measurements, ours, theirs, left_out = 0, 0.0, 0.0, []
    try:
        worker.meter  # noqa: B018  # calibrated before the clock runs
        for problem in benchmark.problems[::step][: arguments.problems]:
            with TemporaryDirectory() as name:
                folder = Path(name)
                try:
                    yardstick = take_yardstick(worker.meter, problem, folder)
                except InputError as error:
                    left_out.append(str(error))
                    continue
                native = native_seconds(worker, problem, folder)
                for input_name in yardstick.inputs:
                    start = time.perf_counter()
                    measure_solution(worker.meter, problem, problem.references[0].code, input_name, yardstick, folder)
                    ours += time.perf_counter() - start
                    theirs += REPEATS * (overhead + native[input_name])
                    measurements += 1
    finally:
        worker.close()
    print(f"{measurements} measurements of best solutions; a process and its manager: {1000 * overhead:.0f} ms")
    for name, seconds in (
        ("TallyBench, one emulated run", ours),
        (f"COFFE's protocol, {REPEATS} runs, at least", theirs),
    ):
        print(f"{name:40}{seconds:8.1f} s, {1000 * seconds / measurements:8.0f} ms a measurement")
    for line in left_out:
        print(f"left out: {line}")


if __name__ == "__main__":
    main()
