"""Count every solution of a benchmark on every stressful input, as `benchmarks/measured.py` describes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.catalogue import Catalogue, make_catalogue, origin_of
from tallybench.benchmarks.measured import (
    Measured,
    MeasuredEnvironment,
    MeasuredInput,
    MeasuredProblem,
    counted_solutions,
    described_solutions,
    dump_measured,
    gone,
    read_measured,
    why_stale,
)
from tallybench.counting.fingerprint import ready_to_count, take_fingerprint
from tallybench.counting.instructions import Meter
from tallybench.counting.pool import Progress
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.tasks import measure_peak
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.counting.worker import Task, Worker
from tallybench.counting.yardstick import Yardstick, count_own
from tallybench.counting.yardsticks import YardstickStore, take_yardsticks
from tallybench.errors import InputError
from tallybench.files import cache_folder, write_atomically
from tallybench.model.benchmark import Benchmark
from tallybench.model.budget import BUDGET
from tallybench.model.environment import Fingerprint
from tallybench.model.problem import Problem
from tallybench.model.result import Result
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.messages import Lost, WorkerSetting
from tallybench.values.preview import preview_of, preview_of_script, shape_of, shape_of_script
from tallybench.values.wire import decode


@dataclass(frozen=True)
class MeasureTask:
    """Measure a problem with stressful inputs, which are in `folder`."""

    problem: Problem
    yardstick: Yardstick
    folder: Path

    def run(self, worker: Worker) -> MeasuredProblem:
        return measure_problem(worker.meter, self.problem, self.yardstick, self.folder)


@dataclass(frozen=True)
class MeasureMemoryTask:
    """Measure the peak memory of a problem's solutions, each on the inputs where it has a count."""

    problem: Problem
    measured: MeasuredProblem
    yardstick: Yardstick
    folder: Path

    def run(self, worker: Worker) -> MeasuredProblem:
        inputs = {}
        for name, given in self.measured.inputs.items():
            prepared = self.yardstick.inputs[name].prepared(name, self.folder)
            peaks: dict[str, int | None] = {}
            for solution in counted_solutions(self.problem):
                peaks[solution.name] = None
                if given.counts[solution.name] is not None:
                    outcome = measure_peak(worker, self.problem, solution.code, prepared)
                    if outcome.count is None:
                        why = f"{solution.name} is {outcome.verdict} when its memory is measured: {outcome.reason}"
                        raise InputError(f"the benchmark is at fault: {self.problem.task_id}, {name}: {why}")
                    peaks[solution.name] = outcome.count
            inputs[name] = given.model_copy(update={"memory": peaks})
        return self.measured.model_copy(update={"inputs": inputs})


def measure_benchmark(
    benchmark: Benchmark,
    path: Path,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> Measured:
    """Bring a file up to date: measure only what is stale or missing, and write the file after each problem.

    Args:
        benchmark: the problems; if it is only part of a benchmark, the file's other problems stay as they are.
        path: the file; it need not exist.
        python: the measuring interpreter; None means that of the measuring environment.
        session, progress: the session whose workers to use, and what to call meanwhile; None opens a session for this
            call.

    Returns:
        The file's new contents; the bytes are the same with any number of workers.

    Raises:
        InputError: the file is broken or from another environment, or a problem is at fault.
        MachineError: this machine lacks what measuring needs.
    """
    progress = progress or (lambda *_: None)
    python, fingerprint = ready_to_count(python)
    measured = _current(benchmark, path, fingerprint)
    known = dict(measured.problems)
    problems = [problem for problem in benchmark if problem.stressful]
    store = YardstickStore(cache_folder() / "measured" / fingerprint.hash[:16])  # with all references counted
    path.parent.mkdir(parents=True, exist_ok=True)

    def write() -> Measured:
        now = measured.model_copy(update={"problems": known})
        write_atomically(path, [dump_measured(now)])
        return now

    def run(step: str, tasks: Sequence[tuple[Problem, Task[MeasuredProblem]]]) -> None:
        """Do a step's tasks, and write each outcome as it arrives."""
        done = len(problems) - len(tasks)
        progress(step, done, len(problems))
        for number, (problem, outcome) in enumerate(pool.run(tasks), done + 1):
            if isinstance(outcome, Lost):
                raise InputError(f"the benchmark is at fault: {problem.task_id}: {outcome.reason}")
            known[problem.task_id] = outcome
            write()
            progress(step, number, len(problems))

    def lacks_memory(problem: Problem) -> bool:
        return any(given.memory is None for given in known[problem.task_id].inputs.values())

    with lend_workers(session, WorkerSetting(python)) as pool:
        missing = [problem for problem in problems if problem.task_id not in known]
        todo = [problem for problem in problems if problem in missing or lacks_memory(problem)]
        yardsticks, _ = take_yardsticks(pool, todo, store, progress, audited=True)
        given = {problem.task_id: (yardsticks[problem.task_id], store.folder(problem)) for problem in todo}
        run("measure", [(problem, MeasureTask(problem, *given[problem.task_id])) for problem in missing])
        run("memory", [(one, MeasureMemoryTask(one, known[one.task_id], *given[one.task_id])) for one in todo])
    return write()


def measure_problem(meter: Meter, problem: Problem, yardstick: Yardstick, folder: Path) -> MeasuredProblem:
    """Measure a problem, whose inputs are in `folder`; raise InputError if a slow solution is wrong on one."""
    counts = yardstick.counts | {
        slow.name: count_own(meter, problem, slow, yardstick.inputs, folder, yardstick.budgets) for slow in problem.slow
    }
    inputs = {}
    for name, built in yardstick.inputs.items():
        arguments = decode((folder / f"{name}.in").read_bytes())
        # References are counted without a budget; one that exceeds it is recorded like any other solution.
        spent = {solution: of_inputs[name] for solution, of_inputs in counts.items()}
        budget = yardstick.budget(name)
        within = {solution: count if count and count <= budget else None for solution, count in spent.items()}
        if problem.level == "class":
            (calls,) = arguments
            shapes, preview = [shape_of_script(calls)], preview_of_script(problem.entry_point, calls)
        else:
            shapes, preview = list(map(shape_of, arguments)), preview_of(arguments)
        inputs[name] = MeasuredInput(
            sha256=built.sha256, size=built.size, shape=tuple(shapes), preview=preview, counts=within
        )
    return MeasuredProblem(
        hash=problem.hash,
        best_known=yardstick.best,
        ground_truth=problem.ground_truth.name,
        solutions=described_solutions(problem),
        inputs=inputs,
    )


def _current(benchmark: Benchmark, path: Path, fingerprint: Fingerprint) -> Measured:
    """Return the part of a file that need not be measured again."""
    environment = MeasuredEnvironment(fingerprint=fingerprint.hash, facts=fingerprint.facts)
    if not path.exists():
        return Measured(benchmark=benchmark.name, budget=BUDGET, environment=environment, problems={})
    written = read_measured(path)
    theirs = {"benchmark": written.benchmark, "budget": str(written.budget), **written.environment.facts}
    ours = {"benchmark": benchmark.name, "budget": str(BUDGET), **fingerprint.facts}
    if theirs != ours:
        differing = sorted(name for name in theirs.keys() | ours.keys() if theirs.get(name) != ours.get(name))
        raise InputError(
            f"{path}: was measured in a different environment ({', '.join(differing)} differ), and counts of two are "
            "never combined; choose its interpreter with --python, write elsewhere with --output, or remove the file "
            "to measure all problems again"
        )
    old = {problem.task_id for problem in benchmark if why_stale(written.problems.get(problem.task_id), problem)}
    old.update(gone(written, benchmark))
    current = {task_id: found for task_id, found in written.problems.items() if task_id not in old}
    return written.model_copy(update={"problems": current})


def catalogue_benchmark(
    name: str,
    data: Path | None,
    result: Result | None = None,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> Catalogue:
    """Return the catalogue of a benchmark as measured in this environment.

    Args:
        name: a benchmark that does not come with TallyBench.
        data: where its files are.
        result: a complete counted run on it, which shows which problems' references could not be counted.
        python, session, progress: as for `measure_benchmark`.

    Raises:
        InputError: the benchmark comes with TallyBench, its data has the wrong layout, or the result is for other data.
    """
    if name in BENCHMARKS and BENCHMARKS[name].embedded:
        raise InputError(f"{name}: comes with TallyBench, so its catalogue is computed from its problems")
    loaded = load_benchmark(name, data)
    python = python or default_interpreter()
    fingerprint = take_fingerprint(probe_interpreter(python), "valgrind")
    with lend_workers(session, WorkerSetting(python)) as pool:
        benchmark = vet_benchmark(loaded, pool, vetting_folder(fingerprint), progress or (lambda *_: None))
    if result is not None and (result.benchmark.hash, result.environment.counter) != (benchmark.hash, "valgrind"):
        raise InputError(f"--result: is not a complete counted run on this data of {name} in this environment")
    outcomes = {} if result is None else result.problems
    uncounted = {
        problem.task_id: reason
        for problem in benchmark
        if problem.without_efficiency is None
        and problem.task_id in outcomes
        and (reason := outcomes[problem.task_id].without_efficiency) is not None
    }
    return make_catalogue(benchmark, origin_of(benchmark), uncounted)
