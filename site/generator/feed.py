"""New results as an Atom feed. Its dates are those in the names of the results' files, not that of the build."""

from xml.etree import ElementTree

from generator.render import readable
from generator.site import Site
from tallybench.model.result import Figure
from tallybench.statistics.published.boards import Row

PATH = "feed.xml"
TITLE = "New results on TallyBench"
NEWEST = 50  # results in it, and the rest of the oldest of their days
_ATOM = "http://www.w3.org/2005/Atom"


def atom_feed(site: Site, site_url: str) -> bytes:
    """Return the newest results, the newest first: of each day all or none.

    Args:
        site: all that is shown.
        site_url: the site's address, which ends in `/`.
    """
    rows = [row for benchmark in site.benchmarks for board in benchmark.boards for row in board.models]
    shown = [row for row in rows if row.entry.slug in site.slugs]  # the others have no page
    shown.sort(key=lambda row: (row.entry.date, row.entry.path), reverse=True)
    feed = ElementTree.Element("feed", xmlns=_ATOM)
    _add(feed, "id", site_url or "urn:tallybench")
    _add(feed, "title", TITLE)
    _add(feed, "updated", _time(shown[0].entry.date if shown else site.newest))
    _add(_add(feed, "author"), "name", "TallyBench")
    _add(feed, "link", rel="self", type="application/atom+xml", href=f"{site_url}{PATH}")
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
