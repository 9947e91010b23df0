"""What hand-written pages leave to be filled in: tables of columns, and how to cite the project.

A page marks the place by a comment of its own line, such as `<!-- columns: samples -->`.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from evaluator.errors import InputError
from evaluator.statistics.frame_files import columns_table
from evaluator.statistics.frames import COLUMNS
from hf_dataset.columns import RESULTS

_MARK = re.compile(r"^<!-- (?P<what>columns|citation): (?P<of>.+) -->$", re.MULTILINE)


def fill(root: Path, markdown: str) -> str:
    """A page's Markdown with what its marks ask for.

    Args:
        root: the project's root.
        markdown: the page.

    Raises:
        InputError: a mark asks for something that there is not.
    """
    return _MARK.sub(lambda mark: _filling(root, mark["what"], mark["of"]), markdown)


def _filling(root: Path, what: str, of: str) -> str:
    if what == "citation" and of == "BibTeX":
        return f"```bibtex\n{bibtex(read_citation(root))}\n```"
    if what == "columns" and of in COLUMNS:
        return columns_table(of)
    if what == "columns" and of == "dataset":
        return _dataset_columns()
    raise InputError(f"<!-- {what}: {of} -->: there is citation: BibTeX, and columns: {', '.join(COLUMNS)}, dataset")


def _dataset_columns() -> str:
    rows = [f"| `{name}` | {what} |" for name, what in RESULTS.items()]
    return "\n".join(["| column | what it is |", "|---|---|", *rows])


def read_citation(root: Path) -> dict[str, Any]:
    """What `CITATION.cff` says."""
    found: dict[str, Any] = yaml.safe_load((root / "CITATION.cff").read_text(encoding="utf-8"))
    return found


def bibtex(citation: Mapping[str, Any]) -> str:
    """A citation as an entry for BibTeX."""
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
