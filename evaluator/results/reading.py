"""Reads results' files, and tells all that is wrong with one that is none."""

from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from evaluator.errors import InputError
from evaluator.results.counts import problem_counts
from evaluator.results.fields import schema_faults as schema_faults
from evaluator.results.metrics import METRICS_VERSION, MOST_KS, compute_metrics, ks_of
from evaluator.results.old_formats import OLDEST, upgraded
from evaluator.results.result import SCHEMA_VERSION, Result, dump_result

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
    """Read a result's file, of this or an older version of TallyBench.

    Args:
        path: the file.

    Returns:
        The result; figures by old definitions are computed again from its counts.

    Raises:
        InputError: it cannot be read, is not JSON, has another schema version, or breaks the schema.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    return parse_result(content, path)


def parse_result(content: bytes, name: str | Path) -> Result:
    """Reads a result from the bytes of its file. Figures by old definitions are computed anew.

    Args:
        content: the bytes.
        name: the file, as messages name it.

    Raises:
        ResultFaults: it is not JSON, has a schema version that is not read here, or breaks the schema.
    """
    return with_current_figures(parse_as_written(content, name))


def parse_as_written(content: bytes, name: str | Path) -> Result:
    """Reads a result with the figures that its file has, by whatever definitions.

    Raises:
        ResultFaults: as `parse_result`.
    """
    return _as_result(parse_json(content, name), name)


def as_result(data: Any, name: str | Path) -> Result:
    """A result from what its file holds, as `parse_result`."""
    return with_current_figures(_as_result(data, name))


def is_canonical(content: bytes) -> bool:
    """Whether a file that can be read is, byte for byte, as `dump_result` writes it, today or when it was written."""
    data = orjson.loads(content)
    if data["schema_version"] == SCHEMA_VERSION:
        return b"".join(dump_result(_as_result(data, ""))) == content
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE) == content


def with_current_figures(result: Result) -> Result:
    """A result with its figures by today's definitions, from its verdicts and counts; itself where it has them."""
    if result.metrics_version == METRICS_VERSION:
        return result
    counts = problem_counts(result.problems, result.samples, result.budget)
    ks = ks_of(result.metrics) or (1,)
    figures = compute_metrics(counts, ks, result.tie, counted=result.environment.counter != "none")
    return result.model_copy(update={"metrics": figures, "metrics_version": METRICS_VERSION})


def _as_result(data: Any, name: str | Path) -> Result:
    result = parse_model(Result, as_current_schema(data, name), name)
    if result.metrics_version > METRICS_VERSION:
        what = f"is {result.metrics_version}, this version of TallyBench knows {METRICS_VERSION}; update TallyBench"
        raise ResultFaults(name, [("metrics_version", what)])
    if result.metrics_version < METRICS_VERSION and len(ks := ks_of(result.metrics)) > MOST_KS:
        raise ResultFaults(name, [("metrics", f"are of {len(ks)} different k, more than {MOST_KS}")])
    return result


def as_current_schema(data: Any, name: str | Path) -> Any:
    """The JSON of a result's file in today's schema.

    Raises:
        ResultFaults: its schema version is not read here.
    """
    version = data.get("schema_version") if isinstance(data, dict) else None
    if type(version) is not int or not OLDEST <= version <= SCHEMA_VERSION:
        what = (
            f"is {version!r:.40}, this version of TallyBench reads {OLDEST} to {SCHEMA_VERSION}; "
            "evaluate again with it, or read the file with the version that wrote it"
        )
        raise ResultFaults(name, [("schema_version", what)])
    return upgraded(data)


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
