"""A review's file: the only thing that goes from the job that ran a stranger's code to the job that comments."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from evaluator.errors import InputError
from evaluator.results.fields import Name, Sha256, ShortText
from evaluator.results.reading import parse_json, parse_model
from evaluator.results.result import Figure
from evaluator.submissions.faults import clean_place

MAX_FILES = 20  # that one pull request may change
MAX_TOLD = 100  # faults, suspicions or differences of one file in a review
MAX_REVIEW = 4 << 20  # bytes of a review's file


Told = Annotated[tuple[ShortText, ...], Field(max_length=MAX_TOLD)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Reviewed(_Model):
    """What was found of one file. All of it may have been written by whoever made the pull request.

    Attributes:
        held: why a maintainer has to decide, with the rows of the leaderboard that go or change hands.
        suspicions: counts that are believed only once they were measured again.
        findings: what its code shows: copies, and answers that are written down.
        fresh: the problems on which its score on fresh inputs is not that on the public ones.
        metrics: the figures on fresh inputs, where it was measured.
    """

    path: ShortText
    action: Literal["added", "removed"]
    model: Name | None = None
    withheld: bool = False
    faults: Told = ()
    held: Told = ()
    suspicions: Told = ()
    findings: Told = ()
    measured: Literal["yes", "no", "part"] = "no"
    agrees: bool | None = None
    ranked: bool | None = None
    differences: Told = ()
    fresh: Told = ()
    metrics: Annotated[dict[Name, Figure], Field(max_length=60)] = Field(default_factory=dict)


class Review(_Model):
    """A review's file: the only thing that goes from the job that ran the code to the job that comments."""

    schema_version: Literal[1] = 1
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{40,64}$")]
    tool: Sha256 | None = None
    faults: Told = ()
    held: Told = ()
    files: Annotated[tuple[Reviewed, ...], Field(max_length=MAX_FILES)] = ()

    @property
    def refused(self) -> bool:
        """Whether something in it has to be mended first."""
        return bool(self.faults) or any(reviewed.faults or reviewed.agrees is False for reviewed in self.files)

    @property
    def accepted(self) -> bool:
        """Whether it can be taken without a maintainer's own judgement."""
        return not self.refused and not self.held and not any(reviewed.held for reviewed in self.files)


def read_review(path: Path) -> Review:
    """Reads a review's file, which is not to be trusted.

    Raises:
        InputError: it is too large, or not a review.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_REVIEW + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    if len(content) > MAX_REVIEW:
        raise InputError(f"{path}: is larger than {MAX_REVIEW >> 20} MB; it is no review")
    return parse_model(Review, parse_json(content, path), path)


def dump_review(review: Review) -> bytes:
    """The bytes of a review's file."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(review.model_dump(mode="json"), option=options)


def told(lines: Iterable[str]) -> tuple[str, ...]:
    """Lines as a review has them: each fit to be printed and short, and not too many."""
    short = [short_text(line) for line in lines]
    if len(short) > MAX_TOLD:
        short[MAX_TOLD - 1 :] = [f"and {len(short) - MAX_TOLD + 1} more"]
    return tuple(short)


def short_text(text: str) -> str:
    """A stranger's text, fit to be printed, and not too long."""
    text = clean_place(text)
    return text if len(text) <= 400 else text[:397] + "..."
