"""What workers do with a solution: test it, count it, or measure its memory."""

from dataclasses import dataclass, field
from pathlib import Path

from tallybench.counting.instructions import (
    PreparedInput,
    over_budget,
    own_count,
    run_to_budget,
)
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Published, Yardstick, measure_solution, take_yardstick
from tallybench.errors import InputError
from tallybench.files import using_cache
from tallybench.model.parts import CheckOutcome, StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import OUT_OF_MEMORY
from tallybench.sandbox.judging_limits import assumed, slowness
from tallybench.sandbox.levels import LEVELS
from tallybench.values.text import clean_text

OWN_PATIENCE = 4.0  # times the limits, in the second try of a benchmark's own solution
# A solution whose memory is measured has been counted within the budget, which takes a few seconds natively. One that
# takes longer than the slowest seen so far does not do what was counted.
_MEMORY_CPU_SECONDS = 120
_BRIEF_SECONDS, _BRIEF_SOURCE = 2.0, 1 << 14  # limits of a brief task: CPU time, and characters


@dataclass(frozen=True, slots=True)
class CheckTask:
    """Run a problem's correctness tests on a solution."""

    tests: Tests
    source: str

    @property
    def is_brief(self) -> bool:
        """Whether it is small, and done within milliseconds unless the solution is slow."""
        return not self.tests.cases and self.tests.seconds <= _BRIEF_SECONDS and len(self.source) <= _BRIEF_SOURCE

    def run(self, worker: Worker) -> CheckOutcome:
        return check_fairly(worker.native, self.tests, self.source)


@dataclass(frozen=True)
class YardstickTask:
    """Build a problem's inputs in `folder`, and count the references whose counts are not published.

    If that fails for a problem that was not audited, return why: nothing else is affected.
    """

    problem: Problem
    folder: Path
    audited: bool = True
    published: Published = field(default_factory=dict)

    def run(self, worker: Worker) -> Yardstick | str:
        meter = worker.meter
        try:
            with using_cache(self.folder):
                return take_yardstick(meter, self.problem, self.folder, self.published)
        except InputError as error:
            if self.audited:
                raise
            return clean_text(str(error))


@dataclass(frozen=True)
class CountTask:
    """Count a solution on one stressful input."""

    problem: Problem
    source: str
    input_name: str
    yardstick: Yardstick
    folder: Path

    def run(self, worker: Worker) -> StressResult:
        meter = worker.meter
        with using_cache(self.folder):
            arguments = meter, self.problem, self.source, self.input_name, self.yardstick, self.folder
            outcome = measure_solution(*arguments)
            # If the machine ran out of memory, other processes may have taken it: so it gets a second try.
            return measure_solution(*arguments) if outcome.reason == OUT_OF_MEMORY else outcome

    def prepared(self) -> PreparedInput:
        """Return the input with its contents."""
        with using_cache(self.folder):
            return self.yardstick.inputs[self.input_name].prepared(self.input_name, self.folder)


@dataclass(frozen=True)
class CountWrongTask(CountTask):
    """Count a solution on one stressful input whatever its output is, to show what is faster but wrong.

    The count enters no figure about correct samples, so it needs no witness and is not judged.
    """

    def run(self, worker: Worker) -> StressResult:
        meter, problem, budget = worker.meter, self.problem, self.yardstick.budget(self.input_name)
        bytecode = meter.compile(problem, self.source)
        if isinstance(bytecode, StressResult):
            return bytecode
        prepared = self.prepared()
        answer = run_to_budget(meter, problem, bytecode, prepared.arguments, prepared.overhead, budget)
        if answer.out_of_time:
            return over_budget()
        if answer.failure is not None:
            return StressResult.failed(answer.failure.verdict, answer.failure.reason)
        assert answer.output is not None and answer.count is not None
        # The cost of encoding depends on the output, which here is not the expected one.
        count = own_count(answer.count, meter.overhead(problem, prepared.arguments, answer.output))
        return over_budget() if count > budget else StressResult.counted(count)


@dataclass(frozen=True)
class MemoryTask(CountTask):
    """Measure the peak memory of a solution on one stressful input."""

    def run(self, worker: Worker) -> StressResult:
        return measure_peak(worker, self.problem, self.source, self.prepared())


def check_fairly(native: Zygote, tests: Tests, solution: str, *, own: bool = False) -> CheckOutcome:
    """Run the correctness tests, and run them again if the machine may be why they failed.

    That may be so if it ran out of memory, or if a CPU limit was reached while it was slower than when measured. If the
    solution is the benchmark's own, it gets a second try with more time, whichever limit it reached.
    """
    level = LEVELS[tests.level]
    checked = level.check(native, tests, solution)
    tallies = (checked.suites or {}).values()
    if Verdict.TIMEOUT in checked.verdicts or any("TimeoutError" in tally for tally in tallies):
        factor = slowness() * OWN_PATIENCE if own else native.measure_slowness()
        if factor > slowness():
            with assumed(factor):
                return level.check(native, tests, solution)
    elif OUT_OF_MEMORY in (checked.reason or "") or (own and checked.verdict is Verdict.MEMORY):
        return level.check(native, tests, solution)
    return checked


def measure_peak(worker: Worker, problem: Problem, source: str, prepared: PreparedInput) -> StressResult:
    """Measure the peak memory of a solution on one stressful input: what its own work adds at its highest point.

    It takes a separate, native run, in which `sandbox/gauge.py` sits in front of the interpreter's allocators and
    counts what the solution asks for and holds: lists, numbers, texts, frames, and what the modules it calls keep; not
    the input, the interpreter, the compiled code, or what the system adds to a block or leaves between two. So the
    figure depends only on the interpreter's build, as the count does: it is the same on every machine, to within a few
    dozen bytes.

    Returns:
        A result whose count is the peak, in bytes; or why it could not be measured. The output must be right:
        otherwise the solution did not do what was counted.
    """
    level = LEVELS[problem.level]
    bytecode = worker.compile(level.program(problem, source))
    if isinstance(bytecode, StressResult):
        return bytecode
    answer = level.run(worker.gauged, problem, bytecode, prepared.arguments, _MEMORY_CPU_SECONDS)
    if answer.failure is not None:
        return StressResult.failed(answer.failure.verdict, answer.failure.reason)
    assert answer.output is not None
    if answer.output != prepared.expected:
        wrong = level.wrong(problem, prepared.arguments, prepared.expected, answer.output)
        if wrong is not None:
            return StressResult.failed(StressVerdict.WRONG_OUTPUT, wrong)
    if not answer.peak:
        return StressResult.failed(StressVerdict.TAMPERING, "it ran without being measured")
    return StressResult.counted(answer.peak)
