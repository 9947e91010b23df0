"""A generated page."""

from dataclasses import dataclass

BARE = ("navigation", "toc")  # what pages without sections hide


@dataclass(frozen=True)
class Section:
    """A heading of a page, for its table of contents.

    Attributes:
        id: its anchor.
        title: plain.
        parts: the headings below it.
    """

    id: str
    title: str
    parts: "tuple[Section, ...]" = ()


@dataclass(frozen=True, kw_only=True)
class Page:
    """A generated page.

    Attributes:
        path: of its source, such as `problems/humaneval-0.md`.
        title: plain.
        description: plain, for search engines and cards.
        html: its content.
        sections: its second-level headings.
        hide: parts of the theme that it has no use for.
        boost: its weight in the search.
        words: what the search knows of it beside the title, plain; None: the description.
        card: the path of the page whose card it shares; empty where it has its own.
    """

    path: str
    title: str
    description: str
    html: str
    sections: tuple[Section, ...] = ()
    hide: tuple[str, ...] = ("navigation",)
    boost: float = 1.0
    words: str | None = None
    card: str = ""
