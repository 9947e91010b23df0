"""Reads a benchmark of the user's own from its folder.

Its problems are files in the format of `hf_dataset/problems/README.md`, functions and classes side by side. They are
the user's own code, trusted as the problems that come with TallyBench are: reading a file evaluates its constants, and
an audit runs its solutions and tests outside the sandbox. What a model wrote is never run so.
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
    """A benchmark of the user's own.

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
        """Where `tallybench dev measure` writes what its own solutions spend, whether it exists or not."""
        return self.folder / "measured.json"


def is_own(source: str) -> bool:
    """Return whether this is the folder of a benchmark of the user's own."""
    return Path(source, MANIFEST).is_file()


def own_at(source: str) -> OwnBenchmark | None:
    """Return the benchmark of the user's own in this folder; None where it is a name, or another folder.

    Raises:
        InputError: it is the folder of one, and something is wrong with it.
    """
    return load_own(Path(source)) if source not in BENCHMARKS and is_own(source) else None


def load_own(folder: Path) -> OwnBenchmark:
    """Read a user's benchmark, and once more only when one of its files has changed.

    Raises:
        InputError: all that is wrong with `benchmark.toml`, or with the problems' files, a line each.
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
        # What is downloaded as data must not be run for a file that somebody has put into it.
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
    """Read a problem, of which contract, stressful inputs and reference may not be written yet.

    Where one of them is missing, nothing can be counted: the problem has no stressful inputs then, and says why.

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
    """Yield the examples (`>>>`) of a prompt that cannot be read: the line of the prompt, from 1, and what is wrong."""
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
    """Return the line of a problem's file in which a line of its prompt stands, where the prompt is one text."""
    return file.line("PROMPT") + line - 1
