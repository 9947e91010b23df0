"""The job: ECCO's data and predictions in, one report out.

Its tables of models (2 to 6, 9 and 10) are of outputs that are not public, and so are the weights of its fine-tuned
models. Whoever has outputs in its form gets the figures of editing beside those that are published.
"""

import hashlib
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.sources.ecco import EDIT, split_table, table_rows, tests_of, text_of
from evaluator.benchmarks.sources.source_data import Unusable
from evaluator.errors import InputError
from evaluator.execution.pool import Progress
from evaluator.journal import Journal
from evaluator.reproduce.ecco.credit import Credit, ecco_credits, passed_tests, told_credits
from evaluator.reproduce.paper import NOT_AT_HAND, Paper, PaperFigure
from evaluator.reproduce.report import Row, Section
from evaluator.reproduce.run import Wanted
from evaluator.results.result import Result
from evaluator.run.options import Options
from evaluator.run.pipeline import evaluate
from evaluator.samples.harnesses import open_harness_file

TABLES = ("1", "2")
_SPLITS = ("train", "val", "test")
_NOT_MADE = (
    "Tables 3 and 8 (refinement): give the outputs of a round as predictions, and `MODEL, self-refine`, `exec-refine` "
    "or `nl+exec-refine` as the model; they stand in the section of that name",
    "Tables 4 and 5 (fine-tuning): the weights are not public",
    "Table 6 (base and instruction-tuned): the outputs are not public; give some as predictions",
    "Table 7: its body is not in the text of the paper that is at hand",
    "Tables 9 and 10 (variance, sizes): the outputs are not public; counts have no variance by the machine",
    "Generation: runtime % and memory % are those of programs of users whose times ECCO's judge took, which are not "
    "public; `tallybench humans --benchmark ecco-generate` takes the programs of the pairs instead",
)


@dataclass(frozen=True)
class Evaluated:
    """A model's predictions, by our rules and by ECCO's.

    Attributes:
        model: its name.
        sha256: of the file.
        own: the result by our rules.
        credits: by ECCO's rule, a slow program each.
    """

    model: str
    sha256: str
    own: Result
    credits: tuple[Credit, ...]

    @property
    def benchmark(self) -> str:
        """Whose predictions they are."""
        return self.own.benchmark.name


@dataclass(frozen=True)
class Reproduced:
    """A report; its attributes are those of `evaluator.reproduce.run.Reproduced`."""

    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    evaluated: tuple[Evaluated, ...]


def check_ecco_tables(tables: Sequence[str]) -> tuple[str, ...]:
    """The tables, in order.

    Raises:
        InputError: there is no such table.
    """
    if unknown := [table for table in tables if table not in TABLES]:
        raise InputError(f"--tables {','.join(unknown)}: there is {', '.join(TABLES)}")
    return tuple(table for table in TABLES if table in tables)


def reproduce_ecco(wanted: Wanted, progress: Progress | None = None) -> Reproduced:
    """Measures what is wanted of ECCO's paper.

    Raises:
        InputError: the data, the predictions or an option cannot be used.
        MachineError: this machine lacks what it needs.
    """
    paper = Paper(wanted.paper, "ecco.json")
    facts: list[tuple[str, str]] = []
    sections: list[Section] = []
    if "1" in wanted.tables:
        sections.append(_splits_section(wanted.data, paper))
    evaluated: list[Evaluated] = []
    if "2" in wanted.tables:
        for path, model in wanted.predictions:
            found = _evaluate(path, model, wanted, progress or (lambda *_: None))
            facts.append((f"predictions of {model}", f"{path.name}, SHA-256 {found.sha256[:16]}"))
            sections.append(_predictions_section(found, paper))
            evaluated.append(found)
    sections.append(Section("not made", "What is not made again, and why", notes=_NOT_MADE))
    return Reproduced(tuple(facts), tuple(sections), tuple(evaluated))


def _splits_section(data: Path, paper: Paper) -> Section:
    rows: list[Row] = []
    notes = ["the layout has one folder of tests for each problem; public tests are not told apart there"]
    for split in _SPLITS:
        try:
            table = split_table(data, EDIT, split)
        except InputError:
            if split == "test":
                raise
            notes.append(f"the table of {split} is not among the data")
            continue
        found = [text_of(table, record, "problem_id", where) for where, record in table_rows(table)]
        problems = list(dict.fromkeys(found))
        tests = [count for problem in problems if (count := _count_tests(data, problem)) is not None]
        why = "" if len(tests) == len(problems) else f"{len(problems) - len(tests)} problems have no tests in the data"
        ours = (("problems", len(problems), 0), ("pairs", len(found), 0))
        rows += [
            Row(f"{split}: {name}", paper.figure(f"1/{split}/{name}"), count, "", "", digits=digits)
            for name, count, digits in ours
        ]
        mean = statistics.fmean(tests) if tests else None
        rows.append(Row(f"{split}: tests a problem", paper.figure(f"1/{split}/tests a problem"), mean, "", why))
    return Section("1", "Table 1: problems, pairs and tests by split", tuple(rows), tuple(notes))


def _count_tests(data: Path, problem_id: str) -> int | None:
    try:
        return len(tests_of(data, problem_id))
    except Unusable:
        return None


def _evaluate(path: Path, model: str, wanted: Wanted, progress: Progress) -> Evaluated:
    benchmark = load_benchmark("ecco-edit", wanted.data)
    samples = open_harness_file(str(path), benchmark)
    if samples is None:
        raise InputError(f"{path}: are no predictions of ECCO; expected JSON Lines with problem_id and generated_codes")
    options = Options(benchmark="ecco-edit", data=wanted.data, python=wanted.python, memory=True)
    own = evaluate(list(samples), model, options, progress, Journal("reproduce", resume=True), session=wanted.session)
    passed = passed_tests(own, benchmark, wanted.session, progress)
    return Evaluated(model, hashlib.sha256(path.read_bytes()).hexdigest(), own, tuple(ecco_credits(own, passed)))


def _predictions_section(found: Evaluated, paper: Paper) -> Section:
    metrics = found.own.metrics
    credited = [credit.speedup for credit in found.credits if credit.speedup is not None]
    theirs = {
        "speedup": statistics.fmean(credited) if credited else None,
        "faster": 100 * sum(speedup > 1 for speedup in credited) / len(found.credits) if found.credits else None,
    }
    rows = []
    for name, metric, scale, unit, why in (
        ("pass@1", "pass@1", 100, "%", "all tests passed"),
        (
            "speedup",
            "speedup",
            1,
            "",
            "ours: geometric mean over programs, of correct samples; theirs: by tests passed",
        ),
        (
            "memory reduction",
            "memory_reduction",
            1,
            "",
            "of correct samples; without interpreter and input, unlike theirs",
        ),
        ("faster", "faster@1", 100, "%", "the share of programs made faster (table 8)"),
    ):
        figure = metrics.get(metric)
        value = None if figure is None or figure.value is None else scale * figure.value
        of = "" if figure is None else f"{figure.problems} programs"
        rows.append(Row(name, _published(paper, found.model, name), value, of, why, unit, theirs.get(name)))
    return Section(
        f"2/{found.model}",
        f"Tables 2, 3 and 8, editing: {found.model}",
        tuple(rows),
        tuple(told_credits(found.credits)),
    )


def _published(paper: Paper, model: str, name: str) -> PaperFigure:
    """A model's figure; of a model without a setting, that of the instruction prompt."""
    keys = (f"2/{model}/{name}", f"2/{model}, instruct/{name}")
    return next((figure for key in keys if (figure := paper.figure(key)).source != NOT_AT_HAND), paper.figure(keys[0]))
