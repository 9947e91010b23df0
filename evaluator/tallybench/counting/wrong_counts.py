"""Count a solution on a stressful input whatever its output is, to show what is faster but wrong.

The count enters no figure about correct samples, so it needs no witness and is not judged.
"""

from dataclasses import dataclass

from tallybench.counting.instructions import over_budget, own_count, run_to_budget
from tallybench.counting.worker import CountTask, Worker
from tallybench.files import using_cache
from tallybench.model.parts import StressResult


@dataclass(frozen=True)
class CountWrongTask(CountTask):
    """Count a solution on one stressful input, whatever its output is."""

    def run(self, worker: Worker) -> StressResult:
        meter, problem, budget = worker.meter, self.problem, self.yardstick.budget(self.input_name)
        bytecode = meter.compile(problem, self.source)
        if isinstance(bytecode, StressResult):
            return bytecode
        with using_cache(self.folder):
            prepared = self.yardstick.inputs[self.input_name].prepared(self.input_name, self.folder)
        answer = run_to_budget(meter, problem, bytecode, prepared.arguments, prepared.overhead, budget)
        if answer.out_of_time:
            return over_budget()
        if answer.failure is not None:
            return StressResult.failed(answer.failure.verdict, answer.failure.reason)
        assert answer.output is not None and answer.count is not None
        # The cost of encoding depends on the output, which here is not the expected one.
        count = own_count(answer.count, meter.overhead(problem, prepared.arguments, answer.output))
        return over_budget() if count > budget else StressResult.counted(count)
