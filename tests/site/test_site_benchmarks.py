"""Several benchmarks on one site: the pages of one whose texts may not be shown, and what leads from one to another."""

import json
from pathlib import Path

import orjson
import pytest
from generator.benchmark import BenchmarkView
from generator.pages import compare_page
from generator.site import read_site
from playwright.sync_api import Page, expect

from tallybench.benchmarks.measured import board_file, dump_measured, read_measured
from tallybench.errors import InputError
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
from tests.site.conftest import templates_of
from tests.site.few_problems import kept_results
from tests.site.sites import BuiltSite, tags_of, write_results
from tests.site.visiting import Visit, models, rows

HOME = f"benchmarks/{NAME}/"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with the example benchmark and its results, and no results of another one."""
    write_catalogue(tmp_path / "hf_dataset" / "catalogue")
    return write_results(tmp_path, example_results())


def example_in(root: Path) -> BenchmarkView:
    """The example benchmark on the site of a tree."""
    (found,) = (benchmark for benchmark in read_site(root).benchmarks if benchmark.name == NAME)
    return found


def cells(html: str) -> list[str]:
    return [" ".join("".join(tag.text).split()) for tag in tags_of(html) if tag.name in ("td", "th", "dt", "dd", "h1")]


def test_a_benchmark_has_the_pages_that_every_benchmark_has(built_site: BuiltSite) -> None:
    pages = set(built_site.pages())
    parts = ("leaderboard", "problems", "compare", "heatmap")
    default, other = ({f"{home}{part}/index.html" for part in parts} for home in ("", HOME))
    slugs = ("other-1", "other-2", "other-3", "other-4", "programs-beef01")
    assert default | other <= pages
    assert {f"{HOME}problems/{slug}/index.html" for slug in slugs} <= pages
    assert {f"{HOME}index.html", "benchmarks/humaneval/index.html", f"models/{ALONE}/index.html"} <= pages
    assert not any(page.startswith(f"{HOME}problems/other-5") for page in pages), "it is left out"


def test_a_page_tells_what_a_benchmark_is_and_what_is_left_out(built_site: BuiltSite) -> None:
    found = built_site.read(HOME)
    for told in ("MADE: A Made-up Benchmark", "Nobody et al.", "Apache-2.0", "https://made.example/paper", VERSION):
        assert told in found
    assert "Other/5: its own best solution fails: wrong_output" in found
    assert "Other/3, stress_1: cannot be built: ValueError" in found
    assert "are not shown here" in found
    default = built_site.read("benchmarks/humaneval/")
    assert "licence: MIT" in default and "https://github.com/openai/human-eval" in default
    assert "are not shown here" not in default


def test_no_text_of_others_is_anywhere_on_the_site(built_site: BuiltSite) -> None:
    for file in built_site.folder.rglob("*"):
        if file.is_file():
            assert TEXT.encode() not in file.read_bytes(), file


def test_a_problem_has_statistics_every_models_verdict_and_a_link_to_the_source(built_site: BuiltSite) -> None:
    found = built_site.read(f"{HOME}problems/other-3/")
    assert {"third", "efficient", "exception under stress", "1.00 M", "1.00×"} <= set(cells(found))
    assert 'href="https://made.example/data"' in found and "in the source&#39;s data" in found
    assert found.count('class="tb-figure"') == 1, "the chart of what models spend"
    assert "The statement is not shown" in found and "licence: Apache-2.0" in found
    assert 'id="contract"' not in found and 'id="solutions"' not in found
    assert "stress 1: cannot be built: ValueError" in found, "the input that is left out"
    program = built_site.read(f"{HOME}problems/programs-beef01/")
    assert {PROGRAM, "file", "200", "80"} <= set(cells(program))
    assert 'href="https://made.example/data/beef01"' in program and "at the source" in program
    assert f"--benchmark {NAME} --data DIR --ids {PROGRAM}" in program
    assert "none of its stressful inputs can be used" in built_site.read(f"{HOME}problems/other-4/")
    unsolved = built_site.read(f"{HOME}problems/other-2/")
    assert "tb-figure" not in unsolved and cells(unsolved).count("exception") == 2
    assert "0 of 2 models and settings, ranked or not" in cells(unsolved)


def test_a_problem_whose_texts_are_shown_has_the_same_parts_and_more(built_site: BuiltSite) -> None:
    ours, theirs = built_site.read("problems/humaneval-3/"), built_site.read(f"{HOME}problems/other-1/")
    parts = {name: {tag["id"] for tag in tags_of(page)} for name, page in (("ours", ours), ("theirs", theirs))}
    assert {"statement", "models", "code", "inputs", "source", "run"} <= parts["theirs"]
    assert {"statement", "models", "inputs", "source", "run", "contract", "solutions"} <= parts["ours"]
    statement = ours[ours.index('id="statement"') : ours.index('id="models"')]
    assert '<span class="nf">below_zero</span>' in statement, "it is coloured"
    assert "licence: MIT" in ours and "--ids HumanEval/3 --model" in ours


def test_a_page_has_one_board_and_links_to_the_others(built_site: BuiltSite) -> None:
    for part in ("leaderboard/", "problems/", "compare/", "heatmap/"):
        default, other = built_site.read(part), built_site.read(HOME + part)
        for html, here, there in ((default, "humaneval", NAME), (other, NAME, "humaneval")):
            links = [tag for tag in tags_of(html) if tag.name == "a" and tag["href"].endswith(f"/{part}")]
            assert [tag["aria-current"] for tag in links if tag["aria-current"]] == ["page"], (part, here)
            assert f'aria-current="page">{here}</a>' in html and f">{there}</a>" in html
    assert f'models/{ALONE}/"' not in built_site.read("leaderboard/")
    assert f'models/{ALONE}/"' in built_site.read(f"{HOME}leaderboard/")
    assert "5 problems, of which 4 count for efficiency" in built_site.read(f"{HOME}leaderboard/")


def test_the_home_page_has_one_board_and_names_the_other_benchmarks(built_site: BuiltSite) -> None:
    home = built_site.read("")
    assert home.count("<table") == 1
    assert f'models/{ALONE}/"' not in home
    told = "5 problems of MADE: A Made-up Benchmark, 2 models, not ranked yet"
    assert f'<a href="{HOME}leaderboard/">{NAME}</a>: {told}' in home


def test_a_board_on_which_nobody_is_ranked_says_so_in_words(built_site: BuiltSite) -> None:
    page = built_site.read(f"{HOME}leaderboard/")
    assert f"No model is ranked on {NAME}" in page and 'id="claims"' in page
    assert '<a href="#claims">2 models</a> stand below the leaderboard as claims of their submitters' in page
    assert 'data-table="ranked"' not in page and 'data-table="claims"' in page


def test_its_leaderboard_is_data_of_its_own(built_site: BuiltSite) -> None:
    assert ALONE not in {row["file"].split("/")[1] for row in built_site.board()}
    theirs = orjson.loads(built_site.read(f"data/{NAME}/leaderboard-{VERSION}.json"))
    assert [(row["model"], row["rank"], row["state"]) for row in theirs] == [
        ("Elsewhere only", None, "code withheld"),
        ("Gemma 3 270M", None, "code withheld"),
    ]
    assert all(row["claim"] for row in theirs)
    assert orjson.loads(built_site.read(f"data/{NAME}/catalogue.json"))["name"] == NAME


def test_a_models_page_has_a_section_a_benchmark(built_site: BuiltSite) -> None:
    both, alone = built_site.read(f"models/{SHARED}/"), built_site.read(f"models/{ALONE}/")
    assert both.index('id="humaneval"') < both.index(f'id="{NAME}"'), "the default one first"
    assert "Other runs of this model" not in both, "a run on another benchmark is no other run"
    assert f'id="{NAME}"' in alone and 'id="humaneval"' not in alone
    assert both.count(f"{HOME}problems/") == 5 + 3 + 3 + 1, "in the table, the chart, the best and the worst"


def test_the_search_knows_their_problems_by_title_alone(built_site: BuiltSite) -> None:
    docs = json.loads(built_site.read("search/search_index.json"))["docs"]
    found = {doc["location"]: doc for doc in docs if doc["location"].startswith(f"{HOME}problems/")}
    assert found.pop(f"{HOME}problems/")["title"] == f"Problems of {NAME}"
    assert len(found) == 5
    assert {doc["text"] for doc in found.values()} == {problem.task_id for problem in example_benchmark()}
    assert found[f"{HOME}problems/other-1/"]["title"] == f"first_of_all (Other/1, {NAME})"


def test_benchmarks_come_the_one_that_comes_along_first_each_with_its_boards(root: Path) -> None:
    write_results(root, kept_results("phi-4"))
    site = read_site(root)
    assert [benchmark.name for benchmark in site.benchmarks] == [*EMBEDDED, NAME]
    homes = ["", *(f"benchmarks/{name}/" for name in EMBEDDED[1:]), HOME]
    assert [benchmark.home for benchmark in site.benchmarks] == homes
    assert [bool(benchmark.board.models) for benchmark in site.benchmarks] == [True, False, False, False, True]
    for benchmark in site.benchmarks:
        assert all(row.entry.benchmark == benchmark.name for row in benchmark.board.all_rows)
    assert {row.entry.slug for row in example_in(root).board.claims} == {SHARED, ALONE}


EMBEDDED = ["humaneval", "tally-classes", "humaneval-edit", "classes-edit"]


def test_results_on_other_data_have_a_leaderboard_of_their_own(root: Path) -> None:
    path, result = next(iter(example_results().items()))
    older = result.benchmark.model_copy(update={"version": "data-ffffffffffff", "hash": "0" * 64})
    write_results(root, {path.replace("2026-11", "2026-12"): result.model_copy(update={"benchmark": older})})
    example = example_in(root)
    assert [board.version for board in example.boards] == ["data-ffffffffffff", VERSION], "the newest result first"
    assert example.board.version == VERSION == example_catalogue().version, "the catalogue's is what is shown"
    assert [board.version for board in example.other_boards] == ["data-ffffffffffff"]


def test_measurements_that_quote_the_data_are_refused(root: Path) -> None:
    ours = read_measured(board_file("humaneval"))
    problem = ours.problems["HumanEval/0"].model_copy(update={"hash": example_catalogue().problems["Other/1"].hash})
    theirs = ours.model_copy(update={"benchmark": NAME, "problems": {"Other/1": problem}})
    file = root / "hf_dataset" / "measured" / f"{NAME}.json"
    file.parent.mkdir()
    file.write_bytes(dump_measured(theirs))
    with pytest.raises(InputError, match=rf"{NAME}\.json: problems\.Other/1\.inputs\..*preview"):
        read_site(root)
    inputs = {name: given.model_copy(update={"preview": ""}) for name, given in problem.inputs.items()}
    bare = theirs.model_copy(update={"problems": {"Other/1": problem.model_copy(update={"inputs": inputs})}})
    file.write_bytes(dump_measured(bare))
    references = example_in(root).problems[0].references
    assert references is not None and references.by_input.keys() == inputs.keys()
    assert references.best_total == references.total_of(problem.best_known)


def test_a_result_of_an_unknown_benchmark_is_on_no_page(root: Path) -> None:
    (root / "hf_dataset" / "catalogue" / f"{NAME}.json").unlink()
    site = read_site(root)
    assert [benchmark.name for benchmark in site.benchmarks] == EMBEDDED
    assert site.default.boards == () and site.slugs == frozenset()


def test_a_benchmark_without_two_results_has_nothing_to_compare_and_says_so(tmp_path: Path) -> None:
    write_catalogue(tmp_path / "hf_dataset" / "catalogue")
    path, result = next(iter(example_results().items()))
    write_results(tmp_path, {path: result})
    example = example_in(tmp_path)
    page = compare_page(templates_of(read_site(tmp_path)), example)
    assert "there is only one" in page.html and "<form" not in page.html


def test_two_models_are_compared_on_their_benchmark(page: Page, visit: Visit) -> None:
    visit(f"{HOME}compare/?a={ALONE}&b={SHARED}")
    result = page.locator(".tb-compare-result")
    expect(result).to_contain_text("A Elsewhere only (claim), B Gemma 3 270M (claim)")
    expect(result).to_contain_text("Gemma 3 270M (claim) is a claim: its figures and counts are the submitter's")
    expect(result).to_contain_text("A spends less on 0, B on 3")
    assert rows(page, "compare").count() == 5
    page.get_by_role("link", name="Other/1 first_of_all", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("first_of_all")


def test_from_one_board_a_click_leads_to_the_other_which_is_sorted_by_itself(page: Page, visit: Visit) -> None:
    visit("leaderboard/")
    before = models(page)
    tabs = page.get_by_role("navigation", name="Benchmarks")
    tabs.get_by_role("link", name=NAME).click()
    page.wait_for_url(f"**/{HOME}leaderboard/")
    assert models(page, "claims") == ["Elsewhere only", "Gemma 3 270M"]
    assert page.locator(".tb-controls").count() == 0, "of two rows there is nothing to filter"
    page.get_by_role("button", name="Model").click()
    page.get_by_role("button", name="Model").click()
    assert models(page, "claims") == ["Gemma 3 270M", "Elsewhere only"]
    tabs.get_by_role("link", name="humaneval", exact=True).click()
    page.wait_for_url("**/tallybench/leaderboard/")
    assert models(page) == before
