"""What a solution spends on a stressful input.

A *yardstick* is what a problem's samples are measured with: its built inputs, the expected outputs, and the counts of
the references and of the ground truth. It costs as much as several samples and depends on the problem and the
fingerprint alone, so it is kept in the cache.
"""

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from evaluator.errors import InputError
from evaluator.execution.jobs import Answer, build_input, compile_solution, run_solution
from evaluator.execution.levels import LEVELS
from evaluator.execution.sandbox.host import Zygote
from evaluator.problems.problem import Problem, Solution, StressfulInput, code_hash
from evaluator.results.counts import BUDGET
from evaluator.results.verdicts import StressVerdict, Verdict
from evaluator.values.wire import decode, encode

REFERENCE_CPU_SECONDS = 120
# A solution is stopped a little after the CPU time in which the budget is spent at the rate measured here. What it has
# spent by then is known: where that is still within the budget, on a slow or busy machine or in code that is slow to
# emulate, it gets a second run with much more. So the limits decide how long a run takes, never what is recorded.
FIRST_MARGIN, FIRST_EXTRA = 1.2, 0.1  # times what the budget takes; seconds
LAST_MARGIN, LAST_EXTRA = 6.0, 10.0
# Encoding the same output costs an instruction more or less an element as the memory happens to be laid out (up to
# 0.44 % was seen): below this share of it, a count says nothing, and is recorded as this share.
RESOLUTION = 0.005
CALIBRATION = "def calibrate(n):\n    total = 0\n    for i in range(n):\n        total += i * i % 7\n    return total\n"
CALIBRATION_ARGUMENT = 200_000


@dataclass(frozen=True)
class Meter:
    """How counts are taken.

    Attributes:
        counter: `valgrind`, `perf` or `cputime`.
        native: a zygote that compiles, builds inputs and, for `perf` and `cputime`, measures.
        emulated: a zygote under valgrind, for `valgrind`.
        rate: what this machine counts a second of CPU time (instructions; nanoseconds for `cputime`).
    """

    counter: str
    native: Zygote
    emulated: Zygote | None
    rate: float

    def run(self, problem: Problem, code: bytes, arguments: bytes, cpu_seconds: float) -> Answer:
        """Runs compiled code once. The answer's count still includes the overhead."""
        level = LEVELS[problem.level]
        if self.emulated is not None:
            return level.run(self.emulated, problem, code, arguments, cpu_seconds)
        return level.run(self.native, problem, code, arguments, cpu_seconds, meter=self.counter)

    def overhead(self, problem: Problem, arguments: bytes, output: bytes) -> int:
        """What has to be taken off a count for what a child does besides the solution's own work."""
        if self.emulated is None:
            return 0
        return LEVELS[problem.level].overhead(self.native, self.emulated, arguments, output)


@dataclass(frozen=True)
class Stressed:
    """What became of a solution on one stressful input.

    Attributes:
        verdict: COUNTED or why there is no count.
        count: instructions (nanoseconds for `cputime`); None unless counted.
        reason: in words; None where counted.
    """

    verdict: StressVerdict
    count: int | None = None
    reason: str | None = None


@dataclass(frozen=True)
class BuiltInput:
    """A stressful input as it was built, with the output that is expected for it.

    Attributes:
        sha256: of the encoded arguments.
        size: of the encoded arguments, in bytes.
        overhead: what is taken off a child's count: the encoding of the expected output, and the rest that a child
            does besides the solution's own work.
    """

    sha256: str
    size: int
    expected_sha256: str
    overhead: int


@dataclass(frozen=True)
class Yardstick:
    """What a problem's samples are measured with.

    Attributes:
        inputs: by name.
        counts: of each reference and of the ground truth, by name and input. None: over the budget.
        best: the name of the best known solution: the lowest total.
        codes: SHA-256 of each solution's code, by name.
    """

    inputs: dict[str, BuiltInput]
    counts: dict[str, dict[str, int | None]]
    best: str
    codes: dict[str, str] = field(default_factory=dict)

    def budget(self, name: str) -> int:
        """The most that a solution may spend on an input."""
        return BUDGET * (self.counts[self.best][name] or 0)


def over_budget() -> Stressed:
    """What is recorded of whatever spends more than the budget."""
    return Stressed(StressVerdict.OVER_BUDGET, None, f"more than {BUDGET} times the best known count")


def calibrate(counter: str, native: Zygote, emulated: Zygote | None) -> float:
    """What this machine counts a second, on a plain loop."""
    code = compiled(native, CALIBRATION)
    assert isinstance(code, bytes)
    zygote, meter = (native, counter) if emulated is None else (emulated, None)
    answer = run_solution(zygote, code, "calibrate", encode((CALIBRATION_ARGUMENT,)), 60, meter)
    return (answer.count or 0) / max(answer.cpu_seconds, 0.01)


def take_yardstick(meter: Meter, problem: Problem, folder: Path) -> Yardstick:
    """Builds a problem's inputs, and counts its references and its ground truth on them.

    Args:
        meter: how counts are taken.
        problem: one with stressful inputs.
        folder: where NAME.in and NAME.out are written, the encoded inputs and expected outputs.

    Raises:
        InputError: the problem is at fault: an input breaks the contract, a reference fails, two references disagree.
    """
    inputs = {}
    for one in problem.stressful:
        arguments = _build(meter.native, problem, one)
        expected = _expected(meter.native, problem, one.name, arguments)
        (folder / f"{one.name}.in").write_bytes(arguments)
        (folder / f"{one.name}.out").write_bytes(expected)
        inputs[one.name] = BuiltInput(
            hashlib.sha256(arguments).hexdigest(),
            len(arguments),
            hashlib.sha256(expected).hexdigest(),
            meter.overhead(problem, arguments, expected),
        )
    unlimited = Yardstick(inputs, {}, "")
    counts = {
        reference.name: _count_known(meter, problem, reference, unlimited, folder) for reference in problem.references
    }
    best = min(counts, key=lambda name: sum(count or 0 for count in counts[name].values()))
    truth = problem.ground_truth
    same = next((reference.name for reference in problem.references if reference.code == truth.code), None)
    if same is None:
        counts[truth.name] = _count_known(meter, problem, truth, Yardstick(inputs, counts, best), folder)
    else:  # the same program spends the same, up to the budget
        limit = Yardstick(inputs, counts, best)
        counts[truth.name] = {
            name: None if (count or 0) > limit.budget(name) else count for name, count in counts[same].items()
        }
    if None not in counts[truth.name].values():
        best = min(best, truth.name, key=lambda name: sum(count or 0 for count in counts[name].values()))
    codes = {solution.name: code_hash(solution.code) for solution in (*problem.references, truth)}
    return Yardstick(inputs, counts, best, codes)


def measure(meter: Meter, problem: Problem, solution: str, name: str, yardstick: Yardstick, folder: Path) -> Stressed:
    """Counts one solution on one stressful input.

    Args:
        meter: how counts are taken.
        problem: the problem.
        solution: the program.
        name: the input's name.
        yardstick: the problem's; one without counts sets no budget.
        folder: where the yardstick's inputs are.
    """
    code = compiled(meter.native, solution)
    if isinstance(code, Stressed):
        return code
    arguments = (folder / f"{name}.in").read_bytes()
    expected = (folder / f"{name}.out").read_bytes()
    budget = yardstick.budget(name) if yardstick.counts else None
    overhead = yardstick.inputs[name].overhead
    for cpu_seconds in cpu_limits(meter, budget):
        answer = meter.run(problem, code, arguments, cpu_seconds)
        if not answer.out_of_time or (budget is not None and (answer.count or 0) - overhead > budget):
            break
    count = None if answer.count is None else max(answer.count - overhead, int(overhead * RESOLUTION), 1)
    if answer.failure is not None and answer.failure.verdict is Verdict.TAMPERING:
        return Stressed(StressVerdict.TAMPERING, None, answer.failure.reason)
    # What ended above the budget is recorded like what was ended on the way there, however it went on.
    if budget is not None and (answer.out_of_time or (count is not None and count > budget)):
        return over_budget()
    if answer.failure is not None:
        return Stressed(StressVerdict(answer.failure.verdict.value), None, answer.failure.reason)
    assert answer.output is not None
    level = LEVELS[problem.level]
    if (wrong := level.wrong(problem, arguments, expected, answer.output)) is not None:
        return Stressed(StressVerdict.WRONG_OUTPUT, None, wrong)
    assert answer.count is not None
    if answer.count < level.least(overhead):
        return Stressed(StressVerdict.TAMPERING, None, "it spent less than its output takes to encode")
    return Stressed(StressVerdict.COUNTED, count)


def cpu_limits(meter: Meter, budget: int | None) -> list[float]:
    """The CPU limits of a solution's first and, if that was too short, second run."""
    if budget is None:
        return [REFERENCE_CPU_SECONDS]
    first = budget / meter.rate * FIRST_MARGIN + FIRST_EXTRA
    last = budget / meter.rate * LAST_MARGIN + LAST_EXTRA
    # Only the emulator tells what a solution had spent that was ended.
    return [last] if meter.emulated is None else [first, last]


@lru_cache(maxsize=64)
def compiled(native: Zygote, source: str) -> bytes | Stressed:
    """A program's code object, marshalled; or what is recorded of a program that does not compile."""
    answer = compile_solution(native, source)
    if answer.failure is not None:
        return Stressed(StressVerdict(answer.failure.verdict.value), None, answer.failure.reason)
    assert answer.output is not None
    code = decode(answer.output)
    assert isinstance(code, bytes)
    return code


def _build(native: Zygote, problem: Problem, one: StressfulInput) -> bytes:
    answer = build_input(native, one.recipe(problem.contract))
    if answer.output is None:
        raise _fault(problem, one.name, f"cannot be built: {answer.failure.reason if answer.failure else ''}")
    if (fault := LEVELS[problem.level].fault(answer.output)) is not None:
        raise _fault(problem, one.name, fault)
    return answer.output


def _expected(native: Zygote, problem: Problem, name: str, arguments: bytes) -> bytes:
    """The output on which all references agree."""
    level = LEVELS[problem.level]
    expected: bytes | None = None
    for reference in problem.references:
        code = compiled(native, reference.code)
        if isinstance(code, Stressed):
            raise _fault(problem, name, f"{reference.name} does not compile: {code.reason}")
        answer = level.run(native, problem, code, arguments, REFERENCE_CPU_SECONDS)
        if answer.output is None:
            raise _fault(problem, name, f"{reference.name} fails: {answer.failure.reason if answer.failure else ''}")
        if expected is None:
            expected = answer.output
        elif level.wrong(problem, arguments, expected, answer.output):
            raise _fault(problem, name, f"{reference.name} disagrees with {problem.references[0].name}")
    assert expected is not None
    return expected


def _count_known(
    meter: Meter, problem: Problem, solution: Solution, yardstick: Yardstick, folder: Path
) -> dict[str, int | None]:
    counts: dict[str, int | None] = {}
    for name in yardstick.inputs:
        stressed = measure(meter, problem, solution.code, name, yardstick, folder)
        if stressed.verdict not in (StressVerdict.COUNTED, StressVerdict.OVER_BUDGET):
            raise _fault(problem, name, f"{solution.name} is {stressed.verdict}: {stressed.reason}")
        counts[name] = stressed.count
    return counts


def _fault(problem: Problem, name: str, what: str) -> InputError:
    return InputError(f"the benchmark is at fault: {problem.task_id}, stressful input {name}: {what}")
