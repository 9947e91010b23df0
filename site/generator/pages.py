"""The pages of benchmarks whose texts are not ours: one a benchmark, one a problem, one to compare, one a model."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from generator.foreign import ForeignBenchmark, ForeignView
from generator.page import BARE, Page
from generator.render import plain, render

if TYPE_CHECKING:
    from generator.build import Site


def foreign_pages(site: "Site", env: Any) -> Iterator[Page]:
    """All of them, and those of the models that have a result on no benchmark of ours."""
    for other in site.foreign:
        yield from _benchmark(other, env)
    ours = {model.row.entry.slug for model in site.models}
    for slug, on in site.on_foreign.items():
        if slug in ours:
            continue
        name = plain(on[0][1].row.entry.name)
        yield Page(
            f"models/{slug}.md",
            name,
            f"{name} on TallyBench: {', '.join(other.name for other, _ in on)}.",
            render(env, "foreign_model.html", {"up": "../../", "others": on}),
            sections=tuple((other.name, f"On {other.name}") for other, _ in on),
            words="figures, wins and losses, provenance",
        )


def _benchmark(other: ForeignBenchmark, env: Any) -> Iterator[Page]:
    home = f"{other.path}index.md"
    order = sorted(other.problems, key=lambda one: -(one.discrimination if one.discrimination is not None else -1.0))
    yield Page(
        home,
        f"Benchmark {other.name}",
        f"{other.name}: {len(other.problems)} problems of {plain(other.catalogue.source.title)}, how models do on "
        "them, and what is left out.",
        render(env, "foreign_benchmark.html", {"up": "../../", "other": other, "problems": order}),
        hide=BARE,
    )
    for board in other.boards:
        if board is not other.board:
            yield Page(
                f"{other.path}{board.version}.md",
                f"Leaderboard of {other.name}, version {board.version}",
                f"Models on {other.name} {board.version}, an older version of its data.",
                render(env, "foreign_older.html", {"up": "../../../", "other": other, "board": board}),
                hide=BARE,
                words="",
                card=home,
            )
    yield Page(
        f"{other.path}compare.md",
        f"Compare two models on {other.name}",
        f"Two models side by side on {other.name}, problem by problem, with paired intervals.",
        render(env, "compare.html", {"up": "../../../", "board": other.board, "data": other.data}),
        hide=BARE,
        card=home,
    )
    last = len(other.problems) - 1
    for place, view in enumerate(other.problems):
        previous = other.problems[place - 1] if place else None
        following = other.problems[place + 1] if place < last else None
        yield _problem(other, view, {"previous": previous, "next": following}, env, home)


def _problem(
    other: ForeignBenchmark, view: ForeignView, neighbours: dict[str, ForeignView | None], env: Any, home: str
) -> Page:
    task_id = view.problem.task_id
    named = f"{view.title} ({task_id}, {other.name})" if view.problem.entry_point else f"{task_id} ({other.name})"
    sections = [("models", "Models")] + [("inputs", "Stressful inputs")] * bool(view.references or view.facts.left_out)
    return Page(
        f"{view.path.rstrip('/')}.md",
        named,
        f"{task_id} of {other.name}: {view.facts.tests} correctness tests, {len(view.input_names)} stressful inputs, "
        "and every model's result.",
        render(env, "foreign_problem.html", {"up": "../../../../", "other": other, "view": view, **neighbours}),
        sections=(*sections, ("source", "Source"), ("run", "Run it yourself")),
        words=task_id,  # without any it would not be found at all
        card=home,
    )
