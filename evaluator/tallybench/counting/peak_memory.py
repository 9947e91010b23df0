"""The peak memory of a solution on one stressful input: what its own work adds at its highest point, in bytes.

It takes a separate, native run, in which `sandbox/gauge.py` sits in front of the interpreter's allocators and counts.
It counts what the solution asks for and holds: lists, numbers, texts, frames, and what the modules it calls keep. It
does not count the input, the interpreter, the compiled code, or what the system adds to a block or leaves between two.
So the figure depends only on the interpreter's build, as the count does: it is the same on every machine, to within a
few dozen bytes.
"""

from dataclasses import dataclass
from pathlib import Path

from tallybench.counting.instructions import PreparedInput
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Yardstick
from tallybench.files import using_cache
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import StressVerdict
from tallybench.sandbox.jobs import Answer
from tallybench.sandbox.levels import LEVELS

# A solution measured here has been counted within the budget, which takes a few seconds natively. One that takes longer
# than the slowest seen so far does not do what was counted.
CPU_SECONDS = 120


@dataclass(frozen=True, slots=True)
class MemoryTask:
    """Measure the peak memory of a solution on one stressful input."""

    problem: Problem
    source: str
    input_name: str
    yardstick: Yardstick
    folder: Path

    def run(self, worker: Worker) -> StressResult:
        with using_cache(self.folder):
            prepared = self.yardstick.inputs[self.input_name].prepared(self.input_name, self.folder)
        return measure_peak(worker, self.problem, self.source, prepared)


def measure_peak(worker: Worker, problem: Problem, source: str, prepared: PreparedInput) -> StressResult:
    """Run a solution once and read how much memory it took.

    Args:
        worker: runs it.
        problem: the problem that the solution solves.
        source: the solution.
        prepared: the input.

    Returns:
        An outcome whose count is the peak, in bytes; or why it could not be measured.
    """
    level = LEVELS[problem.level]
    bytecode = worker.compile(level.program(problem, source))
    if isinstance(bytecode, StressResult):
        return bytecode
    answer = level.run(worker.gauged, problem, bytecode, prepared.arguments, CPU_SECONDS)
    return _judge(problem, prepared, answer)


def _judge(problem: Problem, prepared: PreparedInput, answer: Answer) -> StressResult:
    """Return what is recorded for a run. Its output must be right: otherwise it did not do what was counted."""
    if answer.failure is not None:
        return StressResult.failed(answer.failure.verdict, answer.failure.reason)
    assert answer.output is not None
    wrong = None
    if answer.output != prepared.expected:
        wrong = LEVELS[problem.level].wrong(problem, prepared.arguments, prepared.expected, answer.output)
    if wrong is not None:
        return StressResult.failed(StressVerdict.WRONG_OUTPUT, wrong)
    if not answer.peak:
        return StressResult.failed(StressVerdict.TAMPERING, "it ran without being measured")
    return StressResult.counted(answer.peak)
