"""Count a class's own solutions on its stressful scripts, for the author of the scripts."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tallybench.benchmarks.check import LONGEST_BUILD
from tallybench.benchmarks.class_format import calls_of
from tallybench.counting.instructions import Meter
from tallybench.counting.yardstick import measure_solution, take_yardstick
from tallybench.model.budget import BUDGET
from tallybench.model.problem import Problem
from tallybench.sandbox.jobs import build_input, compile_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode

LONGEST_RUN = 3.0  # seconds of CPU time that a solution of our own may take on a script, natively
BEST = range(4_000_000, 50_000_001)  # instructions that the best known solution should spend on a script
LEAST_GAP = 5.0  # times the best known solution's, what the slow one spends on the worst script


@dataclass(frozen=True)
class ScriptFigures:
    """What is spent on a script.

    Attributes:
        name: of the script.
        calls: how many there are.
        build_seconds: CPU time to build it and hold it to the contract.
        counts: instructions by solution; None: over the budget.
        seconds: CPU time by solution, natively.
    """

    name: str
    calls: int
    build_seconds: float
    counts: dict[str, int | None]
    seconds: dict[str, float]


def measure_scripts(meter: Meter, problem: Problem) -> tuple[str, list[ScriptFigures]]:
    """Count all solutions of a class on all of its scripts.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: of level `class`, without faults.

    Returns:
        The best known solution's name; the figures.

    Raises:
        InputError: a script cannot be built, or a solution fails on one.
    """
    level = LEVELS[problem.level]
    solutions = {own.name: own for own in (*problem.references, problem.ground_truth, *problem.slow)}
    programs = {
        name: decode(compile_solution(meter.native, level.program(problem, own.code)).output or b"")
        for name, own in solutions.items()
    }
    figures = []
    with tempfile.TemporaryDirectory(prefix="tallybench-") as given:
        folder = Path(given)
        yardstick = take_yardstick(meter, problem, folder)
        for script in problem.stressful:
            built = build_input(meter.native, script.recipe(problem.contract))
            counts = {name: of_inputs[script.name] for name, of_inputs in yardstick.counts.items()}
            for slow in problem.slow:
                counts[slow.name] = measure_solution(meter, problem, slow.code, script.name, yardstick, folder).count
            seconds = {
                name: level.run(meter.native, problem, program, built.output or b"", 2 * LONGEST_RUN).cpu_seconds
                for name, program in programs.items()
            }
            figures.append(
                ScriptFigures(script.name, len(calls_of(script, meter.native)), built.cpu_seconds, counts, seconds)
            )
    return yardstick.best, figures


def script_faults(problem: Problem, best: str, figures: list[ScriptFigures]) -> Iterator[str]:
    """Yield what is wrong with the scripts, by what is spent on them."""
    gaps = []
    for script in figures:
        where = f"stressful input {script.name}"
        if script.build_seconds > LONGEST_BUILD:
            yield f"{where}: takes {script.build_seconds:.1f} s to be built, at most {LONGEST_BUILD} are allowed"
        for name, seconds in script.seconds.items():
            if seconds > LONGEST_RUN:
                yield f"{where}: {name} takes {seconds:.1f} s natively, at most {LONGEST_RUN} are allowed"
        least = script.counts[best] or 0
        if least not in BEST:
            yield (
                f"{where}: {best} spends {least / 1e6:.1f} million instructions, {BEST[0] / 1e6:.0f} to "
                f"{BEST[-1] / 1e6:.0f} are asked for"
            )
        gaps += [(script.counts[slow.name] or BUDGET * least) / max(least, 1) for slow in problem.slow]
    if max(gaps, default=0) < LEAST_GAP:
        yield f"on no script a slow solution spends {LEAST_GAP:.0f} times what {best} spends"
