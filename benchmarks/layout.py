"""How far a count moves by where things happen to lie in memory: the same program behind docstrings of several lengths.

The ground truth of each problem, on the input on which it spends the middle of its counts.
"""

from statistics import median, quantiles

from tallybench import load_problems
from tallybench.benchmarks.measured import load_measured
from tallybench.counting.instructions import BytecodeCache
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.counters import find_valgrind
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import build_input
from tallybench.sandbox.levels import LEVELS

LENGTHS = (0, 1, 10, 40, 100, 200, 400, 1000)  # of the docstring, in characters
SMALL = 100_000  # instructions below which the ties' absolute tolerance decides
CPU_SECONDS = 60.0


def main() -> None:
    interpreter = probe_interpreter(default_interpreter())
    native = Zygote(Setting(interpreter))
    emulated = Zygote(Setting(interpreter, find_valgrind()))
    bytecode = BytecodeCache()
    measured = load_measured()
    spreads = {}
    for problem in load_problems():
        truth = problem.ground_truth
        inputs = measured.problems[problem.task_id].inputs if problem.task_id in measured.problems else {}
        by_count = sorted((count, name) for name in inputs if (count := inputs[name].counts[truth.name]) is not None)
        if not by_count:
            continue
        own, name = by_count[len(by_count) // 2]
        given = next(given for given in problem.stressful if given.name == name)
        arguments = build_input(native, given.recipe(problem.contract)).output
        assert arguments is not None, f"{problem.task_id}: {name} cannot be built"
        counts = []
        for length in LENGTHS:
            code = bytecode.compile(native, f'"""{"x" * length}"""\n{truth.code}' if length else truth.code)
            assert isinstance(code, bytes), f"{problem.task_id}: {truth.name} does not compile"
            count = LEVELS[problem.level].run(emulated, problem, code, arguments, CPU_SECONDS).count
            assert count is not None, f"{problem.task_id}: {truth.name} is not counted"
            counts.append(count)
        if own >= SMALL:
            spreads[problem.task_id] = (max(counts) - min(counts)) / own
    points = quantiles(spreads.values(), n=100)
    worst = sorted(spreads, key=lambda task_id: spreads[task_id], reverse=True)[:5]
    print(f"{len(spreads)} programs of {SMALL:,} instructions and more, {len(LENGTHS)} docstrings each")
    print(
        f"largest less smallest count: {median(spreads.values()):.3%} (median), 90 of 100 at most {points[89]:.2%}, "
        f"95 of 100 at most {points[94]:.2%}"
    )
    print("largest: " + ", ".join(f"{task_id} {spreads[task_id]:.1%}" for task_id in worst))


if __name__ == "__main__":
    main()
