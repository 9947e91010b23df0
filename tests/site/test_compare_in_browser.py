"""The comparison page in a real browser."""

import json
import shutil
from collections.abc import Callable
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tallybench.model.parts import TieTolerance
from tallybench.statistics.cost import ModelCosts, cost_ratios, sign_test
from tests.conftest import ROOT
from tests.site.browsing import APART, HOSTILE, Serve, body, click, document, names, query, table

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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, serve: Serve) -> str:
    """The address of a folder with a page to compare models, and the data that it reads."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(ROOT / "site/assets", folder / "assets")
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
    return serve(folder)


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
