"""The site of all published results: its largest pages are no larger than they may be."""

import gzip

from generator.page import Page
from generator.pages import leaderboard_page, make_templates, problem_page
from generator.problem import ProblemView
from generator.render import environment
from generator.site import read_site

from tallybench.model.budget import BUDGET
from tests.conftest import ROOT
from tests.site.sites import SITE_URL

THEME = 6_000  # bytes, compressed, that the theme puts around a page


def test_no_page_of_all_models_is_larger_than_it_may_be() -> None:
    """The leaderboard, and the page of the problem that most code was written for."""
    site = read_site(ROOT)
    benchmark = site.default
    env = environment(ROOT / "templates")
    env.globals.update(repository="https://repository.example", site_url=SITE_URL, budget=BUDGET)
    templates = make_templates(site, env)
    assert len(benchmark.board.models) > 70
    page = problem_page(templates, benchmark, max(benchmark.problems, key=_characters))
    assert _size(page) < 40_000 - THEME
    assert _size(leaderboard_page(templates, benchmark, benchmark.board)) < 60_000 - THEME


def _characters(problem: ProblemView) -> int:
    return sum(len(sample.code or "") for outcome in problem.outcomes for sample in outcome.samples)


def _size(page: Page) -> int:
    return len(gzip.compress(page.html.encode(), mtime=0))
