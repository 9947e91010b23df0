"""What every kind of page of the site keeps to in a real browser, and what becomes of hostile results there."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.example_benchmark import ALONE, NAME, SHARED
from tests.made_results import OLDER
from tests.site.few_problems import NUMBERS
from tests.site.sites import BuiltSite
from tests.site.visiting import PROBLEM, Visit, begin, models, rows, search_for

KINDS = {
    "home": "",
    "leaderboard": "leaderboard/",
    "older leaderboard": f"leaderboard/{OLDER}/",
    "problems": "problems/",
    "problem": PROBLEM,
    "problem without efficiency": "problems/humaneval-2/",
    "model": "models/gemma-3-270m/",
    "model with many samples": "models/seven-samples/",
    "model apart": "models/uncounted/",
    "model without code": "models/gpt-4o/",
    "hostile model": "models/hostile-script/",
    "baseline": "models/tallybench-references/",
    "benchmark": "benchmarks/humaneval/",
    "benchmark without texts": f"benchmarks/{NAME}/",
    "another leaderboard": f"benchmarks/{NAME}/leaderboard/",
    "other problems": f"benchmarks/{NAME}/problems/",
    "problem without texts": f"benchmarks/{NAME}/problems/other-3/",
    "program without texts": f"benchmarks/{NAME}/problems/programs-beef01/",
    "model on two benchmarks": f"models/{SHARED}/",
    "model on the other alone": f"models/{ALONE}/",
    "compare on another": f"benchmarks/{NAME}/compare/?a={ALONE}&b={SHARED}",
    "compare": "compare/?a=seven-samples&b=two-runs",
    "heatmap": "heatmap/",
    "heatmap of another": f"benchmarks/{NAME}/heatmap/",
    "findings": "findings/",
    "pairs": "pairs/",
    "pass@1 beside others": "pass-at-1/",
    "method": "method/",
    "how the benchmark was made": "benchmark/",
    "samples": "samples/",
    "dataset": "dataset/",
    "submit": "submit/",
    "faq": "faq/",
    "changelog": "changelog/",
    "format": "format/",
    "benchmarks": "benchmarks/",
    "not found": "404.html",
}
# axe takes seconds a page: one of each template, and what Markdown makes of programs, tables and formulas.
JUDGED = (
    "home",
    "leaderboard",
    "problems",
    "problem",
    "model",
    "compare",
    "heatmap",
    "findings",
    "pairs",
    "pass@1 beside others",
    "method",
    "dataset",
    "not found",
    "benchmark without texts",
    "problem without texts",
)
OTHERWISE_NARROW = ("home", "leaderboard", "problem", "heatmap")
WIDE: ViewportSize = {"width": 1280, "height": 900}
NARROW: ViewportSize = {"width": 360, "height": 740}


# Takes out the rows of tables that have no cell which none before them has: one made alike, but for its words.
LEAVE_ONE_OF_EACH = """() => {
    const tag = (one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.textContent.trim() ? '' : 'empty'}`;
    for (const body of document.querySelectorAll('main tbody')) {
        const seen = new Set();
        for (const row of [...body.rows]) {
            const made = [...row.cells].map((cell) => [cell, ...cell.querySelectorAll('*')].map(tag).join());
            if (made.every((one) => seen.has(one))) row.remove();
            else made.forEach((one) => seen.add(one));
        }
    }
}"""


def unfold_all(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")


def test_every_kind_of_page_is_quiet_and_asks_no_other_host_and_does_not_scroll_sideways_at_360_px(
    page: Page, visit: Visit, complaints: list[str], site: str
) -> None:
    page.set_viewport_size(NARROW)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    script = """() => {
        const scrolls = '.tb-scroll, .md-typeset__scrollwrap, pre';
        const wide = [...document.querySelectorAll('main *')].filter(
            (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(scrolls));
        return [document.documentElement.scrollWidth, wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 80))];
    }"""
    faults = {}
    for kind, path in KINDS.items():
        visit(path)
        unfold_all(page)
        untouched, _ = page.evaluate(script)
        begin(page)
        width, elements = page.evaluate(script)
        if max(untouched, width) > 360 or elements:
            faults[kind] = (untouched, width, elements)
        assert complaints == [], kind
    assert faults == {}
    assert len(asked) > len(KINDS)
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []


def test_axe_finds_nothing_serious_on_any_kind_of_page(page: Page, visit: Visit) -> None:
    """All rules in light colours, contrast in dark ones, and the others again where a phone has another layout."""
    page.emulate_media(reduced_motion="reduce")  # or axe would measure colours on their way
    colours = ["color-contrast", "link-in-text-block"]
    everything = {"resultTypes": ["violations"]}
    contrast = {"runOnly": colours, "resultTypes": ["violations"]}
    others = {"rules": {name: {"enabled": False} for name in colours}, "resultTypes": ["violations"]}
    faults, schemes = set(), set()
    for kind in JUDGED:
        page.set_viewport_size(WIDE)
        visit(KINDS[kind])
        begin(page)
        for folded in ("main details:not(.tb-written)", "main details.tb-written"):
            page.locator(folded).evaluate_all("all => all.slice(0, 3).forEach((one) => { one.open = true; })")
        page.evaluate(LEAVE_ONE_OF_EACH)
        runs = [(_scheme(page), Axe().run(page, options=everything))]
        page.locator("label[title^='Switch to']:visible").click()
        runs.append((_scheme(page), Axe().run(page, options=contrast)))  # the other rules do not look at colours
        if kind in OTHERWISE_NARROW:
            page.set_viewport_size(NARROW)
            runs.append(("narrow", Axe().run(page, options=others)))
        for how, run in runs:
            schemes.add(how)
            for found in run.response["violations"]:
                if found["impact"] in ("serious", "critical") or found["id"] == "landmark-unique":
                    faults.add(f"{kind}, {how}: {found['id']}: {found['nodes'][0]['html'][:120]}")
    assert schemes == {"default", "slate", "narrow"}
    assert sorted(faults) == []


def _scheme(page: Page) -> str:
    return page.locator("body").get_attribute("data-md-color-scheme") or ""


def test_without_javascript_everything_is_there_to_read(browser: Browser, site: str, ranked: int) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}leaderboard/")
    assert len(models(page)) == ranked
    columns = page.locator('[data-table="ranked"] thead th')
    assert page.locator('[data-table="ranked"] thead th:visible').count() == columns.count() > 12
    assert page.locator(".tb-controls").first.evaluate("controls => controls.offsetHeight") == 0, "and no gap"
    page.goto(site)
    by_size, by_date = page.locator(".tb-view--size svg"), page.locator(".tb-view--date svg")
    expect(by_size).to_be_visible()
    expect(by_date).to_be_hidden()
    page.get_by_role("radio", name="release date").check()
    expect(by_size).to_be_hidden()
    expect(by_date).to_be_visible()
    page.goto(site + PROBLEM)
    assert rows(page, "written").count() > 8
    expect(page.locator("figure.tb-figure svg")).to_be_visible()
    expect(page.get_by_role("table").filter(has_text="Instructions on")).to_be_visible()
    details = page.locator("details.tb-written").filter(has_text="def has_close_elements").first
    details.locator("summary").first.click()
    expect(details.locator(".highlight").first).to_contain_text("def has_close_elements")
    page.goto(f"{site}problems/")
    assert rows(page, "problems").count() == len(NUMBERS)
    page.goto(f"{site}models/gpt-4o/")
    expect(page.locator("figure.tb-figure svg").first).to_be_visible()
    page.goto(f"{site}compare/")
    row = page.get_by_role("row", name="Seven samples").first
    expect(row).to_be_visible()
    row.get_by_role("link", name="all differences").click()
    expect(page.get_by_role("row", name="Two runs").first).to_contain_text("side by side")
    page.goto(f"{site}heatmap/")
    assert page.locator("table.tb-heats tbody tr:visible").count() > len(NUMBERS) / 2
    context.close()


MOVING = """() => Math.max(...[...document.querySelectorAll('*')].flatMap((one) => {
    const { transitionDuration, animationDuration } = getComputedStyle(one);
    return `${transitionDuration},${animationDuration}`.split(',').map(parseFloat);
}))"""


def test_nothing_moves_for_those_who_do_not_want_it(page: Page, visit: Visit) -> None:
    visit("leaderboard/")
    assert page.evaluate(MOVING) > 0.1
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) <= 0.001
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_on_paper_there_is_the_content_and_not_what_is_to_be_clicked(page: Page, visit: Visit, ranked: int) -> None:
    visit("leaderboard/")
    page.emulate_media(media="print")
    assert len(models(page)) == ranked
    for unseen in (".md-header", ".md-tabs", ".tb-controls"):
        expect(page.locator(unseen).first).to_be_hidden()
    page.emulate_media(media="screen")
    visit(PROBLEM)
    code = page.locator("details.tb-written .highlight").first
    seen = "element => element.checkVisibility({ contentVisibilityAuto: true }) && element.offsetHeight > 0"
    assert not code.evaluate(seen)
    page.emulate_media(media="print")
    assert code.evaluate(seen), "what is folded on the screen is unfolded on paper"
    expect(page.locator("figure.tb-figure svg")).to_be_visible()


HOSTILE = [
    "",
    "leaderboard/?cols=+n",
    PROBLEM,
    "problems/humaneval-1/",
    "problems/humaneval-4/",
    "compare/?a=hostile-script&b=hostile-image",
    "compare/?a=hostile-template&b=hostile-title",
]


@pytest.fixture
def no_alarm(page: Page) -> Iterator[None]:
    """No dialogue may be opened."""
    found: list[str] = []
    page.on("dialog", lambda dialog: found.append(str(dialog)))
    yield
    assert found == []


def test_nothing_that_a_result_says_runs_or_widens_a_page(
    page: Page, visit: Visit, no_alarm: None, built_site: BuiltSite
) -> None:
    paths = HOSTILE + [f"models/{path.name}/" for path in sorted((built_site.folder / "models").glob("hostile-*"))]
    assert len(paths) > 15
    page.set_viewport_size(NARROW)
    for path in paths:
        visit(path)
        unfold_all(page)
        assert page.evaluate("window.hacked") is None, path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert page.locator("main img:not([src$='logo.svg'])").count() == 0, path
    visit("leaderboard/")
    page.get_by_label("Filter").last.fill("hacked")  # no record can be made of such results: they are claims
    assert len(models(page, "claims")) == 4
    page.get_by_label("Filter").last.fill("<script>window.hacked=1</script>")
    assert models(page, "claims") == ["<script>window.hacked=1</script>", "</title><script>window.hacked=1</script>"]
    page.set_viewport_size(WIDE)
    visit("")
    search_for(page, "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}script")
    expect(page.locator(".md-search-result__item").filter(has_text="hacked").first).to_be_visible()
    assert page.locator(".md-search-result img, .md-search-result script").count() == 0
    assert page.evaluate("window.hacked") is None
