"""What a solution spends on one stressful input: it runs under the counter, then its answer is judged."""

import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from tallybench.counting.witness import TRIES, TYPICAL_SPEED, WITNESS_EXTRA, NativeSpeed, Witness, longest, pause
from tallybench.model.budget import BUDGET
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Answer, Failure, compile_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode, is_converted

REFERENCE_CPU_SECONDS = 120
# A solution is stopped a little after the CPU time in which the budget is spent at the rate measured here. What it has
# spent by then is known: if that is still within the budget (the machine is slow or busy, or the code is slow to
# emulate), it gets a second run with much more time. So the limits decide how long a run takes, never what is recorded.
FIRST_MARGIN, FIRST_EXTRA = 1.2, 0.1  # times what the budget takes; seconds
LAST_MARGIN, LAST_EXTRA = 6.0, 10.0
# The cost of encoding the same output varies by about an instruction per element with the layout of memory (up to
# 0.44 % was seen): below this share of it, a count says nothing, and is recorded as this share.
RESOLUTION = 0.005


class BytecodeCache:
    """Compiled programs by source, so that a program is compiled once for all inputs it is counted on.

    A program that does not compile is not kept: the reason may be a limit that was reached on a busy machine.
    """

    def __init__(self, most: int = 64) -> None:
        self._most = most
        self._bytecode: OrderedDict[str, bytes] = OrderedDict()

    def compile(self, native: Zygote, source: str) -> bytes | StressResult:
        """Return a program's code object, marshalled; or what is recorded if it does not compile."""
        if source not in self._bytecode:
            answer = compile_solution(native, source)
            if answer.failure is not None:
                return StressResult.failed(answer.failure.verdict, answer.failure.reason)
            assert answer.output is not None
            self._bytecode[source] = decode(answer.output)
            if len(self._bytecode) > self._most:
                self._bytecode.popitem(last=False)
        self._bytecode.move_to_end(source)
        return self._bytecode[source]


@dataclass(frozen=True)
class Meter:
    """How counts are taken."""

    counter: str  # the name of one of `counters.COUNTERS`
    native: Zygote  # a zygote that compiles, builds inputs and, if the child measures itself, runs solutions
    emulated: Zygote | None  # a zygote under valgrind, for a counter that emulates
    rate: float  # how much this machine counts per second of CPU time (instructions; nanoseconds for `cputime`)
    speed: NativeSpeed = TYPICAL_SPEED  # this machine's native speed
    _bytecode: BytecodeCache = field(default_factory=BytecodeCache, repr=False, compare=False)

    def compile(self, problem: Problem, source: str) -> bytes | StressResult:
        """Return a solution's code object, marshalled, for `run`; or what is recorded if it does not compile."""
        return self._bytecode.compile(self.native, LEVELS[problem.level].program(problem, source))

    def run(self, problem: Problem, bytecode: bytes, arguments: bytes, cpu_seconds: float) -> Answer:
        """Run a compiled program once. The answer's count still includes the overhead."""
        level = LEVELS[problem.level]
        if self.emulated is not None:
            return level.run(self.emulated, problem, bytecode, arguments, cpu_seconds)
        return level.run(self.native, problem, bytecode, arguments, cpu_seconds, meter=self.counter)

    def overhead(self, problem: Problem, arguments: bytes, output: bytes) -> int:
        """Return what to subtract from a count for what a child does beyond the solution's own work."""
        if self.emulated is None:
            return 0
        return LEVELS[problem.level].overhead(self.native, self.emulated, problem, arguments, output)


@dataclass(frozen=True)
class PreparedInput:
    """A stressful input ready for counting, encoded; `overhead` is subtracted from a child's count."""

    arguments: bytes
    expected: bytes
    overhead: int


def over_budget() -> StressResult:
    """Return what is recorded for a solution that spends more than the budget."""
    return StressResult.failed(StressVerdict.OVER_BUDGET, f"more than {BUDGET} times the best known count")


def count_solution(
    meter: Meter, problem: Problem, source: str, prepared: PreparedInput, budget: int | None
) -> StressResult:
    """Count one solution on one stressful input.

    The budget is the most that it may spend; None for a reference, which sets it.
    """
    bytecode = meter.compile(problem, source)
    if isinstance(bytecode, StressResult):
        return bytecode
    if meter.emulated is None:
        answer = run_to_budget(meter, problem, bytecode, prepared.arguments, prepared.overhead, budget)
        return _judge(problem, prepared, answer, budget)
    spent, doubt = 0, None
    for share in TRIES:
        # The witness comes first: what it leaves for the counted run makes that count too low for the witness's time.
        began = time.monotonic()
        witness = _hear_witness(meter, problem, bytecode, prepared, budget, share)
        size = len(prepared.arguments) + len(prepared.expected)
        time.sleep(pause(time.monotonic() - began, witness.answer.cpu_seconds, size))
        counting = meter
        if is_converted(witness.answer.output or b""):
            counting = replace(meter, emulated=meter.emulated.converting())
        answer = run_to_budget(counting, problem, bytecode, prepared.arguments, prepared.overhead, budget)
        if answer.count is not None:  # a later try does not undo what an earlier one spent
            spent = max(spent, answer.count)
            answer = replace(answer, count=spent)
        outcome = _judge(problem, prepared, answer, budget)
        if outcome.verdict is not StressVerdict.COUNTED:
            return outcome
        doubt = witness.contradiction(spent)
        if doubt is None:
            return outcome
        if witness.is_wrong:
            break
    return StressResult.failed(StressVerdict.TAMPERING, doubt)


def _hear_witness(
    meter: Meter, problem: Problem, bytecode: bytes, prepared: PreparedInput, budget: int | None, share: float
) -> Witness:
    """Run the program natively, for a share of the longest time that a count within the budget would explain."""
    limit = float(REFERENCE_CPU_SECONDS)
    if budget is not None:
        most = longest(budget + prepared.overhead, len(prepared.expected), meter.speed)
        limit = most * share + WITNESS_EXTRA
    level = LEVELS[problem.level]
    answer = level.run(meter.native, problem, bytecode, prepared.arguments, limit)
    wrong = None
    if answer.output is not None and answer.output != prepared.expected:
        wrong = level.wrong(problem, prepared.arguments, prepared.expected, answer.output)
    return Witness(answer, wrong, len(prepared.expected), meter.speed)


def run_to_budget(
    meter: Meter, problem: Problem, bytecode: bytes, arguments: bytes, overhead: int, budget: int | None
) -> Answer:
    """Run a compiled program until it ends, or until it is known to be over the budget.

    What it had spent when a run was stopped counts, so it gains nothing from what that run leaves for the next one.
    The overhead is the part of the count that is not the program's own; without a budget, it may run for as long as a
    reference may.
    """
    first, *more = cpu_limits(meter, budget)
    answer = meter.run(problem, bytecode, arguments, first)
    for cpu_seconds in more:
        if not answer.out_of_time or (budget is not None and (answer.count or 0) - overhead > budget):
            break
        if answer.count is None and not answer.slept:  # it put off the timer that would have reported its count
            break
        spent = answer.count or 0
        answer = meter.run(problem, bytecode, arguments, cpu_seconds)
        if answer.count is not None:
            answer = replace(answer, count=max(answer.count, spent))
    return answer


def cpu_limits(meter: Meter, budget: int | None) -> list[float]:
    """Return the CPU limits of a solution's first and, if that was too short, second run."""
    if budget is None:
        return [REFERENCE_CPU_SECONDS]
    first = budget / meter.rate * FIRST_MARGIN + FIRST_EXTRA
    last = budget / meter.rate * LAST_MARGIN + LAST_EXTRA
    # Only valgrind can tell what a solution had spent when it was stopped.
    return [last] if meter.emulated is None else [first, last]


def own_count(count: int, overhead: int) -> int:
    """Return the solution's own part of a child's count."""
    return max(count - overhead, int(overhead * RESOLUTION), 1)


def _judge(problem: Problem, prepared: PreparedInput, answer: Answer, budget: int | None) -> StressResult:
    """Return what is recorded for an answer; nothing is run."""
    count = None
    if answer.count is not None:
        count = own_count(answer.count, prepared.overhead)
    tampered = answer.failure is not None and answer.failure.verdict is Verdict.TAMPERING
    # A run that ended over the budget is recorded like one that was stopped for it, however it ended.
    above = budget is not None and (answer.out_of_time or (count is not None and count > budget))
    if above and not tampered:
        return over_budget()
    if (failure := answer.failure or _fault(problem, prepared, answer)) is not None:
        return StressResult.failed(failure.verdict, failure.reason)
    return StressResult(verdict=StressVerdict.COUNTED, count=count)


def _fault(problem: Problem, prepared: PreparedInput, answer: Answer) -> Failure | None:
    """Return what is wrong with the output or the count of a child that ended normally."""
    assert answer.output is not None and answer.count is not None
    level = LEVELS[problem.level]
    if (wrong := level.wrong(problem, prepared.arguments, prepared.expected, answer.output)) is not None:
        return Failure(Verdict.WRONG_OUTPUT, wrong)
    if answer.count < prepared.overhead * level.least_share:
        return Failure(Verdict.TAMPERING, "it spent less than its output takes to encode")
    return None
