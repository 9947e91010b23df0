"""`results/published-pass.json`: pass@1 of published answers, measured here and by others on the same files."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from tallybench.model.parts import Name, Sha256, ShortText
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.data_file import read_data, write_data

FILE = "results/published-pass.json"
CLOSE = 1  # in problems; for a file that is further off, the differences are listed


class Difference(BaseModel):
    """A problem whose answer comes out differently here than with a plain harness, which runs it after the prompt."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task_id: Name
    here: Verdict
    plain: Verdict
    sanitized: tuple[str, ...] = Field(description="the rules by which the code was taken from the answer here")


class PassRow(BaseModel):
    """A file of answers. Only the first answer to each problem is run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: ShortText
    sha256: Sha256 = Field(description="of the file that was run")
    model: ShortText = Field(description="as the source calls it")
    setting: ShortText
    repository: ShortText = Field(description="owner and name at GitHub")
    path: ShortText = Field(description="of the source's file in its repository")
    commit: ShortText
    licence: ShortText
    published: str = Field(description="pass@1 in percent as the source has it; empty where it has none")
    with_prompt: float | None = Field(description="in percent, with the prompt before each program, measured by others")
    answered: Annotated[int, Field(ge=0)] | None = Field(
        default=None, description="problems that the file has an answer to; None: unknown"
    )
    passed: Annotated[int, Field(ge=0)] = Field(description="problems that are solved here")
    plain: Annotated[int, Field(ge=0)] | None = Field(description="with a plain harness of ours, where that was asked")
    differing: tuple[Difference, ...] = Field(description="named where more than one problem is between both figures")


class PassTable(BaseModel):
    """The content of the file: one row per file of answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    problems: Annotated[int, Field(gt=0)]
    rows: tuple[PassRow, ...] = ()

    def away(self, row: PassRow) -> int | None:
        """Return how many more problems are solved here than with the prompt's harness; None if that was not run."""
        return None if row.with_prompt is None else away(row.passed, row.with_prompt, self.problems)


def away(passed: int, percent: float, problems: int) -> int:
    """Return how many more problems are solved than this percentage of them."""
    return passed - round(percent * problems / 100)


def read_pass_table(root: Path) -> PassTable | None:
    """Load what was measured; None if there is no file.

    Raises:
        InputError: the file cannot be read, or is malformed.
    """
    return read_data(root, FILE, PassTable, "make it again: benchmarks/published_pass.py")


def write_pass_table(root: Path, table: PassTable) -> Path:
    return write_data(root, FILE, table, indent=True)
