"""`tallybench report`: a table that fits a terminal, and what it says of runs that are not ranked."""

import csv
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tallybench.model.metrics import HEADLINES
from tallybench.model.result import Result, dump_result
from tallybench.statistics.reading import load_result
from tests.cli.test_cli import error_of
from tests.conftest import CommandLine
from tests.made_results import kept_result, telling

LONG = "A model with a name that is so long that no table of eighty columns has the room for it"


@pytest.fixture(scope="module")
def gemma() -> Result:
    return load_result(kept_result("gemma-3-270m"))


def write(result: Result, path: Path) -> Path:
    path.write_bytes(b"".join(dump_result(result)))
    return path


@pytest.mark.parametrize("format", ["table", "md", "csv", "json"])
def test_every_format_names_the_model(tallybench: CommandLine, format: str) -> None:
    file = kept_result("gemma-3-270m")
    done = tallybench("report", file, file, "--format", format)
    assert done.returncode == 0, done.stderr
    assert "Gemma 3 270M" in done.stdout


@pytest.mark.parametrize("columns", ["80", None])
def test_the_table_fits_80_columns_with_its_whole_head(
    tallybench: CommandLine, gemma: Result, tmp_path: Path, columns: str | None
) -> None:
    model = gemma.model.model_copy(update={"name": LONG})
    long = write(gemma.model_copy(update={"model": model}), tmp_path / "long.json")
    files = [kept_result(slug) for slug in ("gpt-4o", "tallybench-references", "gemma-3-270m")]
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = tallybench("report", *files, long, env=environment | ({"COLUMNS": columns} if columns else {}))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].split() == ["model", *HEADLINES]
    assert lines[1].split() == ["0", "to", "100", "%", "%", "times"]
    assert "…" not in done.stdout
    first_column = " ".join(line[: lines[0].index("score@1")].strip() for line in lines)
    assert LONG in first_column


def test_each_figure_stands_over_its_interval(tallybench: CommandLine, gemma: Result) -> None:
    lines = tallybench("report", kept_result("gemma-3-270m")).stdout.splitlines()
    score, passed = gemma.metrics["score@1"], gemma.metrics["pass@1"]
    assert None not in (score.value, score.low, score.high, passed.value)
    assert lines[2].split()[-4:-2] == [f"{score.value:.1f}", f"{100 * (passed.value or 0):.1f}"]
    assert f"[{score.low:.1f}, {score.high:.1f}]" in lines[3]
    assert lines[4].split()[-8:-4] == [str(score.problems), "problems", str(passed.problems), "problems"]


def test_two_runs_are_compared_in_plain_words(tallybench: CommandLine) -> None:
    files = [kept_result(slug) for slug in ("gpt-4o", "gemma-3-270m")]
    for ours, theirs, word in ((*files, "higher"), (*files[::-1], "lower")):
        shown = " ".join(tallybench("report", ours, theirs).stdout.split())
        names = ("GPT-4o", "Gemma 3 270M") if word == "higher" else ("Gemma 3 270M", "GPT-4o")
        assert f"score@1 of {names[0]} is" in shown
        assert f"points {word} than that of {names[1]} over the same 154 problems: more than chance" in shown
    same = " ".join(tallybench("report", files[0], files[0]).stdout.split())
    assert "is 0.0 points higher than that of GPT-4o over the same 154 problems: which may be chance" in same


def test_nothing_calls_a_run_ranked_that_never_is(tallybench: CommandLine, gemma: Result, tmp_path: Path) -> None:
    """One of its facts says so: a home-made file may say anything."""

    def of(**environment: Any) -> Result:
        return gemma.model_copy(update={"environment": gemma.environment.model_copy(update=environment)})

    def by(**facts: Any) -> Result:
        return gemma.model_copy(update={"model": gemma.model.model_copy(update=facts)})

    partial = gemma.benchmark.model_copy(update={"partial": True})
    runs: dict[str | None, Result] = {
        None: gemma.model_copy(update={"model": telling(gemma.model)}),
        "missing: model.revision": by(revision=None),
        "partial run": gemma.model_copy(update={"benchmark": partial}),
        "self-measured (perf)": of(counter="perf", self_measured=True),
        "run without the sandbox": of(sandbox="none"),
        "other fingerprint": of(ranked=False),
        "not counted": of(counter="none"),
        "baseline: a set of the benchmark's own": by(baseline=True),
    }
    files = [write(run, tmp_path / f"{number}.json") for number, run in enumerate(runs.values())]
    found = json.loads(tallybench("report", *files, "--format", "json").stdout)
    assert [(row["ranked"], row["unranked"]) for row in found] == [(why is None, why) for why in runs]
    rows = list(csv.DictReader(io.StringIO(tallybench("report", *files, "--format", "csv").stdout)))
    assert {row["unranked"] for row in rows} == {why or "" for why in runs}


def test_data_say_the_unit_of_each_figure(tallybench: CommandLine) -> None:
    file = kept_result("gemma-3-270m")
    (row,) = json.loads(tallybench("report", file, "--format", "json").stdout)
    units = {name: figure["unit"] for name, figure in row["metrics"].items()}
    assert [units[name] for name in HEADLINES] == ["points", "share", "share", "ratio"]
    rows = csv.DictReader(io.StringIO(tallybench("report", file, "--format", "csv").stdout))
    assert {row["figure"]: row["unit"] for row in rows} == units


def test_what_is_no_result_is_refused(tallybench: CommandLine, tmp_path: Path) -> None:
    for name, content, says in (
        ("text.json", "hello", "is not JSON"),
        ("other.json", '{"schema_version": 99}', "schema_version: is 99"),
        ("short.json", '{"schema_version": 1}', "Field required"),
    ):
        (tmp_path / name).write_text(content)
        line = error_of(tallybench("report", name))
        assert name in line and says in line


HOSTILE = '=HYPERLINK("http://example.org")\x1b]0;title\x07<script>'


@pytest.fixture
def hostile(gemma: Result, tmp_path: Path) -> Path:
    """A file that no board takes, but that anyone may be sent."""
    named = gemma.model_copy(update={"model": gemma.model.model_copy(update={"name": HOSTILE})})
    return write(named, tmp_path / "hostile.json")


@pytest.mark.parametrize("format", ["table", "md", "csv"])
def test_a_name_does_nothing_to_readers_of_the_table(tallybench: CommandLine, hostile: Path, format: str) -> None:
    done = tallybench("report", hostile, "--format", format)
    assert done.returncode == 0, done.stderr
    assert "HYPERLINK" in done.stdout
    if format == "csv":
        assert all(not row[0].startswith("=") for row in csv.reader(io.StringIO(done.stdout)))
    else:
        assert "\x1b" not in done.stdout
    if format == "md":
        assert "<script>" not in done.stdout


def test_what_is_said_of_a_file_stays_on_its_line(tallybench: CommandLine, gemma: Result, tmp_path: Path) -> None:
    """Lines of a log are commands to some who read them."""
    sample = gemma.samples[0].model_copy(update={"task_id": "x\n::notice::forged\x1b[31m"})
    file = write(gemma.model_copy(update={"samples": (sample, *gemma.samples[1:])}), tmp_path / "result.json")
    done = tallybench("dev", "validate", file)
    assert done.returncode == 1
    assert "forged" in done.stdout
    assert "\x1b" not in done.stdout
    assert not [line for line in done.stdout.splitlines() if line.startswith("::")]
