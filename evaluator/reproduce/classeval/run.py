"""The job: ClassEval's data and predictions in, one report out."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.benchmarks import load_benchmark
from evaluator.errors import InputError
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.pool import Progress
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.execution.session import lend_workers
from evaluator.measuring.fingerprint import take_fingerprint
from evaluator.measuring.vetting import vet_benchmark, vetting_folder
from evaluator.reproduce.classeval.dependencies import dependencies_section, topics_section, usage_section
from evaluator.reproduce.classeval.predictions import Evaluated, evaluate_classes, predictions_section, published_of
from evaluator.reproduce.classeval.tests import measure_tests, tests_section
from evaluator.reproduce.paper import Paper
from evaluator.reproduce.report import Section
from evaluator.reproduce.run import Wanted
from evaluator.run.preparation import needed

TABLES = ("3", "4", "5", "7")
_TOPICS = (
    *("Management Systems", "Data Formatting", "Mathematical Operations", "Game Development", "File Handling"),
    *("Database Operations", "Natural Language Processing"),
)


@dataclass(frozen=True)
class Reproduced:
    """A report.

    Attributes:
        facts: what it was made from, in words.
        sections: in the order of the tables.
        evaluated: what table 7 is made from.
    """

    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    evaluated: tuple[Evaluated, ...]


def check_class_tables(tables: Sequence[str]) -> tuple[str, ...]:
    """The tables, in order.

    Raises:
        InputError: there is no such table.
    """
    if unknown := [table for table in tables if table not in TABLES]:
        raise InputError(f"--tables {','.join(unknown)}: there is {', '.join(TABLES)}")
    return tuple(table for table in TABLES if table in tables)


def reproduce_classes(wanted: Wanted, progress: Progress | None = None) -> Reproduced:
    """Measures what is wanted of ClassEval's paper.

    Raises:
        InputError: the data, the predictions or an option cannot be used.
        MachineError: this machine lacks what it needs.
    """
    progress = progress or (lambda *_: None)
    paper = Paper(wanted.paper, "classeval.json")
    benchmark = load_benchmark("classeval", wanted.data)
    python = wanted.python or default_interpreter()
    facts = [("data", f"{name}, SHA-256 {digest[:16]}") for name, digest in sorted(benchmark.files.items())]
    fingerprint = take_fingerprint(probe_interpreter(python), "none", packages=needed(benchmark))
    facts.append(("fingerprint", fingerprint.hash[:16]))
    sections: list[Section] = []
    if "3" in wanted.tables:
        sections.append(topics_section(paper, _TOPICS))
    if "4" in wanted.tables:
        with lend_workers(wanted.session, WorkerSetting(python)) as pool:
            usable = vet_benchmark(benchmark, pool, vetting_folder(fingerprint), progress, inputs=False)
            found = measure_tests(usable, pool, progress, whole=wanted.whole)
        sections.append(tests_section(usable, found, paper, whole=wanted.whole))
    if "5" in wanted.tables:
        sections.append(dependencies_section(wanted.data, benchmark, paper))
    evaluated: list[Evaluated] = []
    if "7" in wanted.tables:
        for path, model in wanted.predictions:
            told = evaluate_classes(path, model, wanted.data, wanted.python, wanted.session, progress)
            evaluated.append(told)
            facts.append((f"predictions of {model}", f"{path.name}, SHA-256 {told.sha256[:16]}"))
            sections.append(predictions_section(told, published_of(wanted.data, path.stem)))
        if evaluated:
            sections.append(usage_section(evaluated, paper))
    return Reproduced(tuple(facts), tuple(sections), tuple(evaluated))
