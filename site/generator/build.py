"""The whole site but for its hand-written pages: from results and benchmarks to pages and files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from evaluator.benchmarks.own.folder import load_own
from evaluator.results.budget import BUDGET
from generator import downloads
from generator.cards import card_path, draw_card
from generator.page import Page
from generator.pages import make_templates, other_pages, overview_pages
from generator.render import environment
from generator.side_by_side import side_by_side
from generator.site import read_own_site, read_site


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


def build_site(
    root: Path,
    facts: Mapping[str, Any],
    code: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    own: Path | None = None,
) -> Built:
    """Makes all generated pages and files.

    Args:
        root: the project's root.
        facts: what templates know of the project: `repository`, its address; `site_url`, the site's, which ends in `/`.
        code: of samples that are public elsewhere and may be shown, by the result's path and the program's SHA-256.
        own: the folder of a benchmark of the user's own: the site is of it alone. None: it is TallyBench's.

    Raises:
        InputError: a result, a problem or the measurements are broken.
        MachineError: a process that makes pages was ended from outside.
    """
    site = read_site(root, code) if own is None else read_own_site(load_own(own))
    env = environment(root / "templates")
    env.globals.update(facts, budget=BUDGET)
    templates = make_templates(site, env)
    pages = [*overview_pages(templates)]  # first: what they compute serves the others
    pages += side_by_side(other_pages(templates))
    files = dict(downloads.files(root, site, facts) if own is None else downloads.own_files(own, site))
    own_card = [page for page in pages if not page.card]
    cards = side_by_side(partial(draw_card, page.title, page.description) for page in own_card)
    files |= {card_path(page.path): card for page, card in zip(own_card, cards, strict=True)}
    return Built(site.newest, pages, files)
