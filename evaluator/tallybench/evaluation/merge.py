"""Merge the results of shards into the result that a single machine would give, byte for byte; nothing is run."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from tallybench.benchmarks.rules import OWN
from tallybench.counting.pool import Progress
from tallybench.errors import InputError
from tallybench.evaluation.shards import Shard
from tallybench.model.benchmark import benchmark_hash
from tallybench.model.metrics import ks_of
from tallybench.model.result import Exclusion, Result, ShardFacts, Spending
from tallybench.statistics.reading import load_result

_NAMED = 8  # shards that a message names
_AGAIN = "evaluate the shards again"


def merge_files(paths: Sequence[Path], progress: Progress | None = None) -> tuple[Result, str]:
    """Merge the files of all shards of an evaluation, in any order; the errors are those of `merge_results`.

    Returns:
        The whole result, and the name of the rules by which outputs were compared.
    """
    progress = progress or (lambda *_: None)
    shards: dict[str, Result] = {}
    for number, path in enumerate(paths):
        progress("shards", number, len(paths))
        if str(path) in shards:
            raise InputError(f"{path}: is given twice; give each shard once")
        shards[str(path)] = load_result(path)
    progress("shards", len(paths), len(paths))
    return merge_results(shards), _facts(*next(iter(shards.items()))).options.get("rules", OWN)


def merge_results(shards: Mapping[str, Result]) -> Result:
    """Merge the results of all shards of an evaluation, given by the names that messages use, in any order.

    Raises:
        InputError: a result is not a shard; or a shard is duplicated, missing, or from a different evaluation.
    """
    _check_same(shards)
    _check_complete(shards)
    (first_name, first), *_ = shards.items()
    facts, parts = _facts(first_name, first), list(shards.values())
    order = {task_id: place for place, task_id in enumerate(facts.tasks)}
    found = {task_id: problem for part in parts for task_id, problem in part.problems.items()}
    problems = {task_id: found[task_id] for task_id in order if task_id in found}
    samples = [sample for part in parts for sample in part.samples]
    exclusions = [one for one in first.exclusions if one.excluded_from == "benchmark" and one.task_id not in order]
    own = [one for part in parts for one in part.exclusions if one.of_source and one.task_id in order]
    exclusions += sorted(own, key=lambda one: (one.excluded_from != "benchmark", order[one.task_id]))
    if not problems:
        reason = exclusions[-1].reason if exclusions else "there are none"
        raise InputError(f"none of the {len(facts.tasks)} problems of {first.benchmark.name} can be used: {reason}")
    name, version = first.benchmark.name, first.benchmark.version
    whole = benchmark_hash(name, version, (problem.hash for problem in problems.values()))
    return first.with_figures(
        benchmark=first.benchmark.model_copy(update={"hash": whole, "partial": facts.partial}),
        shard=None,
        spending=_spending(parts),
        problems=problems,
        samples=tuple(sorted(samples, key=lambda sample: order[sample.task_id])),
        exclusions=exclusions,
    )


def _facts(name: str, result: Result) -> ShardFacts:
    if result.shard is None:
        raise InputError(f"{name}: is not a shard; give files that `tallybench evaluate --shard` wrote")
    return result.shard


def _check_same(shards: Mapping[str, Result]) -> None:
    """Check that all shards belong to one evaluation; the error says how one differs."""
    (first_name, first), *others = shards.items()
    wanted = dict(_shared(first_name, first))
    for name, result in others:
        found = dict(_shared(name, result))
        if differ := [key for key in sorted(found.keys() | wanted.keys()) if found.get(key) != wanted.get(key)]:
            key, *rest = differ
            more = f", and {len(rest)} more differ" if rest else ""
            raise InputError(
                f"{name}: is from a different evaluation than {first_name}: {key} is {_short(found.get(key))}, not "
                f"{_short(wanted.get(key))}{more}; merge shards of one evaluation only"
            )


def _shared(name: str, result: Result) -> Iterator[tuple[str, Any]]:
    """Yield the names and values that all shards of an evaluation have in common."""
    aside = {"problems", "samples", "exclusions", "metrics", "spending", "benchmark", "shard"}
    common = result.model_dump(mode="json", exclude=aside)
    common["benchmark"] = {"name": result.benchmark.name, "version": result.benchmark.version}
    common["k"] = ks_of(result.metrics)
    common["shard"] = _facts(name, result).model_dump(mode="json", exclude={"number"})
    return _flat("", common)


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, held in value.items():
            yield from _flat(f"{name}.{key}" if name else key, held)
    else:
        yield name, value


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."


def _check_complete(shards: Mapping[str, Result]) -> None:
    """Check that each shard and each problem occurs exactly once, and that no sample is lost."""
    numbers: dict[int, str] = {}
    owners: dict[str, str] = {}
    for name, result in shards.items():
        facts = _facts(name, result)
        if (other := numbers.setdefault(facts.number, name)) != name:
            shard = Shard(facts.number, facts.count)
            raise InputError(f"{name}: is shard {shard}, as is {other}; give each shard once")
        tasks = result.problems.keys() | {one.task_id for one in _unusable(result, facts)}
        for task_id in tasks:
            if (other := owners.setdefault(task_id, name)) != name:
                raise InputError(f"{name}: has {task_id}, as has {other}; {_AGAIN}")
        if foreign := sorted(tasks - set(facts.tasks) | {one.task_id for one in result.samples} - tasks):
            raise InputError(f"{name}: has {foreign[0]}, which is not one of its problems; {_AGAIN}")
    if missing := [str(number) for number in range(1, facts.count + 1) if number not in numbers]:
        more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
        noun, made = ("shard", "it") if len(missing) == 1 else ("shards", "the first of them")
        raise InputError(
            f"{noun} {', '.join(missing[:_NAMED])}{more} of {facts.count} missing; run the same evaluation with "
            f"--shard {missing[0]}/{facts.count} to make {made}"
        )
    if lacking := [task_id for task_id in facts.tasks if task_id not in owners]:
        raise InputError(f"no shard has {lacking[0]}; {_AGAIN}")
    found = sum(len(result.samples) for result in shards.values())
    # The samples of unusable problems are in no result, so their number is not known.
    unusable = any(_unusable(result, _facts(name, result)) for name, result in shards.items())
    if found > facts.samples or (found < facts.samples and not unusable):
        raise InputError(f"the shards have {found:,} samples, but the evaluation has {facts.samples:,}; {_AGAIN}")


def _unusable(result: Result, facts: ShardFacts) -> list[Exclusion]:
    """Return a shard's problems that proved unusable, except those that the benchmark itself excludes."""
    tasks = set(facts.tasks)
    return [one for one in result.exclusions if one.excluded_from == "benchmark" and one.task_id in tasks]


def _spending(parts: Sequence[Result]) -> Spending | None:
    known = [part.spending for part in parts if part.spending is not None]
    if not known:
        return None
    sums = {name: sum(getattr(one, name) for one in known) for name in ("answers", "tokens_in", "tokens_out")}
    untold = sum(len(part.samples) for part in parts) - sums["answers"]
    return known[0].model_copy(update=sums | {"untold": untold})
