"""Files of other projects' benchmarks, read as data, and what is found in them."""

import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import schema_faults
from tallybench.model.problem import Problem, Solution
from tallybench.values.text import clean_text

_LONGEST_KEY = 60  # characters of a key in a message
_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
T = TypeVar("T")


class Record(BaseModel):
    """An object in such a file; messages say what was expected by a field's description."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class DataFile:
    """A file that was read."""

    path: Path  # where it is
    value: Any  # the parsed JSON; for JSON Lines, a list or an iterator of its lines
    sha256: str  # SHA-256 of its bytes

    def expect(self, value: Any, kind: type[T], where: str, expected: str) -> T:
        """Return a value of this file if it has the right type, such as `list[str]`, or a kind of record.

        In messages, `expected` is what should be there, unless a field's description says so, and `where` its place,
        shortened if it is long.
        """
        try:
            found: T = _adapter(kind).validate_python(value, strict=True)  # type: ignore[arg-type]
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            raise self._unexpected(kind, fault, where, expected) from None
        return found

    def _unexpected(self, kind: Any, fault: Any, where: str, expected: str) -> InputError:
        steps, found = list(fault["loc"]), fault["input"]
        if steps and isinstance(kind, type) and issubclass(kind, Record):
            expected = kind.model_fields[steps[0]].description or expected
        if fault["type"] == "missing":
            what = f"has no `{steps.pop()}`"
        elif type(found) in (list, tuple) and fault["type"] in ("too_long", "missing_argument"):
            what = f"has {len(found)} items"
        else:
            what = f"is {'null' if found is None else _KINDS.get(type(found), type(found).__name__)}"
        inside = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")
        place = f"{clean_text(where, _LONGEST_KEY)} {inside}".strip()
        at = f" at {place}" if place else ""
        return InputError(f"{self.path}:{at} {what}, expected {expected}; get the public file again")

    def records(self, kind: type[R], expected: str) -> Iterator[tuple[str, R]]:
        """Yield each line of JSON Lines with its position, such as `line 3`."""
        for number, value in enumerate(self.value, 1):
            yield f"line {number}", self.expect(value, kind, f"line {number}", expected)


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read_json(path: Path, what: str) -> DataFile:
    """Read a whole JSON file; `what` says in messages what it should hold."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error, what) from None
    return DataFile(path, _parse(content, f"{path}", what), hashlib.sha256(content).hexdigest())


def stream_json_lines(path: Path, what: str) -> DataFile:
    """Return a file of JSON Lines, gzipped or not, whose `value` is read line by line, for files larger than memory.

    Its hash is that of the lines, so that it is the same for a gzipped file.
    """
    opened = gzip.open if path.suffix == ".gz" else open

    def lines() -> Iterator[Any]:
        with opened(path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _parse(line, f"{path}:{number}", what)

    try:
        with opened(path, "rb") as file:
            return DataFile(path, lines(), hashlib.file_digest(file, "sha256").hexdigest())
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise InputError(f"{path}: is not a complete gzip file; get the public file again") from None
    except OSError as error:
        raise _unreadable(path, error, what) from None


def read_problems(data: Path, name: str) -> DataFile:
    """Read a file of JSON Lines with one problem per line, gzipped or not, given its folder or the file itself."""
    path = data if data.is_file() else data / name
    if not path.is_file() and (packed := Path(f"{path}.gz")).is_file():
        path = packed
    file = stream_json_lines(path, "one problem per line: the public file")
    problems = list(file.value)
    if not problems:
        raise InputError(f"{path}: holds no problems; get the public file again")
    return replace(file, value=problems)


M = TypeVar("M", bound=BaseModel)


def read_file(path: Path, kind: type[M], remedy: str) -> M:
    """Read a JSON file with a schema, whose version is the default of the field `schema_version`.

    `remedy`: what messages say to do about an unusable file.
    """
    try:
        data = orjson.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); {remedy}") from None
    except orjson.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: is not JSON ({error.msg}); {remedy}") from None
    version = data.get("schema_version") if isinstance(data, dict) else None
    known = kind.model_fields["schema_version"].default
    if version != known:
        raise InputError(
            f"{path}: schema_version is {version!r:.40}, this version of TallyBench reads {known}; {remedy}"
        )
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{path}: {first_fault(error)}; {remedy}") from None


def first_fault(error: ValidationError) -> str:
    """Return the first schema violation in words, and how many more there are."""
    (where, what), *others = schema_faults(error)
    return f"{where}: {what}" + (f" (and {len(others)} more)" if others else "")


def _unreadable(path: Path, error: OSError, what: str) -> InputError:
    why = "there is no such file" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
    return InputError(f"{path}: {why}; expected {what}")


def _parse(content: bytes, where: str, what: str) -> Any:
    """Parse JSON with the standard library, because orjson turns large ints into floats and refuses Infinity."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        at = f" at line {error.lineno}" if error.lineno > 1 else ""
        why = f"is not JSON ({error.msg}{at})"
    except UnicodeDecodeError as error:
        why = f"is not UTF-8 (byte {error.start + 1})"
    except (ValueError, RecursionError):
        why = "its JSON is nested too deeply or holds a number that is too long"
    raise InputError(f"{where}: {why}; expected {what}")


class Excluded(Exception):
    """A problem cannot be used, with the reason."""


@dataclass(frozen=True)
class Found:
    """A problem that was read, with the solutions that the source calls correct, and its page there."""

    problem: Problem
    human_solutions: tuple[Solution, ...] = ()
    url: str = ""


Rows = Iterable[tuple[str, Callable[[], Found]]]
"""Task ids, each with a function that reads the problem or raises `Excluded`."""


def read_rows(rows: Iterable[tuple[str, Callable[[], T]]]) -> tuple[list[T], list[tuple[str, str]]]:
    """Read each problem; return the usable ones, and the task ids of the others with the reason."""
    found, exclusions = [], []
    for task_id, read in rows:
        try:
            found.append(read())
        except Excluded as reason:
            exclusions.append((task_id, str(reason)))
    return found, exclusions


def with_problems(benchmark: Benchmark, data: Path, files: Iterable[DataFile], rows: Rows) -> Benchmark:
    """Return a benchmark with the problems that were found in its files; `data` is their folder, or the file.

    A placeholder for a missing file has no hash.
    """
    found, exclusions = read_rows(rows)
    root = data if data.is_dir() else data.parent
    hashes = {file.path.relative_to(root).as_posix().removesuffix(".gz"): file.sha256 for file in files if file.sha256}
    return replace(
        benchmark,
        version=data_version(hashes.values()),
        problems=tuple(one.problem for one in found),
        exclusions=tuple(exclusions),
        human_solutions={one.problem.task_id: one.human_solutions for one in found if one.human_solutions},
        urls={one.problem.task_id: one.url for one in found if one.url},
        files=hashes,
    )


def data_version(hashes: Iterable[str]) -> str:
    """Return a version for a benchmark without one: the start of a hash over its files' hashes."""
    content = "\n".join(sorted(hashes))
    return f"data-{hashlib.sha256(content.encode()).hexdigest()[:12]}"
