"""Reads a user's own benchmark from its folder: `benchmark.toml`, `problems/`, and `results/` once there are any.

Its problems are files in the format of `hf_dataset/problems/README.md`; functions and classes may be mixed. They are
the user's own code, and trusted like the problems that come with TallyBench: reading a file evaluates its constants,
and an audit runs its solutions and tests outside the sandbox. What a model wrote is never run this way.
"""

import ast
import doctest
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from tallybench.benchmarks.problem_format import ProblemFile
from tallybench.benchmarks.problem_reader import (
    asks_for_a_class,
    read_class_statement,
    read_statement,
    with_additions,
)
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.problem import Problem

Line = Annotated[str, Field(min_length=1, max_length=400, pattern=r"^[^\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069]+$")]
Address = Annotated[str, Field(max_length=300, pattern=r"^https://[\x21-\x7e]+$")]

MANIFEST = "benchmark.toml"
PROBLEMS = "problems"
NAME = "lower-case letters, digits, _ and -, at most 60"

_FILE = re.compile(r"(?:[A-Za-z][A-Za-z0-9_]*_)?(?P<number>[0-9]{1,6})\.py", re.ASCII)
_EXAMPLE_FAULT = re.compile(r"line (\d+) of the docstring for \S+ (.*)", re.DOTALL)


def name_fault(name: str) -> str | None:
    """Return why a user's own benchmark cannot have this name; None if it can."""
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", name, re.ASCII) is None:
        return f"must be {NAME}"
    return "is the name of a benchmark that TallyBench has; choose another" if name in BENCHMARKS else None


class Manifest(BaseModel):
    """The keys of `benchmark.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str  # the benchmark's name in results; it must differ from the names that TallyBench knows
    title: Line  # what pages call it
    # A semantic version; every change to a problem raises it.
    version: Annotated[str, Field(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
    licence: Line  # the problems' licence, as an SPDX identifier if there is one
    authors: Line  # whose work it is
    # What task ids start with, before `/` and the number.
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
    url: Address | None = None  # where it is; None if it is only on this machine
    private: bool = True  # whether it must not be published; `tallybench dev dataset push` then refuses it

    @field_validator("name")
    @classmethod
    def _can_be_taken(cls, name: str) -> str:
        if (fault := name_fault(name)) is not None:
            raise ValueError(fault)
        return name


# What each key must be; shown if it is something else.
_MUST = {
    "name": f"must be {NAME}",
    "version": 'must be three numbers, such as "1.0.0"',
    "prefix": "must be letters, digits, _ and -, at most 40",
    "url": "must be an address that starts with https://; leave it out if it has none",
    "private": "must be true or false",
}


def read_manifest(folder: Path) -> Manifest:
    """Read `benchmark.toml`.

    Raises:
        InputError: it cannot be read; or lists everything wrong with it, one line each.
    """
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
        return Manifest.model_validate(tomllib.loads(text))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); tallybench new DIR makes one") from None
    except ValidationError as error:
        raise InputError("\n".join(_manifest_fault(path, text, fault) for fault in error.errors())) from None
    except ValueError as error:  # it is not UTF-8, or not TOML; for TOML, the error names the line
        raise InputError(f"{path}: is not TOML ({error})") from None


def _manifest_fault(path: Path, text: str, fault: Any) -> str:
    key = str(fault["loc"][0])
    if fault["type"] == "extra_forbidden":
        what = f"is not a key of this file; its keys are {', '.join(Manifest.model_fields)}"
    elif fault["type"] == "missing":
        what = "is missing"
    elif fault["type"] == "value_error":
        what = fault["msg"].removeprefix("Value error, ")
    else:
        what = _MUST.get(key, "must be one line of 1 to 400 characters")
    line = next((n for n, row in enumerate(text.splitlines(), 1) if re.match(rf"\s*{re.escape(key)}\s*=", row)), None)
    return f"{path}{'' if line is None else f':{line}'}: {key} {what}"


@dataclass(frozen=True)
class UserBenchmark:
    """A user's own benchmark."""

    folder: Path  # where it is
    manifest: Manifest  # what its `benchmark.toml` says
    benchmark: Benchmark  # its problems
    paths: dict[str, Path]  # the problems' files by task id, relative to the folder

    @property
    def measured(self) -> Path:
        """The file to which `tallybench dev measure` writes what its solutions spend, whether it exists or not."""
        return self.folder / "measured.json"


def is_user_benchmark(source: str) -> bool:
    """Return whether this is the folder of a user's own benchmark."""
    return Path(source, MANIFEST).is_file()


def user_benchmark_at(source: str) -> UserBenchmark | None:
    """Return the user's own benchmark in this folder; None for a benchmark's name or any other folder.

    Raises:
        InputError: something is wrong with the user's benchmark.
    """
    return load_user_benchmark(Path(source)) if source not in BENCHMARKS and is_user_benchmark(source) else None


def load_user_benchmark(folder: Path) -> UserBenchmark:
    """Read a user's benchmark; read it again only if one of its files has changed.

    Raises:
        InputError: lists everything wrong with `benchmark.toml`, or with the problems' files, one line each.
    """
    state = []
    for file in (folder / MANIFEST, *sorted((folder / PROBLEMS).glob("*"))):
        try:
            entry = file.stat()
        except OSError:
            continue
        state.append((file.name, entry.st_mtime_ns, entry.st_size))
    return _read(folder, folder.resolve(), tuple(state))


@lru_cache(maxsize=8)
def _read(folder: Path, _where: Path, _state: tuple[tuple[str, int, int], ...]) -> UserBenchmark:
    if any((folder / PROBLEMS).glob("*.parquet")):
        # A download that is meant as data must not be run just because someone put a manifest into it.
        raise InputError(
            f"{folder}: has both {MANIFEST} and a dataset's files; remove {MANIFEST} to use it as a dataset, whose "
            f"code is not trusted, or the files in {PROBLEMS}/ to use it as a benchmark of your own"
        )
    manifest = read_manifest(folder)
    paths: dict[int, Path] = {}
    problems: dict[int, Problem] = {}
    faults: list[str] = []
    for path in sorted((folder / PROBLEMS).glob("*.py")):
        try:
            number = _number(path)
            if (other := paths.setdefault(number, path)) is not path:
                raise InputError(f"{path}: has the number {number}, like {other.name}; give each problem its own")
            problems[number] = _read_problem(path, f"{manifest.prefix}/{number}")
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError("\n".join(faults))
    if not problems:
        raise InputError(f"{folder / PROBLEMS}: holds no problem; write one, NAME_001.py, or begin with tallybench new")
    benchmark = Benchmark(
        name=manifest.name,
        version=manifest.version,
        problems=tuple(problems[number] for number in sorted(problems)),
        texts=Texts(shown=True, licence=manifest.licence, url=manifest.url or ""),
        audited=True,
    )
    relative = {f"{manifest.prefix}/{number}": path.relative_to(folder) for number, path in sorted(paths.items())}
    return UserBenchmark(folder, manifest, benchmark, relative)


def _number(path: Path) -> int:
    if (name := _FILE.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is not named like a problem's file, NAME_001.py; rename it or remove it")
    return int(name["number"])


def _read_problem(path: Path, task_id: str) -> Problem:
    """Read a problem whose contract, stressful inputs and references may not all be written yet.

    If one of them is missing, nothing can be counted: the problem then has no stressful inputs, and says why.
    """
    file = ProblemFile(path)
    prompt = file.constant("PROMPT")
    if prompt is not None and not isinstance(prompt, str):
        raise file.fault("PROMPT", "must be a string")
    is_class = asks_for_a_class(prompt)
    problem = read_class_statement(path, task_id, dated=False) if is_class else read_statement(path, task_id, False)
    problem = with_additions(problem, path, complete=False)
    parts = {"contract": problem.contract, "stressful inputs": problem.stressful, "references": problem.references}
    missing = tuple(part for part, there in parts.items() if not there)
    stressful = () if missing else problem.stressful
    problem = replace(problem, stressful=stressful, missing=missing, tries_examples=True)
    if not problem.test_count:
        raise file.fault("TESTS" if is_class else "check", "asserts nothing, so any sample would pass")
    for line, what in _example_faults(problem.prompt):
        # The prompt is one literal, so its lines are those of the file.
        line_in_file = file.line("PROMPT") + line - 1
        raise InputError(f"{path}:{line_in_file}: PROMPT has an example in the wrong format: {what}")
    return problem


def _example_faults(prompt: str) -> Iterator[tuple[int, str]]:
    """Yield each unreadable example (`>>>`) of a prompt: its line in the prompt, from 1, and what is wrong."""
    for node in ast.walk(ast.parse(prompt)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or not ast.get_docstring(node):
            continue
        text, first = ast.get_docstring(node, clean=False) or "", node.body[0].lineno
        try:
            examples = doctest.DocTestParser().get_examples(text, "PROMPT")
        except ValueError as error:
            found = _EXAMPLE_FAULT.fullmatch(str(error))
            yield (first + int(found[1]) - 1, found[2]) if found else (first, str(error))
            continue
        for example in examples:
            try:
                compile(example.source, "PROMPT", "single", dont_inherit=True, optimize=0)
            except SyntaxError as error:
                yield first + example.lineno, f"{example.source.strip()!r} is not Python ({error.msg})"
