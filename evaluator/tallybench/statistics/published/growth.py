"""`results/growth.json`: what the correct programs of published results spend on inputs of rising size."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tallybench.model.parts import Name, Sha256
from tallybench.statistics.published.data_file import read_data, write_data

FILE = "results/growth.json"

Points = tuple[tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]], ...]


class ProgramGrowth(BaseModel):
    """What a program spends. Programs that differ only in comments, names and form are one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    programs: Annotated[tuple[Sha256, ...], Field(min_length=1, description="SHA-256 of their texts, sorted")]
    points: Points = Field(description="size and instructions of the largest inputs; fewer than three tell no order")


class ProblemGrowth(BaseModel):
    """What programs spend on one problem."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    content: Sha256 = Field(description="the problem's hash when it was measured")
    best: Points = Field(description="of the best known solution")
    measured: tuple[ProgramGrowth, ...]


class BenchmarkGrowth(BaseModel):
    """What programs spend on a benchmark's problems."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fingerprint: Sha256 = Field(description="of the environment that counted")
    problems: dict[Name, ProblemGrowth]


class GrowthFile(BaseModel):
    """The content of the file, by benchmark."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmarks: dict[Name, BenchmarkGrowth] = {}


@dataclass(frozen=True)
class OrderStanding:
    """How the cheapest correct programs of a model grow.

    Attributes:
        worse: the problems on which they grow faster than the best known solution: by task id, the program's SHA-256.
        compared: the number of problems on which both orders are known.
    """

    worse: Mapping[str, str]
    compared: int

    @property
    def share(self) -> float | None:
        """The share of compared problems with a worse order."""
        return len(self.worse) / self.compared if self.compared else None


def read_growth(root: Path) -> GrowthFile:
    """Load what was measured; it is empty if there is no file.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    return read_data(root, FILE, GrowthFile, "measure it again: tallybench dev growth") or GrowthFile()


def write_growth(root: Path, benchmark: str, found: BenchmarkGrowth) -> Path:
    """Write what was measured on one benchmark, replacing what the file has on it."""
    benchmarks = {**read_growth(root).benchmarks, benchmark: found}
    return write_data(root, FILE, GrowthFile(benchmarks=dict(sorted(benchmarks.items()))))


def merge_growth(held: BenchmarkGrowth | None, found: BenchmarkGrowth, contents: Mapping[str, str]) -> BenchmarkGrowth:
    """Return the new measurements, together with earlier ones of other problems in the same environment.

    Args:
        held: what was measured before.
        found: what was measured now.
        contents: the current hashes of the problems; earlier measurements of changed problems are dropped.
    """
    if held is None or held.fingerprint != found.fingerprint:
        return found
    problems = {
        task_id: problem for task_id, problem in held.problems.items() if contents.get(task_id) == problem.content
    }
    return found.model_copy(update={"problems": problems | found.problems})


def group_programs(points: Mapping[str, Points], same: Mapping[str, str]) -> list[ProgramGrowth]:
    """Group programs by the key that they share, in an order that depends only on their hashes.

    Args:
        points: what was measured, by key.
        same: the key of each program, by its SHA-256.
    """
    programs: dict[str, list[str]] = {key: [] for key in points}
    for digest, key in same.items():
        if key in programs:
            programs[key].append(digest)
    found = [ProgramGrowth(programs=tuple(sorted(programs[key])), points=points[key]) for key in points]
    return sorted(found, key=lambda growth: growth.programs)
