"""What the parts of a result's file are made of: strict, and with bounds."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
ShortText = Annotated[str, Field(max_length=400)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Count = Annotated[int, Field(ge=0)]


class Part(BaseModel):
    """A part of a file: no field that is not known, and nothing that changes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def schema_faults(error: ValidationError) -> list[tuple[str, str]]:
    """Return the JSON path and the message of everything that breaks a schema."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        where = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in fault["loc"])
        faults.append((where.lstrip(".") or "the file", fault["msg"]))
    return faults
