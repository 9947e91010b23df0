"""The pages of what the results tell: findings, every pair of models, pass@1 beside others' figures."""

from generator import pairs
from generator.limits import PAIRED_MODELS
from generator.page import Page, Section, Templates
from generator.tables import passes
from tallybench.statistics.pairs import PAIR_COLUMNS
from tallybench.statistics.pairs import TEST_COLUMNS as STUDY_COLUMNS


def findings_page(templates: Templates) -> Page:
    """Return what the results tell: questions, answers, charts."""
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
    """Return every ranked model of the default benchmark beside every other one."""
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
    """pass@1 of published files of answers, beside what others measured."""
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
