"""Find which parts of an unaudited benchmark are usable, by running its own best solutions.

This happens before any sample runs. Data made by others, some of it by models, cannot be trusted: tests with wrong
outputs, solutions that need packages, inputs that build 10 GB, generators that raise or never end. A problem whose best
solution fails the problem's own tests is left out of the benchmark; a stressful input that cannot be built, or on which
that solution fails or is too slow to be counted, is left out of the problem. Each is listed with its reason. The
outcome depends only on the data and the fingerprint, never on the samples, so that all models are measured on the same
problems.

If a benchmark has a published catalogue and this machine cannot use something in it, the run ends: figures over fewer
problems would not be comparable with those of others, and would not show it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import orjson
from pydantic import TypeAdapter, ValidationError

from tallybench.benchmarks.catalogue import NAME, Catalogue, CataloguedProblem, catalogue_folder, load_catalogue
from tallybench.counting.instructions import run_to_budget
from tallybench.counting.pool import Pool, Progress
from tallybench.counting.store import kept_name
from tallybench.counting.tasks import OWN_PATIENCE, check_fairly
from tallybench.counting.worker import Worker
from tallybench.errors import InputError, MachineError
from tallybench.files import cache_folder, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.inputs import StressfulInput
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.jobs import CPU_LIMIT, ENDED_BY, OUT_OF_MEMORY, WALL_LIMIT, build_input
from tallybench.sandbox.judging_limits import assumed, slowness
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.limits import OUTPUT_LIMIT
from tallybench.sandbox.messages import Lost
from tallybench.values.text import clean_text

CANNOT_BE_JUDGED = "its own best solution cannot be judged"
# Parts of reasons that may not hold on another machine.
_BY_MACHINE = (CPU_LIMIT, WALL_LIMIT, OUT_OF_MEMORY, ENDED_BY, "MemoryError", CANNOT_BE_JUDGED)
BUILD_SECONDS = 30  # of CPU time, to build an input
# CPU time for the best solution on an input, natively; the second applies once its count is known to be acceptable.
_FIRST_SECONDS, _LAST_SECONDS = 8, 120
# A few of COFFE's inputs take as long as all others together, and a sample may spend its budget on each, so inputs that
# cost the best solution more than this are left out. The count decides, not the time, so that all machines leave out
# the same inputs.
MOST_INSTRUCTIONS = 4_000_000_000
_UNSUSPECTED_SECONDS = 0.1  # too short for any processor to run that many instructions
_RULES = 3  # bump when what is left out changes


@dataclass(frozen=True)
class Vetted:
    """The unusable parts of a problem."""

    fault: str | None = None  # why the whole problem cannot be used; None if it can
    # why a stressful input cannot be used, by name; None if that was not examined
    inputs: dict[str, str] | None = field(default_factory=dict)


_FINDINGS = TypeAdapter(Vetted)


@dataclass(frozen=True)
class VetTask:
    """Run a problem's best solution on its tests and, if `inputs` asks for it, its stressful inputs.

    The inputs in `published`, which others can use, get a second try if this machine is too slow for them.
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
        faults: dict[str, str] = {}
        for given in problem.stressful:
            fault = self._fault(worker, given)
            if fault is not None and given.name in self.published and by_machine(fault):
                with assumed(slowness() * OWN_PATIENCE):
                    fault = self._fault(worker, given)
            if fault is not None:
                faults[given.name] = clean_text(fault)
        return Vetted(None, faults)

    def _fault(self, worker: Worker, given: StressfulInput) -> str | None:
        problem, level = self.problem, LEVELS[self.problem.level]
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
                # Only valgrind can tell whether it exceeds MOST_INSTRUCTIONS.
                counted = run_to_budget(worker.meter, problem, bytecode, built.output, 0, MOST_INSTRUCTIONS)
                if counted.out_of_time or (counted.count or 0) > MOST_INSTRUCTIONS:
                    most = MOST_INSTRUCTIONS // 10**9
                    return f"the solution `{solution.name}` spends more than {most} billion instructions"
                if answer.out_of_time:
                    answer = level.run(worker.native, problem, bytecode, built.output, _LAST_SECONDS)
            if answer.output is None:
                return f"the solution `{solution.name}` fails: {answer.failure.reason if answer.failure else ''}"
        return None


def vetting_folder(fingerprint: Fingerprint) -> Path:
    """Return the folder for findings, named after what they depend on."""
    facts = fingerprint.facts_of_verdicts
    if fingerprint.facts["counter"] not in ("valgrind", "none"):
        facts["counter"] = "self-measured"  # here time decides what is too heavy
    return cache_folder() / "vetted" / Fingerprint(facts).hash[:16]


def vet_benchmark(
    benchmark: Benchmark, pool: Pool, folder: Path | None, progress: Progress, inputs: bool = True
) -> Benchmark:
    """Return a benchmark without its unusable parts, which it lists as exclusions; see `without_faults`."""
    return without_faults(benchmark, vet_problems(benchmark, pool, folder, progress, inputs))


def vet_problems(
    benchmark: Benchmark, pool: Pool, folder: Path | None, progress: Progress, inputs: bool = True
) -> dict[str, Vetted]:
    """Return the unusable parts of a benchmark's problems, by task id; empty if it is audited.

    Findings are cached in `folder`, if given. Without `inputs`, for a run that counts nothing, only the correctness
    tests are vetted.

    Raises:
        MachineError: this machine cannot use something in the published catalogue.
    """
    if benchmark.audited:
        return {}
    catalogue = published_catalogue(benchmark.name)
    # Findings that contradict the catalogue are retried: the machine may have been busy.
    found = {
        task_id: vetted
        for task_id, vetted in _found_before(benchmark, folder, inputs).items()
        if _contradiction(catalogue, benchmark.by_id[task_id], vetted) is None
    }
    missing = [problem for problem in benchmark if problem.task_id not in found]
    missing.sort(key=lambda problem: -(problem.test_seconds or 0))  # so that no worker waits long at the end
    progress("vetting", len(found), len(benchmark))
    tasks = ((problem, VetTask(problem, inputs, _inputs_of(catalogue, problem))) for problem in missing)
    for problem, outcome in pool.run(tasks):
        vetted = Vetted(f"{CANNOT_BE_JUDGED}: {outcome.reason}") if isinstance(outcome, Lost) else outcome
        if (reason := _contradiction(catalogue, problem, vetted)) is not None:
            raise _too_weak(problem.task_id, reason)
        found[problem.task_id] = vetted
        if folder is not None and (vetted.fault is None or not by_machine(vetted.fault)):
            record = {"rules": _RULES, "hash": problem.hash, "fault": vetted.fault, "inputs": vetted.inputs}
            write_in_cache(_place(folder, problem), [orjson.dumps(record, option=orjson.OPT_INDENT_2)])
        progress("vetting", len(found), len(benchmark))
    return found


def vetted_before(benchmark: Benchmark, folder: Path, inputs: bool = True) -> tuple[Benchmark, set[str]]:
    """Return a benchmark without the parts found unusable earlier, and the ids of the tasks vetted then."""
    found = _found_before(benchmark, folder, inputs)
    unknown = {problem.task_id: Vetted(None, None) for problem in benchmark}
    return without_faults(benchmark, unknown | found), set(found)


def _found_before(benchmark: Benchmark, folder: Path | None, inputs: bool) -> dict[str, Vetted]:
    found: dict[str, Vetted] = {}
    if folder is None:
        return found
    for problem in benchmark:
        if problem.task_id in benchmark.truths_run and not problem.stressful:
            found[problem.task_id] = Vetted()
            continue
        try:
            record = orjson.loads(_place(folder, problem).read_bytes())
            vetted = _FINDINGS.validate_python({"fault": record["fault"], "inputs": record["inputs"]})
            current = record["rules"] == _RULES and record["hash"] == problem.hash
        except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValidationError):
            continue
        if current and (vetted.fault is not None or vetted.inputs is not None or not inputs):
            # A run that does not count ignores what a counting run found about the inputs.
            found[problem.task_id] = vetted if inputs else Vetted(vetted.fault, None)
    return found


def _place(folder: Path, problem: Problem) -> Path:
    return folder / f"{kept_name(problem)}.json"


def without_faults(benchmark: Benchmark, found: Mapping[str, Vetted], *, may_be_empty: bool = False) -> Benchmark:
    """Return a benchmark without its unusable parts, which it lists as exclusions.

    An audited benchmark is returned unchanged.

    Raises:
        InputError: no problem is left, and `may_be_empty` is False.
    """
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
    if not problems and not may_be_empty:
        reason = exclusions[-1][1]
        raise InputError(f"none of the {len(benchmark)} problems of {benchmark.name} can be used: {reason}")
    return replace(benchmark, problems=tuple(problems), exclusions=tuple(exclusions))


def published_catalogue(name: str) -> Catalogue | None:
    """Return the catalogue of a benchmark that does not come with TallyBench; None if none is published.

    A broken catalogue raises InputError.
    """
    published = NAME.fullmatch(name) is not None and (catalogue_folder() / f"{name}.json").is_file()
    return load_catalogue(name) if published else None


def by_machine(reason: str) -> bool:
    """Return whether this reason for not using something may hold only on this machine."""
    return any(said in reason for said in _BY_MACHINE)


def check_counted(catalogue: Catalogue | None, problem: Problem, reason: str) -> None:
    """Raise MachineError if others counted the problem's own solutions and this machine could not, for this reason."""
    if _inputs_of(catalogue, problem) and by_machine(reason):
        raise _too_weak(problem.task_id, reason)


def _contradiction(catalogue: Catalogue | None, problem: Problem, vetted: Vetted) -> str | None:
    """Return why this machine cannot use a problem as the catalogue lists it; None if it can.

    A whole problem is never left out silently, whatever the reason. An input may be, if the machine is not the reason:
    another interpreter can have a legitimate one.
    """
    known = _known(catalogue, problem)
    if known is None or vetted.fault is not None:
        return None if known is None else vetted.fault
    for name, reason in (vetted.inputs or {}).items():
        if name in known.inputs and by_machine(reason):
            return f"stressful input {name}: {reason}"
    return None


def _inputs_of(catalogue: Catalogue | None, problem: Problem) -> frozenset[str]:
    known = _known(catalogue, problem)
    return frozenset() if known is None else frozenset(known.inputs)


def _known(catalogue: Catalogue | None, problem: Problem) -> CataloguedProblem | None:
    """Return the catalogue's entry for exactly this problem, if it has one."""
    known = None if catalogue is None else catalogue.problems.get(problem.task_id)
    return known if known is not None and known.hash == problem.hash else None


def _too_weak(task_id: str, reason: str) -> MachineError:
    advice = (
        "this machine is slow, busy or short of memory. Run again when it is idle, or with fewer workers"
        if by_machine(reason)
        else "evaluate without --python, or evaluate only other ids"
    )
    return MachineError(
        f"{task_id}: {reason}. The published catalogue has it, and figures without it could not be compared with those "
        f"of others: {advice}"
    )
