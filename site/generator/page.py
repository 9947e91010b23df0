"""A generated page, and the templates that pages are made from."""

from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from generator.site import Site
from generator.tables import Links

BARE = ("navigation", "toc")  # what pages without sections hide


@dataclass(frozen=True)
class Section:
    """A heading of a page, for its table of contents."""

    id: str  # its anchor
    title: str  # plain
    parts: "tuple[Section, ...]" = ()  # the headings below it


@dataclass(frozen=True, kw_only=True)
class Page:
    """A generated page."""

    path: str  # of its source, such as `problems/humaneval-0.md`
    title: str  # plain
    description: str  # plain, for search engines and cards
    html: str  # its content
    sections: tuple[Section, ...] = ()  # its second-level headings
    hide: tuple[str, ...] = ("navigation",)  # parts of the theme that it does not need
    boost: float = 1.0  # its weight in the search
    words: str | None = None  # what the search knows about it besides the title, plain; None: the description
    card: str = ""  # the path of the page whose card it shares; empty if it has its own


@dataclass(frozen=True)
class Templates:
    """Templates, with what all of them know."""

    env: Environment  # Jinja2's environment, which knows the project's address too
    site: Site  # all that is shown

    def render(self, template: str, path: str, **values: Any) -> str:
        """Return a template's HTML."""
        up = "../" * _address(path).count("/")
        links = Links(up, self.site.slugs)
        return self.env.get_template(template).render(site=self.site, up=up, links=links, **values)

    def page(self, template: str, path: str, *, title: str, description: str, **values: Any) -> Page:
        """Return a page without sections, made from a template."""
        html = self.render(template, path, **values)
        return Page(path=path, title=title, description=description, html=html, hide=BARE)


def _address(path: str) -> str:
    """Return where a page is on the site, such as `problems/`."""
    return path.removesuffix("index.md") if path.endswith("index.md") else path.removesuffix(".md") + "/"
