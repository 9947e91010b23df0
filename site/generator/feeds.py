"""What other programs read from the site: an archive of all results, an Atom feed, and `llms.txt`."""

import io
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree

from generator.benchmark import BenchmarkView
from generator.render import plain, plural, readable
from generator.site import Site
from tallybench.model.result import Figure
from tallybench.statistics.frames import Frames, as_csv, as_parquet, columns_table
from tallybench.statistics.published.boards import Row

BUNDLE = "data/tallybench-results.zip"
_ROWS = {
    "results": "a result: a model on a benchmark",
    "samples": "a sample: a model's answer to a problem",
    "counts": "a sample on a stressful input",
    "problems": "a problem, over all models",
}
_EPOCH = (1980, 1, 1, 0, 0, 0)  # a ZIP file needs a date; this is the earliest possible


def results_bundle(frames: Frames, repository: str) -> bytes:
    """Return the archive of some results. The same results and versions of pandas and PyArrow give the same bytes."""
    members = [("README.md", _readme(frames, repository).encode())]
    for name, frame in frames.items():
        members += [(f"{name}.parquet", as_parquet(frame)), (f"{name}.csv", as_csv(frame))]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in members:
            member = zipfile.ZipInfo(name, _EPOCH)
            member.external_attr = 0o644 << 16
            member.create_system = 3  # Unix, whichever system makes it
            # Parquet is compressed already.
            method = zipfile.ZIP_STORED if name.endswith(".parquet") else zipfile.ZIP_DEFLATED
            archive.writestr(member, content, method, 9)
    return out.getvalue()


def _readme(frames: Frames, repository: str) -> str:
    newest = frames.results["date"].max() if len(frames.results) else "none"
    parts = [
        "# All results of TallyBench\n",
        f"{len(frames.results):,} results, the newest of {newest}, from `results/` of <{repository}>: each table as "
        "Parquet and as CSV.\n",
        "| table | a row is | rows |\n|---|---|---:|",
        *(f"| `{name}` | {_ROWS[name]} | {len(frame):,} |" for name, frame in frames.items()),
        "\nVerdicts and counts are those on the public inputs. The figures of `results` are those of the leaderboard: "
        "on fresh inputs where a result was re-measured, but for those of peak memory. A cell is empty where nothing "
        "is known. Programs are not in here: `path` names the file that has them, `source` the place where they are "
        "public.\n",
        "In the CSV files a text that a spreadsheet would take for a formula has a `'` in front. Files in Parquet have "
        "the texts as they are.\n",
        *(f"## {name}\n\n{columns_table(name)}\n" for name, _ in frames.items()),
        "## Licence\n\nMIT, as all of TallyBench.\n",
    ]
    return "\n".join(parts)


FEED = "feed.xml"
TITLE = "New results on TallyBench"
NEWEST = 50  # results in it, and the rest of the oldest of their days
_ATOM = "http://www.w3.org/2005/Atom"


def atom_feed(site: Site, site_url: str) -> bytes:
    """Return the newest results, the newest first: all or none of each day's."""
    rows = [row for benchmark in site.benchmarks for board in benchmark.boards for row in board.models]
    shown = [row for row in rows if row.entry.slug in site.slugs]  # the others have no page
    shown.sort(key=lambda row: (row.entry.date, row.entry.path), reverse=True)
    feed = ElementTree.Element("feed", xmlns=_ATOM)
    _add(feed, "id", site_url or "urn:tallybench")
    _add(feed, "title", TITLE)
    _add(feed, "updated", _time(shown[0].entry.date if shown else site.newest))
    _add(_add(feed, "author"), "name", "TallyBench")
    _add(feed, "link", rel="self", type="application/atom+xml", href=f"{site_url}{FEED}")
    _add(feed, "link", rel="alternate", type="text/html", href=f"{site_url}leaderboard/")
    oldest = shown[:NEWEST][-1].entry.date if shown else ""
    for row in (row for row in shown if row.entry.date >= oldest):
        entry, item = row.entry, _add(feed, "entry")
        _add(item, "id", f"{site_url}data/{entry.path}")
        _add(item, "title", readable(f"{entry.name} on {entry.benchmark}", 100))
        _add(item, "updated", _time(entry.date))
        _add(item, "link", rel="alternate", type="text/html", href=f"{site_url}models/{entry.slug}/")
        _add(item, "summary", _summary(row))
    ElementTree.indent(feed)
    content: bytes = ElementTree.tostring(feed, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def _summary(row: Row) -> str:
    score, passed = (row.entry.figure(name) for name in ("score@1", "pass@1"))
    place = f"rank {row.ranks}" if row.rank is not None else f"no rank: {row.why_apart}"
    return readable(f"Score {_figure(score, 1)} of 100; correct {_figure(passed, 100)} %; {place}", 300)


def _figure(figure: Figure | None, scale: float) -> str:
    if figure is None or figure.value is None or figure.low is None or figure.high is None:
        return "not known"
    value, low, high = (f"{scale * number:.1f}" for number in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def _add(parent: ElementTree.Element, name: str, text: str | None = None, **attributes: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name, attributes)
    element.text = text
    return element


def _time(date: str) -> str:
    return f"{date}T00:00:00Z"


LLMS = "llms.txt"


def llms_txt(site: Site, site_url: str, repository: str) -> str:
    """Return the file's text, in Markdown."""
    default = site.default
    others = site.benchmarks[1:]
    board = f"{site_url}{default.data}leaderboard-{default.version}"
    sections = {
        "Data": [
            (
                f"{board}.json",
                f"Leaderboard of {default.name} {default.version}",
                "all figures with intervals; also .csv",
            ),
            (f"{site_url}{BUNDLE}", "All results", "Parquet and CSV: results, samples, counts, problems"),
            (f"{site_url}data/result.schema.json", "JSON Schema of a result", "each result is a file in data/results/"),
            (f"{site_url}{FEED}", "New results", "Atom feed"),
            (f"{site_url}dataset/", "Dataset", "how to load problems, stressful inputs and samples; all columns"),
            *(link for benchmark in others for link in _board_data(benchmark, site_url)),
        ],
        "Pages": [
            (f"{site_url}leaderboard/", f"Leaderboard of {default.name}", f"{len(default.board.rows)} ranked models"),
            (f"{site_url}findings/", "What we found", "questions about the models, answered with counts"),
            (f"{site_url}problems/", f"Problems of {default.name}", f"{len(default.problems)} problems, a page each"),
            (f"{site_url}compare/", "Compare two models", "problem by problem"),
            *(link for benchmark in others for link in _benchmark_pages(benchmark, site_url)),
        ],
        "Documentation": [
            (f"{site_url}method/", "Method", "what is counted, the figures and their formulas, the limits"),
            (f"{site_url}submit/", "Submit a model", "from samples to a ranked result"),
            (f"{site_url}samples/", "Samples and results", "formats, verdicts, the result file"),
            (f"{site_url}faq/", "FAQ", "why instructions, why a rank is an interval"),
            (repository, "Source code", "evaluator, benchmark and results; MIT licence"),
        ],
    }
    parts = [
        "# TallyBench\n",
        "> A benchmark of the efficiency of code that language models write. It runs solutions on large inputs and "
        "counts the CPU instructions they spend, which are the same for everyone.\n",
        "`score@1` (0 to 100) says how near correct solutions come to the best known ones in instructions; a solution "
        "that is wrong scores 0. `pass@1` is the share of correct solutions. `efficient@1` is the share that is "
        "correct and spends no more than the benchmark's own solution. Each figure has a 95 % interval. Only models "
        "whose code we have measured again have a rank; all else is a claim.\n",
    ]
    for title, links in sections.items():
        parts += [f"## {title}\n", *(f"- [{name}]({address}): {what}" for address, name, what in links), ""]
    return "\n".join(parts).rstrip() + "\n"


_Link = tuple[str, str, str]  # address, name, contents


def _board_data(benchmark: BenchmarkView, site_url: str) -> Iterator[_Link]:
    """Yield the file of a benchmark's leaderboard, if it has results."""
    if benchmark.board.all_rows:
        address = f"{site_url}{benchmark.data}leaderboard-{benchmark.version}.json"
        yield address, f"Leaderboard of {benchmark.name} {benchmark.version}", "the same figures; also .csv"


def _benchmark_pages(benchmark: BenchmarkView, site_url: str) -> Iterator[_Link]:
    """Yield the pages of a benchmark that is not the default one."""
    problems = plural(len(benchmark.problems), "problem")
    whose = "of our own" if benchmark.written else f"of {plain(benchmark.catalogue.source.title)}"
    yield f"{site_url}{benchmark.about}", f"Benchmark {benchmark.name}", f"{problems} {whose}, and what is left out"
    board = benchmark.board
    if board.all_rows:
        models = plural(len(board.models), "model") if board.models else "baselines alone"
        told = f"{models}, {len(board.rows) or 'none'} of them ranked" if board.models else models
        yield f"{site_url}{benchmark.home}leaderboard/", f"Leaderboard of {benchmark.name}", told
    yield f"{site_url}{benchmark.home}problems/", f"Problems of {benchmark.name}", f"{problems}, a page each"
