"""Read JSON Lines, gzipped or not, from a file or standard input, one object at a time."""

import gzip
import io
import json
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import orjson

from tallybench.errors import InputError
from tallybench.values.text import clean_text

MAX_LINE = 8 << 20  # bytes
MAX_QUOTED = 80  # characters of the input in a message

_STANDARD_INPUT = Path("-")
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


def json_lines(source: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects in a file of JSON Lines, gzipped or not, each with its place for messages."""
    name = "standard input" if source == _STANDARD_INPUT else printable(source)
    number = 0
    with _open(source, name) as stream:
        while True:
            number += 1
            where = f"{name}, line {number}"
            try:
                line = stream.readline(MAX_LINE + 1)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                problem = "is cut off" if isinstance(error, EOFError) else "is damaged"
                raise InputError(f"{where}: the gzip data {problem} here; get or write the file again") from None
            except OSError as error:
                raise InputError(f"{where}: cannot be read: {reason_of(error)}") from None
            if not line:
                return
            if len(line) > MAX_LINE:
                raise InputError(f"{where}: is longer than {MAX_LINE >> 20} MB; write each sample on a line of its own")
            if number == 1:
                line = line.removeprefix(_BOM)
            if line and not line.isspace():
                yield where, _object(line, where)


def first_record(source: str) -> dict[str, Any]:
    """Return the object in a file's first line; empty if it is not a file, or its first line is not an object."""
    if not os.path.isfile(source):
        return {}
    with open(source, "rb") as file:
        line = file.readline(MAX_LINE)
    try:
        return _object(line.removeprefix(_BOM), source)
    except InputError:
        return {}


@contextmanager
def _open(source: Path, name: str) -> Iterator[io.BufferedReader]:
    """Open a file or standard input; gzip is recognized by its first bytes, since names can lie and pipes have none."""
    if source == _STANDARD_INPUT and sys.stdin is None:
        raise InputError(f"{name}: is closed; pipe the samples into it")
    try:
        stream = cast(io.BufferedReader, sys.stdin.buffer) if source == _STANDARD_INPUT else source.open("rb")
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file; check the path, or give `-` for standard input") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be read: {reason_of(error)}; check its permissions") from None
    try:
        if stream.peek(len(_GZIP))[: len(_GZIP)] == _GZIP:
            # GzipFile reads like a raw stream, although typeshed does not type it as one.
            yield io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)))
        else:
            yield stream
    finally:
        if source != _STANDARD_INPUT:
            stream.close()


def _object(line: bytes, where: str) -> dict[str, Any]:
    """Parse a line; what the standard library writes and orjson refuses, such as NaN, is accepted too."""
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        try:
            value = json.loads(line.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise InputError(f"{where}: is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None
        except json.JSONDecodeError as error:
            said = f"is not JSON ({error.msg} at column {error.colno}): {clean_text(error.doc, MAX_QUOTED)}"
            raise InputError(f"{where}: {said}; write one object per line (JSON Lines)") from None
        except (ValueError, RecursionError):
            raise InputError(
                f"{where}: its JSON is nested too deeply or holds a number that is too long; simplify it"
            ) from None
    if not isinstance(value, dict):
        raise InputError(f"{where}: is {kind_of(value)}, not an object; write one object per line (JSON Lines)")
    return value


def kind_of(value: Any) -> str:
    """Name the type of a value, in JSON's words if JSON has that type."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "a boolean"
    kinds = {str: "a string", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return kinds.get(type(value), f"of type {type(value).__name__}")


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read, for a message."""
    return clean_text(getattr(error, "strerror", None) or str(error), MAX_QUOTED)


def printable(path: Path) -> str:
    """Return a path for a message."""
    return clean_text(str(path), 2 * MAX_QUOTED)
