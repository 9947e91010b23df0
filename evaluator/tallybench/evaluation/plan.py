"""What a run will cost, before it starts."""

from collections.abc import Iterable
from dataclasses import dataclass

from tallybench.counting.instructions import FIRST_MARGIN
from tallybench.counting.store import CountStore
from tallybench.counting.vetting import vetted_before, vetting_folder
from tallybench.counting.yardsticks import yardstick_store
from tallybench.evaluation.options import Options
from tallybench.evaluation.preparation import known_counts, prepare
from tallybench.model.budget import BUDGET
from tallybench.model.problem import Problem
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import Sample

# Round figures for a common machine with two processors; used only to estimate the minutes.
CHECK_SECONDS = 0.01
CASE_SECONDS = 0.008  # a test of a program, which runs in a process of its own
TRY_SECONDS = 0.3  # trying out a stressful input: building it, and running the best solution on it
OVERHEAD_SECONDS = 0.04
INSTRUCTIONS_A_SECOND = 500e6
UNKNOWN_COUNT = 15_000_000  # instructions on an input whose references have not been counted yet
# The same for a benchmark that is not audited: means over COFFE's inputs, dominated by a few heavy ones.
UNKNOWN_VETTED = {"function": 350_000_000, "file": 1_000_000_000}


@dataclass(frozen=True)
class Plan:
    """The cost of a run. Lower bounds assume that every sample that passes is as fast as the best known solution.

    Attributes:
        samples: samples of the selected problems.
        solutions: distinct programs among them; each is checked once.
        references: measurements of references that are not in the cache.
        measurements: the most measurements of samples that are not in the cache, reached if every solution passes.
        instructions: the instructions to count for them, from the best known counts up to the budget.
        minutes: how long the run takes with this number of workers, likewise a range.
        workers: processes side by side.
        vetting: tests and stressful inputs on which the source's best solutions have not been tried yet.
    """

    samples: int
    solutions: int
    references: int
    measurements: int
    instructions: tuple[int, int]
    minutes: tuple[float, float]
    workers: int
    vetting: int = 0


def plan_run(samples: Iterable[Sample], options: Options, workers: int) -> Plan:
    """Plan a run without running anything.

    Args:
        samples: the samples.
        options: how the run would be done.
        workers: processes side by side.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine lacks what the run needs.
    """
    benchmark, fingerprint, _ = prepare(options)
    attempts = read_attempts(samples, benchmark)
    solutions = {(attempt.task_id, attempt.code_hash) for attempt in attempts if attempt.code_hash is not None}
    references = measurements = least = most = vetting = 0
    fixed = sum(_check_seconds(benchmark.by_id[task_id]) for task_id, _ in solutions)
    if not benchmark.audited:
        benchmark, tried = vetted_before(benchmark, vetting_folder(fingerprint), inputs=options.counted)
        for problem in benchmark:
            if problem.task_id not in tried:
                inputs = len(problem.stressful) if options.counted else 0
                vetting += len(problem.cases) + inputs
                fixed += _check_seconds(problem) + inputs * TRY_SECONDS
    if options.counted:
        known = known_counts(options, fingerprint)
        store = yardstick_store(fingerprint)
        for problem in benchmark:
            programs = [digest for task_id, digest in solutions if task_id == problem.task_id]
            if not programs or not problem.stressful:
                continue
            yardstick = store.load(problem)
            if yardstick is None:
                own = len({solution.code for solution in (*problem.references, problem.ground_truth)})
                references += own * len(problem.stressful)
                guess = UNKNOWN_COUNT if benchmark.audited else UNKNOWN_VETTED[problem.level]
                best = guess * len(problem.stressful)
                least += best * own
                most += int(best * (len(problem.references) + BUDGET * FIRST_MARGIN if benchmark.audited else own))
            else:
                best = sum(count or 0 for count in yardstick.counts[yardstick.best].values())
            shares = _unknown_shares(problem, programs, known)
            measurements += round(shares * len(problem.stressful))
            least += int(shares * best)
            most += int(shares * best * BUDGET * FIRST_MARGIN)
    fixed += (references + measurements) * OVERHEAD_SECONDS
    low, high = ((fixed + count / INSTRUCTIONS_A_SECOND) / workers / 60 for count in (least, most))
    minutes = (round(low, 1), round(high, 1))
    return Plan(len(attempts), len(solutions), references, measurements, (least, most), minutes, workers, vetting)


def _unknown_shares(problem: Problem, programs: Iterable[str], known: CountStore | None) -> float:
    """Return how much of programs is left to count: the sum of the shares of inputs that no earlier run counted."""
    names = [given.name for given in problem.stressful]
    if known is None:
        return len(list(programs))
    return sum(sum(known.get(problem, digest, name) is None for name in names) / len(names) for digest in programs)


def _check_seconds(problem: Problem) -> float:
    return CHECK_SECONDS if problem.level == "function" else CASE_SECONDS * len(problem.cases)
