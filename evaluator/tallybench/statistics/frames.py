"""Results as data frames, one row per result, sample, count or problem, and as files for other programs.

    from pathlib import Path
    from tallybench.statistics.frames import read_frames

    frames = read_frames(Path("."))
    frames.samples.groupby("model")["score"].mean()

COLUMNS says what each column holds. Verdicts and counts of samples are those on the public inputs. The figures of a
result are those on the leaderboard: from fresh inputs if it was re-measured, except for figures of peak memory, which
are always from the public ones.
"""

import io
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow  # type: ignore[import-untyped]
from pyarrow import parquet

from tallybench.benchmarks.trees import entry_tree
from tallybench.model.metrics import METRICS, metric_of
from tallybench.model.sample_rows import SAMPLE_COLUMNS, SAMPLE_TYPES
from tallybench.model.sample_rows import sample_rows as rows_by_sample
from tallybench.statistics.published.boards import superseded_runs
from tallybench.statistics.published.entries import Entry, read_entries
from tallybench.statistics.report import inert
from tallybench.values.parquet import OPTIONS, ROWS

_RUN = {
    "model": "the model's folder in `results/`, and the address of its page; of a file elsewhere the file's name",
    "benchmark": "the benchmark's name",
    "version": "the benchmark's version",
    "path": "the result's file, in the repository; joins the frames",
}
_SAMPLE = _RUN | {name: SAMPLE_COLUMNS[name] for name in ("task_id", "sample")}

# The columns of each frame and what they hold. A result's figures add more: the value under the figure's name, and the
# ends of its 95 % interval as `NAME low` and `NAME high`.
COLUMNS: dict[str, dict[str, str]] = {
    "results": _RUN
    | {
        "name": "the model's name, as the vendor writes it",
        "organization": "who made the model",
        "released": "when it came out, YYYY-MM-DD or YYYY-MM; missing if it is not given",
        "parameters": "the model's size in billions of parameters; missing if it is not given",
        "open_weights": "whether anyone can download it; missing if it is not given",
        "revision": "exactly which model: the commit of its weights, or the dated name under which it is served",
        "pipeline": "whether it is more than one answer of a model: an agent, or a search that runs what it wrote",
        "baseline": "whether it is no model but a set of samples that the benchmark itself brings",
        "prompt_style": "how the model was asked: `prompt style` of the generation settings",
        "temperature": "the sampling temperature; missing if it is not given as a number",
        "samples_per_problem": "the largest number of samples of a problem",
        "licence": "the SPDX identifier of the licence of samples that are public elsewhere",
        "source": "the repository where the samples are public; missing where they are not public elsewhere",
        "state": "who vouches for it: re-measured, self-reported or code withheld; measured here, of a benchmark "
        "of one's own",
        "unranked": "why it has no rank; missing where it has one",
        "superseded": "whether another run of the same model stands on the leaderboard in its place",
        "date": "when it was added, YYYY-MM-DD; missing where the file's name does not tell",
    },
    "samples": _RUN | SAMPLE_COLUMNS,
    "counts": _SAMPLE
    | {
        "input": "the stressful input's name",
        "verdict": "what became of the sample on it",
        "instructions": "CPU instructions; missing where the verdict is not `counted`",
        "best_known": "what the best known solution spends on it",
        "ground_truth": "what the ground truth spends on it; missing where that is over the budget",
        "memory": "peak memory: what the sample's own work adds at its highest point, in bytes; missing where it was "
        "not measured",
        "least_memory": "peak memory of the solution of ours that takes the least; missing likewise",
        "ground_truth_memory": "peak memory of the ground truth; missing likewise",
    },
    "problems": {
        "benchmark": "the benchmark's name",
        "version": "the benchmark's version",
        "task_id": "the problem",
        "entry_point": "the function that is asked for; empty where it is a whole program",
        "without_efficiency": "why it counts for pass@k only; missing where it counts for efficiency",
        "models": "models with a result on it, without the baselines",
        "solved_by": "models with a correct sample",
        "mean_score": "the mean over the models of their samples' mean score",
        "spread": "the standard deviation of that over the models: how well the problem tells them apart",
    },
}

# The columns that are not text, in any frame, with pandas' nullable types. Figures are numbers.
_TYPES = SAMPLE_TYPES | {
    **dict.fromkeys(("samples_per_problem", "models", "solved_by"), "Int64"),
    **dict.fromkeys(("memory", "least_memory", "ground_truth_memory"), "Int64"),
    **dict.fromkeys(("parameters", "temperature", "mean_score", "spread"), "Float64"),
    **dict.fromkeys(("open_weights", "pipeline", "baseline", "superseded"), "boolean"),
}

_WORDS = {"string": "text", "Int64": "whole number", "Float64": "number", "boolean": "true or false"}
_PIECE = 50_000  # rows that are typed at once


@dataclass(frozen=True)
class Frames:
    """All results as data frames; see COLUMNS."""

    results: pd.DataFrame
    samples: pd.DataFrame
    counts: pd.DataFrame
    problems: pd.DataFrame

    def items(self) -> Iterator[tuple[str, pd.DataFrame]]:
        """Yield each frame with its name."""
        for field in fields(self):
            yield field.name, getattr(self, field.name)


def read_frames(root: Path) -> Frames:
    """Return the frames of everything in `results/` below the project's root.

    Raises:
        InputError: a file is not a result.
    """
    return make_frames(read_entries(root))


def make_frames(entries: Sequence[Entry]) -> Frames:
    """Return the frames of some results, in their order."""
    superseded = superseded_runs(entries)
    samples = sample_frame(entries)
    return Frames(
        results=_frame("results", (result_row(entry, superseded) for entry in entries)),
        samples=samples,
        counts=_frame("counts", (row for entry in entries for row in _counts(entry))),
        problems=_problems(entries, samples[~samples["path"].isin(superseded)]),
    )


def sample_frame(entries: Sequence[Entry]) -> pd.DataFrame:
    """Return only the frame of some results' samples."""
    return _frame("samples", (row for entry in entries for row in sample_rows(entry)))


def _frame(name: str, rows: Iterator[dict[str, Any]]) -> pd.DataFrame:
    """Return rows as a frame, typed piece by piece: a million rows of Python objects would take gigabytes."""
    pieces: list[pd.DataFrame] = []
    columns = dict.fromkeys(COLUMNS[name])
    while (listed := list(islice(rows, _PIECE))) or not pieces:
        found = dict.fromkeys(COLUMNS[name]) | dict.fromkeys(key for row in listed for key in row)
        made = pd.DataFrame(listed, columns=pd.Index(list(found)), dtype=object)
        pieces.append(_typed(name, made))
        columns |= found
    return pieces[0] if len(pieces) == 1 else _typed(name, pd.concat(pieces, ignore_index=True)[list(columns)])


def _typed(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    return frame.astype({column: type_of(name, column) for column in frame.columns})


def type_of(frame: str, column: str) -> str:
    """Return pandas' name for the type of a frame's column; it does not depend on the values."""
    return _TYPES.get(column, "string") if column in COLUMNS[frame] else "Float64"


def _run(entry: Entry) -> dict[str, Any]:
    return {"model": entry.slug, "benchmark": entry.benchmark, "version": entry.version, "path": entry.path}


def result_row(entry: Entry, superseded: Collection[str]) -> dict[str, Any]:
    """Return a result's row of the frame `results`; `superseded` has the paths of superseded results."""
    model, source = entry.result.model, entry.result.source
    temperature = model.generation.get("temperature")
    copied = ("name", "organization", "released", "parameters", "open_weights", "revision", "pipeline", "baseline")
    row = _run(entry) | {name: getattr(model, name) for name in copied}
    row |= {
        "prompt_style": model.generation.get("prompt style"),
        "temperature": temperature if isinstance(temperature, int | float) else None,
        "samples_per_problem": entry.samples_a_problem,
        "licence": source.licence if source else None,
        "source": source.repository if source else None,
        "state": str(entry.state),
        "unranked": entry.unranked,
        "superseded": entry.path in superseded,
        "date": entry.date or None,
    }
    for name, figure in entry.metrics.items():
        if metric_of(name) is not None:  # a file may hold any name
            row |= {name: figure.value, f"{name} low": figure.low, f"{name} high": figure.high}
    return row


def sample_rows(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield a result's rows of the frame `samples`, by problem."""
    for sample, row in rows_by_sample(entry.counts, entry.samples, entry.result.tie_tolerance):
        tree = sample.tree_sha256
        if not tree and sample.code is not None:  # files of old schemas lack it
            tree = entry_tree(sample.code, entry.result.problems[sample.task_id].entry_point)
        yield _run(entry) | row | {"tree_sha256": tree or None}


def _counts(entry: Entry) -> Iterator[dict[str, Any]]:
    problems = entry.result.problems
    for task_id, samples in sorted(entry.samples.items()):
        for sample in samples:
            for name, given in problems[task_id].inputs.items():
                if (outcome := sample.stress.get(name)) is None:
                    continue
                yield _run(entry) | {
                    "task_id": task_id,
                    "sample": sample.index,
                    "input": name,
                    "verdict": str(outcome.verdict),
                    "instructions": outcome.count,
                    "best_known": given.best_known,
                    "ground_truth": given.ground_truth,
                    "memory": outcome.memory,
                    "least_memory": given.memory and given.memory.least,
                    "ground_truth_memory": given.memory and given.memory.ground_truth,
                }


def _problems(entries: Sequence[Entry], samples: pd.DataFrame) -> pd.DataFrame:
    keys = ["benchmark", "version", "task_id"]
    facts: dict[tuple[str, ...], dict[str, Any]] = {}
    for entry in entries:
        for task_id, problem in entry.result.problems.items():
            key = entry.benchmark, entry.version, task_id
            known = {"entry_point": problem.entry_point, "without_efficiency": problem.without_efficiency}
            facts[key] = dict(zip(keys, key, strict=True)) | known
    baselines = {entry.slug for entry in entries if entry.baseline}
    models = samples[~samples["model"].isin(baselines)]
    each = models.groupby([*keys, "model"]).agg(solved=("correct", "max"), score=("score", "mean")).reset_index()
    grouped = each.groupby(keys)
    found = grouped.agg(models=("model", "size"), solved_by=("solved", "sum"), mean_score=("score", "mean"))
    found["spread"] = grouped["score"].std(ddof=0)
    listed = _frame("problems", iter(facts.values())).drop(columns=found.columns)
    joined = listed.merge(found.reset_index(), on=keys, how="left").sort_values(keys, kind="stable")
    return _typed("problems", joined.reset_index(drop=True)[list(COLUMNS["problems"])])


def as_parquet(frame: pd.DataFrame) -> bytes:
    """Return a frame as a Parquet file, which pandas reads with the same types."""
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pandas(frame, preserve_index=False), out, row_group_size=ROWS, **OPTIONS)
    return out.getvalue()


def as_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV in which a spreadsheet takes no text for a formula."""
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
