"""Read other people's Parquet files within limits.

Such a file may be small and still decode to more than any machine can hold: a page compresses zeros to nothing, a
dictionary repeats one long text, and the footer may lie about it. So a separate process (`parquet_child.py`) decodes it
within `MEMORY`, and counts what it produces.
"""

import importlib.util
import json
import signal
import subprocess
import sys
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from tallybench.errors import InputError
from tallybench.values.text import clean_text

MOST_BYTES = 128 << 20  # of all values that are read; each counts as its JSON text plus 64 bytes
MOST_ROWS = 100_000
MEMORY = 512 << 20  # bytes that decoding may take
CPU_SECONDS = 120
_CHILD = Path(__file__).with_name("parquet_child.py")
_SMALLER = "give a smaller file"


class NotParquet(InputError):
    """A file that cannot be read as Parquet; the message does not say what to do."""


@dataclass(frozen=True)
class Table:
    """What was read from a file."""

    metadata: dict[str, str]  # the file's own
    columns: list[str]  # the requested ones that it has
    rows: list[dict[str, Any]]
    made: int  # how many bytes were read, including those read before


def read_parquet(path: Path, columns: Collection[str] | None, made: int = 0) -> Table:
    """Read columns of an untrusted Parquet file; those that it does not have are left out.

    Args:
        path: the file.
        columns: the columns; None decodes the whole file, and keeps nothing of it.
        made: how many bytes were read from other files that belong to it.

    Raises:
        NotParquet: it cannot be decoded.
        InputError: it comes to more than `MOST_BYTES` or `MOST_ROWS`, takes more than `MEMORY` to decode, or PyArrow is
            missing.
    """
    if (spec := importlib.util.find_spec("pyarrow")) is None or spec.origin is None:
        raise InputError(f"{path}: reading Parquet needs PyArrow; pip install 'tallybench[dataset]'")
    asked: dict[str, Any] = {"bytes": MOST_BYTES, "rows": MOST_ROWS, "memory": MEMORY, "made": made}
    asked |= {"cpu_seconds": CPU_SECONDS, "path": str(path), "packages": str(Path(spec.origin).parents[1])}
    asked["columns"] = None if columns is None else list(columns)
    with TemporaryFile() as errors:
        child = subprocess.Popen(
            [sys.executable, "-I", str(_CHILD), json.dumps(asked)],
            env={"ARROW_DEFAULT_MEMORY_POOL": "system"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        assert child.stdout is not None
        try:
            header = json.loads(child.stdout.readline() or b"{}")
            values: dict[str, list[Any]] = {name: [] for name in header.get("columns", ())}
            for line in child.stdout:
                part = json.loads(line)
                if "column" not in part:
                    header |= part
                    break
                values[part["column"]] += part["values"]
        finally:
            child.stdout.close()
            status = child.wait()
        if status == 0 and "made" in header:
            rows = [dict(zip(values, row, strict=True)) for row in zip(*values.values(), strict=True)]
            return Table(header["metadata"], header["columns"], rows, header["made"])
        errors.seek(0)
        raise _fault(path, header, status, errors.read(10_000).decode(errors="replace"))


def _fault(path: Path, said: dict[str, str], status: int, errors: str) -> InputError:
    """Return the error for a file that was not read, from what the child said or how it ended."""
    if "limit" in said:
        return InputError(f"{path}: {clean_text(said['limit'])}, more than TallyBench reads; {_SMALLER}")
    if "bad_alloc" in errors:  # Arrow's threads end the process when memory is short
        return InputError(f"{path}: takes more than {MEMORY >> 20} MiB of memory to decode; {_SMALLER}")
    if status == -signal.SIGXCPU:
        return InputError(f"{path}: takes more than {CPU_SECONDS} seconds to decode; {_SMALLER}")
    why = said.get("fault") or (errors.strip().splitlines() or [f"decoding it ended with status {status}"])[-1]
    return NotParquet(f"{path}: cannot be read as Parquet ({clean_text(why)})")
