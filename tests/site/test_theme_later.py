"""The theme's script starts when a visitor first does something, and nothing that was done is lost by that."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.sites import BuiltSite
from tests.site.visiting import PATIENCE, Visit

SCRIPT = "script[src*='javascripts/bundle']"
STARTS_AT_ONCE = re.compile('<script src="[^"]*javascripts/bundle')
STARTED = f"document.querySelector({SCRIPT!r}).type === ''"


@pytest.fixture
def phone(browser: Browser, site: str) -> Iterator[Page]:
    """The leaderboard on a phone with dark colours, untouched."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, color_scheme="dark"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{site}leaderboard/")
    yield page
    context.close()


def scheme(page: Page) -> str | None:
    return page.locator("body").get_attribute("data-md-color-scheme")


def test_no_page_starts_the_theme_itself(built_site: BuiltSite) -> None:
    for path in built_site.folder.rglob("*.html"):
        text = path.read_text()
        if "javascripts/bundle" in text:
            assert text.count('<script type="text/plain" data-theme-script src=') == 1, path
            assert "theme-later.js" in text, path
            assert not STARTS_AT_ONCE.search(text), path


def test_a_page_that_is_only_read_loads_no_index(page: Page, visit: Visit) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    visit("leaderboard/")
    page.wait_for_load_state("networkidle")
    assert not page.evaluate(STARTED)
    assert not any("search_index" in url for url in asked)
    with page.expect_event("request", lambda request: "search_index" in request.url):
        page.mouse.move(300, 300)
    assert page.evaluate(STARTED)


def test_the_preferred_colours_and_their_switch_are_there_before_the_script(phone: Page) -> None:
    assert scheme(phone) == "slate"
    expect(phone.get_by_title("Switch to light mode")).to_be_visible()
    expect(phone.get_by_title("Switch to dark mode")).to_be_hidden()
    assert not phone.evaluate(STARTED)


def test_the_first_tap_switches_the_colours(phone: Page) -> None:
    phone.get_by_title("Switch to light mode").tap()
    expect(phone.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    expect(phone.get_by_title("Switch to dark mode")).to_be_visible()
    phone.reload()
    assert scheme(phone) == "default", "what was chosen is kept"
    assert not phone.evaluate(STARTED)


def test_the_first_tap_opens_the_search_and_the_drawer(phone: Page) -> None:
    phone.locator(".md-header label[for=__search]").first.tap()
    field = phone.get_by_role("textbox", name="Search")
    expect(field).to_be_focused()
    field.press_sequentially("is_prime")
    expect(phone.locator(".md-search-result__item").first).to_contain_text("is_prime")
    phone.reload()
    phone.locator(".md-header label[for=__drawer]").first.tap()
    expect(phone.locator("#__drawer")).to_be_checked()


def test_the_first_key_opens_the_search(page: Page, visit: Visit) -> None:
    visit("")
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Search")).to_be_focused()
    assert page.get_by_role("textbox", name="Search").input_value() == ""


def test_an_address_that_asks_for_a_search_starts_the_script(page: Page, visit: Visit) -> None:
    visit("?q=is_prime")
    expect(page.locator(".md-search-result__item").first).to_contain_text("is_prime")
