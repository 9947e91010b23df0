"""The charts of scores: who is on the front, whose name is written where, what a mark says."""

import itertools
from typing import Any
from xml.etree import ElementTree

import pytest
from generator.charts.front import Across, ScoredModel, find_front, front_plot
from generator.charts.placement import place_labels
from generator.page_charts import score_by_date, score_by_size

from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.reading import load_result
from tallybench.submissions.verify import compare
from tests.made_results import kept_result, telling

LEFTS = {"left": 0.0, "center": 0.5, "right": 1.0}


def scored(name: str, x: float, score: float, **changes: Any) -> ScoredModel:
    return ScoredModel(name=name, x=x, told=f"{x:g} billion parameters", score=score, href=f"models/{name}/", **changes)


def front_of(*models: ScoredModel) -> list[str]:
    return [models[place].name for place in find_front(models)]


def crowd(count: int) -> list[ScoredModel]:
    """Models of many sizes, most of them in a heap."""
    return [scored(f"model-{n:02}", 1.0 + n * 37 % 61, 20 + n * 53 % 29) for n in range(count)]


def test_the_front_has_whom_no_smaller_one_beats() -> None:
    models = [scored("large", 70, 40), scored("beaten", 30, 20), scored("small", 1, 10), scored("middle", 7, 30)]
    assert front_of(*models) == ["small", "middle", "large"]


def test_of_two_of_a_size_the_better_one_is_on_the_front_and_of_equals_the_first() -> None:
    assert front_of(scored("worse", 7, 20), scored("better", 7, 30)) == ["better"]
    assert front_of(scored("first", 7, 30), scored("second", 7, 30), scored("later", 8, 30)) == ["first"]


def test_a_pipeline_is_drawn_and_not_compared_with_models() -> None:
    models = [scored("model", 7, 20), scored("agent", 7, 40, pipeline=True), scored("larger", 9, 30)]
    assert front_of(*models) == ["model", "larger"]
    svg = front_plot(models, Across.SIZE, label="l")
    assert "pipelines" in texts(svg) and "agent" in texts(svg)
    assert "pipelines" not in texts(front_plot(models[:1], Across.SIZE, label="l"))


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter("text")]


def titles(svg: str) -> list[str]:
    return [title.text or "" for title in ElementTree.fromstring(svg).iter("title")]


def test_a_mark_says_the_models_size_score_and_interval() -> None:
    svg = front_plot([scored("m", 7, 25, low=20, high=30), scored("n", 8, 20)], Across.SIZE, label="l")
    assert titles(svg) == [
        "n: 8 billion parameters, score@1 20.0",
        "m: 7 billion parameters, score@1 25.0 (20.0 to 30.0)",
    ]


def test_of_sixty_models_all_on_the_front_are_named_and_others_where_there_is_room() -> None:
    models = crowd(60)
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


def test_the_date_of_the_problems_stands_beside_those_of_the_models(board: Board) -> None:
    svg = score_by_date(board, "", "2021-07")
    assert "humaneval: 2021-07" in texts(svg)
    assert 'stroke-dasharray="4,3"' in svg
    assert "dasharray" not in score_by_date(board, "")


def test_of_two_models_no_chart_is_drawn(board: Board) -> None:
    few = Board(board.benchmark, board.version, rows=board.rows[:2])
    assert score_by_size(few, "") == score_by_date(few, "") == ""
