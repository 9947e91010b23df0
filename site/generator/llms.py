"""`llms.txt`: what a language model has to know of the site, and where its data are (https://llmstxt.org)."""

from collections.abc import Iterator

from generator import bundle, feed
from generator.benchmark import BenchmarkView
from generator.render import plain, plural
from generator.site import Site

PATH = "llms.txt"


def llms_txt(site: Site, site_url: str, repository: str) -> str:
    """Return the file's text, in Markdown.

    Args:
        site: all that is shown.
        site_url: the site's address, which ends in `/`.
        repository: the project's address.
    """
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
            (f"{site_url}{bundle.PATH}", "All results", "Parquet and CSV: results, samples, counts, problems"),
            (f"{site_url}data/result.schema.json", "JSON Schema of a result", "each result is a file in data/results/"),
            (f"{site_url}{feed.PATH}", "New results", "Atom feed"),
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


_Link = tuple[str, str, str]  # address, name, what is there


def _board_data(benchmark: BenchmarkView, site_url: str) -> Iterator[_Link]:
    """Yield the file of a benchmark's leaderboard, where it has results."""
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
