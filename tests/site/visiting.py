"""Visits to the built site in a real browser, and how its tables are read there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.browsing import Serve
from tests.site.sites import BuiltSite

PROBLEM = "problems/humaneval-0/"
PATIENCE = 30_000  # ms; a busy machine is slow, and that is no fault of the page

Visit = Callable[[str], None]


@pytest.fixture(scope="package")
def site(built_site: BuiltSite, serve: Serve) -> str:
    """The address of the built site's home page."""
    return f"{serve(built_site.served)}{built_site.folder.name}/"


@pytest.fixture(scope="package")
def ranked(built_site: BuiltSite) -> int:
    """How many models have a rank on the current leaderboard."""
    return sum(row["rank"] is not None for row in built_site.board())


@pytest.fixture
def visit(page: Page, site: str) -> Visit:
    """Opens a page of the site and waits until it is whole."""
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)

    def go(path: str) -> None:
        page.goto(site + path)
        if path.startswith("compare/"):
            expect(page.locator('[data-table="compare"]')).to_be_visible()

    return go


def begin(page: Page) -> None:
    """Does the first thing on a page, and waits until the theme's script, which waited for it, has done its part."""
    page.mouse.move(200, 300)
    page.mouse.move(210, 310)
    page.wait_for_function("typeof progress$ === 'object'")  # the last thing that it makes
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))")


def rows(page: Page, name: str) -> Locator:
    """The rows that are shown, without baselines below them."""
    return page.locator(f'[data-table="{name}"] tbody:not(.tb-below) tr:visible')


def models(page: Page, name: str = "ranked") -> list[str]:
    return rows(page, name).locator("th a").all_text_contents()


def values(page: Page, key: str, name: str = "ranked") -> list[float]:
    """A column's numbers, from the top, without those that are missing."""
    index = page.locator(f'[data-table="{name}"] th[data-key="{key}"]').evaluate("head => head.cellIndex")
    cells = rows(page, name).locator(f":scope > :nth-child({index + 1})")
    found = cells.evaluate_all("cells => cells.map((cell) => cell.dataset.value)")
    return [float(value) for value in found if value]


def search_for(page: Page, words: str) -> None:
    """Types into the search field key by key, for that is what the theme listens to."""
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").press_sequentially(words)
