"""The result of a run, as it is written, published, checked and shown.

There is one JSON file per run. The same inputs give the same bytes: keys are sorted, and the file contains neither time
stamps nor anything that depends on a machine's speed.

History of SCHEMA_VERSION (`statistics/reading.py` reads old versions):
    1  the first version.
    2  `metrics_version`: the definitions that the figures were computed with; `model.baseline`; and what a rank
       requires: `model.revision`, `prompt`, `answers_sha256` and `submitter`.
    3  `source`: where samples that the file does not hold are public; `model.released` and `model.pipeline`.
    4  `tree_sha256` of a sample: identifies equal solutions even if the file does not hold their code.
    5  `spending`: the tokens of the model's answers, and their price if it was given; `suites` of a sample: the
       verdicts on a class by method.
    6  peak memory, if it was measured: `memory` of a problem's inputs and a sample's, and `least_memory`.
    7  editing: `task` of a problem, and `spent` of a wrong sample; `shard` of a part that is to be merged; `tests` of
       problems and samples, if there are several suites of tests.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import orjson
from pydantic import Field, model_validator

from tallybench.files import write_atomically
from tallybench.model.environment import CounterName
from tallybench.model.parts import Count, Name, Part, Sha256, Source, TieTolerance, is_absent
from tallybench.model.parts import Exclusion as Exclusion
from tallybench.model.parts import FailureResult as FailureResult
from tallybench.model.parts import Figure as Figure
from tallybench.model.parts import InputResult as InputResult
from tallybench.model.parts import MemoryResult as MemoryResult
from tallybench.model.parts import ProblemResult as ProblemResult
from tallybench.model.parts import SampleResult as SampleResult
from tallybench.model.parts import StressResult as StressResult
from tallybench.model.parts import SuiteTests as SuiteTests
from tallybench.model.problem import EXTRA, SUITES
from tallybench.values.text import clean_text

if TYPE_CHECKING:
    import pandas as pd

    from tallybench.model.counts import ProblemCounts

SCHEMA_VERSION = 7

MAX_PROMPT = 4_000  # characters
MOST_SHARDS = 10_000


class Model(Part):
    """The model that wrote the samples, how it did so, and who submits them."""

    name: Name
    organization: Name | None = None
    parameters: Annotated[float, Field(gt=0)] | None = Field(
        default=None, description="number of parameters, in billions"
    )
    open_weights: bool | None = None
    baseline: bool = Field(
        default=False, description="a set of samples that comes with the benchmark: shown separately, never ranked"
    )
    released: Annotated[str, Field(pattern=r"^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$")] | None = Field(
        default=None, description="when it came out: YYYY-MM-DD, or YYYY-MM if the day is not known"
    )
    pipeline: bool = Field(
        default=False, description="uses more than one model answer: an agent, or a search that runs what it wrote"
    )
    url: Annotated[str, Field(max_length=300, pattern=r"^https?://")] | None = None
    generation: dict[str, str | int | float | bool | None] = Field(
        default_factory=dict, description="generation settings as given: temperature, sampling, prompt style ..."
    )
    revision: Name | None = Field(
        default=None, description="which exactly: the commit of the weights, or the dated name under which it is served"
    )
    prompt: Annotated[str, Field(min_length=1, max_length=MAX_PROMPT)] | None = Field(
        default=None, description="what the model was asked; `{prompt}` stands for the problem's own"
    )
    answers_sha256: Sha256 | None = Field(
        default=None, description="of the file with the model's answers as it was evaluated"
    )
    submitter: Name | None = Field(default=None, description="who submits the result and is responsible for it")


class Environment(Part):
    """The measuring environment; counts may be compared if their fingerprints are equal."""

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


class Spending(Part):
    """The token usage of the answers, as the model's server reported it, and the price of tokens."""

    answers: Annotated[int, Field(gt=0)] = Field(description="those whose tokens it reported")
    untold: Count = Field(default=0, description="those whose tokens it did not report")
    tokens_in: Count = Field(description="of what was asked")
    tokens_out: Count = Field(description="of what was answered, thinking included")
    price_in: Annotated[float, Field(ge=0)] | None = Field(default=None, description="US dollars per million tokens")
    price_out: Annotated[float, Field(ge=0)] | None = Field(default=None, description="likewise")

    @model_validator(mode="after")
    def _both_prices(self) -> Self:
        if (self.price_in is None) != (self.price_out is None):
            raise ValueError("give both prices: for what is asked and for what is answered")
        return self


class Bootstrap(Part):
    replicates: int
    seed: int


class ShardFacts(Part):
    """The evaluation that a result is a shard of; `tallybench merge` combines all of its shards."""

    number: Annotated[int, Field(ge=1, le=MOST_SHARDS)]
    count: Annotated[int, Field(ge=1, le=MOST_SHARDS)]
    tasks: tuple[Name, ...] = Field(description="the task ids of the whole evaluation, in the benchmark's order")
    partial: bool = Field(description="whether the whole evaluation leaves problems of the benchmark out")
    benchmark_sha256: Sha256 = Field(description="of all of its problems, before any was excluded")
    samples: Count = Field(description="how many samples it has")
    samples_sha256: Sha256 = Field(description="of what was read from all its samples")
    options: dict[str, str] = Field(description="what else its shards must agree on")


class Result(Part):
    """One evaluation of one model's samples: verdicts, counts and the figures that follow.

    Attributes:
        model: who wrote the samples.
        benchmark: name, version and hash of the benchmark.
        environment: what measured it, and whether its counts are ranked.
        budget: the most that a sample may spend on an input, in multiples of the best known count.
        problems: by task id, what samples are compared with. Counts are CPU instructions; memory is in bytes.
        samples: the verdict, counts and, unless withheld, code of each sample.
        exclusions: what is not included in the figures, and why.
        metrics: the figures by name, such as `score@1`, each with its 95 % interval. Shares are from 0 to 1, scores
            from 0 to 100, `speedup` is a ratio. If problems have several suites of tests, `pass@1 (base)`,
            `pass@1 (base+plus)` and so on are pass@k by these suites.
    """

    schema_version: Literal[7] = 7
    metrics_version: Annotated[int, Field(ge=1)] = Field(
        description="the definitions that the figures were computed with"
    )
    model: Model
    evaluator_version: Name
    benchmark: BenchmarkFacts
    shard: ShardFacts | None = Field(default=None, exclude_if=is_absent, description="for a part that is to be merged")
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
    def score(self) -> float | None:
        """The figure `score@1`, from 0 to 100; None if it has no value, for example because nothing was counted."""
        figure = self.metrics.get("score@1")
        return None if figure is None else figure.value

    @property
    def tie(self) -> TieTolerance:
        """The tolerance within which two sums of counts tie."""
        return self.tie_tolerance

    @property
    def counted(self) -> bool:
        """Whether anything was counted, rather than only correctness checked."""
        return self.environment.counter != "none"

    @property
    def has_memory(self) -> bool:
        """Whether peak memory was measured."""
        return any(problem.least_memory is not None for problem in self.problems.values())

    @property
    def has_extra_tests(self) -> bool:
        """Whether generated tests were run, too."""
        return any(EXTRA in problem.tests for problem in self.problems.values())

    @property
    def has_public_code(self) -> bool:
        """Whether anyone can measure it again, because its code is in the file or public elsewhere."""
        return not self.code_withheld or self.source is not None

    def counts(self) -> "list[ProblemCounts]":
        """Return what its figures are computed from, ordered by task id."""
        from tallybench.model.counts import problem_counts

        return problem_counts(self.problems, self.samples, self.budget)

    def figures(self, ks: Sequence[int] | None = None) -> dict[str, Figure]:
        """Compute the figures from the verdicts and counts, for these k or else for those that it has."""
        from tallybench.model.metrics import compute_metrics, ks_of

        return compute_metrics(self.counts(), ks or ks_of(self.metrics) or (1,), self.tie, counted=self.counted)

    def with_figures(self, ks: Sequence[int] | None = None, **changes: Any) -> "Result":
        """Return the result with other fields, and with the figures (for these k) and exclusions that follow."""
        from tallybench.model.counts import find_exclusions

        changed = self.model_copy(update=changes)
        others = find_exclusions(changed.problems, changed.samples) if changed.counted else []
        exclusions = (*(one for one in changed.exclusions if one.of_source), *others)
        return changed.model_copy(update={"metrics": changed.figures(ks), "exclusions": exclusions})

    def installed_metrics(self) -> "dict[str, Figure]":
        """Compute the figures of metrics added by other installed distributions, by name; `save` does not write them.

        Raises:
            InputError: an installed metric cannot be loaded.
        """
        from tallybench.model.metrics import compute_metrics, installed_metrics, ks_of

        if not (metrics := installed_metrics()):
            return {}
        ks = ks_of(self.metrics) or (1,)
        return compute_metrics(self.counts(), ks, self.tie, counted=self.counted, metrics=metrics)

    def to_pandas(self) -> "pd.DataFrame":
        """Return the samples as a data frame, one row per sample, ordered by task id.

        The columns are:

        - `task_id`, `sample`: the problem, and the number of the sample among those of its problem, from 0
        - `verdict`, `correct`: the verdict of the correctness tests, and whether the sample passed them
        - `instructions`: CPU instructions over all stressful inputs; missing if the sample is wrong or fails on one
        - `censored`: `instructions` is a lower bound, because an input is over the budget
        - `best_known`, `ground_truth`: CPU instructions of these solutions on the same inputs
        - `counts_for_efficiency`: if false, the problem counts for pass@k only, and the next three are missing
        - `ratio`: `instructions` divided by `best_known`
        - `score`: 0 to 100
        - `efficient`: whether it spends no more than the ground truth
        - `code_sha256`, `tree_sha256`: hashes of the program, and of its normalised syntax tree, if it has one
        - `verdict_base`, `verdict_plus`, `verdict_extra`: the verdict by each suite of tests that a problem has, where
          there are several; missing for a problem that has only one

        Raises:
            InputError: pandas is not installed; the extra `statistics` installs it.
        """
        from tallybench.model.sample_rows import sample_frame, sample_rows

        samples: dict[str, list[SampleResult]] = {}
        for sample in self.samples:
            samples.setdefault(sample.task_id, []).append(sample)
        counts = dict(zip(sorted(self.problems), self.counts(), strict=True))
        suites = [suite for suite in SUITES if any(suite in problem.tests for problem in self.problems.values())]
        rows = list(sample_rows(counts, samples, self.tie))
        frame = sample_frame(row for _, row in rows)
        for suite in suites:
            verdicts = [str(sample.tests[suite].verdict) if suite in sample.tests else None for sample, _ in rows]
            frame[f"verdict_{suite}"] = verdicts
        return frame.astype({f"verdict_{suite}": "string" for suite in suites})

    def save(self, path: str | Path) -> None:
        """Write the result's file atomically, with the same bytes as the command line; an existing file is replaced.

        Raises:
            InputError: it cannot be written.
        """
        write_atomically(Path(path), dump_result(self))

    def __repr__(self) -> str:
        from tallybench.model.metrics import HEADLINES

        kinds = f"{len(self.problems):,} problems, {len(self.samples):,} samples"
        lines = [f"Result: {clean_text(self.model.name)} on {self.benchmark.name} {self.benchmark.version}, {kinds}"]
        for name in HEADLINES:
            figure = self.metrics.get(name)
            if figure is None or figure.value is None or figure.low is None or figure.high is None:
                lines.append(f"  {name}: {'not counted' if figure is None else clean_text(figure.reason or '')}")
            else:
                lines.append(f"  {name}: {figure.value:.4g} [{figure.low:.4g}, {figure.high:.4g}]")
        return "\n".join(lines)

    __str__ = __repr__


_INDENTED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2


def dump_result(result: Result) -> Iterator[bytes]:
    """Yield the bytes of a result's file, in pieces: UTF-8 JSON with sorted keys and an indent of two spaces.

    Samples are turned into JSON one by one, because there may be tens of thousands of them.
    """
    rest = result.model_dump(mode="json", exclude={"samples"})
    before, after = orjson.dumps(rest | {"samples": []}, option=_INDENTED).split(b'"samples": []')
    yield before + b'"samples": ['
    for number, sample in enumerate(result.samples):
        text = orjson.dumps(sample.model_dump(mode="json"), option=_INDENTED)
        yield (b",\n    " if number else b"\n    ") + text.replace(b"\n", b"\n    ")
    yield b"\n  ]" + after + b"\n"


def result_schema() -> dict[str, Any]:
    """Return the JSON Schema of a result's file."""
    schema = Result.model_json_schema(mode="serialization")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"TallyBench result, schema version {SCHEMA_VERSION}"
    return schema
