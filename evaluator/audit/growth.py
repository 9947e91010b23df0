"""How a solution's cost grows with the size of its input: an exponent, fitted to counts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression

from evaluator.execution.counting import Meter, StressOutcome
from evaluator.execution.jobs import Answer, build_input
from evaluator.problems.problem import Growing, Problem, Solution

FIRST_SIZE = 8
COARSE, FINE = 2.0, math.sqrt(2)  # what the size is multiplied by while a solution spends little, and from then on
LITTLE_INSTRUCTIONS = 2_000_000
ENOUGH_INSTRUCTIONS = 60_000_000  # a solution that spends more is not given a larger input
ENOUGH_BYTES = 8 << 20
LARGEST_SIZE = 1 << 50
POINTS = 4  # the largest sizes, which the exponent is fitted to
CPU_SECONDS = 2


@dataclass(frozen=True)
class Growth:
    """What a solution spends on inputs of rising size.

    Attributes:
        points: size and instructions of the largest inputs it was given.
    """

    points: tuple[tuple[int, int], ...]

    @property
    def exponent(self) -> float | None:
        """The slope of log(instructions) over log(size), by least squares; None for fewer than three points."""
        if len(self.points) < 3:
            return None
        return fit_exponent(self.points)


def fit_exponent(points: Sequence[tuple[float, float]]) -> float:
    """The slope of log(y) over log(x), by least squares."""
    return linear_regression([math.log(x) for x, _ in points], [math.log(max(y, 1)) for _, y in points]).slope


def measure_growth(meter: Meter, problem: Problem, solutions: Sequence[Solution]) -> dict[str, Growth]:
    """Counts solutions on inputs of rising size.

    The sizes rise until the contract rejects one or the solution has spent enough, which is told by counts, so that the
    same points are found on every machine; a CPU limit ends only what grows far faster than its size.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: one with `growing`.
        solutions: what to count.

    Returns:
        By the solution's name; empty for a problem without `growing`.
    """
    if problem.growing is None:
        return {}
    inputs: dict[int, bytes | None] = {}
    return {solution.name: _grow(meter, problem, solution, inputs) for solution in solutions}


def _grow(meter: Meter, problem: Problem, solution: Solution, inputs: dict[int, bytes | None]) -> Growth:
    assert problem.growing is not None
    bytecode = meter.compile(problem, solution.code)
    if isinstance(bytecode, StressOutcome):
        return Growth(())
    answers: list[tuple[int, Answer]] = []
    size = float(FIRST_SIZE)
    while size < LARGEST_SIZE:
        built = _build(meter, problem.growing, problem.contract, round(size), inputs)
        if built is None:
            break
        answer = meter.run(problem, bytecode, built, CPU_SECONDS)
        if answer.count is None or answer.output is None:
            break
        answers.append((round(size), answer))
        if answer.count > ENOUGH_INSTRUCTIONS:
            break
        size *= COARSE if answer.count < LITTLE_INSTRUCTIONS else FINE
    return Growth(
        tuple((size, _net_count(meter, problem, inputs[size] or b"", answer)) for size, answer in answers[-POINTS:])
    )


def _build(
    meter: Meter, growing: Growing, contract: str | None, size: int, inputs: dict[int, bytes | None]
) -> bytes | None:
    """The input of a size; None where the contract rejects it or it takes too much memory."""
    if size not in inputs:
        built = build_input(meter.native, growing.recipe(size, contract)).output
        inputs[size] = None if built is None or len(built) > ENOUGH_BYTES else built
    return inputs[size]


def _net_count(meter: Meter, problem: Problem, arguments: bytes, answer: Answer) -> int:
    assert answer.count is not None and answer.output is not None
    return max(answer.count - meter.overhead(problem, arguments, answer.output), 1)
