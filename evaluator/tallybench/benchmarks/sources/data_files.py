"""Files of other projects' benchmarks: read as data, with each value checked where it is used."""

import ast
import hashlib
import json
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from tallybench.errors import InputError
from tallybench.values.text import clean_text

_LONGEST_KEY = 60  # characters of a key in a message
_KINDS = {dict: "an object", list: "an array", str: "a string", bool: "a boolean", int: "a number", float: "a number"}
T = TypeVar("T")


@dataclass(frozen=True)
class SourceFile:
    """A file that was read.

    Attributes:
        path: where it is.
        value: the parsed JSON; for JSON Lines, a list or an iterator of its lines.
        sha256: SHA-256 of its bytes.
    """

    path: Path
    value: Any
    sha256: str

    def expect(self, value: Any, kind: type[T], where: str, expected: str) -> T:
        """Return a value of this file if it has the right type.

        Args:
            value: the value.
            kind: the type it must have.
            where: where it is: keys and indices; a long text is shortened.
            expected: what should be there, in words.

        Raises:
            InputError: it is of another type.
        """
        if type(value) is not kind:
            found = "null" if value is None else _KINDS.get(type(value), type(value).__name__)
            at = f" at {clean_text(where, _LONGEST_KEY)}" if where else ""
            raise InputError(f"{self.path}:{at} is {found}, expected {expected}; get the public file again")
        return value

    def item(self, record: dict[str, Any], key: str, kind: type[T], where: str, expected: str) -> T:
        """Return a field of an object in this file.

        Raises:
            InputError: it is missing or of another type.
        """
        if key not in record:
            at = f" at {clean_text(where, _LONGEST_KEY)}" if where else ""
            raise InputError(f"{self.path}:{at} has no `{key}`, expected {expected}; get the public file again")
        return self.expect(record[key], kind, f"{where} {key}".strip(), expected)


def read_json(path: Path, what: str) -> SourceFile:
    """Read a whole JSON file.

    Args:
        path: the file.
        what: what it holds, for error messages.

    Raises:
        InputError: it cannot be read or is not JSON.
    """
    content = _read(path, what)
    value = _parse(content, f"{path}", what)
    return SourceFile(path, value, hashlib.sha256(content).hexdigest())


def stream_json_lines(path: Path, what: str) -> SourceFile:
    """Return a file of JSON Lines whose `value` is read line by line, for files larger than memory.

    Raises:
        InputError: it cannot be read; or, while reading, a line is not JSON.
    """
    try:
        with path.open("rb") as file:
            return SourceFile(path, _lines(path, what), hashlib.file_digest(file, "sha256").hexdigest())
    except OSError as error:
        raise _unreadable(path, error, what) from None


def _lines(path: Path, what: str) -> Iterator[Any]:
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _parse(line, f"{path}:{number}", what)


def read_problems(data: Path, name: str) -> SourceFile:
    """Read a file of JSON Lines with one problem per line.

    Args:
        data: the folder with the file, or the file.
        name: the file's name in the folder.

    Raises:
        InputError: it cannot be read, a line is not JSON, or it is empty.
    """
    path = data if data.is_file() else data / name
    file = stream_json_lines(path, "a problem a line: the public file")
    problems = list(file.value)
    if not problems:
        raise InputError(f"{path}: holds no problems; get the public file again")
    return replace(file, value=problems)


def parse_quietly(text: str, mode: str = "exec") -> Any:
    """Parse Python source without warnings, since our users need no warnings about other people's code.

    Raises:
        ValueError: it is not Python, or too much for the parser; the message says why.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text, mode=mode)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise ValueError(str(error)) from None


def data_version(files: Iterable[SourceFile]) -> str:
    """Return a version for a benchmark without one: the start of a hash over its files."""
    content = "\n".join(sorted(file.sha256 for file in files))
    return f"data-{hashlib.sha256(content.encode()).hexdigest()[:12]}"


def _read(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error, what) from None


def _unreadable(path: Path, error: OSError, what: str) -> InputError:
    why = "there is no such file" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
    return InputError(f"{path}: {why}; expected {what}")


def _parse(content: bytes, where: str, what: str) -> Any:
    """Parse JSON with the standard library, because orjson turns large ints into floats and refuses Infinity."""
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        at = f" at line {error.lineno}" if error.lineno > 1 else ""
        raise InputError(f"{where}: is not JSON ({error.msg}{at}); expected {what}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8 (byte {error.start + 1}); expected {what}") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{where}: its JSON is nested too deeply or holds a number too long; expected {what}"
        ) from None
