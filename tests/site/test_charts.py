"""The site's charts: hostile names stay text, bytes depend on no machine, marks are told apart and can be reached."""

import gzip
import itertools
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from generator.charts.front import Across, ScoredModel, find_front, front_plot
from generator.charts.placement import log_span, log_ticks, place_labels
from generator.charts.plots import Curve, RatioRow, Step, curves, ratio_plot
from generator.charts.spent import Both, Spent, distribution, memory_plot
from generator.charts.wording import clean, si
from generator.page_charts import score_by_date, score_by_size
from generator.pairs import matrix

from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.reading import load_result
from tallybench.submissions.verify import compare
from tests.made_results import kept_result, telling

SITE = Path(__file__).parents[2] / "site"
COLOURS = [f"var(--tb-{name})" for name in ("good", "slow", "over", "accent", "muted")]
LEFTS = {"left": 0.0, "center": 0.5, "right": 1.0}  # of a label, what of its width is left of its place
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}{% raw %}",
    "javascript:alert(1)",
    "]]></svg><!--",
    "&lt;b&gt; &#x3c;",
    "A" * 10_000,
    "\u202eevil\u2066\u200f\u061c",
    "nul\x00 esc\x1b \ufffe \ud800 tab\tend",
    "",
    "#3",
    "$y(1)",
]


def models(names: list[str]) -> list[ScoredModel]:
    """One of every five is a pipeline, and every third is behind one that is smaller."""
    found = []
    for number, name in enumerate(names):
        score = 10 + 60 * number / len(names) - 15 * (number % 3 == 2)
        told, pipeline, href = f"{1 + number} billion parameters", number % 5 == 4, f"models/m{number}/"
        model = ScoredModel(
            name=name, x=1 + number, told=told, score=score, low=score - 4, high=score + 4, pipeline=pipeline, href=href
        )
        found.append(model)
    return found


def scores(names: list[str], across: Across = Across.SIZE) -> str:
    return front_plot(models(names), across, label=names[0] if names else "none")


def spent(names: list[str]) -> list[Spent]:
    return [
        Spent(name=name, total=10**6 * 3**number % (10**11 + 7), censored=number % 3 == 2)
        for number, name in enumerate(names)
    ]


def ratios(names: list[str]) -> list[RatioRow]:
    return [
        RatioRow(name=name, ratio=min(1.07**number, 20), censored=1.07**number > 20, href=f"../../problems/{number}/")
        for number, name in enumerate(names)
    ]


def charts(names: list[str]) -> dict[str, str]:
    return _charts(*names)


@cache
def _charts(*given: str) -> dict[str, str]:
    names = list(given)
    return {
        "size": scores(names),
        "date": scores(names, Across.DATE),
        "counts": distribution(spent(names), best_known=10**6, ground_truth=10**7, truth_censored=True, label=names[0]),
        "curves": curves(
            [Curve(name=name, steps=(Step(x=1, y=20, low=10, high=30), Step(x=5, y=40))) for name in names[:3]],
            x_title="x",
            y_title="y",
            label=names[0],
        ),
        "memory": memory_plot(both(names), [replace(both(names[:1])[0], href="")], label=names[0]),
        "ratios": ratio_plot(ratios(names), label=names[0]),
    }


def both(names: list[str]) -> list[Both]:
    found = []
    for number, name in enumerate(names):
        total, peak = 10**6 * 3**number % (10**11 + 7), 10**5 * 2**number % (10**9 + 7)
        href = f"#solution-{number}"
        found.append(Both(name=name, total=total, peak=peak, told=name, efficient=number % 2 == 0, href=href))
    return found


def parsed(svg: str) -> Element:
    return ElementTree.fromstring(svg.encode())


def titles(svg: str) -> list[str]:
    return [title.text or "" for title in parsed(svg).iter("title")]


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in parsed(svg).iter("text")]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_stays_short_plain_text(name: str) -> None:
    for svg in charts([name, "other"]).values():
        for element in parsed(svg).iter():
            assert element.tag in {"svg", "g", "a", "path", "line", "text", "title"}
            assert not [key for key in element.attrib if key.startswith("on") or ":" in key]
            assert re.fullmatch(r"[\w./#-]+", element.get("href", "fine"))
        assert "{" not in svg
        assert not re.search("[\x00-\x1f\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufffe\ud800-\udfff]", svg)
        assert len(svg) < 9_000


def test_a_name_is_shown_as_it_is_written_and_shortened_in_labels_only() -> None:
    svg = scores(["<b>&amp;", "x" * 60])
    assert "<b>&amp;" in texts(svg)
    assert "x" * 31 + "…" in texts(svg)
    assert [title.startswith("x" * 60 + ": ") for title in titles(svg)].count(True) == 1
    assert "{{7*7}}" in texts(scores(["{{7*7}}"]))
    assert "#1" in texts(scores(["#1", "other"])), "it looks like a mark's number"


@pytest.mark.parametrize("href", ["javascript:alert(1)", "//evil.example/", "/models/", "https://e.example", "a b", ""])
def test_a_link_that_is_no_relative_path_is_refused(href: str) -> None:
    with pytest.raises(ValueError, match="no relative path"):
        ratio_plot([RatioRow(name="p", ratio=1, href=href)], label="l")


def test_two_processes_write_the_same_bytes() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tests.site.test_charts import charts;"
        "sys.stdout.buffer.write(chr(10).join(charts([f'm{n}' for n in range(9)]).values()).encode())"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code, str(SITE)],
            cwd=SITE.parent,
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LANG": language},
            check=True,
            capture_output=True,
        ).stdout
        for seed, zone, language in (("1", "UTC", "C.UTF-8"), ("2", "Asia/Tokyo", "de_DE.UTF-8"))
    ]
    assert runs[0] == runs[1]
    assert runs[0].count(b"<svg") == 6


@pytest.mark.parametrize("chart", ["size", "date", "counts", "curves", "ratios"])
def test_colours_are_the_pages_variables_and_fonts_the_pages_font(chart: str) -> None:
    svg = charts([f"m{n}" for n in range(100)])[chart]
    painted = [e.get(name) for e in parsed(svg).iter() for name in ("fill", "stroke") if e.get(name)]
    assert painted
    assert all(paint == "none" or re.fullmatch(r"var\(--tb-[a-z]+\)", paint or "") for paint in painted)
    assert {e.get("font-family") for e in parsed(svg).iter()} <= {"inherit", None}
    assert "Liberation" not in svg and " id=" not in svg and "url(" not in svg
    assert not re.search(r"\d\.\d\d", re.sub(r"<title>.*?</title>|aria-label=\".*?\"|opacity=\".*?\"", "", svg))


@pytest.mark.parametrize("chart", ["size", "ratios"])
def test_links_have_names_and_their_chart_is_no_image(chart: str) -> None:
    root = parsed(charts([f"m{n}" for n in range(12)])[chart])
    assert root.get("role") == "group"
    assert root.get("aria-label") == "m0"
    links = list(root.iter("a"))
    assert len(links) == 12
    for link in links:
        assert link.get("aria-label") == link.findtext("title")
    inner = [e for e in root.iter() if e is not root]
    assert not [e for e in inner if e.get("role") or (e.tag != "a" and e.get("aria-label"))]
    root = parsed(distribution([Spent(name="m", total=10**6)], best_known=10**6, ground_truth=10**6, label="totals"))
    assert root.get("role") == "img", "without links"


def test_each_class_has_its_own_colour_and_shape() -> None:
    for chart, colours in (("ratios", ("good", "slow", "over")), ("curves", ("accent", "slow", "muted"))):
        shapes: dict[str, set[str]] = {}
        for group in parsed(charts([f"m{n}" for n in range(60)])[chart]).iter("g"):
            colour = group.get("fill", "")
            if colour in {f"var(--tb-{name})" for name in colours}:
                kinds = {re.sub(r"[\d.,-]+", "", path.get("d", "")) for path in group.iter("path")}
                shapes.setdefault(colour, set()).update(kinds)
        assert sorted(map(len, shapes.values())) == [1, 1, 1], chart
        assert len(set.union(*shapes.values())) == 3, chart


def test_a_censored_total_is_told_as_a_bound() -> None:
    given = [
        Spent(name="over", total=250_000_000, censored=True),
        Spent(name="quick", total=1_234_567),
        Spent(name="alike", total=1_240_000),
    ]
    svg = distribution(given, best_known=1_000_000, ground_truth=2_500_000, truth_censored=True, label="l")
    assert titles(svg) == ["1.23M to 1.24M instructions: 2 models: quick, alike", "over budget: 1 model: over"]
    assert {"best known 1M", "ground truth ≥ 2.5M", "over budget"} <= set(texts(svg))
    svg = ratio_plot([RatioRow(name="p", ratio=20, censored=True, href="p/")], label="l")
    assert titles(svg) == ["p: at least 20\N{MULTIPLICATION SIGN} the best known"]


def test_every_model_is_in_one_bar_and_the_bars_say_how_many() -> None:
    for count in (1, 20, 100):
        svg = distribution(spent([f"m{n}" for n in range(count)]), best_known=10**6, ground_truth=10**7, label="l")
        told = [re.search(r": (\d+) models?: ", title) for title in titles(svg)]
        numbers = [int(found[1]) for found in told if found]
        assert len(numbers) == len(titles(svg)) and sum(numbers) == count
        assert set(map(str, numbers)) <= set(texts(svg))


def test_marks_stand_in_the_order_of_their_ratios_and_those_over_the_budget_last() -> None:
    ratios = {"over/": 1.4, "slow/": 9, "middle/": 1.8, "fast/": 1}
    rows = [RatioRow(name="p", ratio=ratio, href=href, censored=href == "over/") for href, ratio in ratios.items()]
    links = parsed(ratio_plot(rows, label="l")).iter("a")
    assert [link.get("href") for link in links] == ["fast/", "middle/", "slow/", "over/"]


def test_names_at_the_ends_of_curves_stay_apart() -> None:
    given = [Curve(name=f"curve {n}", steps=(Step(x=1, y=50), Step(x=5, y=60))) for n in range(3)]
    places = [
        float(re.findall(r"[-\d.]+", element.get("transform", ""))[1])
        for element in parsed(curves(given, x_title="x", y_title="y", label="l")).iter("text")
        if (element.text or "").startswith("curve")
    ]
    assert len(places) == 3
    assert min(later - sooner for sooner, later in itertools.pairwise(sorted(places))) >= 14


def test_labels_neither_cover_one_another_nor_leave_the_plot() -> None:
    points = [(200.0 + n, 100.0 + 2 * n, 90.0) for n in range(8)]
    spots = place_labels(points, [(x - 6, y - 6, x + 6, y + 6) for x, y, _ in points], [], 400, 300)
    boxes = [(s.x - 90 * LEFTS[s.align], s.y) for s in spots if s is not None]
    assert len(boxes) >= 6
    for one, other in itertools.combinations(boxes, 2):
        assert abs(one[0] - other[0]) >= 90 or abs(one[1] - other[1]) >= 14
    assert all(0 <= left <= 310 and 0 <= y <= 300 for left, y in boxes)


@pytest.mark.parametrize(
    ("value", "said"), [(0, "0"), (999, "999"), (999_950, "1M"), (12_345_678, "12.3M"), (1e9, "1G")]
)
def test_counts_are_said_in_three_digits(value: float, said: str) -> None:
    assert si(value) == said


def test_wide_characters_count_twice_when_a_name_is_shortened() -> None:
    assert clean("模" * 30, 30) == "模" * 14 + "…"
    assert clean("  a\n b  ", 30) == "a b"


@pytest.mark.parametrize("span", [(1, 1), (10**6, 10**6), (1, 10**18), (123, 456), (0, 5)])
def test_a_log_axis_holds_its_values_and_has_up_to_six_ticks(span: tuple[int, int]) -> None:
    low, high = log_span(span)
    assert 0 < low < max(span[0], 1) <= max(span[1], 1) < high
    assert 1 <= len(log_ticks(low, high)) <= 6


@pytest.mark.parametrize("count", [0, 1, 100])
def test_any_number_of_marks_is_drawn(count: int) -> None:
    names = [f"m{n}" for n in range(count)]
    parsed(distribution(spent(names), best_known=1, ground_truth=0, label="l"))
    if names:  # the page draws none without a model
        assert len(titles(scores(names))) == count
    linked = 10 * count if count < 21 else 0
    assert len(titles(ratio_plot(ratios(names * 10), label="l"))) == linked, "more than 200 are drawn, not linked"


def test_charts_are_small() -> None:
    drawn = charts([f"model-{n}" for n in range(20)])
    assert len(gzip.compress(drawn["counts"].encode(), mtime=0)) < 2_000
    assert len(gzip.compress(scores([f"model-{n}" for n in range(60)]).encode(), mtime=0)) < 4_000


def test_a_matrix_has_a_row_and_a_column_for_each_name_and_says_each_value_once() -> None:
    names = [*HOSTILE[:3], "plain"]
    values = {(row, column): 7.0 * number for number, (row, column) in enumerate(itertools.permutations(names, 2))}
    table = ElementTree.fromstring(matrix(names, values, label=HOSTILE[0]))
    rows = [list(row) for row in table.iter("tr")]
    assert [cell.text for cell in rows[0][1:]] == names == [row[0].text for row in rows[1:]]
    assert all(len(row) == len(names) + 1 for row in rows)
    for number, row in enumerate(names, 1):
        for across, column in enumerate(names, 1):
            told = "–" if row == column else f"{values[row, column]:.1f}"
            assert rows[number][across].text == told
    tints = [cell.get("style") for row in rows[1:] for cell in row[1:] if cell.get("style")]
    assert tints == [f"--tb-share:{value / 100:.2f}" for value in values.values()]


def scored(name: str, x: float, score: float, **changes: Any) -> ScoredModel:
    return ScoredModel(name=name, x=x, told=f"{x:g} billion parameters", score=score, href=f"models/{name}/", **changes)


def front_of(*models: ScoredModel) -> list[str]:
    return [models[place].name for place in find_front(models)]


def test_the_front_has_whom_no_smaller_one_beats_and_of_equals_the_first() -> None:
    models = [scored("large", 70, 40), scored("beaten", 30, 20), scored("small", 1, 10), scored("middle", 7, 30)]
    assert front_of(*models) == ["small", "middle", "large"]
    assert front_of(scored("worse", 7, 20), scored("better", 7, 30)) == ["better"]
    assert front_of(scored("first", 7, 30), scored("second", 7, 30), scored("later", 8, 30)) == ["first"]


def test_a_pipeline_is_drawn_and_not_compared_with_models() -> None:
    models = [scored("model", 7, 20), scored("agent", 7, 40, pipeline=True), scored("larger", 9, 30)]
    assert front_of(*models) == ["model", "larger"]
    svg = front_plot(models, Across.SIZE, label="l")
    assert "pipelines" in texts(svg) and "agent" in texts(svg)
    assert "pipelines" not in texts(front_plot(models[:1], Across.SIZE, label="l"))


def test_a_mark_says_the_models_size_score_and_interval() -> None:
    svg = front_plot([scored("m", 7, 25, low=20, high=30), scored("n", 8, 20)], Across.SIZE, label="l")
    assert titles(svg) == [
        "n: 8 billion parameters, score@1 20.0",
        "m: 7 billion parameters, score@1 25.0 (20.0 to 30.0)",
    ]


def test_of_sixty_models_all_on_the_front_are_named_and_others_where_there_is_room() -> None:
    models = [scored(f"model-{n:02}", 1.0 + n * 37 % 61, 20 + n * 53 % 29) for n in range(60)]  # most in a heap
    front = set(front_of(*models))
    named = {text for text in texts(front_plot(models, Across.SIZE, label="l")) if text.startswith("model-")}
    assert front <= named
    assert 3 < len(named - front) < 60 - len(front)


def test_names_that_are_not_needed_cover_nothing() -> None:
    points = [(40.0 + 37 * n % 400, 30.0 + 53 * n % 250) for n in range(60)]
    solid = [(x - 5, y - 5, x + 5, y + 5) for x, y in points]
    spots = place_labels([(x, y, 70.0) for x, y in points], solid, [(0, 150, 450, 150)], 450, 300, must=3)
    boxes = []
    for spot in spots[3:]:
        if spot is not None:
            left = spot.x - 70 * LEFTS[spot.align]
            boxes.append((left, spot.y - 7, left + 70, spot.y + 7))
            assert not spot.away
    assert len(boxes) > 3
    assert all(spot is not None for spot in spots[:3])
    for box, other in itertools.product(boxes, [*solid, (0, 150, 450, 150)]):
        assert not (box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3])


@pytest.fixture(scope="module")
def board() -> Board:
    """Four ranked models, one of which says nothing of itself."""
    base = load_result(kept_result("tallybench-references"))
    entries = []
    told = (("a", 7.0, "2024-05"), ("b", 0.5, "2025-01-31"), ("c", 70.0, "2023-12-01"), ("silent", None, None))
    for slug, parameters, released in told:
        model = telling(base.model).model_copy(
            update={"name": slug, "parameters": parameters, "released": released, "baseline": False}
        )
        result = base.model_copy(update={"model": model})
        path = f"results/{slug}/humaneval-2026-01-31-0123abcd.json"
        entries.append(Entry(slug, path, "2026-01-31", result, compare(result, result, "0" * 64)))
    return make_boards(entries)[0]


def test_models_are_drawn_by_what_is_known_of_them(board: Board) -> None:
    by_size, by_date = titles(score_by_size(board, "../")), titles(score_by_date(board, "../"))
    assert [len(by_size), len(by_date)] == [3, 3]
    assert any(title.startswith("b: 0.5 billion parameters, score@1 ") for title in by_size)
    assert any(title.startswith("a: released 2024-05, score@1 ") for title in by_date)
    assert 'href="../models/c/"' in score_by_size(board, "../")
    svg = score_by_date(board, "", "2021-07")
    assert "humaneval: 2021-07" in texts(svg)
    assert 'stroke-dasharray="4,3"' in svg
    assert "dasharray" not in score_by_date(board, ""), "the date of the problems"
    few = Board(board.benchmark, board.version, rows=board.rows[:2])
    assert score_by_size(few, "") == score_by_date(few, "") == "", "of two models none is drawn"
