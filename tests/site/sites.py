"""The site as people meet it: built once by MkDocs, of a few results that are kept and of made ones in every state."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.model.result import Result, dump_result
from tallybench.statistics.published.record import dump_record, record_path
from tallybench.submissions.verify import compare
from tests.example_benchmark import NAME, example_results, write_catalogue
from tests.made_results import hostile_results, made_fresh, made_results, made_verified
from tests.once import Once
from tests.site.few_problems import BASELINES, MODELS, kept_results, of_few_problems, ranked_in, write_benchmarks

ROOT = Path(__file__).parents[2]
SITE_URL = "https://tallybench.example/tallybench/"
COPIED = ("site", "templates", "mkdocs.yml")  # of the rest, what is only read is linked


@dataclass(frozen=True)
class BuiltSite:
    """A site that was built. It is below `served` as the site is below its host, so that absolute paths hold too."""

    root: Path  # of the copied tree
    folder: Path
    site_url: str = SITE_URL  # that it was built for; ends in `/`

    @property
    def served(self) -> Path:
        """The folder that stands for the host."""
        return self.folder.parent

    def pages(self) -> list[str]:
        """Paths of all HTML files, relative to `folder`."""
        return sorted(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.html"))

    def board(self) -> list[dict[str, Any]]:
        """The rows of the current leaderboard as data."""
        found: list[dict[str, Any]] = orjson.loads(self.read(f"data/leaderboard-{load_benchmark().version}.json"))
        return found

    def read(self, path: str) -> str:
        """A file's text; a path that ends in `/` or is empty is that of a page."""
        path = f"{path}index.html" if not path or path.endswith("/") else path
        return (self.folder / path).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Tag:
    """An element of a page: its name, its attributes (the first of each name), the text within it, in pieces."""

    name: str
    attributes: dict[str, str]
    text: list[str]

    def __getitem__(self, attribute: str) -> str:
        return self.attributes.get(attribute, "")


class _Reader(HTMLParser):
    VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))
    TOLD = frozenset(("title", "h1", "script", "p", "td", "th", "dt", "dd", "summary"))  # whose text is kept

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self._open: list[Tag] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, {name: value or "" for name, value in reversed(attrs)}, []))
        if tag not in self.VOID:
            self._open.append(self.tags[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(Tag(tag, {name: value or "" for name, value in reversed(attrs)}, []))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].name == tag:  # as nearly always
            self._open.pop()
        elif any(opened.name == tag for opened in self._open):
            while self._open.pop().name != tag:
                pass

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            if tag.name in self.TOLD:
                tag.text.append(data)


def tags_of(html: str) -> list[Tag]:
    """All elements of a page in reading order, with the text of headings, paragraphs, cells and scripts."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.tags


def linked_tree(folder: Path, without: tuple[str, ...] = ()) -> Path:
    """Makes a tree of links to what is only read, with neither results nor catalogues of other benchmarks."""
    (folder / "hf_dataset/catalogue").mkdir(parents=True)
    for source in sorted(ROOT.iterdir()):
        if source.name not in (*without, "public", "results", "hf_dataset") and not source.name.startswith("."):
            (folder / source.name).symlink_to(source)
    for source in sorted((ROOT / "hf_dataset").iterdir()):
        if source.name != "catalogue":
            (folder / "hf_dataset" / source.name).symlink_to(source)
    return folder


def small_tree(folder: Path, results: Mapping[str, Result], verified: tuple[str, ...] = ()) -> Path:
    """Makes a tree from which a site of a few problems can be built.

    The results are by path below `results/`; of those on HumanEval there is what they have of the few problems.
    """
    linked_tree(folder, without=COPIED)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, folder / name)
    (folder / "hf_dataset/problems").unlink()
    write_benchmarks(folder)
    if any(f"/{NAME}-" in path for path in results):
        write_catalogue(folder / "hf_dataset/catalogue")
    return write_results(folder, {path: of_few_problems(result) for path, result in results.items()}, verified)


def write_results(root: Path, results: Mapping[str, Result], verified: tuple[str, ...] = ()) -> Path:
    """Writes results, by path below `results/`, into a tree; returns its root."""
    for path, result in results.items():
        file = root / "results" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        content = b"".join(dump_result(result))
        file.write_bytes(content)
        if path in verified:
            # As if the code that is public elsewhere had been looked at, too.
            looked_at: dict[str, int] | None = None if result.source is None else {}
            digest = sha256(content).hexdigest()
            record = compare(result, result, digest, made_fresh(path, result), unusual=looked_at)
            record_path(file).write_bytes(dump_record(record))
    return root


def output_folder(folder: Path) -> Path:
    """Where `build_example_site` puts the site: below a folder that stands for its host."""
    return folder / "host" / SITE_URL.rstrip("/").rpartition("/")[2]


def build_tree(root: Path, output: Path, env: Mapping[str, str] | None = None) -> BuiltSite:
    """Builds a tree's site, as strictly as it is published; what MkDocs complains of fails the test."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(output)]
    settings = os.environ | {"NO_MKDOCS_2_WARNING": "1", "TALLYBENCH_SITE_URL": SITE_URL} | dict(env or {})
    done = subprocess.run(command, cwd=root, env=settings, text=True, capture_output=True, timeout=500)
    assert done.returncode == 0, f"{done.returncode} mkdocs build --strict: {done.stdout}{done.stderr}"
    return BuiltSite(root, output)


def build_example_site(folder: Path, env: Mapping[str, str] | None = None) -> BuiltSite:
    """Builds the site that `built_site` is, somewhere else."""
    kept = kept_results(*MODELS, *BASELINES)
    results = kept | made_results() | dict(hostile_results()) | example_results()
    root = small_tree(folder / "tree", results, (*ranked_in(kept), *made_verified()))
    return build_tree(root, output_folder(folder), env)


@pytest.fixture(scope="session")
def built_site(once: Once) -> BuiltSite:
    """The site of a few kept results, of models in every state, of hostile ones, and of a benchmark of others."""
    folder = once("built-site", build_example_site)
    return BuiltSite(folder / "tree", output_folder(folder))
