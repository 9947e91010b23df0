"""JSON files in `results/` that a command computes from results, each checked by a model."""

from pathlib import Path
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from tallybench.errors import InputError
from tallybench.files import write_atomically

M = TypeVar("M", bound=BaseModel)


def read_data(root: Path, file: str, model: type[M], again: str) -> M | None:
    """Load such a file; None if it does not exist.

    Args:
        root: the project's root.
        file: its path from the root.
        model: what it holds.
        again: what to do if it is damaged, for the message.

    Raises:
        InputError: it cannot be read, or does not fit the model.
    """
    try:
        return model.model_validate_json((root / file).read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InputError(f"{file}: cannot be read ({error.strerror})") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise InputError(f"{file}: {where}: {fault['msg']}; {again}") from None


def write_data(root: Path, file: str, content: BaseModel, *, indent: bool = False) -> Path:
    """Write such a file, and return its path."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE | (orjson.OPT_INDENT_2 if indent else 0)
    path = root / file
    write_atomically(path, [orjson.dumps(content.model_dump(mode="json"), option=options)])
    return path
