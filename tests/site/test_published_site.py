"""The site of all published results: its largest pages are no larger than they may be."""

import gzip

from generator.page import Page
from generator.pages import home_page, leaderboard_pages, make_templates, problem_page, problems_page
from generator.render import environment
from generator.site import read_site

from evaluator.results.budget import BUDGET
from tests.conftest import ROOT
from tests.site.sites import SITE_URL

THEME = 6_000  # bytes, compressed, that the theme puts around a page


def test_no_page_of_all_models_is_larger_than_it_may_be() -> None:
    """A problem's page has all its models and their code."""
    site = read_site(ROOT)
    benchmark = site.default
    env = environment(ROOT / "templates")
    env.globals.update(repository="https://repository.example", site_url=SITE_URL, budget=BUDGET)
    templates = make_templates(site, env)
    assert len(benchmark.board.models) > 70
    most = sorted(benchmark.problems, key=lambda problem: -sum(len(one.samples) for one in problem.outcomes))[:1]
    longest = sorted(benchmark.problems, key=lambda problem: -sum(_code(one.samples) for one in problem.outcomes))[:2]
    pages = [problem_page(templates, benchmark, problem) for problem in (*most, *longest)]
    assert {page.path: _size(page) for page in pages if _size(page) > 40_000 - THEME} == {}
    pages = [home_page(templates), *leaderboard_pages(templates, benchmark, benchmark.board)]
    pages.append(problems_page(templates, benchmark))
    assert {page.path: _size(page) for page in pages if _size(page) > 60_000 - THEME} == {}


def _code(samples: object) -> int:
    return sum(len(sample.code or "") for sample in samples)  # type: ignore[attr-defined]


def _size(page: Page) -> int:
    return len(gzip.compress(page.html.encode(), mtime=0))
