"""Decode a Parquet file in a separate process with limited memory and CPU time: see `parquet.py`.

It is run by its path, and needs only the standard library and PyArrow. Each line that it prints is JSON: the file's
metadata, then values by column, then how many bytes were read; or what is wrong, or which limit was reached.
"""

import json
import os
import resource
import sys
from datetime import date
from typing import Any

BATCH = 64  # rows decoded at once; a batch of long texts must fit into the memory
OVERHEAD = 64  # bytes that a value takes in addition to its text


class TooMuch(Exception):
    """A limit was reached; the message says which."""


def read(asked: dict[str, Any]) -> None:
    """Print a file's metadata and its values; if no columns are asked for, decode everything and print no values."""
    from pyarrow import parquet  # type: ignore[import-untyped]

    with open(asked["path"], "rb") as opened, parquet.ParquetFile(opened) as file:
        if asked["columns"] is None:
            for _batch in file.iter_batches(batch_size=BATCH, use_threads=False):
                pass
            say({"columns": [], "metadata": {}})
            say({"made": 0})
            return
        if file.metadata.num_rows > asked["rows"]:
            raise TooMuch(f"has {file.metadata.num_rows:,} rows")
        schema = file.schema_arrow
        columns = [name for name in asked["columns"] if name in schema.names]
        metadata = {name.decode(): text.decode(errors="replace") for name, text in (schema.metadata or {}).items()}
        say({"columns": columns, "metadata": metadata})
        made = asked["made"]
        for column in columns:
            made = read_column(file, column, made, asked)
        say({"made": made})


def read_column(file: Any, column: str, made: int, asked: dict[str, Any]) -> int:
    """Print the values of a column; return how many bytes have now been read."""
    rows = 0
    try:
        for batch in file.iter_batches(batch_size=BATCH, columns=[column], use_threads=False):
            rows += batch.num_rows
            if rows > asked["rows"]:
                raise TooMuch(f"has more than {asked['rows']:,} rows")
            values = batch.column(0).to_pylist()
            left = asked["bytes"] - made
            made += OVERHEAD * count(values, left // OVERHEAD)
            text = json.dumps({"column": column, "values": values}, ensure_ascii=False, default=as_text)
            made += len(text)
            if made > asked["bytes"]:
                raise TooMuch(f"comes to more than {asked['bytes'] / (1 << 20):,.4g} MiB with its column {column}")
            sys.stdout.write(f"{text}\n")
    except MemoryError:
        memory = asked["memory"] >> 20
        raise TooMuch(f"its column {column} takes more than {memory:,} MiB of memory to decode") from None
    return made


def as_text(value: Any) -> str:
    """Return a value that JSON cannot represent, as text."""
    if isinstance(value, date):
        return value.isoformat()
    raise ValueError(f"it holds {type(value).__name__}; only text, numbers, dates, lists and objects are read")


def count(values: list[Any], most: int) -> int:
    """Return how many values there are in a list, at every depth; stop not far beyond `most`."""
    found, queue = 0, list[Any]([values])
    while queue and found <= most:
        value = queue.pop()
        found += len(value)
        inside = value.values() if isinstance(value, dict) else value
        queue.extend(item for item in inside if isinstance(item, (list, dict, tuple)))
    return found


def limit(memory: int, cpu_seconds: int) -> None:
    """Limit how much this process may grow from here on, and its CPU time."""
    with open("/proc/self/statm", "rb") as file:
        most = int(file.read().split()[0]) * resource.getpagesize() + memory
    for kind, value in ((resource.RLIMIT_AS, most), (resource.RLIMIT_CPU, cpu_seconds), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (least, hard))


def say(fact: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(fact, ensure_ascii=False) + "\n")


def main() -> None:
    asked = json.loads(sys.argv[1])
    sys.path.append(asked["packages"])
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    from pyarrow import ArrowException

    limit(asked["memory"], asked["cpu_seconds"])
    try:
        read(asked)
    except TooMuch as error:
        say({"limit": str(error)})
    except MemoryError:
        say({"limit": f"takes more than {asked['memory'] >> 20:,} MiB of memory to decode"})
    except (ArrowException, OSError, ValueError, RecursionError, UnicodeError) as error:
        say({"fault": str(error) or type(error).__name__})
    sys.stdout.flush()
    os._exit(0)  # without freeing what Arrow holds


if __name__ == "__main__":
    main()
