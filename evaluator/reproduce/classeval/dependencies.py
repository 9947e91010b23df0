"""Table 5, and figures 7 to 9: what methods use of their class, and how wrong classes fail."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from evaluator.benchmarks.dependencies import uses_of
from evaluator.benchmarks.sources.classeval import FILE
from evaluator.benchmarks.sources.data_files import read_json
from evaluator.problems.benchmark import Benchmark
from evaluator.reproduce.classeval.predictions import Evaluated
from evaluator.reproduce.paper import NOT_AT_HAND, Paper, PaperFigure
from evaluator.reproduce.report import Listing, Row, Section
from evaluator.results.class_figures import class_figures

_KINDS = {"Standalone": "Standalone", "Library": "lib_", "Field": "field_", "Method": "method_"}


def topics_section(paper: Paper, topics: Sequence[str]) -> Section:
    """Table 3: the topics, of which the data tell nothing."""
    why = "the public data do not say which class is of which topic"
    rows = tuple(Row(topic, paper.figure(f"3/{topic}"), None, "", why, digits=0) for topic in topics)
    return Section("3", "Table 3: topics", rows)


def dependencies_section(data: Path, benchmark: Benchmark, paper: Paper) -> Section:
    """Table 5: methods by what they depend on, as the data list it, and by the syntax tree."""
    file = read_json(data if data.is_file() else data / FILE, "ClassEval's classes: the public file")
    listed: Counter[str] = Counter()
    total = 0
    for record in file.expect(file.value, list, "", "a list of classes"):
        for method in record.get("methods_info", ()):
            told: dict[str, Any] = method.get("dependencies", {})
            total += 1
            for kind, key in _KINDS.items():
                listed[kind] += bool(told.get(key) if kind == "Standalone" else told.get(f"{key}dependencies"))
    fields = methods = trees = 0
    for problem in benchmark:
        for uses in uses_of(problem.canonical.code, problem.entry_point).values():
            trees += 1
            fields += bool(uses.fields)
            methods += bool(uses.methods)
    of, why = f"of {total} methods that the data list", "as the data list them; two of the 412 methods are not listed"
    rows = [Row(kind, paper.figure(f"5/{kind}"), listed[kind], of, why, digits=0) for kind in _KINDS]
    by_tree = f"of {trees} methods of {len(benchmark)} canonical classes, by syntax tree"
    none = PaperFigure(value=None, source=NOT_AT_HAND)
    rows += [
        Row("Field, by tree", none, fields, by_tree, "what methods name after `self` that is no method", digits=0),
        Row("Method, by tree", none, methods, by_tree, "other methods of the class that they name", digits=0),
    ]
    return Section("5", "Table 5: what methods depend on", tuple(rows))


def usage_section(found: Sequence[Evaluated], paper: Paper) -> Section:
    """Figures 7, 8 and 9 of the models at hand."""
    rows: list[Row] = []
    errors: list[tuple[str, ...]] = []
    none = PaperFigure(value=None, source="a picture in the paper")
    for evaluated in found:
        figures = class_figures(evaluated.own.samples)
        name = evaluated.model
        for what, share in (("DEP(F)", figures.fields), ("DEP(M)", figures.calls)):
            rows.append(Row(f"{name}: {what}", none, share.percent, f"of {share.of:,}", "figure 7: recall", "%"))
        for calls, share in figures.by_calls.items():
            told = paper.figure(f"8/{calls}") if f"8/{calls}" in ("8/1", "8/2") else none
            what = f"{name}: right of methods that use {calls} other{'' if calls == 1 else 's'}"
            rows.append(
                Row(what, told, share.percent, f"of {share.of:,}", "figure 8; the paper's: all its models", "%")
            )
        total = sum(figures.exceptions.values())
        for kind, count in figures.most_frequent:
            errors.append((name, kind, f"{count:,}", f"{100 * count / total:.1f} %"))
    return Section(
        "8",
        "Figures 7 to 9: what written methods use, and how wrong classes fail",
        tuple(rows),
        ("Figure 9 counts tests of wrong classes by the exception that ended them; an assertion is one, too.",),
        (Listing("Errors of wrong classes (figure 9)", ("model", "exception", "tests", "share"), tuple(errors)),),
    )
