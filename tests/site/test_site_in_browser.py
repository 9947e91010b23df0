"""The site in a real browser: what people do on it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.site.few_problems import NUMBERS
from tests.site.sites import BuiltSite
from tests.site.visiting import PROBLEM, Visit, rows, search_for, values

PUBLIC_ONLY = "measured by the maintainers on the public inputs"


def sort(page: Page, key: str, name: str = "ranked") -> None:
    page.locator(f'[data-table="{name}"] th[data-key="{key}"]').get_by_role("button").click()


FACETS: dict[str, tuple[str, str, str, Callable[[Any], bool]]] = {  # by key: its name, a value, a column, what it takes
    "organization": ("Organisation", "OpenAI", "organization", lambda told: told == "OpenAI"),
    "size": ("Size, B", "4 to 10 B", "parameters", lambda told: told is not None and 4 <= told < 10),
    "open": ("Weights", "closed", "open_weights", lambda told: told is False),
    "released": ("Released", "2024", "released", lambda told: str(told).startswith("2024")),
    "kind": ("Kind", "pipeline", "kind", lambda told: told == "pipeline"),
    "state": ("State", PUBLIC_ONLY, "source", lambda told: told is not None),
}


def test_the_leaderboard_is_filtered_by_each_fact_of_a_model_and_the_address_says_so(
    page: Page, visit: Visit, built_site: BuiltSite
) -> None:
    visit("leaderboard/")
    board = page.locator('[data-table="ranked"]')
    names = board.locator("tbody tr:visible th a")

    def picked(key: str, value: str, column: str, wanted: Callable[[Any], bool]) -> list[str]:
        listed = [row for row in built_site.board() if row["rank"] is not None or row["baseline"]]
        rows = [row for row in listed if wanted(row[column])]
        if key == "state":
            rows = [row for row in rows if row["public_inputs_only"]]
        assert sorted(names.all_text_contents()) == sorted(row["model"] for row in rows) != [], key
        assert parse_qs(urlsplit(page.url).query) == {key: [value]}
        return [row["model"] for row in rows]

    for key, (name, value, column, wanted) in FACETS.items():
        board.get_by_role("combobox", name=name).select_option(value)
        picked(key, value, column, wanted)
        board.get_by_role("button", name="Reset").click()
    board.get_by_role("combobox", name="Kind").select_option("baseline")
    shown = picked("kind", "baseline", "kind", lambda told: told == "baseline")
    page.reload()
    expect(names).to_have_count(len(shown))


def test_the_leaderboard_keeps_baselines_below_its_bars_true_and_heads_and_names_in_sight(
    page: Page, visit: Visit, ranked: int
) -> None:
    visit("leaderboard/")
    cell = rows(page, "ranked").locator("td.tb-headline").first
    script = """cell => {
        const style = getComputedStyle(cell.querySelector('.tb-bar'));
        return ['--value', '--low', '--high'].map((name) => Number(style.getPropertyValue(name)));
    }"""
    value, low, high = cell.evaluate(script)
    assert value == pytest.approx(float(cell.get_attribute("data-value") or ""), abs=0.05)
    assert cell.locator(".tb-interval").text_content() == f"{low:.1f}–{high:.1f}"
    width = "cell => getComputedStyle(cell.querySelector('.tb-bar'), '::after').width"
    whole = cell.locator(".tb-bar").evaluate("bar => bar.offsetWidth")
    assert float(cell.evaluate(width).removesuffix("px")) == pytest.approx((high - low) / 100 * whole, abs=1)

    top, left = (f"element => element.getBoundingClientRect().{side}" for side in ("top", "left"))
    board = page.locator('[data-table="ranked"]')
    head = board.locator('thead th[data-key="model"]')
    header = page.locator(".md-header").evaluate("header => header.getBoundingClientRect().height")
    last = rows(page, "ranked").last
    last.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
    assert abs(head.evaluate(top) - header) < 2
    page.set_viewport_size({"width": 360, "height": 740})  # a phone
    box = board.locator(".tb-scroll")
    box.evaluate("box => { box.scrollTop = 400; box.scrollLeft = 250; }")
    assert abs(head.evaluate(top) - box.evaluate(top)) < 2
    assert last.evaluate(top) > 0 and box.evaluate("box => box.scrollTop") == 400
    for name in ('thead th[data-key="model"]', "tbody th"):
        assert abs(box.locator(name).first.evaluate(left) - box.evaluate(left)) < 2, name
    assert box.locator('thead th[data-key="rank"]').evaluate(left) < box.evaluate(left)
    aligned = "element => getComputedStyle(element).textAlign"
    assert box.locator('thead th[data-key="score"]').evaluate(aligned) == "right" == cell.evaluate(aligned)

    page.set_viewport_size({"width": 1280, "height": 900})
    names = board.locator("tbody tr:visible th a")
    own = ["TallyBench references", "HumanEval canonical", "Adversarial samples"]
    assert names.all_text_contents()[ranked:] == own
    sort(page, "score")
    sort(page, "score")
    assert names.all_text_contents()[ranked:] == own[::-1]


@pytest.mark.parametrize("path", ["", "leaderboard/"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_when_the_script_comes_late(page: Page, site: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    held: list[Route] = []
    page.route("**/assets/tables.js", lambda route: held.append(route))
    page.goto(site + path, wait_until="commit")
    page.locator(".md-footer").wait_for()
    page.wait_for_function("document.readyState === 'interactive'")
    places = """() => [...document.querySelectorAll('main :is(h1, h2, p, table, th, td, figure):not(.tb-controls *)')]
        .filter((one) => one.checkVisibility()).map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [one.tagName, x, y, width, height].join(' ');
        })"""
    before = page.evaluate(places)
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    if path:
        expect(page.locator(".tb-enhanced").first).to_be_visible()
    page.wait_for_load_state()
    assert len(before) > 50 and page.evaluate(places) == before


def test_the_problems_are_filtered_by_efficiency_and_sorted_by_what_was_measured(page: Page, visit: Visit) -> None:
    visit("problems/")
    assert rows(page, "problems").count() == len(NUMBERS)
    found = values(page, "spread", "problems")
    assert found == sorted(found, reverse=True), "those first whose correct solutions differ most"
    page.get_by_role("combobox", name="Efficiency").select_option("pass@k only")
    assert 0 < rows(page, "problems").count() < len(NUMBERS) / 2
    assert values(page, "spread", "problems") == []


FOUND = {
    **dict.fromkeys(("HumanEval/31", "is_prime"), ("problems/humaneval-31/", "is_prime")),
    "Gemma 3 270M": ("models/gemma-3-270m/", "Gemma 3 270M"),
    **dict.fromkeys(("score@1", "efficient@1", "pass@1", "speedup"), ("method/", "How TallyBench measures")),
}


def test_the_search_finds_problems_models_and_figures(page: Page, visit: Visit) -> None:
    visit("")
    for words, (path, title) in FOUND.items():
        search_for(page, words)
        link = page.locator(f'.md-search-result__item a.md-search-result__link[href*="/{path}"]').first
        expect(link).to_contain_text(title)
        page.keyboard.press("Control+a")
        page.keyboard.press("Backspace")
        expect(page.locator(".md-search-result__item")).to_have_count(0)
    search_for(page, "below_zero")
    page.locator(".md-search-result__item a").first.click()
    page.wait_for_url("**/problems/humaneval-3/**")
    expect(page.get_by_role("heading", level=1)).to_have_text("below_zero")


def solution(page: Page, writer: str) -> Locator:
    """The solution on a problem's page that a model wrote, in the table."""
    return rows(page, "written").filter(has=page.get_by_role("link", name=writer, exact=True)).first


def test_a_solution_leads_to_its_code_beside_the_best_known_one_and_to_its_writers(page: Page, visit: Visit) -> None:
    visit(PROBLEM)
    best = page.locator(".tb-best")
    expect(best.locator("code")).to_contain_text("def ")
    details = page.locator("details.tb-written")
    assert details.count() == rows(page, "written").count()
    own = solution(page, "HumanEval canonical").get_by_role("link", name="No. ").get_attribute("href") or ""
    code = page.locator(f"{own} .highlight")
    expect(code).to_be_hidden()
    page.locator(f"{own} > summary").click()
    expect(code).to_contain_text("def has_close_elements")
    assert code.locator("span").count() > 20, "the code is coloured"
    assert page.locator(f"{own} table.tb-plain tbody tr:visible").count() >= 5, "a line a stressful input"
    beside, left = best.bounding_box(), code.bounding_box()
    assert beside and left and beside["x"] >= left["x"] + left["width"], "beside it"
    withheld = solution(page, "GPT-4o").get_by_role("link", name="No. ").get_attribute("href") or ""
    page.locator(f"{withheld} > summary").click()
    expect(page.locator(withheld)).to_contain_text("The code is withheld")
    expect(page.locator(f"{withheld} .highlight")).to_have_count(0)
    page.get_by_label("Filter").first.fill("seven samples")
    assert rows(page, "written").count() >= 1
    page.get_by_label("Filter").first.fill("")
    folded = rows(page, "written").locator("th details").first
    expect(folded.locator("a").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("a").first).to_be_visible()


def test_the_heatmap_leads_to_the_models_solution(page: Page, visit: Visit) -> None:
    visit("heatmap/")
    row = page.locator("table.tb-heats tbody tr").first
    cell = row.locator("td a").first
    target = (cell.get_attribute("href") or "").partition("#")[2]
    expect(page.locator(".tb-heatlist")).to_be_hidden()
    cell.click()
    page.wait_for_url(f"**/problems/*/#{target}")
    expect(page.locator(f"#{target}")).to_be_attached()
    page.set_viewport_size({"width": 390, "height": 840})
    visit("heatmap/")
    expect(page.locator("table.tb-heats")).to_be_hidden()
    expect(page.locator(".tb-heatlist li").first).to_contain_text("mean score")


def test_a_models_worst_problems_have_its_code_beside_the_best(page: Page, visit: Visit) -> None:
    visit("models/humaneval-canonical/")
    worst = page.locator("details").filter(has=page.locator(".tb-beside"))
    assert worst.count() == 10
    worst.first.locator("summary").click()
    expect(worst.first.locator("code")).to_have_count(2)
    expect(worst.first).to_contain_text("The best known solution")


def test_two_models_are_compared_as_their_pages_and_addresses_say(page: Page, visit: Visit, site: str) -> None:
    visit("compare/?a=seven-samples&b=two-runs")
    result = page.locator(".tb-compare-result")
    expect(result).to_contain_text("A Seven samples, B Two runs")
    expect(result).to_contain_text("score@1: Seven samples is")
    expect(result).to_contain_text("points higher than Two runs")
    expect(result).to_contain_text("More than chance explains")
    assert rows(page, "compare").count() == len(NUMBERS)
    gaps = values(page, "gap", "compare")
    assert gaps == sorted(gaps, reverse=True)
    page.get_by_role("button", name="Both programs for").first.click()
    expect(page.get_by_role("dialog").filter(has_text="Seven samples").locator("pre")).to_have_count(2)
    page.goto(f"{site}models/seven-samples/")
    page.get_by_role("row", name="Two runs").get_by_role("link", name="side by side").click()
    expect(result).to_contain_text("A Seven samples, B Two runs")


def colours(page: Page) -> list[list[float]]:
    """The colour, as red, green and blue to 255, of the page, its text, and the charts' first text and first mark."""
    script = """() => {
        const of = (selector, what) => getComputedStyle(document.querySelector(selector))[what];
        return [of('body', 'backgroundColor'), of('h1', 'color'), of('.tb-figure svg text', 'fill'),
                of('.tb-figure svg a', 'fill')].map((one) => one.match(/[0-9.]+/g).slice(0, 3).map(Number));
    }"""
    found: list[list[float]] = page.evaluate(script)
    return found


def test_dark_mode_follows_the_system_and_the_button_and_stays(page: Page, visit: Visit) -> None:
    page.emulate_media(color_scheme="dark")
    visit("")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    dark = colours(page)
    page.locator("label[title='Switch to light mode']").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    light = colours(page)
    paper, text, label = (sum(one) - sum(other) for one, other in zip(dark[:3], light[:3], strict=True))
    assert paper < -300, "the page is darker"
    assert text > 300 and label > 100, "text is lighter, in the chart too"
    assert light[3] != dark[3], "marks have colours of their own"
    visit(PROBLEM)
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")


def tab_to(page: Page, target: Locator, most: int = 150) -> None:
    """Presses Tab until the focus is on an element, which then must show it."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if target.evaluate("element => element === document.activeElement"):
            seen = "element => element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none'"
            assert target.evaluate(seen), "the focus is not to be seen"
            return
    raise AssertionError(f"{most} times Tab did not reach {target}")


def test_the_keyboard_alone_sorts_unfolds_and_follows_a_link(page: Page, visit: Visit) -> None:
    visit("leaderboard/")
    tab_to(page, page.locator('[data-table="ranked"] th[data-key="pass"] button'))
    page.keyboard.press("Enter")
    found = values(page, "pass")
    assert found == sorted(found, reverse=True)
    tab_to(page, rows(page, "ranked").locator("th a").first)
    page.keyboard.press("Enter")
    page.wait_for_url("**/models/*/")
    visit(PROBLEM)
    tab_to(page, page.locator(".md-sidebar--secondary").get_by_role("link", name="Code and counts"))
    page.keyboard.press("Enter")
    details = page.locator("details.tb-written").first
    tab_to(page, details.locator("summary").first)
    page.keyboard.press("Enter")
    expect(details.locator("table")).to_be_visible()
