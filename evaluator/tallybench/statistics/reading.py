"""Load result files and report every validation error."""

from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from tallybench.errors import InputError
from tallybench.model.metrics import METRICS_VERSION, MOST_KS, ks_of
from tallybench.model.parts import schema_faults
from tallybench.model.result import SCHEMA_VERSION, Result, dump_result

M = TypeVar("M", bound=BaseModel)
OLDEST = 1  # the oldest schema version that can be read
# The sets that come with TallyBench; files of schema 1 do not mark them as baselines.
_BASELINES = ("HumanEval canonical", "TallyBench references", "Adversarial samples")


class ResultFaults(InputError):
    """A file is not a result. `faults` has one or more places, each with what is wrong there."""

    def __init__(self, name: str | Path, faults: list[tuple[str, str]]) -> None:
        self.faults = faults
        (where, what), *others = faults
        more = f" (and {len(others)} more)" if others else ""
        super().__init__(f"{name}{where if where.startswith(':') else f': {where}'}: {what}{more}")


def load_result(path: str | Path) -> Result:
    """Read a result's file, of this or an older version of TallyBench.

    Args:
        path: the file.

    Returns:
        The result; figures by old definitions are computed again from its counts.

    Raises:
        InputError: it cannot be read, is not JSON, has an unsupported schema version, or breaks the schema.
    """
    return parse_result(read_bytes(path), path)


def read_bytes(path: str | Path, name: str | Path | None = None) -> bytes:
    """Return a file's bytes; `name` is what messages call it, if not its path.

    Raises:
        InputError: it cannot be read.
    """
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{name or path}: cannot be read ({error.strerror})") from None


def parse_result(content: bytes, name: str | Path) -> Result:
    """Parse the bytes of a result's file. Figures by old definitions are computed again.

    Raises:
        ResultFaults: it is not JSON, has an unsupported schema version, or breaks the schema.
    """
    result = parse_as_written(content, name)
    if result.metrics_version == METRICS_VERSION:
        return result
    return result.model_copy(update={"metrics": result.figures(), "metrics_version": METRICS_VERSION})


def parse_as_written(content: bytes, name: str | Path) -> Result:
    """Parse a result with the figures in its file, whichever definitions they follow.

    Raises:
        ResultFaults: as `parse_result`.
    """
    result = parse_model(Result, _in_current_schema(parse_json(content, name), name), name)
    if result.metrics_version > METRICS_VERSION:
        what = f"is {result.metrics_version}, this version of TallyBench knows {METRICS_VERSION}; update TallyBench"
        raise ResultFaults(name, [("metrics_version", what)])
    if result.metrics_version < METRICS_VERSION and len(ks := ks_of(result.metrics)) > MOST_KS:
        raise ResultFaults(name, [("metrics", f"have {len(ks)} different k, more than {MOST_KS}")])
    return result


def is_canonical(content: bytes) -> bool:
    """Return whether a file is, byte for byte, what `dump_result` writes today or wrote at the time."""
    data = orjson.loads(content)
    if data["schema_version"] == SCHEMA_VERSION:
        return b"".join(dump_result(parse_as_written(content, ""))) == content
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE) == content


def _in_current_schema(data: Any, name: str | Path) -> Any:
    """Return the JSON of a result's file in today's schema; it may still have other faults."""
    version = data.get("schema_version") if isinstance(data, dict) else None
    if type(version) is not int or not OLDEST <= version <= SCHEMA_VERSION:
        what = (
            f"is {version!r:.40}, this version of TallyBench reads {OLDEST} to {SCHEMA_VERSION}; "
            "evaluate again with it, or read the file with the version that wrote it"
        )
        raise ResultFaults(name, [("schema_version", what)])
    if version == 1:
        model = data.get("model")
        if isinstance(model, dict) and model.get("name") in _BASELINES:
            data = data | {"model": model | {"baseline": True}}
        data = data | {"metrics_version": 1}
    return data | {"schema_version": SCHEMA_VERSION}  # fields that later versions added have defaults


def parse_json(content: bytes, name: str | Path) -> Any:
    """Parse JSON.

    Raises:
        ResultFaults: it is not JSON.
    """
    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise ResultFaults(name, [(f":{error.lineno}", f"is not JSON ({error.msg})")]) from None


def parse_model(model: type[M], data: Any, name: str | Path) -> M:
    """Validate data as a model.

    Raises:
        ResultFaults: it breaks the schema.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ResultFaults(name, schema_faults(error)) from None
