"""A study of a paper: its published figures, our measurements of them, and the report on both.

The report is Markdown for people and JSON for programs.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

import orjson
from pydantic import ValidationError

from tallybench.counting.pool import Progress, finish_tasks
from tallybench.counting.session import Session, lend_workers
from tallybench.counting.store import outcome_store
from tallybench.counting.tasks import CheckTask
from tallybench.errors import InputError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.evaluation.preparation import Plan
from tallybench.files import write_atomically
from tallybench.journal import Journal
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import CheckOutcome, Part
from tallybench.model.problem import Problem, code_hash
from tallybench.model.result import Model, Result, dump_result
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.statistics.reading import read_bytes
from tallybench.statistics.report import markdown_rows

NOT_AT_HAND = "not at hand"
Key = TypeVar("Key")


class PaperFigure(Part):
    """A published figure."""

    value: float | None  # as published, with shares in percent; None if it is not at hand
    of: int | None = None  # its denominator, if it is known or follows from the value
    source: str = NOT_AT_HAND  # where it is published


class _PaperFile(Part):
    source: str
    figures: dict[str, PaperFigure]


class Paper(dict[str, PaperFigure]):
    """Published figures by key, `TABLE/MODEL or SPLIT/.../FIGURE`; an unknown key gives a figure without a value."""

    def __missing__(self, key: str) -> PaperFigure:
        return PaperFigure(value=None)


def load_paper(study: str, also: Path | None = None) -> Paper:
    """Load the published figures of a study, with those from a file that adds or replaces some.

    Raises:
        InputError: the additional file cannot be used.
    """
    name = f"{study}.json"
    paper = Paper(_read_paper(resources.files("tallybench.studies").joinpath(name).read_bytes(), name))
    if also is not None:
        where = f"--paper {also}"
        paper.update(_read_paper(read_bytes(also, where), where))
    return paper


def _read_paper(content: bytes, where: str) -> Iterator[tuple[str, PaperFigure]]:
    try:
        file = _PaperFile.model_validate(orjson.loads(content))
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: is not JSON ({error.msg})") from None
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{where}: {at}: {first['msg']}; see evaluator/tallybench/studies/coffe.json for the format"
        ) from None
    for key, figure in file.figures.items():
        known = figure.source != NOT_AT_HAND or figure.value is None
        yield key, figure if known else figure.model_copy(update={"source": file.source})


@dataclass(frozen=True)
class Row:
    """One figure: what is published, and what was measured."""

    figure: str
    paper: PaperFigure
    ours: float | None  # None if it cannot be measured
    ours_of: str = ""  # the denominator of ours
    why: str = ""  # what can be compared and what cannot, and the reason for a difference
    unit: str = ""  # such as `%`
    theirs: float | None = None  # what was measured by the paper's rules, if that is a separate figure
    theirs_of: str = ""
    digits: int = 2  # how many to show

    def shown(self, value: float | None, of: str = "") -> str:
        """Return a value with its unit and its denominator."""
        text = "none" if value is None else f"{value:,.{self.digits}f} {self.unit}".rstrip()
        return f"{text}, {of}" if of else text


@dataclass(frozen=True)
class Listing:
    """A table of details: its title, column names and cells."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Section:
    """One table of the paper, or one of our own questions."""

    key: str
    title: str
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    listings: tuple[Listing, ...] = ()


@dataclass(frozen=True)
class Report:
    """A report: its heading, the facts that it was made from, and its sections in order."""

    heading: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]

    def markdown(self) -> str:
        """Return the report in Markdown."""
        lines = [f"# {self.heading}", "", *_table(("what", "which"), self.facts), ""]
        for section in self.sections:
            lines += [f"## {section.title}", ""]
            if section.rows:
                theirs = any(row.theirs is not None for row in section.rows)
                header = ["figure", "paper", "ours", *(["ours, their rules"] if theirs else []), "what can be compared"]
                lines += [*_table(header, [_cells(row, theirs) for row in section.rows]), ""]
            if section.notes:
                lines += [*(f"- {note}" for note in section.notes), ""]
            for listing in section.listings:
                lines += [f"### {listing.title}", ""]
                lines += [*_table(listing.header, listing.rows), ""] if listing.rows else ["None.", ""]
        return "\n".join(lines).rstrip() + "\n"

    def lines(self) -> Iterator[str]:
        """Yield the figures, one per line, for a terminal."""
        for section in self.sections:
            for row in section.rows:
                ours = "none" if row.ours is None else f"{row.ours:,.{row.digits}f}"
                published = row.paper.source if row.paper.value is None else f"{row.paper.value:,.{row.digits}f}"
                theirs = "" if row.theirs is None else f"   by their rules {row.theirs:,.{row.digits}f}"
                yield f"{section.title[:34]:36}{row.figure[:40]:42}paper {published:>12}   ours {ours:>10}{theirs}"

    def json(self) -> bytes:
        """Return the report as JSON, in which a missing figure is null, with its reason beside it."""
        sections = {}
        for section in self.sections:
            rows = [asdict(row) | {"paper": row.paper.model_dump()} for row in section.rows]
            listings = [
                {"title": listing.title, "rows": [dict(zip(listing.header, row, strict=True)) for row in listing.rows]}
                for listing in section.listings
            ]
            facts = {"title": section.title, "rows": rows, "notes": list(section.notes), "listings": listings}
            sections[section.key] = facts
        content = {"schema_version": 1, "title": self.heading, "facts": dict(self.facts), "sections": sections}
        return dump_json(content)


def dump_json(content: Any) -> bytes:
    """Return indented JSON with sorted keys: the same content gives the same bytes."""
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _cells(row: Row, theirs: bool) -> list[str]:
    paper = row.paper.source or NOT_AT_HAND
    if row.paper.value is not None:
        paper = row.shown(row.paper.value) + (f" of {row.paper.of}" if row.paper.of is not None else "")
    cells = [row.figure, paper, row.shown(row.ours, row.ours_of)]
    if theirs:
        cells.append("" if row.theirs is None else row.shown(row.theirs, row.theirs_of))
    return [*cells, row.why]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return markdown_rows([header, ["---"] * len(header), *rows])


@dataclass(frozen=True)
class Study:
    """A paper whose figures are measured again."""

    name: str  # the name of the study, of its file of published figures, and of the report's files
    title: str  # the paper's title
    tables: tuple[str, ...]  # the tables that can be measured, in order
    sections: Callable[["Run"], Iterator[Section]]  # measures them, one section after the other
    plan: Callable[["Run"], list[tuple[str, Plan | str]]] | None = None  # what a run will cost, by part; None: minutes

    def choose(self, tables: str | None) -> tuple[str, ...]:
        """Parse a comma-separated list of tables; None chooses all.

        Raises:
            InputError: there is no such table.
        """
        chosen = self.tables if tables is None else tuple(one.strip() for one in tables.split(",") if one.strip())
        if unknown := [table for table in chosen if table not in self.tables]:
            raise InputError(f"--tables {','.join(unknown)}: must be among {', '.join(self.tables)}")
        return tuple(table for table in self.tables if table in chosen)


@dataclass
class Run:
    """One run of a study: what was asked for, and what has been collected so far."""

    data: Path  # the folder of the paper's public data
    paper: Paper
    tables: Sequence[str]  # the tables that were asked for
    predictions: Sequence[tuple[Path, str]] = ()  # files of predictions, each with its model's name
    whole: bool = False  # measure everything, even if only a part is measured by default
    python: str | None = None  # the measuring interpreter; None: the ranked one if it is present
    session: Session | None = None  # the session whose workers are used; None opens one for each step
    given_results: Sequence[Path] = ()  # existing results
    counted: bool = True  # whether samples are counted; if not, only their correctness is known
    made: Sequence[Path] = ()  # folders of `dev stress generate`
    progress: Progress = lambda *_: None
    facts: list[tuple[str, str]] = field(default_factory=list)  # what the report is made from
    results: list[Result] = field(default_factory=list)  # the results that are written next to the report

    @property
    def setting(self) -> WorkerSetting:
        """What workers are started with."""
        return WorkerSetting(self.python or default_interpreter())

    def evaluate(self, samples: Iterable[Sample], model: Model | str, options: Options) -> Result:
        """Evaluate samples; an interrupted run resumes where it stopped."""
        return evaluate(samples, model, options, self.progress, Journal("study", resume=True), session=self.session)

    def keep(self, path: Path, result: Result) -> Result:
        """Keep the result of a file of predictions for the report's folder, list it in the facts, and return it."""
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        fact = f"{result.benchmark.name}, {path.name}, SHA-256 {digest}"
        self.facts.append((f"predictions of {result.model.name}", fact))
        self.results.append(result)
        return result


def figure_of(result: Result, metric: str, factor: int = 100) -> float | None:
    """Return a figure of a result times a factor, in percent by default; None if it has no value."""
    figure = result.metrics.get(metric)
    return None if figure is None or figure.value is None else factor * figure.value


def run_study(study: Study, run: Run) -> Iterator[Report]:
    """Measure what was asked for, and yield the report so far after each section.

    Everything measured is kept, so that an interrupted run resumes where it stopped.

    Raises:
        InputError: the data, the predictions or an option cannot be used.
        MachineError: this machine lacks what it needs.
    """
    heading = f"{study.title}, measured again"
    sections: list[Section] = []
    for section in study.sections(run):
        sections.append(section)
        yield Report(heading, tuple(run.facts), tuple(sections))
    if not sections:
        yield Report(heading, tuple(run.facts), ())


def write_report(name: str, report: Report, folder: Path, results: Sequence[Result] = ()) -> None:
    """Write a study's report as Markdown and JSON, with the results beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{name}.md", [report.markdown().encode()])
    write_atomically(folder / f"{name}.json", [report.json()])
    for result in results:
        temperature = result.model.generation.get("temperature")
        name = f"{result.model.name}@{temperature}" if temperature else result.model.name
        model = "".join(letter if letter.isalnum() or letter in "-._@" else "-" for letter in name)
        write_atomically(folder / f"{model}-{result.benchmark.name}.json", dump_result(result))


def check_programs(
    programs: Mapping[Key, tuple[Problem, str]],
    setting: WorkerSetting,
    session: Session | None,
    progress: Progress,
    step: str,
    kept: tuple[str, Fingerprint] | None = None,
) -> dict[Key, CheckOutcome]:
    """Run the correctness tests on programs as they are, without sanitizing them.

    If `kept` is given, outcomes are kept in that folder of the cache, under that environment.
    """
    problems = {problem.task_id: problem for problem, _ in programs.values()} if kept else {}
    stores = {task_id: outcome_store(kept[0], problem, kept[1]) for task_id, problem in problems.items() if kept}

    def recall(key: Key) -> CheckOutcome | None:
        problem, code = programs[key]
        return stores[problem.task_id].get(CheckOutcome.model_validate, "check", code_hash(code)) if stores else None

    def note(key: Key, outcome: CheckOutcome) -> None:
        problem, code = programs[key]
        if stores:
            stores[problem.task_id].note(outcome.model_dump(mode="json"), "check", code_hash(code))

    tasks = {key: CheckTask(Tests.of(problem), code) for key, (problem, code) in programs.items()}
    with lend_workers(session, setting) as pool:
        return finish_tasks(
            pool,
            tasks,
            recall=recall,
            note=note,
            lost=lambda lost: CheckOutcome.failed(lost.verdict, lost.reason),
            step=step,
            progress=progress,
        )
