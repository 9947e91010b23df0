"""The comment on a pull request, made of its review and of the leaderboard as it is.

The review comes from a job that ran a stranger's code, so it is taken as written by a stranger: its texts are shown as
code, its numbers formatted here, and where nothing vouches for them the comment says so.
"""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from evaluator.results.metrics import HEADLINES
from evaluator.results.published.boards import Board, make_boards
from evaluator.results.published.entries import FILE, read_entries
from evaluator.results.report import figure_text
from evaluator.results.result import Figure
from evaluator.submissions.review.report import Review, Reviewed

HELD = "Needs a maintainer:"
NEIGHBOURS = 5  # rows of the leaderboard that are shown
LISTED = 20  # faults or differences that are shown
LONGEST = 60_000  # characters: GitHub takes no comment of more than 65,536


def render_comment(review: Review, root: Path) -> str:
    """The comment, in Markdown.

    Args:
        review: of the pull request.
        root: the project's root, on the base branch.
    """
    title = "This can be taken" if review.accepted else "A maintainer has to decide about this"
    lines = [f"### {'This cannot be taken as it is' if review.refused else title}", ""]
    lines += _list("The pull request", review.faults)
    lines += _list(HELD, review.held)
    # What cannot be taken is not compared: a bad file of it may lie in the checkout of whoever reviews it at home.
    compared = any(_is_compared(reviewed) for reviewed in review.files)
    paths = {reviewed.path for reviewed in review.files}
    boards = make_boards(read_entries(root, without=paths)) if compared else []
    length = sum(map(len, lines))
    for number, reviewed in enumerate(review.files):
        told = [f"**{_code(reviewed.path)}**, {reviewed.action}", "", *_list(HELD, reviewed.held)]
        if reviewed.action == "added":
            told += _added(reviewed, _board_of(reviewed, boards))
        length += sum(len(line) + 1 for line in told)
        if length > LONGEST:
            lines += [f"And {len(review.files) - number} more files: the review's file has the rest.", ""]
            break
        lines += told
    lines.append(
        f"Reviewed at {_code(review.head)}. `tallybench dev validate` and `tallybench dev verify` say the same at home."
    )
    return "\n".join(lines) + "\n"


def _is_compared(reviewed: Reviewed) -> bool:
    return reviewed.action == "added" and not reviewed.faults


def _board_of(reviewed: Reviewed, boards: Sequence[Board]) -> Board | None:
    """The leaderboard of a file's benchmark, of its newest version."""
    name = FILE.fullmatch(PurePosixPath(reviewed.path).stem)
    return next((board for board in boards if name is not None and board.benchmark == name["benchmark"]), None)


def _added(reviewed: Reviewed, board: Board | None) -> list[str]:
    lines = _list("What has to be mended:", reviewed.faults)
    if reviewed.faults:
        return lines
    if reviewed.withheld:
        lines += ["Its code is withheld: nobody can measure it again, and the leaderboard says so.", ""]
    elif reviewed.measured == "yes" and reviewed.agrees is not None:
        where = "the ranked environment" if reviewed.ranked else "an environment that is not ranked"
        told = "it agrees" if reviewed.agrees else "it does not agree"
        lines += [f"Measured again in {where}: {told}. What counts is what the main branch measures later.", ""]
    else:
        lines += ["It was not measured again.", ""]
    lines += _list("Measured differently:", reviewed.differences)
    lines += _list("Another score on fresh inputs than on the public ones:", reviewed.fresh)
    again = "and so measured again in full" if reviewed.measured == "yes" else "and nobody has measured it again"
    lines += _list(f"Far below the best known, {again}:", reviewed.suspicions)
    lines += _list("What the code shows:", reviewed.findings)
    lines += _table(reviewed, board)
    return lines


def _table(reviewed: Reviewed, board: Board | None) -> list[str]:
    rows = [(reviewed.metrics.get("score@1"), f"**{_code(reviewed.model or '?')}** (this)", reviewed.metrics)]
    if board is not None:
        for row in (*board.rows, *board.baselines):
            name = _code(row.entry.name) + " (baseline)" * row.entry.baseline
            rows.append((row.entry.figure("score@1"), name, dict(row.entry.scored.metrics)))
    rows.sort(key=lambda row: -(row[0].value or 0) if row[0] is not None else 1)
    place = next(number for number, row in enumerate(rows) if row[2] is reviewed.metrics)
    first = max(0, min(place - NEIGHBOURS // 2, len(rows) - NEIGHBOURS))
    lines = ["| model | " + " | ".join(HEADLINES) + " |", "| --- " * (len(HEADLINES) + 1) + "|"]
    for _, name, metrics in rows[first : first + NEIGHBOURS]:
        lines.append(f"| {name} | " + " | ".join(_cell(head, metrics.get(head)) for head in HEADLINES) + " |")
    version = f" {board.version}" if board is not None else ""
    return [f"Beside the leaderboard{version} as it is, by score@1 (95 % intervals):", "", *lines, ""]


def _cell(name: str, figure: Figure | None) -> str:
    text = figure_text(name, figure)
    # A review that was made up may have figures of some hundred digits.
    return text[:80] if figure is not None and figure.value is not None else "none"


def _list(title: str, texts: Sequence[str]) -> list[str]:
    if not texts:
        return []
    lines = [title, "", *(f"- {_code(text)}" for text in texts[:LISTED])]
    if len(texts) > LISTED:
        lines.append(f"- and {len(texts) - LISTED} more")
    return [*lines, ""]


def _code(text: str) -> str:
    """A stranger's text as code: nothing in it can end that, be a link, an image or a mention, or leave its line."""
    plain = "".join(character if character.isprintable() else "?" for character in text)
    return "`" + (plain.strip() or "?").replace("`", "'").replace("|", "¦") + "`"
