"""Peak memory by four ways, of one reference each of 50 problems on one stressful input, 20 runs each.

TallyBench's own, which counts what the interpreter is asked for from before its allocators, beside what others measure:
the same by `tracemalloc`, which a solution can stop and start anew; what is mapped (VmPeak, which the emulator sees,
too); what is resident, as the kernel accounts it to the parent (ru_maxrss, which ECCO's Judge0 reports). Each less what
it was before the solution began. For each: of how many solutions the 20 runs agree, the worst spread, and how much a
run takes. At last how much `--memory` adds to an evaluation that counts.
"""

import os
import re
import resource
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluator import Options, Sample, evaluate, load_problems
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.peak_memory import measure_peak
from evaluator.execution.sandbox.interpreter import default_interpreter
from evaluator.execution.worker import Worker
from evaluator.execution.yardstick import Yardstick, take_yardstick
from evaluator.problems.problem import Problem
from evaluator.values.wire import decode

SOLUTIONS = 50
RUNS = 20
EVALUATED = 40  # problems whose canonical solutions are evaluated, with memory and without

Way = Callable[[Problem, bytes], int]


def status(field: str) -> int:
    """A field of /proc/self/status, in bytes."""
    found = re.search(rf"^{field}:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1]) * 1024


def forked(problem: Problem, arguments: bytes, measure: Callable[[Callable[[], object]], int]) -> tuple[int, int]:
    """Runs a problem's first reference in a child; what `measure` says there, and the child's ru_maxrss in bytes."""
    given, code = decode(arguments), compile(problem.references[0].code, "solution.py", "exec")
    namespace: dict[str, object] = {"__name__": "solution"}

    def solve() -> object:
        exec(code, namespace)
        return namespace[problem.entry_point](*given)  # type: ignore[operator]

    here, there = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(there, measure(solve).to_bytes(8, "little", signed=True))
        os._exit(0)
    os.close(there)
    told = int.from_bytes(os.read(here, 8), "little", signed=True)
    os.close(here)
    return told, os.wait4(pid, 0)[2].ru_maxrss * 1024


def traced(problem: Problem, arguments: bytes) -> int:
    def measure(solve: Callable[[], object]) -> int:
        tracemalloc.start()
        solve()
        return tracemalloc.get_traced_memory()[1]

    return forked(problem, arguments, measure)[0]


def mapped(problem: Problem, arguments: bytes) -> int:
    def measure(solve: Callable[[], object]) -> int:
        before = status("VmSize")
        solve()
        return status("VmPeak") - before

    return forked(problem, arguments, measure)[0]


def resident(problem: Problem, arguments: bytes) -> int:
    nothing = forked(problem, arguments, lambda solve: 0)[1]

    def measure(solve: Callable[[], object]) -> int:
        solve()
        return 0

    return forked(problem, arguments, measure)[1] - nothing


def prepared(worker: Worker) -> Iterator[tuple[Problem, str, Yardstick, Path]]:
    """The first problems, each with the name of its largest input."""
    chosen = [problem for problem in load_problems() if problem.stressful and problem.references]
    for problem in chosen[:SOLUTIONS]:
        with TemporaryDirectory() as folder:
            yardstick = take_yardstick(worker.meter, problem, Path(folder))
            _, largest = max((given.size, name) for name, given in yardstick.inputs.items())
            yield problem, largest, yardstick, Path(folder)


def compare() -> None:
    worker = Worker(WorkerSetting(default_interpreter(), "valgrind", 0, True))

    def ours(problem: Problem, arguments: bytes) -> int:
        outcome = measure_peak(worker, problem, problem.references[0].code, given)
        assert outcome.count is not None, outcome.reason
        return outcome.count

    ways: dict[str, Way] = {"TallyBench": ours, "tracemalloc": traced, "mapped": mapped, "resident": resident}
    spreads: dict[str, list[float]] = {name: [] for name in ways}
    nothing, seconds = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0.0)
    for problem, name, yardstick, folder in prepared(worker):
        given = yardstick.inputs[name].prepared(name, folder)
        for way, measure in ways.items():
            start = time.perf_counter()
            found = [measure(problem, given.arguments) for _ in range(RUNS)]
            seconds[way] += time.perf_counter() - start
            spreads[way].append((max(found) - min(found)) / max(max(found), 1))
            nothing[way] += max(found) <= 0
    worker.close()
    print(f"{SOLUTIONS} solutions, {RUNS} runs each: equal in all runs | worst spread | saw nothing | ms a run")
    for way, shares in spreads.items():
        equal = sum(share == 0 for share in shares)
        cost = seconds[way] / SOLUTIONS / RUNS * 1000
        print(f"  {way:12} {equal:10} {max(shares):14.1%} {nothing[way]:10} {cost:10.1f}")


def overhead() -> None:
    problems = load_problems()[:EVALUATED]
    samples = [Sample(problem.task_id, 0, "solution", problem.canonical.code) for problem in problems]
    ids = tuple(problem.task_id for problem in problems)
    evaluate(samples, "canonical", Options(ids=ids, memory=True))  # the problems' own solutions are known afterwards
    taken = []
    for memory in (False, True):
        start = time.perf_counter()
        evaluate(samples, "canonical", Options(ids=ids, memory=memory, anew=True))
        taken.append(time.perf_counter() - start)
    print(
        f"{EVALUATED} canonical solutions evaluated: {taken[0]:.1f} s, with --memory {taken[1]:.1f} s, "
        f"{taken[1] / taken[0] - 1:+.0%}"
    )


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.argv[1:] != ["--overhead"]:
        compare()
    overhead()
