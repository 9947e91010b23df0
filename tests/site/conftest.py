"""Fixtures for the site's tests: the built site, kept results as a site, a browser that visits."""

from pathlib import Path

import pytest
from generator.page import Templates
from generator.pages import make_templates
from generator.render import environment
from generator.site import Site, read_site

from tallybench.model.budget import BUDGET
from tests.conftest import ROOT
from tests.site.browsing import browser as browser
from tests.site.browsing import complaints as complaints
from tests.site.browsing import page as page
from tests.site.browsing import serve as serve
from tests.site.sites import SITE_URL
from tests.site.visiting import ranked as ranked
from tests.site.visiting import site as site
from tests.site.visiting import visit as visit


@pytest.fixture(scope="session")
def kept_site(checkout: Path) -> Site:
    """The site of a few kept results on all problems; no pages of it are made."""
    return read_site(checkout)


def templates_of(site: Site) -> Templates:
    """What the pages of a site are made with."""
    env = environment(ROOT / "templates")
    env.globals.update(repository="https://example.org", site_url=SITE_URL, budget=BUDGET)
    return make_templates(site, env)
