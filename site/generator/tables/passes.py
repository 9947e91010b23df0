"""The columns for published files of answers: pass@1 here beside what others measured."""

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from generator.charts.wording import MINUS
from generator.render import plural, points, readable, words
from generator.tables.column import Column, number_column
from tallybench.model.verdicts import Verdict
from tallybench.statistics.published.data_files import CLOSE, PassDifference, PassRow, PassTable, away

_GITHUB = "https://github.com/"


@dataclass(frozen=True)
class PassLine:
    """A row of the table, with what it is shown with."""

    row: PassRow  # the file's
    table: PassTable  # of all files
    paths: Mapping[str, str]  # of the problems' pages, by task id, from the site's root

    @property
    def here(self) -> float:
        return 100 * self.row.passed / self.table.problems

    @property
    def away(self) -> int | None:
        return self.table.away(self.row)


def lines_of(table: PassTable, paths: Mapping[str, str]) -> list[PassLine]:
    """Return one line per file, the highest pass@1 first."""
    found = [PassLine(row, table, paths) for row in table.rows]
    return sorted(found, key=lambda line: (-line.row.passed, line.row.file))


def within(table: PassTable) -> tuple[int, int]:
    """Return how many files come within one problem of what others measured, and how many they measured."""
    distances = [away for row in table.rows if (away := table.away(row)) is not None]
    return sum(abs(distance) <= CLOSE for distance in distances), len(distances)


def _source(line: PassLine) -> Markup:
    row = line.row
    address = f"{_GITHUB}{row.repository}/tree/{row.commit}"
    told = '<a href="{}" rel="nofollow noopener ugc">{}</a><span class="tb-organization">{}<br>{}<br>licence: {}</span>'
    below = readable(row.path, 70), readable(row.setting, 70), readable(row.licence, 40)
    return Markup(told).format(address, row.repository, *below)


def _published(line: PassLine) -> Markup | str:
    figure, _, remark = line.row.published.partition(" ")
    if not figure:
        return "–"
    return Markup('{}<span class="tb-organization">{}</span>').format(figure, readable(remark.strip("()"), 50))


def _why(line: PassLine, up: str) -> Markup:
    """Return the problems that come out differently, and why."""
    told = [_difference(found, line, up) for found in line.row.differing]
    if line.away is not None and abs(line.away) > CLOSE and line.row.plain is not None:
        rest = line.away - (line.row.passed - line.row.plain)
        if rest:
            why = "the same harness, run here, is as far from their figure (time limits, Python's version)"
            told.append(Markup("{} more: ").format(plural(abs(rest), "problem")) + Markup(why))
    if beside := _beside_published(line):
        told.append(Markup("{}").format(beside))
    return Markup("; ").join(told)


def _beside_published(line: PassLine) -> str:
    """Return why the source's figure differs from ours, as far as the data show; empty if it does not."""
    row, of = line.row, line.table.problems
    figure = _number(row.published)
    if figure is None or abs(away(row.passed, figure, of)) <= CLOSE:
        return ""
    if "mean of all samples" in row.published:
        return "published: the mean of all samples; here the first one of each problem is run"
    answered = of if row.answered is None else row.answered
    if answered < of:
        told = f"published: the file has answers to {answered} of {of} problems, and the others count as failed here"
        same = f"{100 * row.passed / answered:.1f}" == f"{figure:.1f}"
        return f"{told}; {row.passed} of {answered} are {figure:.1f} %" if same else told
    reasons = []
    if not any(f"{100 * number / of:.1f}" == f"{figure:.1f}" for number in range(of + 1)):
        reasons.append(f"{figure:.1f} % is no whole number of {of} problems")
    other = row.with_prompt if row.with_prompt is not None else None if row.plain is None else 100 * row.plain / of
    if other is not None and abs(away(row.passed, other, of)) < abs(away(row.passed, figure, of)):
        how = "a plain harness" if row.with_prompt is None else "HumanEval's own harness with the prompt"
        reasons.append(f"{how} gives {other:.1f} % for the same file, so the source ran or counted it otherwise")
    return "published: " + ("; ".join(reasons) or "the data do not tell why")


def _difference(found: PassDifference, line: PassLine, up: str) -> Markup:
    name = found.task_id.rpartition("/")[2]
    path = line.paths.get(found.task_id)
    link = Markup('<a href="{}{}">{}</a>').format(up, path, name) if path else name
    if found.here is Verdict.PASSED:
        rules = f", taken from the answer by: {', '.join(found.sanitized)}" if found.sanitized else ""
        return Markup("{} passes here ({} in a plain harness{})").format(link, words(found.plain), rules)
    return Markup("{} fails here ({})").format(link, words(found.here))


COLUMNS: tuple[Column[PassLine], ...] = (
    Column(
        name="model",
        head="Model, as the source calls it",
        sort="text",
        heads_rows=True,
        value=lambda line: readable(line.row.model, 80),
        show=lambda line, _: readable(line.row.model, 80),
    ),
    Column(
        name="published",
        head="Published, %",
        title="pass@1 as the source has it",
        sort="number",
        value=lambda line: _number(line.row.published),
        show=lambda line, _: _published(line),
    ),
    number_column(
        "prompt",
        "With prompt, %",
        lambda line: line.row.with_prompt,
        points,
        title="measured by others with HumanEval's own harness, the prompt before each program",
    ),
    number_column("here", "Here, %", lambda line: line.here, points),
    number_column(
        "away",
        "Problems more",
        lambda line: line.away,
        lambda away: "–" if away is None else f"{away:+d}".replace("-", MINUS) if away else "0",
        title="how many problems more are solved here than with the prompt's harness",
    ),
    Column(name="why", head="Why", in_words=True, style="tb-which", show=lambda line, links: _why(line, links.up)),
    Column(
        name="source",
        head="Source",
        sort="text",
        style="tb-which",
        value=lambda line: line.row.repository,
        show=lambda line, _: _source(line),
    ),
)


def _number(told: str) -> float | None:
    first = told.partition(" ")[0]
    try:
        return float(first)
    except ValueError:
        return None
