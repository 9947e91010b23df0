"""Make the whole site, except its hand-written pages, from results and benchmarks."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator import downloads
from generator.cards import card_path, draw_card
from generator.filling import figures_in_prose
from generator.found_pages import statistics_pages
from generator.page import Page, Templates
from generator.pages import make_templates, overview_pages, single_pages
from generator.render import environment
from generator.side_by_side import side_by_side
from generator.site import read_own_site, read_site
from tallybench.benchmarks.user_benchmark import load_user_benchmark
from tallybench.model.budget import BUDGET


@dataclass(frozen=True)
class Built:
    """What the generator makes."""

    date: str  # the site's, for the sitemap
    pages: list[Page]  # generated pages
    files: dict[str, bytes | Path] = field(default_factory=dict)  # other files: content, or the file to copy, by path
    # That hand-written pages name, by the name of their mark; none on the site of a user's benchmark.
    figures: dict[str, str] = field(default_factory=dict)


def build_site(
    root: Path,
    facts: Mapping[str, Any],
    code: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    own: Path | None = None,
    copies: int | None = None,
) -> Built:
    """Make all generated pages and files.

    Args:
        root: the project's root.
        facts: what templates know about the project: `repository`, its address; `site_url`, the site's, which ends in
            `/`.
        code: samples that are public elsewhere and may be shown, by the result's path and the program's SHA-256.
        own: the folder of the user's own benchmark, which alone is on the site. None: the site is TallyBench's.
        copies: how many copies of this process make pages side by side; None: one per processor.

    Raises:
        InputError: a result, a problem or the measurements are broken.
        MachineError: a process that makes pages was ended from outside.
    """
    site = read_site(root, code) if own is None else read_own_site(load_user_benchmark(own))
    env = environment(root / "templates")
    env.globals.update(facts, budget=BUDGET)
    templates = make_templates(site, env)
    # Made here, because the others use what these compute, and all pages of models depend on whose programs are copies.
    first = _with_cards(overview_pages(templates))
    for benchmark in site.benchmarks:
        _ = benchmark.recited
    others = [
        partial(_of_statistics, templates, root, facts, own),
        *(partial(_single, make) for make in single_pages(templates)),
    ]
    parts = [first, *side_by_side(others, copies)]
    return Built(
        site.newest,
        [page for part in parts for page in part.pages],
        {path: content for part in parts for path, content in part.files.items()},
        figures_in_prose(site.default.board) if own is None else {},
    )


@dataclass(frozen=True)
class _Part:
    """Pages, and files by path."""

    pages: list[Page]
    files: dict[str, bytes | Path]


def _with_cards(pages: Iterable[Page]) -> _Part:
    """Pages, with their cards if they have their own."""
    made = list(pages)
    return _Part(
        made, {card_path(page.path): draw_card(page.title, page.description) for page in made if not page.card}
    )


def _single(make: Callable[[], Page]) -> _Part:
    return _with_cards([make()])


def _of_statistics(templates: Templates, root: Path, facts: Mapping[str, Any], own: Path | None) -> _Part:
    """Return the pages that need the statistics, which are computed once."""
    site = templates.site
    part = _with_cards(statistics_pages(templates))
    part.files.update(downloads.files(root, site, facts) if own is None else downloads.own_files(own, site))
    return part
