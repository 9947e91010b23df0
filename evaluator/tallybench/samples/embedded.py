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
_PART = ("1", "6", "11", "16", "21", "26", "31", "36")  # with all problems, the demonstration would take minutes

Read = Callable[[Benchmark], Iterator[Sample]]


@dataclass(frozen=True)
class SampleSet:
    """An embedded sample set."""

    name: str  # what follows `embedded:`
    model: Model  # who wrote the samples
    describes: str  # what it is, in a sentence
    read: Read  # yields the samples for a benchmark
    benchmark: str = "humaneval"  # the benchmark on which the demonstration evaluates it
    part: tuple[str, ...] | None = None  # the numbers of the problems that the demonstration takes, if not all
    shown: bool = True  # whether the demonstration includes it


def _each(pick: Callable[[Problem], Solution]) -> Read:
    """Return a function that yields one solution of each problem."""

    def read(benchmark: Benchmark) -> Iterator[Sample]:
        for problem in benchmark:
            yield Sample(problem.task_id, 0, "solution", pick(problem).code)

    return read


def _each_edited(pick: Callable[[Problem, Problem, str], Solution]) -> Read:
    """Return a function that yields one solution of each editing task.

    `pick` gets the task, the problem that its program solves, and the name of the best known solution.
    """

    def read(benchmark: Benchmark) -> Iterator[Sample]:
        row = BENCHMARKS.get(benchmark.name)
        if row is None or not row.edits:
            editing = ", ".join(name for name, row in BENCHMARKS.items() if row.edits)
            raise InputError(f"benchmark {benchmark.name}: has no programs to edit; these have: {editing}")
        written = {edit_id(problem.task_id): problem for problem in load_benchmark(row.edits)}
        measured = load_measured(benchmark.name).problems
        for task in benchmark:
            if task.task_id in written:
                chosen = pick(task, written[task.task_id], measured[task.task_id].best_known)
                yield Sample(task.task_id, 0, "solution", chosen.code)

    return read


def _best_known(task: Problem, _: Problem, name: str) -> Solution:
    return {solution.name: solution for solution in (task.ground_truth, *task.references)}[name]


def _from_file(name: str) -> Read:
    def read(benchmark: Benchmark) -> Iterator[Sample]:
        folder = data_folder() / "samples" / benchmark.name
        return read_samples(folder / name, load_benchmark(benchmark.name).by_id)

    return read


def _baseline(name: str, organization: str = "TallyBench") -> Model:
    return Model(name=name, organization=organization, baseline=True)


_CANONICAL = _each(lambda problem: problem.canonical)
_REFERENCES = _each(lambda problem: (*problem.references, problem.ground_truth)[0])
_SLOW = _each(lambda problem: (*problem.slow, problem.ground_truth)[0])
_GEMMA = Model(
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
)

_EDITED = (
    ("unchanged", "the slow program as it was given", _each_edited(lambda task, written, best: task.canonical)),
    (
        "ground truths",
        "the ground truth of the problem that the slow program solves",
        _each_edited(lambda task, written, best: written.ground_truth),
    ),
    ("best known", "the best known solution of the problem that the slow program solves", _each_edited(_best_known)),
)
_EMBEDDED = (
    SampleSet(
        "canonical", _baseline("HumanEval canonical", "OpenAI"), "the solutions that HumanEval ships", _CANONICAL
    ),
    SampleSet(
        "references",
        _baseline("TallyBench references"),
        "the first reference of each problem, or the canonical solution if there is no reference yet",
        _REFERENCES,
    ),
    SampleSet("gemma-3-270m", _GEMMA, "greedy completions of a small base model", _from_file("gemma-3-270m.jsonl")),
    SampleSet(
        "adversarial",
        _baseline("Adversarial samples"),
        "slow, wrong, crashing, endless and hostile solutions",
        _from_file("adversarial"),
    ),
    *(
        SampleSet(f"classes-{name}", _baseline(f"TallyBench {name}"), describes, read, "tally-classes", _PART)
        for name, describes, read in (
            ("canonical", "the canonical class of each problem, as a careful person writes it", _CANONICAL),
            ("references", "the first reference of each class", _REFERENCES),
            ("slow", "the slow class of each problem, correct, as a hurried person writes it", _SLOW),
        )
    ),
    *(
        SampleSet(
            f"{set_name}-{name.replace(' ', '-')}",
            _baseline(f"TallyBench {name}"),
            f"for editing tasks: {describes}",
            read,
            benchmark,
            shown=False,
        )
        for set_name, benchmark in (("edit", "humaneval-edit"), ("classes-edit", "classes-edit"))
        for name, describes, read in _EDITED
    ),
)
SAMPLE_SETS = {embedded.name: embedded for embedded in _EMBEDDED}


def sample_set(name: str) -> SampleSet:
    """Return an embedded sample set by its name, with or without `embedded:`."""
    try:
        return SAMPLE_SETS[name.removeprefix(PREFIX)]
    except KeyError:
        raise InputError(f"{name}: there is no such sample set; choose one of {', '.join(SAMPLE_SETS)}") from None
