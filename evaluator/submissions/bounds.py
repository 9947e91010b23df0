"""What a submission has to cover, and what measuring it again may cost.

The cost is projected from the file's own verdicts and counts before anything runs. Whoever states less than it takes
gains nothing: measuring ends by a limit that follows from the projection.
"""

from collections import Counter
from collections.abc import Iterator

from evaluator.execution.correctness import CPU_SECONDS
from evaluator.execution.counting import FIRST_MARGIN
from evaluator.execution.programs import TOTAL_CPU_SECONDS
from evaluator.results.metrics import ks_of
from evaluator.results.result import Result, SampleResult
from evaluator.results.verdicts import Verdict
from evaluator.submissions.faults import Fault

MAX_SAMPLES = 200  # of a problem
MAX_CPU_HOURS = 4  # GPT-4o's HumanEval samples take 3 minutes
# Of a common machine: measured are 370 million instructions a second under valgrind.
INSTRUCTIONS_A_SECOND = 300e6
CHECK_SECONDS, JOB_SECONDS = 0.05, 0.05  # the correctness tests of a sample; starting and ending a count
# The limit of a verification on the clock: what references take that were not measured here yet, and what a slow or
# busy machine takes longer.
FLOOR_SECONDS, SLACK = 1800.0, 6.0
TIMES = 2  # that a correct sample is counted: on the public inputs, and on fresh ones
_ENDED_BY_A_LIMIT = (Verdict.TIMEOUT, Verdict.MEMORY)


def coverage_faults(result: Result) -> Iterator[Fault]:
    """Every problem needs the same number of samples: what a model failed at, or did not answer, may not be left out.

    A task without any counts as failed; it is asked for all the same, so that nobody takes a part for the whole.
    """
    sizes = Counter(sample.task_id for sample in result.samples)
    missing = [task_id for task_id in result.problems if task_id not in sizes]
    if missing and not result.model.baseline:
        told = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
        yield Fault(
            "samples",
            f"{len(missing)} of {len(result.problems)} problems have none ({told}); where the model gave no answer, "
            'send an empty one: "raw": ""',
        )
    groups = Counter(sizes.values())
    if len(groups) > 1:
        told = ", ".join(f"{size} for {tasks} tasks" for size, tasks in sorted(groups.items())[:5])
        yield Fault("samples", f"their number must be the same for every task that has any; it is {told}")
    if (most := max(sizes.values(), default=0)) > MAX_SAMPLES:
        yield Fault("samples", f"are up to {most} a problem, more than {MAX_SAMPLES}; send the first {MAX_SAMPLES}")
    if 1 not in ks_of(result.metrics):
        yield Fault("metrics", "have no k = 1, by which models are ranked; evaluate with --k 1 among others")


def cost_faults(result: Result) -> Iterator[Fault]:
    """A submission has to be measured again, which may not take a stranger's time without end."""
    hours = projected_seconds(result) / 3600
    if result.has_public_code and hours > MAX_CPU_HOURS:
        yield Fault(
            "samples",
            f"would take {hours:.1f} hours of CPU time to measure again by their own verdicts and counts, more than "
            f"{MAX_CPU_HOURS}; send fewer a problem",
        )


def projected_seconds(result: Result) -> float:
    """CPU time to measure a result again, by its own verdicts and counts. The same code is measured once."""
    distinct = {(sample.task_id, sample.code_sha256): sample for sample in result.samples}
    return sum(_sample_seconds(result, sample) for sample in distinct.values() if sample.code_sha256 is not None)


def limit_seconds(result: Result, workers: int) -> float:
    """How long measuring a result again may take on the clock."""
    return FLOOR_SECONDS + SLACK * projected_seconds(result) / workers


def _sample_seconds(result: Result, sample: SampleResult) -> float:
    problem = result.problems.get(sample.task_id)
    if problem is None:
        return 0.0
    seconds = CHECK_SECONDS
    if sample.verdict in _ENDED_BY_A_LIMIT:
        seconds = CPU_SECONDS if problem.entry_point else TOTAL_CPU_SECONDS
    for name, stress in sample.stress.items():
        given = problem.inputs.get(name)
        budget = 0 if given is None else result.budget * given.best_known * FIRST_MARGIN
        seconds += TIMES * (JOB_SECONDS + (stress.count or budget) / INSTRUCTIONS_A_SECOND)
    return seconds
