"""`results/published-pass.json`: pass@1 of published answers here, beside what others measured of the same files."""

from pathlib import Path
from typing import Annotated

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.errors import InputError
from evaluator.files import write_atomically
from evaluator.results.fields import Name, Sha256, ShortText
from evaluator.results.verdicts import Verdict

FILE = "results/published-pass.json"
CLOSE = 1  # problems: a file that is farther away has its differences named


class Difference(BaseModel):
    """A problem whose answer comes out differently here than with a plain harness, which runs it after the prompt."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    task_id: Name
    here: Verdict
    plain: Verdict
    sanitized: tuple[str, ...] = Field(description="the rules by which the code was taken from the answer here")


class PassRow(BaseModel):
    """A file of answers. Only the first one to each problem is run."""

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
        default=None, description="problems that the file has an answer to; None: not told"
    )
    passed: Annotated[int, Field(ge=0)] = Field(description="problems that are solved here")
    plain: Annotated[int, Field(ge=0)] | None = Field(description="with a plain harness of ours, where that was asked")
    differing: tuple[Difference, ...] = Field(description="named where more than one problem is between both figures")


class PassTable(BaseModel):
    """The file: a row a file of answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    problems: Annotated[int, Field(gt=0)]
    rows: tuple[PassRow, ...] = ()

    def away(self, row: PassRow) -> int | None:
        """By how many problems more are solved here than with the prompt's harness; None where nobody ran that."""
        return None if row.with_prompt is None else away(row.passed, row.with_prompt, self.problems)


def away(passed: int, percent: float, problems: int) -> int:
    """By how many problems more than so many percent of them are solved."""
    return passed - round(percent * problems / 100)


def read_pass_table(root: Path) -> PassTable | None:
    """What was measured; None where there is no file.

    Raises:
        InputError: the file cannot be read, or is none of these.
    """
    try:
        return PassTable.model_validate_json((root / FILE).read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{FILE}: cannot be read ({error.strerror})") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise InputError(f"{FILE}: {where}: {fault['msg']}; make it again: benchmarks/published_pass.py") from None


def write_pass_table(root: Path, table: PassTable) -> Path:
    path = root / FILE
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    write_atomically(path, [orjson.dumps(table.model_dump(mode="json"), option=options)])
    return path
