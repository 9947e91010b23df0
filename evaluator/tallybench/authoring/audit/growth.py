"""How the cost of programs grows with the size of their input: counts on inputs of rising size, and an exponent."""

import bisect
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import linear_regression

from tallybench.authoring.running import Runner, in_batches
from tallybench.benchmarks.measured import Measured
from tallybench.benchmarks.trees import program_tree
from tallybench.counting.instructions import Meter
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import Answer, build_input
from tallybench.statistics.published.data_files import BenchmarkGrowth, ProblemGrowth, group_programs

ENOUGH_INSTRUCTIONS = 60_000_000  # a solution that spends more is not given a larger input
ENOUGH_OF_SAMPLES = 16_000_000  # the same for samples: there are thousands of them, and counts are exact
MOST = 4  # the most that a solution may spend on the largest input, as a multiple of these
SLOWEST_RATE = 120e6  # a lower bound of instructions per second, so that counts decide before the time limit does
SPARE_SECONDS = 0.25
ENOUGH_BYTES = 8 << 20
LARGEST_SIZE = 1 << 50
LEAST_SIZE = 8  # sizes above SMALL_SIZE are this times a power of the square root of two
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
STEEP = 100  # if counts vary by more than this factor over POINTS sizes, consecutive sizes are used instead


@dataclass(frozen=True)
class Growth:
    """What a solution spends on inputs of rising size: size and instructions of the largest inputs it was given."""

    points: tuple[tuple[int, int], ...]

    @property
    def exponent(self) -> float | None:
        """The slope of log(instructions) over log(size), by least squares; None for fewer than three points."""
        if len(self.points) < 3:
            return None
        sizes, counts = zip(*self.points, strict=True)
        return linear_regression([math.log(size) for size in sizes], [math.log(max(n, 1)) for n in counts]).slope


def measure_growth(
    meter: Meter, problem: Problem, solutions: Sequence[Solution], enough: int = ENOUGH_INSTRUCTIONS
) -> dict[str, Growth]:
    """Count solutions on inputs of rising size.

    The largest size is the first of SIZES on which the solution spends `enough` instructions, or the last one that the
    contract accepts and that is not too large. Counts decide this, so the same points are found on every machine.

    Returns:
        The growth by the solution's name; empty for a problem without `growing`.
    """
    if problem.growing is None:
        return {}
    inputs: dict[int, bytes | None] = {}
    found = {}
    for solution in solutions:
        bytecode = meter.compile(problem, solution.code)
        found[solution.name] = Growth(())
        if not isinstance(bytecode, StressResult):
            found[solution.name] = Growth(_Search(meter, problem, bytecode, inputs, enough).points())
    return found


class _Search:
    """Looks for the largest input that a solution can be given, in few runs; `inputs` holds those built, by size."""

    def __init__(
        self, meter: Meter, problem: Problem, bytecode: bytes, inputs: dict[int, bytes | None], enough: int
    ) -> None:
        self._meter, self._problem, self._bytecode, self._inputs = meter, problem, bytecode, inputs
        self._enough = enough
        self._answers: dict[int, Answer | None] = {}
        self._raised = False

    def points(self) -> tuple[tuple[int, int], ...]:
        """Return size and instructions at the largest sizes."""
        top = self._largest()
        if top is None or (self._raised and top <= SMALL_SIZE):
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
        """Return the answer on the input of this size; None if there is no such input or its count is too high."""
        if size not in self._answers:
            self._answers[size] = self._run(size)
        return self._answers[size]

    def _run(self, size: int) -> Answer | None:
        problem = self._problem
        if size not in self._inputs and problem.growing is not None:
            built = build_input(self._meter.native, problem.growing.recipe(size, problem.contract)).output
            self._inputs[size] = None if built is None or len(built) > ENOUGH_BYTES else built
        if (arguments := self._inputs[size]) is None:
            return None
        seconds = MOST * self._enough / SLOWEST_RATE + SPARE_SECONDS
        answer = self._meter.run(problem, self._bytecode, arguments, seconds)
        if answer.count is None or answer.output is None:
            self._raised |= answer.failure is not None and answer.failure.verdict is Verdict.EXCEPTION
            return None
        return answer if answer.count <= MOST * self._enough else None

    def _count(self, size: int) -> int:
        answer = self._answer(size)
        assert answer is not None and answer.count is not None
        return max(answer.count, 1)

    def _net_count(self, size: int) -> int | None:
        """Return the count minus the child's own overhead; None if it was not counted.

        Also None if a class yields something that cannot be replayed, such as an exception type of its own: samples
        may do what no reference does.
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


@dataclass(frozen=True)
class GrowthTask:
    """Measure programs of one problem on inputs of rising size."""

    problem: Problem
    programs: tuple[Solution, ...]

    def run(self, worker: Worker) -> dict[str, Growth]:
        return measure_growth(worker.meter, self.problem, self.programs, ENOUGH_OF_SAMPLES)


def form_of(code: str) -> str:
    """Return a key that programs share if they differ only in comments, names and layout."""
    return program_tree(code) or code_hash(code)


def best_known(problem: Problem, measured: Measured | None) -> str:
    """Return the code of the best known solution by a benchmark's counts; without counts, the first reference's."""
    own = {solution.name: solution.code for solution in (*problem.references, problem.ground_truth)}
    facts = None if measured is None else measured.problems.get(problem.task_id)
    if facts is not None and facts.hash == problem.hash and facts.best_known in own:
        return own[facts.best_known]
    return next(iter(own.values()))


def measure_samples(
    benchmark: Benchmark, measured: Measured, programs: Mapping[str, Mapping[str, str]], runner: Runner
) -> BenchmarkGrowth:
    """Measure the growth of samples' programs and of the best known solutions, except what earlier runs have measured.

    The programs are given by task id and the SHA-256 of their text; only one program of each form is measured.

    Returns:
        All problems with `growing` that have programs, without the programs whose worker was lost: see `unmeasured`.
    """
    chosen = {problem.task_id: problem for problem in benchmark if problem.growing and programs.get(problem.task_id)}
    bests = {task_id: best_known(problem, measured) for task_id, problem in chosen.items()}
    forms = {task_id: {digest: form_of(code) for digest, code in programs[task_id].items()} for task_id in chosen}
    codes: dict[str, dict[str, str]] = {}  # by task id and form, the program that is measured
    for task_id, best in bests.items():
        codes[task_id] = {form_of(best): best}
        for digest, form in sorted(forms[task_id].items()):
            codes[task_id].setdefault(form, programs[task_id][digest])
    batches = in_batches(
        {task_id: {code_hash(code): code for code in of_forms.values()} for task_id, of_forms in codes.items()}
    )
    tasks = {key: GrowthTask(chosen[key[0]], batch) for key, batch in batches.items()}
    growths: dict[str, dict[str, Growth]] = {task_id: {} for task_id in chosen}
    for (task_id, _), found in runner.finish("growth", tasks, kept=dict[str, Growth]).items():
        growths[task_id] |= found
    problems = {}
    for task_id, problem in chosen.items():
        known = {form: growths[task_id].get(code_hash(code)) for form, code in codes[task_id].items()}
        points = {form: growth.points for form, growth in known.items() if growth is not None}
        of_samples = set(forms[task_id].values())
        problems[task_id] = ProblemGrowth(
            content=problem.hash,
            best=points.get(form_of(bests[task_id]), ()),
            measured=tuple(
                group_programs({form: points[form] for form in points if form in of_samples}, forms[task_id])
            ),
        )
    return BenchmarkGrowth(fingerprint=runner.fingerprint.hash, problems=problems)


def unmeasured(programs: Mapping[str, Mapping[str, str]], found: BenchmarkGrowth) -> dict[str, list[str]]:
    """Return, by task id, the SHA-256 of the programs whose worker was lost; a further run measures them."""
    left = {
        task_id: sorted(set(programs[task_id]).difference(*(growth.programs for growth in problem.measured)))
        for task_id, problem in found.problems.items()
    }
    return {task_id: digests for task_id, digests in left.items() if digests}
