"""Copies of a built dataset with something changed, and what is in one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
from pyarrow import parquet  # type: ignore[import-untyped]

from tallybench.benchmarks import load_benchmark

ROOT = Path(__file__).parents[2]
CONFIGS = ("problems", "stressful", "solutions", "results")
FILE = "test-00000-of-00001.parquet"
NAME, CLASSES = "tallybench/tallybench", "tallybench/tally-classes"
COMMAND = "from tallybench.cli import main; main()"


def build(out: Path, cwd: Path, before: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs `dataset build` in a process of its own; `before` is Python that is run first in it."""
    command = [sys.executable, "-c", f"{before}\n{COMMAND}", "dev", "dataset", "build", str(out)]
    return subprocess.run(command, cwd=cwd, env=os.environ | variables, capture_output=True, text=True, timeout=120)


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def read_rows(folder: Path, config: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = parquet.read_table(folder / config / FILE).to_pylist()
    return rows


Change = Callable[[list[dict[str, Any]]], object]


def changed(built: Path, to: Path, config: str, change: Change, **facts: str) -> Path:
    """A copy in which `change` was made to the rows of a config; `facts` replace those in every file's metadata."""
    shutil.copytree(built, to)
    for name in CONFIGS if facts else (config,):
        path = to / name / FILE
        table = parquet.read_table(path)
        rows = table.to_pylist()
        if name == config:
            change(rows)
        metadata = dict(table.schema.metadata)
        metadata[b"tallybench"] = orjson.dumps(orjson.loads(metadata[b"tallybench"]) | facts)
        made = type(table).from_pylist(rows, schema=table.schema.with_metadata(metadata))
        parquet.write_table(made, path)
    return to


def with_problem(built: Path, to: Path, task_id: str, **fields: Any) -> Path:
    """A copy in which a problem was changed and every hash made to fit, as one would do who wants it to be run."""
    ours = load_benchmark()
    problems = tuple(replace(one, **fields) if one.task_id == task_id else one for one in ours)
    forged = replace(ours, problems=problems)

    def change(rows: list[dict[str, Any]]) -> None:
        (row,) = (row for row in rows if row["task_id"] == task_id)
        problem = forged.by_id[task_id]
        row |= {name: getattr(problem, name) for name in fields if name in row and name != "references"}
        row["references"] = [{"name": one.name, "code": one.code} for one in problem.references]
        row["hash"] = problem.hash

    return changed(built, to, "problems", change, hash=forged.hash)
