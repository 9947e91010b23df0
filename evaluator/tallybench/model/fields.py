"""The types of fields in a result's file, all strict and bounded."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
ShortText = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0)]


class Part(BaseModel):
    """A part of a file: immutable, without unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def schema_faults(error: ValidationError) -> list[tuple[str, str]]:
    """Return the JSON path and the message of each schema violation."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"])
        faults.append((where.lstrip(".") or "the file", fault["msg"]))
    return faults
