"""What is public of a benchmark whose texts are not ours to show: counts, hashes and names, and where it comes from.

One JSON file a benchmark. It stands in for the benchmark's data, which is not in the project: results are checked and
pages are made by it. The same data give the same bytes.

History of SCHEMA_VERSION:
    1  the first one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, Self

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from evaluator.benchmarks.known import Known, KnownProblem
from evaluator.errors import InputError
from evaluator.results.reading import schema_faults
from evaluator.results.redaction import plain_reason
from evaluator.results.result import Name, Sha256

SCHEMA_VERSION = 1
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

_TASK = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/+-]{0,99}")
_ANEW = "restore it, or remove it and make it anew from the benchmark's data"

Text = Annotated[str, Field(min_length=1, max_length=400, pattern=r"^[^\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069]+$")]
Address = Annotated[str, Field(max_length=300, pattern=r"^https://[\x21-\x7e]+$")]
# The names of inputs and entry points: one word each, so that no text of others can stand there.
Word = Annotated[str, Field(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$")]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(_Model):
    """Where a benchmark comes from."""

    title: Text
    authors: Text
    paper: Address | None = None
    url: Address
    licence: Text
    files: dict[str, Sha256] = Field(description="SHA-256 of each file that was read, by its path in the data's folder")


class CataloguedProblem(_Model):
    """A problem, without its text."""

    hash: Sha256
    level: Literal["function", "file", "class"]
    entry_point: Word | None = Field(description="None where a whole program is asked for")
    tests: Annotated[int, Field(ge=0)] = Field(description="correctness tests")
    inputs: tuple[Word, ...] = Field(description="names of the stressful inputs")
    left_out: dict[Word, Text] = Field(default_factory=dict, description="stressful inputs that are not used, and why")
    human_solutions: Annotated[int, Field(ge=0)] | None = Field(description="in the source; None where not known")
    without_efficiency: Text | None = Field(description="why it counts for pass@k only")
    url: Address | None = Field(default=None, description="of its page at the source; None: it has none of its own")


class Catalogue(_Model):
    """A benchmark, without its texts."""

    schema_version: Literal[1] = 1
    name: str
    version: Name
    hash: Sha256
    source: Source
    exclusions: dict[str, Text] = Field(description="the problems of the source that are left out, and why, by task id")
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

    @cached_property
    def known(self) -> Known:
        """What results are checked by."""
        problems = tuple(
            KnownProblem(task_id, one.hash, one.entry_point or "", one.without_efficiency, one.inputs)
            for task_id, one in self.problems.items()
        )
        left_out = {(task_id, "benchmark", reason) for task_id, reason in self.exclusions.items()}
        for task_id, one in self.problems.items():
            left_out |= {(task_id, "inputs", f"{name}: {reason}") for name, reason in one.left_out.items()}
        return Known(self.name, self.version, self.hash, problems, frozenset(left_out), foreign=True)


class _Input(Protocol):
    @property
    def name(self) -> str: ...


class _Problem(Protocol):
    @property
    def task_id(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def entry_point(self) -> str: ...
    @property
    def cases(self) -> Sequence[Any]: ...
    @property
    def stressful(self) -> Sequence[_Input]: ...
    @property
    def left_out(self) -> Sequence[tuple[_Input, str]]: ...
    @property
    def without_efficiency(self) -> str | None: ...


class ForeignBenchmark(Protocol):
    """What a catalogue is made of: a benchmark of others, as it was loaded and vetted."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def hash(self) -> str: ...
    @property
    def exclusions(self) -> Sequence[tuple[str, str]]: ...
    def __iter__(self) -> Iterator[Any]: ...


def make_catalogue(
    benchmark: ForeignBenchmark,
    source: Source,
    human_solutions: Mapping[str, int],
    uncounted: Mapping[str, str],
    urls: Mapping[str, str],
) -> Catalogue:
    """What may be public of a benchmark.

    Args:
        benchmark: the whole of it, less what cannot be used.
        source: where it comes from.
        human_solutions: how many of each problem the source has, by task id; where it is not known, nothing.
        uncounted: by task id, why a problem's references could not be counted.
        urls: of the problems that have a page of their own at the source.

    Raises:
        InputError: something in it cannot be public, for it is no name, number or hash.
    """
    try:
        return Catalogue(
            name=benchmark.name,
            version=benchmark.version,
            hash=benchmark.hash,
            source=source,
            exclusions={task_id: plain_reason(reason) for task_id, reason in benchmark.exclusions},
            problems={
                one.task_id: _catalogued(
                    one, human_solutions.get(one.task_id), uncounted.get(one.task_id), urls.get(one.task_id)
                )
                for one in benchmark
            },
        )
    except ValidationError as error:
        raise InputError(f"{benchmark.name}: cannot be catalogued: {_first_fault(error)}") from None


def _catalogued(problem: _Problem, solutions: int | None, uncounted: str | None, url: str | None) -> CataloguedProblem:
    left_out = {one.name: plain_reason(reason) for one, reason in problem.left_out}
    return CataloguedProblem(
        hash=problem.hash,
        level=problem.level,
        entry_point=problem.entry_point or None,
        tests=len(problem.cases),
        # Nothing is compared on inputs on which there is nothing to compare with.
        inputs=() if uncounted else tuple(one.name for one in problem.stressful),
        left_out=left_out,
        human_solutions=solutions,
        without_efficiency=plain_reason(problem.without_efficiency or uncounted or "") or None,
        url=url,
    )


def catalogue_folder() -> Path:
    """Where the catalogues are that come with TallyBench."""
    return Path(str(resources.files("hf_dataset"))) / "catalogue"


def has_catalogue(name: str, folder: Path | None = None) -> bool:
    """Whether a benchmark is one of those whose texts are not ours to show."""
    return NAME.fullmatch(name) is not None and _file(name, folder).is_file()


def load_catalogue(name: str, folder: Path | None = None) -> Catalogue:
    """The catalogue of a benchmark.

    Args:
        name: the benchmark's.
        folder: where the catalogues are; None is where those are that come with TallyBench.

    Raises:
        InputError: there is none, or it is broken.
    """
    if not has_catalogue(name, folder):
        raise InputError(f"{name:.60}: has no catalogue; there is: {', '.join(_names(folder)) or 'none'}")
    path = _file(name, folder)
    try:
        found = Catalogue.model_validate(orjson.loads(path.read_bytes()))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except orjson.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: is not JSON ({error.msg}); {_ANEW}") from None
    except ValidationError as error:
        raise InputError(f"{path}: {_first_fault(error)}; {_ANEW}") from None
    if found.name != name:
        raise InputError(f"{path}: name: is {found.name}, must be {name}; {_ANEW}")
    return found


def catalogues(folder: Path | None = None) -> list[Catalogue]:
    """All catalogues, by name.

    Raises:
        InputError: one of them is broken.
    """
    return [load_catalogue(name, folder) for name in _names(folder)]


def dump_catalogue(catalogue: Catalogue) -> bytes:
    """The bytes of a file: UTF-8 JSON with two spaces of indent and a final newline. Problems stay in their order."""
    body = catalogue.model_dump(mode="json")
    problems = {task_id: dict(sorted(one.items())) for task_id, one in body.pop("problems").items()}
    for one in problems.values():
        one["left_out"] = dict(sorted(one["left_out"].items()))
    body["exclusions"] = dict(sorted(body["exclusions"].items()))
    body["source"]["files"] = dict(sorted(body["source"]["files"].items()))
    body["source"] = dict(sorted(body["source"].items()))
    body["problems"] = problems
    return orjson.dumps(dict(sorted(body.items())), option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _file(name: str, folder: Path | None) -> Path:
    return (folder or catalogue_folder()) / f"{name}.json"


def _names(folder: Path | None) -> list[str]:
    found = (path.stem for path in (folder or catalogue_folder()).glob("*.json"))
    return sorted(name for name in found if NAME.fullmatch(name))


def _first_fault(error: ValidationError) -> str:
    (where, what), *others = schema_faults(error)
    return f"{where}: {what}" + (f" (and {len(others)} more)" if others else "")
