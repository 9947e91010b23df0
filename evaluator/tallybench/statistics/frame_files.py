"""Data frames as files for other programs, and descriptions of their columns."""

import io

import pandas as pd
import pyarrow  # type: ignore[import-untyped]
from pyarrow import parquet

from tallybench.model.metrics import METRICS
from tallybench.statistics.frames import COLUMNS, type_of
from tallybench.statistics.report import inert
from tallybench.values.parquet import OPTIONS, ROWS

_WORDS = {"string": "text", "Int64": "whole number", "Float64": "number", "boolean": "true or false"}


def as_parquet(frame: pd.DataFrame) -> bytes:
    """Return a frame as a Parquet file, which pandas reads with the same types."""
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pandas(frame, preserve_index=False), out, row_group_size=ROWS, **OPTIONS)
    return out.getvalue()


def as_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV in which no text is taken for a formula."""
    names: list[str] = list(frame.select_dtypes("string").columns)
    texts = {name: frame[name].map(inert) for name in names}
    return frame.assign(**texts).to_csv(index=False, lineterminator="\n").encode()


def columns_table(frame: str) -> str:
    """Return the columns of a frame as a Markdown table: each one's name, type and content."""
    rows = [f"| `{name}` | *{_WORDS[type_of(frame, name)]}*: {what} |" for name, what in COLUMNS[frame].items()]
    if frame == "results":
        rows += [f"| `{metric.name.format(k='k')}` | *number*: {metric.describes} |" for metric in METRICS]
        rows += ["| `FIGURE low`, `FIGURE high` | *number*: the ends of the figure's 95 % interval |"]
    return "\n".join(["| column | what it holds |", "|---|---|", *rows])
