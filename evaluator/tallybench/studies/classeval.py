"""The study of ClassEval's paper: its tables 3, 4 and 5, and figures 7 to 9.

Table 7 and figures 5 and 6 are in `class_predictions.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tallybench.authoring.audit.thoroughness import mutants_of
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.classeval import FILE
from tallybench.benchmarks.sources.data_files import read_json
from tallybench.benchmarks.trees import uses_of
from tallybench.counting.fingerprint import take_fingerprint
from tallybench.counting.pool import finish_tasks
from tallybench.counting.session import lend_workers
from tallybench.counting.vetting import vet_benchmark, vetting_folder
from tallybench.counting.worker import Worker
from tallybench.evaluation.preparation import needed
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.samples.predictions import read_class_predictions
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.suites.plain_run import Covered, cover_class, passes_plainly
from tallybench.statistics.sample_statistics import class_figures
from tallybench.studies.class_predictions import (
    Measured,
    evaluate_classes,
    predictions_section,
    strategies_section,
    table_section,
)
from tallybench.studies.study import NOT_AT_HAND, Listing, PaperFigure, Row, Run, Section, Study

_TOPICS = (
    *("Management Systems", "Data Formatting", "Mathematical Operations", "Game Development", "File Handling"),
    *("Database Operations", "Natural Language Processing"),
)
_KINDS = {
    "Standalone": "Standalone",
    "Library": "lib_dependencies",
    "Field": "field_dependencies",
    "Method": "method_dependencies",
}
SAMPLED = 12  # changes per class, unless all are asked for
_SECONDS = 2.0  # of CPU time, for the tests of a changed class


def _sections(run: Run) -> Iterator[Section]:
    benchmark = load_benchmark("classeval", run.data)
    run.facts += [("data", f"{name}, SHA-256 {digest[:16]}") for name, digest in sorted(benchmark.files.items())]
    fingerprint = take_fingerprint(probe_interpreter(run.setting.python), "none", packages=needed(benchmark))
    run.facts.append(("fingerprint", fingerprint.hash[:16]))
    if "3" in run.tables:
        why = "the public data do not say which topic a class belongs to"
        rows = tuple(Row(topic, run.paper[f"3/{topic}"], None, "", why, digits=0) for topic in _TOPICS)
        yield Section("3", "Table 3: topics", rows)
    if "4" in run.tables:
        with lend_workers(run.session, run.setting) as pool:
            usable = vet_benchmark(benchmark, pool, vetting_folder(fingerprint), run.progress, inputs=False)
            found = finish_tasks(
                pool,
                {problem.task_id: QualityTask(problem, run.whole) for problem in usable},
                lost=lambda _: Quality(None, 0, 0),
                step="coverage and mutation",
                progress=run.progress,
            )
        yield _tests_section(usable, found, run)
    if "5" in run.tables:
        yield _dependencies_section(benchmark, run)
    if "7" in run.tables and run.predictions:
        read = [(path, model, read_class_predictions(path, benchmark)) for path, model in run.predictions]
        measured: list[Measured] = []
        for path, model, predictions in read:
            measured.append(evaluate_classes(run, path, model, benchmark, predictions))
            yield predictions_section(run.data, measured[-1])
        yield strategies_section(run.data, measured)
        yield table_section(run, measured)
        yield _usage_section(run)


CLASSEVAL_STUDY = Study("classeval", "ClassEval", ("3", "4", "5", "7"), _sections)


@dataclass(frozen=True)
class Quality:
    """The quality of a class's tests."""

    covered: Covered | None  # the coverage by Coverage.py; None if that could not be measured
    changes: int  # how many changes to the class were tried
    noticed: int  # how many of them make a test fail or never end


@dataclass(frozen=True)
class QualityTask:
    """Run the tests of a class under Coverage.py, and on changes to it: all, or some that are evenly spaced."""

    problem: Problem
    whole: bool

    def run(self, worker: Worker) -> Quality:
        changes, noticed = try_changes(worker.native, self.problem, whole=self.whole)
        return Quality(cover_class(worker.native, self.problem), changes, noticed)


def try_changes(native: Zygote, problem: Problem, *, whole: bool) -> tuple[int, int]:
    """Count the changes to a canonical class that were tried, and those that make a test fail or never end.

    All changes are tried if `whole`, otherwise at most SAMPLED that are evenly spaced.

    Raises:
        MachineError: mutmut is not installed.
    """
    changed = list(dict.fromkeys(mutants_of(problem.canonical.code)))
    if not whole and len(changed) > SAMPLED:
        changed = [changed[place * len(changed) // SAMPLED] for place in range(SAMPLED)]
    return len(changed), sum(not passes_plainly(native, problem, code, _SECONDS) for code in changed)


def _tests_section(benchmark: Benchmark, found: dict[str, Quality], run: Run) -> Section:
    covered = [quality.covered for quality in found.values() if quality.covered is not None]
    own = tests = assertions = methods = 0  # `own`: the tests of single methods
    for problem in benchmark:
        if (suites := problem.suites) is not None:
            of_methods = tuple(pair for pair in suites.methods if pair[1])
            methods += len(of_methods)
            own += suites.only(of_methods).count_tests(problem.tests)
            tests += problem.test_count
            assertions += problem.tests.count("self.assert")
    changes, noticed = (sum(getattr(quality, name) for quality in found.values()) for name in ("changes", "noticed"))
    of = f"over {len(covered)} classes"
    tried = "all of them" if run.whole else f"at most {SAMPLED} per class, evenly spaced; --all tries all"
    coverage_py = "Coverage.py, in the sandbox; the paper's is a mean, ours a sum over all classes"
    what = "test methods, except those of whole classes; the paper's is all assertions over 412 methods"
    seems = f"test methods; there are {assertions / len(benchmark):.1f} assertions, which the paper seems to count"

    def share(some: int, of: int) -> float | None:
        return 100 * some / of if of else None

    def row(name: str, value: float | None, of: str, why: str, unit: str = "") -> Row:
        return Row(name, run.paper[f"4/{name}"], value, of, why, unit)

    statements = share(sum(one.reached for one in covered), sum(one.statements for one in covered))
    branches = share(sum(one.taken for one in covered), sum(one.branches for one in covered))
    mutants = f"made by mutmut; exception messages are not changed; {tried}"
    rows = (
        row("statement coverage", statements, of, coverage_py, "%"),
        row("branch coverage", branches, of, "likewise", "%"),
        row("mutation score", share(noticed, changes), f"of {changes:,} changes", mutants, "%"),
        row("tests a method", own / methods if methods else None, f"over {methods} test classes of methods", what),
        row("tests a class", tests / len(benchmark), f"over {len(benchmark)} classes", seems),
    )
    missed = [(task_id, quality.changes - quality.noticed, quality.changes) for task_id, quality in found.items()]
    missed.sort(key=lambda one: (-one[1], one[0]))
    worst = tuple((task_id, str(unnoticed), str(changes)) for task_id, unnoticed, changes in missed[:10])
    listing = Listing("Classes whose tests miss most changes", ("class", "missed", "of"), worst)
    return Section("4", "Table 4: what the tests are worth", rows, (), (listing,))


def _dependencies_section(benchmark: Benchmark, run: Run) -> Section:
    """Return table 5: methods by what they depend on, according to the data and to the syntax tree."""
    file = read_json(run.data if run.data.is_file() else run.data / FILE, "ClassEval's classes: the public file")
    classes = file.expect(file.value, list, "", "a list of classes")
    listed: list[dict[str, Any]] = [
        method.get("dependencies", {}) for record in classes for method in record.get("methods_info", ())
    ]
    of = f"of {len(listed)} methods that the data list"
    why = "as the data list them; two of the 412 methods are not listed"
    rows = [
        Row(kind, run.paper[f"5/{kind}"], sum(bool(one.get(key)) for one in listed), of, why, digits=0)
        for kind, key in _KINDS.items()
    ]
    uses = [one for problem in benchmark for one in uses_of(problem.canonical.code, problem.entry_point).values()]
    by_tree = f"of {len(uses)} methods of {len(benchmark)} canonical classes, by syntax tree"
    none = PaperFigure(value=None, source=NOT_AT_HAND)
    for kind, count, why in (
        ("Field", sum(bool(one.fields) for one in uses), "what methods name after `self` that is not a method"),
        ("Method", sum(bool(one.methods) for one in uses), "other methods of the class that methods name"),
    ):
        rows.append(Row(f"{kind}, by tree", none, count, by_tree, why, digits=0))
    return Section("5", "Table 5: what methods depend on", tuple(rows))


def _usage_section(run: Run) -> Section:
    """Return figures 7, 8 and 9: what written methods use from their class, and how wrong classes fail."""
    rows: list[Row] = []
    errors: list[tuple[str, ...]] = []
    none = PaperFigure(value=None, source="a picture in the paper")
    for result in run.results:
        figures, name = class_figures(result.samples), result.model.name
        for what, share in (("DEP(F)", figures.fields), ("DEP(M)", figures.calls)):
            rows.append(Row(f"{name}: {what}", none, share.percent, f"of {share.of:,}", "figure 7: recall", "%"))
        for calls, share in figures.by_calls.items():
            published = run.paper[f"8/{calls}"] if calls in (1, 2) else none
            what = f"{name}: right of methods that use {calls} other{'' if calls == 1 else 's'}"
            why = "figure 8; the paper's: all its models"
            rows.append(Row(what, published, share.percent, f"of {share.of:,}", why, "%"))
        total = sum(count for _, count in figures.most_frequent)
        errors += [(name, kind, f"{count:,}", f"{100 * count / total:.1f} %") for kind, count in figures.most_frequent]
    title = "Figures 7 to 9: what written methods use, and how wrong classes fail"
    note = "Figure 9 counts tests of wrong classes by the exception that ended them, including failed assertions."
    header = ("model", "exception", "tests", "share")
    listing = Listing("Errors of wrong classes (figure 9)", header, tuple(errors))
    return Section("8", title, tuple(rows), (note,), (listing,))
