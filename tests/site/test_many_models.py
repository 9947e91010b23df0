"""Pages of very many models: what one does not show it says, and nothing is lost. The limits are lowered for that."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from generator import downloads, heatmap, model, written
from generator.page import Page, Templates
from generator.pages import compare_page, heatmap_page, leaderboard_page, model_page, problem_page
from generator.problem import ProblemView
from generator.site import Site, read_site

from tests.conftest import ROOT
from tests.made_results import made_results, made_verified
from tests.site.conftest import templates_of
from tests.site.few_problems import kept_results, of_few_problems
from tests.site.sites import linked_tree, write_results

THEME = 6_000  # bytes, compressed, that the theme puts around a page


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Models in every state, and the references, on a few problems."""
    kept = kept_results("tallybench-references")
    results = {path: of_few_problems(result) for path, result in (made_results() | kept).items()}
    return write_results(linked_tree(tmp_path_factory.mktemp("many") / "tree"), results, (*made_verified(), *kept))


@pytest.fixture(scope="module")
def site(root: Path) -> Site:
    return read_site(root)


@pytest.fixture(scope="module")
def templates(site: Site) -> Templates:
    return templates_of(site)


@pytest.fixture
def few() -> Iterator[None]:
    """A page shows little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heatmap, "HEATMAP_MODELS", 2)
        patch.setattr(model, "RIVALS", 2)
        yield


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


def test_no_page_of_all_models_is_larger_than_it_may_be() -> None:
    """The leaderboard, and the page of the problem that most code was written for."""
    site = read_site(ROOT)
    benchmark = site.default
    templates = templates_of(site)
    assert len(benchmark.board.models) > 70
    page = problem_page(templates, benchmark, max(benchmark.problems, key=_characters))
    assert _size(page) < 40_000 - THEME
    assert _size(leaderboard_page(templates, benchmark, benchmark.board)) < 60_000 - THEME


def _characters(problem: ProblemView) -> int:
    return sum(len(sample.code or "") for outcome in problem.outcomes for sample in outcome.samples)


def _size(page: Page) -> int:
    return len(gzip.compress(page.html.encode(), mtime=0))
