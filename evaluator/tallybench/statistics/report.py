"""Runs side by side, as a table for people or as data."""

import csv
import html
import io
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

import orjson

from tallybench.model.budget import MEMORY_FLOOR
from tallybench.model.counts import count_under_floor
from tallybench.model.metrics import EDITING_FIGURES, HEADLINES, MEMORY_FIGURES, Unit, metric_of
from tallybench.model.result import Figure, Result
from tallybench.statistics.ranking import comparable, paired_differences, values_of, why_unranked
from tallybench.statistics.spending import spent_line
from tallybench.values.text import clean_text

FORMATS = ("table", "md", "csv", "json")
UNITS = {Unit.SHARE: "%", Unit.POINTS: "0 to 100", Unit.RATIO: "times"}
_SCALES_AND_DIGITS = {Unit.SHARE: (100, 1), Unit.POINTS: (1, 1), Unit.RATIO: (1, 2)}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def unit_of(name: str) -> Unit:
    """Return the unit of a figure's value; a share if its name is unknown."""
    metric = metric_of(name)
    return Unit.SHARE if metric is None else metric.unit


def shown_metrics(result: Result) -> dict[str, Figure]:
    """Return the figures in a result's file, then those of metrics that other installed distributions add."""
    return result.metrics | result.installed_metrics()


def figure_text(name: str, figure: Figure | None) -> str:
    """Return a figure in one line, such as `62.3 [55.1, 69.0] of 164`; in per cent if its name is unknown."""
    value, *rest = _words(figure, unit_of(name))
    if not rest:
        return value
    interval, problems, *censored = rest
    # A ratio is only over the problems that have a correct sample.
    over = "over" if unit_of(name) is Unit.RATIO else "of"
    return ", ".join([f"{value} {interval} {over} {problems}", *censored])


def figure_lines(name: str, figure: Figure | None) -> list[str]:
    """Return a figure in lines, for a narrow column: its value, its interval, its problems, how many are censored."""
    value, *rest = _words(figure, unit_of(name))
    if not rest:
        return [value]
    interval, problems, *censored = rest
    return [value, interval, "1 problem" if problems == "1" else f"{problems} problems", *censored]


def _words(figure: Figure | None, unit: Unit) -> tuple[str, ...]:
    """Return a figure's value, interval, number of problems, and how many samples are censored, if any.

    If it has no value, return only the reason.
    """
    if figure is None:
        return ("not counted",)
    if figure.value is None or figure.low is None or figure.high is None:
        return (f"none: {figure.reason}",)
    scale, digits = _SCALES_AND_DIGITS[unit]
    value, low, high = (f"{scale * number:.{digits}f}" for number in (figure.value, figure.low, figure.high))
    censored = (f"{figure.censored} censored",) if figure.censored else ()
    return (value, f"[{low}, {high}]", str(figure.problems), *censored)


def caveats(results: Sequence[Result]) -> list[str]:
    """Return what the reader of a table has to know: which rows cannot be compared, and which are not ranked."""
    notes = []
    counted = [result for result in results if result.counted]
    if len({(result.benchmark.name, result.benchmark.version) for result in results}) > 1:
        notes.append("The rows are from different benchmarks or versions and cannot be compared.")
    if len({result.environment.fingerprint for result in counted}) > 1:
        notes.append("The rows have different fingerprints: their counts cannot be compared.")
    remarked: dict[str, list[str]] = {}
    for result in results:
        model, metrics = clean_text(result.model.name), shown_metrics(result)
        under, known = count_under_floor(result.counts()) if "memory_reduction" in metrics else (0, 0)
        if known and under == known:
            metrics["memory_reduction"] = Figure(value=None, problems=known, reason="1 by construction")
        by_suite = [name for name in metrics if (metric := metric_of(name)) is not None and metric.suites]
        added = [name for name in metrics if name not in result.metrics]
        for figures in (by_suite, EDITING_FIGURES, MEMORY_FIGURES, added):
            if any(name in metrics for name in figures):
                shown = (f"{name} {figure_text(name, metrics.get(name))}" for name in figures)
                notes.append(f"{model}: {', '.join(shown)}.")
        if known:
            notes.append(
                f"{model}: for {under} of {known} problems, ground truth and samples stay under the floor of "
                f"{MEMORY_FLOOR >> 10} KiB, so memory_reduction is 1."
            )
        if (spent := spent_line(result)) is not None:
            notes.append(f"{model}: {spent}.")
        for remark in _remarks(result):
            remarked.setdefault(remark, []).append(model)
    notes += [f"{', '.join(names)}: {remark}" for remark, names in remarked.items()]
    if counted and not any(result.environment.ranked for result in counted):
        notes.append("No row has the ranked fingerprint: these figures are for use at home (see `tallybench doctor`).")
    return notes


def _remarks(result: Result) -> Iterator[str]:
    if result.model.baseline:
        yield "comes with the benchmark, never ranked."
    if result.benchmark.partial:
        yield f"a run over {len(result.problems)} of the benchmark's problems, never ranked."
    if result.environment.self_measured:
        yield f"self-measured by `{result.environment.facts.get('engine', result.environment.counter)}`, never ranked."
    if result.environment.sandbox == "none":
        yield "run without the sandbox, never ranked."


def comparison(ours: Result, theirs: Result) -> str | None:
    """Compare two runs over the same problems by a paired bootstrap; None if their counts cannot be compared."""
    if not comparable([ours, theirs]):
        return None
    values = [values_of(result, "score@1") for result in (ours, theirs)]
    if not values[0]:
        return None
    difference = paired_differences(values)[0, 1]
    verdict = "more than chance" if difference.significant else "which may be chance"
    return (
        f"score@1 of {clean_text(ours.model.name)} is {abs(difference.value):.1f} points "
        f"{'lower' if difference.value < 0 else 'higher'} than that of {clean_text(theirs.model.name)} over the same "
        f"{len(values[0])} problems: {verdict} (95 % interval {difference.low:+.1f} to {difference.high:+.1f})."
    )


def as_markdown(results: Sequence[Result]) -> str:
    """Return the table in Markdown."""
    header = ["model", "samples", *(f"{name}, {UNITS[unit_of(name)]}" for name in HEADLINES)]
    rows = [header, ["---"] * len(header)]
    for result in results:
        figures = [figure_text(name, result.metrics.get(name)) for name in HEADLINES]
        rows.append([html.escape(clean_text(result.model.name)), f"{len(result.samples):,}", *figures])
    compared = comparison(*results) if len(results) == 2 else None
    notes = [html.escape(note, quote=False) for note in (*caveats(results), *([compared] if compared else []))]
    return "\n".join([*markdown_rows(rows), "", *notes]).rstrip()


def markdown_rows(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table; no cell breaks it."""
    return ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows]


def inert(value: Any) -> Any:
    """Return a cell of CSV: a text that a spreadsheet would take for a formula gets a quote in front."""
    if isinstance(value, str) and unicodedata.normalize("NFKC", value).lstrip().startswith(_FORMULA):
        return f"'{value}"
    return value


def as_csv(results: Sequence[Result]) -> str:
    """Return every figure of every run as CSV, one per line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    run = ("model", "benchmark", "version", "fingerprint", "unranked")
    writer.writerow([*run, "figure", "unit", "value", "low", "high", "problems"])
    for result in results:
        facts = [result.model.name, result.benchmark.name, result.benchmark.version, result.environment.fingerprint]
        facts.append(why_unranked(result) or "")
        for name, figure in shown_metrics(result).items():
            row = [*facts, name, unit_of(name), figure.value, figure.low, figure.high, figure.problems]
            writer.writerow(map(inert, row))
    return out.getvalue().rstrip("\n")


def as_json(results: Sequence[Result]) -> str:
    """Return every figure of every run as JSON."""
    rows = [
        {
            "model": result.model.model_dump(mode="json"),
            "benchmark": result.benchmark.model_dump(mode="json"),
            "fingerprint": result.environment.fingerprint,
            "counter": result.environment.counter,
            "ranked": why_unranked(result) is None,
            "unranked": why_unranked(result),
            "samples": len(result.samples),
            "spending": None if result.spending is None else result.spending.model_dump(mode="json"),
            "metrics": {
                name: {"unit": unit_of(name), **figure.model_dump(mode="json")}
                for name, figure in shown_metrics(result).items()
            },
        }
        for result in results
    ]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode()
