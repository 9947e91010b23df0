"""A review's file: the only thing that goes from the job that ran a stranger's code to the job that comments."""

from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from evaluator.errors import InputError
from evaluator.results.reading import parse_json, parse_model
from evaluator.results.result import Figure, Name, Sha256, ShortText

MAX_FILES = 20  # that one pull request may change
MAX_TOLD = 100  # faults, suspicions or differences of one file in a review
MAX_REVIEW = 4 << 20  # bytes of a review's file


Told = Annotated[tuple[ShortText, ...], Field(max_length=MAX_TOLD)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Reviewed(_Model):
    """What was found of one file. All of it may have been written by whoever made the pull request."""

    path: ShortText
    action: Literal["added", "removed"]
    model: Name | None = None
    withheld: bool = False
    faults: Told = ()
    suspicions: Told = ()
    measured: Literal["yes", "no", "part"] = "no"
    agrees: bool | None = None
    ranked: bool | None = None
    differences: Told = ()
    metrics: Annotated[dict[Name, Figure], Field(max_length=60)] = Field(default_factory=dict)


class Review(_Model):
    """A review's file: the only thing that goes from the job that ran the code to the job that comments."""

    schema_version: Literal[1] = 1
    head: Annotated[str, Field(pattern=r"^[0-9a-f]{40,64}$")]
    tool: Sha256 | None = None
    faults: Told = ()
    files: Annotated[tuple[Reviewed, ...], Field(max_length=MAX_FILES)] = ()

    @property
    def accepted(self) -> bool:
        """Whether nothing stands against taking it."""
        return not self.faults and all(not reviewed.faults and reviewed.agrees is not False for reviewed in self.files)


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
