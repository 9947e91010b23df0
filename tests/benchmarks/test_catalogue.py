"""Benchmarks whose texts are not ours: their catalogue, what of results may be published, and how that is checked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from tallybench.benchmarks import catalogue as catalogues_module
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.catalogue import (
    Catalogue,
    catalogues,
    dump_catalogue,
    load_catalogue,
    make_catalogue,
    shows_texts,
)
from tallybench.cli.commands import app
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.model.redaction import plain_reason, third_party_texts, without_texts
from tallybench.model.result import FailureResult, Result, StressResult, dump_result
from tallybench.model.verdicts import StressVerdict
from tallybench.statistics.published.entries import FILE, VERSION, State, read_entries
from tallybench.statistics.reading import load_result
from tallybench.submissions.checks import check_content, submission_faults
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.folder import content_digest, place_of
from tallybench.submissions.verify import stale_tasks
from tests.example_benchmark import (
    ALONE,
    NAME,
    PROGRAM,
    SHARED,
    TEXT,
    UNSOLVED,
    example_benchmark,
    example_catalogue,
    example_problem,
    example_results,
    example_source,
    raw_result,
    write_catalogue,
)
from tests.made_results import kept_result
from tests.site.sites import write_results

EMBEDDED = ["humaneval", "tally-classes", "humaneval-edit", "classes-edit"]


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """The made benchmark's catalogue, where those are looked for that come with TallyBench."""
    folder = write_catalogue(tmp_path / "catalogue")
    monkeypatch.setattr(catalogues_module, "catalogue_folder", lambda: folder)
    return load_catalogue(NAME)


def publishable(slug: str = ALONE) -> Result:
    return next(result for path, result in example_results().items() if path.startswith(f"{slug}/"))


def sample_with(result: Result, task_id: str, **changes: object) -> Result:
    samples = [one.model_copy(update=changes) if one.task_id == task_id else one for one in result.samples]
    return result.model_copy(update={"samples": tuple(samples)})


# The catalogue


def test_a_catalogue_has_facts_and_no_texts(tmp_path: Path) -> None:
    made = load_catalogue(NAME, write_catalogue(tmp_path))
    assert made == example_catalogue()
    assert list(made.problems) == [problem.task_id for problem in example_benchmark()], "in the source's order"
    program, third = made.problems[PROGRAM], made.problems["Other/3"]
    assert (program.entry_point, program.level, program.tests, program.human_solutions) == ("", "file", 200, 80)
    assert program.url == "https://made.example/data/beef01" and third.url is None
    assert (third.inputs, third.left_out) == (("stress_2",), {"stress_1": "cannot be built: ValueError"})
    assert made.exclusions == {"Other/5": "its own best solution fails: wrong_output"}
    assert made.problems["Other/4"].without_efficiency == "none of its stressful inputs can be used"
    assert TEXT not in dump_catalogue(made).decode()


def test_the_same_catalogue_has_the_same_bytes_whatever_the_order_of_what_it_was_made_of() -> None:
    source = example_source()
    turned = source.model_copy(update={"files": dict(reversed(source.files.items()))})
    again = make_catalogue(example_benchmark(), turned)
    assert dump_catalogue(again) == dump_catalogue(example_catalogue())
    assert orjson.loads(dump_catalogue(again))["name"] == NAME


def test_a_problem_whose_references_cannot_be_counted_counts_for_pass_only() -> None:
    reason = f"its references cannot be counted: {TEXT}"
    one = make_catalogue(example_benchmark(), example_source(), {"Other/1": reason}).problems["Other/1"]
    assert (one.inputs, one.without_efficiency) == ((), "its references cannot be counted")


@pytest.mark.parametrize(
    "problem",
    [
        example_problem(TEXT, "first"),
        example_problem("Other/1", TEXT),
        example_problem("<script>", "first"),
        example_problem("Other/1", "first", level="sentence"),
    ],
)
def test_what_is_no_name_cannot_be_catalogued(problem: Problem) -> None:
    with pytest.raises(InputError, match=f"{NAME}: cannot be catalogued"):
        make_catalogue(replace(example_benchmark(), problems=(problem,)), example_source())


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://made.example/", "https://made.example/ x"])
def test_a_source_is_linked_by_https_alone(url: str) -> None:
    with pytest.raises(ValidationError):
        type(example_source()).model_validate(example_source().model_dump() | {"url": url})


def test_catalogues_come_in_the_tables_order_those_of_a_folder_last_by_name(tmp_path: Path) -> None:
    folder = write_catalogue(tmp_path)
    for name in ("a-first", "coffe-code-contests", "coffe-function"):
        other = example_catalogue().model_copy(update={"name": name})
        (folder / f"{name}.json").write_bytes(dump_catalogue(other))
    names = [catalogue.name for catalogue in catalogues(folder)]
    assert names == [*EMBEDDED, "coffe-function", "coffe-code-contests", "a-first", NAME]
    assert [catalogue.name for catalogue in catalogues(tmp_path / "absent")] == EMBEDDED


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: text.replace(b'"Apache-2.0"', b'""'), r"source\.licence"),
        (lambda text: text[:-20], "is not JSON"),
        (lambda text: text.replace(b'"schema_version": 1', b'"schema_version": 9'), "schema_version"),
        (lambda text: text.replace(b'"name": "made-up"', b'"name": "made-down"'), "must be made-up"),
        (lambda text: text.replace(b'"Other/5"', b'"Other/1"'), "both among the problems and left out"),
    ],
)
def test_a_broken_catalogue_is_named_with_what_to_do(
    tmp_path: Path, damage: Callable[[bytes], bytes], told: str
) -> None:
    path = write_catalogue(tmp_path) / f"{NAME}.json"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(InputError, match=rf"{NAME}\.json.*{told}.*(restore it|make it anew)"):
        load_catalogue(NAME, tmp_path)


@pytest.mark.parametrize("name", ["../made-up", "", "Made", "absent"])
def test_a_name_that_is_none_has_no_catalogue(tmp_path: Path, name: str) -> None:
    folder = write_catalogue(tmp_path)
    with pytest.raises(InputError, match=f"has no catalogue; choose one of {', '.join(EMBEDDED)}, {NAME}"):
        load_catalogue(name, folder)


def test_the_catalogue_of_a_benchmark_that_comes_with_us_is_computed_from_its_problems() -> None:
    ours, catalogue = load_benchmark(), load_catalogue("humaneval")
    assert (catalogue.hash, len(catalogue.problems)) == (ours.hash, 164)
    assert (catalogue.texts, catalogue.audited) == (ours.texts, True)
    assert catalogue.texts.shown and catalogue.texts.licence == "MIT"
    assert catalogue.left_out == frozenset() and catalogue.exclusions == {}
    for problem in ours:
        listed = catalogue.problems[problem.task_id]
        assert (listed.task_id, listed.hash, listed.entry_point) == (problem.task_id, problem.hash, problem.entry_point)
        assert listed.without_efficiency == problem.without_efficiency
        assert listed.inputs == tuple(given.name for given in problem.stressful)
        assert listed.tests >= 1 and listed.human_solutions == 1
    assert catalogue.problems["HumanEval/0"].tests == 7


def test_catalogues_that_come_with_us_keep_their_bytes_when_they_are_written_again() -> None:
    listed = [catalogue for catalogue in catalogues() if not catalogue.audited]
    assert [catalogue.name for catalogue in listed] == ["coffe-function", "coffe-code-contests", "classeval"]
    for catalogue in listed:
        path = catalogues_module.catalogue_folder() / f"{catalogue.name}.json"
        assert dump_catalogue(catalogue) == path.read_bytes()
        assert not catalogue.texts.shown


def test_texts_are_shown_where_the_table_or_the_catalogue_allow_it(listed: Catalogue) -> None:
    assert [shows_texts(name) for name in ("humaneval", "a-dataset-of-somebody")] == [True, True]
    assert [shows_texts(name) for name in (NAME, "coffe-file", "mbpp", "mbpp+")] == [False] * 4


# Results without texts


@pytest.mark.parametrize(
    ("reason", "plain"),
    [
        ("cannot be built: ValueError: invalid literal", "cannot be built: ValueError"),
        ("its own best solution fails: wrong_output: got [1, 2]", "its own best solution fails: wrong_output"),
        ("its references cannot be counted: Other/1: stress_1", "its references cannot be counted"),
        ("cannot be built: SecretError: data", "cannot be built"),
        ("no headroom", "no headroom"),
    ],
)
def test_of_a_reason_our_own_words_stay(reason: str, plain: str) -> None:
    assert plain_reason(reason) == plain == plain_reason(plain)


def test_a_result_without_texts_keeps_verdicts_counts_and_hashes() -> None:
    raw, bare = raw_result(ALONE), publishable()
    assert TEXT in b"".join(dump_result(raw)).decode() and TEXT not in b"".join(dump_result(bare)).decode()
    assert bare.code_withheld and bare.metrics == raw.metrics
    for one, other in zip(raw.samples, bare.samples, strict=True):
        assert (one.verdict, one.code_sha256, other.code) == (other.verdict, other.code_sha256, None)
        counts = {name: (stress.verdict, stress.count) for name, stress in one.stress.items()}
        assert counts == {name: (stress.verdict, stress.count) for name, stress in other.stress.items()}
    failures = {one.task_id: one.failure for one in bare.samples if one.failure}
    assert failures == {UNSOLVED: FailureResult(reason="exception: ValueError")}
    assert without_texts(bare) == bare
    assert list(third_party_texts(bare)) == []


@pytest.mark.parametrize(
    ("task_id", "changes", "where"),
    [
        (UNSOLVED, {"failure": FailureResult(reason="exception", call=TEXT)}, "samples[1].failure"),
        (UNSOLVED, {"failure": FailureResult(reason="exception", expected=TEXT)}, "samples[1].failure"),
        (UNSOLVED, {"failure": FailureResult(reason="exception", got=TEXT)}, "samples[1].failure"),
        (UNSOLVED, {"failure": FailureResult(reason=f"KeyError: {TEXT}")}, "samples[1].failure"),
        ("Other/1", {"code": TEXT}, "samples[0].code"),
        ("Other/1", {"sanitized": (TEXT,)}, "samples[0].sanitized"),
        (
            "Other/3",
            {"stress": {"stress_2": StressResult(verdict=StressVerdict.EXCEPTION, reason=TEXT)}},
            "samples[2].stress",
        ),
    ],
)
def test_a_submission_with_texts_of_others_is_refused(
    listed: Catalogue, task_id: str, changes: dict[str, object], where: str
) -> None:
    content = b"".join(dump_result(sample_with(publishable(), task_id, **changes)))
    _, faults = check_content(content)
    assert where in {one.where for one in faults if "third-party text" in one.what}
    assert check_content(b"".join(dump_result(publishable())))[1] == []


# Checking results by the catalogue


@pytest.mark.parametrize("slug", [SHARED, ALONE])
def test_a_result_is_valid_by_the_catalogue_alone(listed: Catalogue, slug: str) -> None:
    assert result_faults(publishable(slug)) == []
    assert stale_tasks(publishable(slug), listed.problems.values()) == []


def test_a_benchmark_without_catalogue_or_data_is_no_benchmark() -> None:
    assert [one.where for one in result_faults(publishable()) if one.where.startswith("benchmark")] == [
        "benchmark.name"
    ]


def problem_with(result: Result, task_id: str, **changes: object) -> Result:
    problems = dict(result.problems)
    problems[task_id] = problems[task_id].model_copy(update=changes)
    return result.model_copy(update={"problems": problems})


def without(result: Result, task_id: str) -> Result:
    problems = {name: one for name, one in result.problems.items() if name != task_id}
    samples = tuple(one for one in result.samples if one.task_id != task_id)
    return result.model_copy(update={"problems": problems, "samples": samples})


@pytest.mark.parametrize(
    ("change", "where", "stale"),
    [
        (lambda one: problem_with(one, "Other/1", hash="0" * 64), "problems.Other/1.hash", True),
        (lambda one: problem_with(one, "Other/1", entry_point="last"), "problems.Other/1.entry_point", False),
        (lambda one: problem_with(one, PROGRAM, entry_point="main"), f"problems.{PROGRAM}.entry_point", False),
        (lambda one: problem_with(one, "Other/1", inputs={}), "problems.Other/1.inputs", False),
        (
            lambda one: problem_with(one, "Other/1", without_efficiency="too hard"),
            "problems.Other/1.without_efficiency",
            False,
        ),
        (lambda one: without(one, "Other/1"), "problems", False),
        (lambda one: one.model_copy(update={"exclusions": one.exclusions[1:]}), "exclusions", False),
        (
            lambda one: one.model_copy(update={"benchmark": one.benchmark.model_copy(update={"hash": "0" * 64})}),
            "benchmark.hash",
            True,
        ),
    ],
)
def test_a_result_that_the_catalogue_denies_is_refused(
    listed: Catalogue, change: Callable[[Result], Result], where: str, stale: bool
) -> None:
    found = {one.where: one.stale for one in result_faults(change(publishable()))}
    assert found.get(where) is stale


def test_a_changed_problem_makes_its_rows_stale(listed: Catalogue) -> None:
    changed = problem_with(publishable(), "Other/3", hash="0" * 64)
    assert stale_tasks(changed, listed.problems.values()) == ["Other/3"]


# Their place among the results


@pytest.mark.parametrize(
    ("stem", "benchmark", "date"),
    [
        ("humaneval-2026-11-22-efb6cb7b", "humaneval", "2026-11-22"),
        ("coffe-function-2026-11-22-efb6cb7b", "coffe-function", "2026-11-22"),
        ("coffe-code-contests-2026-11-22-efb6cb7b", "coffe-code-contests", "2026-11-22"),
        ("a-2026-01-01-2026-11-22-efb6cb7b", "a-2026-01-01", "2026-11-22"),
    ],
)
def test_a_files_name_is_taken_apart_at_its_date(stem: str, benchmark: str, date: str) -> None:
    found = FILE.fullmatch(stem)
    assert found is not None and (found["benchmark"], found["date"]) == (benchmark, date)


@pytest.mark.parametrize("stem", ["-2026-11-22-efb6cb7b", "2026-11-22-efb6cb7b", "Coffe-2026-11-22-efb6cb7b", "a/b"])
def test_a_file_without_a_benchmark_in_its_name_is_none(stem: str) -> None:
    assert FILE.fullmatch(stem) is None


@pytest.mark.parametrize("version", ["data-0123456789ab/..", "data-", "data-0123456789AB", "data-0123456789ab+x"])
def test_a_version_of_data_is_a_hash_and_nothing_else(version: str) -> None:
    assert VERSION.fullmatch("data-0123456789ab") and VERSION.fullmatch(version) is None


def test_a_result_under_the_name_of_another_benchmark_is_refused(listed: Catalogue, tmp_path: Path) -> None:
    content = b"".join(dump_result(publishable()))
    for name, refused in ((NAME, False), (f"{NAME}-x", True), ("humaneval", True)):
        path = tmp_path / "results" / ALONE / f"{name}-2026-11-22-{content_digest(content)}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        found = [str(one) for one in submission_faults(path)]
        assert found == ([f"its name must start with {NAME}-"] if refused else []), name


def test_a_result_is_listed_as_code_withheld_and_can_be_placed(listed: Catalogue, tmp_path: Path) -> None:
    root = write_results(tmp_path / "tree", example_results())
    assert {(one.slug, one.benchmark, one.state) for one in read_entries(root)} == {
        (slug, NAME, State.CODE_WITHHELD) for slug in (SHARED, ALONE)
    }
    content = b"".join(dump_result(publishable()))
    place = place_of(publishable(), content, "2026-11-22", None, root)
    assert place.match(f"results/{ALONE}/{NAME}-2026-11-22-*.json")
    (root / place).write_bytes(content)
    with pytest.raises(InputError, match="is this very file"):
        place_of(publishable(), content, "2026-11-22", None, root)


def test_submit_takes_out_what_is_not_ours(listed: Catalogue, tmp_path: Path) -> None:
    given, root = tmp_path / "result.json", tmp_path / "tree"
    given.write_bytes(b"".join(dump_result(raw_result(ALONE))))
    (root / "results").mkdir(parents=True)
    done = CliRunner().invoke(app, ["submit", str(given), "--root", str(root), "--date", "2026-11-22"])
    assert done.exit_code == 0, done.output
    assert "were taken out" in done.output
    (placed,) = (root / "results").glob("*/*.json")
    assert load_result(placed) == publishable() and TEXT not in placed.read_text()


def test_failures_on_our_own_benchmark_may_quote_its_tests() -> None:
    path = kept_result("gpt-4o")
    assert list(third_party_texts(load_result(path)))
    assert submission_faults(path) == []
