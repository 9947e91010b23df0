"""Benchmarks whose texts are not ours: their catalogue, what of results may be published, and how that is checked."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from evaluator.benchmarks import catalogue as catalogues_module
from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.catalogue import (
    Catalogue,
    catalogues,
    dump_catalogue,
    has_catalogue,
    load_catalogue,
    make_catalogue,
)
from evaluator.benchmarks.known import known_benchmark
from evaluator.cli.commands import app
from evaluator.errors import InputError
from evaluator.results.published.entries import FILE, VERSION, State, read_entries
from evaluator.results.reading import load_result
from evaluator.results.redaction import plain_reason, third_party_texts, without_texts
from evaluator.results.result import FailureResult, Result, StressResult, dump_result
from evaluator.results.verdicts import StressVerdict
from evaluator.submissions.checks import content_faults, submission_faults
from evaluator.submissions.consistency import result_faults
from evaluator.submissions.places import content_digest, place_of
from evaluator.submissions.stale import stale_tasks
from tests.made_foreign import (
    ALONE,
    NAME,
    PROGRAM,
    SHARED,
    TEXT,
    UNSOLVED,
    MadeBenchmark,
    MadeProblem,
    foreign_results,
    made_catalogue,
    made_source,
    raw_result,
    write_catalogue,
)
from tests.made_results import kept_result
from tests.site.sites import write_results


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    """The made benchmark's catalogue, where those are looked for that come with TallyBench."""
    folder = write_catalogue(tmp_path / "catalogue")
    monkeypatch.setattr(catalogues_module, "catalogue_folder", lambda: folder)
    return load_catalogue(NAME)


def publishable(slug: str = ALONE) -> Result:
    return next(result for path, result in foreign_results().items() if path.startswith(f"{slug}/"))


def sample_with(result: Result, task_id: str, **changes: object) -> Result:
    samples = [one.model_copy(update=changes) if one.task_id == task_id else one for one in result.samples]
    return result.model_copy(update={"samples": tuple(samples)})


# The catalogue


def test_a_catalogue_has_facts_and_no_texts(tmp_path: Path) -> None:
    made = load_catalogue(NAME, write_catalogue(tmp_path))
    assert made == made_catalogue()
    assert list(made.problems) == [problem.task_id for problem in MadeBenchmark()], "in the source's order"
    program, third = made.problems[PROGRAM], made.problems["Other/3"]
    assert (program.entry_point, program.level, program.tests, program.human_solutions) == (None, "file", 200, 80)
    assert program.url == "https://made.example/data/beef01" and third.url is None
    assert (third.inputs, third.left_out) == (("stress_2",), {"stress_1": "cannot be built: ValueError"})
    assert made.exclusions == {"Other/5": "its own best solution fails: wrong_output"}
    assert made.problems["Other/4"].without_efficiency == "none of its stressful inputs can be used"
    assert TEXT not in dump_catalogue(made).decode()


def test_the_same_catalogue_has_the_same_bytes_whatever_the_order_of_what_it_was_made_of() -> None:
    source = made_source()
    turned = source.model_copy(update={"files": dict(reversed(source.files.items()))})
    urls = {PROGRAM: "https://made.example/data/beef01"}
    again = make_catalogue(MadeBenchmark(), turned, {"Other/none": 3, PROGRAM: 80}, {}, urls)
    assert dump_catalogue(again) == dump_catalogue(made_catalogue())
    assert orjson.loads(dump_catalogue(again))["name"] == NAME


def test_a_problem_whose_references_cannot_be_counted_counts_for_pass_only() -> None:
    reason = f"its references cannot be counted: {TEXT}"
    one = make_catalogue(MadeBenchmark(), made_source(), {}, {"Other/1": reason}, {}).problems["Other/1"]
    assert (one.inputs, one.without_efficiency) == ((), "its references cannot be counted")


@pytest.mark.parametrize(
    "problem",
    [
        MadeProblem(TEXT, "first"),
        MadeProblem("Other/1", TEXT),
        MadeProblem("<script>", "first"),
        MadeProblem("Other/1", "first", level="sentence"),
    ],
)
def test_what_is_no_name_cannot_be_catalogued(problem: MadeProblem) -> None:
    with pytest.raises(InputError, match=f"{NAME}: cannot be catalogued"):
        make_catalogue(replace(MadeBenchmark(), problems=(problem,)), made_source(), {}, {}, {})


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://made.example/", "https://made.example/ x"])
def test_a_source_is_linked_by_https_alone(url: str) -> None:
    with pytest.raises(ValidationError):
        type(made_source()).model_validate(made_source().model_dump() | {"url": url})


def test_all_catalogues_of_a_folder_are_found_by_name(tmp_path: Path) -> None:
    folder = write_catalogue(tmp_path)
    other = made_catalogue().model_copy(update={"name": "a-first"})
    (folder / "a-first.json").write_bytes(dump_catalogue(other))
    assert [one.name for one in catalogues(folder)] == ["a-first", NAME]
    assert catalogues(tmp_path / "absent") == []


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
    assert not has_catalogue(name, folder)
    with pytest.raises(InputError, match=f"has no catalogue; there is: {NAME}"):
        load_catalogue(name, folder)


def test_our_own_benchmark_is_known_by_its_problems() -> None:
    ours, known = load_benchmark(), known_benchmark("humaneval")
    assert (known.hash, len(known.problems), known.foreign) == (ours.hash, 164, False)
    assert known.by_id["HumanEval/0"].inputs == tuple(one.name for one in ours.by_id["HumanEval/0"].stressful)


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
    faults = content_faults(content, None)
    assert where in {one.where for one in faults if "third-party text" in one.what}
    assert content_faults(b"".join(dump_result(publishable())), None) == []


# Checking results by the catalogue


@pytest.mark.parametrize("slug", [SHARED, ALONE])
def test_a_result_is_valid_by_the_catalogue_alone(listed: Catalogue, slug: str) -> None:
    assert result_faults(publishable(slug)) == []
    assert stale_tasks(publishable(slug), known_benchmark(NAME)) == []


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
    assert stale_tasks(changed, known_benchmark(NAME)) == ["Other/3"]


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
    root = write_results(tmp_path / "tree", foreign_results())
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
    assert "taken out of it" in done.output
    (placed,) = (root / "results").glob("*/*.json")
    assert load_result(placed) == publishable() and TEXT not in placed.read_text()


def test_failures_on_our_own_benchmark_may_quote_its_tests() -> None:
    path = kept_result("gpt-4o")
    assert list(third_party_texts(load_result(path)))
    assert submission_faults(path) == []
