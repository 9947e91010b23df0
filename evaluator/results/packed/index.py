"""`results/packed/index.jsonl`: which packs count, which result is where in them, and its figures.

The first line names the packs with their SHA-256, each other line is of one result, by path. The figures are for
whoever needs no sample: the leaderboards, the list of results. What they mean, the index does not know.

History of FORMAT:
    1  the first one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evaluator.errors import InputError
from evaluator.files import write_atomically
from evaluator.results.fields import Sha256

FOLDER = "results/packed"
INDEX = f"{FOLDER}/index.jsonl"
FORMAT = 1
HOW_MENDED = f"restore the folder: git checkout -- {FOLDER}"

M = TypeVar("M", bound=BaseModel)
PackName = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]*\.parquet$")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Packs(_Strict):
    """The first line."""

    format: int
    packs: dict[PackName, Sha256]


class Packed(_Strict):
    """A packed result: where it is, what its bytes are, and what the leaderboards say of it."""

    path: Annotated[str, Field(pattern=r"^results/[a-z0-9][a-z0-9._-]{0,63}/[a-z0-9][a-z0-9_-]*\.json$")]
    sha256: Sha256 = Field(description="of the result's file")
    record_sha256: Sha256 | None = Field(description="of its record's file; None where it had none")
    pack: PackName
    group: Annotated[int, Field(ge=0)] = Field(description="the row group")
    facts: dict[str, Any]


@dataclass(frozen=True)
class Index:
    """What is packed: the packs' SHA-256 by name, and the results by path."""

    packs: Mapping[str, str]
    results: Mapping[str, Packed]


def read_index(root: Path) -> Index:
    """Reads the index; an empty one where nothing is packed.

    Raises:
        InputError: it cannot be read or is none, or a pack that it names is not there.
    """
    try:
        lines = (root / INDEX).read_bytes().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return Index({}, {})
    except OSError as error:
        raise InputError(f"{INDEX}: cannot be read ({error.strerror})") from None
    first = _line(Packs, lines[0] if lines else b"", 1)
    if first.format != FORMAT:
        raise InputError(f"{INDEX}:1: format is {first.format}, this version of TallyBench reads {FORMAT}; update it")
    results: dict[str, Packed] = {}
    for number, text in enumerate(lines[1:], 2):
        line = _line(Packed, text, number)
        if line.path in results or line.pack not in first.packs:
            what = (
                "is there twice" if line.path in results else f"is in {line.pack}, which the first line does not name"
            )
            raise InputError(f"{INDEX}:{number}: {line.path} {what}; {HOW_MENDED}")
        results[line.path] = line
    for name in first.packs:
        if not (root / FOLDER / name).is_file():
            raise InputError(f"{FOLDER}/{name}: is missing, and {INDEX} names it; {HOW_MENDED}")
    return Index(first.packs, results)


def write_index(root: Path, packs: Mapping[str, str], results: Iterable[Packed]) -> None:
    """Writes the index, by path; packs in which no result is are left out."""
    listed = sorted(results, key=lambda line: line.path)
    used = {line.pack for line in listed}
    first = Packs(format=FORMAT, packs={name: digest for name, digest in packs.items() if name in used})
    # Keys as they come: the order of a result's figures is that of the columns of others.
    lines = (orjson.dumps(line.model_dump(mode="json"), option=orjson.OPT_APPEND_NEWLINE) for line in (first, *listed))
    write_atomically(root / INDEX, lines)


def _line(model: type[M], text: bytes, number: int) -> M:
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(step) for step in fault["loc"])
        raise InputError(f"{INDEX}:{number}: {f'{where}: ' if where else ''}{fault['msg']}; {HOW_MENDED}") from None


def is_packed(root: Path, slug: str) -> bool:
    """Whether a model has a packed result."""
    return any(path.startswith(f"results/{slug}/") for path in read_index(root).results)
