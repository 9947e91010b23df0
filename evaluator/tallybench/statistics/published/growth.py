"""`results/growth.json`: what the correct programs of published results spend on inputs of rising size."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tallybench.model.fields import Name, Sha256
from tallybench.statistics.published.data_file import read_data, write_data

FILE = "results/growth.json"

Points = tuple[tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]], ...]


class ProgramGrowth(BaseModel):
    """What a program spends. Programs that differ in comments, names and form alone are one."""

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
    """The file: by benchmark."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    benchmarks: dict[Name, BenchmarkGrowth] = {}


@dataclass(frozen=True)
class OrderStanding:
    """How the cheapest correct programs of a model grow.

    Attributes:
        worse: the problems on which they grow faster than the best known solution: by task id, the program's SHA-256.
        compared: on how many problems the orders of both are known.
    """

    worse: Mapping[str, str]
    compared: int

    @property
    def share(self) -> float | None:
        """The share of compared problems with a worse order."""
        return len(self.worse) / self.compared if self.compared else None


def read_growth(root: Path) -> GrowthFile:
    """Load what was measured; nothing where there is no file.

    Raises:
        InputError: the file cannot be read, or is not in the form.
    """
    return read_data(root, FILE, GrowthFile, "measure it again: tallybench dev growth") or GrowthFile()


def write_growth(root: Path, benchmark: str, found: BenchmarkGrowth) -> Path:
    """Write what was measured of one benchmark in place of what was there of it."""
    benchmarks = {**read_growth(root).benchmarks, benchmark: found}
    return write_data(root, FILE, GrowthFile(benchmarks=dict(sorted(benchmarks.items()))))


def merge_growth(held: BenchmarkGrowth | None, found: BenchmarkGrowth, contents: Mapping[str, str]) -> BenchmarkGrowth:
    """Return what was measured, with what was measured before of other problems in the same environment.

    Args:
        held: what was measured before.
        found: what was measured now.
        contents: the hashes of the problems as they are; what was measured of others is dropped.
    """
    if held is None or held.fingerprint != found.fingerprint:
        return found
    problems = {
        task_id: problem for task_id, problem in held.problems.items() if contents.get(task_id) == problem.content
    }
    return found.model_copy(update={"problems": problems | found.problems})


def group_programs(points: Mapping[str, Points], same: Mapping[str, str]) -> list[ProgramGrowth]:
    """Programs by what they share, in an order that depends on nothing else.

    Args:
        points: by what programs share.
        same: by the SHA-256 of a program, what it shares with others.
    """
    programs: dict[str, list[str]] = {key: [] for key in points}
    for digest, key in same.items():
        if key in programs:
            programs[key].append(digest)
    found = [ProgramGrowth(programs=tuple(sorted(programs[key])), points=points[key]) for key in points]
    return sorted(found, key=lambda growth: growth.programs)
