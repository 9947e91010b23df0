"""What a run will cost, before it starts."""

import os
from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.attempts import read_attempts
from evaluator.cache import YardstickStore, cache_folder
from evaluator.execution.counting import BUDGET, FIRST_MARGIN
from evaluator.pipeline import Options, prepare
from evaluator.samples import Sample

# Round figures of a common machine with two processors; they only serve to say minutes.
CHECK_SECONDS = 0.01
OVERHEAD_SECONDS = 0.04
INSTRUCTIONS_A_SECOND = 500e6
UNKNOWN_COUNT = 15_000_000  # instructions, on an input whose references were not counted yet


@dataclass(frozen=True)
class Plan:
    """The cost of a run. Lower bounds take every passed sample to be as fast as the best known solution.

    Attributes:
        samples: samples of the selected problems.
        solutions: distinct ones among them: each is checked once.
        references: measurements of references that are not in the cache.
        measurements: measurements of samples, at most: if every solution passes.
        instructions: to count for them, from the best known counts to the budget.
        minutes: on this number of workers, likewise.
        workers: processes side by side.
    """

    samples: int
    solutions: int
    references: int
    measurements: int
    instructions: tuple[int, int]
    minutes: tuple[float, float]
    workers: int


def plan_run(samples: Iterable[Sample], options: Options) -> Plan:
    """Plans a run without running anything.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    benchmark, fingerprint, _ = prepare(options)
    attempts = read_attempts(samples, benchmark)
    solutions = {(attempt.task_id, attempt.code_hash) for attempt in attempts if attempt.code_hash is not None}
    workers = options.workers or os.cpu_count() or 1
    references = measurements = least = most = 0
    if options.counter != "none":
        store = YardstickStore(cache_folder() / "yardsticks" / fingerprint.hash[:16])
        for problem in benchmark:
            distinct = sum(task_id == problem.task_id for task_id, _ in solutions)
            if not distinct or not problem.stressful:
                continue
            yardstick = store.load(problem)
            if yardstick is None:
                references += (len(problem.references) + 1) * len(problem.stressful)
                best = UNKNOWN_COUNT * len(problem.stressful)
                least += best * (len(problem.references) + 1)
                most += int(best * (len(problem.references) + BUDGET * FIRST_MARGIN))
            else:
                best = sum(count or 0 for count in yardstick.counts[yardstick.best].values())
            measurements += distinct * len(problem.stressful)
            least += distinct * best
            most += int(distinct * best * BUDGET * FIRST_MARGIN)
    fixed = len(solutions) * CHECK_SECONDS + (references + measurements) * OVERHEAD_SECONDS
    low, high = ((fixed + count / INSTRUCTIONS_A_SECOND) / workers / 60 for count in (least, most))
    return Plan(
        len(attempts), len(solutions), references, measurements, (least, most), (round(low, 1), round(high, 1)), workers
    )
