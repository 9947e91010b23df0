"""The result of a run: what is written, published, checked and shown.

One JSON file a run. The same inputs give the same bytes: keys are sorted, and there is no time stamp and no speed of a
machine in it.

History of SCHEMA_VERSION (`old_formats.py` reads the old ones):
    1  the first one.
    2  `metrics_version`: the definitions that the figures were computed by; `model.baseline`, and what a rank asks for:
       `model.revision`, `prompt`, `answers_sha256` and `submitter`.
    3  `source`: where the samples are public that the file does not hold; `model.released` and `model.pipeline`.
    4  `tree_sha256` of a sample: by which solutions are known to be the same whose code the file does not hold.
    5  `spending`: the tokens of the model's answers, and their price where it was given; `suites` of a sample: how a
       class does by method.
    6  peak memory, where it was measured: `memory` of a problem's inputs and of a sample's, `least_memory`.
    7  editing: `task` of a problem, and `spent` of a sample that is wrong; `shard` of a part that is to be merged.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import Field, model_validator

from evaluator.results.environment import CounterName
from evaluator.results.fields import Count, Name, Part, Sha256, ShortText
from evaluator.results.source import Source
from evaluator.results.suites import SuitesResult
from evaluator.results.verdicts import StressVerdict, Verdict

SCHEMA_VERSION = 7

MAX_PROMPT = 4_000  # characters
MOST_SHARDS = 10_000


def _is_none(value: object) -> bool:
    """What the files of most benchmarks and runs do not say at all."""
    return value is None


def _is_write(task: object) -> bool:
    return task == "write"


def _is_empty(values: dict[str, int]) -> bool:
    return not values


class Model(Part):
    """Who wrote the samples, how, and who sends them."""

    name: Name
    organization: Name | None = None
    parameters: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="number of parameters, in billions"
    )
    open_weights: bool | None = None
    baseline: bool = Field(
        default=False, description="a set of samples that the benchmark itself brings: shown apart, never ranked"
    )
    released: Annotated[str, Field(pattern=r"^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$")] | None = Field(
        default=None, description="when it came out: YYYY-MM-DD, or YYYY-MM where the day is not known"
    )
    pipeline: bool = Field(
        default=False, description="more than one answer of a model: an agent, or a search that runs what it wrote"
    )
    url: Annotated[str, Field(max_length=300, pattern=r"^https?://")] | None = None
    generation: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict, description="generation settings as given: temperature, sampling, prompt style ..."
    )
    revision: Name | None = Field(
        default=None, description="exactly which: the commit of the weights, or the dated name under which it is served"
    )
    prompt: Annotated[str, Field(min_length=1, max_length=MAX_PROMPT)] | None = Field(
        default=None, description="what the model was asked; `{prompt}` stands for the problem's own"
    )
    answers_sha256: Sha256 | None = Field(
        default=None, description="of the file of the model's answers as it was evaluated"
    )
    submitter: Name | None = Field(default=None, description="who sends the result, and answers for it")


class Environment(Part):
    """The measuring environment. Its fingerprint says which counts may be compared."""

    counter: CounterName
    self_measured: bool = Field(description="the measured process took the count itself: never ranked")
    sandbox: Literal["bubblewrap", "none"]
    fingerprint: Sha256
    ranked: bool = Field(description="whether the fingerprint is the one that is ranked")
    facts: dict[str, str] = Field(description="what the fingerprint is the hash of")


class BenchmarkFacts(Part):
    name: Name
    version: Name
    hash: Sha256
    partial: bool = Field(description="whether only some of the problems were evaluated")


class MemoryResult(Part):
    """The peak memory, in bytes, that samples are compared with on a stressful input."""

    least: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None = Field(description="None where it was not counted")


class InputResult(Part):
    """A stressful input and the counts that samples are compared with. None: over the budget, or not measured."""

    sha256: Sha256
    size: Count
    best_known: Annotated[int, Field(gt=0)]
    ground_truth: Annotated[int, Field(gt=0)] | None
    memory: MemoryResult | None = Field(default=None, exclude_if=_is_none)


class ProblemResult(Part):
    """A problem of the run.

    `inputs` is empty where nothing had to be counted: no sample passed, or the problem counts for pass@k only.
    """

    hash: Sha256
    task: Literal["write", "edit"] = Field(
        default="write",
        exclude_if=_is_write,
        description="`edit`: the ground truth is a slow program, which samples are to make faster",
    )
    entry_point: Annotated[str, Field(max_length=100)] = Field(description="empty where a whole program is asked for")
    without_efficiency: ShortText | None = Field(description="why it counts for pass@k only")
    best_known: Name | None = None
    ground_truth: Name | None = None
    least_memory: Name | None = Field(
        default=None,
        exclude_if=_is_none,
        description="the solution with the least peak memory; of a run that measured it",
    )
    inputs: dict[str, InputResult] = Field(default_factory=dict)


class StressResult(Part):
    verdict: StressVerdict
    count: Annotated[int, Field(gt=0)] | None = None
    reason: ShortText | None = None
    memory: Annotated[int, Field(gt=0)] | None = Field(
        default=None, exclude_if=_is_none, description="peak memory in bytes, where it was measured"
    )
    memory_reason: ShortText | None = Field(
        default=None, exclude_if=_is_none, description="why it could not be measured"
    )

    @model_validator(mode="after")
    def _count_if_counted(self) -> Self:
        if (self.count is not None) != (self.verdict is StressVerdict.COUNTED):
            raise ValueError("a count stands with the verdict `counted`, and only there")
        return self


class FailureResult(Part):
    """Why a sample is not correct; every text is shortened and was said by untrusted code."""

    reason: ShortText
    call: ShortText | None = None
    expected: ShortText | None = None
    got: ShortText | None = None


class SampleResult(Part):
    task_id: Name
    index: Count
    code_sha256: Sha256 | None = Field(description="of the sanitized code; None where there is no code")
    code: str | None = Field(default=None, description="the sanitized code, unless withheld")
    tree_sha256: Sha256 | None = Field(
        default=None,
        description="of the normalised syntax tree of the task's function; None where that is short, and in old files",
    )
    sanitized: tuple[str, ...] = Field(
        default=(), description="the rules by which the code was taken from the model's answer"
    )
    verdict: Verdict
    failure: FailureResult | None = None
    stress: dict[str, StressResult] = Field(default_factory=dict, description="by stressful input; of passed samples")
    spent: dict[str, Annotated[int, Field(gt=0)]] = Field(
        default_factory=dict,
        exclude_if=_is_empty,
        description="instructions by stressful input, of a sample at an editing task that ran and is wrong",
    )
    suites: SuitesResult | None = Field(
        default=None, exclude_if=_is_none, description="of a class whose tests are suites for its methods"
    )


class Figure(Part):
    """A headline figure with its 95 % interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    problems: Count = Field(description="the denominator")
    censored: Count = Field(default=0, description="samples whose count enters as a bound")
    reason: ShortText | None = Field(default=None, description="why there is no value")


class Spending(Part):
    """What the answers took that the samples are, as the model's server told it."""

    answers: Annotated[int, Field(gt=0)] = Field(description="those of which it told the tokens")
    untold: Count = Field(default=0, description="those of which it did not")
    tokens_in: Count = Field(description="of what was asked")
    tokens_out: Count = Field(description="of what was answered, thinking included")
    price_in: Annotated[float, Field(ge=0)] | None = Field(default=None, description="US dollars a million tokens")
    price_out: Annotated[float, Field(ge=0)] | None = Field(default=None, description="likewise")

    @model_validator(mode="after")
    def _both_prices(self) -> Self:
        if (self.price_in is None) != (self.price_out is None):
            raise ValueError("a price is of both, of what is asked and of what is answered")
        return self


class Bootstrap(Part):
    replicates: int
    seed: int


class TieTolerance(Part):
    """Two sums of counts tie where they differ by no more than the larger of the two."""

    relative: float
    absolute: int = Field(description="instructions, for each stressful input")


class Exclusion(Part):
    task_id: Name
    excluded_from: Literal["efficiency", "speedup", "benchmark", "inputs"] = Field(
        description="`benchmark`: the source's data of it cannot be used, so that it is not among the problems; "
        "`inputs`: one of its stressful inputs is left out"
    )
    reason: ShortText


class ShardFacts(Part):
    """The evaluation that a result is a shard of. `tallybench merge` puts all of its shards together."""

    number: Annotated[int, Field(ge=1, le=MOST_SHARDS)]
    count: Annotated[int, Field(ge=1, le=MOST_SHARDS)]
    tasks: tuple[Name, ...] = Field(description="the task ids of the whole evaluation, in the benchmark's order")
    partial: bool = Field(description="whether the whole evaluation leaves problems of the benchmark out")
    benchmark_sha256: Sha256 = Field(description="of all of its problems, before any was excluded")
    samples: Count = Field(description="how many samples it has")
    samples_sha256: Sha256 = Field(description="of what was read of all its samples")
    options: dict[str, str] = Field(description="what else its shards must agree on")


class Result(Part):
    """One evaluation of one samples file."""

    schema_version: Literal[7] = 7
    metrics_version: Annotated[int, Field(ge=1)] = Field(
        description="the definitions that the figures were computed by"
    )
    model: Model
    evaluator_version: Name
    benchmark: BenchmarkFacts
    shard: ShardFacts | None = Field(default=None, exclude_if=_is_none, description="of a part that is to be merged")
    environment: Environment
    budget: int = Field(description="the most a sample may spend on an input, in multiples of the best known count")
    tie_tolerance: TieTolerance
    code_withheld: bool
    source: Source | None = None
    spending: Spending | None = None
    problems: dict[str, ProblemResult]
    samples: tuple[SampleResult, ...]
    exclusions: tuple[Exclusion, ...]
    metrics: dict[str, Figure]
    bootstrap: Bootstrap

    @property
    def has_memory(self) -> bool:
        """Whether peak memory was measured."""
        return any(problem.least_memory is not None for problem in self.problems.values())

    @property
    def has_public_code(self) -> bool:
        """Whether anyone can measure it again: its code is in the file, or public elsewhere."""
        return not self.code_withheld or self.source is not None


_INDENTED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2


def dump_result(result: Result) -> Iterator[bytes]:
    """The bytes of a result's file, in pieces: UTF-8 JSON with sorted keys, two spaces of indent and a final newline.

    Samples are turned into JSON one by one, for there may be tens of thousands of them.
    """
    rest = result.model_dump(mode="json", exclude={"samples"})
    before, after = orjson.dumps(rest | {"samples": []}, option=_INDENTED).split(b'"samples": []')
    yield before + b'"samples": ['
    for number, sample in enumerate(result.samples):
        text = orjson.dumps(sample.model_dump(mode="json"), option=_INDENTED)
        yield (b",\n    " if number else b"\n    ") + text.replace(b"\n", b"\n    ")
    yield b"\n  ]" + after + b"\n"


def result_schema() -> dict[str, Any]:
    """The JSON Schema of a result's file."""
    schema = Result.model_json_schema(mode="serialization")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"TallyBench result, schema version {SCHEMA_VERSION}"
    return schema
