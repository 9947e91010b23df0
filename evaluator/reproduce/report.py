"""The report: a section a table, the paper's figure and ours side by side. Markdown for people, JSON for programs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import orjson

from evaluator.reproduce.paper import NOT_AT_HAND, PaperFigure

_OPTIONS = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        figure: its name.
        paper: what is published.
        ours: what was measured; None where it cannot be.
        ours_of: what it is a share of or a mean over.
        why: what can and what cannot be compared, and the reason for a difference.
        unit: such as `%`.
        theirs: measured by the paper's rules, where that is another figure.
        theirs_of: what that is over.
        digits: to show.
    """

    figure: str
    paper: PaperFigure
    ours: float | None
    ours_of: str
    why: str
    unit: str = ""
    theirs: float | None = None
    theirs_of: str = ""
    digits: int = 2


@dataclass(frozen=True)
class Listing:
    """A table of details.

    Attributes:
        title: what it lists.
        header: the names of its columns.
        rows: the cells.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """One table of the paper, or a question of ours."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    listings: tuple[Listing, ...] = field(default=())


def as_markdown(heading: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]) -> str:
    """The report in Markdown."""
    lines = [f"# {heading}", "", *_table(("what", "which"), facts), ""]
    for section in sections:
        lines += [f"## {section.title}", ""]
        if section.rows:
            theirs = any(row.theirs is not None for row in section.rows)
            header = ["figure", "paper", "ours", *(["ours, their rules"] if theirs else []), "what can be compared"]
            lines += [*_table(header, [_cells(row, theirs) for row in section.rows]), ""]
        for note in section.notes:
            lines += [f"- {note}"]
        if section.notes:
            lines.append("")
        for listing in section.listings:
            lines += [f"### {listing.title}", ""]
            lines += [*_table(listing.header, listing.rows), ""] if listing.rows else ["None.", ""]
    return "\n".join(lines).rstrip() + "\n"


def as_json(heading: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]) -> bytes:
    """The report for programs. A missing figure is null, and its reason beside it."""
    content = {
        "schema_version": 1,
        "title": heading,
        "facts": dict(facts),
        "sections": {section.key: _section(section) for section in sections},
    }
    return orjson.dumps(content, option=_OPTIONS)


def _section(section: Section) -> dict[str, Any]:
    rows = [asdict(row) | {"paper": row.paper.model_dump()} for row in section.rows]
    listings = [
        {"title": listing.title, "rows": [dict(zip(listing.header, row, strict=True)) for row in listing.rows]}
        for listing in section.listings
    ]
    return {"title": section.title, "rows": rows, "notes": list(section.notes), "listings": listings}


def _cells(row: Row, theirs: bool) -> list[str]:
    paper = _value(row.paper.value, row)
    if row.paper.value is None:
        paper = row.paper.source or NOT_AT_HAND
    elif row.paper.of is not None:
        paper = f"{paper} of {row.paper.of}"
    cells = [row.figure, paper, _with(_value(row.ours, row), row.ours_of)]
    if theirs:
        cells.append("" if row.theirs is None else _with(_value(row.theirs, row), row.theirs_of))
    return [*cells, row.why]


def _with(value: str, of: str) -> str:
    return f"{value}, {of}" if of else value


def _value(value: float | None, row: Row) -> str:
    if value is None:
        return "none"
    return f"{value:,.{row.digits}f} {row.unit}".rstrip()


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in cells]
