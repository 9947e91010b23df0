"""Reads a user's own benchmark from its folder.

Its problems are files in the format of `hf_dataset/problems/README.md`; functions and classes may be mixed. They are
the user's own code, and trusted like the problems that come with TallyBench: reading a file evaluates its constants,
and an audit runs its solutions and tests outside the sandbox. What a model wrote is never run this way.
"""

import ast
import doctest
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tallybench.benchmarks.authoring import attributes_of, read_additions, read_statement
from tallybench.benchmarks.class_authoring import read_class_statement
from tallybench.benchmarks.own.manifest import MANIFEST, Manifest, read_manifest
from tallybench.benchmarks.problem_source import ProblemFile
from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.problem import Problem

PROBLEMS = "problems"

_FILE = re.compile(r"(?:[A-Za-z][A-Za-z0-9_]*_)?(?P<number>[0-9]{1,6})\.py", re.ASCII)
_LINE = re.compile(r"line (\d+) of the docstring for \S+ (.*)", re.DOTALL)


@dataclass(frozen=True)
class OwnBenchmark:
    """A user's own benchmark.

    Attributes:
        folder: where it is.
        manifest: what its `benchmark.toml` says.
        benchmark: its problems.
        paths: the problems' files by task id, relative to the folder.
    """

    folder: Path
    manifest: Manifest
    benchmark: Benchmark
    paths: dict[str, Path]

    @property
    def measured(self) -> Path:
        """The file to which `tallybench dev measure` writes what its solutions spend, whether it exists or not."""
        return self.folder / "measured.json"


def is_own(source: str) -> bool:
    """Return whether this is the folder of a user's own benchmark."""
    return Path(source, MANIFEST).is_file()


def own_at(source: str) -> OwnBenchmark | None:
    """Return the user's own benchmark in this folder; None for a benchmark's name or any other folder.

    Raises:
        InputError: something is wrong with the user's benchmark.
    """
    return load_own(Path(source)) if source not in BENCHMARKS and is_own(source) else None


def load_own(folder: Path) -> OwnBenchmark:
    """Read a user's benchmark; read it again only if one of its files has changed.

    Raises:
        InputError: lists everything wrong with `benchmark.toml`, or with the problems' files, one line each.
    """
    files = [folder / MANIFEST, *sorted((folder / PROBLEMS).glob("*"))]
    state = ((file.name, entry.st_mtime_ns, entry.st_size) for file in files if (entry := _stat(file)) is not None)
    return _read_own(folder, folder.resolve(), tuple(state))


def _stat(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except OSError:
        return None


@lru_cache(maxsize=8)
def _read_own(folder: Path, _where: Path, _state: tuple[tuple[str, int, int], ...]) -> OwnBenchmark:
    if any((folder / PROBLEMS).glob("*.parquet")):
        # A download that is meant as data must not be run just because someone put a manifest into it.
        raise InputError(
            f"{folder}: has both {MANIFEST} and a dataset's files; remove {MANIFEST} to use it as a dataset, of which "
            f"nothing is run unread, or the files in {PROBLEMS}/ to use it as a benchmark of your own"
        )
    manifest = read_manifest(folder)
    found: dict[int, Path] = {}
    problems: list[Problem] = []
    faults: list[str] = []
    for path in sorted((folder / PROBLEMS).glob("*.py")):
        try:
            number = _number(path)
            if (other := found.setdefault(number, path)) is not path:
                raise InputError(f"{path}: has the number {number}, as {other.name} has; give each problem its own")
            problems.append(read_own_problem(path, f"{manifest.prefix}/{number}"))
        except InputError as error:
            faults.append(str(error))
    if faults:
        raise InputError("\n".join(faults))
    if not problems:
        raise InputError(f"{folder / PROBLEMS}: holds no problem; write one, NAME_001.py, or begin with tallybench new")
    problems.sort(key=lambda problem: int(problem.task_id.rpartition("/")[2]))
    benchmark = Benchmark(
        name=manifest.name,
        version=manifest.version,
        problems=tuple(problems),
        texts=Texts(shown=True, licence=manifest.licence, url=manifest.url or ""),
        audited=True,
    )
    paths = {f"{manifest.prefix}/{number}": path.relative_to(folder) for number, path in sorted(found.items())}
    return OwnBenchmark(folder, manifest, benchmark, paths)


def read_own_problem(path: Path, task_id: str) -> Problem:
    """Read a problem whose contract, stressful inputs and references may not all be written yet.

    If one of them is missing, nothing can be counted: the problem then has no stressful inputs, and says why.

    Raises:
        InputError: the file is not in the format.
    """
    file = ProblemFile(path)
    prompt = file.constant("PROMPT")
    if prompt is not None and not isinstance(prompt, str):
        raise file.fault("PROMPT", "must be a text")
    level = "class" if _ends_in_a_class(prompt) else "function"
    read = read_class_statement(path, dated=False) if level == "class" else read_statement(path, beside_source=False)
    added = read_additions(path, read.entry_point, level, complete=False)
    parts = {"contract": added.contract, "stressful inputs": added.stressful, "references": added.references}
    missing = tuple(part for part, there in parts.items() if not there)
    problem = Problem(
        task_id=task_id,
        level=level,
        missing=missing,
        tries_examples=True,
        **attributes_of(read),
        **attributes_of(replace(added, stressful=()) if missing else added),
    )
    if not problem.test_count:
        raise file.fault("TESTS" if level == "class" else "check", "asserts nothing, so that any answer would pass")
    for line, what in _example_faults(problem.prompt):
        raise InputError(f"{path}:{_line_in(file, line)}: PROMPT has an example in the wrong format: {what}")
    return problem


def _number(path: Path) -> int:
    if (name := _FILE.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is no problem's file, whose name is NAME_001.py, say; rename it or remove it")
    return int(name["number"])


def _ends_in_a_class(prompt: str | None) -> bool:
    try:
        return isinstance(ast.parse(prompt or "").body[-1], ast.ClassDef)
    except (SyntaxError, ValueError, IndexError):
        return False


def _example_faults(prompt: str) -> Iterator[tuple[int, str]]:
    """Yield each unreadable example (`>>>`) of a prompt: its line in the prompt, from 1, and what is wrong."""
    for node in ast.walk(ast.parse(prompt)):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or not ast.get_docstring(node):
            continue
        text, first = ast.get_docstring(node, clean=False) or "", node.body[0].lineno
        try:
            examples = doctest.DocTestParser().get_examples(text, "PROMPT")
        except ValueError as error:
            found = _LINE.fullmatch(str(error))
            yield (first + int(found[1]) - 1, found[2]) if found else (first, str(error))
            continue
        for example in examples:
            try:
                compile(example.source, "PROMPT", "single", dont_inherit=True, optimize=0)
            except SyntaxError as error:
                yield first + example.lineno, f"{example.source.strip()!r} is not Python ({error.msg})"


def _line_in(file: ProblemFile, line: int) -> int:
    """Return the line of a problem's file that holds a line of its prompt, given that the prompt is one literal."""
    return file.line("PROMPT") + line - 1
