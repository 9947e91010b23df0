"""Counting: spread over 12 runs, overhead a measurement, instructions a second a worker; beside plain valgrind.

The peer starts valgrind anew for each program, as one does by hand, with the same options.
"""

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from tallybench import load_problems
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.child_exit import descendant
from tallybench.sandbox.counters import OPTIONS, find_valgrind, parse_log
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import build_input, compile_solution, count_encoding, run_solution
from tallybench.studies.stability import relative_deviation
from tallybench.values.wire import decode, encode

RUNS = 12
MACHINES = "/usr/bin/python3"
NOTHING = "def nothing(value):\n    return value\n"
# A million ints go in, one comes out: the loop is nearly all there is.
LOOP = "def nothing(value):\n    total = 0\n    for x in value:\n        total += x * x % 7\n    return total\n"


def seconds(zygote: Zygote, code: bytes, arguments: bytes, runs: int) -> tuple[list[float], int]:
    """Wall seconds of each measurement, and the count."""
    taken, count = [], 0
    for _ in range(runs):
        start = time.perf_counter()
        answer = run_solution(zygote, code, "nothing", arguments, 60)
        taken.append(time.perf_counter() - start)
        count = answer.count or 0
    return taken, count


def by_hand(source: str, value: str) -> tuple[float, int]:
    """Wall seconds and instructions of one start of valgrind."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.py")
        program.write_text(f"{source}\nnothing({value})\n")
        options = [option for option in OPTIONS if not option.startswith("--log-fd")]
        command = ["valgrind", *options, default_interpreter(), "-s", "-B", str(program)]
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, check=True)
        taken = time.perf_counter() - start
    (total,) = parse_log(done.stderr).instructions.values()
    return taken, total


def start_seconds(python: str) -> float:
    """CPU seconds until a zygote that counts is ready, its first job included."""
    zygote = Zygote(Setting(probe_interpreter(python), find_valgrind()))
    stat = Path(f"/proc/{descendant(zygote.process.pid, 1)}/stat").read_text()
    zygote.close()
    return sum(map(int, stat.rsplit(") ", 1)[1].split()[11:15])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as a worker does
    interpreter = probe_interpreter(default_interpreter())
    native, emulated = Zygote(Setting(interpreter)), Zygote(Setting(interpreter, find_valgrind()))

    problems = [problem for problem in load_problems() if problem.stressful][:10]
    deviations = []
    for problem in problems:
        code = decode(compile_solution(native, problem.references[0].code).output or b"")
        arguments = build_input(native, problem.stressful[0].recipe(problem.contract)).output or b""
        counts = [run_solution(emulated, code, problem.entry_point, arguments, 60).count or 0 for _ in range(RUNS)]
        deviations.append(relative_deviation(counts))
    print(f"RSD of counts over {RUNS} runs, {len(problems)} references: worst {max(deviations):.6f} %")

    idle = decode(compile_solution(native, NOTHING).output or b"")
    taken, _ = seconds(emulated, idle, encode((1,)), 50)
    print(f"overhead a measurement: median {1000 * statistics.median(taken):.1f} ms, worst {1000 * max(taken):.1f} ms")

    loop = decode(compile_solution(native, LOOP).output or b"")
    taken, count = seconds(emulated, loop, encode((list(range(1_000_000)),)), 5)
    rate = count / statistics.median(taken)
    print(f"instructions a second: {rate / 1e6:.0f} million ({count / 1e6:.0f} million in a measurement)")

    hand = [by_hand(LOOP, "list(range(1_000_000))") for _ in range(3)]
    print(
        f"valgrind by hand: {statistics.median(seconds for seconds, _ in hand):.2f} s a measurement of the same loop, "
        f"{statistics.median(taken):.2f} s here; "
        f"{by_hand(NOTHING, str(1))[0]:.2f} s for one that does nothing"
    )
    overhead = count_encoding(emulated, encode(1)) or 0
    print(f"counted by hand: {hand[0][1]:,}; here: {count - overhead:,} (without start, imports, compiling, loading)")
    native.close()
    emulated.close()
    starts = {python: start_seconds(python) for python in (default_interpreter(), MACHINES)}
    print(f"start: {starts.pop(default_interpreter()):.2f} CPU seconds; with {MACHINES} {starts[MACHINES]:.2f}")


if __name__ == "__main__":
    main()
