"""Every ranked model beside every other one, as tables, and the same as data."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
from markupsafe import Markup

from generator.charts.wording import MINUS
from generator.render import readable
from tallybench.statistics.frames import as_csv, as_parquet
from tallybench.statistics.pairs import summarize_pairs
from tallybench.statistics.published.boards import Row

TABLE = Markup(
    '<div class="tb-scroll" tabindex="0" role="region" aria-label="{label}"><table class="tb-matrix">'
    "<caption>{label}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
)
HEAD = Markup('<th scope="{scope}">{name}</th>')
ROW = Markup("<tr>{head}{cells}</tr>")
CELL = Markup('<td style="--tb-share:{share:.2f}">{told}</td>')
EMPTY = Markup("<td>–</td>")


def matrix(names: Sequence[str], values: Mapping[tuple[str, str], float], *, label: str) -> Markup:
    """Return a table of `names` by `names`. `values` are percentages, by row and column."""
    heads = Markup("").join(HEAD.format(scope="col", name=name) for name in names)
    rows = Markup("").join(
        ROW.format(
            head=HEAD.format(scope="row", name=row),
            cells=Markup("").join(_cell(values.get((row, column))) for column in names),
        )
        for row in names
    )
    return TABLE.format(label=label, heads=heads, rows=rows)


def _cell(value: float | None) -> Markup:
    return EMPTY if value is None else CELL.format(share=value / 100, told=f"{value:.1f}")


PATH = "data/pairs"
STUDY_PATH = "data/leetcode-study"
BANDS = (20.0, 10.0, 5.0, 0.0)  # points that a row is ahead by, more than chance explains: the strongest tint first
COST_BANDS = (50.0, 25.0, 10.0, 0.0)  # the same for the percentage of instructions that its correct code saves


@dataclass(frozen=True)
class PairCell:
    """A model beside another one."""

    text: str  # by how much the two differ
    look: str  # its class: `a` ahead, `b` behind, with the strength of the tint; empty if chance explains it


Lines = list[tuple[Row, list[PairCell | None]]]


def pair_lines(rows: Sequence[Row], pairs: pd.DataFrame) -> Lines:
    """Return a line for each ranked model with a cell for each, points of score@1; None beside itself."""
    found: dict[tuple[str, str], PairCell] = {}
    columns = (pairs[name] for name in ("first", "second", "difference", "low", "high"))
    for first, second, difference, low, high in zip(*columns, strict=True):
        clear = not low <= 0 <= high
        found[first, second] = PairCell(_whole(difference), _look(difference, BANDS) if clear else "")
    return _lines(rows, found)


def cost_lines(rows: Sequence[Row], pairs: pd.DataFrame) -> Lines:
    """Return the same lines for the cost of correct code, in per cent; None if too few problems allow no interval."""
    found: dict[tuple[str, str], PairCell] = {}
    columns = (pairs[name] for name in ("first", "second", "cost_ratio", "cost_low", "cost_high", "cheaper", "dearer"))
    for first, second, ratio, low, high, cheaper, dearer in zip(*columns, strict=True):
        if pd.isna(low):
            continue
        percent = 100 * (ratio - 1)
        clear = (high < 1 and cheaper > dearer) or (low > 1 and dearer > cheaper)
        # Beside a model with twice the cost the saving is half: both directions have one strength.
        saved = 100 * (1 - ratio) if ratio < 1 else -100 * (1 - 1 / ratio)
        found[first, second] = PairCell(_whole(percent), _look(saved, COST_BANDS) if clear else "")
    return _lines(rows, found)


def study_matrix(rows: Sequence[Row], tests: pd.DataFrame) -> Markup | None:
    """Return a study's tests as a table: the share of problems on which the row's model is faster."""
    if tests.empty:
        return None
    summary = summarize_pairs(tests)
    names = {row.entry.slug: readable(row.entry.name, 40) for row in rows}
    tested = set(summary["first"])
    order = [names[row.entry.slug] for row in rows if row.entry.slug in tested]
    values: Mapping[tuple[str, str], float] = {
        (names[first], names[second]): 100 * share
        for first, second, share in zip(summary["first"], summary["second"], summary["faster"], strict=True)
    }
    label = "Problems on which the model of the row is faster than that of the column, % (t-test, as in the study)"
    return matrix(order, values, label=label)


def pair_files(pairs: pd.DataFrame, tests: pd.DataFrame) -> dict[str, bytes]:
    """Return the files to download, by path: the pairs, and the tests of a study."""
    frames = {PATH: pairs, STUDY_PATH: tests}
    found = {f"{path}.csv": as_csv(frame) for path, frame in frames.items()}
    return found | {f"{path}.parquet": as_parquet(frame) for path, frame in frames.items()}


def _lines(rows: Sequence[Row], cells: Mapping[tuple[str, str], PairCell]) -> Lines:
    slugs = [row.entry.slug for row in rows]
    return [(row, [cells.get((row.entry.slug, slug)) for slug in slugs]) for row in rows]


def _whole(value: float) -> str:
    return f"{round(value)}".replace("-", MINUS)


def _look(ahead: float, bands: Sequence[float]) -> str:
    strength = next(place for place, least in enumerate(bands) if abs(ahead) >= least)
    return f"{'tb-a' if ahead > 0 else 'tb-b'}{len(bands) - strength}"
