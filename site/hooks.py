"""MkDocs' events: generated pages and files enter the build, and nothing is written into the source tree.

MkDocs takes this folder from the path once the module is loaded, so everything of `generator` is imported here.
"""

import gc
import html
import importlib
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import _TocToken, get_toc
from mkdocs.utils.meta import get_data
from mkdocs.utils.templates import TemplateContext

HERE = Path(__file__).parent
ROOT = HERE.parent  # a checkout, or `web/` of an installed package, which has neither results nor the rest
sys.path[:0] = [str(HERE), str(ROOT / "evaluator")]  # a checkout's site is made by its own package

import generator as first_generator  # noqa: E402

from tallybench import benchmarks  # noqa: E402
from tallybench.benchmarks.user_benchmark import load_user_benchmark  # noqa: E402
from tallybench.errors import InputError, MachineError  # noqa: E402
from tallybench.files import data_folder, is_installed  # noqa: E402

# Files of the repository that are pages of the site too: source, page, title, description.
REPOSITORY_PAGES = {
    "hf_dataset/problems/README.md": (
        "format.md",
        "The format of a problem",
        "What a problem's file defines: contract, stressful inputs and their kinds, references, slow solutions.",
    ),
    "benchmarks/README.md": (
        "benchmarks.md",
        "Benchmarks of TallyBench itself",
        "How fast, how exact and how frugal TallyBench is, measured beside other tools on the same machine.",
    ),
    "hf_dataset/problems/humaneval/CHANGELOG.md": (
        "changelog.md",
        "Changelog of the benchmark",
        "What changed in the benchmark from version to version, and which problems it touches.",
    ),
}
# Of a site of one's own benchmark: the written pages that it has. Links to all others lead to TallyBench's own site.
OWN_PAGES = ("own-problems.md", "format.md", "method.md", "samples.md", "generate.md", "generated-tests.md")
OWN_NAV = [
    {"Home": "index.md"},
    {"Leaderboard": "leaderboard.md"},
    {"Problems": "problems/index.md"},
    {"Heatmap": "heatmap.md"},
    {"Compare": "compare.md"},
    {
        "Help": [
            {"Your own problems": "own-problems.md"},
            {"The format of a problem": "format.md"},
            {"Method": "method.md"},
            {"Samples and results": "samples.md"},
            {"Generate": "generate.md"},
            {"Tests that write themselves": "generated-tests.md"},
        ]
    },
]
WATCHED = ("results", "templates", "site")  # under `serve`, with the data
_LINK = re.compile(r"\]\((?P<path>\.\.?/[^)#\s]+|[A-Za-z][\w/.-]*\.\w+)(?P<anchor>#[^)\s]*)?\)")
_HEADING = re.compile(r"^# +(.+?) *$", re.M)
_ANCHOR = re.compile(r' id="([^"]+)"')


class SiteEvents:
    """What one event leaves for the next.

    Attributes:
        serving: MkDocs shows the site and builds it again after each change.
        generator: the package that makes pages.
        pages: the generated pages of this build, by path.
        figures: of our results, that hand-written pages name.
        date: the site's, as the sitemap has it. (The day of the build says nothing of the data.)
    """

    def __init__(self, generator: ModuleType) -> None:
        self.serving = False
        self.generator = generator
        self.pages: dict[str, first_generator.Page] = {}
        self.date = ""
        self.figures: dict[str, str] = {}

    def on_startup(self, command: str, dirty: bool) -> None:
        self.serving = command == "serve"
        if (
            not self.serving
        ):  # Millions of objects stay to the end. To look through them for garbage again and again is slow.
            gc.set_threshold(100_000, 50, 1_000)

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Under `serve`, a generator or a problem that was changed is loaded anew."""
        if self.serving:
            for name in [name for name in sys.modules if name.split(".")[0] == "generator"]:
                del sys.modules[name]
            sys.path.insert(0, str(HERE))
            self.generator = importlib.import_module("generator")
            sys.path.remove(str(HERE))
            benchmarks.forget_benchmarks()
        if config.extra["benchmark"]:
            try:
                own = load_user_benchmark(Path(config.extra["benchmark"])).manifest
            except InputError as error:
                raise PluginError(str(error)) from None
            title, authors, licence = (
                first_generator.plain(text, 400) for text in (own.title, own.authors, own.licence)
            )
            config.site_name = title
            config.site_description = f"{title}: how correct and efficient the code is that language models write."
            config.copyright = f"{title}: {authors}; {licence}. Built with TallyBench."
            config.nav = OWN_NAV
        return config

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add what is generated, and the files of the repository that are pages or are loaded by them."""
        try:
            built = self.generator.build_site(
                ROOT,
                {"repository": config.extra["repository"], "site_url": config.site_url or ""},
                orjson.loads(Path(code).read_bytes()) if (code := config.extra["code"]) else {},
                Path(own) if (own := config.extra["benchmark"]) else None,
                copies=1 if self.serving else None,  # a copy of a server would keep its address
            )
        except (InputError, MachineError) as error:
            raise PluginError(str(error)) from None
        self.date, self.figures = built.date, built.figures
        self.pages = {page.path: page for page in built.pages}
        for path in self.pages:
            files.append(File.generated(config, path, content=""))
        for path, content in built.files.items():
            if isinstance(content, Path):
                files.append(File.generated(config, path, abs_src_path=str(content)))
            else:
                files.append(File.generated(config, path, content=content))
        if own:
            for file in list(files.documentation_pages()):
                if file.src_uri not in self.pages and file.src_uri not in OWN_PAGES:
                    files.remove(file)
        for source, (page_path, *_) in REPOSITORY_PAGES.items():
            if own and page_path not in OWN_PAGES:
                continue
            files.append(File.generated(config, page_path, abs_src_path=str(_repository_file(source))))
        for file in list(files.documentation_pages()):
            if file.src_uri not in self.pages:
                path = self.generator.card_path(file.src_uri)
                files.append(File.generated(config, path, content=self.generator.draw_card(*_told_by(file))))
        for asset in sorted((HERE / "assets").rglob("*")):
            if asset.is_file():
                path = f"assets/{asset.relative_to(HERE / 'assets').as_posix()}"
                files.append(File.generated(config, path, abs_src_path=str(asset)))
        return files

    def on_page_markdown(self, markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Give generated pages their facts; turns links to the repository's files into links that work on the site."""
        page.update_date = self.date
        source = page.file.src_uri
        generated = self.pages.get(source)
        if generated is not None:
            page.meta = {
                "title": generated.title,
                "description": generated.description,
                "hide": list(generated.hide),
                "search": {"boost": generated.boost},
                "card": self.generator.card_path(generated.card or source),
            }
            return ""
        page.meta["card"] = self.generator.card_path(source)
        for origin, (path, title, description) in REPOSITORY_PAGES.items():
            if source == path:
                page.meta.update(title=title, description=description)
                return _with_links(markdown, Path(origin).parent, source, config, files)
        try:
            filled = self.generator.fill(ROOT, markdown, self.figures)
        except InputError as error:
            raise PluginError(f"{source}: {error}") from None
        return _with_links(filled, Path("site/pages") / Path(source).parent, source, config, files)

    def on_page_content(self, content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Of generated pages, what the search reads: beside the title, which it knows, a few words without markup."""
        generated = self.pages.get(page.file.src_uri)
        if generated is None:
            return content
        page.present_anchor_ids = set(_ANCHOR.findall(generated.html))
        top = first_generator.Section("top", generated.title, generated.sections)
        page.toc = get_toc([_toc_token(1, top)])
        return html.escape(generated.description if generated.words is None else generated.words, quote=False)

    @event_priority(-100)  # after the search has read the page
    def on_page_context(
        self, context: TemplateContext, page: Page, config: MkDocsConfig, nav: Navigation
    ) -> TemplateContext:
        """Put in what was generated. It never goes through Markdown, which would give meaning to strangers' texts."""
        generated = self.pages.get(page.file.src_uri)
        if generated is not None:
            page.content = generated.html
        return context

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        folders = (*(ROOT / name for name in WATCHED), data_folder())
        for watched in (*(str(folder) for folder in folders if folder.exists()), *own_sources(config)):
            server.watch(watched)
        return server


def _repository_file(path: str) -> Path:
    """Return where a file of the repository is; those of `hf_dataset/` are wherever the data are."""
    folder, _, name = path.partition("/")
    return data_folder() / name if folder == "hf_dataset" else ROOT / path


def _told_by(file: File) -> tuple[str, str]:
    """Return the title and the description of a written page, for its card."""
    for path, title, description in REPOSITORY_PAGES.values():
        if file.src_uri == path:
            return title, description
    text, meta = get_data(file.content_string)
    heading = _HEADING.search(text)
    return str(meta.get("title") or (heading[1] if heading else "")), str(meta.get("description", ""))


def _toc_token(level: int, section: "first_generator.Section") -> _TocToken:
    children = [_toc_token(level + 1, part) for part in section.parts]
    return {"level": level, "id": section.id, "name": section.title, "children": children}


def own_sources(config: MkDocsConfig) -> list[str]:
    """Return what a site of one's own benchmark is made of, beside the checkout: not what is built into its folder."""
    if not config.extra["benchmark"]:
        return []
    folder = Path(config.extra["benchmark"])
    paths = (folder / name for name in ("benchmark.toml", "problems", "results", "measured.json"))
    return [str(path) for path in paths if path.exists()]


def _with_links(markdown: str, folder: Path, source: str, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links to files of the repository: to their page where they have one, else to the repository.

    On a site of one's own benchmark not all pages are there: links to the others lead to TallyBench's site.

    Args:
        markdown: the page's text.
        folder: the repository's folder from which its links lead.
        source: the page.
        config: MkDocs' settings.
        files: all files of the site.
    """

    def page(path: str, anchor: str) -> str:
        if config.extra["benchmark"] and files.get_file_from_path(path) is None:
            address = path.removesuffix(".md").removesuffix("index")
            return f"]({config.extra['public_site']}{address.rstrip('/')}/{anchor})"
        return f"]({os.path.relpath(path, Path(source).parent)}{anchor})"

    def rewrite(match: re.Match[str]) -> str:
        path, anchor = match["path"], match["anchor"] or ""
        target = os.path.normpath(folder / path)
        if target.startswith("site/pages/"):
            return page(target.removeprefix("site/pages/"), anchor)
        if target in REPOSITORY_PAGES:
            return page(REPOSITORY_PAGES[target][0], anchor)
        if is_installed() or _repository_file(target).exists():
            return f"]({config.extra['repository']}/blob/main/{target}{anchor})"
        return match[0]

    return _LINK.sub(rewrite, markdown)


# MkDocs takes a module's functions named on_... for its events.
_events = SiteEvents(first_generator)
on_startup = _events.on_startup
on_config = _events.on_config
on_files = _events.on_files
on_page_markdown = _events.on_page_markdown
on_page_content = _events.on_page_content
on_page_context = _events.on_page_context
on_serve = _events.on_serve
