"""Tables in a real browser."""

import shutil
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import ROOT
from tests.site.browsing import APART, HOSTILE, Serve, body, click, document, head, names, query, table

RANKED = [
    ("model-10", 0.5, 3, "open"),
    ("model-2", None, 20, "closed"),
    ("Zebra", 0.9, 100, "open"),
    ("äpfel", -0.1, None, "open"),
    (HOSTILE, 0.25, 7, "closed"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    """The address of a folder with a page of two tables, and others of one."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "site/assets", folder / "assets")
    two = table("board", body(RANKED), body(APART, "data-pinned")) + table("second", body(APART))
    (folder / "index.html").write_text(document(two), encoding="utf-8")
    many = [(f"name {n}", n % 7, n, "open") for n in range(1000)]
    (folder / "many.html").write_text(document(table("many", body(many))), encoding="utf-8")
    lines = [("one", 1, 1, HOSTILE), ("two", 2, 2, "any"), *((f"plain {n}", n, n, "open") for n in range(3))]
    hostile = table("hostile", body(lines))
    (folder / "hostile.html").write_text(document(hostile), encoding="utf-8")
    wide = "".join(f'<th scope="col" data-key="c{n}" data-sort="number">Column {n}</th>' for n in range(20))
    cells = "<tbody><tr>" + "".join(f"<td>value {n}</td>" for n in range(20)) + "</tr></tbody>"
    (folder / "wide.html").write_text(document(table("wide", cells, heads=wide)), encoding="utf-8")
    return serve(folder)


SORTED = (  # by the clicks on heads, one after the other
    ("score", "descending", ["Zebra", "model-10", HOSTILE, "äpfel", "model-2"]),  # empty ones last
    ("score", "ascending", ["äpfel", HOSTILE, "model-10", "Zebra", "model-2"]),
    ("cost", "ascending", ["model-10", HOSTILE, "model-2", "Zebra", "äpfel"]),  # it asks to be sorted so first
    ("model", "ascending", [HOSTILE, "äpfel", "model-2", "model-10", "Zebra"]),  # texts as people read them
)


def test_a_click_on_a_head_sorts_each_body_within_itself_and_that_column_alone_says_so(page: Page, site: str) -> None:
    page.goto(site)
    assert page.locator("th[aria-sort]").count() == 0
    for key, direction, order in SORTED:
        click(page, key)
        assert names(page)[:5] == order and set(names(page)[5:]) == {"another", "outsider"}
        expect(head(page, key)).to_have_attribute("aria-sort", direction)
        assert page.locator("th[aria-sort]").count() == 1
    assert head(page, "open").get_by_role("button").count() == 0, "a column without data-sort is not to be sorted"


def test_the_keyboard_sorts_and_keeps_its_place(page: Page, site: str) -> None:
    page.goto(site)
    head(page, "score").get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert names(page)[0] == "Zebra"
    page.keyboard.press("Space")
    expect(head(page, "score")).to_have_attribute("aria-sort", "ascending")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(head(page, "cost")).to_have_attribute("aria-sort", "ascending")


def test_a_filter_needs_all_words_in_any_case_and_a_facet_its_value(page: Page, site: str) -> None:
    page.goto(site)
    status = page.locator('[data-table="board"] [aria-live="polite"]')
    expect(status).to_have_text("7 of 7 rows")
    page.get_by_label("Filter").first.fill("OPEN  model")
    assert names(page) == ["model-10"]
    expect(status).to_have_text("1 of 7 rows")
    assert names(page, "second") == ["outsider", "another"], "the other table is not filtered"
    page.get_by_label("Filter").first.fill("")
    facet = page.get_by_label("Weights").first
    assert facet.locator("option").all_text_contents() == ["any", "closed", "open"]
    facet.select_option("closed")
    assert names(page) == ["model-2", HOSTILE, "another"]
    facet.select_option("any")
    assert len(names(page)) == 7


def test_optional_columns_are_picked_on_and_off(page: Page, site: str) -> None:
    page.goto(site)
    expect(head(page, "n")).to_be_hidden()
    expect(head(page, "cost")).to_be_visible()
    picks = page.locator('[data-table="board"] details')
    picks.locator("summary").click()
    picks.get_by_label("n", exact=True).check()
    picks.get_by_label("Cost").uncheck()
    expect(head(page, "n")).to_be_visible()
    expect(head(page, "cost")).to_be_hidden()
    first = page.locator('[data-table="board"] tbody tr').first
    assert [cell.is_visible() for cell in first.locator("th, td").all()] == [True, True, False, True, True]
    assert urlsplit(page.url).query == "cols=-cost,+n"


def test_a_view_is_shared_by_its_address(page: Page, site: str) -> None:
    page.goto(f"{site}?other=1#here")
    click(page, "score")
    page.get_by_label("Weights").first.select_option("open")
    page.get_by_label("Filter").first.fill("e")
    page.wait_for_url("**find=e**")
    view = names(page)
    assert view == ["Zebra", "model-10", "äpfel", "outsider"]
    assert query(page) == {"other": ["1"], "sort": ["score.desc"], "open": ["open"], "find": ["e"]}
    assert urlsplit(page.url).fragment == "here"
    page.goto("about:blank")
    page.goto(f"{site}?sort=score.desc&open=open&find=e&cols=-cost,+n")
    assert names(page) == view
    expect(page.get_by_label("Filter").first).to_have_value("e")
    expect(page.get_by_label("Weights").first).to_have_value("open")
    expect(head(page, "cost")).to_be_hidden()
    expect(head(page, "n")).to_be_visible()


def test_back_and_forward_restore_views(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_label("Weights").first.select_option("closed")
    click(page, "score")
    page.go_back()
    assert names(page) == ["model-2", HOSTILE, "another"]
    page.go_back()
    assert len(names(page)) == 7
    expect(page.get_by_label("Weights").first).to_have_value("")
    page.go_forward()
    page.go_forward()
    assert names(page) == [HOSTILE, "model-2", "another"]
    page.goto(f"{site}many.html")
    page.go_back()
    assert names(page) == [HOSTILE, "model-2", "another"], "another page in between"


def test_reset_brings_the_page_back_as_it_came(page: Page, site: str) -> None:
    page.goto(f"{site}?q=words&sort=score.asc&find=model&open=open&cols=-cost")
    page.get_by_role("button", name="Reset").first.click()
    assert names(page) == [row[0] for row in RANKED + APART]
    assert query(page) == {"q": ["words"]}, "the key of the theme's search"
    expect(head(page, "cost")).to_be_visible()


@pytest.mark.parametrize(
    "search",
    [
        "sort=__proto__.desc&cols=-__proto__,-model,-&open=constructor",
        "sort=open.asc&sort=score.sideways",
        "sort=score&open=%3Cscript%3E&cols=%00,%25",
        "second.cols=&=&&&%E0%A4%A&sort=.desc",
    ],
)
def test_a_hostile_address_changes_nothing(page: Page, site: str, search: str) -> None:
    page.goto(f"{site}?{search}")
    assert names(page) == [row[0] for row in RANKED + APART]
    assert page.locator("th[aria-sort]").count() == 0
    expect(page.get_by_label("Weights").first).to_have_value("")
    expect(head(page, "model")).to_be_visible()
    click(page, "score")
    assert names(page)[0] == "Zebra", "the table works on"


def test_a_hostile_filter_and_a_hostile_facet_stay_text(page: Page, site: str) -> None:
    page.goto(f"{site}?find={HOSTILE.replace('=', '%3D')}")
    expect(page.get_by_label("Filter").first).to_have_value(HOSTILE)
    assert names(page) == [HOSTILE]
    assert page.locator("img").count() == 0 and page.title() == "test"
    page.goto(f"{site}hostile.html")
    facet = page.locator(".tb-controls select")
    assert facet.locator("option").all_text_contents() == ["any", HOSTILE, "any", "open"]
    facet.select_option(HOSTILE)
    assert names(page, "hostile") == ["one"]
    facet.select_option(index=2)
    assert names(page, "hostile") == ["two"], "a value that reads like the choice of all is a value"
    assert page.locator("img").count() == 0


def test_a_second_table_of_a_few_rows_is_sorted_under_keys_of_its_own_and_not_filtered(page: Page, site: str) -> None:
    page.goto(f"{site}?second.find=outsider&second.open=open&second.sort=model.asc")
    assert names(page, "second") == ["another", "outsider"] and names(page)[0] == "model-10"
    assert page.locator('[data-table="second"] .tb-controls').count() == 0
    click(page, "model", "second")
    assert names(page, "second") == ["outsider", "another"] and query(page)["second.sort"] == ["model.desc"]


def test_the_link_to_a_view_is_copied_or_the_reader_is_told_what_to_do(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(site)
    click(page, "score")
    page.get_by_label("Filter").first.fill("model")
    page.get_by_role("button", name="Copy link").first.click()
    expect(page.locator('[data-table="board"] .tb-status')).to_have_text("The link to this view is copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert parse_qs(urlsplit(copied).query) == {"sort": ["score.desc"], "find": ["model"]}
    page.goto(copied)
    assert names(page) == ["model-10", "model-2"]
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))")
    page.goto(site)
    page.get_by_role("button", name="Copy link").first.click()
    expect(page.locator('[data-table="board"] .tb-status')).to_have_text("Copy the browser's address.")


def test_a_thousand_rows_are_filtered_and_sorted(page: Page, site: str) -> None:
    page.goto(f"{site}many.html")
    page.get_by_label("Filter").press_sequentially("name 99")
    found = [n for n in range(1000) if "99" in str(n)]
    expect(page.locator(".tb-status")).to_have_text(f"{len(found)} of 1000 rows")
    click(page, "score", "many")
    assert names(page, "many") == [f"name {n}" for n in sorted(found, key=lambda n: -(n % 7))]


def test_a_wide_table_scrolls_in_its_own_box_which_the_keyboard_reaches(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{site}wide.html")
    region = page.get_by_role("region", name="wide")
    expect(region).to_have_attribute("tabindex", "0")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page itself does not scroll"
    assert region.evaluate("box => box.scrollWidth > box.clientWidth")
    page.goto(site)
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.get_by_role("region")).to_have_count(0)
