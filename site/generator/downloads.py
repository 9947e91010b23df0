"""Files to download: the leaderboards as CSV and JSON, the results as they are, and what the comparison page reads."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from evaluator.benchmarks.catalogue import dump_catalogue
from evaluator.results.published.boards import Board, Row
from evaluator.results.result import result_schema
from generator.attempts import Attempt
from generator.models import ModelView

if TYPE_CHECKING:
    from generator.build import Site

FIGURES = ("score@1", "pass@1", "efficient@1", "within@1(1)", "within@1(1.5)", "within@1(2)", "within@1(5)", "speedup")
_INDENTED = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
_DENSE = orjson.OPT_SORT_KEYS


def files(root: Path, site: "Site") -> Iterator[tuple[str, bytes | Path]]:
    """Path below the site's root, and the content or the file that is copied there."""
    for board in site.boards:
        yield f"data/leaderboard-{board.version}.csv", leaderboard_csv(board).encode()
        yield f"data/leaderboard-{board.version}.json", orjson.dumps(leaderboard_rows(board), option=_INDENTED)
    for entry in site.entries:
        yield f"data/{entry.path}", root / entry.path
    for model in site.models:
        yield f"data/models/{model.row.entry.slug}.json", orjson.dumps(comparable_results(model), option=_DENSE)
    yield "data/pairs.json", orjson.dumps(pairs(site.board), option=_DENSE)
    for other in site.foreign:
        for board in other.boards:
            yield f"{other.data}leaderboard-{board.version}.csv", leaderboard_csv(board).encode()
            yield (
                f"{other.data}leaderboard-{board.version}.json",
                orjson.dumps(leaderboard_rows(board), option=_INDENTED),
            )
        for model in other.models:
            content = orjson.dumps(comparable_results(model), option=_DENSE)
            yield f"{other.data}models/{model.row.entry.slug}.json", content
        yield f"{other.data}pairs.json", orjson.dumps(pairs(other.board), option=_DENSE)
        yield f"{other.data}catalogue.json", dump_catalogue(other.catalogue)
    yield "data/result.schema.json", orjson.dumps(result_schema(), option=_INDENTED)


def leaderboard_rows(board: Board) -> list[dict[str, Any]]:
    """A leaderboard as data, a row a model."""
    return [_row(board, row) for row in board.all_rows]


def _row(board: Board, row: Row) -> dict[str, Any]:
    entry = row.entry
    model, result = entry.result.model, entry.result
    facts: dict[str, Any] = {
        "benchmark": f"{result.benchmark.name} {board.version}",
        "rank": row.rank,
        "unranked": row.why_apart,
        "model": model.name,
        "organization": model.organization,
        "parameters": model.parameters,
        "open_weights": model.open_weights,
        "samples_a_problem": entry.samples_a_problem,
        "date": entry.date,
        "state": str(entry.state),
        "fingerprint": result.environment.fingerprint,
        "file": entry.path,
        "drop": None if row.drop is None else round(row.drop, 6),
    }
    for name in FIGURES:
        figure = entry.figure(name)
        for part in ("value", "low", "high", "problems"):
            key = name if part == "value" else f"{name} {part}"
            facts[key] = getattr(figure, part) if figure else None
    return facts


def leaderboard_csv(board: Board) -> str:
    """A leaderboard as CSV, a line a model. Texts that a spreadsheet would take for a formula get a quote in front."""
    rows = leaderboard_rows(board)
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]) if rows else ["model"], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: _inert(value) for key, value in row.items()})
    return out.getvalue()


def _inert(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def comparable_results(model: ModelView) -> dict[str, Any]:
    """A model's result on each problem, for the comparison of two.

    On the site `problems/` lies beside the page that compares, whichever benchmark's that is.
    """
    entry = model.row.entry
    tie = entry.result.tie_tolerance
    return {
        "name": entry.name,
        "slug": entry.slug,
        "tie": {"relative": tie.relative, "absolute": tie.absolute},
        "problems": [
            {
                "id": one.view.problem.task_id,
                "entry_point": one.view.problem.entry_point,
                "url": f"../problems/{one.view.slug}/",
                "verdict": str(one.attempt.sample.verdict) if one.attempt.sample else "no sample",
                "stress": _stress(one.attempt),
                "total": one.attempt.total,
                "inputs": len(one.view.input_names),
                "efficiency": one.attempt.counts.efficiency,
            }
            for one in model.problems
        ],
    }


def _stress(attempt: Attempt) -> str | None:
    sample = attempt.sample
    if sample is None or not sample.stress:
        return None
    verdicts = {str(one.verdict) for one in sample.stress.values()}
    worst = sorted(verdicts - {"counted", "over_budget"})
    return worst[0] if worst else "over_budget" if "over_budget" in verdicts else "counted"


def pairs(board: Board) -> dict[str, dict[str, list[float]]]:
    """The paired differences of the ranked models, each pair once, in the leaderboard's order."""
    found: dict[str, dict[str, list[float]]] = {}
    for name, differences in board.differences.items():
        for (one, other), difference in differences.items():
            if one < other:
                key = f"{board.rows[one].entry.slug} {board.rows[other].entry.slug}"
                found.setdefault(key, {})[name] = [difference.value, difference.low, difference.high]
    return found
