"""A column of a table, whatever its rows are."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from markupsafe import Markup

from generator.problem import ProblemView
from generator.render import readable
from tallybench.statistics.published.entries import Entry

R = TypeVar("R")
Value = float | int | str | None


@dataclass(frozen=True)
class Links:
    """The paths from a page to others."""

    up: str  # the path to the site's root
    models: frozenset[str]  # the folders of the models that have a page

    def model(self, entry: Entry, longest: int = 60) -> Markup:
        """Return a model's name, with a link if it has a page."""
        name = readable(entry.name, longest)
        if entry.slug not in self.models:
            return Markup("{}").format(name)
        return Markup('<a href="{}models/{}/">{}</a>').format(self.up, entry.slug, name)

    def problem(self, problem: ProblemView) -> Markup:
        return Markup('<a href="{}{}">{}</a>').format(self.up, problem.path, problem.title)


@dataclass(frozen=True, kw_only=True)
class Column(Generic[R]):
    """A column."""

    name: str  # short and stable: it is part of the addresses of shared views
    head: str  # in words
    show: Callable[[R, Links], Markup | str]  # a row's cell, as readers see it
    title: str = ""  # the head's tooltip
    value: Callable[[R], Value] | None = None  # what a row is sorted by; None: by what is shown
    sort: Literal["number", "text"] | None = None  # how, `number` or `text`; None: not at all
    first: Literal["ascending"] | None = None  # `ascending`: what a first click sorts a number column by
    facet: Callable[[R], str] | None = None  # what rows are filtered by, from a list; None: there is no list
    optional: Literal["shown", "hidden"] | None = None  # `shown` or `hidden` at first: readers may hide or show it
    heads_rows: bool = False  # its cells name their rows
    in_words: bool = False  # it shows no numbers, though it sorts by them
    style: str = ""  # a class of its cells

    @property
    def number(self) -> bool:
        """Whether it shows numbers, which are right-aligned."""
        return self.sort == "number" and not self.in_words

    @property
    def look(self) -> str:
        """The classes of its cells."""
        return " ".join(name for name in ("tb-number" if self.number else "", self.style) if name)


def number_column(
    name: str, head: str, value: Callable[[R], Value], text: Callable[[Any], Markup | str], **more: Any
) -> Column[R]:
    """Return a column that shows a number and is sorted by it."""
    return Column(name=name, head=head, sort="number", value=value, show=lambda row, _: text(value(row)), **more)


def columns_with_values(columns: Sequence[Column[R]], rows: Iterable[R]) -> list[Column[R]]:
    """Return the columns without those that are empty in all rows."""
    rows = list(rows)
    return [column for column in columns if column.value is None or any(column.value(row) is not None for row in rows)]
