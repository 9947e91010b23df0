"""Pages of very many models: what one does not show it says, and nothing is lost. The limits are lowered for that."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from generator import board_pages, downloads, heatmap, model, written
from generator.pages import compare_page, heatmap_page, leaderboard_pages, make_templates, model_page, problem_page
from generator.render import environment
from generator.site import Site, read_site
from generator.templating import Templates

from evaluator.results.packed.index import FOLDER, INDEX
from evaluator.results.published.packing import pack_results
from tests.conftest import ROOT
from tests.made_results import made_results, made_verified
from tests.site.few_problems import kept_results, of_few_problems
from tests.site.sites import linked_tree, write_results

_MODEL = re.compile(r'<th scope="row"[^>]*><a href="[./]*models/([a-z0-9.-]+)/"')


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Models in every state, and the references, on a few problems."""
    kept = {path: result for path, result in kept_results().items() if path.startswith("tallybench-references/")}
    results = {path: of_few_problems(result) for path, result in (made_results() | kept).items()}
    return write_results(linked_tree(tmp_path_factory.mktemp("many") / "tree"), results, (*made_verified(), *kept))


@pytest.fixture(scope="module")
def site(root: Path) -> Site:
    return read_site(root)


def templates_of(site: Site) -> Templates:
    env = environment(ROOT / "templates")
    env.globals.update(repository="https://example.org", budget=20)
    return make_templates(site, env)


@pytest.fixture(scope="module")
def templates(site: Site) -> Templates:
    return templates_of(site)


@pytest.fixture
def few() -> Iterator[None]:
    """A page shows little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(board_pages, "BOARD_ROWS", 3)
        patch.setattr(heatmap, "HEATMAP_MODELS", 2)
        patch.setattr(model, "RIVALS", 2)
        yield


def test_few_models_are_on_one_page(site: Site, templates: Templates) -> None:
    (page,) = leaderboard_pages(templates, site.default, site.default.board)
    assert page.path == "leaderboard.md" and "Pages of the leaderboard" not in page.html
    assert sorted(_MODEL.findall(page.html)) == sorted(row.entry.slug for row in site.default.board.all_rows)


def test_every_model_is_on_one_page_of_the_leaderboard(few: None, site: Site, templates: Templates) -> None:
    board = site.default.board
    pages = list(leaderboard_pages(templates, site.default, board))
    total = len(board.models)
    assert len(pages) == -(-total // 3) > 3
    assert [page.path for page in pages[:2]] == ["leaderboard.md", "leaderboard/page/2.md"]
    assert len({page.title for page in pages}) == len(pages)
    shown = [slug for page in pages for slug in _MODEL.findall(page.html)]
    assert sorted(shown) == sorted(row.entry.slug for row in board.all_rows)
    ranked = [row.entry.slug for row in board.rows]
    assert [slug for slug in shown if slug in ranked] == ranked
    for row in board.models:
        assert sum(f"results/{row.entry.slug}/" in page.html for page in pages) >= 1


def test_the_pages_of_a_leaderboard_are_reached_by_plain_links(few: None, site: Site, templates: Templates) -> None:
    pages = list(leaderboard_pages(templates, site.default, site.default.board))
    for number, page in enumerate(pages, 1):
        up = "../" if number == 1 else "../../../"
        for other in range(1, len(pages) + 1):
            address = f"{up}leaderboard/" + ("" if other == 1 else f"page/{other}/")
            current = ' aria-current="page"' if other == number else ""
            assert re.search(f'<a href="{address}"{current}( rel="(next|prev)")?>{other}</a>', page.html)
        last = min(3 * number, len(site.default.board.models))
        assert f"rows {3 * number - 2} to {last} of {len(site.default.board.models)}" in page.html


def test_the_first_page_says_where_the_others_begin(few: None, site: Site, templates: Templates) -> None:
    first, *others = leaderboard_pages(templates, site.default, site.default.board)
    for part in ("claims",):
        (number,) = re.findall(rf'<p id="{part}">.*?page/(\d+)/#{part}', first.html)
        assert f'<h2 id="{part}">' in others[int(number) - 2].html
        assert all(f'<h2 id="{part}">' not in page.html for page in others[: int(number) - 2])
    assert "data/tallybench-results.zip" in first.html


def test_a_heatmap_of_many_models_says_which_it_shows(few: None, site: Site, templates: Templates) -> None:
    html = heatmap_page(templates, site.default).html
    total = len(heatmap.all_models_of(site.default))
    assert f"Of {total} ranked models these are the 2 with the highest scores; the data have all." in html
    assert html.count('<th scope="col"><span>') == 2
    assert len(heatmap.heatmap_csv(site.default).splitlines()[0].split(",")) == 1 + total


def test_a_model_is_compared_with_those_next_to_it(few: None, root: Path) -> None:
    site = read_site(root)
    templates = templates_of(site)
    rows = site.default.board.rows
    against = downloads.differences_by_model(site.default.board)
    for place, row in enumerate(rows):
        page = model_page(templates, next(view for view in site.models if view.slug == row.entry.slug)).html
        near = [other.entry.slug for there, other in enumerate(rows) if there in model.nearest(place, len(rows))]
        near.remove(row.entry.slug)
        assert len(near) == 2 and list(against[row.entry.slug]) == near
        assert f"Of the {len(rows)} ranked models these are the 2 next to it." in page
    assert model.nearest(0, 10) == range(3) and model.nearest(9, 10) == range(7, 10)
    templates.env.globals["rivals"] = 2
    assert "for a model and the 2 ranked ones next to it" in compare_page(templates, site.default).html


def test_a_problem_page_shows_the_most_frequent_of_many_solutions(root: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(written, "SOLUTIONS", 2)
        site = read_site(root)
        problem = max(site.default.problems, key=lambda problem: len(problem.written))
        html = problem_page(templates_of(site), site.default, problem).html
    total = len(problem.written)
    assert total > 2 and f"This page shows 2 of the {total}: those that most samples are" in html
    assert html.count('<details class="tb-written" id="solution-') == len(problem.on_page) == 2
    assert {solution.anchor for solution in problem.written if not solution.on_page} == {"models"}
    assert 'id="models"' in html


def test_the_site_of_packed_results_is_the_same(site: Site, root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "tree", symlinks=True)
    pack_results(tmp_path / "tree", keep=0)
    packed = read_site(tmp_path / "tree")
    facts = {"repository": "https://example.org", "site_url": "https://example.org/"}
    there = dict(downloads.files(tmp_path / "tree", packed, facts))
    packs = {f"data/{path.relative_to(tmp_path / 'tree')}" for path in (tmp_path / "tree" / FOLDER).iterdir()}
    assert f"data/{INDEX}" in packs and packs <= there.keys()
    before = dict(downloads.files(root, site, facts))
    for path in before.keys() - {"data/CHANGED"}:
        if not path.startswith("data/results/") and isinstance(before[path], bytes):
            assert there[path] == before[path], path
    ours, theirs = templates_of(packed), templates_of(site)
    link = re.compile(r"data/results/[^\"]+")
    words = " (packed; in a checkout, <code>tallybench results unpack</code> gives the file)"
    pages = [
        (next(leaderboard_pages(made, one.default, one.default.board)).html, model_page(made, one.models[0]).html)
        for made, one in ((ours, packed), (theirs, site))
    ]
    for made, expected in zip(*pages, strict=True):
        assert words in made
        assert link.sub("", made.replace(words, "")) == link.sub("", expected)
    linked = set(link.findall(pages[0][0]))
    assert linked and linked <= there.keys()
