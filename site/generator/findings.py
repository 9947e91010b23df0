"""Findings as the site shows them: the chart of each, and its data to download."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from markupsafe import Markup

from generator.charts.found import Bar, Point, bars, points
from generator.limits import CHART_MODELS
from tallybench.statistics.finding import Finding, Shape
from tallybench.statistics.report import inert

MOST_BARS = 15


def draw_finding(finding: Finding, up: str, problems: Mapping[str, str]) -> Markup:
    """Return a finding's chart.

    Args:
        finding: with its data.
        up: from the page to the site's root.
        problems: the paths of the problems' pages, by task id.
    """
    chart, rows = finding.chart, finding.data.to_dict("records")
    label = f"{finding.question} {chart.x_title}; the data are linked below"
    if chart.shape is Shape.BARS:
        drawn = [
            Bar(
                name=str(row[chart.y]),
                value=float(row[chart.x]),
                low=_number(row, chart.low),
                high=_number(row, chart.high),
                href=_href(row, up, problems),
            )
            for row in rows[:MOST_BARS]
        ]
        return Markup(bars(drawn, x_title=chart.x_title, label=label))
    dots = [
        Point(name=str(row[chart.name]), x=float(row[chart.x]), y=float(row[chart.y]), href=_href(row, up, problems))
        for row in rows[:CHART_MODELS]
    ]
    return Markup(points(dots, x_title=chart.x_title, y_title=chart.y_title, label=label, log=chart.log))


def drawn_part(finding: Finding) -> str:
    """Return which bars or points there are, where not all are drawn."""
    most = MOST_BARS if finding.chart.shape is Shape.BARS else CHART_MODELS
    if len(finding.data) <= most:
        return ""
    return f"The first {most} of {len(finding.data):,}; the data have all."


def finding_csv(finding: Finding) -> bytes:
    """Return the data of a finding as CSV. Texts that a spreadsheet would take for a formula get a quote in front."""
    safe = finding.data.map(inert)
    return str(safe.to_csv(index=False, lineterminator="\n", float_format="%.6g")).encode()


def _number(row: Mapping[Any, Any], column: str | None) -> float | None:
    return None if column is None or pd.isna(row[column]) else float(row[column])


def _href(row: Mapping[Any, Any], up: str, problems: Mapping[str, str]) -> str | None:
    if "task_id" in row:
        path = problems.get(row["task_id"])
        return None if path is None else up + path
    return f"{up}models/{row['model']}/" if "model" in row else None
