"""Runs side by side, as a table for people or as data."""

import csv
import io
from collections.abc import Sequence

import orjson

from evaluator.results.metrics import HEADLINES, Unit, metric_of
from evaluator.results.ranking import comparable, paired_differences, values_of
from evaluator.results.result import Figure, Result

FORMATS = ("table", "md", "csv", "json")


def unit_of(name: str) -> Unit:
    """What a figure's value is; a share where its name is not known here."""
    metric = metric_of(name)
    return Unit.SHARE if metric is None else metric.unit


def figure_text(name: str, figure: Figure | None) -> str:
    """A figure in the words of its unit."""
    return {Unit.SHARE: percent, Unit.POINTS: points, Unit.RATIO: ratio}[unit_of(name)](figure)


def points(figure: Figure | None) -> str:
    """A figure of 0 to 100 points with its interval and its denominator, such as `37.1 [31.0, 43.2] of 154`."""
    return _of(figure, 1)


def percent(figure: Figure | None) -> str:
    """A share with its interval and its denominator, such as `62.3 [55.1, 69.0] of 164`."""
    return _of(figure, 100)


def _of(figure: Figure | None, scale: int) -> str:
    if figure is None:
        return "not counted"
    if figure.value is None or figure.low is None or figure.high is None:
        return f"none: {figure.reason}"
    value, low, high = (scale * number for number in (figure.value, figure.low, figure.high))
    return f"{value:.1f} [{low:.1f}, {high:.1f}] of {figure.problems}"


def ratio(figure: Figure | None) -> str:
    """A ratio with its interval and its denominator, such as `1.84 [1.20, 2.90] over 21`; `>=` where it is a bound."""
    if figure is None:
        return "not counted"
    if figure.value is None or figure.low is None or figure.high is None:
        return f"none: {figure.reason}"
    censored = f", {figure.censored} censored" if figure.censored else ""
    return f"{figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}] over {figure.problems}{censored}"


def headline_cells(result: Result) -> list[str]:
    """A result's row: the model, the number of samples, and the headline figures."""
    cells = [result.model.name, f"{len(result.samples):,}"]
    for name in HEADLINES:
        cells.append(figure_text(name, result.metrics.get(name)))
    return cells


def header() -> list[str]:
    """The table's header."""
    return ["model", "samples", *(f"{name}, %" if unit_of(name) is Unit.SHARE else name for name in HEADLINES)]


def caveats(results: Sequence[Result]) -> list[str]:
    """What the reader of a table has to know: which rows cannot be compared, and which are not ranked."""
    notes = []
    counted = [result for result in results if result.environment.counter != "none"]
    if len({(result.benchmark.name, result.benchmark.version) for result in results}) > 1:
        notes.append("The rows are of different benchmarks or versions and cannot be compared.")
    if len({result.environment.fingerprint for result in counted}) > 1:
        notes.append("The rows have different fingerprints: their counts cannot be compared.")
    for result in results:
        if result.benchmark.partial:
            notes.append(f"{result.model.name}: a run over {len(result.problems)} of the benchmark's problems.")
        if result.environment.self_measured:
            notes.append(f"{result.model.name}: self-measured by `{result.environment.counter}`, never ranked.")
        if result.environment.sandbox == "none":
            notes.append(f"{result.model.name}: run without the sandbox, never ranked.")
    if counted and not any(result.environment.ranked for result in counted):
        notes.append("No row has the ranked fingerprint: these figures are for use at home (see `tallybench doctor`).")
    return notes


def comparison(ours: Result, theirs: Result) -> str | None:
    """Two runs compared over the same problems by a paired bootstrap; None where their counts cannot be compared."""
    if not comparable([ours, theirs]):
        return None
    values = [values_of(result, "score@1") for result in (ours, theirs)]
    if not values[0]:
        return None
    difference = paired_differences(values)[0, 1]
    told = "a significant difference" if difference.significant else "no significant difference"
    return (
        f"score@1 of {ours.model.name} less that of {theirs.model.name}: {difference.value:+.1f} "
        f"[{difference.low:+.1f}, {difference.high:+.1f}] points over the same {len(values[0])} problems: {told}."
    )


def as_markdown(results: Sequence[Result]) -> str:
    """The table in Markdown."""
    rows = [header(), ["---"] * len(header()), *(headline_cells(result) for result in results)]
    lines = ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows]
    compared = comparison(*results) if len(results) == 2 else None
    return "\n".join([*lines, "", *caveats(results), *([compared] if compared else [])]).rstrip()


def as_csv(results: Sequence[Result]) -> str:
    """Every figure of every run, one a line."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["model", "benchmark", "version", "fingerprint", "figure", "value", "low", "high", "problems"])
    for result in results:
        facts = [result.model.name, result.benchmark.name, result.benchmark.version, result.environment.fingerprint]
        for name, figure in result.metrics.items():
            writer.writerow([*facts, name, figure.value, figure.low, figure.high, figure.problems])
    return out.getvalue().rstrip("\n")


def as_json(results: Sequence[Result]) -> str:
    """Every figure of every run."""
    rows = [
        {
            "model": result.model.model_dump(mode="json"),
            "benchmark": result.benchmark.model_dump(mode="json"),
            "fingerprint": result.environment.fingerprint,
            "counter": result.environment.counter,
            "ranked": result.environment.ranked,
            "samples": len(result.samples),
            "metrics": {name: figure.model_dump(mode="json") for name, figure in result.metrics.items()},
        }
        for result in results
    ]
    return orjson.dumps(rows, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode()
