"""What may be published about a benchmark even if its texts may not be shown: counts, hashes, names and its origin.

Results are checked against a catalogue, and pages are made from it. For an embedded benchmark it is computed. For any
other it is a JSON file in `hf_dataset/catalogue/`, which replaces data that are not in the project.
"""

import re
from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import BeforeValidator, Field, PlainSerializer, ValidationError, field_validator, model_validator

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.benchmarks.sources.data_files import first_fault, read_file
from tallybench.benchmarks.user_benchmark import Address, Line, UserBenchmark
from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.parts import Name, Part, Sha256
from tallybench.model.problem import Problem, Task
from tallybench.model.redaction import plain_reason

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

_TASK = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+-]{0,99}")
_REMEDY = "restore it, or remove it and make it again from the benchmark's data"

# The names of inputs and entry points: one word each, so that they cannot hold third-party text.
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")]
EntryPoint = Annotated[
    str,
    BeforeValidator(lambda name: "" if name is None else name),
    Field(pattern=r"^([A-Za-z0-9_][A-Za-z0-9_.-]{0,99})?$"),
    PlainSerializer(lambda name: name or None, return_type=str | None),
]


class Origin(Part):
    """Where a benchmark comes from."""

    title: Line
    authors: Line
    paper: Address | None = None
    url: Address | None = Field(description="null if it is only on its owner's machine")
    licence: Line
    files: dict[str, Sha256] = Field(description="SHA-256 of each file that was read, by its path in the data's folder")


class CataloguedProblem(Part):
    """A problem, without its text."""

    task_id: str = Field(exclude=True, description="its key in the file")
    hash: Sha256
    task: Task = Field(default=Task.WRITE, exclude_if=lambda task: task is Task.WRITE)
    level: Literal["function", "file", "class"]
    entry_point: EntryPoint = Field(description="null in the file if a whole program is required; empty here")
    tests: Annotated[int, Field(ge=0)] = Field(description="correctness tests; for a test program, its assertions")
    inputs: tuple[Word, ...] = Field(description="names of the stressful inputs")
    left_out: dict[Word, Line] = Field(default_factory=dict, description="stressful inputs that are not used, and why")
    human_solutions: Annotated[int, Field(ge=0)] | None = Field(description="in the source; None if not known")
    without_efficiency: Line | None = Field(description="why it counts for pass@k only")
    url: Address | None = Field(default=None, description="its page at the source; None if it has none of its own")


class Catalogue(Part):
    """A benchmark, without its texts."""

    schema_version: Literal[1] = 1
    name: str
    version: Name
    hash: Sha256
    source: Origin
    texts_shown: bool = Field(default=False, description="whether its texts may be shown; absent if not")
    audited: bool = Field(default=False, description="whether its problems were audited here; absent if not")
    exclusions: dict[str, Line] = Field(description="the source's problems that are left out, and why, by task id")
    problems: dict[str, CataloguedProblem] = Field(min_length=1, description="by task id")

    @model_validator(mode="after")
    def _names(self) -> Self:
        if NAME.fullmatch(self.name) is None:
            raise ValueError("the name must be lower-case letters, digits, _ and -")
        for task_id in (*self.problems, *self.exclusions):
            if _TASK.fullmatch(task_id) is None:
                raise ValueError(f"the task id {task_id!r:.60} must be letters, digits and . _ / + -")
        if both := sorted(self.problems.keys() & self.exclusions.keys()):
            raise ValueError(f"{both[0]} is both among the problems and left out")
        return self

    @field_validator("problems", mode="before")
    @classmethod
    def _with_ids(cls, problems: Any) -> Any:
        if not isinstance(problems, dict):
            return problems
        return {
            task_id: facts | {"task_id": task_id} if isinstance(facts, dict) else facts
            for task_id, facts in problems.items()
        }

    @property
    def texts(self) -> Texts:
        """Whether its texts may be shown, and under which licence."""
        return Texts(self.texts_shown, self.source.licence, self.source.url or "")

    @cached_property
    def left_out(self) -> frozenset[tuple[str, str, str]]:
        """What the source has but is not used: the task id, `benchmark` or `inputs`, and the reason."""
        problems = {(task_id, "benchmark", reason) for task_id, reason in self.exclusions.items()}
        inputs = {
            (task_id, "inputs", f"{name}: {reason}")
            for task_id, problem in self.problems.items()
            for name, reason in problem.left_out.items()
        }
        return frozenset(problems | inputs)


def make_catalogue(benchmark: Benchmark, origin: Origin, uncounted: Mapping[str, str] | None = None) -> Catalogue:
    """Return the catalogue of a whole benchmark; `uncounted` says why a problem's references have no count.

    Raises:
        InputError: something in it cannot be published, because it is not a name, number or hash.
    """
    uncounted = uncounted or {}
    try:
        return Catalogue(
            name=benchmark.name,
            version=benchmark.version,
            hash=benchmark.hash,
            source=origin,
            texts_shown=benchmark.texts.shown,
            audited=benchmark.audited,
            exclusions={task_id: plain_reason(reason) for task_id, reason in benchmark.exclusions},
            problems={
                problem.task_id: _catalogued(problem, benchmark, uncounted.get(problem.task_id))
                for problem in benchmark
            },
        )
    except ValidationError as error:
        raise InputError(f"{benchmark.name}: cannot be catalogued: {first_fault(error)}") from None


def origin_of(benchmark: Benchmark) -> Origin:
    """Return where a benchmark in the table comes from."""
    row = BENCHMARKS[benchmark.name]
    return Origin(
        title=row.title,
        authors=row.authors,
        paper=row.paper or None,
        url=row.texts.url,
        licence=row.texts.licence,
        files=dict(benchmark.files),
    )


def user_catalogue(user: UserBenchmark) -> Catalogue:
    """Return the catalogue of a user's own benchmark."""
    facts = user.manifest
    origin = Origin(title=facts.title, authors=facts.authors, url=facts.url, licence=facts.licence, files={})
    return make_catalogue(user.benchmark, origin)


def _catalogued(problem: Problem, benchmark: Benchmark, uncounted: str | None) -> CataloguedProblem:
    solutions = benchmark.human_solutions.get(problem.task_id)
    return CataloguedProblem(
        task_id=problem.task_id,
        hash=problem.hash,
        task=problem.task,
        level=problem.level,
        entry_point=problem.entry_point,
        tests=problem.test_count,
        # Without counts of the references there is nothing to compare with on any input.
        inputs=() if uncounted else tuple(stressful_input.name for stressful_input in problem.stressful),
        left_out={stressful_input.name: plain_reason(reason) for stressful_input, reason in problem.left_out},
        human_solutions=None if solutions is None else len(solutions),
        without_efficiency=plain_reason(problem.without_efficiency or uncounted or "") or None,
        url=benchmark.urls.get(problem.task_id),
    )


def catalogue_folder() -> Path:
    """Return the folder with the catalogues that come with TallyBench."""
    return data_folder() / "catalogue"


def load_catalogue(name: str, folder: Path | None = None) -> Catalogue:
    """Return the catalogue of a benchmark from a folder, or from the one that comes with TallyBench."""
    embedded, published = _names(folder)
    if name in embedded:
        return _computed(name, load_benchmark(name).hash)
    if name not in published:
        raise InputError(f"{name:.60}: has no catalogue; choose one of {', '.join((*embedded, *published))}")
    path = (folder or catalogue_folder()) / f"{name}.json"
    found = read_file(path, Catalogue, _REMEDY)
    if found.name != name:
        raise InputError(f"{path}: name: is {found.name}, must be {name}; {_REMEDY}")
    return found


def catalogues(folder: Path | None = None) -> list[Catalogue]:
    """Return all catalogues, first those of the benchmarks that come with TallyBench; `folder` as above."""
    embedded, published = _names(folder)
    return [load_catalogue(name, folder) for name in (*embedded, *published)]


def shows_texts(name: str) -> bool:
    """Return whether material that quotes a benchmark's texts may be published; True for an unknown benchmark."""
    if name in _names()[1]:
        return load_catalogue(name).texts.shown
    return name not in BENCHMARKS or BENCHMARKS[name].texts.shown


def dump_catalogue(catalogue: Catalogue) -> bytes:
    """Return the bytes of a catalogue's file.

    It is UTF-8 JSON with an indent of two spaces and a final newline. Keys are sorted, but problems keep their order.
    """
    body = catalogue.model_dump(mode="json")
    for name in ("texts_shown", "audited"):
        if not body[name]:
            del body[name]
    problems = body["problems"]
    body = _sorted(body) | {"problems": {task_id: _sorted(problem) for task_id, problem in problems.items()}}
    return orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _sorted(value: Any) -> Any:
    return {key: _sorted(value[key]) for key in sorted(value)} if isinstance(value, dict) else value


def _names(folder: Path | None = None) -> tuple[list[str], list[str]]:
    """Return the embedded benchmarks, and those with a file: in table order, then those not in the table by name."""
    embedded = [row.name for row in BENCHMARKS.values() if row.embedded]
    order = {name: number for number, name in enumerate(BENCHMARKS)}
    found = (path.stem for path in (folder or catalogue_folder()).glob("*.json"))
    names = [name for name in found if NAME.fullmatch(name) and name not in embedded]
    return embedded, sorted(names, key=lambda name: (order.get(name, len(order)), name))


@cache
def _computed(name: str, _: str) -> Catalogue:
    """Make the catalogue of a benchmark that comes with TallyBench, once for each hash of its problems."""
    benchmark = load_benchmark(name)
    return make_catalogue(benchmark, origin_of(benchmark))
