"""Makes the dataset: Parquet files, card and `eval.yaml`. The same sources and the same PyArrow give the same bytes.

Three hashes identify its content. `problems_hash` is the benchmark's own: it covers what a result depends on, which
must not change within a version. `content_hash` covers every row: problems, their measurements, and results. Each
file also has its own hash, which depends on PyArrow's version, too.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import orjson
import pyarrow  # type: ignore[import-untyped]
from datasets import Features
from pyarrow import parquet

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.measured import board_file, counted_solutions, read_measured, stale
from tallybench.benchmarks.published import load_published
from tallybench.benchmarks.user_benchmark import user_benchmark_at
from tallybench.dataset.built import BESIDE, CARD, HUMANEVAL_NOTICE, facts_of, front_matter, notices
from tallybench.dataset.card import Config, Sources, eval_yaml, render_card
from tallybench.dataset.rows import (
    CONFIGS,
    SPLIT,
    Row,
    features,
    problem_rows,
    result_rows,
    solution_rows,
    stressful_rows,
)
from tallybench.dataset.tasks import hub_dataset
from tallybench.errors import InputError
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.statistics.published.entries import read_entries, read_own_entries
from tallybench.values.parquet import OPTIONS, ROWS

BATCH = 4 * ROWS  # rows that are made and written at once
Numbers = tuple[int, int]  # the number of a config's rows, and the sum of their counts
FILES = {config: f"{config}/{SPLIT}-00000-of-00001.parquet" for config in CONFIGS}


def build_dataset(root: Path, out: Path, benchmark: str = "humaneval") -> dict[str, Config]:
    """Build the dataset, completely or not at all, and return what each config holds.

    `root` has `templates/` and, for a benchmark that comes with TallyBench, `results/`; `benchmark` is its name, or the
    folder of a user's own benchmark, which also holds its results. A dataset made earlier at `out` is replaced.

    Raises:
        InputError: a source is broken or out of date, the dataset does not match its sources, or `out` holds something
            else or cannot be written.
    """
    out = Path(os.path.abspath(out))
    check_replaceable(out)
    sources = read_sources(root, benchmark)
    draft: Path | None = None
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
        draft.chmod(0o755)
        configs, numbers, digest = write_tables(draft, sources)
        check_totals(sources, numbers)
        check_round_trip(draft, sources.benchmark)
        (draft / CARD).write_text(render_card(root / "templates", sources, digest, configs), encoding="utf-8")
        (draft / BESIDE).write_text(eval_yaml(sources.dataset), encoding="utf-8")
        for notice in notices(sources.benchmark.name):
            (draft / notice).write_bytes((data_folder() / notice).read_bytes())
        _put(draft, out)
    except OSError as error:
        raise InputError(f"{out}: cannot be written ({error.strerror or error})") from None
    finally:
        if draft is not None:
            shutil.rmtree(draft, ignore_errors=True)
    return configs


def check_replaceable(out: Path) -> None:
    """Raise InputError if a folder holds something that was not made here."""
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return
    written = {CARD, BESIDE, HUMANEVAL_NOTICE, *FILES.values()}
    try:
        found = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir() or path.is_symlink()}
        card = (out / CARD).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        found, card = set(), ""
    if out.is_symlink() or not found <= written or facts_of(front_matter(card)) is None:
        raise InputError(f"{out}: already exists, and was not made by dataset build; give another folder")


def read_sources(root: Path, name: str) -> Sources:
    """Read what the dataset is made from.

    Raises:
        InputError: there is no dataset of this benchmark, or something is missing, broken or out of date.
    """
    own = user_benchmark_at(name)
    if own is None:
        hub_dataset(name)
    benchmark = load_benchmark(name) if own is None else own.benchmark
    file = board_file(name) if own is None else own.measured
    measured = read_measured(file)
    if lines := stale(measured, benchmark):
        which = "" if own is None else f" {own.folder}"
        raise InputError(f"{file}: {lines[0]} ({len(lines)} in all); run tallybench dev measure{which}")
    entries = read_entries(root, benchmark=name) if own is None else read_own_entries(own.folder, benchmark.name)
    return Sources(benchmark, measured, entries, own)


def rows_of(sources: Sources) -> dict[str, Iterator[Row]]:
    """Return the rows of every config, lazily: those of many results do not fit into memory."""
    benchmark, measured = sources.benchmark, sources.measured
    return {
        "problems": problem_rows(benchmark),
        "stressful": stressful_rows(benchmark, measured),
        "solutions": solution_rows(benchmark, measured),
        "results": result_rows(sources.entries),
    }


def total_of(config: str, rows: Iterable[Row]) -> int:
    """Return the sum of the counts in rows; for problems, how many stressful inputs there are."""
    if config == "problems":
        return sum(row["stressful_inputs"] for row in rows)
    column = "stress" if config == "results" else "counts"
    return sum(counted["count"] or 0 for row in rows for counted in row[column])


def check_totals(sources: Sources, found: Mapping[str, Numbers]) -> None:
    """Raise InputError if the number of written rows, or the sum of their counts, differs from that of the sources."""
    measured = sources.measured.problems
    inputs = [built for problem in measured.values() for built in problem.inputs.values()]
    total = sum(count or 0 for built in inputs for count in built.counts.values())
    stressful = [problem for problem in sources.benchmark if problem.stressful]
    samples = [sample for entry in sources.entries for sample in entry.result.samples]
    expected: dict[str, Numbers] = {
        "problems": (len(sources.benchmark), sum(len(problem.stressful) for problem in stressful)),
        "stressful": (len(inputs), total),
        "solutions": (sum(len(counted_solutions(problem)) for problem in stressful), total),
        "results": (len(samples), sum(stress.count or 0 for sample in samples for stress in sample.stress.values())),
    }
    for config in CONFIGS:
        if found[config] != expected[config]:
            raise InputError(
                f"dataset build: {config} has {found[config][0]:,} rows that add up to {found[config][1]:,}; the "
                f"source has {expected[config][0]:,} and {expected[config][1]:,}; please report this"
            )


def write_tables(folder: Path, sources: Sources) -> tuple[dict[str, Config], dict[str, Numbers], str]:
    """Write one Parquet file per config, in batches, and return what each config holds, and its `Numbers`.

    The hash is the SHA-256 over the benchmark's hash and all rows, which does not depend on PyArrow's version.
    """
    benchmark = sources.benchmark
    ours = {"benchmark": benchmark.name, "version": benchmark.version, "hash": benchmark.hash}
    metadata = {b"tallybench": orjson.dumps(ours, option=orjson.OPT_SORT_KEYS)}
    digest = hashlib.sha256(benchmark.hash.encode())
    configs, numbers = {}, {}
    rows, all_features = rows_of(sources), features()
    for config in CONFIGS:
        columns, path = all_features[config], folder / FILES[config]
        path.parent.mkdir()
        digest.update(b"\n" + config.encode())
        schema = columns.arrow_schema
        schema = schema.with_metadata({**schema.metadata, **metadata})
        number = total = size = 0
        with parquet.ParquetWriter(path, schema, **OPTIONS) as writer:
            while (batch := list(islice(rows[config], BATCH))) or not number:
                for row in batch:
                    digest.update(b"\n" + orjson.dumps(row, option=orjson.OPT_SORT_KEYS))
                table = _table(columns, batch, schema)
                writer.write_table(table, row_group_size=ROWS)
                number, total, size = number + len(batch), total + total_of(config, batch), size + table.nbytes
                if len(batch) < BATCH:
                    break
        configs[config] = Config(FILES[config], columns, number, size, path.stat().st_size)
        numbers[config] = number, total
    return configs, numbers, digest.hexdigest()


def check_round_trip(folder: Path, benchmark: Benchmark) -> None:
    """Raise InputError if the problems, read back, are not those of the source."""
    read = load_published(str(folder))
    if read.hash != benchmark.hash or [one.notes for one in read] != [one.notes for one in benchmark]:
        raise InputError("dataset build: the problems read back differ from the source's; please report this")


def _table(columns: Features, rows: Iterable[Row], schema: Any) -> Any:
    try:
        return pyarrow.Table.from_pylist([columns.encode_example(row) for row in rows], schema=schema)
    except (pyarrow.ArrowException, OverflowError, ValueError) as error:
        raise InputError(
            f"dataset build: a value does not fit its column ({error}); see evaluator/tallybench/dataset/rows.py"
        ) from None


def _put(draft: Path, out: Path) -> None:
    """Move the draft into place; what was there is kept until then, and restored if that fails."""
    if not out.exists():
        os.rename(draft, out)
        return
    before = draft.with_name(draft.name + ".before")
    os.rename(out, before)
    try:
        os.rename(draft, out)
    except OSError:
        os.rename(before, out)
        raise
    shutil.rmtree(before, ignore_errors=True)
