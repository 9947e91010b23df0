"""Shards to the result: the one that a single machine would have made, to the byte. Nothing is run here."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pydantic import ValidationError

from evaluator import version
from evaluator.benchmarks import BENCHMARKS, open_benchmark, select
from evaluator.benchmarks.rules import under_rules
from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome
from evaluator.execution.counting import StressOutcome
from evaluator.execution.messages import Lost
from evaluator.execution.pool import Progress
from evaluator.execution.worker import Task
from evaluator.execution.yardstick import Yardstick
from evaluator.measuring.vetting import Vetted, without_faults
from evaluator.measuring.yardstick_store import YardstickStore
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, code_hash
from evaluator.results.environment import Fingerprint
from evaluator.results.reading import schema_faults
from evaluator.results.result import Result
from evaluator.run.assemble import assemble_result
from evaluator.run.memory import measure_memory
from evaluator.run.options import Options
from evaluator.run.outcomes import Outcomes
from evaluator.run.sharding.header import Header, digest_of, refuse_foreign
from evaluator.run.sharding.shard_file import ShardContent, read_shard
from evaluator.run.steps import Run, check_attempts, count_attempts, problems_to_count
from evaluator.run.wrong import count_wrong_attempts
from evaluator.samples.attempts import Attempt

T = TypeVar("T")
K = TypeVar("K")

_NAMED = 8  # shards that a message names
_AGAIN = "evaluate that shard again"


def merge_shards(
    paths: Sequence[Path], benchmark: str | None = None, data: Path | None = None, progress: Progress | None = None
) -> tuple[Result, Options, Benchmark]:
    """Makes the result of a run of its shards.

    Args:
        paths: the files of all shards, in any order.
        benchmark: what the benchmark is called here; None: what it was called where the shards were made.
        data: where the files are of a benchmark that does not come with TallyBench.
        progress: called as files are read.

    Returns:
        The result, the options of the run, and the whole benchmark.

    Raises:
        InputError: a file is no shard or damaged; a shard is there twice, or of another run; one is missing; the
            benchmark is another one here.
    """
    progress = progress or (lambda *_: None)
    shards = _read_all(paths, progress)
    path, first = next((path, content.header) for path, content in shards.items())
    # A file may have come from anywhere. Whoever merges says which folder is opened, not the file: reading a benchmark
    # of one's own evaluates what is in it.
    if benchmark is None and first.benchmark.given not in BENCHMARKS:
        raise InputError(
            f"{path}: is of a benchmark in {first.benchmark.given!r:.80}; say with --benchmark which folder, or which "
            "dataset on the Hub, that is here"
        )
    options = first.run_options(benchmark, data)
    whole, opened = _open(first, options)
    _refuse_gaps(shards, opened)
    attempts = _all_attempts(shards, opened)
    owners = {task_id: path for path, content in shards.items() for task_id in content.header.tasks}
    vetted = {task_id: found for content in shards.values() for task_id, found in content.vetted.items()}
    if not opened.audited:
        _check_vetted(opened, vetted, owners)
    usable = without_faults(opened, vetted)
    outcomes = _all_outcomes(options, usable, attempts, shards, owners)
    attempts = [attempt for attempt in attempts if attempt.task_id in usable.by_id]
    fingerprint = Fingerprint(first.fingerprint)
    try:
        result = assemble_result(first.model, options, usable, fingerprint, attempts, outcomes, first.source)
    except ValidationError as error:
        where, what = schema_faults(error)[0]
        raise InputError(f"the shards hold what no result may: {where}: {what}; evaluate them again") from None
    return result, options, whole


def _read_all(paths: Sequence[Path], progress: Progress) -> dict[Path, ShardContent]:
    """Reads the shards of one run.

    Raises:
        InputError: one is of another run, or there twice, or one is missing.
    """
    shards: dict[Path, ShardContent] = {}
    by_number: dict[int, Path] = {}
    for path in paths:
        progress("shards", len(shards), len(paths))
        content = read_shard(path)
        header = content.header
        if not shards and header.evaluator_version != version():
            raise InputError(
                f"{path}: was written by TallyBench {header.evaluator_version}, this is {version()}; merge with that"
            )
        if shards:
            other, first = next(iter(shards.items()))
            refuse_foreign(header, path, first.header, other)
        if header.shard in by_number:
            raise InputError(
                f"{path}: is shard {header.as_shard}, as is {by_number[header.shard]}; give each shard once"
            )
        by_number[header.shard] = path
        for earlier, held in shards.items():
            if both := set(header.tasks) & set(held.header.tasks):
                raise InputError(f"{path}: has {min(both)}, as has {earlier}; {_AGAIN}")
        shards[path] = content
    progress("shards", len(shards), len(paths))
    count = next(iter(shards.values())).header.shards
    if missing := [str(number) for number in range(1, count + 1) if number not in by_number]:
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        are = "shard {} is" if len(missing) == 1 else "shards {} are"
        raise InputError(
            f"{are.format(', '.join(missing[:_NAMED]) + more)} missing of {count}; the same evaluation with "
            f"--shard {missing[0]}/{count} makes {'it' if len(missing) == 1 else 'the first'}"
        )
    return shards


def _open(header: Header, options: Options) -> tuple[Benchmark, Benchmark]:
    """The whole benchmark, and the problems of the run.

    Raises:
        InputError: there is none of that name here, or it is another one.
    """
    told = header.benchmark
    # Nothing of it is run, so that it may hold tests of others.
    whole = open_benchmark(options.benchmark, (), options.data)
    opened = under_rules(select(whole, options.ids), options.rules)
    if (opened.name, opened.version, opened.hash) != (told.name, told.version, told.hash):
        raise InputError(
            f"--benchmark {options.benchmark}: is {opened.name} {opened.version} here, of other content than the "
            f"shards' {told.name} {told.version}; give the one that they were made with"
        )
    return whole, opened


def _refuse_gaps(shards: dict[Path, ShardContent], opened: Benchmark) -> None:
    told = {task_id for content in shards.values() for task_id in content.header.tasks}
    if told != opened.by_id.keys():
        task_id = min(told ^ opened.by_id.keys())
        where = next((path for path, content in shards.items() if task_id in content.header.tasks), None)
        if where is not None:
            raise InputError(f"{where}: has {task_id}, which is no task of the run; {_AGAIN}")
        raise InputError(f"no shard has {task_id}; evaluate all shards again")


def _all_attempts(shards: dict[Path, ShardContent], opened: Benchmark) -> list[Attempt]:
    """The samples of all shards, in the order of a single run.

    Raises:
        InputError: they are not the ones that the shards' headers tell.
    """
    attempts = [attempt for content in shards.values() for attempt in content.attempts]
    order = {task_id: number for number, task_id in enumerate(opened.by_id)}
    attempts.sort(key=lambda attempt: (order[attempt.task_id], attempt.index))
    path, told = next((path, content.header.samples) for path, content in shards.items())
    if (len(attempts), digest_of(attempts)) != (told.programs, told.sha256):
        raise InputError(
            f"the shards hold {len(attempts):,} samples that are not the {told.programs:,} that {path} names; "
            "one of the files was changed: evaluate the shards again"
        )
    return attempts


def _check_vetted(opened: Benchmark, vetted: dict[str, Vetted], owners: dict[str, Path]) -> None:
    for problem in opened:
        found, path = vetted.get(problem.task_id), owners[problem.task_id]
        if found is None:
            raise InputError(f"{path}: does not tell whether {problem.task_id} can be used; {_AGAIN}")
        if found.inputs and not found.inputs.keys() <= {given.name for given in problem.stressful}:
            raise InputError(f"{path}: names a stressful input that {problem.task_id} does not have; {_AGAIN}")


def _all_outcomes(
    options: Options,
    benchmark: Benchmark,
    attempts: Sequence[Attempt],
    shards: dict[Path, ShardContent],
    owners: dict[str, Path],
) -> Outcomes:
    """What the shards found out, by the steps of a run; what no shard did is missing.

    Raises:
        InputError: the outcome of a job is missing.
    """
    told = Outcomes()
    for content in shards.values():
        for name, outcomes in vars(content.outcomes).items():
            getattr(told, name).update(outcomes)
    usable = [attempt for attempt in attempts if attempt.task_id in benchmark.by_id]
    run = Run(benchmark, usable, _Nobody(owners), _Told(told), lambda *_: None)
    found = Outcomes(check_attempts(run))
    if options.counted:
        nowhere = YardstickStore(Path())
        for problem in problems_to_count(run, found):
            path, yardstick = owners[problem.task_id], told.yardsticks.get(problem.task_id)
            if yardstick is not None:
                _check_yardstick(problem, yardstick, path)
                found.yardsticks[problem.task_id] = yardstick
            elif problem.task_id in told.faults and not benchmark.audited:
                found.faults[problem.task_id] = told.faults[problem.task_id]
            else:
                raise InputError(f"{path}: has no counts of the references of {problem.task_id}; {_AGAIN}")
        found.stress = count_attempts(run, found, nowhere, None)
        found.wrong = count_wrong_attempts(run, found, nowhere)
        if options.memory:
            found.memory = measure_memory(run, found, nowhere, None, anew=False)
    return found


def _check_yardstick(problem: Problem, yardstick: Yardstick, path: Path) -> None:
    """Looks whether a yardstick is one of a problem.

    Raises:
        InputError: it is of other inputs or solutions, or the best known solution has no count.
    """
    inputs = {given.name for given in problem.stressful}
    codes = {solution.name: code_hash(solution.code) for solution in (*problem.references, problem.ground_truth)}
    sound = (
        yardstick.inputs.keys() == inputs
        and yardstick.code_hashes == codes
        and yardstick.counts.keys() == codes.keys()
        and all(counts.keys() == inputs for counts in yardstick.counts.values())
        and yardstick.best in codes
        and None not in yardstick.counts[yardstick.best].values()
    )
    if not sound:
        raise InputError(f"{path}: the counts of references are not those of {problem.task_id}; {_AGAIN}")


class _Told:
    """What the shards tell, as a run looks up what an earlier one noted."""

    def __init__(self, told: Outcomes) -> None:
        self._told: dict[str, Mapping[Any, CheckOutcome | StressOutcome]] = {
            "check": told.checks,
            "count": told.stress,
            "memory": told.memory,
            "wrong": told.wrong,
        }

    def get(self, key: tuple[str, ...]) -> dict[str, Any] | None:
        kind, *rest = key
        outcome = self._told[kind].get(tuple(rest))
        return None if outcome is None else outcome.as_record()

    def record(self, key: tuple[str, ...], outcome: dict[str, Any]) -> NoReturn:
        raise AssertionError("nothing is run where shards are merged")

    def damaged(self) -> InputError:
        return InputError("a shard holds an outcome that is none; evaluate the shards again")


class _Nobody:
    """Does no job: where one is left, a shard lacks its outcome."""

    def __init__(self, owners: Mapping[str, Path]) -> None:
        self._owners = owners

    def run(self, tasks: Iterable[tuple[K, Task[T]]]) -> Iterator[tuple[K, T | Lost]]:
        for key, _ in tasks:
            assert isinstance(key, tuple)
            where = f", stressful input {key[2]}" if len(key) > 2 else ""
            raise InputError(f"{self._owners[key[0]]}: lacks the outcome of a sample of {key[0]}{where}; {_AGAIN}")
        return iter(())
