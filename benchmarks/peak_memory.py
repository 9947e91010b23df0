"""Peak memory by four ways, of one reference each of 50 problems on one stressful input, 20 runs each.

TallyBench's own, which counts what the interpreter is asked for from before its allocators, beside what others measure:
the same by `tracemalloc`, which a solution can stop and start anew; what is mapped (VmPeak, which an emulator sees,
too); what is resident, as the kernel accounts it to the parent (ru_maxrss, as ECCO's Judge0 does). Each less what it
was before the solution began, in a child that is forked from a process with nothing but the input. For each: of how
many solutions the 20 runs agree, the worst spread, of how many nothing was seen, how long a run takes. At last how much
`--memory` adds to an evaluation that counts.
"""

import json
import marshal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tallybench import Options, Sample, load_problems
from tallybench.counting.tasks import measure_peak
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Yardstick, take_yardstick
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.problem import Problem
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting

SOLUTIONS = 50
RUNS = 20
EVALUATED = 40  # problems whose canonical solutions are evaluated, with memory and without

OTHERS = """
import json, marshal, os, re, sys, time, tracemalloc

with open(sys.argv[1], "rb") as file:
    source, entry_point, arguments, runs = marshal.load(file)
code = compile(source, "solution.py", "exec")

def solve():
    namespace = {"__name__": "solution"}
    exec(code, namespace)
    return namespace[entry_point](*arguments)

def status(field):
    with open("/proc/self/status") as file:
        return int(re.search(field + r":\\s+(\\d+) kB", file.read())[1]) * 1024

def traced():
    tracemalloc.start()
    solve()
    return tracemalloc.get_traced_memory()[1]

def mapped():
    before = status("VmSize")
    solve()
    return status("VmPeak") - before

def resident():
    solve()
    return 0

def forked(measure):
    here, there = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(there, str(measure()).encode())
        os._exit(0)
    os.close(there)
    told = int(os.read(here, 64))
    os.close(here)
    return told, os.wait4(pid, 0)[2].ru_maxrss * 1024

found = {}
for name, measure in (("tracemalloc", traced), ("mapped", mapped), ("resident", resident)):
    start, values = time.perf_counter(), []
    for _ in range(runs):
        told, most = forked(measure)
        values.append(most - forked(lambda: 0)[1] if measure is resident else told)
    found[name] = values, time.perf_counter() - start
print(json.dumps(found))
"""

Measured = dict[str, tuple[list[int], float]]
"""By way, what its runs gave, and the seconds that they took."""


def prepared(worker: Worker) -> Iterator[tuple[Problem, str, Yardstick, Path]]:
    """Yield the first problems, each with the name of its largest input."""
    chosen = [problem for problem in load_problems() if problem.stressful and problem.references]
    for problem in chosen[:SOLUTIONS]:
        with TemporaryDirectory() as folder:
            yardstick = take_yardstick(worker.meter, problem, Path(folder))
            _, largest = max((given.size, name) for name, given in yardstick.inputs.items())
            yield problem, largest, yardstick, Path(folder)


def measured(worker: Worker, problem: Problem, name: str, yardstick: Yardstick, folder: Path) -> Measured:
    given, source = yardstick.inputs[name].prepared(name, folder), problem.references[0].code
    start, ours = time.perf_counter(), []
    for _ in range(RUNS):
        outcome = measure_peak(worker, problem, source, given)
        assert outcome.count is not None, outcome.reason
        ours.append(outcome.count)
    taken = time.perf_counter() - start
    file = folder / "others"
    file.write_bytes(marshal.dumps((source, problem.entry_point, marshal.loads(given.arguments), RUNS)))
    command = [default_interpreter(), "-c", OTHERS, str(file)]
    found: Measured = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {"TallyBench": (ours, taken)} | found


def compare() -> None:
    worker = Worker(WorkerSetting(default_interpreter()))
    found = [measured(worker, *chosen) for chosen in prepared(worker)]
    worker.close()
    print(f"{len(found)} solutions, {RUNS} runs each: equal in all runs | worst spread | saw nothing | ms a run")
    for way in found[0]:
        runs = [of_solution[way][0] for of_solution in found]
        equal = sum(len(set(values)) == 1 for values in runs)
        spread = max((max(values) - min(values)) / max(*values, 1) for values in runs)
        nothing = sum(max(values) <= 0 for values in runs)
        cost = sum(of_solution[way][1] for of_solution in found) / len(found) / RUNS * 1000
        print(f"  {way:12} {equal:10} {spread:14.1%} {nothing:10} {cost:10.1f}")


def overhead() -> None:
    problems = load_problems()[:EVALUATED]
    # The counts of the problems' own solutions are known; of the same with a comment they are not.
    samples = [Sample(problem.task_id, 0, "solution", problem.canonical.code + "# anew\n") for problem in problems]
    ids = tuple(problem.task_id for problem in problems)
    evaluate(samples, "canonical", Options(ids=ids, memory=True))  # what they are compared with is known afterwards
    taken = []
    for memory in (False, True):
        start = time.perf_counter()
        evaluate(samples, "canonical", Options(ids=ids, memory=memory, recount=True))
        taken.append(time.perf_counter() - start)
    without, with_memory = taken
    more = with_memory / without - 1
    print(f"{EVALUATED} canonical solutions: {without:.1f} s, with --memory {with_memory:.1f} s, {more:+.0%}")


if __name__ == "__main__":
    if sys.argv[1:] != ["--overhead"]:
        compare()
    overhead()
