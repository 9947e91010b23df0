"""The search over a benchmark: one task per problem, recorded as it ends, so that an interrupted run resumes."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tallybench.authoring.audit.summary import LEAST_OF_BEST, MOST_OF_BEST
from tallybench.authoring.stress_search.climb import KEPT, Candidate, Searched, SearchTask
from tallybench.authoring.stress_search.recipes import Recipe
from tallybench.benchmarks.measured import Measured
from tallybench.benchmarks.trees import program_tree
from tallybench.counting.fingerprint import ready_to_count
from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import OutcomeStore, outcome_store
from tallybench.counting.worker import Task
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.messages import Lost, WorkerSetting

STEP = "search"
RULES = "5"  # incremented whenever the same seed gives other inputs
LONGEST_TASK = 4 * 3600.0  # seconds: dozens of programs, each counted on dozens of inputs


def without_search(problem: Problem) -> str | None:
    """Return why no inputs can be searched for a problem; None if they can."""
    if problem.level != "function":
        return f"it is of level {problem.level}"
    if problem.contract is None:
        return "it has no contract"
    if problem.no_headroom is not None:
        return "it has no headroom"
    return None


def best_known(problem: Problem, measured: Measured | None) -> str:
    """Return the code of the best known solution.

    For a problem that was not measured it is the first reference, or the ground truth.

    Args:
        problem: the problem.
        measured: the counts of its benchmark; None without any.
    """
    own = {solution.name: solution.code for solution in (*problem.references, problem.ground_truth)}
    facts = None if measured is None else measured.problems.get(problem.task_id)
    if facts is not None and facts.hash == problem.hash and facts.best_known in own:
        return own[facts.best_known]
    return next(iter(own.values()))


def own_solutions(problem: Problem) -> tuple[Solution, ...]:
    """Return the benchmark's own solutions to a problem: its pool if no other programs are given."""
    return (problem.ground_truth, *problem.references, *problem.slow)


def search_inputs(
    benchmark: Benchmark,
    measured: Measured | None,
    pools: Mapping[str, Sequence[Solution]],
    tries: int,
    seed: int,
    *,
    most: int = MOST_OF_BEST,
    least: int = LEAST_OF_BEST,
    kept: int = KEPT,
    python: str | None = None,
    session: Session | None = None,
    progress: Progress | None = None,
) -> list[Searched]:
    """Search for inputs of all problems that can be searched.

    Args:
        benchmark: the problems.
        measured: its counts, which name the best known solutions; None without any.
        pools: programs that pass the tests, by task id; without any, the benchmark's own solutions are used.
        tries: how many recipes are drawn for each problem.
        seed: the seed of the draws; the same seed gives the same inputs.
        most: the most instructions that the best known solution may spend on what is found.
        least: about how many it spends on the smallest input that the search starts from; half of that is the least on
            what is found.
        kept: how many inputs of a problem are counted with its whole pool, and reported.
        python: the measuring interpreter; None: that of the measuring environment.
        session: the session whose workers are used; None opens one for the call.
        progress: called with a step's name, how much is done and how much there is.

    Returns:
        What was found, in the benchmark's order, without problems whose worker was lost.

    Raises:
        MachineError: this machine lacks what it needs.
    """
    python, fingerprint = ready_to_count(python)
    tasks: dict[str, Task[Searched | None]] = {}
    keys: dict[str, tuple[str, ...]] = {}
    stores: dict[str, OutcomeStore] = {}
    for problem in benchmark:
        if without_search(problem) is not None:
            continue
        pool = tuple(pools.get(problem.task_id) or own_solutions(problem))
        best = best_known(problem, measured)
        tasks[problem.task_id] = SearchTask(problem, best, pool, tries, seed, most, least, kept)
        texts = "\0".join((best, *(solution.name + "\0" + solution.code for solution in pool)))
        numbers = map(str, (tries, seed, most, least, kept))
        keys[problem.task_id] = (RULES, *numbers, hashlib.sha256(texts.encode()).hexdigest())
        stores[problem.task_id] = outcome_store(STEP, problem, fingerprint)

    def note(task_id: str, searched: Searched | None) -> None:
        if searched is not None:
            stores[task_id].note(asdict(searched), *keys[task_id])

    with lend_workers(session, WorkerSetting(python), task_seconds=LONGEST_TASK) as pool_of_workers:
        found = finish_tasks(
            pool_of_workers,
            tasks,
            recall=lambda task_id: stores[task_id].get(searched_of_record, *keys[task_id]),
            note=note,
            lost=_nothing,
            step=STEP,
            progress=progress or (lambda *_: None),
        )
    return [searched for task_id in tasks if (searched := found[task_id]) is not None]


def searched_of_record(record: Mapping[str, Any]) -> Searched:
    """Restore a result from the dict of its attributes.

    Raises:
        TypeError, KeyError, ValueError: the record is malformed.
    """
    return Searched(
        task_id=str(record["task_id"]),
        programs=int(record["programs"]),
        tried=int(record["tried"]),
        written={name: _candidate(noted) for name, noted in record["written"].items()},
        found=tuple(_candidate(noted) for noted in record["found"]),
    )


def _candidate(record: Mapping[str, Any]) -> Candidate:
    recipe = record["recipe"]
    steps = tuple((int(place), str(expression)) for place, expression in recipe["steps"])
    counts = {str(name): int(count) for name, count in record["counts"].items()}
    return Candidate(Recipe(**{**recipe, "steps": steps}), int(record["best"]), counts, float(record["deviation"]))


def _nothing(_: Lost) -> None:
    return None


def distinct_programs(programs: Mapping[str, Mapping[str, str]]) -> dict[str, list[Solution]]:
    """Return pools of distinct programs: those that differ only in comments, names and layout are one.

    Args:
        programs: programs by task id and the SHA-256 of their texts, which becomes their name.
    """
    pools: dict[str, list[Solution]] = {}
    for task_id, texts in programs.items():
        distinct: dict[str, Solution] = {}
        for digest, code in sorted(texts.items()):
            distinct.setdefault(program_tree(code) or digest, Solution(digest, code))
        pools[task_id] = list(distinct.values())
    return pools
