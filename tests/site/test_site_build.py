"""Building the site: the same bytes wherever and whenever, anew when something changes, one message where it cannot."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tallybench.statistics.published.entries import read_entries
from tests.dataset.made_dataset import content
from tests.site.few_problems import kept_results
from tests.site.sites import BuiltSite, build_example_site, small_tree

# What Python runs first: all clocks that a build could read are ahead.
LATER = """
import datetime, time
import pandas  # compiled against the date and time that are replaced below
AHEAD = 1_000 * 86_400 + 5 * 3_600
_time, _localtime, _gmtime = time.time, time.localtime, time.gmtime
time.time = lambda: _time() + AHEAD
time.localtime = lambda seconds=None: _localtime(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: _gmtime(time.time() if seconds is None else seconds)

class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)

    today = now

class LaterDay(datetime.date):
    @classmethod
    def today(cls):
        return cls.fromtimestamp(time.time())

datetime.datetime, datetime.date = Later, LaterDay
"""


def test_a_site_has_the_same_bytes_on_another_day_in_another_folder_and_locale(
    built_site: BuiltSite, tmp_path: Path
) -> None:
    ahead = tmp_path / "ahead"
    ahead.mkdir()
    (ahead / "sitecustomize.py").write_text(LATER)
    there = {"TZ": "Asia/Kolkata", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "2", "PYTHONPATH": str(ahead)}
    again = build_example_site(tmp_path / "a folder" / "of another name", env=there)
    first, second = content(built_site.folder), content(again.folder)
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []
    newest = max(read_entries(built_site.root), key=lambda entry: entry.date).date
    assert f"<lastmod>{newest}</lastmod>".encode() in first["sitemap.xml"]


def test_a_broken_result_ends_the_build_with_its_name_and_no_traceback(tmp_path: Path) -> None:
    root = small_tree(tmp_path / "tree", {})
    broken = root / "results" / "m" / "humaneval-2026-01-31-0123abcd.json"
    broken.parent.mkdir()
    broken.write_text('{"schema_version": 1}')
    done = mkdocs(root, "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "out"))
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "results/m/humaneval-2026-01-31-0123abcd.json" in said and "Traceback" not in said


def mkdocs(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", *arguments]
    settings = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(command, cwd=root, env=settings, text=True, capture_output=True, timeout=300)


@pytest.fixture
def own_tree(tmp_path: Path) -> Path:
    """A tree with the results of two models, and of what the written pages name."""
    return small_tree(tmp_path / "tree", kept_results("gpt-4o", "phi-4", "humaneval-canonical"))


@pytest.fixture
def served(own_tree: Path) -> Iterator[str]:
    """The tree, served by `mkdocs serve`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--dev-addr", address]
    settings = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(own_tree), "TALLYBENCH_SITE_URL": ""}
    process = subprocess.Popen(command, cwd=own_tree, env=settings)
    yield f"http://{address}/"
    process.terminate()
    process.wait(30)


def wait_for(url: str, words: list[str], seconds: float = 240) -> str:
    """A page's text once it has all these words."""
    end = time.monotonic() + seconds
    text = ""
    while time.monotonic() < end:
        try:
            with urlopen(url, timeout=120) as answer:
                text = answer.read().decode()
        except (URLError, ConnectionError, TimeoutError):
            text = ""
        if all(word in text for word in words):
            return text
        time.sleep(0.5)
    raise AssertionError(f"{url} has not {[word for word in words if word not in text]} after {seconds} s")


def test_the_served_site_follows_templates_generator_results_and_problems(own_tree: Path, served: str) -> None:
    page = f"{served}problems/humaneval-3/"
    before = wait_for(page, ["Statement"])
    assert "marked template" not in before and "marked generator" not in before
    change(
        own_tree / "templates/problem.html", "What models wrote</h2>", "What models wrote</h2><p>marked template</p>"
    )
    change(own_tree / "site/generator/pages.py", " of {benchmark.name}{', '", " marked generator {benchmark.name}{', '")
    change(own_tree / "hf_dataset/problems/humaneval/he_003.py", "below_zero:", "below_zero:\n\nMarked problem.\n\n")
    shutil.rmtree(own_tree / "results/gpt-4o")
    after = wait_for(page, ["marked template", "marked generator", "Marked problem."])
    assert "models/gpt-4o/" in before and "models/gpt-4o/" not in after


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
