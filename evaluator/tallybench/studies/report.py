"""The report of a study: published figures and ours, as Markdown for people and JSON for programs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from tallybench.errors import InputError

NOT_AT_HAND = "not at hand"


class PaperFigure(BaseModel):
    """A published figure.

    Attributes:
        value: as published, shares in percent; None if it is not at hand.
        of: its denominator, if it is known or follows from the value.
        source: where it is published.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: float | None
    of: int | None = None
    source: str = NOT_AT_HAND


class _PaperFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    figures: dict[str, PaperFigure]


class Paper(dict[str, PaperFigure]):
    """Published figures by key, `TABLE/MODEL or SPLIT/.../FIGURE`; an unknown key gives a figure without a value."""

    def __missing__(self, key: str) -> PaperFigure:
        return PaperFigure(value=None)


def load_paper(study: str, also: Path | None = None) -> Paper:
    """Load the published figures of a study.

    Args:
        study: the name of its file in this folder.
        also: a file of the same format, whose figures are added to ours or replace them.

    Raises:
        InputError: that file cannot be used.
    """
    name = f"{study}.json"
    paper = Paper(_read(resources.files("tallybench.studies").joinpath(name).read_bytes(), name))
    if also is not None:
        try:
            content = also.read_bytes()
        except OSError as error:
            raise InputError(f"--paper {also}: cannot be read ({error.strerror})") from None
        paper.update(_read(content, f"--paper {also}"))
    return paper


def _read(content: bytes, where: str) -> dict[str, PaperFigure]:
    try:
        file = _PaperFile.model_validate(orjson.loads(content))
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: is not JSON ({error.msg})") from None
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{where}: {at}: {first['msg']}; see evaluator/tallybench/studies/coffe.json for the format"
        ) from None
    return {
        key: figure.model_copy(update={"source": file.source})
        if figure.source == NOT_AT_HAND and figure.value is not None
        else figure
        for key, figure in file.figures.items()
    }


@dataclass(frozen=True)
class Row:
    """One figure.

    Attributes:
        figure: its name.
        paper: what is published.
        ours: what was measured; None if it cannot be measured.
        ours_of: the denominator of ours.
        why: what can be compared and what cannot, and the reason for a difference.
        unit: such as `%`.
        theirs: what was measured by the paper's rules, if that is another figure.
        theirs_of: the denominator of theirs.
        digits: how many to show.
    """

    figure: str
    paper: PaperFigure
    ours: float | None
    ours_of: str = ""
    why: str = ""
    unit: str = ""
    theirs: float | None = None
    theirs_of: str = ""
    digits: int = 2


@dataclass(frozen=True)
class Listing:
    """A table of details: its title, the names of its columns, its cells."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """One table of the paper, or one of our own questions."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    listings: tuple[Listing, ...] = ()


@dataclass(frozen=True)
class Report:
    """A report: its heading, the facts that it was made from, and its sections in order."""

    heading: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]

    def markdown(self) -> str:
        """Return the report in Markdown."""
        lines = [f"# {self.heading}", "", *_table(("what", "which"), self.facts), ""]
        for section in self.sections:
            lines += [f"## {section.title}", ""]
            if section.rows:
                theirs = any(row.theirs is not None for row in section.rows)
                header = ["figure", "paper", "ours", *(["ours, their rules"] if theirs else []), "what can be compared"]
                lines += [*_table(header, [_cells(row, theirs) for row in section.rows]), ""]
            if section.notes:
                lines += [*(f"- {note}" for note in section.notes), ""]
            for listing in section.listings:
                lines += [f"### {listing.title}", ""]
                lines += [*_table(listing.header, listing.rows), ""] if listing.rows else ["None.", ""]
        return "\n".join(lines).rstrip() + "\n"

    def json(self) -> bytes:
        """Return the report as JSON, in which a missing figure is null, with its reason beside it."""
        content = {
            "schema_version": 1,
            "title": self.heading,
            "facts": dict(self.facts),
            "sections": {section.key: _section(section) for section in self.sections},
        }
        return dump_json(content)


def dump_json(content: Any) -> bytes:
    """Return indented JSON with sorted keys: the same content gives the same bytes."""
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _section(section: Section) -> dict[str, Any]:
    rows = [asdict(row) | {"paper": row.paper.model_dump()} for row in section.rows]
    listings = [
        {"title": listing.title, "rows": [dict(zip(listing.header, row, strict=True)) for row in listing.rows]}
        for listing in section.listings
    ]
    return {"title": section.title, "rows": rows, "notes": list(section.notes), "listings": listings}


def _cells(row: Row, theirs: bool) -> list[str]:
    def shown(value: float | None, of: str = "") -> str:
        text = "none" if value is None else f"{value:,.{row.digits}f} {row.unit}".rstrip()
        return f"{text}, {of}" if of else text

    paper = row.paper.source or NOT_AT_HAND
    if row.paper.value is not None:
        paper = shown(row.paper.value) + (f" of {row.paper.of}" if row.paper.of is not None else "")
    cells = [row.figure, paper, shown(row.ours, row.ours_of)]
    if theirs:
        cells.append("" if row.theirs is None else shown(row.theirs, row.theirs_of))
    return [*cells, row.why]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [header, ["---"] * len(header), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in cells]
