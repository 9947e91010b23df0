"""MkDocs' events: generated pages and files enter the build, and nothing is written into the source tree.

MkDocs takes this folder from the path once the module is loaded, so everything of `generator` is imported here.
"""

import html
import importlib
import os
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import _TocToken, get_toc
from mkdocs.utils.templates import TemplateContext

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import generator  # noqa: E402
import generator.cards  # noqa: E402

from evaluator import benchmarks as problems  # noqa: E402
from evaluator.errors import InputError  # noqa: E402

# Files of the repository that are pages of the site too: source, page, title.
REPOSITORY_PAGES = {
    "hf_dataset/problems/README.md": ("format.md", "The format of a problem"),
    "benchmarks/README.md": ("benchmarks.md", "Benchmarks of TallyBench itself"),
    "hf_dataset/problems/humaneval/CHANGELOG.md": ("changelog.md", "Changelog of the benchmark"),
}
_LINK = re.compile(r"\]\((?P<path>\.\.?/[^)#\s]+|[A-Za-z][\w/.-]*\.\w+)(?P<anchor>#[^)\s]*)?\)")
_ANCHOR = re.compile(r' id="([^"]+)"')

_made: dict[str, generator.Page] = {}
_serving = False


def on_startup(command: str, dirty: bool) -> None:
    global _serving
    _serving = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Under `serve`, a generator or a problem that was changed is loaded anew."""
    if _serving:
        sys.path.insert(0, str(HERE))
        for name in sorted((one for one in sys.modules if one.split(".")[0] == "generator"), reverse=True):
            del sys.modules[name]
        globals()["generator"] = importlib.import_module("generator")
        importlib.import_module("generator.cards")
        sys.path.remove(str(HERE))
        problems.forget_benchmarks()
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what is generated, and the files of the repository that are pages or are loaded by them."""
    try:
        built = generator.build_site(
            ROOT, {"repository": config.extra["repository"], "site_url": config.site_url or ""}
        )
    except InputError as error:
        raise PluginError(str(error)) from None
    # MkDocs dates the sitemap by this; the build's own day says nothing of the data.
    day = datetime.fromisoformat(built.date).replace(tzinfo=UTC)
    os.environ["SOURCE_DATE_EPOCH"] = str(int(day.timestamp()))
    _made.clear()
    for page in built.pages:
        _made[page.path] = page
        files.append(File.generated(config, page.path, content=""))
    for path, content in built.files.items():
        if isinstance(content, Path):
            files.append(File.generated(config, path, abs_src_path=str(content)))
        else:
            files.append(File.generated(config, path, content=content))
    for source, (page_path, _) in REPOSITORY_PAGES.items():
        files.append(File.generated(config, page_path, abs_src_path=str(ROOT / source)))
    for asset in sorted((HERE / "assets").rglob("*")):
        if asset.is_file():
            path = f"assets/{asset.relative_to(HERE / 'assets').as_posix()}"
            files.append(File.generated(config, path, abs_src_path=str(asset)))
    for page in built.pages:
        if page.card:
            continue
        card = generator.cards.draw_card(page.title, page.description)
        files.append(File.generated(config, generator.cards.card_path(page.path), content=card))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Gives generated pages their facts; turns links to files of the repository into links that work on the site."""
    page.update_date = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC).date().isoformat()
    source = page.file.src_uri
    made = _made.get(source)
    if made is not None:
        page.meta = {
            "title": made.title,
            "description": made.description,
            "hide": list(made.hide),
            "search": {"boost": made.boost},
            "card": generator.cards.card_path(made.card or source),
        }
        return ""
    page.meta.setdefault("card", generator.cards.card_path("index.md"))
    for origin, (path, title) in REPOSITORY_PAGES.items():
        if source == path:
            page.meta.setdefault("title", title)
            return _linked(markdown, Path(origin).parent, config, files)
    return _linked(markdown, Path("site/pages") / Path(source).parent, config, files)


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Of generated pages, what the search reads: beside the title, which it knows, a few words without markup."""
    made = _made.get(page.file.src_uri)
    if made is None:
        return content
    page.present_anchor_ids = set(_ANCHOR.findall(made.html))
    sections = [_toc_token(2, name, title) for name, title in made.sections]
    page.toc = get_toc([_toc_token(1, "top", made.title, sections)])
    return html.escape(made.description if made.words is None else made.words, quote=False)


@event_priority(-100)  # after the search has read the page
def on_page_context(context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation) -> TemplateContext:
    """Puts in what was generated. It never goes through Markdown, which would give meaning to texts from elsewhere."""
    made = _made.get(page.file.src_uri)
    if made is not None:
        page.content = made.html
    return context


def _toc_token(level: int, name: str, title: str, children: Sequence[_TocToken] = ()) -> _TocToken:
    return {"level": level, "id": name, "name": title, "children": list(children)}


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    env.globals["site_date"] = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC).date().isoformat()
    return env


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
    for watched in ("results", "templates", "site", "hf_dataset"):
        server.watch(str(ROOT / watched))
    return server


def _linked(markdown: str, folder: Path, config: MkDocsConfig, files: Files) -> str:
    """Rewrites links to files of the repository: to their page where they have one, else to the repository."""

    def rewrite(match: re.Match[str]) -> str:
        path, anchor = match["path"], match["anchor"] or ""
        target = os.path.normpath(folder / path)
        if target.startswith("site/pages/"):
            return f"]({target.removeprefix('site/pages/')}{anchor})"
        if target in REPOSITORY_PAGES:
            return f"]({REPOSITORY_PAGES[target][0]}{anchor})"
        if (ROOT / target).exists():
            return f"]({config.extra['repository']}/blob/main/{target}{anchor})"
        return match[0]

    return _LINK.sub(rewrite, markdown)
