"""The site's content: what stands on the leaderboards, what a problem's page says of a model, how texts are written."""

import ast
import csv
import io
from hashlib import sha256
from pathlib import Path
from statistics import fmean

import pytest
from generator.downloads import differences_by_model, leaderboard_csv, leaderboard_rows
from generator.outcome import Outcome
from generator.render import difference, highlighted, instructions, plain, ratio, readable
from generator.site import Site, read_site
from generator.tables import leaderboard
from generator.tables.board_column import PARTS

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.metrics import Unit
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.reading import read_samples
from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry, State, read_entries
from tallybench.statistics.published.record import VERIFIED
from tallybench.statistics.ranking import NEEDED, Difference
from tallybench.submissions.verify import compare
from tests.conftest import ROOT, CommandLine
from tests.few_results import few_entries
from tests.made_results import telling

FILE = "humaneval-2026-01-31-0123abcd.json"
OWN = ["tallybench-references", "humaneval-canonical", "adversarial-samples"]
HOSTILE = "<script>alert(1)</script>{{ 7*7 }}](javascript:alert(1))\u202e\x00\u2028" + "x" * 10_000


@pytest.fixture(scope="session")
def committed() -> list[Entry]:
    """Kept results of our own benchmark."""
    return [entry for entry in few_entries() if entry.benchmark == "humaneval"]


@pytest.fixture(scope="session")
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


def test_every_committed_result_is_named_after_its_content() -> None:
    kept = [path for path in (ROOT / "results").glob("*/*.json") if not path.name.endswith(VERIFIED)]
    assert len(kept) > 100
    assert [path for path in kept if sha256(path.read_bytes()).hexdigest()[:8] not in path.name] == []


def rankable(entry: Entry) -> Result:
    """A result with its code, of whose model everything is told that a rank asks for."""
    return entry.submitted.model_copy(update={"model": telling(entry.submitted.model), "code_withheld": False})


def test_the_newest_re_measured_run_of_a_model_stands_on_the_leaderboard(gpt: Entry) -> None:
    runs = [
        entry(rankable(gpt), "m", "2026-01-01", verified=True),
        entry(rankable(gpt), "m", "2026-01-02", verified=True),
        entry(rankable(gpt), "m", "2026-01-03"),
    ]
    made = board(*runs)
    assert [row.entry.date for row in made.rows] == ["2026-01-02"]
    assert {older.date for older in made.superseded} == {"2026-01-01", "2026-01-03"}
    made = board(*(entry(rankable(gpt), "m", f"2026-01-0{day}") for day in (2, 3, 1)))
    assert [row.entry.date for row in made.claims] == ["2026-01-03"] and made.rows == (), "none was re-measured"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"environment": {"ranked": False}}, "not re-measured yet"),
        ({"environment": {"self_measured": True, "counter": "perf", "ranked": False}}, "not re-measured yet"),
        ({"environment": {"counter": "none"}}, "not counted"),
        ({"benchmark": {"partial": True}}, "partial run"),
    ],
)
def test_what_was_not_measured_by_us_is_a_claim(gpt: Entry, changes: dict[str, dict[str, object]], why: str) -> None:
    ours = entry(rankable(gpt), "ranked", verified=True)
    made = board(ours, entry(altered(rankable(gpt), **changes), "claim"))
    assert [row.entry.slug for row in made.rows] == ["ranked"]
    assert [(row.entry.slug, row.rank, row.why_apart) for row in made.claims] == [("claim", None, why)]


def test_withheld_code_has_no_rank_whatever_stands_beside_it(gpt: Entry) -> None:
    """Invented figures without code were rank 1 once."""
    perfect = rankable(gpt).model_copy(update={"code_withheld": True})
    made = board(entry(perfect, "invented", verified=True), entry(rankable(gpt), "measured", verified=True))
    assert [row.entry.slug for row in made.rows] == ["measured"]
    (claim,) = made.claims
    assert (claim.entry.slug, claim.why_apart) == ("invented", "code withheld: only the submitter can measure it")
    assert entry(gpt.result, "m", verified=True).state is State.CODE_WITHHELD
    published = gpt.result.model_copy(update={"code_withheld": False})
    assert entry(published, "m", verified=True).state is State.REMEASURED
    assert entry(published, "m").state is State.SELF_REPORTED


@pytest.mark.parametrize("field", list(NEEDED))
def test_a_model_of_which_too_little_is_told_is_re_measured_and_has_no_rank(gpt: Entry, field: str) -> None:
    empty: object = {} if field == "generation" else None
    made = board(entry(altered(rankable(gpt), model={field: empty}), "silent", verified=True))
    assert [(row.entry.slug, row.why_apart) for row in made.apart] == [("silent", f"missing: model.{field}")]
    assert made.rows == made.claims == ()


def test_a_version_has_a_leaderboard_of_its_own_and_the_newest_is_first(gpt: Entry) -> None:
    versions = ("1.2.0", "1.10.0", "0.9.0")
    results = {version: altered(gpt.result, benchmark={"version": version}) for version in versions}
    made = make_boards(entry(result, f"m-{version}") for version, result in results.items())
    assert [found.version for found in made] == ["1.10.0", "1.2.0", "0.9.0"]


def test_models_that_are_the_same_share_a_rank(committed: list[Entry], gpt: Entry) -> None:
    small = next(entry for entry in committed if entry.slug == "gemma-3-270m")
    twins = [entry(rankable(gpt), slug, verified=True) for slug in ("twin-a", "twin-b")]
    made = board(*twins, entry(rankable(small), "small", verified=True))
    assert {row.entry.slug: row.ranks for row in made.rows} == {"twin-a": "1-2", "twin-b": "1-2", "small": "3"}
    assert [row.entry.slug for row in made.rows] == ["twin-a", "twin-b", "small"]


def test_the_benchmarks_own_sets_are_baselines_and_no_models(committed: list[Entry]) -> None:
    made = board(*committed)
    assert [(row.entry.slug, row.rank) for row in made.baselines] == [(slug, None) for slug in OWN], "by score"
    assert not set(OWN) & {row.entry.slug for row in made.models}


def share_efficient(outcome: Outcome) -> float:
    return fmean(bool(one.efficient) for one in outcome.of_samples) if outcome.samples else 0.0


def test_pages_and_figures_tell_the_same(kept_site: Site) -> None:
    """What problem pages say one by one comes to the headline figures of the result's file."""
    told = [(model, benchmark) for benchmark in kept_site.benchmarks for model in benchmark.models]
    assert len(told) >= 7 and {benchmark.name for _, benchmark in told} >= {"humaneval", "coffe-function"}
    for model, _ in told:
        result = model.row.entry.result
        assert len(model.problems) == len(result.problems)
        outcomes = [outcome for problem, outcome in model.problems if problem.for_efficiency]
        means = {"pass@1": fmean(outcome.correct / max(len(outcome.samples), 1) for _, outcome in model.problems)}
        if outcomes:  # a benchmark such as ClassEval counts for pass@k only
            means["efficient@1"] = fmean(share_efficient(outcome) for outcome in outcomes)
            means["score@1"] = fmean(outcome.score or 0.0 for outcome in outcomes)
        else:
            assert not result.metrics.keys() & {"efficient@1", "score@1"}
        for name, mean in means.items():
            assert mean == pytest.approx(result.metrics[name].value, abs=1e-6), name


def test_a_board_says_where_its_paper_s_figures_are_compared(kept_site: Site) -> None:
    found = {benchmark.name: benchmark.replication for benchmark in kept_site.benchmarks}
    assert found["classeval"] == "classeval/" and found["coffe-function"] == "coffe/" and found["humaneval"] == ""
    assert all((ROOT / "site/pages" / f"{page.rstrip('/')}.md").is_file() for page in found.values() if page)


def test_counts_on_pages_are_those_of_the_result(kept_site: Site) -> None:
    compared = 0
    for problem in kept_site.default.problems:
        for outcome in (*problem.outcomes, *problem.baselines):
            sample = outcome.sample
            if sample is None or sample.verdict is not Verdict.PASSED or outcome.censored or outcome.total is None:
                continue
            compared += 1
            assert outcome.total == sum(result.count or 0 for result in sample.stress.values())
            facts = outcome.row.entry.result.problems[problem.task_id]
            assert problem.references is not None
            assert problem.references.best_total == sum(given.best_known for given in facts.inputs.values())
    assert compared > 100, "or nothing was compared"


def test_baselines_are_no_part_of_what_is_said_of_models_on_a_problem(kept_site: Site) -> None:
    problems = {problem.task_id: problem for problem in kept_site.default.problems}
    problem = problems["HumanEval/0"]
    models = [outcome.row.entry.slug for outcome in problem.outcomes]
    assert {"gemma-3-270m", "gpt-4o"} <= set(models)
    baselines = [outcome.row.entry.slug for outcome in problem.baselines]
    assert baselines == OWN
    assert not set(models) & set(baselines)
    assert [outcome.correct for outcome in problem.baselines][:2] == [1, 1], "the references and the canonical one"
    assert problem.solvers == sum(outcome.correct > 0 for outcome in problem.outcomes) < len(models)
    scores = [outcome.score or 0.0 for outcome in problem.outcomes]
    assert problem.mean_score == pytest.approx(fmean(scores))


def test_a_result_on_an_earlier_form_of_a_problem_is_not_shown(gpt: Entry, tmp_path: Path) -> None:
    problems = dict(gpt.result.problems)
    problems["HumanEval/3"] = problems["HumanEval/3"].model_copy(update={"hash": "0" * 64})
    place(tmp_path, "stale", gpt.result.model_copy(update={"problems": problems}))
    found = {problem.task_id: problem for problem in read_site(tmp_path).default.problems}
    assert [row.entry.slug for row in found["HumanEval/3"].stale] == ["stale"]
    assert found["HumanEval/3"].outcomes == () and len(found["HumanEval/4"].outcomes) == 1


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


def test_a_file_that_is_named_after_another_benchmark_or_broken_is_refused(tmp_path: Path, gpt: Entry) -> None:
    name = FILE.replace("humaneval", "tally-classes")
    place(tmp_path, "m", gpt.result, name)
    for benchmark in (None, "tally-classes"):
        with pytest.raises(InputError, match=rf"results/m/{name}: is a result on humaneval; its name must start with"):
            read_entries(tmp_path, benchmark=benchmark)
    assert read_entries(tmp_path, benchmark="humaneval") == []
    path = tmp_path / "results/m" / FILE
    path.write_text('{"schema_version": 1, "model": {"name": "' + "x" * 10_000 + '"}}')
    with pytest.raises(InputError, match=FILE):
        read_entries(tmp_path, benchmark="humaneval")


def test_results_on_one_benchmark_are_all_of_them_and_no_others(committed: list[Entry], checkout: Path) -> None:
    found = read_entries(checkout, benchmark="humaneval")
    assert [entry.path for entry in found] == [entry.path for entry in committed]


def test_the_leaderboard_as_data_has_a_row_a_model_with_intervals(committed: list[Entry]) -> None:
    made = board(*committed)
    rows = leaderboard_rows(made)
    assert [row["model"] for row in rows] == [row.entry.name for row in made.all_rows]
    lines = list(csv.DictReader(io.StringIO(leaderboard_csv(made))))
    for line, row in zip(lines, made.all_rows, strict=True):
        for name in ("score@1", "pass@1", "efficient@1", "within@1(2)", "speedup"):
            figure = row.entry.scored.metrics[name]
            assert (float(line[name]), float(line[f"{name} low"])) == (figure.value, figure.low)
            assert int(line[f"{name} problems"]) == figure.problems
        assert line["baseline"] == str(row.entry.baseline)


def test_the_generator_reads_results_and_benchmarks_and_nothing_above_them() -> None:
    read = {"benchmarks", "dataset", "errors", "model", "statistics"}
    files = sorted((ROOT / "site" / "generator").rglob("*.py"))
    assert len(files) > 15
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tallybench"):
                if node.module == "tallybench.sandbox.isolation":  # how the process that draws charts is started
                    continue
                assert (node.module or "").split(".")[1:2][0] in read, f"{file.name}: {node.module}"


def test_every_column_of_the_leaderboard_is_in_the_downloads(committed: list[Entry]) -> None:
    made = board(*committed)
    keys = set(leaderboard_rows(made)[0])
    for column in leaderboard.columns_on(made):
        found = column.data(made.models[0])
        assert found and set(found) <= keys, column.name
    heads = {part: [column.head for column in leaderboard.columns_of(part, made)] for part in PARTS}
    assert heads["ranked"][:5] == ["Rank", "Model", "score@1", "pass@1, %", "efficient@1, %"]
    assert [column.name for column in leaderboard.top_columns()] == list(leaderboard.TOP)
    assert heads["baselines"][:2] == ["Model", "score@1"], "a baseline has no rank"
    assert heads["claims"][:2] == ["Model", "score@1, claimed"]


def test_each_model_has_its_difference_to_each_other_and_they_are_opposite(gpt: Entry) -> None:
    made = board(*(entry(rankable(gpt), slug, verified=True) for slug in ("a", "b", "c")))
    found = differences_by_model(made)
    assert {slug: set(others) for slug, others in found.items()} == {"a": {*"bc"}, "b": {*"ac"}, "c": {*"ab"}}
    for figure in ("score@1", "efficient@1"):
        value, low, high = found["a"]["b"][figure]
        assert found["b"]["a"][figure] == [-value, -high, -low]


def test_a_text_from_elsewhere_means_nothing_where_it_cannot_be_escaped() -> None:
    text = plain(HOSTILE)
    assert len(text) <= 100
    assert not set(text) & set("<>&\"'{}`\u202e\x00\u2028")
    assert readable("a\u202eb\x00c\nd\u2028e\u200ff") == "ab c d ef"
    assert len(readable(HOSTILE, 60)) == 60


@pytest.mark.parametrize("code", [HOSTILE, "</code></pre><script>1</script>", "def f():\n\treturn '\u202e'\n", ""])
def test_code_is_escaped_and_shows_what_it_hides(code: str) -> None:
    made = highlighted(code)
    assert "<script" not in made and "\u202e" not in made and "\x00" not in made


def test_a_count_has_three_digits_and_a_unit_and_a_bound_is_marked() -> None:
    counts = (None, 1, 999, 1_000, 99_960, 999_499, 999_500, 12_345_678, 9_995_000_000)
    told = ["–", "1", "999", "1.00 k", "100 k", "999 k", "1.00 M", "12.3 M", "10.0 G"]
    assert list(map(instructions, counts)) == told
    assert [instructions(12_345_678, censored=True), instructions(None, censored=True)] == ["≥ 12.3 M", "–"]
    assert [ratio(1.234), ratio(19.96, censored=True), ratio(None)] == ["1.23×", "≥ 20.0×", "–"]


def test_a_difference_is_told_in_points_and_bold_where_it_is_more_than_chance() -> None:
    assert difference(Difference(12.34, 2.0, 20.0), Unit.POINTS) == (
        '<strong>+12.3</strong> <span class="tb-interval">+2.0 to +20.0</span>'
    )
    assert difference(Difference(-0.0001, -0.2, 0.1), Unit.SHARE) == (
        '+0.0 <span class="tb-interval">-20.0 to +10.0</span>'
    )


def test_the_samples_of_a_result_are_the_ones_it_was_made_of(
    committed: list[Entry], gpt: Entry, benchmark: Benchmark, tallybench: CommandLine, tmp_path: Path
) -> None:
    gemma = next(entry for entry in committed if entry.slug == "gemma-3-270m")
    printed = tallybench("dev", "samples", "show", ROOT / gemma.path)
    assert printed.returncode == 0, printed.stderr
    path = tmp_path / "samples.jsonl"
    path.write_text(printed.stdout)
    again = read_attempts(read_samples(str(path), benchmark.by_id), benchmark)
    hashes = {(attempt.task_id, attempt.index): attempt.code_hash for attempt in again}
    assert hashes == {(sample.task_id, sample.index): sample.code_sha256 for sample in gemma.result.samples}
    told = tallybench("dev", "samples", "show", ROOT / gpt.path)
    assert told.returncode == 2 and "withheld" in told.stderr


def test_the_site_needs_a_checkout(tallybench: CommandLine) -> None:
    told = tallybench("site")
    assert told.returncode == 2 and "checkout" in told.stderr
