"""What a shard's file says of the run it is a share of: shards that differ in it are of different runs."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import Field

from evaluator import version
from evaluator.benchmarks.rules import COFFE
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.results.environment import CounterName, Fingerprint
from evaluator.results.fields import Count, Name, Part, Sha256
from evaluator.results.result import Model
from evaluator.results.source import Source
from evaluator.results.spending import Price
from evaluator.run.options import LARGEST_HASH_SEED, Options
from evaluator.run.sharding.share import MOST_SHARDS, Shard
from evaluator.samples.attempts import Attempt

FORMAT: Literal[1] = 1

_Number = Annotated[int, Field(ge=1, le=MOST_SHARDS)]
_Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]

# What is said of two shards that differ, by the part of the header in which they do.
_DIFFERENT = {
    "evaluator_version": "was written by another version of TallyBench",
    "shards": "is one of another number of shards",
    "benchmark": "is of another benchmark, or of another part of it",
    "samples": "is of other samples",
    "model": "names the model otherwise",
    "source": "names another source of the samples",
    "options": "was made with other options",
    "fingerprint": "was measured in another environment",
}


class BenchmarkPart(Part):
    """The problems of the whole run."""

    given: Annotated[str, Field(min_length=1, max_length=400)] = Field(description="what `--benchmark` said")
    name: Name
    version: Name
    hash: Sha256
    ids: tuple[Name, ...] | None = Field(description="the task ids of a part; None is all of them")


class SamplesPart(Part):
    """The samples of the whole run."""

    programs: Count = Field(description="how many samples of these problems there are")
    sha256: Sha256 = Field(description="of what was read of all of them")


class DecidingOptions(Part):
    """The options by which a result differs."""

    rules: Literal["own", "coffe"]  # those that need nothing to be run when shards are merged
    counter: CounterName
    hash_seed: Annotated[int, Field(ge=0, le=LARGEST_HASH_SEED)]
    sandbox: bool
    memory: bool
    k: Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(min_length=1)]
    withhold_code: bool
    price: tuple[_Dollars, _Dollars] | None


class Header(Part):
    """The first line of a shard's file. All but `shard` and `tasks` is the same in all shards of a run."""

    tallybench_shard: Literal[1] = FORMAT
    shard: _Number
    shards: _Number
    tasks: tuple[Name, ...] = Field(description="the task ids of this shard")
    evaluator_version: Name
    benchmark: BenchmarkPart
    samples: SamplesPart
    model: Model
    source: Source | None
    options: DecidingOptions
    fingerprint: dict[str, str]

    @classmethod
    def of(
        cls,
        shard: Shard,
        tasks: Sequence[str],
        model: Model,
        options: Options,
        benchmark: Benchmark,
        fingerprint: Fingerprint,
        attempts: Sequence[Attempt],
        source: Source | None,
    ) -> Self:
        """The header of a shard.

        Args:
            shard: which.
            tasks: its task ids.
            model: who wrote the samples.
            options: how the run is done.
            benchmark: the problems of the whole run, before any was left out.
            fingerprint: of this machine's environment.
            attempts: of the whole run.
            source: where the samples are public; None where they are not.
        """
        price = options.price
        return cls(
            shard=shard.number,
            shards=shard.count,
            tasks=tuple(tasks),
            evaluator_version=version(),
            benchmark=BenchmarkPart(
                given=options.benchmark,
                name=benchmark.name,
                version=benchmark.version,
                hash=benchmark.hash,
                ids=None if benchmark.whole else tuple(benchmark.by_id),
            ),
            samples=SamplesPart(programs=len(attempts), sha256=digest_of(attempts)),
            model=model,
            source=source,
            options=DecidingOptions(
                rules="coffe" if options.rules == COFFE else "own",
                counter=options.counter,  # checked against the list of counters
                hash_seed=options.hash_seed,
                sandbox=options.sandbox,
                memory=options.memory,
                k=options.ks,
                withhold_code=options.withhold_code,
                price=None if price is None else (price.tokens_in, price.tokens_out),
            ),
            fingerprint=fingerprint.facts,
        )

    @property
    def as_shard(self) -> Shard:
        return Shard(self.shard, self.shards)

    def run_options(self, benchmark: str | None, data: Path | None) -> Options:
        """The options of the run, as this machine needs them to make its result.

        Args:
            benchmark: what the benchmark is called here; None: what it was called there.
            data: where the files are of a benchmark that does not come with TallyBench.
        """
        told = self.options
        return Options(
            benchmark=benchmark or self.benchmark.given,
            data=data,
            rules=told.rules,
            ids=self.benchmark.ids,
            counter=told.counter,
            ks=told.k,
            hash_seed=told.hash_seed,
            withhold_code=told.withhold_code,
            sandbox=told.sandbox,
            memory=told.memory,
            price=None if told.price is None else Price(*told.price),
        )


def digest_of(attempts: Sequence[Attempt]) -> str:
    """SHA-256 over attempts: all of them that enters a result."""
    digest = sha256()
    for attempt in attempts:
        told = [attempt.task_id, attempt.index, attempt.code_hash, attempt.rules, attempt.tokens]
        digest.update(orjson.dumps(told, option=orjson.OPT_APPEND_NEWLINE))
    return digest.hexdigest()


def refuse_foreign(header: Header, path: Path, first: Header, first_path: Path) -> None:
    """Looks whether two shards are of one run.

    Raises:
        InputError: they are not; the message says in what they differ.
    """
    own, others = _shared(header), _shared(first)
    differ = [name for name in sorted(own.keys() | others.keys()) if own.get(name) != others.get(name)]
    for part, what in _DIFFERENT.items():
        names = [name for name in differ if name.partition(".")[0] == part]
        if names:
            name = names[0]
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            raise InputError(
                f"{path}: {what} than {first_path}: {name} is {_short(own.get(name))}, not "
                f"{_short(others.get(name))}{more}; merge shards of one run only"
            )


def _shared(header: Header) -> dict[str, Any]:
    told = dict(_flat("", header.model_dump(mode="json", exclude={"shard", "tasks", "tallybench_shard"})))
    del told["benchmark.given"]  # a folder with the benchmark may lie elsewhere on each machine
    return told


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and value:
        for key, held in value.items():
            yield from _flat(f"{name}.{key}" if name else key, held)
    else:
        yield name, value


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."
