"""The sample sets that come with TallyBench: what the demonstration evaluates, and a yardstick for a new machine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.measured import load_measured
from tallybench.benchmarks.sources.embedded import edit_id
from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.model.result import Model
from tallybench.samples.reading import Sample, read_samples

PREFIX = "embedded:"
_CLASSES = "tally-classes"
_PART = ("1", "6", "11", "16", "21", "26", "31", "36")  # with all problems, the demonstration would take minutes


@dataclass(frozen=True)
class SampleSet:
    """An embedded sample set.

    Attributes:
        name: what follows `embedded:`.
        model: who wrote the samples.
        describes: what it is, in a sentence.
        read: yields the samples for a benchmark.
        benchmark: the benchmark on which the demonstration evaluates it.
        part: the numbers of the problems that the demonstration takes, if not all.
        shown: whether the demonstration has it.
    """

    name: str
    model: Model
    describes: str
    read: Callable[[Benchmark], Iterator[Sample]]
    benchmark: str = "humaneval"
    part: tuple[str, ...] | None = None
    shown: bool = True


def _each(pick: Callable[[Problem], Solution]) -> Callable[[Benchmark], Iterator[Sample]]:
    """Return a function that yields one solution of each problem."""

    def read(benchmark: Benchmark) -> Iterator[Sample]:
        for problem in benchmark:
            yield Sample(problem.task_id, 0, "solution", pick(problem).code)

    return read


_canonical = _each(lambda problem: problem.canonical)
_references = _each(lambda problem: (*problem.references, problem.ground_truth)[0])
_slow = _each(lambda problem: (*problem.slow, problem.ground_truth)[0])


def _unchanged(benchmark: Benchmark) -> Iterator[Sample]:
    """Yield the programs of editing tasks as they are given."""
    for task_id in _solved(benchmark):
        yield Sample(task_id, 0, "solution", benchmark.by_id[task_id].canonical.code)


def _ground_truths(benchmark: Benchmark) -> Iterator[Sample]:
    """Yield, for editing tasks, the ground truths of the problems that their programs solve."""
    for task_id, problem in _solved(benchmark).items():
        yield Sample(task_id, 0, "solution", problem.ground_truth.code)


def _best_known(benchmark: Benchmark) -> Iterator[Sample]:
    """Yield, for editing tasks, the best known solutions as they are published."""
    measured = load_measured(benchmark.name).problems
    for task_id in _solved(benchmark):
        problem, best = benchmark.by_id[task_id], measured[task_id].best_known
        code = {solution.name: solution.code for solution in (problem.ground_truth, *problem.references)}[best]
        yield Sample(problem.task_id, 0, "solution", code)


def _solved(benchmark: Benchmark) -> dict[str, Problem]:
    """Return, for each editing task of a benchmark, the problem that its program solves."""
    row = BENCHMARKS.get(benchmark.name)
    if row is None or not row.edits:
        editing = ", ".join(name for name, row in BENCHMARKS.items() if row.edits)
        raise InputError(f"benchmark {benchmark.name}: has no programs to be edited; these have: {editing}")
    written = {edit_id(problem.task_id): problem for problem in load_benchmark(row.edits)}
    return {task_id: written[task_id] for task_id in benchmark.by_id if task_id in written}


def _from_file(name: str) -> Callable[[Benchmark], Iterator[Sample]]:
    def read(benchmark: Benchmark) -> Iterator[Sample]:
        folder = data_folder() / "samples" / benchmark.name
        return read_samples(folder / name, load_benchmark(benchmark.name).by_id)

    return read


def _baseline(name: str, organization: str = "TallyBench") -> Model:
    return Model(name=name, organization=organization, baseline=True)


_EDITED = (
    ("unchanged", _baseline("TallyBench unchanged"), "the slow program as it was given", _unchanged),
    (
        "ground-truths",
        _baseline("TallyBench ground truths"),
        "the ground truth of the problem that the slow program solves",
        _ground_truths,
    ),
    (
        "best-known",
        _baseline("TallyBench best known"),
        "the best known solution of the problem that the slow program solves",
        _best_known,
    ),
)

SAMPLE_SETS = {
    embedded.name: embedded
    for embedded in (
        SampleSet(
            "canonical",
            _baseline("HumanEval canonical", "OpenAI"),
            "the solutions that HumanEval ships",
            _canonical,
        ),
        SampleSet(
            "references",
            _baseline("TallyBench references"),
            "the first reference of each problem, the canonical solution where there is no reference yet",
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
            _baseline("Adversarial samples"),
            "slow, wrong, crashing, endless and hostile solutions",
            _from_file("adversarial"),
        ),
        SampleSet(
            "classes-canonical",
            _baseline("TallyBench canonical"),
            "the canonical class of each problem, as a careful person writes it",
            _canonical,
            _CLASSES,
            _PART,
        ),
        SampleSet(
            "classes-references",
            _baseline("TallyBench references"),
            "the first reference of each class",
            _references,
            _CLASSES,
            _PART,
        ),
        SampleSet(
            "classes-slow",
            _baseline("TallyBench slow"),
            "the slow class of each problem, correct as what a hurried person writes",
            _slow,
            _CLASSES,
            _PART,
        ),
        *(
            SampleSet(f"{prefix}-{name}", model, f"of editing tasks: {describes}", read, benchmark, shown=False)
            for prefix, benchmark in (("edit", "humaneval-edit"), ("classes-edit", "classes-edit"))
            for name, model, describes, read in _EDITED
        ),
    )
}


def sample_set(name: str) -> SampleSet:
    """Return an embedded sample set by its name, with or without `embedded:`.

    Raises:
        InputError: there is no such set.
    """
    try:
        return SAMPLE_SETS[name.removeprefix(PREFIX)]
    except KeyError:
        raise InputError(f"{name}: there is no such sample set; there is: {', '.join(SAMPLE_SETS)}") from None
