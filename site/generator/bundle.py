"""All results in one archive: each data frame as Parquet and as CSV, and what their columns hold."""

import io
import zipfile
from collections.abc import Iterator

from tallybench.statistics.frames import Frames, as_csv, as_parquet, columns_table

PATH = "data/tallybench-results.zip"
_ROWS = {
    "results": "a result: a model on a benchmark",
    "samples": "a sample: a model's answer to a problem",
    "counts": "a sample on a stressful input",
    "problems": "a problem, over all models",
}
_EPOCH = (1980, 1, 1, 0, 0, 0)  # a ZIP file has to have a date; this is the first that it can have


def results_bundle(frames: Frames, repository: str) -> bytes:
    """Return the archive of some results. The same results and versions of pandas and PyArrow give the same bytes.

    Args:
        frames: of the results.
        repository: the project's address.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in _members(frames, repository):
            member = zipfile.ZipInfo(name, _EPOCH)
            member.external_attr = 0o644 << 16
            member.create_system = 3  # Unix, on which system it may be made
            # Parquet is compressed already.
            method = zipfile.ZIP_STORED if name.endswith(".parquet") else zipfile.ZIP_DEFLATED
            archive.writestr(member, content, method, 9)
    return out.getvalue()


def _members(frames: Frames, repository: str) -> Iterator[tuple[str, bytes]]:
    yield "README.md", _readme(frames, repository).encode()
    for name, frame in frames.items():
        yield f"{name}.parquet", as_parquet(frame)
        yield f"{name}.csv", as_csv(frame)


def _readme(frames: Frames, repository: str) -> str:
    newest = frames.results["date"].max() if len(frames.results) else "none"
    parts = [
        "# All results of TallyBench\n",
        f"{len(frames.results):,} results, the newest of {newest}, from `results/` of <{repository}>: each table as "
        "Parquet and as CSV.\n",
        "| table | a row is | rows |\n|---|---|---:|",
        *(f"| `{name}` | {_ROWS[name]} | {len(frame):,} |" for name, frame in frames.items()),
        "\nVerdicts and counts are those on the public inputs. The figures of `results` are those of the leaderboard: "
        "on fresh inputs where a result was re-measured, but for those of peak memory. A cell is empty where nothing "
        "is known. Programs are not in here: `path` names the file that has them, `source` the place where they are "
        "public.\n",
        "In the CSV files a text that a spreadsheet would take for a formula has a `'` in front. Files in Parquet have "
        "the texts as they are.\n",
        *(f"## {name}\n\n{columns_table(name)}\n" for name, _ in frames.items()),
        "## Licence\n\nMIT, as all of TallyBench.\n",
    ]
    return "\n".join(parts)
