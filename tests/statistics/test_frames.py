"""The data frames: what they hold is what the results hold, under columns that are described, of types that stay."""

import io
from dataclasses import replace
from functools import cache
from pathlib import Path

import pandas as pd
import pytest

from tallybench.model.verdicts import Verdict
from tallybench.statistics.frames import COLUMNS, Frames, as_csv, as_parquet, columns_table, make_frames, type_of
from tallybench.statistics.published.entries import Entry, read_entries, read_entry
from tests.cli.test_cli import error_of
from tests.conftest import CommandLine
from tests.made_results import kept_result, with_memory

GEMMA, GPT, REFERENCES = "gemma-3-270m", "gpt-4o", "tallybench-references"


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(read_entry(kept_result(slug)) for slug in (GEMMA, GPT, REFERENCES))


@pytest.fixture(scope="module")
def frames() -> Frames:
    return make_frames(entries())


@pytest.mark.parametrize("name", list(COLUMNS))
def test_every_column_is_described_and_has_its_type_in_a_file_too(frames: Frames, name: str) -> None:
    frame = dict(frames.items())[name]
    assert list(frame.columns[: len(COLUMNS[name])]) == list(COLUMNS[name])
    figures = frame.columns[len(COLUMNS[name]) :]
    assert (len(figures) > 0) == (name == "results")
    assert list(map(str, frame.dtypes)) == [type_of(name, column) for column in frame.columns]
    content = as_parquet(frame)
    pd.testing.assert_frame_equal(pd.read_parquet(io.BytesIO(content)), frame)
    assert as_parquet(frame) == content
    lines = columns_table(name).splitlines()
    assert len({line.count("|") for line in lines}) == 1, "no text breaks the table"
    assert all(f"| `{column}` " in line for column, line in zip(COLUMNS[name], lines[2:], strict=False))


def test_types_stay_where_nothing_is_known(frames: Frames) -> None:
    """Frames of one result and of many can be put one below the other."""
    silent, none = (dict(make_frames(given).items()) for given in (entries()[2:], ()))
    for name, many in frames.items():
        common = list(COLUMNS[name])
        assert silent[name][common].dtypes.equals(many[common].dtypes), name
        assert none[name].empty and none[name].dtypes.equals(many[common].dtypes), name


def test_a_result_has_the_figures_that_the_leaderboard_shows(frames: Frames) -> None:
    rows = frames.results.set_index("model")
    for entry in entries():
        row, score = rows.loc[entry.slug], entry.figure("score@1")
        assert score is not None
        assert (row["score@1"], row["score@1 low"], row["score@1 high"]) == (score.value, score.low, score.high)
        assert (row["name"], row["state"], row["date"]) == (entry.name, str(entry.state), entry.date)
        assert (row["unranked"] if entry.unranked else None) == entry.unranked


def test_samples_and_counts_are_those_of_the_files(frames: Frames) -> None:
    for entry in entries():
        samples = frames.samples[frames.samples["path"] == entry.path]
        counts = frames.counts[frames.counts["path"] == entry.path]
        assert len(samples) == len(entry.result.samples)
        assert len(counts) == sum(len(sample.stress) for sample in entry.result.samples)
        spent = [stress.count for sample in entry.result.samples for stress in sample.stress.values()]
        assert counts["instructions"].sum() == sum(count for count in spent if count is not None)
        assert samples["correct"].sum() == (samples["verdict"] == "passed").sum()


def test_peak_memory_stands_beside_counts_where_it_was_measured() -> None:
    plain = entries()[2]
    measured = replace(plain, submitted=with_memory(plain.submitted, 2), record=None)
    counts = make_frames([measured]).counts
    told = [stress.memory for sample in measured.result.samples for stress in sample.stress.values()]
    assert sorted(counts["memory"].dropna()) == sorted(peak for peak in told if peak is not None) != []
    assert (counts["memory"].isna() == counts["instructions"].isna()).all()
    assert counts["least_memory"].notna().all()
    assert (counts["ground_truth_memory"].isna() == counts["ground_truth"].isna()).all()
    assert make_frames([replace(plain, record=None)]).counts["memory"].isna().all()
    (row,) = make_frames([measured]).results.to_dict("records")
    assert row["memory_score@1"] == measured.submitted.metrics["memory_score@1"].value


def test_what_a_sample_spends_is_the_sum_of_its_counts(frames: Frames) -> None:
    keys = ["path", "task_id", "sample"]
    whole = frames.counts.groupby(keys).filter(lambda counts: counts["instructions"].notna().all())
    totals = whole.groupby(keys)["instructions"].sum()
    told = frames.samples.set_index(keys)["instructions"].reindex(totals.index)
    assert len(totals) > 100 and told.equals(totals)


def test_only_problems_that_count_for_efficiency_have_a_ratio(frames: Frames) -> None:
    """A median over all correct samples took in problems on which no solution can be slower in kind."""
    keys = ["benchmark", "version", "task_id"]
    samples = frames.samples.merge(frames.problems[[*keys, "without_efficiency"]], on=keys)
    counting = samples["counts_for_efficiency"]
    assert counting.equals(samples["without_efficiency"].isna().astype("boolean"))
    assert (samples["instructions"].notna() & ~counting).any()
    for column in ("ratio", "score", "efficient"):
        assert samples.loc[~counting, column].isna().all(), column
    counted = samples[counting & samples["correct"] & samples["instructions"].notna()]
    assert (counted["ratio"] == counted["instructions"] / counted["best_known"]).all() and len(counted) > 100


def test_the_score_of_a_model_is_the_mean_over_problems(frames: Frames) -> None:
    """Of one sample a problem, on the public inputs."""
    scores = frames.samples.dropna(subset=["score"]).groupby("model")["score"].mean()
    for entry in entries():
        assert scores[entry.slug] == pytest.approx(entry.result.metrics["score@1"].value)


def test_problems_count_models_without_baselines(frames: Frames) -> None:
    problems = frames.problems.set_index("task_id")
    assert len(problems) == 164
    assert set(problems["models"]) == {2}
    correct = frames.samples[frames.samples["correct"] & (frames.samples["model"] != REFERENCES)]
    assert problems["solved_by"].sum() == len(correct)
    either = problems["without_efficiency"].isna() == problems["mean_score"].notna()
    assert either.all()


def test_an_older_run_is_told_and_counts_for_no_problem() -> None:
    """Of two runs of a model the newer one stands for it, in the frame of problems too."""
    new = entries()[2]
    model = new.submitted.model.model_copy(update={"baseline": False})
    new = replace(new, slug="model", submitted=new.submitted.model_copy(update={"model": model}), record=None)
    failed = tuple(sample.model_copy(update={"verdict": Verdict.EXCEPTION}) for sample in new.submitted.samples)
    old = replace(
        new,
        path="results/model/humaneval-2026-01-01-00000000.json",
        date="2026-01-01",
        submitted=new.submitted.model_copy(update={"samples": failed}),
    )
    made = make_frames([old, new])
    assert made.results["superseded"].tolist() == [True, False]
    alone = make_frames([new])
    pd.testing.assert_frame_equal(made.problems, alone.problems)
    assert len(made.samples) == 2 * len(alone.samples)


def test_csv_holds_no_formula(frames: Frames) -> None:
    frame = frames.results.copy()
    frame["name"] = ["=1+1", "plain", "@x"]
    frame["unranked"] = pd.array(["-2", None, "why"], dtype="string")
    read = pd.read_csv(io.BytesIO(as_csv(frame)))
    assert list(read["name"]) == ["'=1+1", "plain", "'@x"]
    assert read["unranked"].fillna("").tolist() == ["'-2", "", "why"]
    assert read["score@1"].tolist() == pytest.approx(frame["score@1"].tolist())


def test_a_file_outside_of_results_is_known_by_its_name(tmp_path: Path) -> None:
    copy = tmp_path / "my run.json"
    copy.write_bytes(kept_result(GPT).read_bytes())
    (row,) = make_frames([read_entry(copy)]).results.to_dict("records")
    assert (row["model"], row["name"]) == ("my run", "GPT-4o")
    assert pd.isna(row["date"]) and row["path"] == copy.as_posix()


def test_report_writes_a_frame(tallybench: CommandLine, tmp_path: Path) -> None:
    files = [kept_result(GEMMA), kept_result(GPT)]
    for name, rows in (("results", 2), ("samples", 328), ("problems", 164)):
        out = tmp_path / f"{name}.parquet"
        done = tallybench("report", *files, "--format", "parquet", "--frame", name, "--output", out)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert f"{rows} rows of {name}" in done.stderr
        frame = dict(make_frames(entries()[:2]).items())[name]
        assert len(frame) == rows and out.read_bytes() == as_parquet(frame)


def test_report_writes_the_checkouts_results_where_none_is_named(
    tallybench: CommandLine, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for slug in (GEMMA, GPT):
        file = kept_result(slug)
        (folder := tmp_path / "results" / slug).mkdir(parents=True)
        (folder / file.name).write_bytes(file.read_bytes())
    (tmp_path / "site").mkdir()
    (tmp_path / "site/hooks.py").touch()  # which makes a checkout
    done = tallybench("report", "--format", "parquet", "--output", "all.parquet", cwd=tmp_path / "results")
    assert done.returncode == 0, done.stderr
    written = pd.read_parquet(tmp_path / "results/all.parquet")
    assert list(written["path"]) == [entry.path for entry in read_entries(tmp_path)] and len(written) == 2
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    line = error_of(tallybench("report", "--format", "parquet", "--output", "all.parquet", cwd=elsewhere))
    assert "there is no checkout of TallyBench here" in line


def test_what_report_cannot_write_is_said_in_a_line(tallybench: CommandLine, tmp_path: Path) -> None:
    file = kept_result(GEMMA)
    (tmp_path / "folder").mkdir()
    for options, says in (
        (("--format", "parquet"), "name a file with --output FILE"),
        (("--format", "parquet", "--frame", "rows", "--output", "x"), "--frame rows: must be one of results, samples"),
        (("--format", "parquet", "--output", "none/x.parquet"), "none/x.parquet: cannot be written"),
        (("--format", "parquet", "--output", "folder"), "folder: cannot be written"),
        (("--output", "x.csv"), "--output is only for --format parquet"),
        (("--format", "csv", "--frame", "samples"), "--frame is only for --format parquet"),
    ):
        assert says in error_of(tallybench("report", file, *options))
    assert [path.name for path in tmp_path.iterdir() if path.name != "folder"] == []
    assert "name a result file" in error_of(tallybench("report"))
