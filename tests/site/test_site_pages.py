"""The site's files, read without a browser: links, heads, and what hostile results became in them."""

import csv
import gzip
import html
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from PIL import Image

from tallybench.errors import InputError
from tallybench.statistics.published.entries import read_entries
from tests.example_benchmark import NAME as EXAMPLE
from tests.made_results import HOSTILE_NAMES, HOSTILE_TITLES, OLDER, PRODUCT, hostile_results
from tests.site.few_problems import NUMBERS
from tests.site.sites import BuiltSite, Tag, tags_of, write_results

LINKS = ("href", "src", "poster", "action")
OWN = "tallybench-references"
NO_RESULTS = ("method/index.html", "404.html")  # nothing of a result is on these pages
ELSEWHERE = '<a href="https://github.com/someone/answers" rel="nofollow noopener ugc">'


@cache
def tags(site: BuiltSite, path: str) -> list[Tag]:
    return tags_of(site.read(path))


def text(tag: Tag) -> str:
    return " ".join("".join(tag.text).split())


def heads(site: BuiltSite, path: str) -> dict[str, list[str]]:
    """A page's titles, first-level headings, descriptions, canonical links and cards."""
    found: dict[str, list[str]] = {name: [] for name in ("title", "h1", "description", "canonical", "og:image")}
    for tag in tags(site, path):
        if tag.name == "h1" or (tag.name == "title" and not found["h1"]):  # further down, charts have titles too
            found[tag.name].append(text(tag))
        elif tag.name == "meta" and (tag["name"] or tag["property"]) in found:
            found[tag["name"] or tag["property"]].append(tag["content"])
        elif tag.name == "link" and tag["rel"] == "canonical":
            found["canonical"].append(tag["href"])
    return found


def address_of(site: BuiltSite, path: str) -> str:
    return site.site_url + path.removesuffix("index.html")


def target_of(site: BuiltSite, page: str, link: str) -> tuple[str, str] | None:
    """The path of the file that a link of a page leads to, and the anchor in it; None for another host's.

    A path that begins with `..` is outside of the site.
    """
    address = urljoin(address_of(site, page), link.strip())
    parts, home = urlsplit(address), urlsplit(site.site_url)
    if (parts.scheme, parts.netloc) != (home.scheme, home.netloc):
        return None
    if not parts.path.startswith(home.path):
        return f"..{parts.path}", ""
    path = unquote(parts.path.removeprefix(home.path))
    return (f"{path}index.html" if not path or path.endswith("/") else path), unquote(parts.fragment)


def links(site: BuiltSite, page: str) -> Iterator[str]:
    for tag in tags(site, page):
        yield from (tag[name] for name in LINKS if name in tag.attributes)
        if tag.name == "meta" and tag["property"] in ("og:image", "og:url"):
            yield tag["content"]


def test_every_internal_link_and_anchor_resolves(built_site: BuiltSite) -> None:
    anchors: dict[str, set[str]] = {}
    broken = set()
    for page in built_site.pages():
        for link in links(built_site, page):
            target = target_of(built_site, page, link)
            if target is None:
                continue
            path, anchor = target
            file = built_site.folder / path
            if path.startswith("..") or not file.is_file():
                broken.add(f"{page}: {link}")
                continue
            if anchor and path.endswith(".html"):
                if path not in anchors:
                    anchors[path] = {tag["id"] for tag in tags(built_site, path)}
                if anchor not in anchors[path] and not anchor.startswith("__"):
                    broken.add(f"{page}: {link}")
    assert sorted(broken) == []


def test_what_scripts_and_search_engines_read_leads_to_pages(built_site: BuiltSite) -> None:
    pages = set(built_site.pages())
    compared = json.loads(built_site.read("data/models/gpt-4o.json"))["problems"]
    assert len(compared) == len(NUMBERS)
    found = [("compare/index.html", row["url"]) for row in compared]
    search = json.loads(built_site.read("search/search_index.json"))
    found += [("index.html", document["location"]) for document in search["docs"]]
    sitemap = ElementTree.parse(built_site.folder / "sitemap.xml").iterfind("{*}url/{*}loc")
    locations = [location.text or "" for location in sitemap]
    found += [("index.html", location) for location in locations]
    assert len(found) > 200
    broken = {link for page, link in found if (target_of(built_site, page, link) or ("",))[0] not in pages}
    assert broken == set()
    assert {address_of(built_site, page) for page in pages} - set(locations) == {f"{built_site.site_url}404.html"}


def test_every_page_has_one_title_description_canonical_link_heading_and_card(built_site: BuiltSite) -> None:
    faults, titles, descriptions = [], Counter[str](), Counter[str]()
    for page in built_site.pages():
        found = heads(built_site, page)
        if page == "404.html":
            assert found["title"] and found["canonical"] == []
            continue
        faults += [f"{page}: {name}: {values}" for name, values in found.items() if len(values) != 1 or not values[0]]
        if found["canonical"] != [address_of(built_site, page)]:
            faults.append(f"{page}: canonical {found['canonical']}")
        titles.update(found["title"])
        descriptions.update(found["description"])
    assert faults == []
    for told in (titles, descriptions):
        assert {text: pages for text, pages in told.items() if pages > 1} == {}, "pages tell themselves apart by these"


def test_every_card_is_a_picture_of_the_size_that_its_page_says(built_site: BuiltSite) -> None:
    cards = {page: heads(built_site, page)["og:image"] for page in built_site.pages() if page != "404.html"}
    for page, found in cards.items():
        target = target_of(built_site, page, found[0])
        assert target is not None, f"{page}: its card {found[0]} is below another address than the site"
        with Image.open(built_site.folder / target[0]) as card:
            assert card.size == (1200, 630), page
    assert len({card[0] for card in cards.values()}) > 100, "problems and models have cards of their own"
    shared = Counter(card[0] for card in cards.values())
    others_problems = re.compile(rf"benchmarks/{EXAMPLE}/(index|problems/.+/index)\.html|leaderboard/.*")
    own = [page for page in cards if not others_problems.fullmatch(page)]
    assert [page for page in own if shared[cards[page][0]] > 1] == []


def test_no_page_is_larger_than_it_may_be(built_site: BuiltSite) -> None:
    """Compressed: a problem's page with its models and their code, and every other page but the heatmap.

    Those of all models are in `test_many_models.py`.
    """
    sizes = {page: len(gzip.compress(built_site.read(page).encode(), mtime=0)) for page in built_site.pages()}
    problems = {page: size for page, size in sizes.items() if "problems/" in page and page.count("/") > 1}
    assert len(problems) > 2 * len(NUMBERS)
    assert {page: size for page, size in problems.items() if size > 40_000} == {}
    others = {page: size for page, size in sizes.items() if "heatmap/" not in page}
    assert {page: size for page, size in others.items() if size > 60_000} == {}


def test_models_are_listed_where_their_state_puts_them(built_site: BuiltSite) -> None:
    page = built_site.read("leaderboard/")
    ranked, _, rest = page.partition('id="baselines"')
    baselines, _, rest = rest.partition("</tbody>")
    apart, _, rest = rest.partition('id="apart"')[2].partition('id="claims"')
    claims, _, rest = rest.partition('id="copies"')
    parts = {"ranked": ranked, "baselines": baselines, "apart": apart, "claims": claims}
    expected = {
        "ranked": ("two-runs", "two-versions", "seven-samples", "elsewhere-public"),
        "baselines": ("tallybench-references", "humaneval-canonical", "adversarial-samples"),
        "apart": ("silent",),
        "claims": ("gpt-4o", "part", "elsewhere", "uncounted", "hostile-script"),
    }
    for part, slugs in expected.items():
        for slug in slugs:
            found = [name for name, text in parts.items() if f'"../models/{slug}/"' in text]
            assert found == [part], slug
    withheld = "code withheld: only the submitter can measure it"
    assert all(f"<td>{why}</td>" in claims for why in ("partial run", "not re-measured yet", "not counted", withheld))
    assert "score@1, claimed" in claims and "claimed" not in ranked + baselines
    assert "<td>missing: model.revision, " in apart
    assert "older-only" not in page
    assert page.count("results/two-runs/") == 4, "the run that counts and the earlier one, each as link and text"
    older = built_site.read(f"leaderboard/{OLDER}/")
    assert "Older only" in older and "Two versions" in older and "GPT-4o" not in older


def test_figures_are_those_on_fresh_inputs_and_the_models_page_has_both(built_site: BuiltSite) -> None:
    (row,) = (row for row in built_site.board() if row["model"] == "Stale on one")
    (again,) = (row for row in built_site.board() if row["model"] == "Two runs")
    assert row["state"] == "re-measured" and 0 < row["score@1"] < again["score@1"]
    page = built_site.read("models/stale/")
    assert "On fresh inputs, 95 % interval" in page and "On the public inputs" in page
    assert re.search(r"Its score on fresh inputs is not that on the public ones on \d+ problems: HumanEval/0 \(", page)
    assert "On fresh inputs" not in built_site.read("models/two-runs/"), "of it nothing was measured there"


def test_pass_at_1_with_generated_tests_stands_beside_the_other_and_on_the_models_page(built_site: BuiltSite) -> None:
    rows = {row["model"]: row for row in built_site.board()}
    strict, base = (rows["Claude Opus 4"][name] for name in ("pass@1 extra", "pass@1"))
    assert 0 < strict < base
    assert rows["Seven samples"]["pass@1 extra"] is None  # its programs were not run on them
    assert "not measured" in built_site.read("leaderboard/")
    html = built_site.read("models/claude-opus-4/")
    [said] = [tag for tag in tags_of(html) if tag["id"] == "humaneval-generated-tests"]
    assert f"pass@1 is {100 * strict:.1f} %" in " ".join(said.text)
    assert '/problems/humaneval-129/">minPath</a>' in html[html.index('id="humaneval-generated-tests"') :]
    assert 'id="humaneval-generated-tests"' not in built_site.read("models/seven-samples/")


def test_of_samples_that_are_public_elsewhere_pages_say_where_and_how_to_measure_them(built_site: BuiltSite) -> None:
    page, problem = built_site.read("models/elsewhere-public/"), built_site.read("problems/humaneval-0/")
    where = f"{ELSEWHERE}github.com/someone/answers</a>"
    assert f"<dt>code</dt><dd>public at {where}, commit <code>0123456789</code>, 1 file, no licence stated" in page
    assert "<dt>released</dt><dd>2026-01</dd>" in page and "<dt>kind</dt><dd>a pipeline" in page
    assert "tallybench dev samples fetch samples --result humaneval-2026-02-02-0000000d.json" in page
    assert "withheld" not in page.partition('id="humaneval-provenance"')[2]
    assert "The code is public at <a href=" in problem
    data = list(csv.DictReader(io.StringIO(built_site.read("data/problems/humaneval-0.csv"))))
    own, copied = ({row["solution"] for row in data if row["model"] == slug} for slug in ("elsewhere-public", OWN))
    assert own == copied, "its samples are the references, whose code is shown"


def test_the_state_says_where_code_is_and_on_which_inputs_it_was_measured(built_site: BuiltSite) -> None:
    page = built_site.read("leaderboard/")
    said = f"code at {ELSEWHERE}someone/answers</a>, measured by the maintainers on the public inputs</span>"
    assert re.search(rf'"../models/elsewhere-public/".*{re.escape(said)}', page)
    fresh = next(line for line in page.splitlines() if '"../models/stale/"' in line and line.startswith("<tr>"))
    assert "on the public inputs" not in fresh, "its record has fresh ones"
    rows = {row["model"]: row for row in built_site.board()}
    public = rows["Public elsewhere"]
    assert [public[fact] for fact in ("kind", "released")] == ["pipeline", "2026-01"]
    assert public["source"] == "https://github.com/someone/answers"
    assert public["public_inputs_only"] and not rows["Stale on one"]["public_inputs_only"]


def test_scores_fall_down_the_leaderboard_and_the_home_page_has_its_start(built_site: BuiltSite) -> None:
    def ranks_and_scores(page: str) -> list[tuple[str, float]]:
        rows = re.findall(
            r'<td class="tb-number" data-value="\d+">([\d-]+)</td><th.*?'
            r'<td [^>]*tb-headline[^>]* data-value="([\d.]+)"',
            page,
        )
        return [(rank, float(score)) for rank, score in rows]

    board = ranks_and_scores(built_site.read("leaderboard/"))
    ranked = [row for row in built_site.board() if row["rank"] is not None]
    assert [score for _, score in board] == sorted((row["score@1"] for row in ranked), reverse=True)
    assert ranks_and_scores(built_site.read("")) == board[:10]
    for place, ((shown, _), row) in enumerate(zip(board, ranked, strict=True), 1):
        low, high = row["rank"], row["rank_high"]
        assert shown == (str(low) if low == high else f"{low}-{high}") and low <= place <= high


def test_charts_of_scores_are_drawn_from_data_to_download(built_site: BuiltSite) -> None:
    rows = [row for row in built_site.board() if row["rank"] is not None]
    version = rows[0]["benchmark"].split()[-1]
    for page, up in (("", ""), ("leaderboard/", "../")):
        html = built_site.read(page)
        size, date = (tag for tag in tags_of(html) if tag.name == "svg" and tag["class"] == "tb-chart")
        assert f"of {sum(row['parameters'] is not None for row in rows)} models" in size["aria-label"]
        assert f"of {sum(row['released'] is not None for row in rows)} models" in date["aria-label"]
        assert f'<a href="{up}data/leaderboard-{version}.csv" download>CSV</a>' in html
        assert ">humaneval: 2021-07</text>" in html and "At the dashed line the problems came out" in html


def test_the_home_page_is_small(built_site: BuiltSite) -> None:
    """All that it asks for as it loads: its HTML, styles, scripts and pictures.

    The theme asks at once for its worker that searches, and for the index.
    """

    def compressed(path: str) -> int:
        return len(gzip.compress((built_site.folder / path).read_bytes(), mtime=0))

    found = {
        tag["href"] if tag.name == "link" else tag["src"]
        for tag in tags(built_site, "index.html")
        if tag.name in ("script", "img") or (tag.name == "link" and tag["rel"] in ("stylesheet", "icon"))
    } - {""}
    loaded = {target[0] for link in found if (target := target_of(built_site, "index.html", link)) is not None}
    assert {"assets/heatmap.css", "assets/tables.css", "assets/tables.js", "assets/logo.svg"} <= loaded
    loaded |= {"index.html", "search/search_index.json"}
    (worker,) = (path.relative_to(built_site.folder) for path in built_site.folder.glob("assets/**/search.*.min.js"))
    theme = {path for path in loaded if re.match("assets/(stylesheets|javascripts)/", path)} | {worker.as_posix()}
    assert sum(map(compressed, loaded - theme)) < 150_000
    assert sum(map(compressed, loaded | theme)) < 250_000


def test_a_link_to_the_home_page_says_what_the_site_is_about(built_site: BuiltSite) -> None:
    shared = {tag["property"]: tag["content"] for tag in tags(built_site, "index.html") if tag.name == "meta"}
    assert shared["og:title"].startswith("TallyBench: ")
    best = max((row for row in built_site.board() if row["rank"] is not None), key=lambda row: row["score@1"])
    assert f"with {best['score@1']:.1f} of 100 points" in shared["og:description"]


def test_who_has_the_samples_of_another_is_named_on_the_leaderboard_and_on_its_page(built_site: BuiltSite) -> None:
    """The made models all have samples of the references."""
    board, page = built_site.read("leaderboard/"), built_site.read("models/seven-samples/")
    assert '<h2 id="copies">Copies' in board and "are copies of the references" in board
    assert "are copies of the references" in page
    gpt = built_site.read("models/gpt-4o/")
    assert "are copies of" not in gpt


def test_a_page_says_a_verdict_once_and_names_no_order_that_the_counts_cannot_tell(built_site: BuiltSite) -> None:
    page = built_site.read("problems/humaneval-31/")
    assert ">over budget</td>" in page and "over_budget" not in page
    assert "The best known solution grows in an order that the counts cannot tell (exponent" in page


def test_what_the_best_of_several_samples_reaches_is_in_a_table(built_site: BuiltSite) -> None:
    page = built_site.read("models/gpt-5.4/")
    table = page.partition('aria-label="The best of k samples on humaneval"')[2].partition("</table>")[0]
    assert re.findall(r">k = (\d+)<", table) == ["1", "2", "3", "5", "10"]
    drawn = re.search(r"the best of k samples, for k = 1, 2, 3, 5, 10: (score@k) ([\d., ]+);", page)
    assert drawn is not None
    row = table.partition('<th scope="row">score@k</th>')[2].partition("</tr>")[0]
    assert re.findall(r">([\d.]+)</td>", row) == drawn[2].split(", ")
    assert "The best of k samples, as a table" not in built_site.read("models/two-runs/")


def test_no_script_and_no_event_attribute_stands_on_a_page_but_the_themes_own(built_site: BuiltSite) -> None:
    def scripts(page: str) -> set[tuple[str, str]]:
        found = set()
        for tag in tags(built_site, page):
            if tag.name == "script":
                source = target_of(built_site, page, tag["src"]) if tag["src"] else None
                content = "".join(tag.text)
                if tag["type"] == "application/json":
                    content = re.sub(r'"(\.\./)*(\.\.?|(?=assets))', '"', content)
                found.add((source[0] if source else tag["src"], re.sub(r'new URL\("[./a-z]*",', "new URL(", content)))
        return found

    known = set().union(*map(scripts, NO_RESULTS)) | {("assets/compare.js", "")}
    faults = []
    for page in built_site.pages():
        faults += [f"{page}: {script}" for script in scripts(page) - known]
        for tag in tags(built_site, page):
            events = [name for name in tag.attributes if name.startswith("on")]
            schemes = [tag[name] for name in LINKS if urlsplit(tag[name]).scheme not in ("", "http", "https", "data")]
            faults += [f"{page}: <{tag.name}> {found}" for found in events + schemes]
            if tag.name in ("iframe", "object", "embed", "base") or (tag.name == "img" and tag["src"] == "x"):
                faults.append(f"{page}: <{tag.name}>")
    assert faults == []


def test_no_template_runs_on_what_a_result_says_and_no_character_hides_text(built_site: BuiltSite) -> None:
    for file in sorted(built_site.folder.rglob("*")):
        if file.suffix in (".html", ".json", ".csv", ".xml"):
            assert PRODUCT not in file.read_text(encoding="utf-8"), file
    for page in ("index.html", "leaderboard/index.html", "problems/humaneval-0/index.html", "compare/index.html"):
        found = re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f]", built_site.read(page))
        assert found is None, f"{page}: {found!r}"


@pytest.mark.parametrize("slug", sorted(HOSTILE_NAMES))
def test_a_hostile_name_is_a_title_and_a_heading_like_any_other(built_site: BuiltSite, slug: str) -> None:
    found = heads(built_site, f"models/{slug}/index.html")
    shown = HOSTILE_TITLES["hostile-turned"] if slug == "hostile-turned" else HOSTILE_NAMES[slug]
    assert found["title"] == [f"{HOSTILE_TITLES[slug]} - TallyBench"]
    assert found["h1"] == [shown]
    assert found["description"][0].startswith(f"{HOSTILE_TITLES[slug]} on TallyBench: ")
    for tag in tags(built_site, f"models/{slug}/index.html"):  # only its code may be long
        if tag.name in ("td", "th", "dt", "dd", "p", "h1", "title", "summary"):
            assert len(text(tag)) <= 700, f"<{tag.name}> {text(tag)[:60]}"
    for path in sorted((built_site.root / "results" / slug).glob("*.json")):
        copied = built_site.folder / "data" / path.relative_to(built_site.root)
        assert copied.read_bytes() == path.read_bytes(), "files are kept as they came"


def test_a_spreadsheet_finds_no_formula_in_the_csv(built_site: BuiltSite) -> None:
    version = built_site.board()[0]["benchmark"].split()[-1]
    rows = list(csv.DictReader(io.StringIO(built_site.read(f"data/leaderboard-{version}.csv"))))
    names = {row["model"] for row in rows}
    assert {"GPT-4o", "'=1+1", HOSTILE_NAMES["hostile-script"], HOSTILE_NAMES["hostile-image"]} <= names
    for row in rows:
        texts = {key: value for key, value in row.items() if not re.fullmatch(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", value)}
        assert not [key for key, value in texts.items() if value[:1] in tuple("=+-@\t\r")]
    named = {row["model"] for row in built_site.board()}
    assert HOSTILE_NAMES["hostile-formula"] in named, "JSON has the name as it is"


@pytest.mark.parametrize("version", ["../../x", "1.0", "<script>", "1.0.0/../..", "\u0661.0.0"])
def test_a_version_that_could_name_any_file_is_refused_with_what_to_do(tmp_path: Path, version: str) -> None:
    result = hostile_results()["hostile-formula/humaneval-2026-02-02-00000001.json"]
    benchmark = result.benchmark.model_copy(update={"version": version})
    changed = result.model_copy(update={"benchmark": benchmark})
    root = write_results(tmp_path, {"some/humaneval-2026-02-02-00000001.json": changed})
    with pytest.raises(InputError, match=r"results/some/.*benchmark\.version.*must be three numbers"):
        read_entries(root)


@pytest.mark.parametrize("folder", ["index", "Upper", ".hidden", "a b", "-x", "x" * 65])
def test_a_folder_that_is_no_name_of_a_page_is_refused(tmp_path: Path, folder: str) -> None:
    write_results(tmp_path, {f"{folder}/humaneval-2026-02-02-00000001.json": next(iter(hostile_results().values()))})
    with pytest.raises(InputError, match="must be named results/MODEL/"):
        read_entries(tmp_path)


def test_the_page_of_a_class_shows_its_tests_as_calls_and_what_each_comes_to(built_site: BuiltSite) -> None:
    page = built_site.read("benchmarks/tally-classes/problems/tallyclasses-1/index.html")
    rows = re.findall(r"<tr><td><code>(.*?)</code></td><td>(?:<code>(.*?)</code>)?</td></tr>", page)
    outcomes: dict[str, set[str]] = defaultdict(set)
    for call, outcome in rows:
        outcomes[html.unescape(call).partition("(")[0]].add(html.unescape(outcome))
    assert outcomes["BarleyExchange"] == {""}
    assert "None" in outcomes[".best"] and "raises ValueError" in outcomes[".offer"]
