"""Packs: Parquet files of rows. Each file of `results/`, with its record, is a row group of its own, to be read alone.

What problems have in common between results (their references' counts) stands once, in the last row group.
"""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evaluator.errors import InputError
from evaluator.results.packed.pieces import SHARED, Row
from evaluator.values.parquet import OPTIONS

if TYPE_CHECKING:
    from pyarrow import Schema  # type: ignore[import-untyped]
    from pyarrow.parquet import ParquetFile  # type: ignore[import-untyped]

MISSING = "results/packed: to read or write it takes pyarrow; pip install 'tallybench[statistics]'"


def schema() -> "Schema":
    """The columns of a pack."""
    pyarrow = _pyarrow()
    text, number = pyarrow.string(), pyarrow.int64()
    outcome = {"input": text, "verdict": text, "count": number, "reason": text, "memory": number, "memory_reason": text}
    columns = {
        "path": text,
        "document": text,
        "part": text,
        "task_id": text,
        "sample": number,
        "verdict": text,
        "code_sha256": text,
        "tree_sha256": text,
        "code": text,
        "stress": pyarrow.list_(pyarrow.struct(outcome)),
        "shared": number,
        "rest": text,
    }
    return pyarrow.schema(columns)


class PackWriter:
    """Writes a pack, result by result, into memory."""

    def __init__(self) -> None:
        from pyarrow import parquet

        self._out = io.BytesIO()
        self._writer = parquet.ParquetWriter(self._out, schema(), **OPTIONS)
        self._shared: dict[str, int] = {}
        self._groups = 0

    def add(self, path: str, rows: Iterable[Row]) -> int:
        """Adds a result.

        Args:
            path: its file, from the project's root.
            rows: of the file, and of its record where it has one.

        Returns:
            The number of its row group.
        """
        self._write([self._with_shared(row) | {"path": path} for row in rows])
        return self._groups - 1

    def finish(self) -> bytes:
        """The pack's bytes."""
        self._write([{"part": SHARED, "shared": number, "rest": text} for text, number in self._shared.items()])
        self._writer.close()
        return self._out.getvalue()

    def _with_shared(self, row: Row) -> Row:
        if not row["part"].endswith("problems"):
            return row
        number = self._shared.setdefault(row["rest"], len(self._shared))
        return row | {"rest": None, "shared": number}

    def _write(self, rows: list[Row]) -> None:
        table = _pyarrow().Table.from_pylist(rows, schema=self._writer.schema)
        self._writer.write_table(table, row_group_size=max(1, table.num_rows))
        self._groups += 1


class PackReader:
    """Reads a pack.

    Args:
        source: its bytes, or where they are. They are those that were written: whoever opens it has looked.
        name: as messages name it.

    Raises:
        InputError: it is no pack.
    """

    def __init__(self, source: bytes | Path, name: str) -> None:
        self._name = name
        self._file = self._open(source)
        self._shared = {row["shared"]: row["rest"] for row in self._rows(self._file.num_row_groups - 1)}

    def rows(self, group: int, path: str) -> list[Row]:
        """The rows of a result.

        Raises:
            InputError: they are not there.
        """
        if not 0 <= group < self._file.num_row_groups - 1:
            raise InputError(f"{self._name}: has no row group {group}, where the index looks for {path}")
        rows = self._rows(group)
        if any(row["path"] != path for row in rows) or not rows:
            raise InputError(f"{self._name}: row group {group} is not of {path}, which the index looks for there")
        for row in rows:
            if row["shared"] is not None:
                row["rest"] = self._shared[row["shared"]]
        return rows

    def _open(self, source: bytes | Path) -> "ParquetFile":
        pyarrow = _pyarrow()
        from pyarrow import parquet

        try:
            found = parquet.ParquetFile(io.BytesIO(source) if isinstance(source, bytes) else source)
        except (pyarrow.ArrowException, OSError) as error:
            raise InputError(f"{self._name}: is no pack ({_first_line(error)})") from None
        if not found.schema_arrow.equals(schema()) or found.num_row_groups < 1:
            raise InputError(f"{self._name}: has other columns than a pack")
        return found

    def _rows(self, group: int) -> list[Row]:
        try:
            rows: list[Row] = self._file.read_row_group(group).to_pylist()
        except (_pyarrow().ArrowException, OSError) as error:
            raise InputError(f"{self._name}: cannot be read ({_first_line(error)})") from None
        return rows


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError(MISSING) from None
    return pyarrow
