"""How a solution's cost grows with the size of its input: an exponent, fitted to counts."""

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import linear_regression

from tallybench.counting.instructions import Meter
from tallybench.errors import InputError
from tallybench.model.inputs import Growing
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import Answer, build_input

ENOUGH_INSTRUCTIONS = 60_000_000  # a solution that spends more is not given a larger input
MOST = 4  # times that: the most that it may spend on the largest input
SLOWEST_RATE = 120e6  # instructions per second at the least: counts decide before the time limit does
SPARE_SECONDS = 0.25
ENOUGH_BYTES = 8 << 20
LARGEST_SIZE = 1 << 50
LEAST_SIZE = 8  # sizes above SMALL_SIZE are this times powers of the square root of two
SMALL_SIZE = 22  # up to here every size is in SIZES, because exponential growth leaves no room for larger steps
SIZES = (
    *range(1, SMALL_SIZE + 1),
    *(
        size
        for step in range(2 * LARGEST_SIZE.bit_length())
        if SMALL_SIZE < (size := round(LEAST_SIZE * math.sqrt(2) ** step)) < LARGEST_SIZE
    ),
)
LONGEST_LEAP = 2**6  # the largest ratio of a size to the one tried before; for the second size, the root of this
SUPPOSED_INPUT = 64  # bytes: larger inputs are assumed to grow in proportion to the size
POINTS = 4  # how many of the largest sizes the exponent is fitted to
STEEP = 100  # if counts fall by more than this factor over POINTS sizes, consecutive sizes are taken instead


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
    """Return the slope of log(y) over log(x), by least squares."""
    return linear_regression([math.log(x) for x, _ in points], [math.log(max(y, 1)) for _, y in points]).slope


def measure_growth(
    meter: Meter, problem: Problem, solutions: Sequence[Solution], enough: int = ENOUGH_INSTRUCTIONS
) -> dict[str, Growth]:
    """Count solutions on inputs of rising size.

    The largest size is the first of SIZES on which the solution spends enough, or the last one before the contract
    rejects it or it is too large. Counts decide that, so that the same points are found on every machine.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: one with `growing`.
        solutions: what to count.
        enough: a solution that spends more instructions is not given a larger input.

    Returns:
        The growth by the solution's name; empty for a problem without `growing`.
    """
    if problem.growing is None:
        return {}
    inputs: dict[int, bytes | None] = {}
    found = {}
    for solution in solutions:
        bytecode = meter.compile(problem, solution.code)
        if isinstance(bytecode, StressResult):
            found[solution.name] = Growth(())
        else:
            found[solution.name] = Growth(_Search(meter, problem, bytecode, inputs, enough).points())
    return found


class _Search:
    """Looks for the largest input that a solution can be given, in few runs.

    Args:
        meter: how counts are taken.
        problem: one with `growing`.
        bytecode: the solution, as the sandbox compiled it.
        inputs: by size, the inputs that are already built.
        enough: a solution that spends more instructions is not given a larger input.
    """

    def __init__(
        self, meter: Meter, problem: Problem, bytecode: bytes, inputs: dict[int, bytes | None], enough: int
    ) -> None:
        self._meter, self._problem, self._bytecode, self._inputs = meter, problem, bytecode, inputs
        self._enough = enough
        self._answers: dict[int, Answer | None] = {}
        self.raised = False

    def points(self) -> tuple[tuple[int, int], ...]:
        """Return size and instructions at the largest sizes."""
        top = self._largest()
        if top is None or (self.raised and top <= SMALL_SIZE):
            return ()
        sizes = [size for step in range(POINTS) if (size := round(top / math.sqrt(2) ** step)) > 0]
        least = self._answer(sizes[-1])
        if len(set(sizes)) < POINTS or least is None or self._count(top) > STEEP * self._count(sizes[-1]):
            sizes = [size for size in range(top, top - POINTS, -1) if size > 0]
        counted = [(size, self._net_count(size)) for size in reversed(sizes)]
        return tuple((size, count) for size, count in counted if count is not None)

    def _largest(self) -> int | None:
        """Return the first size on which the solution spends enough, or the last one that it can be given."""
        low, high = -1, len(SIZES)  # places in SIZES: at `low` too little is spent; at `high` enough, or no answer
        place = SIZES.index(LEAST_SIZE)
        before = None
        top = None
        while low < place < high:
            size = SIZES[place]
            if self._answer(size) is None:
                high = place
            elif self._count(size) > self._enough:
                top, high = size, place
            else:
                before, low = (SIZES[low] if low >= 0 else None), place
                top = size if top is None or self._count(top) <= self._enough else top
            place = self._next(low, high, before)
        return top

    def _next(self, low: int, high: int, before: int | None) -> int:
        """Return the place to try next: where the solution should spend enough."""
        if low < 0 or high - low <= 2:
            return (low + high) // 2 if low < 0 else low + 1
        size = SIZES[low]
        power = 2.0
        leap = math.sqrt(LONGEST_LEAP)
        if before is not None:
            power = max(math.log(self._count(size) / self._count(before)) / math.log(size / before), 0.5)
            leap = LONGEST_LEAP
        leap = min(leap, (self._enough / self._count(size)) ** (1 / power))
        length = len(self._inputs[size] or b"")
        if length > SUPPOSED_INPUT:
            leap = min(leap, max(ENOUGH_BYTES / length, 1))
        wanted = bisect.bisect_left(SIZES, round(size * leap))
        if high < len(SIZES) and wanted >= high:
            return (low + high) // 2
        return min(max(wanted, low + 1), high - 1)

    def _answer(self, size: int) -> Answer | None:
        """Return the answer on the input of a size; None without such an input, or a count that is low enough."""
        if size not in self._answers:
            self._answers[size] = self._run(size)
        return self._answers[size]

    def _run(self, size: int) -> Answer | None:
        assert self._problem.growing is not None
        built = _build(self._meter, self._problem.growing, self._problem.contract, size, self._inputs)
        if built is None:
            return None
        answer = self._meter.run(
            self._problem, self._bytecode, built, MOST * self._enough / SLOWEST_RATE + SPARE_SECONDS
        )
        if answer.count is None or answer.output is None:
            self.raised |= answer.failure is not None and answer.failure.verdict is Verdict.EXCEPTION
            return None
        return answer if answer.count <= MOST * self._enough else None

    def _count(self, size: int) -> int:
        answer = self._answer(size)
        assert answer is not None and answer.count is not None
        return max(answer.count, 1)

    def _net_count(self, size: int) -> int | None:
        """Return the count less the child's own overhead; None if it was not counted.

        It is also None if a class yields something that cannot be replayed, such as an exception type of its own:
        samples may do what no reference does.
        """
        answer, arguments = self._answer(size), self._inputs[size]
        if answer is None:
            return None
        assert answer.output is not None and arguments is not None
        try:
            overhead = self._meter.overhead(self._problem, arguments, answer.output)
        except InputError:
            return None
        return max(self._count(size) - overhead, 1)


def _build(
    meter: Meter, growing: Growing, contract: str | None, size: int, inputs: dict[int, bytes | None]
) -> bytes | None:
    """Return the input of a size; None if it cannot be built, the contract rejects it, or it is too large."""
    if size not in inputs:
        built = build_input(meter.native, growing.recipe(size, contract)).output
        inputs[size] = None if built is None or len(built) > ENOUGH_BYTES else built
    return inputs[size]
