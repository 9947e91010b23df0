"""The record of a verification: that a result was measured again, where, and what came out different.

It lies beside the result as `NAME.verified.json` and is written by `tallybench verify` on the main branch only.

History of SCHEMA_VERSION:
    1  the first one.
"""

from pathlib import Path
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field

from evaluator.errors import InputError
from evaluator.results.environment import ranked_facts
from evaluator.results.reading import as_current_schema, parse_json, parse_model, with_current_figures
from evaluator.results.result import BenchmarkFacts, Environment, Figure, Name, Result, Sha256, ShortText, dump_result

SCHEMA_VERSION = 1
VERIFIED = ".verified.json"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Difference(_Model):
    """Something that was measured differently."""

    task_id: Name
    index: Annotated[int, Field(ge=0)] | None = Field(default=None, description="of the sample; None: the problem's")
    input: Name | None = Field(default=None, description="the stressful input")
    what: Literal["code", "verdict", "stress verdict", "count", "reference count"]
    submitted: ShortText
    measured: ShortText

    def __str__(self) -> str:
        sample = "" if self.index is None else f" sample {self.index}"
        place = "" if self.input is None else f", input {self.input}"
        return f"{self.task_id}{sample}{place}: {self.what} {self.submitted}, measured {self.measured}"


class Compared(_Model):
    """What was measured again."""

    problems: Annotated[int, Field(ge=0)]
    samples: Annotated[int, Field(ge=0)]
    counts: Annotated[int, Field(ge=0)]
    whole: bool = Field(description="whether that was everything")
    seed: int | None = Field(description="of the draw, where it was a part")


class Record(_Model):
    """A verification."""

    schema_version: Literal[1] = 1
    result_sha256: Sha256 = Field(description="of the result's file")
    evaluator_version: Name
    benchmark: BenchmarkFacts
    environment: Environment
    compared: Compared
    differences: tuple[Difference, ...]
    agrees: bool = Field(description="whether nothing came out different that another environment does not explain")
    metrics: dict[str, Figure] = Field(description="the re-measured figures")
    remeasured: Result | None = Field(
        description="the whole re-measured result, without code; None where it is the same to the last digit"
    )

    @property
    def verifies(self) -> bool:
        """Whether it earns the badge: everything was measured again where results are ranked, and it agrees."""
        environment = self.environment
        ranked = environment.facts == ranked_facts() and environment.sandbox == "bubblewrap"
        return self.agrees and ranked and self.compared.whole and not self.benchmark.partial


def record_path(result: Path) -> Path:
    """Where the record of a result's file is, whether it exists or not."""
    return result.with_name(result.stem + VERIFIED)


def read_record(path: Path) -> Record:
    """Reads a record.

    Raises:
        InputError: it cannot be read, is not JSON, or breaks the schema.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    data = parse_json(content, path)
    again = data.get("remeasured") if isinstance(data, dict) else None
    if isinstance(again, dict):
        data["remeasured"] = as_current_schema(again, path)
    record = parse_model(Record, data, path)
    if record.remeasured is None:
        return record
    return record.model_copy(update={"remeasured": with_current_figures(record.remeasured)})


def dump_record(record: Record) -> bytes:
    """The bytes of a record's file: UTF-8 JSON with sorted keys, two spaces of indent and a final newline."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(record.model_dump(mode="json"), option=options)


def with_code(remeasured: Result, submitted: Result) -> Result:
    """The re-measured result with the submitted code, which its record leaves out."""
    codes = {(sample.task_id, sample.index): sample for sample in submitted.samples}
    samples = []
    for sample in remeasured.samples:
        theirs = codes[sample.task_id, sample.index]
        samples.append(sample.model_copy(update={"code": theirs.code, "sanitized": theirs.sanitized}))
    return remeasured.model_copy(update={"samples": tuple(samples), "code_withheld": submitted.code_withheld})


def same_bytes(first: Result, second: Result) -> bool:
    """Whether two results have the same file."""
    return b"".join(dump_result(first)) == b"".join(dump_result(second))
