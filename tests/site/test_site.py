"""The site's content: what stands on the leaderboards, what a problem's page says of a model, how texts are written."""

import csv
import io
from hashlib import sha256
from pathlib import Path

import pytest
from generator.build import read_site
from generator.downloads import leaderboard_csv, leaderboard_rows, pairs
from generator.render import diff, highlighted, instructions, plain, ratio, shown

from evaluator.errors import InputError
from evaluator.problems.benchmark import Benchmark
from evaluator.results.published.boards import Board, make_boards
from evaluator.results.published.entries import Entry, State, read_entries
from evaluator.results.reading import load_result
from evaluator.results.result import Result, dump_result
from evaluator.results.verdicts import Verdict
from evaluator.samples.attempts import read_attempts
from evaluator.samples.reading import read_samples
from evaluator.submissions.verify import compare
from tests.conftest import ROOT, CommandLine

FILE = "humaneval-2026-01-31-0123abcd.json"
HOSTILE = "<script>alert(1)</script>{{ 7*7 }}](javascript:alert(1))\u202e\x00\u2028" + "x" * 10_000


@pytest.fixture(scope="module")
def committed() -> list[Entry]:
    """The kept results of our own benchmark."""
    return [entry for entry in read_entries(ROOT) if entry.benchmark == "humaneval"]


@pytest.fixture(scope="module")
def gpt(committed: list[Entry]) -> Entry:
    return next(entry for entry in committed if entry.slug == "gpt-4o")


def entry(result: Result, slug: str, date: str = "2026-01-31", verified: bool = False) -> Entry:
    record = compare(result, result, "0" * 64) if verified else None
    return Entry(slug, f"results/{slug}/humaneval-{date}-0123abcd.json", date, result, record)


def altered(result: Result, **changes: dict[str, object]) -> Result:
    """A result with parts changed: `altered(result, model={"name": "x"})`."""
    parts = {name: getattr(result, name).model_copy(update=update) for name, update in changes.items()}
    return result.model_copy(update=parts)


def board(*entries: Entry) -> Board:
    return make_boards(entries)[0]


def test_every_committed_result_is_named_after_its_content(committed: list[Entry]) -> None:
    assert committed
    for one in committed:
        assert sha256((ROOT / one.path).read_bytes()).hexdigest()[:8] in one.path


def test_the_newest_verified_run_of_a_model_stands_on_the_leaderboard(gpt: Entry) -> None:
    runs = [
        entry(gpt.result, "m", "2026-01-01", verified=True),
        entry(gpt.result, "m", "2026-01-02", verified=True),
        entry(gpt.result, "m", "2026-01-03"),
    ]
    made = board(*runs)
    assert [row.entry.date for row in made.rows] == ["2026-01-02"]
    assert {one.date for one in made.superseded} == {"2026-01-01", "2026-01-03"}


def test_the_newest_run_stands_there_where_none_is_verified(gpt: Entry) -> None:
    made = board(*(entry(gpt.result, "m", f"2026-01-0{day}") for day in (2, 3, 1)))
    assert [row.entry.date for row in made.rows] == ["2026-01-03"]


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"environment": {"ranked": False}}, "other fingerprint"),
        ({"environment": {"self_measured": True, "counter": "perf"}}, "self-measured (perf)"),
        ({"environment": {"counter": "none"}}, "not counted"),
        ({"benchmark": {"partial": True}}, "partial run"),
    ],
)
def test_what_cannot_be_compared_is_listed_apart(gpt: Entry, changes: dict[str, dict[str, object]], why: str) -> None:
    made = board(entry(gpt.result, "ranked"), entry(altered(gpt.result, **changes), "apart"))
    assert [row.entry.slug for row in made.rows] == ["ranked"]
    assert [(row.entry.slug, row.rank, row.why_apart) for row in made.apart] == [("apart", None, why)]


def test_a_version_has_a_leaderboard_of_its_own_and_the_newest_is_first(gpt: Entry) -> None:
    versions = ("1.2.0", "1.10.0", "0.9.0")
    made = make_boards(entry(altered(gpt.result, benchmark={"version": one}), f"m-{one}") for one in versions)
    assert [one.version for one in made] == ["1.10.0", "1.2.0", "0.9.0"]


def test_models_that_are_the_same_share_a_rank(committed: list[Entry], gpt: Entry) -> None:
    twins = [entry(gpt.result, slug) for slug in ("twin-a", "twin-b")]
    made = board(*committed, *twins)
    places = {row.entry.slug: row.rank for row in made.rows}
    assert places["twin-a"] == places["twin-b"] == places["gpt-4o"]
    best = made.rows[0]
    assert best.rank == 1 and best.entry.slug == "tallybench-references"


def test_withheld_code_cannot_be_verified(gpt: Entry) -> None:
    assert entry(gpt.result, "m", verified=True).state is State.CODE_WITHHELD
    published = gpt.result.model_copy(update={"code_withheld": False})
    assert entry(published, "m", verified=True).state is State.VERIFIED
    assert entry(published, "m").state is State.SELF_REPORTED


def test_pages_and_figures_tell_the_same() -> None:
    """What problem pages say one by one comes to the headline figures of the result's file."""
    site = read_site(ROOT)
    assert len(site.board.rows) >= 5
    for model in site.models:
        result = model.row.entry.result
        assert len(model.problems) == len(result.problems)
        good = [one.attempt.efficient for one in model.problems if one.view.problem.without_efficiency is None]
        assert sum(map(bool, good)) / len(good) == pytest.approx(result.metrics["efficient@1"].value, abs=1e-6)
        solved = [one.attempt.correct > 0 for one in model.problems]
        assert sum(solved) / len(solved) == pytest.approx(result.metrics["pass@1"].value, abs=1e-6)


def test_counts_on_pages_are_those_of_the_result() -> None:
    site = read_site(ROOT)
    for view in site.problems:
        for attempt in view.attempts:
            sample = attempt.sample
            if sample is None or sample.verdict is not Verdict.PASSED or attempt.censored or attempt.total is None:
                continue
            assert attempt.total == sum(one.count or 0 for one in sample.stress.values())
            facts = attempt.row.entry.result.problems[view.problem.task_id]
            assert view.best_total == sum(one.best_known for one in facts.inputs.values())


def test_a_result_on_an_earlier_form_of_a_problem_is_not_shown(gpt: Entry, tmp_path: Path) -> None:
    problems = dict(gpt.result.problems)
    problems["HumanEval/3"] = problems["HumanEval/3"].model_copy(update={"hash": "0" * 64})
    place(tmp_path, "stale", gpt.result.model_copy(update={"problems": problems}))
    site = read_site(tmp_path)
    views = {view.problem.task_id: view for view in site.problems}
    assert [row.entry.slug for row in views["HumanEval/3"].stale] == ["stale"]
    assert views["HumanEval/3"].attempts == () and len(views["HumanEval/4"].attempts) == 1


def place(root: Path, slug: str, result: Result, name: str = FILE) -> Path:
    path = root / "results" / slug / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(dump_result(result)))
    return path


@pytest.mark.parametrize("name", ["result.json", "humaneval-2026-1-31-0123abcd.json", "humaneval-2026-01-31-XYZ.json"])
def test_a_file_of_another_name_is_refused(tmp_path: Path, gpt: Entry, name: str) -> None:
    place(tmp_path, "m", gpt.result, name)
    with pytest.raises(InputError, match=rf"results/m/{name}: must be named"):
        read_entries(tmp_path)


def test_a_broken_result_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results" / "m" / FILE
    path.parent.mkdir(parents=True)
    path.write_text('{"schema_version": 1, "model": {"name": "' + "x" * 10_000 + '"}}')
    with pytest.raises(InputError, match=FILE):
        read_entries(tmp_path)


def test_the_leaderboard_as_data_has_a_row_a_model_with_intervals(committed: list[Entry]) -> None:
    made = board(*committed)
    rows = leaderboard_rows(made)
    assert [row["model"] for row in rows] == [row.entry.name for row in made.all_rows]
    lines = list(csv.DictReader(io.StringIO(leaderboard_csv(made))))
    for line, row in zip(lines, made.all_rows, strict=True):
        figure = row.entry.result.metrics["efficient@1"]
        assert (float(line["efficient@1"]), float(line["efficient@1 low"])) == (figure.value, figure.low)
        assert int(line["efficient@1 problems"]) == figure.problems


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_a_name_is_no_formula_to_a_spreadsheet(gpt: Entry, name: str) -> None:
    text = leaderboard_csv(board(entry(altered(gpt.result, model={"name": name}), "m")))
    assert next(csv.DictReader(io.StringIO(text)))["model"] == f"'{name}"


def test_each_pair_of_models_is_there_once(committed: list[Entry]) -> None:
    made = board(*committed)
    found = pairs(made)
    assert len(found) == len(made.rows) * (len(made.rows) - 1) // 2
    assert all(set(one) == {"efficient@1", "efficient@1(2)"} for one in found.values())


def test_a_text_from_elsewhere_means_nothing_where_it_cannot_be_escaped() -> None:
    text = plain(HOSTILE)
    assert len(text) <= 100
    assert not set(text) & set("<>&\"'{}`\u202e\x00\u2028")


def test_a_shown_text_has_no_control_or_direction_characters() -> None:
    assert shown("a\u202eb\x00c\nd\u2028e\u200ff") == "ab c d ef"
    assert len(shown(HOSTILE, 60)) == 60


@pytest.mark.parametrize("code", [HOSTILE, "</code></pre><script>1</script>", "def f():\n\treturn '\u202e'\n", ""])
def test_code_is_escaped_and_shows_what_it_hides(code: str) -> None:
    for made in (highlighted(code), diff(code, "def f(): pass")):
        assert "<script" not in made and "\u202e" not in made and "\x00" not in made


def test_a_difference_has_every_line_of_both_programs() -> None:
    made = diff("a = 1\nb = 2\n--- c\n", "a = 1\nb = 3\n+++ c\n")
    assert "<del>-b = 2</del>" in made and "<ins>+b = 3</ins>" in made
    assert "<del>---- c</del>" in made and "<ins>++++ c</ins>" in made


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (None, "–"),
        (1, "1"),
        (999, "999"),
        (1_000, "1.00 k"),
        (99_960, "100 k"),
        (999_499, "999 k"),
        (999_500, "1.00 M"),
        (12_345_678, "12.3 M"),
        (9_995_000_000, "10.0 G"),
    ],
)
def test_a_count_has_three_digits_and_a_unit(count: int | None, told: str) -> None:
    assert instructions(count) == told


def test_a_ratio_that_is_a_bound_is_marked() -> None:
    assert [ratio(1.234), ratio(19.96, censored=True), ratio(None)] == ["1.23×", "≥ 20.0×", "–"]


def test_the_samples_of_a_result_are_the_ones_it_was_made_of(
    committed: list[Entry], benchmark: Benchmark, tallybench: CommandLine, tmp_path: Path
) -> None:
    one = next(entry for entry in committed if entry.slug == "gemma-3-270m")
    printed = tallybench("samples", ROOT / one.path)
    assert printed.returncode == 0, printed.stderr
    path = tmp_path / "samples.jsonl"
    path.write_text(printed.stdout)
    again = read_attempts(read_samples(str(path), benchmark.by_id), benchmark)
    hashes = {(attempt.task_id, attempt.index): attempt.code_hash for attempt in again}
    assert hashes == {(sample.task_id, sample.index): sample.code_sha256 for sample in one.result.samples}


def test_withheld_code_has_no_samples(gpt: Entry, tallybench: CommandLine) -> None:
    told = tallybench("samples", ROOT / gpt.path)
    assert told.returncode == 2 and "withheld" in told.stderr


def test_the_site_needs_a_checkout(tallybench: CommandLine) -> None:
    told = tallybench("site")
    assert told.returncode == 2 and "checkout" in told.stderr


def test_a_result_is_the_same_when_it_is_loaded_and_written(gpt: Entry) -> None:
    assert b"".join(dump_result(load_result(ROOT / gpt.path))) == (ROOT / gpt.path).read_bytes()
