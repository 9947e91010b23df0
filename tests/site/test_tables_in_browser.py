"""Tables and the comparison page, in a real browser."""

import json
import shutil
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tallybench.model.parts import TieTolerance
from tallybench.statistics.cost import ModelCosts, cost_ratios, sign_test
from tests.conftest import ROOT
from tests.site.browsing import Serve

Line = tuple[str, float | None, float | None, str]
HOSTILE = "<img src=x onerror=\"document.title='owned'\">"
HEADS = """
<th scope="col" data-key="model" data-sort="text">Model</th>
<th scope="col" data-key="score" data-sort="number">Score</th>
<th scope="col" data-key="cost" data-sort="number" data-first="ascending" data-optional="shown">Cost</th>
<th scope="col" data-key="open" data-facet>Weights</th>
<th scope="col" data-key="n" data-optional="hidden">n</th>
"""
RANKED = [
    ("model-10", 0.5, 3, "open"),
    ("model-2", None, 20, "closed"),
    ("Zebra", 0.9, 100, "open"),
    ("äpfel", -0.1, None, "open"),
    (HOSTILE, 0.25, 7, "closed"),
]
APART = [("outsider", 0.7, 1, "open"), ("another", 0.8, 2, "closed")]


def body(rows: Sequence[Line], attributes: str = "") -> str:
    def cell(value: float | None) -> str:
        return f'<td data-value="{"" if value is None else value}">{value or "none"}</td>'

    lines = [
        f'<tr><th scope="row">{escape(name)}</th>{cell(score)}{cell(cost)}<td>{escape(weights)}</td><td>1</td></tr>'
        for name, score, cost, weights in rows
    ]
    return f"<tbody {attributes}>{''.join(lines)}</tbody>"


def table(name: str, *bodies: str, heads: str = HEADS) -> str:
    inner = f"<table><thead><tr>{heads}</tr></thead>{''.join(bodies)}</table>"
    return f'<div class="tb-table" data-table="{name}">{inner}</div>'


def document(content: str, script: str = "tables") -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>test</title><link rel="icon" href="data:,">'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="assets/tables.css"></head>'
        f'<body class="md-typeset"><main>{content}</main><script type="module" src="assets/{script}.js"></script>'
        "</body></html>"
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    """The address of a folder with a page of two tables, one of many rows and one to compare models."""
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
    write_comparison(folder)
    return serve(folder)


def names(page: Page, name: str = "board") -> list[str]:
    """The first column of the rows that are shown, from the top."""
    rows = page.locator(f'[data-table="{name}"] tbody tr:visible')
    return rows.locator(":scope > :first-child").all_text_contents()


def head(page: Page, key: str, name: str = "board") -> Any:
    return page.locator(f'[data-table="{name}"] th[data-key="{key}"]')


def click(page: Page, key: str, name: str = "board") -> None:
    head(page, key, name).get_by_role("button").click()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


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


# Comparison

NONE = "\N{EN DASH}"
TIE = {"relative": 0.03, "absolute": 10_000}
Outcome = tuple[str, str | None, int | None]
OUTCOMES: list[tuple[Outcome, Outcome, bool]] = [
    (("passed", "counted", 1_000_000), ("passed", "counted", 2_000_000), True),  # A
    (("passed", "counted", 10_000_000), ("passed", "counted", 9_000_000), True),  # B
    (("passed", "counted", 50_000_000), ("passed", "counted", 51_000_000), True),  # tie: 2 %
    (("passed", "counted", 100_000), ("passed", "counted", 150_000), True),  # tie: 5 inputs of 10,000
    (("passed", "counted", 100_000), ("passed", "counted", 150_001), True),  # A
    (("passed", "over_budget", 90_000_000), ("wrong_output", None, None), True),  # neither
    (("timeout", None, None), ("passed", "counted", 5_000_000), True),  # B
    (("passed", "counted", 5_000_000), ("passed", "wrong_output", None), True),  # A
    (("passed", None, None), ("passed", None, None), False),  # does not count
]
MINUS = "\N{MINUS SIGN}"
SCORES = (
    f"score@1: Alpha is 5.2 points higher than {HOSTILE} (41.8 against 36.6, 95 % interval of the difference 1.1 to "
    "9.0). More than chance explains."
)
EFFICIENT = (
    f"efficient@1: Alpha is 2.0 points lower than {HOSTILE} (50.0 against 52.0, 95 % interval of the difference "
    f"{MINUS}6.0 to 3.0). That could be chance."
)
GAPS = {  # by problem, the largest gap first: who spends less, and how many times less
    "f0": ("A", "2×"),
    "f4": ("A", "1.5×"),
    "f3": ("tie", "1.5×"),
    f"{HOSTILE}": ("B", "1.11×"),
    "f2": ("tie", "1.02×"),
    "f6": ("B", NONE),
    "f7": ("A", NONE),
    "f5": ("not comparable", NONE),
    "f8": ("does not count", NONE),
}


def cost_on(result: Outcome, efficiency: bool) -> int | None:
    """What a model's one sample of a problem costs, as the site's data have it."""
    return result[2] if efficiency and result[:2] == ("passed", "counted") else None


def model(name: str, side: int) -> dict[str, Any]:
    problems = [
        {
            "id": f"HumanEval/{number}",
            "entry_point": HOSTILE if number == 1 else f"f{number}",
            "url": "javascript:alert(1)" if number == 1 else f"problems/humaneval-{number}/",
            "code": f"problems/humaneval-{number}.json",
            "solution": side + 1,
            "verdict": results[side][0],
            "stress": results[side][1],
            "total": results[side][2],
            "cost": cost_on(results[side], efficiency),
            "inputs": 5,
            "efficiency": efficiency,
        }
        for number, (*results, efficiency) in enumerate(OUTCOMES)
    ]
    pairs = [{"score@1": [5.2, 1.1, 9.0], "efficient@1": [-0.02, -0.06, 0.03]}, {"score@1": [-5.2, -9.0, -1.1]}]
    pairs[1]["efficient@1"] = [0.02, -0.03, 0.06]
    pairs[0]["cost"] = [0.752, 0.6, 0.96]
    against = {"beta": pairs[0]} if name == "alpha" else {"alpha": pairs[1]} if name == "beta" else {}
    figures = {"score@1": (41.8, 36.6)[side], "efficient@1": (0.5, 0.52)[side]}
    facts = {"name": name, "slug": name, "tie": TIE, "figures": figures, "against": against, "problems": problems}
    if name == "far away":  # from all others
        return {**facts, "claim": True, "baseline": False, "fingerprint": "another"}
    return {**facts, "claim": name == "word", "baseline": name == "own", "fingerprint": "ranked"}


def write_comparison(folder: Path) -> None:
    files = {"alpha": model("alpha", 0), "beta": model("beta", 1), "far away": model("far away", 1)}
    files |= {name: model(name, 1) for name in ("word", "own")}
    (folder / "data/models").mkdir(parents=True)
    for slug, facts in files.items():
        (folder / f"data/models/{slug}.json").write_text(json.dumps(facts), encoding="utf-8")
    (folder / "data/problems").mkdir()
    solutions = {
        "1": {"code": f"def f0(): {HOSTILE}", "from": "from https://a.example, MIT"},
        "2": {"from": "withheld"},
    }
    (folder / "data/problems/humaneval-0.json").write_text(json.dumps({"solutions": solutions}), encoding="utf-8")
    listed = {"alpha": "Alpha", "beta": HOSTILE, "far away": "Far away", "lost": "Lost", "word": "Word", "own": "Own"}
    options = "".join(f'<option value="{escape(slug)}">{escape(name)}</option>' for slug, name in listed.items())
    form = "".join(f'<label>{name} <select name="{name}">{options}</select></label>' for name in "ab")
    content = (
        f'<form class="tb-compare" data-source="data/">{form}<button type="button" class="tb-swap">Swap</button></form>'
        '<div class="tb-compare-result" aria-live="polite"></div><div class="tb-compare-problems"></div>'
        f'{table("second", body(APART))}<p id="below">below</p>'
    )
    (folder / "compare.html").write_text(document(content, "compare"), encoding="utf-8")


@pytest.fixture
def compare(page: Page, site: str) -> Callable[[str], None]:
    """Open the comparison page with a query and wait for what it says."""

    def open_page(search: str = "") -> None:
        page.goto(f"{site}compare.html{search}")
        expect(page.locator(".tb-compare-result p").first).to_be_visible()

    return open_page


def summary(page: Page) -> str:
    return " / ".join(page.locator(".tb-compare-result p").all_text_contents())


def test_the_comparison_starts_with_the_first_two_models_and_is_turned_for_the_other(
    page: Page, compare: Callable[..., None]
) -> None:
    compare()
    assert f"A Alpha, B {HOSTILE}" in summary(page)
    assert SCORES in summary(page)
    assert EFFICIENT in summary(page)
    assert "Of 9 problems 8 count for efficiency: A spends less on 3, B on 2, and 2 are ties." in summary(page)
    assert "1 is not comparable: neither model has a correct and counted solution." in summary(page)
    compare("?a=beta&b=alpha")
    assert f"score@1: {HOSTILE} is 5.2 points lower than Alpha (36.6 against 41.8" in summary(page)
    assert f"{MINUS}9.0 to {MINUS}1.1). More than chance explains." in summary(page)
    assert "A spends less on 2, B on 3" in summary(page)


def test_the_cost_ratio_is_that_of_the_statistics(page: Page, compare: Callable[..., None]) -> None:
    """The browser and `evaluator/tallybench/statistics/cost.py` say the same of the pair above."""
    compare()
    models = []
    for side in (0, 1):
        costs = {str(number): cost_on((a, b)[side], counts) for number, (a, b, counts) in enumerate(OUTCOMES)}
        totals = {task_id: (cost,) for task_id, cost in costs.items() if cost is not None}
        models.append(ModelCosts(totals, dict.fromkeys(totals, 5), 0, TieTolerance(relative=0.03, absolute=10_000)))
    found = cost_ratios(models, [(0, 1)])[0, 1]
    assert found.value is not None and (found.problems, found.cheaper, found.dearer, found.ties) == (5, 2, 1, 2)
    said = (
        f"Cost: on the {found.problems} problems that both solve within the budget, A's correct code uses "
        f"{100 * (1 - found.value):.0f} % fewer instructions than B's (95 % interval 40 % fewer to 4 % fewer): A is "
        f"cheaper on {found.cheaper}, dearer on {found.dearer}, and ties on {found.ties} (sign test p = {found.p:g}). "
        "More than chance explains."
    )
    assert said in summary(page)
    compare("?a=beta&b=alpha")
    turned = (
        f"{100 * (1 / found.value - 1):.0f} % more instructions than B's: A is cheaper on 1, dearer on 2, and ties on 2"
    )
    assert turned in summary(page)
    for fewer, more in ((42, 9), (0, 0), (3, 3), (0, 164), (200, 260)):
        script = f"import('./assets/compare-cost.js').then((found) => found.signTest({fewer}, {more}))"
        assert page.evaluate(script) == pytest.approx(sign_test(fewer, more), rel=1e-9)


def test_each_problem_has_its_winner_its_mark_and_both_programs_and_nothing_becomes_markup_or_a_script(
    page: Page, compare: Callable[..., None]
) -> None:
    compare("?a=../../secret&b=%3Cscript%3E")
    assert f"A Alpha, B {HOSTILE}" in summary(page), "unknown models give way to the first two"
    links = page.locator('[data-table="compare"] tbody a')
    assert links.count() == len(OUTCOMES) - 1, "an address that is a script is no link"
    assert "javascript:" not in page.locator('[data-table="compare"]').inner_html()
    assert links.first.evaluate("link => link.pathname") == "/problems/humaneval-0/"
    rows = page.locator('[data-table="compare"] tbody tr')
    cells = [row.locator("th, td").all_text_contents() for row in rows.all()]
    found = {row[0].partition(" ")[2]: (row[3], row[4]) for row in cells}
    assert list(found.items()) == list(GAPS.items())
    by_name = {row[0]: row for row in cells}
    assert by_name["HumanEval/0 f0"][1:3] == ["1 M", "2 M"]
    assert by_name["HumanEval/3 f3"][1:3] == ["100 k", "150 k"]
    assert by_name["HumanEval/5 f5"][1:3] == ["over budget", "wrong output"]
    assert by_name["HumanEval/7 f7"][2] == "wrong output under stress"
    expect(page.locator('[data-table="compare"] th[data-key="gap"]')).to_have_attribute("aria-sort", "descending")
    chart = page.locator(".tb-compare-problems svg")
    titles = chart.locator("title").all_text_contents()
    assert titles == [
        "HumanEval/0 f0: A spends 0.500 times what B spends",
        "HumanEval/4 f4: A spends 0.667 times what B spends",
        "HumanEval/3 f3: A spends 0.667 times what B spends",
        "HumanEval/2 f2: A spends 0.980 times what B spends",
        f"HumanEval/1 {HOSTILE}: A spends 1.11 times what B spends",
    ]
    assert chart.locator("a").count() == 4, "an address that is a script is no link"
    assert "javascript:" not in chart.evaluate("chart => chart.outerHTML")
    page.get_by_role("button", name="Both programs for HumanEval/0").click()
    dialog = page.get_by_role("dialog", name="HumanEval/0 f0")
    expect(dialog.locator("pre code")).to_have_text(f"def f0(): {HOSTILE}")
    expect(dialog).to_contain_text("from https://a.example, MIT")
    expect(dialog).to_contain_text("Its code is not shown here.")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    assert page.locator("img").count() == 0


def test_a_comparison_moves_nothing_that_is_there_already(page: Page, compare: Callable[..., None]) -> None:
    script = "new PerformanceObserver((found) => { for (const one of found.getEntries()) window.moved += one.value; })"
    page.add_init_script(f"window.moved = 0; {script}.observe({{ type: 'layout-shift', buffered: true }});")
    compare()
    expect(page.locator('[data-table="compare"] tbody tr')).to_have_count(9)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("window.moved") < 0.01
    assert page.locator("#below").evaluate("one => one.getBoundingClientRect().top") > 900


def test_swap_and_choice_go_into_the_address_and_back(page: Page, compare: Callable[..., None]) -> None:
    compare("?kept=1")
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".tb-compare-result")).to_contain_text("A spends less on 2, B on 3")
    assert query(page) == {"kept": ["1"], "a": ["beta"], "b": ["alpha"]}
    page.locator('select[name="a"]').select_option("far away")
    expect(page.locator(".tb-compare-result")).to_contain_text("no interval")
    page.go_back()
    expect(page.locator(".tb-compare-result")).to_contain_text("A spends less on 2, B on 3")
    page.go_back()
    expect(page.locator(".tb-compare-result")).to_contain_text("A spends less on 3, B on 2")
    expect(page.locator('select[name="a"]')).to_have_value("alpha")


def test_a_late_answer_does_not_replace_a_newer_choice(page: Page, compare: Callable[..., None]) -> None:
    compare()
    held: list[Route] = []
    page.route("**/far%20away.json", lambda route: held.append(route))
    with page.expect_request("**/far%20away.json"):
        page.locator('select[name="b"]').select_option("far away")
    page.locator('select[name="b"]').select_option("beta")
    with page.expect_response("**/far%20away.json") as late:
        held[0].continue_()
    late.value.finished()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert "A spends less on 3, B on 2" in summary(page)


def test_models_without_a_pair_stand_side_by_side_without_a_winner(page: Page, compare: Callable[..., None]) -> None:
    compare("?a=alpha&b=far+away")
    assert "score@1: Alpha is 5.2 points higher than Far away (41.8 against 36.6)." in summary(page)
    assert "There is no interval for this difference" in summary(page)
    assert "spends less" not in summary(page) and page.locator(".tb-compare-problems svg").count() == 0
    heads = page.locator('[data-table="compare"] thead th').all_text_contents()
    assert heads == ["Problem", "A: Alpha, instructions", "B: Far away, instructions", "Code"]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("word", "Word is a claim: its figures and counts are the submitter's"),
        ("own", "Own is a set of the benchmark's"),
    ],
)
def test_a_claim_and_a_baseline_have_winners_and_a_chart_in_the_same_environment(
    page: Page, compare: Callable[..., None], other: str, said: str
) -> None:
    compare(f"?a=alpha&b={other}")
    assert "There is no interval for this difference" in summary(page) and said in summary(page)
    assert "A spends less on 3, B on 2" in summary(page)
    assert page.locator(".tb-compare-problems svg title").count() == 5
    wins = page.locator('[data-table="compare"] tbody tr td:nth-child(4)').all_text_contents()
    assert wins == [wins for wins, _ in GAPS.values()]


def test_the_problems_are_a_table_like_others(page: Page, compare: Callable[..., None]) -> None:
    compare()
    page.locator('[data-table="compare"]').get_by_label("Spends less").select_option("B")
    assert names(page, "compare") == [f"HumanEval/1 {HOSTILE}", "HumanEval/6 f6"]
    click(page, "result-b", "compare")
    assert names(page, "compare") == ["HumanEval/6 f6", f"HumanEval/1 {HOSTILE}"]
    assert query(page) == {"compare.wins": ["B"], "compare.sort": ["result-b.asc"]}
    page.go_back()
    assert names(page, "compare")[0] == f"HumanEval/1 {HOSTILE}"
    page.get_by_role("button", name="Swap").click()
    expect(page.locator(".tb-compare-result")).to_contain_text("A spends less on 2, B on 3")
    expect(page.locator('[data-table="compare"]')).to_have_count(1)
    assert len(names(page, "compare")) == 3, "the facet holds for the next pair"


def test_data_that_cannot_be_read_are_named_with_what_to_do(
    page: Page, compare: Callable[..., None], complaints: list[str]
) -> None:
    compare("?a=alpha&b=lost")
    assert "data/models/lost.json, which could not be read (HTTP 404). Reload the page" in summary(page)
    assert page.locator('[data-table="compare"]').count() == 0
    assert all("404" in complaint for complaint in complaints)
    complaints.clear()
    page.locator('select[name="b"]').select_option("beta")
    expect(page.locator(".tb-compare-result")).to_contain_text("A spends less on 3")
