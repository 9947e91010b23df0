"""The site's pages of a benchmark whose texts are not ours: what is on them, and what is not."""

import gzip
import json
from pathlib import Path

import orjson
import pytest
from generator.build import read_site
from playwright.sync_api import Page, expect

from evaluator.benchmarks.measured import dump_measured, load_measured
from evaluator.errors import InputError
from evaluator.results.published.boards import make_boards
from evaluator.results.published.entries import read_entries
from tests.example_benchmark import (
    ALONE,
    NAME,
    PROGRAM,
    SHARED,
    TEXT,
    VERSION,
    example_benchmark,
    example_catalogue,
    example_results,
    write_catalogue,
)
from tests.site.browsing import browser, complaints, page, serve
from tests.site.sites import ROOT, BuiltSite, tags_of, write_results
from tests.site.visiting import Visit, models, rows, site, visit

__all__ = ["browser", "complaints", "page", "serve", "site", "visit"]  # fixtures

HOME = f"benchmarks/{NAME}/"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with the made benchmark and its results, and none of ours."""
    write_catalogue(tmp_path / "hf_dataset" / "catalogue")
    return write_results(tmp_path, example_results())


def cells(html: str) -> list[str]:
    return [" ".join("".join(tag.text).split()) for tag in tags_of(html) if tag.name in ("td", "th", "dt", "dd", "h1")]


def test_a_benchmark_has_a_page_each_problem_one_and_each_model_one(built_site: BuiltSite) -> None:
    pages = set(built_site.pages())
    slugs = ("other-1", "other-2", "other-3", "other-4", "programs-beef01")
    assert {f"{HOME}problems/{slug}/index.html" for slug in slugs} | {
        f"{HOME}index.html",
        f"{HOME}compare/index.html",
        f"models/{ALONE}/index.html",
        "benchmarks/index.html",
    } <= pages
    assert not any(page.startswith(f"{HOME}problems/other-5") for page in pages), "it is left out"
    found = built_site.read(HOME)
    for told in ("MADE: A Made-up Benchmark", "Nobody et al.", "Apache-2.0", "https://made.example/paper", VERSION):
        assert told in found
    assert "Other/5: its own best solution fails: wrong_output" in found
    assert "Other/3, stress_1: cannot be built: ValueError" in found


def test_no_text_of_others_is_anywhere_on_the_site(built_site: BuiltSite) -> None:
    for file in built_site.folder.rglob("*"):
        if file.is_file():
            assert TEXT.encode() not in file.read_bytes(), file


def test_a_problem_has_statistics_every_models_verdict_and_a_link_to_the_source(built_site: BuiltSite) -> None:
    found = built_site.read(f"{HOME}problems/other-3/")
    assert {"third", "efficient", "exception under stress", "1 of 1", "1.00 M", "1.00×"} <= set(cells(found))
    assert 'href="https://made.example/data"' in found and "in the source&#39;s data" in found
    assert found.count('class="tb-figure"') == 1, "the chart of what models spend"
    assert 'id="statement"' not in found and 'id="solutions"' not in found
    program = built_site.read(f"{HOME}problems/programs-beef01/")
    assert {PROGRAM, "file", "200", "80"} <= set(cells(program))
    assert 'href="https://made.example/data/beef01"' in program and "at the source" in program
    assert "none of its stressful inputs can be used" in built_site.read(f"{HOME}problems/other-4/")


def test_a_problem_that_nobody_solved_has_no_chart(built_site: BuiltSite) -> None:
    found = built_site.read(f"{HOME}problems/other-2/")
    assert "tb-figure" not in found and cells(found).count("exception") == 2


def test_its_leaderboard_stands_below_ours_and_in_no_table_of_ours(built_site: BuiltSite) -> None:
    for path in ("", "leaderboard/"):
        ours, _, theirs = built_site.read(path).partition(f'id="{NAME}"')
        assert f'models/{ALONE}/"' not in ours and f'models/{ALONE}/"' in theirs, path
        assert "5 problems, of which 4 count for efficiency; 1 more is left out" in theirs
    assert ALONE not in {row["file"].split("/")[1] for row in built_site.board()}
    theirs = orjson.loads(built_site.read(f"data/{NAME}/leaderboard-{VERSION}.json"))
    assert [(row["model"], row["rank"], row["state"]) for row in theirs] == [
        ("Gemma 3 270M", 1, "code withheld"),
        ("Elsewhere only", 2, "code withheld"),
    ]
    assert orjson.loads(built_site.read(f"data/{NAME}/catalogue.json"))["name"] == NAME


def test_a_models_page_has_a_section_a_benchmark(built_site: BuiltSite) -> None:
    both, alone = built_site.read(f"models/{SHARED}/"), built_site.read(f"models/{ALONE}/")
    assert both.index('id="again"') < both.index(f'id="{NAME}"'), "ours first"
    assert "Other runs of this model" not in both, "a run on another benchmark is no other run"
    assert f'id="{NAME}"' in alone and 'id="again"' not in alone
    assert cells(both).count("All 5 problems") == 0 and both.count(f"{HOME}problems/") == 5 + 3


def test_the_search_knows_their_problems_by_title_alone(built_site: BuiltSite) -> None:
    docs = json.loads(built_site.read("search/search_index.json"))["docs"]
    found = {one["location"]: one for one in docs if one["location"].startswith(f"{HOME}problems/")}
    assert len(found) == 5
    assert {one["text"] for one in found.values()} == {problem.task_id for problem in example_benchmark()}
    assert found[f"{HOME}problems/other-1/"]["title"] == f"first_of_all (Other/1, {NAME})"


def test_pages_of_problems_are_small(built_site: BuiltSite) -> None:
    for path in ("other-1", "programs-beef01"):
        assert len(gzip.compress(built_site.read(f"{HOME}problems/{path}/").encode())) < 40_000


def test_boards_are_ours_first_then_one_a_benchmark(root: Path) -> None:
    made = make_boards([*read_entries(root), *read_entries(ROOT)])
    assert [board.benchmark for board in made][:: len(made) - 1] == ["humaneval", NAME]
    theirs = made[-1]
    assert [row.entry.slug for row in theirs.rows] == [SHARED, ALONE]
    assert all(row.entry.benchmark == board.benchmark for board in made for row in board.all_rows)


def test_results_on_other_data_have_a_leaderboard_of_their_own(root: Path) -> None:
    path, result = next(iter(example_results().items()))
    older = result.benchmark.model_copy(update={"version": "data-ffffffffffff", "hash": "0" * 64})
    write_results(root, {path.replace("2026-11", "2026-12"): result.model_copy(update={"benchmark": older})})
    (other,) = read_site(root).foreign
    assert [board.version for board in other.boards] == ["data-ffffffffffff", VERSION], "the newest result first"
    assert other.board.version == VERSION == example_catalogue().version, "the catalogue's is what is shown"


def test_measurements_that_quote_the_data_are_refused(root: Path) -> None:
    ours = load_measured()
    one = ours.problems["HumanEval/0"].model_copy(update={"hash": example_catalogue().problems["Other/1"].hash})
    theirs = ours.model_copy(update={"benchmark": NAME, "problems": {"Other/1": one}})
    file = root / "hf_dataset" / "measured" / f"{NAME}.json"
    file.parent.mkdir()
    file.write_bytes(dump_measured(theirs))
    with pytest.raises(InputError, match=rf"{NAME}\.json: problems\.Other/1\.inputs\..*preview"):
        read_site(root)
    inputs = {name: part.model_copy(update={"preview": ""}) for name, part in one.inputs.items()}
    bare = theirs.model_copy(update={"problems": {"Other/1": one.model_copy(update={"inputs": inputs})}})
    file.write_bytes(dump_measured(bare))
    (view, *_) = read_site(root).foreign[0].problems
    assert view.references.keys() == inputs.keys() and view.best_total == view.total_of(one.best_known)


def test_a_result_of_an_unknown_benchmark_is_on_no_page(root: Path) -> None:
    (root / "hf_dataset" / "catalogue" / f"{NAME}.json").unlink()
    found = read_site(root)
    assert found.foreign == () and found.boards == () and found.with_page == frozenset()


def test_two_models_are_compared_on_their_benchmark(page: Page, visit: Visit) -> None:
    visit(f"{HOME}compare/?a={ALONE}&b={SHARED}")
    result = page.locator(".tb-compare-result")
    expect(result).to_contain_text("A Elsewhere only, B Gemma 3 270M")
    expect(result).to_contain_text("Of 5 problems 4 count for efficiency: A wins 0, B wins 3")
    assert rows(page, "compare").count() == 5
    page.get_by_role("link", name="Other/1 first_of_all").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("first_of_all")


def test_their_leaderboard_is_filtered_by_itself(page: Page, visit: Visit) -> None:
    visit("leaderboard/")
    before = models(page)
    page.locator(f'[data-table="{NAME}-ranked"]').get_by_label("Filter").fill("alone")
    assert models(page, f"{NAME}-ranked") == [] and models(page) == before
    page.locator(f'[data-table="{NAME}-ranked"]').get_by_label("Filter").fill("elsewhere")
    assert models(page, f"{NAME}-ranked") == ["Elsewhere only"]
