"""Fill in what hand-written pages leave open: tables of columns, how to cite the project, figures of our results.

A page marks the place with a comment on its own line, such as `<!-- columns: samples -->`. A figure is between two
comments, `<!-- figure: fresh -->20 of 73<!-- / -->`: the site has the current one in its place.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from tallybench.dataset.rows import RESULTS
from tallybench.errors import InputError
from tallybench.statistics.frames import COLUMNS, columns_table
from tallybench.statistics.published.boards import RANKED_BY, Board, value_of

FIGURE = re.compile(r"<!-- figure: (?P<name>[\w-]+) -->(?P<text>[^<]*)<!-- / -->")
_MARK = re.compile(r"^<!-- (?P<what>columns|citation): (?P<of>.+) -->$", re.MULTILINE)


def figures_in_prose(board: Board) -> dict[str, str]:
    """Return the figures of a leaderboard that pages name, by the name of their mark."""
    fresh = sum(row.entry.has_fresh for row in board.rows)
    found = {"fresh": f"{fresh} of {len(board.rows)}"}
    for row in board.baselines:
        score, efficient = (value_of(row.entry.figure(name)) for name in (RANKED_BY, "efficient@1"))
        if row.entry.slug == "humaneval-canonical" and score is not None and efficient is not None:
            found |= {"canonical-score": f"{score:.0f}", "canonical-efficient": f"{100 * efficient:.1f} %"}
    return found


def fill(root: Path, markdown: str, figures: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a page's Markdown with what its marks ask for.

    Without any `figures` (the site of a user's benchmark) the page's own text stays.

    Raises:
        InputError: a mark asks for something that does not exist.
    """
    filled = FIGURE.sub(lambda mark: _figure(figures, mark["name"]) if figures else mark["text"], markdown)
    return _MARK.sub(lambda mark: _filling(root, mark["what"], mark["of"]), filled)


def _figure(figures: Mapping[str, str], name: str) -> str:
    if name not in figures:
        raise InputError(f"<!-- figure: {name} -->: there is {', '.join(figures)}")
    return figures[name]


def _filling(root: Path, what: str, of: str) -> str:
    if what == "citation" and of == "BibTeX":
        return f"```bibtex\n{bibtex(read_citation(root))}\n```"
    if what == "columns" and of in COLUMNS:
        return columns_table(of)
    if what == "columns" and of == "dataset":
        return "\n".join(
            ["| column | what it is |", "|---|---|", *(f"| `{name}` | {what} |" for name, what in RESULTS.items())]
        )
    raise InputError(f"<!-- {what}: {of} -->: there is citation: BibTeX, and columns: {', '.join(COLUMNS)}, dataset")


def read_citation(root: Path) -> dict[str, Any]:
    """Return what `CITATION.cff` says."""
    found: dict[str, Any] = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def bibtex(citation: Mapping[str, Any]) -> str:
    """Return a citation as an entry for BibTeX."""
    fields = {
        "title": citation["title"],
        # A name in braces is one name, not a first and a last one.
        "author": " and ".join(f"{{{author['name']}}}" for author in citation["authors"]),
        "year": citation["date-released"][:4],
        "version": citation["version"],
        "url": citation["url"],
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join(["@software{tallybench,", *lines, "}"])
