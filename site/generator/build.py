"""The whole site but for its hand-written pages: what there is to know, then a page for each thing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.measured import Measured, load_measured
from evaluator.problems.benchmark import Benchmark
from evaluator.results.counts import BUDGET
from evaluator.results.published.boards import Board, make_boards
from evaluator.results.published.entries import Entry, read_entries
from generator import downloads, figures
from generator.foreign import ForeignBenchmark, read_foreign
from generator.foreign_pages import foreign_pages
from generator.models import ModelView, view_models
from generator.page import BARE, Page
from generator.problems import ProblemView, view_problem
from generator.render import environment, plain, render, shown

SEARCHED = 300  # characters of a statement that the search knows


@dataclass(frozen=True)
class Site:
    """All that is known.

    Attributes:
        benchmark: as it is now.
        measured: its measurements.
        entries: all results.
        boards: its leaderboards, the newest version first.
        foreign: the benchmarks of others, whose texts are not ours to show.
    """

    benchmark: Benchmark
    measured: Measured
    entries: tuple[Entry, ...]
    boards: tuple[Board, ...]
    foreign: tuple[ForeignBenchmark, ...] = ()

    @cached_property
    def board(self) -> Board:
        """The leaderboard of the benchmark as it is now."""
        for board in self.boards:
            if board.version == self.benchmark.version:
                return board
        return Board(self.benchmark.name, self.benchmark.version, (), ())

    @cached_property
    def problems(self) -> list[ProblemView]:
        rows = self.board.all_rows
        return [view_problem(one, self.measured.problems.get(one.task_id), rows) for one in self.benchmark]

    @cached_property
    def models(self) -> list[ModelView]:
        return view_models(
            self.board, self.problems, [one for one in self.entries if one.benchmark == self.benchmark.name]
        )

    @cached_property
    def on_foreign(self) -> dict[str, list[tuple[ForeignBenchmark, ModelView]]]:
        """The models on the benchmarks of others, by their folder."""
        found: dict[str, list[tuple[ForeignBenchmark, ModelView]]] = {}
        for other in self.foreign:
            for model in other.models:
                found.setdefault(model.row.entry.slug, []).append((other, model))
        return found

    @cached_property
    def with_page(self) -> frozenset[str]:
        """The folders of the models that have a page."""
        return frozenset(row.entry.slug for row in self.board.all_rows) | frozenset(self.on_foreign)

    @property
    def stressful(self) -> int:
        """The number of stressful inputs."""
        return sum(len(problem.stressful) for problem in self.benchmark)

    @property
    def newest(self) -> str:
        """The date of the newest result: the site's date."""
        return max((entry.date for entry in self.entries), default="2026-01-01")


@dataclass(frozen=True)
class Built:
    """What the generator makes.

    Attributes:
        date: the site's, for the sitemap.
        pages: generated pages.
        files: other files: content, or the file to copy, by path.
    """

    date: str
    pages: list[Page]
    files: dict[str, bytes | Path] = field(default_factory=dict)


def read_site(root: Path) -> Site:
    """Reads results, benchmark and measurements.

    Raises:
        InputError: one of them is broken.
    """
    benchmark = load_benchmark()
    entries = tuple(read_entries(root))
    boards = make_boards(entries)
    ours = tuple(board for board in boards if board.benchmark == benchmark.name)
    return Site(benchmark, load_measured(benchmark.name), entries, ours, read_foreign(root, entries, boards))


def build_site(root: Path, facts: Mapping[str, Any]) -> Built:
    """Makes all generated pages and files.

    Args:
        root: the project's root.
        facts: what templates know of the project: `repository`, its address.

    Raises:
        InputError: a result, a problem or the measurements are broken.
    """
    site = read_site(root)
    env = environment(root / "templates")
    env.globals.update(facts, site=site, figures=figures, budget=BUDGET)
    pages = list(_pages(site, env))
    return Built(site.newest, pages, dict(downloads.files(root, site)))


def _pages(site: Site, env: Any) -> Iterator[Page]:
    count = len(site.benchmark)
    yield Page(
        "index.md",
        "TallyBench",
        "A benchmark of the efficiency of code that language models write, counted in CPU instructions: "
        "every number can be measured again.",
        render(env, "home.html", {"up": ""}),
        hide=BARE,
    )
    for board in site.boards if site.boards else [site.board]:
        current = board.version == site.benchmark.version
        yield Page(
            "leaderboard.md" if current else f"leaderboard/{board.version}.md",
            "Leaderboard" if current else f"Leaderboard of version {board.version}",
            f"Models by how efficient their correct solutions of {count} problems are, with intervals and ranks.",
            render(env, "leaderboard.html", {"up": "../" if current else "../../", "board": board, "current": current}),
            hide=BARE,
        )
    yield Page(
        "problems/index.md",
        "Problems",
        f"All {count} problems: which tell models apart, how many models solve them, and how efficiently.",
        render(env, "problems.html", {"up": "../", "problems": by_discrimination(site.problems)}),
        hide=BARE,
    )
    yield Page(
        "compare.md",
        "Compare two models",
        "Two models side by side, problem by problem, with paired intervals.",
        render(env, "compare.html", {"up": "../", "board": site.board, "data": "data/"}),
        hide=BARE,
    )
    for place, view in enumerate(site.problems):
        yield _problem_page(site, env, place, view)
    for model in site.models:
        name = plain(model.row.entry.name)
        others = site.on_foreign.get(model.row.entry.slug, [])
        yield Page(
            f"{model.path.rstrip('/')}.md",
            name,
            f"{name} on TallyBench: headline figures, where it wins and loses, how it fails, how to measure it again.",
            render(env, "model.html", {"up": "../../", "model": model, "others": others}),
            sections=(("figures", "Figures"), ("problems", "Problem by problem"), ("failures", "Outcomes"))
            + (("against", "Against the others"),) * bool(model.against)
            + (("provenance", "Provenance"), ("again", "Measure it again"))
            + tuple((other.name, f"On {other.name}") for other, _ in others),
            words="figures, wins and losses, provenance",
        )
    yield from foreign_pages(site, env)


def _problem_page(site: Site, env: Any, place: int, view: ProblemView) -> Page:
    problem = view.problem
    neighbours = {
        "previous": site.problems[place - 1] if place else None,
        "next": site.problems[place + 1] if place + 1 < len(site.problems) else None,
    }
    sections = [("statement", "Statement"), ("models", "Models"), ("contract", "Contract")]
    sections += [("inputs", "Stressful inputs")] * bool(view.inputs)
    sections += [("solutions", "Solutions"), ("run", "Run it yourself")]
    return Page(
        f"{view.path.rstrip('/')}.md",
        f"{problem.entry_point} ({problem.task_id})",
        f"{problem.task_id}, {problem.entry_point}: statement, contract, {len(problem.stressful)} stressful inputs, "
        "references and every model's result.",
        render(env, "problem.html", {"up": "../../", "view": view, "problem": problem, **neighbours}),
        sections=tuple(sections),
        boost=2.0,
        words=shown(view.task, SEARCHED) or None,
    )


def by_discrimination(problems: Sequence[ProblemView]) -> list[ProblemView]:
    """The problems that tell models apart first; then in the benchmark's order."""
    return sorted(problems, key=lambda one: -(one.discrimination if one.discrimination is not None else -1.0))
