"""What `benchmark.toml` says about a user's own benchmark."""

import re
import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from tallybench.benchmarks.sources import BENCHMARKS
from tallybench.errors import InputError

MANIFEST = "benchmark.toml"

_UNSEEN = r"\x00-\x1f\x7f\u2028-\u202e\u2066-\u2069"
_Text = Annotated[str, Field(min_length=1, max_length=400, pattern=rf"^[^{_UNSEEN}]+$")]

# What to say instead of Pydantic's messages for common mistakes, by Pydantic's error type.
_SAID = {"extra_forbidden": "is no key of this file; there is {known}", "missing": "is missing"}


NAME = "lower-case letters, digits, _ and -, at most 60"


def name_fault(name: str) -> str | None:
    """Return why a user's own benchmark cannot have this name; None if it can."""
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,59}", name, re.ASCII) is None:
        return f"must be {NAME}"
    return "is the name of a benchmark that TallyBench has; choose another" if name in BENCHMARKS else None


class Manifest(BaseModel):
    """The file's keys.

    Attributes:
        name: the benchmark's name in results; it must differ from the names that TallyBench knows.
        title: what pages call it.
        version: a semantic version; every change to a problem raises it.
        licence: the problems' licence, as an SPDX identifier if there is one.
        authors: whose work it is.
        prefix: what task ids start with, before `/` and the number.
        url: where it is; None if it is only on this machine.
        private: whether it must not be published; `tallybench dev dataset push` then refuses it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str
    title: _Text
    version: Annotated[str, Field(pattern=r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$")]
    licence: _Text
    authors: _Text
    prefix: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
    url: Annotated[str, Field(max_length=300, pattern=r"^https://[\x21-\x7e]+$")] | None = None
    private: bool = True

    @field_validator("name")
    @classmethod
    def _can_be_taken(cls, name: str) -> str:
        if (fault := name_fault(name)) is not None:
            raise ValueError(fault)
        return name


# What each key must be; shown if it is something else.
_MUST = {
    "name": f"must be {NAME}",
    "version": 'must be three numbers, such as "1.0.0"',
    "prefix": "must be letters, digits, _ and -, at most 40",
    "url": "must be an address that starts with https://; leave it out if it has none",
    "private": "must be true or false",
}


def read_manifest(folder: Path) -> Manifest:
    """Read `benchmark.toml`.

    Raises:
        InputError: it cannot be read; or lists everything wrong with it, one line each.
    """
    path = folder / MANIFEST
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); tallybench new DIR makes one") from None
    except ValueError as error:  # it is not UTF-8, or not TOML; for TOML, the error names the line
        raise InputError(f"{path}: is not TOML ({error})") from None
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False, include_context=False)
        raise InputError("\n".join(_told(path, text, str(fault["loc"][0]), fault) for fault in faults)) from None


def _told(path: Path, text: str, key: str, fault: object) -> str:
    assert isinstance(fault, dict)
    kind = fault["type"]
    if kind in _SAID:
        what = _SAID[kind].format(known=", ".join(Manifest.model_fields))
    elif kind == "value_error":
        what = fault["msg"].removeprefix("Value error, ")
    else:
        what = _MUST.get(key, "must be a text of one line, with 1 to 400 characters")
    line = next((n for n, row in enumerate(text.splitlines(), 1) if re.match(rf"\s*{re.escape(key)}\s*=", row)), None)
    return f"{path}{'' if line is None else f':{line}'}: {key} {what}"
