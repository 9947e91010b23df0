"""Render the comment on a pull request from its review and the current leaderboard.

All texts of a result come from strangers: they are shown as code, so that no Markdown in them has an effect.
"""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from tallybench.model.metrics import HEADLINES
from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import FILE, read_entries
from tallybench.statistics.report import figure_text
from tallybench.submissions.review import Review, Reviewed

HELD = "Needs a maintainer:"
NEIGHBOURS = 5  # rows of the leaderboard that are shown
LISTED = 20  # faults or differences that are shown per file
LONGEST_LINE = 400  # characters of one of them
LONGEST = 60_000  # characters: GitHub accepts no comment of more than 65,536


def render_comment(review: Review, root: Path) -> str:
    """Return the comment on a review, in Markdown, with the leaderboard of the project, which is on the base branch."""
    title = "A maintainer has to decide about this" if review.held else "This can be accepted"
    lines = [f"### {'This cannot be accepted as it is' if review.refused else title}", ""]
    lines += _list("The pull request", review.faults)
    # What cannot be accepted is not compared: in a local review, a bad file may be in the checkout.
    compared = any(reviewed.action == "added" and not reviewed.faults for reviewed in review.files)
    paths = {reviewed.path for reviewed in review.files}
    boards = make_boards(read_entries(root, without=paths)) if compared else []
    length = sum(map(len, lines))
    for number, reviewed in enumerate(review.files):
        of_file = [f"**{_code(reviewed.path)}**, {reviewed.action}", "", *_list(HELD, reviewed.held)]
        of_file += _list("What has to be corrected:", reviewed.faults)
        if reviewed.result is not None and not reviewed.faults:
            name = FILE.fullmatch(PurePosixPath(reviewed.path).stem)
            benchmark = None if name is None else name["benchmark"]
            of_file += _added(reviewed, next((board for board in boards if board.benchmark == benchmark), None))
        length += sum(len(line) + 1 for line in of_file)
        if length > LONGEST:
            lines += [f"And {len(review.files) - number} more files: tallybench dev review shows them.", ""]
            break
        lines += of_file
    lines.append(
        f"Reviewed at {_code(review.head)}. `tallybench dev validate` and `tallybench dev verify` check the same."
    )
    return "\n".join(lines) + "\n"


def _added(reviewed: Reviewed, board: Board | None) -> list[str]:
    lines, record = [], reviewed.record
    if reviewed.result is not None and not reviewed.result.has_public_code:
        lines += ["Its code is withheld: it cannot be measured again, and the leaderboard says so.", ""]
    elif record is not None:
        where = "the ranked environment" if record.environment.ranked else "an environment that is not ranked"
        agrees = "it agrees" if record.agrees else "it does not agree"
        lines += [f"Measured again in {where}: {agrees}. What counts is what the main branch measures later.", ""]
        lines += _list("Measured differently:", list(map(str, record.differences)))
        changes = list(map(str, record.score_changes))
        lines += _list("The score on fresh inputs differs from that on the public ones:", changes)
    else:
        lines += ["It was not measured again.", ""]
    lines += _list("What the code shows:", reviewed.findings)
    return lines + _table(reviewed, board)


def _table(reviewed: Reviewed, board: Board | None) -> list[str]:
    assert reviewed.result is not None
    name = f"**{_code(reviewed.result.model.name)}** (this)"
    metrics = reviewed.result.metrics if reviewed.record is None else reviewed.record.metrics
    rows = [(metrics.get("score@1"), name, metrics)]
    if board is not None:
        for row in (*board.rows, *board.baselines):
            name = _code(row.entry.name) + " (baseline)" * row.entry.baseline
            rows.append((row.entry.figure("score@1"), name, row.entry.scored.metrics))
    rows.sort(key=lambda row: -(row[0].value or 0) if row[0] is not None else 1)
    place = next(number for number, row in enumerate(rows) if row[2] is metrics)
    first = max(0, min(place - NEIGHBOURS // 2, len(rows) - NEIGHBOURS))
    lines = ["| model | " + " | ".join(HEADLINES) + " |", "| --- " * (len(HEADLINES) + 1) + "|"]
    for _, name, figures in rows[first : first + NEIGHBOURS]:
        cells = (figure_text(head, figures.get(head)) for head in HEADLINES)
        lines.append(f"| {name} | {' | '.join(cells)} |")
    version = f" {board.version}" if board is not None else ""
    return [f"Its place on the current leaderboard{version}, by score@1 (95 % intervals):", "", *lines, ""]


def _list(title: str, texts: Sequence[str]) -> list[str]:
    if not texts:
        return []
    lines = [title, "", *(f"- {_code(text)}" for text in texts[:LISTED])]
    if len(texts) > LISTED:
        lines.append(f"- and {len(texts) - LISTED} more")
    return [*lines, ""]


def _code(text: str) -> str:
    """Return a stranger's text as code, on one line that it cannot break out of: no link, image or mention."""
    plain = "".join(character if character.isprintable() else "?" for character in text[:LONGEST_LINE])
    return "`" + (plain.strip() or "?").replace("`", "'").replace("|", "¦") + "`"
