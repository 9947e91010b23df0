"""How much of the CPU time that their counts explain honest solutions take natively: the second witness of a count.

Runs the references and the ground truth of every problem natively on each stressful input, and holds the time to the
bound in evaluator/tallybench/counting/witness.py, with the counts that come with TallyBench. From what it prints, the
bound is chosen. First it prints, from `results/`, which share of the published counts is large enough for the witness
to see; `--published` prints that alone, and runs nothing.
"""

import sys
from pathlib import Path
from statistics import median, quantiles

from tallybench import load_problems
from tallybench.benchmarks.measured import load_measured
from tallybench.counting.instructions import BytecodeCache
from tallybench.counting.witness import COARSE_SECONDS, longest, longest_at_work
from tallybench.counting.worker import calibrate
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.counters import find_valgrind
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.levels import LEVELS
from tallybench.statistics.published.entries import read_entries

LARGE = 50_000_000  # instructions from which on a rate says something
CPU_SECONDS = 60.0
SEEN = 100_000_000  # instructions: work of about COARSE_SECONDS natively. Below it the witness says nothing
ROOT = Path(__file__).parent.parent


def print_published() -> None:
    """Print how many of the counts of ranked models the witness guards."""
    counts = [
        stress.count
        for entry in read_entries(ROOT)
        if entry.unranked is None
        for sample in entry.result.samples
        for stress in sample.stress.values()
        if stress.count is not None
    ]
    small = sum(count < SEEN for count in counts)
    print(
        f"{len(counts):,} published counts of ranked models: {len(counts) - small:,} "
        f"({1 - small / len(counts):.1%}) are of {SEEN:,} instructions and more, which the witness guards; {small:,} "
        f"({small / len(counts):.1%}) are below"
    )
    problems = load_measured().problems.values()
    best = [given.counts[problem.best_known] or 0 for problem in problems for given in problem.inputs.values()]
    print(f"{len(best):,} inputs: the largest best known count is {max(best):,}")


def main() -> None:
    print_published()
    if sys.argv[1:] == ["--published"]:
        return
    interpreter = probe_interpreter(default_interpreter())
    native = Zygote(Setting(interpreter))
    emulated = Zygote(Setting(interpreter, find_valgrind()))
    _, speed = calibrate("valgrind", native, emulated)
    bytecode = BytecodeCache()
    measured = load_measured()
    shares: dict[tuple[str, str, str], float] = {}
    rates: list[float] = []
    coarse = 0
    for problem in load_problems():
        for stressful_input in problem.stressful:
            arguments = build_input(native, stressful_input.recipe(problem.contract)).output
            assert arguments is not None, f"{problem.task_id}: {stressful_input.name} cannot be built"
            counts = measured.problems[problem.task_id].inputs[stressful_input.name].counts
            for solution in (*problem.references, problem.ground_truth):
                if (count := counts[solution.name]) is None:
                    continue
                code = bytecode.compile(native, solution.code)
                assert isinstance(code, bytes), f"{problem.task_id}: {solution.name} does not compile"
                answer = LEVELS[problem.level].run(native, problem, code, arguments, CPU_SECONDS)
                bound = count, len(answer.output or b""), speed
                at_work = (answer.cpu_seconds - answer.system_seconds) / longest_at_work(*bound)
                share = max(at_work, answer.cpu_seconds / longest(*bound))
                shares[problem.task_id, stressful_input.name, solution.name] = share
                coarse += answer.cpu_seconds < COARSE_SECONDS
                if count >= LARGE:
                    rates.append(count / answer.cpu_seconds)
    print(
        f"a plain loop: {speed.rate / 1e9:.2f} billion instructions a second; a fresh page of memory: "
        f"{speed.page * 1e6:.2f} microseconds"
    )
    print(
        f"{len(rates)} counts of {LARGE / 1e6:.0f} million and more: {min(rates) / 1e9:.2f} to {max(rates) / 1e9:.2f} "
        f"billion a second, median {median(rates) / 1e9:.2f}"
    )
    points = quantiles(shares.values(), n=100)
    print(
        f"{len(shares)} runs, {coarse} of them below {1000 * COARSE_SECONDS:.0f} ms: of the time that their counts "
        f"explain they take {median(shares.values()):.0%} (median), 99 of 100 at most {points[98]:.0%}"
    )
    for key in sorted(shares, key=lambda key: -shares[key])[:5]:
        print(f"  {shares[key]:.0%}: {', '.join(key)}")


if __name__ == "__main__":
    main()
