"""The pages about all results: the home page, findings, every pair of models, pass@1 beside others' figures."""

from collections.abc import Iterator

from generator import pairs
from generator.limits import PAIRED_MODELS
from generator.page import Page, Section, Templates
from generator.render import plain, plural, points
from generator.tables import passes
from tallybench.benchmarks.user_benchmark import Manifest
from tallybench.statistics.pairs import PAIR_COLUMNS
from tallybench.statistics.pairs import TEST_COLUMNS as STUDY_COLUMNS
from tallybench.statistics.published.boards import RANKED_BY, Board, value_of

TOP = 10  # models on the home page


def statistics_pages(templates: Templates) -> Iterator[Page]:
    """Yield the pages that need the statistics of all benchmarks."""
    if templates.site.own is None:
        yield home_page(templates)
        yield findings_page(templates)
        yield pairs_page(templates)
        yield passes_page(templates)
    else:
        yield own_home_page(templates, templates.site.own)


def home_page(templates: Templates) -> Page:
    return templates.page(
        "home.html",
        "index.md",
        title="TallyBench",
        description=f"How efficient is the code that language models write? {leader(templates.site.default.board)}",
        benchmark=templates.site.default,
        top=TOP,
    )


def own_home_page(templates: Templates, own: Manifest) -> Page:
    """Return the first page of the site of the user's own benchmark."""
    benchmark = templates.site.default
    return templates.page(
        "own_home.html",
        "index.md",
        title=plain(own.title),
        description=f"{plain(own.title)}: {plural(len(benchmark.problems), 'problem')}, measured with TallyBench. "
        f"{leader(benchmark.board)}",
        benchmark=benchmark,
        own=own,
        top=TOP,
    )


def findings_page(templates: Templates) -> Page:
    """Return the page of findings: questions, answers, charts."""
    path = "findings.md"
    return Page(
        path=path,
        title="What we found",
        description="Questions about the efficiency of code that language models write, answered with exact counts: "
        "which model is fastest, whether size matters, whether asking for speed helps.",
        html=templates.render("findings.html", path),
        sections=tuple(Section(finding.key, finding.question) for finding in templates.site.findings),
    )


def pairs_page(templates: Templates) -> Page:
    """Return the page with every pair of ranked models of the default benchmark."""
    site = templates.site
    rows = site.default.board.rows[:PAIRED_MODELS]
    return templates.page(
        "pairs.html",
        "pairs.md",
        title="Every pair of models",
        description=f"{len(rows)} ranked models side by side: how many points one is ahead of another over the same "
        "problems, whose correct code is cheaper, and whether that is more than chance.",
        lines=[] if site.pairs is None else pairs.pair_lines(rows, site.pairs),
        costs=[] if site.pairs is None else pairs.cost_lines(rows, site.pairs),
        study=None if site.study is None else pairs.study_matrix(rows, site.study),
        pair_columns=PAIR_COLUMNS,
        study_columns=STUDY_COLUMNS,
    )


def passes_page(templates: Templates) -> Page:
    """Return the page with pass@1 of published files of answers, beside what others measured."""
    table, paths = templates.site.passes, {problem.task_id: problem.path for problem in templates.site.default.problems}
    lines = [] if table is None else passes.lines_of(table, paths)
    return templates.page(
        "passes.html",
        "pass-at-1.md",
        title="pass@1 beside what others measured",
        description=f"pass@1 on HumanEval of {len(lines)} published files of answers: as the source has it, as "
        "HumanEval's own harness gives it, and here, with the reason for each difference.",
        lines=lines,
        within=(0, 0) if table is None else passes.within(table),
        columns=passes.COLUMNS,
    )


def leader(board: Board) -> str:
    """Return who leads a leaderboard, and with which score."""
    if not board.rows:
        return f"{len(board.models)} models so far, none of them ranked."
    first = board.rows[0].entry
    score = value_of(first.figure(RANKED_BY))
    name = plain(first.name, 40)
    return f"{name} leads {len(board.rows)} ranked models and settings with {points(score)} of 100 points."
