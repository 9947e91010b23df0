"""The sample sets that come with TallyBench: what the demonstration evaluates, and a yardstick for a new machine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import Model
from evaluator.samples.reading import Sample, read_samples

PREFIX = "embedded:"
_CLASSES = "tally-classes"


@dataclass(frozen=True)
class SampleSet:
    """An embedded sample set.

    Attributes:
        name: what follows `embedded:`.
        model: who wrote the samples.
        describes: what it is, in a sentence.
        read: yields the samples for a benchmark.
        benchmark: that the demonstration evaluates it on.
    """

    name: str
    model: Model
    describes: str
    read: Callable[[Benchmark], Iterator[Sample]]
    benchmark: str = "humaneval"


def _canonical(benchmark: Benchmark) -> Iterator[Sample]:
    for problem in benchmark:
        yield Sample(problem.task_id, 0, "solution", problem.canonical.code)


def _references(benchmark: Benchmark) -> Iterator[Sample]:
    for problem in benchmark:
        for index, solution in enumerate(problem.references or (problem.ground_truth,)):
            if index == 0:
                yield Sample(problem.task_id, 0, "solution", solution.code)


def _slow(benchmark: Benchmark) -> Iterator[Sample]:
    for problem in benchmark:
        slow, *_ = (*problem.slow, problem.ground_truth)
        yield Sample(problem.task_id, 0, "solution", slow.code)


def _from_file(name: str) -> Callable[[Benchmark], Iterator[Sample]]:
    def read(benchmark: Benchmark) -> Iterator[Sample]:
        folder = Path(str(resources.files("hf_dataset"))) / "samples" / benchmark.name
        return read_samples(folder / name, load_benchmark(benchmark.name).by_id)

    return read


SAMPLE_SETS = {
    embedded.name: embedded
    for embedded in (
        SampleSet(
            "canonical",
            Model(name="HumanEval canonical", organization="OpenAI", baseline=True),
            "the solutions that HumanEval ships",
            _canonical,
        ),
        SampleSet(
            "references",
            Model(name="TallyBench references", organization="TallyBench", baseline=True),
            "the first reference of each problem, the canonical solution where there is none yet",
            _references,
        ),
        SampleSet(
            "gemma-3-270m",
            Model(
                name="Gemma 3 270M",
                organization="Google",
                parameters=0.27,
                open_weights=True,
                generation={
                    "sampling": "greedy",
                    "max_new_tokens": 220,
                    "quantization": "Q4_K_M",
                    "runtime": "llama.cpp",
                    "prompt": "completion",
                },
                prompt="{prompt}",
                answers_sha256="82720223fb7c386121a5ed30e625beaf656b504374588bc0b96445224b0b92ae",
            ),
            "greedy completions of a small base model",
            _from_file("gemma-3-270m.jsonl"),
        ),
        SampleSet(
            "adversarial",
            Model(name="Adversarial samples", organization="TallyBench", baseline=True),
            "slow, wrong, crashing, endless and hostile solutions",
            _from_file("adversarial"),
        ),
        SampleSet(
            "classes-canonical",
            Model(name="TallyBench canonical", organization="TallyBench", baseline=True),
            "the canonical class of each problem, as a careful person writes it",
            _canonical,
            _CLASSES,
        ),
        SampleSet(
            "classes-references",
            Model(name="TallyBench references", organization="TallyBench", baseline=True),
            "the first reference of each class",
            _references,
            _CLASSES,
        ),
        SampleSet(
            "classes-slow",
            Model(name="TallyBench slow", organization="TallyBench", baseline=True),
            "the slow class of each problem, correct as what a hurried person writes",
            _slow,
            _CLASSES,
        ),
    )
}


def sample_set(name: str) -> SampleSet:
    """An embedded sample set by its name, with or without `embedded:`.

    Raises:
        InputError: there is no such set.
    """
    try:
        return SAMPLE_SETS[name.removeprefix(PREFIX)]
    except KeyError:
        raise InputError(f"{name}: there is no such sample set; there is: {', '.join(SAMPLE_SETS)}") from None
