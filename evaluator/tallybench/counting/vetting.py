"""What others can use of a benchmark with a published catalogue, and this machine cannot: that ends a run.

Figures over fewer problems would not be comparable with those of others, and nothing in them would say so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks.catalogue import NAME, Catalogue, CataloguedProblem, catalogue_folder, load_catalogue
from tallybench.counting.instructions import Meter, run_to_budget
from tallybench.counting.pool import Pool
from tallybench.counting.tasks import OWN_PATIENCE, check_fairly
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import Counts, Yardstick, take_yardstick
from tallybench.errors import InputError, MachineError
from tallybench.files import cache_folder, using_cache, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.inputs import StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.guard import assumed, slowness
from tallybench.sandbox.jobs import CPU_LIMIT, ENDED_BY, OUT_OF_MEMORY, OUTPUT_LIMIT, WALL_LIMIT, build_input
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.messages import Lost
from tallybench.values.text import clean_text

CANNOT_BE_JUDGED = "its own best solution cannot be judged"
# Parts of reasons that may not hold on another machine.
_BY_MACHINE = (CPU_LIMIT, WALL_LIMIT, OUT_OF_MEMORY, ENDED_BY, "MemoryError", CANNOT_BE_JUDGED)


def published_catalogue(name: str) -> Catalogue | None:
    """Return the catalogue of a benchmark that does not come with TallyBench; None if none is published.

    Raises:
        InputError: it is broken.
    """
    published = NAME.fullmatch(name) is not None and (catalogue_folder() / f"{name}.json").is_file()
    return load_catalogue(name) if published else None


def by_machine(reason: str) -> bool:
    """Return whether a reason why something cannot be used may hold on this machine only."""
    return any(said in reason for said in _BY_MACHINE)


def contradiction(
    catalogue: Catalogue | None, problem: Problem, fault: str | None, inputs: Mapping[str, str] | None = None
) -> str | None:
    """Return why this machine cannot use what the catalogue has of a problem; None if it can.

    A whole problem is never left out silently, whatever the reason. An input is, if the reason does not lie with the
    machine: another interpreter may honestly find one.

    Args:
        catalogue: the benchmark's; None if none is published.
        problem: as it was before it was vetted.
        fault: why the whole problem cannot be used here; None if it can.
        inputs: why a stressful input cannot be used, by name.
    """
    known = _known(catalogue, problem)
    if known is None:
        return None
    if fault is not None:
        return fault
    for name, reason in (inputs or {}).items():
        if name in known.inputs and by_machine(reason):
            return f"stressful input {name}: {reason}"
    return None


def check_counted(catalogue: Catalogue | None, problem: Problem, reason: str) -> None:
    """Raise MachineError if others counted the problem's own solutions and this machine could not.

    Args:
        catalogue: the benchmark's; None if none is published.
        problem: with its stressful inputs.
        reason: why it could not.
    """
    if inputs_of(catalogue, problem) and by_machine(reason):
        raise too_weak(problem.task_id, reason)


def inputs_of(catalogue: Catalogue | None, problem: Problem) -> frozenset[str]:
    """Return the names of a problem's stressful inputs in the catalogue."""
    known = _known(catalogue, problem)
    return frozenset() if known is None else frozenset(known.inputs)


def _known(catalogue: Catalogue | None, problem: Problem) -> CataloguedProblem | None:
    """Return the catalogue's entry for exactly this problem, if it has one."""
    known = None if catalogue is None else catalogue.problems.get(problem.task_id)
    return known if known is not None and known.hash == problem.hash else None


def too_weak(task_id: str, reason: str) -> MachineError:
    """Return the error for a machine that cannot use what others can."""
    advice = (
        "this machine is slow, busy or short of memory. Run again when it is idle, or with fewer workers"
        if by_machine(reason)
        else "evaluate without --python, or evaluate only other ids"
    )
    return MachineError(
        f"{task_id}: {reason}. The published catalogue has it, and figures without it would not compare with those of "
        f"others: {advice}"
    )


BUILD_SECONDS = 30  # of CPU time, to build an input
_FIRST_SECONDS, _LAST_SECONDS = 8, 120  # for the best solution on it, natively; the second if it is not too heavy
# A few of COFFE's inputs take as long as all others together, and a sample may spend the budget on each: what costs the
# best solution more than this is left out. The count decides, not the time, so that all machines leave out the same.
MOST_INSTRUCTIONS = 4_000_000_000
_UNSUSPECTED_SECONDS = 0.1  # too short for any processor to run that many instructions
_RULES = 3  # raised when what is left out changes


@dataclass(frozen=True)
class Vetted:
    """What cannot be used of a problem.

    Attributes:
        fault: why the whole problem cannot be used; None if it can.
        inputs: why a stressful input cannot be used, by name; None if that was not examined.
    """

    fault: str | None = None
    inputs: dict[str, str] | None = field(default_factory=dict)


_FINDINGS = TypeAdapter(Vetted)


@dataclass(frozen=True)
class VetTask:
    """Run a problem's best solution on its tests and, if asked to, its stressful inputs.

    Attributes:
        problem: the problem.
        inputs: whether to run the stressful inputs.
        published: names of the inputs that others can use: each gets a second try if this machine is too slow for it.
    """

    problem: Problem
    inputs: bool
    published: frozenset[str] = frozenset()

    def run(self, worker: Worker) -> Vetted:
        """Return the findings; the reasons are cleaned, because they quote untrusted code."""
        problem = self.problem
        checked = check_fairly(worker.native, Tests.of(problem), problem.ground_truth.code, own=True)
        if checked.verdict is Verdict.TIMEOUT:
            return Vetted(clean_text(f"its own best solution takes too long on this machine: {checked.reason}"))
        if checked.verdict is not Verdict.PASSED:
            return Vetted(clean_text(f"its own best solution fails: {checked.verdict}: {checked.reason}"))
        if not self.inputs:
            return Vetted(None, None)
        faults = {given.name: self._fault(worker, given) for given in problem.stressful}
        return Vetted(None, {name: clean_text(fault) for name, fault in faults.items() if fault is not None})

    def _fault(self, worker: Worker, given: StressfulInput) -> str | None:
        fault = _fault(worker, self.problem, given)
        if fault is None or given.name not in self.published or not by_machine(fault):
            return fault
        with assumed(slowness() * OWN_PATIENCE):
            return _fault(worker, self.problem, given)


@dataclass(frozen=True)
class ForgivingYardstickTask:
    """Take a vetted problem's yardstick in `folder`, or return why that failed: it affects nothing else."""

    problem: Problem
    folder: Path
    published: Mapping[str, Counts] = field(default_factory=dict)

    def run(self, worker: Worker) -> Yardstick | Vetted:
        try:
            with using_cache(self.folder):
                return take_yardstick(worker.meter, self.problem, self.folder, self.published)
        except InputError as error:
            return Vetted(clean_text(str(error)))


def vetting_folder(fingerprint: Fingerprint) -> Path:
    """Return the folder of findings, which is named after what they depend on."""
    facts = fingerprint.facts_of_verdicts
    if fingerprint.facts["counter"] not in ("valgrind", "none"):
        facts["counter"] = "self-measured"  # here time decides what is too heavy
    return cache_folder() / "vetted" / Fingerprint(facts).hash[:16]


def vet_benchmark(
    benchmark: Benchmark,
    pool: Pool,
    folder: Path | None,
    progress: Callable[[str, int, int], None],
    inputs: bool = True,
) -> Benchmark:
    """Return a benchmark without what cannot be used; an audited one is returned as it is.

    Args:
        benchmark: the benchmark.
        pool: the workers.
        folder: where findings are saved for the next time; None saves none.
        progress: called with a step's name, how much is done, and how much there is.
        inputs: False looks only at the correctness tests, for a run that counts nothing.

    Raises:
        InputError: nothing is left of it.
        MachineError: this machine cannot use something in it that the published catalogue has.
    """
    return without_faults(benchmark, vet_problems(benchmark, pool, folder, progress, inputs))


def vet_problems(
    benchmark: Benchmark,
    pool: Pool,
    folder: Path | None,
    progress: Callable[[str, int, int], None],
    inputs: bool = True,
) -> dict[str, Vetted]:
    """Return what cannot be used of a benchmark's problems, by task id; nothing if it is audited.

    The arguments are those of `vet_benchmark`.

    Raises:
        MachineError: this machine cannot use something in it that the published catalogue has.
    """
    if benchmark.audited:
        return {}
    found = _found_before(benchmark, folder, inputs)
    catalogue = published_catalogue(benchmark.name)
    for task_id in [*found]:
        if _contradicts(catalogue, benchmark.by_id[task_id], found[task_id]) is not None:
            del found[task_id]  # the machine may have been busy then
    missing = [problem for problem in benchmark if problem.task_id not in found]
    missing.sort(key=lambda problem: -(problem.test_seconds or 0))  # so that no worker waits long at the end
    done = len(found)
    progress("vetting", done, len(benchmark))
    for problem, outcome in pool.run(
        (problem, VetTask(problem, inputs, inputs_of(catalogue, problem))) for problem in missing
    ):
        vetted = Vetted(f"{CANNOT_BE_JUDGED}: {outcome.reason}") if isinstance(outcome, Lost) else outcome
        if (reason := _contradicts(catalogue, problem, vetted)) is not None:
            raise too_weak(problem.task_id, reason)
        found[problem.task_id] = vetted
        if vetted.fault is None or not by_machine(vetted.fault):
            _save(folder, problem, vetted)
        done += 1
        progress("vetting", done, len(benchmark))
    return found


def _contradicts(catalogue: Catalogue | None, problem: Problem, vetted: Vetted) -> str | None:
    return contradiction(catalogue, problem, vetted.fault, vetted.inputs)


def vetted_before(benchmark: Benchmark, folder: Path | None, inputs: bool = True) -> tuple[Benchmark, set[str]]:
    """Return a benchmark without what was found unusable before, and the ids of the tasks that were tried then."""
    found = _found_before(benchmark, folder, inputs)
    unknown = {problem.task_id: Vetted(None, None) for problem in benchmark}
    return without_faults(benchmark, unknown | found), set(found)


def _found_before(benchmark: Benchmark, folder: Path | None, inputs: bool) -> dict[str, Vetted]:
    """Return the earlier findings, by task id."""
    found = {}
    for problem in benchmark:
        vetted = _load(folder, problem)
        if vetted is not None and (vetted.fault is not None or vetted.inputs is not None or not inputs):
            # What a counting run found about the inputs does not concern a run that does not count.
            found[problem.task_id] = vetted if inputs else Vetted(vetted.fault, None)
    return found


def without_faults(benchmark: Benchmark, found: Mapping[str, Vetted]) -> Benchmark:
    """Return a benchmark without what was found unusable, which it names; an audited one is returned as it is.

    Raises:
        InputError: nothing is left of it.
    """
    usable = leave_out(benchmark, found)
    if not usable.problems:
        count, (_, reason) = len(benchmark), usable.exclusions[-1]
        raise InputError(f"none of the {count} problems of {benchmark.name} can be used: {reason}")
    return usable


def leave_out(benchmark: Benchmark, found: Mapping[str, Vetted]) -> Benchmark:
    """Do the same as `without_faults`, but allow that nothing is left, as of a part of a benchmark."""
    if benchmark.audited:
        return benchmark
    problems, exclusions = [], list(benchmark.exclusions)
    for problem in benchmark:
        vetted = found[problem.task_id]
        if vetted.fault is not None:
            exclusions.append((problem.task_id, vetted.fault))
            continue
        faults = vetted.inputs or {}
        usable = tuple(given for given in problem.stressful if given.name not in faults)
        unusable = tuple((given, faults[given.name]) for given in problem.stressful if given.name in faults)
        problems.append(replace(problem, stressful=usable, left_out=(*problem.left_out, *unusable)))
    return replace(benchmark, problems=tuple(problems), exclusions=tuple(exclusions))


def _fault(worker: Worker, problem: Problem, given: StressfulInput) -> str | None:
    level = LEVELS[problem.level]
    built = build_input(worker.native, given.recipe(problem.contract), BUILD_SECONDS)
    if built.failure is not None and built.failure.verdict is Verdict.TAMPERING:
        return f"cannot be built: it takes more than {OUTPUT_LIMIT >> 20} MB"
    if built.output is None:
        return f"cannot be built: {built.failure.reason if built.failure else ''}"
    if (fault := level.fault(built.output)) is not None:
        return fault
    for solution in {solution.code: solution for solution in (*problem.references, problem.ground_truth)}.values():
        bytecode = worker.compile(level.program(problem, solution.code))
        if isinstance(bytecode, StressResult):
            return f"the solution `{solution.name}` does not compile: {bytecode.reason}"
        answer = level.run(worker.native, problem, bytecode, built.output, _FIRST_SECONDS)
        suspected = answer.out_of_time or (answer.output is not None and answer.cpu_seconds >= _UNSUSPECTED_SECONDS)
        if worker.setting.counter == "valgrind" and suspected:
            if _too_heavy(worker.meter, problem, bytecode, built.output):
                most = MOST_INSTRUCTIONS // 10**9
                return f"the solution `{solution.name}` spends more than {most} billion instructions"
            if answer.out_of_time:
                answer = level.run(worker.native, problem, bytecode, built.output, _LAST_SECONDS)
        if answer.output is None:
            return f"the solution `{solution.name}` fails: {answer.failure.reason if answer.failure else ''}"
    return None


def _too_heavy(meter: Meter, problem: Problem, bytecode: bytes, arguments: bytes) -> bool:
    """Return whether a solution spends more than is ever counted, which only the emulator tells."""
    answer = run_to_budget(meter, problem, bytecode, arguments, 0, MOST_INSTRUCTIONS)
    return (answer.count or 0) > MOST_INSTRUCTIONS or answer.out_of_time


def _place(folder: Path, problem: Problem) -> Path:
    return folder / f"{problem.task_id.replace('/', '-')}-{problem.hash[:16]}.json"


def _load(folder: Path | None, problem: Problem) -> Vetted | None:
    if folder is None:
        return None
    try:
        record = orjson.loads(_place(folder, problem).read_bytes())
        if record["rules"] == _RULES and record["hash"] == problem.hash:
            return _FINDINGS.validate_python({"fault": record["fault"], "inputs": record["inputs"]})
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
        pass
    return None


def _save(folder: Path | None, problem: Problem, vetted: Vetted) -> None:
    if folder is None:
        return
    record = {"rules": _RULES, "hash": problem.hash, "fault": vetted.fault, "inputs": vetted.inputs}
    write_in_cache(_place(folder, problem), [orjson.dumps(record, option=orjson.OPT_INDENT_2)])
