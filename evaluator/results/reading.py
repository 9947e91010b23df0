"""Reads results' files, and tells all that is wrong with one that is none."""

from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from evaluator.errors import InputError
from evaluator.results.result import SCHEMA_VERSION, Result

M = TypeVar("M", bound=BaseModel)


class ResultFaults(InputError):
    """A file that is no result.

    Args:
        name: the file, as messages name it.
        faults: the place and what is wrong there; at least one.
    """

    def __init__(self, name: str | Path, faults: list[tuple[str, str]]) -> None:
        self.faults = faults
        (where, what), *others = faults
        more = f" (and {len(others)} more)" if others else ""
        super().__init__(f"{name}{where if where.startswith(':') else f': {where}'}: {what}{more}")


def load_result(path: str | Path) -> Result:
    """Reads a result's file.

    Raises:
        InputError: it cannot be read, is not JSON, has another schema version, or breaks the schema.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    return parse_result(content, path)


def parse_result(content: bytes, name: str | Path) -> Result:
    """Reads a result from the bytes of its file.

    Args:
        content: the bytes.
        name: the file, as messages name it.

    Raises:
        ResultFaults: it is not JSON, has another schema version, or breaks the schema.
    """
    data = parse_json(content, name)
    version = data.get("schema_version") if isinstance(data, dict) else None
    if version != SCHEMA_VERSION:
        what = (
            f"is {version!r:.40}, this version of TallyBench reads {SCHEMA_VERSION}; "
            "evaluate again with it, or read the file with the version that wrote it"
        )
        raise ResultFaults(name, [("schema_version", what)])
    return parse_model(Result, data, name)


def parse_json(content: bytes, name: str | Path) -> Any:
    """Reads JSON.

    Raises:
        ResultFaults: it is none.
    """
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise ResultFaults(name, [(f":{error.lineno}", f"is not JSON ({error.msg})")]) from None


def parse_model(model: type[M], data: Any, name: str | Path) -> M:
    """Makes a model of data.

    Raises:
        ResultFaults: it breaks the schema.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ResultFaults(name, schema_faults(error)) from None


def schema_faults(error: ValidationError) -> list[tuple[str, str]]:
    """The JSON path and the message of everything that breaks a schema."""
    faults = []
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault["loc"])
        faults.append((where.lstrip(".") or "the file", fault["msg"]))
    return faults
