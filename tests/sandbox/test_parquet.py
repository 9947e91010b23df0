"""Parquet files that hold far more than their size says: refused within limits, with the file and the column named."""

import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from pyarrow import parquet

from tallybench.errors import InputError
from tallybench.sandbox.parquet import read_parquet

# Less than the real limits, so that files are quickly made. The peaks are in KiB, of the reader and of its child.
_READ = """
import re, resource, sys
from pathlib import Path
from tallybench.errors import InputError
from tallybench.sandbox import parquet
parquet.MOST_BYTES, parquet.MEMORY = 4 << 20, 52 << 20
try:
    print(len(parquet.read_parquet(Path(sys.argv[1]), ["text"]).rows))
except InputError as error:
    print(error)
print(re.search(r"VmHWM:\\s*([0-9]+)", Path("/proc/self/status").read_text())[1])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
MOST_KIBS = 200 << 10  # PyArrow alone takes 65 MiB


def _one_text_many_times(path: Path) -> None:
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 90_000, pa.int32()), pa.array(["x" * 100_000]))
    parquet.write_table(pa.table({"text": text}), path, compression="zstd")


def _a_page_of_zeros(path: Path) -> None:
    pages = {"compression": "zstd", "use_dictionary": False, "write_statistics": False}
    parquet.write_table(pa.table({"text": pa.array(["\0" * (80 << 20)])}), path, **pages)


def _a_list_of_nothing(path: Path) -> None:
    nothing = pa.ListArray.from_arrays(pa.array([0, 30_000_000], pa.int32()), pa.nulls(30_000_000, pa.null()))
    parquet.write_table(pa.table({"text": nothing}), path, compression="zstd")


def _lists_of_lists(path: Path) -> None:
    lists = pa.array([[[]] * 20_000] * 5, pa.list_(pa.list_(pa.string())))
    parquet.write_table(pa.table({"text": lists}), path, compression="zstd")


def _many_rows(path: Path) -> None:
    with parquet.ParquetWriter(path, pa.schema({"text": pa.bool_()}), compression="zstd") as writer:
        for _ in range(10):
            writer.write_table(pa.table({"text": pa.array([True] * 1_000_000)}))


BOMBS: dict[str, tuple[Callable[[Path], None], str]] = {
    "one text many times": (_one_text_many_times, "comes to more than 4 MiB with its column text"),
    "a page of zeros": (_a_page_of_zeros, "its column text takes more than 52 MiB of memory to decode"),
    "a list of nothing": (_a_list_of_nothing, "its column text takes more than 52 MiB of memory to decode"),
    "lists of lists": (_lists_of_lists, "comes to more than 4 MiB with its column text"),
    "many rows": (_many_rows, "has 10,000,000 rows"),
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_small_file_that_holds_too_much_is_refused_within_limits(what: str, tmp_path: Path) -> None:
    make, said = BOMBS[what]
    path = tmp_path / "small.parquet"
    make(path)
    assert path.stat().st_size < 100_000
    done = subprocess.run([sys.executable, "-c", _READ, path], capture_output=True, text=True, timeout=120)
    message, *peaks = done.stdout.splitlines()
    assert message == f"{path}: {said}, more than TallyBench reads; give a smaller file", done.stderr
    assert max(map(int, peaks)) < MOST_KIBS


def test_a_batch_that_ends_the_decoder_is_refused_with_the_limit(tmp_path: Path) -> None:
    text = pa.DictionaryArray.from_arrays(pa.array([0] * 164, pa.int32()), pa.array(["x" * (30 << 20)]))
    parquet.write_table(pa.table({"text": text}), tmp_path / "x.parquet", compression="zstd")
    with pytest.raises(InputError, match="takes more than 512 MiB of memory to decode"):
        read_parquet(tmp_path / "x.parquet", ["text"])


def test_values_come_back_as_they_were_written(tmp_path: Path) -> None:
    rows = [
        {"text": "é\0\n\u2028", "number": 1.5, "inside": [{"a": "b", "c": None}], "flag": True},
        {"text": None, "number": float("inf"), "inside": [], "flag": None},
    ]
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "x.parquet")
    read = read_parquet(tmp_path / "x.parquet", ["text", "number", "inside", "flag", "missing"])
    assert read.rows == rows and read.columns == ["text", "number", "inside", "flag"]


def test_days_are_texts_and_bytes_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"day": [date(2026, 1, 2)], "content": [b"x"]}), path)
    assert read_parquet(path, ["day"]).rows == [{"day": "2026-01-02"}]
    with pytest.raises(InputError, match=r"cannot be read as Parquet \(it holds bytes"):
        read_parquet(path, ["content"])


def test_what_was_read_of_other_files_counts(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    parquet.write_table(pa.table({"text": ["x" * 1_000]}), path)
    made = read_parquet(path, ["text"]).made
    assert 1_000 < made < 1_200
    with pytest.raises(InputError, match="comes to more than 128 MiB with its column text"):
        read_parquet(path, ["text"], made=(128 << 20) - made + 1)


def test_no_module_beside_the_user_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json", "pyarrow", "resource"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('the wrong one')")
    parquet.write_table(pa.table({"text": ["x"]}), tmp_path / "x.parquet")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert read_parquet(tmp_path / "x.parquet", ["text"]).rows == [{"text": "x"}]
