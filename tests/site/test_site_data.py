"""What others take away: the archive of all results, the feed, llms.txt, how to cite."""

import csv
import io
import zipfile
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pandas as pd
import pytest
import yaml
from generator import feeds
from generator.filling import FIGURE, bibtex, figures_in_prose, fill, read_citation
from generator.site import Site

from tallybench.dataset.rows import RESULTS
from tallybench.errors import InputError
from tallybench.statistics.frames import COLUMNS, make_frames
from tests.conftest import ROOT
from tests.example_benchmark import NAME as EXAMPLE
from tests.few_results import FEWEST, few_entries
from tests.site.sites import BuiltSite, tags_of

ATOM = {"a": "http://www.w3.org/2005/Atom"}
ADDRESS = "https://tallybench.example/"


def make_archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(feeds.results_bundle(make_frames(few_entries(FEWEST)), ADDRESS)))


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    return make_archive()


def test_the_archive_has_each_frame_twice_with_the_same_rows(archive: zipfile.ZipFile) -> None:
    assert archive.testzip() is None
    assert archive.namelist() == ["README.md", *(f"{name}.{form}" for name in COLUMNS for form in ("parquet", "csv"))]
    for name, frame in make_frames(few_entries(FEWEST)).items():
        read = pd.read_parquet(io.BytesIO(archive.read(f"{name}.parquet")))
        pd.testing.assert_frame_equal(read, frame)
        lines = list(csv.reader(io.StringIO(archive.read(f"{name}.csv").decode())))
        assert lines[0] == list(frame.columns) and len(lines) == len(frame) + 1
    text = archive.read("README.md").decode()
    for name, columns in COLUMNS.items():
        assert [column for column, what in columns.items() if f"| `{column}` |" not in text or what not in text] == []
        rows = len(pd.read_parquet(io.BytesIO(archive.read(f"{name}.parquet"))))
        assert f"| `{name}` |" in text and f"| {rows:,} |" in text


def test_no_program_is_in_the_archive(archive: zipfile.ZipFile) -> None:
    """Neither ours nor those that are public elsewhere: no cell has a line that only a program has."""
    for name in COLUMNS:
        frame = pd.read_parquet(io.BytesIO(archive.read(f"{name}.parquet")))
        texts: pd.DataFrame = frame.select_dtypes("string")
        assert len(texts.columns) > 2
        assert [name for name in texts.columns if texts[name].str.contains(r"\n|\breturn\b", regex=True).any()] == []


def test_the_same_results_give_the_same_archive(archive: zipfile.ZipFile) -> None:
    first, again = (
        [(one.filename, one.CRC, one.date_time, one.external_attr, one.create_system) for one in of.infolist()]
        for of in (archive, make_archive())
    )
    assert first == again and {date[0] for _, _, date, *_ in again} == {1980}


def test_the_feed_has_the_newest_results_first_and_says_what_came_out(kept_site: Site) -> None:
    found = ElementTree.fromstring(feeds.atom_feed(kept_site, ADDRESS))
    entries = found.findall("a:entry", ATOM)
    dates = [entry.findtext("a:updated", "", ATOM) for entry in entries]
    assert dates == sorted(dates, reverse=True) and entries
    assert found.findtext("a:updated", "", ATOM) == max(dates)
    assert all(datetime.fromisoformat(date).tzinfo for date in dates)
    assert len({entry.findtext("a:id", "", ATOM) for entry in entries}) == len(entries)
    first = next(row for row in kept_site.default.board.rows if row.rank == 1)
    (item,) = (one for one in entries if first.entry.path in one.findtext("a:id", "", ATOM))
    score = first.entry.figure("score@1")
    assert score is not None and score.value is not None
    summary = item.findtext("a:summary", "", ATOM)
    assert summary.startswith(f"Score {score.value:.1f} (") and summary.endswith(f"; rank {first.ranks}")


def test_the_feed_has_all_results_of_a_day_or_none(kept_site: Site) -> None:
    content = feeds.atom_feed(kept_site, ADDRESS)
    shown = [entry.findtext("a:id", "", ATOM) for entry in ElementTree.fromstring(content).findall("a:entry", ATOM)]
    rows = [row for benchmark in kept_site.benchmarks for board in benchmark.boards for row in board.models]
    wanted = {f"{ADDRESS}data/{row.entry.path}": row.entry.date for row in rows}
    dates = {wanted[one] for one in shown}
    assert set(shown) == {one for one, date in wanted.items() if date in dates}
    assert len(shown) >= min(feeds.NEWEST, len(wanted)) and content == feeds.atom_feed(kept_site, ADDRESS)
    own = [row.entry.slug for row in kept_site.default.board.baselines]
    assert [slug for slug in own if f"/{slug}/" in content.decode()] == [], "baselines are no news"


def file_of(built: BuiltSite, address: str) -> Path:
    assert address.startswith(built.site_url), address
    path = built.folder / urlsplit(address).path.removeprefix(urlsplit(built.site_url).path)
    return path / "index.html" if address.endswith("/") else path


def test_the_feeds_links_lead_to_pages_and_files_of_the_site(built_site: BuiltSite) -> None:
    """Hostile names in it are texts like others: it is read as XML."""
    found = ElementTree.fromstring((built_site.folder / feeds.FEED).read_bytes())
    links = [link.attrib["href"] for link in found.iter(f"{{{ATOM['a']}}}link")]
    ids = [entry.findtext("a:id", "", ATOM) for entry in found.findall("a:entry", ATOM)]
    assert len(links) > 10
    assert [one for one in (*links, *ids) if not file_of(built_site, one).is_file()] == []


def test_every_page_names_the_feed_in_its_head(built_site: BuiltSite) -> None:
    for path in ("", "models/gpt-4o/", "dataset/", "404.html"):
        tags = tags_of(built_site.read(path))
        assert [tag["title"] for tag in tags if tag["type"] == "application/atom+xml"] == [feeds.TITLE]


def test_what_llms_txt_names_is_there(built_site: BuiltSite) -> None:
    text = built_site.read(feeds.LLMS)
    assert text.startswith("# TallyBench\n\n> ")
    addresses = [line.partition("](")[2].partition(")")[0] for line in text.splitlines() if line.startswith("- [")]
    ours = [address for address in addresses if address.startswith(built_site.site_url)]
    assert len(ours) >= 10
    for part in ("", "leaderboard/", "problems/"):
        assert f"{built_site.site_url}benchmarks/{EXAMPLE}/{part}" in ours
    assert [address for address in ours if not file_of(built_site, address).is_file()] == []


def test_llms_txt_names_every_board_and_the_home_page_leads_to_it(kept_site: Site) -> None:
    text = feeds.llms_txt(kept_site, ADDRESS, "https://repository.example")
    assert f"{ADDRESS}benchmarks/tally-classes/leaderboard/" in text
    for benchmark in kept_site.benchmarks:
        assert (f"({ADDRESS}{benchmark.home}leaderboard/)" in text) == bool(benchmark.board.all_rows), benchmark.name


def test_the_archive_is_on_the_site_and_linked(built_site: BuiltSite) -> None:
    names = zipfile.ZipFile(built_site.folder / feeds.BUNDLE).namelist()
    assert "README.md" in names and "samples.parquet" in names
    for page in ("dataset/", "leaderboard/"):
        links = {tag["href"] for tag in tags_of(built_site.read(page)) if tag.name == "a"}
        assert f"../{feeds.BUNDLE}" in links


def test_the_dataset_page_describes_all_columns_and_how_to_cite(built_site: BuiltSite) -> None:
    text = built_site.read("dataset/")
    cells = {"".join(tag.text) for tag in tags_of(text) if tag.name == "td"}
    assert [name for columns in (*COLUMNS.values(), RESULTS) for name in columns if name not in cells] == []
    assert "The TallyBench authors" in text and "<!-- c" not in text


def test_a_mark_that_nothing_fills_is_named() -> None:
    marked = "<!-- figure: fresh -->1 of 2<!-- / --> are"
    assert fill(ROOT, marked) == "1 of 2 are" and fill(ROOT, marked, {"fresh": "3 of 4"}) == "3 of 4 are"
    with pytest.raises(InputError, match="figure: fresh -->: there is other"):
        fill(ROOT, marked, {"other": "1"})
    assert fill(ROOT, "text <!-- columns: rows --> in a line") == "text <!-- columns: rows --> in a line"
    with pytest.raises(InputError, match="columns: rows -->: there is"):
        fill(ROOT, "# Title\n\n<!-- columns: rows -->\n")


def test_figures_in_prose_are_those_of_the_benchmarks_own_results(kept_site: Site) -> None:
    """Those that depend on which models there are may lag in the source; the built site has the current ones."""
    figures = figures_in_prose(kept_site.default.board)
    pages = (ROOT / "site/pages").glob("*.md")
    found = [mark.group("name", "text") for page in pages for mark in FIGURE.finditer(page.read_text())]
    assert {name for name, _ in found} == set(figures)
    assert all(text == figures[name] for name, text in found if name.startswith("canonical"))


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = read_citation(ROOT)
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "date-released", "version", "license", "url"} <= set(citation)
    project = (ROOT / "pyproject.toml").read_text()
    assert f'version = "{citation["version"]}"' in project
    assert citation["url"] in (ROOT / "mkdocs.yml").read_text()
    assert citation["title"] in (ROOT / "templates/dataset_card.md").read_text()
    made = bibtex(citation)
    assert made.startswith("@software{tallybench,") and made.count("{") == made.count("}")
    assert "author = {{The TallyBench authors}}" in made
    loaded = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert isinstance(loaded["date-released"], str), "readers of plain YAML expect texts"
