"""Generation over a benchmark: one task per problem, recorded as it ends, so that an interrupted run resumes."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import orjson

from tallybench.authoring.test_generation.asked_seeds import ShownTestsTask
from tallybench.authoring.test_generation.generate import GeneratedInputs, GenerateTask
from tallybench.authoring.test_generation.open_questions import read_decided
from tallybench.authoring.test_generation.requirements import Requirements, RequirementsTask
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import OutcomeStore, outcome_store
from tallybench.counting.worker import Task
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.sandbox.messages import Lost, WorkerSetting

STEP = "tests"
LONGEST_TASK = 3600.0  # seconds: hundreds of programs, each on a thousand inputs
RULES = "2"  # incremented whenever the same seed gives other inputs


def without_generation(problem: Problem) -> str | None:
    """Return why no tests can be generated for a problem; None if they can."""
    if problem.level != "function":
        return f"it is of level {problem.level}"
    return "it has no contract" if problem.contract is None else None


def generate_tests(
    benchmark: Benchmark,
    count: int,
    seed: int,
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
    asked: Mapping[str, tuple[str, ...]] | None = None,
    extremes: bool = False,
    seconds: float | None = None,
) -> list[GeneratedInputs]:
    """Generate inputs for all problems of level `function` that have a contract.

    Args:
        benchmark: the problems.
        count: inputs for each problem.
        seed: the seed of the draws; the same seed gives the same inputs.
        python: the interpreter that runs contracts and solutions; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.
        asked: by task id, inputs that a model wrote, as literals; generation starts from them, too.
        extremes: whether to add extreme inputs.
        seconds: wall time for each problem; None for no limit.

    Returns:
        What was generated, in the benchmark's order, without problems that ended the sandbox.

    Raises:
        InputError: a ground truth fails the existing tests.
        MachineError: this machine lacks what it needs.
    """
    python, fingerprint = ready_to_count(python)
    chosen = {problem.task_id: problem for problem in benchmark if without_generation(problem) is None}
    written, decided = asked or {}, read_decided(benchmark)
    rules = (RULES, *(["extremes"] if extremes else []), *([] if seconds is None else [f"{seconds} s"]))
    keys = {
        task_id: (*rules, str(count), str(seed), digest_of([decided.get(task_id, ""), *written.get(task_id, ())]))
        for task_id in chosen
    }
    stores: dict[str, OutcomeStore] = {
        task_id: outcome_store(STEP, problem, fingerprint) for task_id, problem in chosen.items()
    }

    tasks: dict[str, Task[GeneratedInputs | None]] = {
        task_id: GenerateTask(problem, count, seed, written.get(task_id, ()), decided.get(task_id), extremes, seconds)
        for task_id, problem in chosen.items()
    }

    def note(task_id: str, made: GeneratedInputs | None) -> None:
        if made is not None:
            stores[task_id].note(asdict(made), *keys[task_id])

    with lend_workers(session, WorkerSetting(python)) as pool:
        made = finish_tasks(
            pool,
            tasks,
            recall=lambda task_id: stores[task_id].get(GeneratedInputs.of_record, *keys[task_id]),
            note=note,
            lost=_nothing,
            step=STEP,
            progress=progress or (lambda *_: None),
        )
    return [found for task_id in chosen if (found := made[task_id]) is not None]


def find_shown_tests(
    problems: Sequence[Problem],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> dict[str, tuple[str, ...]]:
    """Return, by task id, the calls of each problem's tests that a model is shown; arguments as in `generate_tests`."""
    python, _ = ready_to_count(python)
    tasks: dict[str, Task[tuple[str, ...]]] = {problem.task_id: ShownTestsTask(problem) for problem in problems}
    with lend_workers(session, WorkerSetting(python)) as pool:
        return finish_tasks(
            pool,
            tasks,
            recall=lambda _: None,
            note=lambda *_: None,
            lost=lambda _: (),
            step="tests shown",
            progress=progress or (lambda *_: None),
        )


def find_requirements(
    benchmark: Benchmark,
    made: Mapping[str, GeneratedInputs],
    programs: Mapping[str, Mapping[str, str]],
    *,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> dict[str, Requirements]:
    """Find which tests of each problem meet which requirements.

    Args:
        benchmark: the problems.
        made: generated inputs, by task id.
        programs: by task id, programs that pass the base tests, by the SHA-256 of their texts.
        python: the interpreter that runs mutants and programs; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        The requirements by task id, without problems that ended the sandbox.
    """
    python, fingerprint = ready_to_count(python)
    tasks: dict[str, Task[Requirements | None]] = {}
    keys: dict[str, tuple[str, ...]] = {}
    for task_id, generated in made.items():
        given = dict(programs.get(task_id, {}))
        tasks[task_id] = RequirementsTask(benchmark.by_id[task_id], tuple(generated.arguments()), given)
        keys[task_id] = (RULES, digest_of(generated.inputs), digest_of(sorted(given)))
    stores = {task_id: outcome_store("requirements", benchmark.by_id[task_id], fingerprint) for task_id in tasks}

    def note(task_id: str, found: Requirements | None) -> None:
        if found is not None:
            stores[task_id].note(found.as_record(), *keys[task_id])

    setting = WorkerSetting(python)
    with lend_workers(session, setting, task_seconds=LONGEST_TASK) as pool:
        found = finish_tasks(
            pool,
            tasks,
            recall=lambda task_id: stores[task_id].get(Requirements.of_record, *keys[task_id]),
            note=note,
            lost=_nothing,
            step="requirements",
            progress=progress or (lambda *_: None),
        )
    return {task_id: requirements for task_id in tasks if (requirements := found[task_id]) is not None}


def digest_of(texts: Iterable[str]) -> str:
    """Return the SHA-256 of a list of texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _nothing(_: Lost) -> None:
    return None


def keep_tests(generated: GeneratedInputs, found: Requirements, tests: Iterable[int]) -> GeneratedInputs:
    """Return a problem's generated inputs, with only those whose tests have these numbers."""
    inputs = tuple(generated.inputs[number - found.base] for number in tests)
    return replace(generated, inputs=inputs)


def write_lines(made: Iterable[GeneratedInputs]) -> Iterator[bytes]:
    """Yield the lines of a file of generated inputs: one per problem."""
    for generated in made:
        yield orjson.dumps(asdict(generated), option=orjson.OPT_APPEND_NEWLINE | orjson.OPT_SORT_KEYS)


def read_lines(path: Path, benchmark: Benchmark) -> dict[str, GeneratedInputs]:
    """Read a file of generated inputs, by task id; problems that are not in the benchmark are skipped.

    Raises:
        InputError: it cannot be read, or has inputs of another version of a problem.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    found = {}
    for number, line in enumerate(lines, 1):
        try:
            made = GeneratedInputs.of_record(orjson.loads(line))
            made.arguments()
        except (TypeError, KeyError, ValueError) as error:
            why = str(error).split("\n")[0]
            raise InputError(f"{path}:{number}: not a line of generated inputs ({why}); generate them again") from None
        problem = benchmark.by_id.get(made.task_id)
        if problem is None:
            continue
        if problem.hash != made.content:
            raise InputError(
                f"{path}:{number}: {made.task_id}: these inputs are of another version of the problem; generate again"
            )
        found[made.task_id] = made
    return found
