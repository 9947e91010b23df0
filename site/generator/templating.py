"""Templates, with what all of them know."""

from dataclasses import dataclass
from typing import Any

from jinja2 import Environment

from generator.site import Site
from generator.tables import Links


@dataclass(frozen=True)
class Templates:
    """Templates, with what all of them know.

    Attributes:
        env: Jinja2's environment, which knows the project's address too.
        site: all that is shown.
    """

    env: Environment
    site: Site

    def render(self, template: str, path: str, **values: Any) -> str:
        """Return a template's HTML.

        Args:
            template: its file.
            path: of the page's source: where links start from.
            values: what this page knows beside that.
        """
        up = "../" * _address(path).count("/")
        links = Links(up, self.site.slugs)
        return self.env.get_template(template).render(site=self.site, up=up, links=links, **values)


def _address(path: str) -> str:
    """Return where a page is on the site, such as `problems/`."""
    return path.removesuffix("index.md") if path.endswith("index.md") else path.removesuffix(".md") + "/"
